package workflow

import (
	"context"
	"time"

	"talpa/fuzz"
	"talpa/fuzz/crash"
	"talpa/fuzz/event"
	"talpa/fuzz/report"
	"talpa/fuzz/repro"
)

// reproducer is a script that caused the crash on the app as it is, and how reliably.
// A step that learns more returns another one.
type reproducer struct {
	found     *fuzz.Finding    // what it comes from
	script    *event.Script    // as it was first run on the app as it is
	known     repro.Known      // what that run met
	took      time.Duration    // how long that run took
	minimal   *repro.Minimal   // script shortened; nil: it was not, or that does not work
	fresh     bool             // what is left met the crash on fresh processes
	stability *repro.Stability // on fresh processes; nil: not measured
	filmed    *fuzz.Outcome    // of a run with screenshots that met the crash; nil: there is none
	after     float64          // seconds from the job's start to when it first met the crash
}

// shortest is the shortest script that works.
func (r *reproducer) shortest() *event.Script {
	if r.minimal != nil {
		return r.minimal.Script
	}
	return r.script
}

// verdict is of the crash that shortest met.
func (r *reproducer) verdict() crash.Verdict {
	if r.minimal != nil {
		return r.minimal.Verdict
	}
	return r.known.Verdict
}

// holds says whether fresh processes met the crash.
func (r *reproducer) holds() bool {
	if r.stability != nil {
		return r.stability.Hits > 0
	}
	return r.fresh
}

// unsettled is what is left of a script that the end of the job kept from fresh processes; nil of
// one that they ran.
func (r *reproducer) unsettled(ctx context.Context) *event.Script {
	if ctx.Err() != nil && !r.holds() {
		return r.shortest()
	}
	return nil
}

// always says that no run has missed the crash.
func (r *reproducer) always() bool {
	return r.stability == nil || r.stability.Hits == r.stability.Runs
}

// beats says whether r works more often than the other, or as often with fewer
// events; anything is better than nil.
func (r *reproducer) beats(other *reproducer) bool {
	switch {
	case other == nil:
		return true
	case r.hits() != other.hits():
		return r.hits() > other.hits()
	}
	return len(r.shortest().Events) < len(other.shortest().Events)
}

func (r *reproducer) hits() int {
	if r.stability == nil {
		return 0
	}
	return r.stability.Hits
}

// better is the better one of the best so far and another, which may not hold: then
// a remark says what came of it.
func better(ctx context.Context, j job, best, r *reproducer) *reproducer {
	switch {
	case r.holds() && r.beats(best):
		return r
	case r.holds():
	case ctx.Err() != nil:
		j.Note("a script of %s caused the crash again; the job was interrupted before it was run on a "+
			"fresh device", report.Counted(len(r.script.Events), "event"))
	default:
		j.Note("a script of %s caused the crash twice, but in none of %d runs on fresh devices",
			report.Counted(len(r.script.Events), "event"), r.stability.Runs)
	}
	return best
}
