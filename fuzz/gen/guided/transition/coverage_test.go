package transition

import "testing"

// What the guide puts near the crash, but never runs anything of it, ends up as
// any other action.
func TestCoverage_promisedButNeverRun(t *testing.T) {
	a := &Action{factor: 8, Coverage: &Coverage{Tries: 40, doubtful: true}}
	if m := a.Matter(); m < 1 || m > 2 {
		t.Errorf("a refuted action matters %v", m)
	}
	a.Coverage.doubtful = false
	if m := a.Matter(); m != a.factor {
		t.Errorf("an action without a probe matters %v, want %v", m, a.factor)
	}
}
