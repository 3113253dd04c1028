package workflow

import (
	"strings"
	"testing"

	"talpa/fuzz"
	"talpa/fuzz/crash"
	"talpa/fuzz/event"
	"talpa/fuzz/repro"
)

// TestLostCrash: what no measuring run meets is not reproduced, and the result says
// what happened.
func TestLostCrash(t *testing.T) {
	t.Parallel()
	found := &fuzz.Finding{Script: &event.Script{Events: make([]event.Event, 7)}}
	r := &Reproduction{Wanted: "boom"}
	r.reproduced(crash.Verdict{}, found)
	r.adopt(found.Script)
	r.stability, r.StabilityRuns = &repro.Stability{Runs: 5}, 5
	r.lost(found)
	if r.Reproduced || r.found != nil || r.script != nil || r.stability != nil || r.Steps != 0 {
		t.Errorf("left of it: %+v", r)
	}
	text := r.Summary()
	for _, want := range []string{"not reproduced: boom", "a script of 7 events", "none of 5 runs"} {
		if !strings.Contains(text, want) {
			t.Errorf("the summary lacks %q:\n%s", want, text)
		}
	}
}
