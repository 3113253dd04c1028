package repro

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"talpa/asra/trace"
	"talpa/fuzz/crash"
	"talpa/fuzz/event"
	"talpa/fuzz/oracle"
)

// tests is a script of taps on widgets by name, "cleardata" clears the data.
func tests(names string) *event.Script {
	s := &event.Script{Package: "p"}
	for _, name := range strings.Fields(names) {
		e := event.Event{Kind: event.Kind(name)}
		if name != "cleardata" && name != "launch" {
			e = event.Event{Kind: event.Tap, Target: event.Selector{ID: name}}
		}
		s.Events = append(s.Events, e)
	}
	return s
}

func names(events []event.Event) string {
	var list []string
	for _, e := range events {
		name := e.Target.ID
		if name == "" {
			name = string(e.Kind)
		}
		list = append(list, name)
	}
	return strings.Join(list, " ")
}

func TestPairedEvents(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ script, want string }{
		{"launch a b", ""},
		{"launch a b cleardata launch x a b", "0-4 1-6 2-7"},
		{"launch a a cleardata launch a x a", "0-4 1-5 2-7"},
		{"launch a b c cleardata launch a x b", "0-5 1-6 2-8"},
		{"launch a cleardata launch x cleardata a", "0-3 1-6"},
		{"cleardata", ""},
	} {
		var list []string
		pairs := pairedEvents(tests(c.script).Events)
		for i := range 20 {
			if j, ok := pairs[i]; ok && i < j {
				list = append(list, fmt.Sprintf("%d-%d", i, j))
			}
			if j, ok := pairs[i]; ok && pairs[j] != i {
				t.Errorf("%s: %d is the partner of %d, which is that of %d", c.script, j, i, pairs[j])
			}
		}
		if got := strings.Join(list, " "); got != c.want {
			t.Errorf("%s: %s, want %s", c.script, got, c.want)
		}
	}
}

// TestMinimiseTwoRuns shortens a comparison that holds only between a test and the
// same test with something between: both runs have to stay the same test.
func TestMinimise_pairedRuns(t *testing.T) {
	t.Parallel()
	o := Options{
		Replay: func(_ context.Context, s *event.Script) (Outcome, error) {
			out := Outcome{Done: len(s.Events)}
			first, second, _ := strings.Cut(names(s.Events), " cleardata ")
			for _, inserted := range []string{" x", " y x"} {
				if strings.Contains(first, " open") && second == strings.Replace(first, " open", inserted+" open", 1) {
					out.Violations = []oracle.Violation{{Oracle: "two runs"}}
				}
			}
			return out, nil
		},
		Judge: func(out Outcome) (crash.Verdict, bool) {
			return crash.Verdict{Match: trace.Match{Level: trace.Exact}, Accepted: true}, len(out.Violations) > 0
		},
	}
	script := tests("launch a b open delete c cleardata launch a b y x open delete c")
	m, err := Minimise(t.Context(), o, script)
	if err != nil {
		t.Fatal(err)
	}
	if got := names(m.Script.Events); got != "launch open cleardata launch x open" || !m.Complete {
		t.Errorf("%s, complete %v", got, m.Complete)
	}
}
