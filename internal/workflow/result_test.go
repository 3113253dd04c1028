package workflow

import (
	"strings"
	"testing"

	"talpa/fuzz"
	"talpa/fuzz/event"
	"talpa/fuzz/repro"
)

// proved is a proof of a script of n events that worked in so many of 5 runs.
func proved(n, hits int) *proof {
	script := &event.Script{Events: make([]event.Event, n)}
	return &proof{found: &fuzz.Finding{Script: script}, script: script, stability: &repro.Stability{Runs: 5, Hits: hits}}
}

// TestLostCrash: what no measuring run meets is not reproduced, and the result says
// what happened.
func TestLostCrash(t *testing.T) {
	t.Parallel()
	r := &reproduction{ctx: t.Context(), result: &Reproduction{Wanted: "boom"}}
	r.keep(proved(7, 0))
	if r.kept != nil {
		t.Fatalf("kept %+v", r.kept)
	}
	text := r.result.Summary()
	for _, want := range []string{"not reproduced: boom", "a script of 7 events", "none of 5 runs"} {
		if !strings.Contains(text, want) {
			t.Errorf("the summary lacks %q:\n%s", want, text)
		}
	}
}

// TestKeep: of several scripts the one that works most often is the result, the
// shortest of equals.
func TestKeep(t *testing.T) {
	t.Parallel()
	r := &reproduction{ctx: t.Context(), result: &Reproduction{}}
	for _, p := range []struct{ events, hits, want int }{
		{9, 2, 9}, {5, 1, 9}, {12, 4, 12}, {6, 4, 6}, {3, 0, 6}, {20, 5, 20},
	} {
		r.keep(proved(p.events, p.hits))
		if got := len(r.kept.best().Events); got != p.want {
			t.Fatalf("after a script of %d events that works %d times: kept one of %d", p.events, p.hits, got)
		}
	}
	r.result.adopt(r.kept, "ab")
	if !r.result.Reproduced || r.result.Steps != 20 || r.result.Stability != 5 || r.result.script.SHA256 != "ab" {
		t.Errorf("%+v", r.result)
	}
}
