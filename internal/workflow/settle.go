package workflow

import (
	"context"
	"errors"
	"time"

	"talpa/fuzz"
	"talpa/fuzz/event"
	"talpa/fuzz/gen"
	"talpa/fuzz/repro"
)

// Bounds of the work on a script that was found: replays and time for shortening
// it on the app as it is, and on the pruned app if it works only there.
const (
	minimiseReplays = 200
	minimiseTime    = 3 * time.Minute
	salvageReplays  = 100
	salvageTime     = time.Minute
)

// A script that works in some runs only is kept, but another is looked for: so
// often, and for half the time spent before, this long at least.
const (
	maxBetter  = 2
	leastExtra = 30 * time.Second
)

// run searches, confirms, shortens and measures, until a script is found that
// works every time, or the time is up.
func (r *reproduction) run() error {
	r.begun = time.Now()
	r.arms = r.variants()
	for tries := 0; ; {
		found, err := r.search()
		if err != nil {
			return err
		}
		if found == nil {
			break
		}
		p, short, err := r.confirm(found)
		if err != nil {
			return err
		}
		if p == nil {
			r.strayed(short)
			continue
		}
		if err := r.settle(p); err != nil {
			return err
		}
		r.keep(p)
		if tries++; r.ctx.Err() != nil || r.kept != nil && (r.kept.always() || tries > maxBetter) {
			break
		}
		if r.kept != nil {
			r.hurry(max(leastExtra, time.Since(r.result.started)/2))
		}
	}
	if r.kept == nil {
		return nil
	}
	return r.shoot(r.kept)
}

// keep takes a proof if it is the best so far, and says what came of it if it
// does not hold.
func (r *reproduction) keep(p *proof) {
	switch {
	case p.holds() && p.better(r.kept):
		r.kept = p
	case p.holds():
	case r.ctx.Err() != nil:
		r.result.note("a script of %d events caused the crash again; the job was interrupted before it was run on a "+
			"fresh device", len(p.script.Events))
	default:
		r.result.note("a script of %d events caused the crash twice, but in none of %d runs on fresh devices",
			len(p.script.Events), p.stability.Runs)
	}
}

// confirm runs a found script on the app as it is. If it does not work there, but
// on the pruned app where it was found, it is shortened there: what is left knows
// little of what was pruned, and gets another chance. What fails then as well comes
// back without a proof, nil if it did not work on the pruned app either.
func (r *reproduction) confirm(found *fuzz.Finding) (p *proof, short *event.Script, err error) {
	r.say("confirming")
	defer r.result.timed("confirming")
	p, err = r.meets(found, found.Script, false)
	if p != nil || err != nil || r.ctx.Err() != nil {
		return p, nil, err
	}
	if r.plain(r.arms[0]) {
		short = found.Script
	} else if short, err = r.salvage(found); err != nil || short == nil || r.ctx.Err() != nil {
		r.result.note("a script of %d events caused the crash once, but not again", len(found.Script.Events))
		return nil, nil, err
	}
	p, err = r.meets(found, short, true)
	switch {
	case p != nil || err != nil || r.ctx.Err() != nil:
	case r.plain(r.arms[0]):
		r.result.note("a script of %d events caused the crash once, but not again", len(found.Script.Events))
	default:
		r.result.note("a script of %d events (found with %d) caused the crash on the pruned app, "+
			"but not on the app as it is", len(short.Events), len(found.Script.Events))
	}
	return p, short, err
}

// meets runs a script on the app as it is, and returns a proof if the crash
// happens. All its processes are fresh if asked; else those that it restarts are
// not, which is quicker.
func (r *reproduction) meets(found *fuzz.Finding, script *event.Script, fresh bool) (*proof, error) {
	verdict, outcome, err := repro.Confirm(r.ctx, r.reproOptions(!fresh), script)
	switch {
	case errors.Is(err, repro.ErrGone):
		r.machine.Log.Debug("not on the app as it is", "events", len(script.Events), "fresh", fresh, "why", err)
		return nil, nil //nolint:nilnil // the crash did not happen
	case r.ctx.Err() != nil:
		return nil, nil //nolint:nilnil // the same
	case err != nil:
		return nil, infra(err)
	}
	return &proof{found: found, script: script, known: repro.Known{Verdict: verdict, Outcome: outcome}, fresh: fresh,
		after: time.Since(r.result.started).Seconds()}, nil
}

// reproOptions are what all work on scripts shares.
func (r *reproduction) reproOptions(recycled bool) repro.Options {
	return repro.Options{Replay: r.replayer(recycled), Matcher: r.matcher, Log: r.machine.Log}
}

// salvage shortens a script on the pruned app, where it was found; nil if it does
// not work there again.
func (r *reproduction) salvage(found *fuzz.Finding) (*event.Script, error) {
	r.say("shortening the script of %d events on the pruned app", len(found.Script.Events))
	ctx, cancel := context.WithTimeout(r.ctx, salvageTime)
	defer cancel()
	r.stage.close() // both apps have the same name
	pruned := &stage{fleet: r.fleet, apk: r.pruned.path, log: r.machine.Log, recycling: true}
	defer pruned.close()
	options := r.reproOptions(true)
	options.MaxReplays = salvageReplays
	options.Replay = func(ctx context.Context, script *event.Script) (repro.Outcome, error) {
		out, err := r.perform(ctx, pruned, script, fuzz.ReplayOptions{Screens: true})
		return outcome(out), err
	}
	minimal, err := repro.Minimise(ctx, options, found.Script)
	if errors.Is(err, repro.ErrGone) || ctx.Err() != nil {
		err = nil
	}
	if err != nil || minimal == nil {
		return nil, infra(err)
	}
	return minimal.Script, nil
}

// settle shortens a script that was confirmed and measures how often what is left
// of it works.
func (r *reproduction) settle(p *proof) error {
	if err := r.shorten(p); err != nil {
		return err
	}
	if err := r.measure(p); err != nil || p.holds() || r.ctx.Err() != nil {
		return err
	}
	if p.shrunk == nil || p.shrunk.Final.Runs > 0 || len(p.shrunk.Script.Events) == len(p.script.Events) {
		return nil
	}
	// The time for shortening ended before fresh processes were asked.
	r.result.note("a shortened script did not work on a fresh device: it was run as found")
	p.shrunk, p.pictures = nil, nil
	return r.measure(p)
}

// shorten shortens on recycled processes; what is left is checked on fresh ones.
func (r *reproduction) shorten(p *proof) error {
	ctx, cancel := context.WithTimeout(r.ctx, minimiseTime)
	defer cancel()
	r.say("shortening the script of %d events", len(p.script.Events))
	// What the runs after this need boots meanwhile.
	if err := r.stage.expect(ctx, r.starts(p.script)); err != nil {
		return err
	}
	options := r.reproOptions(true)
	options.MaxReplays, options.Known = minimiseReplays, &p.known
	options.Final = r.replayer(false)
	options.Progress = func(now repro.Progress) {
		r.say("shortening: %d events after %d replays", now.Events, now.Replays)
	}
	minimal, err := repro.Minimise(ctx, options, p.script)
	r.result.timed("minimising")
	if err != nil && ctx.Err() == nil {
		return infra(err)
	}
	if minimal != nil {
		p.shrunk, p.fresh = minimal, minimal.Final.Hits > 0
	}
	return nil
}

// starts is the number of processes that the runs of a script are going to start.
func (r *reproduction) starts(script *event.Script) int {
	n := 1
	for _, e := range script.Events {
		if gen.Cold(e) {
			n++
		}
	}
	return n * max(1, r.options.Confirm)
}

// measure runs the script for the stability figure, the last time with the
// camera on. The runs that shortening ended with count.
func (r *reproduction) measure(p *proof) error {
	runs := r.options.Confirm
	if runs <= 0 && !p.fresh {
		runs = 1 // a verdict needs a fresh process
	}
	if runs <= 0 || r.ctx.Err() != nil {
		return nil
	}
	r.say("running it %d times", runs)
	var before repro.Stability
	if p.shrunk != nil {
		before = p.shrunk.Final
	}
	if err := r.stage.expect(r.ctx, r.starts(p.best())); err != nil {
		return err
	}
	left, options := runs-before.Runs, r.reproOptions(false)
	unseen := options.Replay
	options.Replay = func(ctx context.Context, script *event.Script) (repro.Outcome, error) {
		if left--; left > 0 {
			return unseen(ctx, script)
		}
		return r.film(ctx, p)
	}
	stability, err := repro.Measure(r.ctx, options, p.best(), runs, before)
	p.stability = &stability
	r.result.timed("confirming")
	if err != nil && r.ctx.Err() == nil {
		return infra(err)
	}
	return nil
}
