package workflow

import (
	"context"
	"strings"
	"testing"
	"time"

	"talpa/asra/guide"
	"talpa/asra/trace"
	"talpa/fuzz"
	"talpa/fuzz/crash"
	"talpa/fuzz/event"
	"talpa/fuzz/report"
	"talpa/fuzz/repro"
	"talpa/internal/workflow/input"
)

// measured is a script of n events that worked in so many of 5 runs.
func measured(n, hits int) *reproducer {
	script := &event.Script{Events: make([]event.Event, n)}
	return &reproducer{found: &fuzz.Finding{Script: script}, script: script, stability: &repro.Stability{Runs: 5,
		Hits: hits}}
}

// What no measuring run meets is not reproduced, and the result says what happened.
func TestBetter_scriptThatNeverWorks(t *testing.T) {
	t.Parallel()
	j := testJob(newTestClock())
	if best := better(t.Context(), j, nil, measured(7, 0)); best != nil {
		t.Fatalf("%+v", best)
	}
	text := (&Reproduction{Wanted: "boom", Notes: j.Notes}).Summary()
	for _, want := range []string{"not reproduced: boom", "a script of 7 events", "none of 5 runs"} {
		if !strings.Contains(text, want) {
			t.Errorf("the summary lacks %q:\n%s", want, text)
		}
	}
}

// TestSummary_goingOn: what has not come to its end says how to go on, and what has does not.
func TestSummary_goingOn(t *testing.T) {
	t.Parallel()
	const command, longer = "go on:      talpa reproduce --resume 'my run'", " (with more --time or --events in all"
	for name, c := range map[string]struct {
		result Reproduction
		want   string
	}{
		"stopped":          {Reproduction{Verdict: report.Stopped, Events: 7}, command + "\n"},
		"to confirm":       {Reproduction{Verdict: report.NoVerdict, Events: 7, Unconfirmed: "x", Run: &report.Run{}}, command + "\n"},
		"not met":          {Reproduction{Verdict: report.NotReproduced, Events: 7}, command + longer},
		"before any event": {Reproduction{Verdict: report.Stopped}, ""},
		"reproduced":       {Reproduction{Verdict: report.Reproduced, Events: 7}, ""},
		"a fault": {Reproduction{Verdict: report.NoVerdict, Events: 7, Fault: "no device",
			Run: &report.Run{State: report.Failed, Fault: "no device"}}, ""},
	} {
		c.result.Dir = "my run"
		got := c.result.Summary()
		if !strings.Contains(got, c.want) || c.want == "" && strings.Contains(got, "go on") {
			t.Errorf("%s: want %q in\n%s", name, c.want, got)
		}
	}
}

// A script that could not be measured is not the result.
func TestBetter_interruptedMeasuring(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	j := testJob(newTestClock())
	r := measured(7, 0)
	r.stability = nil
	if best := better(ctx, j, nil, r); best != nil || len(j.Notes) != 1 || !strings.Contains(j.Notes[0], "interrupted") {
		t.Errorf("%+v, %q", best, j.Notes)
	}
}

// TestBetter: of several scripts the one that works most often is the result, the
// shortest of equals.
func TestBetter(t *testing.T) {
	t.Parallel()
	j := testJob(newTestClock())
	var best *reproducer
	for _, c := range []struct{ events, hits, want int }{
		{9, 2, 9}, {5, 1, 9}, {12, 4, 12}, {6, 4, 6}, {3, 0, 6}, {20, 5, 20},
	} {
		best = better(t.Context(), j, best, measured(c.events, c.hits))
		if got := len(best.shortest().Events); got != c.want {
			t.Fatalf("after a script of %d events that works %d times: the best has %d", c.events, c.hits, got)
		}
	}
	if !best.always() || !best.holds() {
		t.Errorf("%+v", best)
	}
}

// TestNewReproduction: the result of a job that found a script, and of one that did not.
func TestNewReproduction(t *testing.T) {
	t.Parallel()
	a, err := input.OpenApp(t.Context(), burrow)
	if err != nil {
		t.Fatal(err)
	}
	want, err := input.Wanted(read(t, "burrow-form"), a)
	if err != nil {
		t.Fatal(err)
	}
	dir, err := newRunDir(t.TempDir(), burrow)
	if err != nil {
		t.Fatal(err)
	}
	clock := newTestClock()
	j := testJob(clock)
	j.Note("remark")
	clock.at = clock.at.Add(time.Minute)
	r := results{target: target{app: a, crash: want}, guide: &guide.Guide{}}
	r.searched.Search.Events = 40
	failed := newReproduction(j, r, dir)
	if failed.Reproduced || failed.Events != 40 || failed.Seconds != 60 || len(failed.Notes) != 1 || r.script() != nil ||
		!strings.HasPrefix(failed.Wanted, "java.lang.NumberFormatException at dev.talpa.burrow.") {
		t.Errorf("%+v", failed)
	}
	r.best = measured(3, 4)
	r.best.after, r.best.known.Verdict = 12, crash.Verdict{Match: trace.Match{Level: trace.Method}}
	found := newReproduction(j, r, dir)
	if !found.Reproduced || found.Steps != 3 || found.Stability != 4 || found.StabilityRuns != 5 ||
		found.FoundAfter != 12 ||
		found.Match != "method" {
		t.Errorf("%+v", found)
	}
	if script := r.script(); script.SHA256 != a.Archive.SHA256() || r.best.script.SHA256 != "" {
		t.Errorf("the script is of %q, that of the search of %q", script.SHA256, r.best.script.SHA256)
	}
}
