package workflow

import (
	"context"
	"time"

	"talpa/fuzz"
	"talpa/fuzz/event"
	"talpa/fuzz/gen"
	"talpa/fuzz/report"
	"talpa/fuzz/repro"
)

// Bounds of shortening a script on the app as it is.
const (
	minimiseReplays = 200
	minimiseTime    = 3 * time.Minute
)

// minimise shortens a script on recycled processes; what is left is checked on
// fresh ones.
func (v verifier) minimise(ctx context.Context, r *reproducer) (*reproducer, error) {
	left := v.leftToShorten(ctx, r)
	if left <= 0 {
		v.Note("the script was not shortened: what is left of --limit is for a run on fresh processes")
		return r, nil
	}
	ctx, cancel := context.WithTimeout(ctx, left)
	defer cancel()
	v.Say("shortening", "the script of %s", report.Counted(len(r.script.Events), "event"))
	// What the runs after this need boots meanwhile.
	if err := v.slot.Expect(ctx, starts(r.script, max(1, v.options.Confirm))); err != nil {
		return nil, err
	}
	options := v.reproOptions(true)
	options.MaxReplays, options.Known = minimiseReplays, &r.known
	options.Final = v.replayer(false)
	options.Progress = func(now repro.Progress) {
		v.Say("shortening", "%s after %s", report.Counted(now.Events, "event"), report.Counted(now.Replays, "replay"))
	}
	minimal, err := repro.Minimise(ctx, options, r.script)
	v.Timed("minimising")
	if err != nil && ctx.Err() == nil {
		return nil, infra(err)
	}
	if minimal == nil {
		return r, nil
	}
	shorter := *r
	shorter.minimal, shorter.fresh = minimal, minimal.Final.Hits > 0
	return &shorter, nil
}

// leftToShorten is how long a script may be shortened. A run on fresh processes comes after it, which a
// verdict needs: time for two runs as long as the one that met the crash is left for it, since processes
// have to boot first.
func (v verifier) leftToShorten(ctx context.Context, r *reproducer) time.Duration {
	end, limited := ctx.Deadline()
	if !limited {
		return minimiseTime
	}
	return min(minimiseTime, end.Sub(v.Now())-2*r.took)
}

// starts is the number of processes that so many runs of a script start.
func starts(script *event.Script, runs int) int {
	n := 1
	for _, e := range script.Events {
		if gen.Cold(e) {
			n++
		}
	}
	return n * max(0, runs)
}

// measure counts how often what is left of a script works on fresh processes. A
// shortened script that never does is given up for the one that was found.
func (v verifier) measure(ctx context.Context, r *reproducer) (*reproducer, error) {
	r, err := v.stability(ctx, r)
	if err != nil || r.holds() || ctx.Err() != nil {
		return r, err
	}
	if r.minimal == nil || r.minimal.Final.Runs > 0 || len(r.minimal.Script.Events) == len(r.script.Events) {
		return r, nil
	}
	// The time for shortening ended before fresh processes were asked.
	v.Note("a shortened script did not work on a fresh device: it was run as found")
	whole := *r
	whole.minimal, whole.filmed = nil, nil
	return v.stability(ctx, &whole)
}

// stability runs the script for the stability figure, the last time with
// screenshots. The runs that shortening ended with count.
func (v verifier) stability(ctx context.Context, r *reproducer) (*reproducer, error) {
	runs := v.options.Confirm
	if runs <= 0 && !r.fresh {
		runs = 1 // a verdict needs a fresh process
	}
	if runs <= 0 || ctx.Err() != nil {
		return r, nil
	}
	v.Say("running the script again", "%s", report.Counted(runs, "time"))
	measured := *r
	var before repro.Stability
	if r.minimal != nil {
		before = r.minimal.Final
	}
	left, options := runs-before.Runs, v.reproOptions(false)
	if err := v.slot.Expect(ctx, starts(r.shortest(), left)); err != nil {
		return r, err
	}
	unseen := options.Replay
	options.Replay = func(ctx context.Context, script *event.Script) (repro.Outcome, error) {
		if left--; left > 0 {
			return unseen(ctx, script)
		}
		out, err := v.screenshots(ctx, script)
		if v.shows(out) {
			measured.filmed = out
		}
		return outcome(out), err
	}
	stability, err := repro.Measure(ctx, options, r.shortest(), runs, before)
	measured.stability = &stability
	v.Timed("confirming")
	if err != nil && ctx.Err() == nil {
		return nil, infra(err)
	}
	return &measured, nil
}

// shows says whether the wanted crash happened in a replay.
func (v verifier) shows(out *fuzz.Outcome) bool {
	if out == nil {
		return false
	}
	verdict, ok := v.target.matcher.Best(out.Crashes)
	return ok && verdict.Accepted
}
