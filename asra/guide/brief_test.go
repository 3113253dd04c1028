package guide

import (
	"strings"
	"testing"
)

// TestBrief: five lines at most, the plan first, whatever is known.
func TestBrief(t *testing.T) {
	t.Parallel()
	target := Target{Exception: "java.lang.Error", Method: "Lorg/mole/Hill;->dig()V", Precision: PrecisionLine}
	for name, c := range map[string]struct {
		g    Guide
		want []string
	}{
		"nothing known": {Guide{Target: Target{Exception: "java.lang.Error", Precision: PrecisionNone}},
			[]string{"plan       none: no frame of the trace is in this app", "crash      java.lang.Error", "analysis   0 callbacks"}},
		"another build": {Guide{Plan: &Plan{Goals: []Goal{{}}}, Target: Target{Exception: "java.lang.Error", Precision: PrecisionNone,
			Doubts: []Doubt{{Kind: DoubtNoFrame}}}},
			[]string{"plan       none: no frame of the trace is in this app", "crash      java.lang.Error", "other build? ", "analysis"}},
		"no plan": {Guide{Target: target}, []string{"plan       none", "crash      java.lang.Error in org.mole.Hill.dig", "analysis"}},
		"hostile": {Guide{Target: Target{Exception: "a\x1b[2J\nb", Precision: PrecisionNone}}, []string{"plan", "crash", "analysis"}},
	} {
		got := c.g.Brief()
		lines := strings.Split(strings.TrimSuffix(got, "\n"), "\n")
		if len(lines) > briefLines || strings.Contains(got, "\x1b") {
			t.Errorf("%s: %q", name, got)
		}
		for i, want := range c.want {
			if i >= len(lines) || !strings.HasPrefix(lines[i], want) {
				t.Errorf("%s: line %d of\n%s\nwant %q", name, i+1, got, want)
			}
		}
	}
}
