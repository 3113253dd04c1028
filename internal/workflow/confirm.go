package workflow

import (
	"context"
	"errors"
	"time"

	"talpa/fuzz"
	"talpa/fuzz/crash"
	"talpa/fuzz/event"
	"talpa/fuzz/report"
	"talpa/fuzz/repro"
	"talpa/internal/workflow/fleet"
	"talpa/internal/workflow/slot"
)

// Bounds of shortening a script on the pruned app, where it works only there.
const (
	prunedReplays = 100
	prunedTime    = time.Minute
)

// verifier judges scripts by replaying them on the app as it is. It is read only
// but for the device in its slot.
type verifier struct {
	job
	target target
	slot   *slot.Slot // with the app as it is
}

func newVerifier(j job, t target, f *fleet.Fleet) verifier {
	return verifier{job: j, target: t,
		slot: &slot.Slot{Fleet: f, APK: t.app.Path, Log: j.machine.Log}}
}

// confirm runs a found script on the app as it is. If it does not work there, but
// on the pruned app where it was found, it is shortened there: what is left knows
// little of what was pruned, and gets another chance. What fails then as well comes
// back without a reproducer, nil if it did not work on the pruned app either.
func (v verifier) confirm(ctx context.Context, c candidate) (r *reproducer, short *event.Script, err error) {
	v.Say("confirming", "")
	defer v.Timed("confirming")
	r, err = v.meets(ctx, c.found, c.found.Script, false)
	if r != nil || err != nil || ctx.Err() != nil {
		return r, nil, err
	}
	if c.copy == nil {
		short = c.found.Script
	} else if short, err = v.shortenOnPruned(ctx, c); err != nil || short == nil || ctx.Err() != nil {
		v.Note("a script of %s caused the crash once, but not again", report.Counted(len(c.found.Script.Events), "event"))
		return nil, nil, err
	}
	r, err = v.meets(ctx, c.found, short, true)
	switch {
	case r != nil || err != nil || ctx.Err() != nil:
	case c.copy == nil:
		v.Note("a script of %s caused the crash once, but not again", report.Counted(len(c.found.Script.Events), "event"))
	default:
		v.Note("a script of %s (found with %d) caused the crash on the pruned app, "+
			"but not on the app as it is", report.Counted(len(short.Events), "event"), len(c.found.Script.Events))
	}
	return r, short, err
}

// meets runs a script on the app as it is, and returns a reproducer if the crash
// happens. All its processes are fresh if asked; else those that it restarts are
// not, which is quicker.
func (v verifier) meets(ctx context.Context, found *fuzz.Finding, script *event.Script, fresh bool) (
	*reproducer, error,
) {
	begun := v.Now()
	verdict, outcome, err := repro.Confirm(ctx, v.reproOptions(!fresh), script)
	switch {
	case errors.Is(err, repro.ErrGone):
		v.machine.Log.Debug("not on the app as it is", "events", len(script.Events), "fresh", fresh, "why", err)
		return nil, nil //nolint:nilnil // the crash did not happen
	case ctx.Err() != nil:
		return nil, nil //nolint:nilnil // the same
	case err != nil:
		return nil, infra(err)
	}
	return &reproducer{found: found, script: script, known: repro.Known{Verdict: verdict, Outcome: outcome},
		took: v.Now().Sub(begun), fresh: fresh, after: v.Elapsed().Seconds()}, nil
}

// shortenOnPruned shortens a script on the pruned app, where it was found; nil if it does
// not work there again.
func (v verifier) shortenOnPruned(ctx context.Context, c candidate) (*event.Script, error) {
	v.Say("shortening", "the script of %s, on the pruned app", report.Counted(len(c.found.Script.Events), "event"))
	ctx, cancel := context.WithTimeout(ctx, prunedTime)
	defer cancel()
	v.slot.Close() // both apps have the same name
	pruned := &slot.Slot{Fleet: v.slot.Fleet, APK: c.copy.Path, Log: v.machine.Log, Recycling: true}
	defer pruned.Close()
	options := v.reproOptions(true)
	options.MaxReplays = prunedReplays
	options.Replay = func(ctx context.Context, script *event.Script) (repro.Outcome, error) {
		out, err := v.replay(ctx, pruned, script, fuzz.ReplayOptions{Screens: true})
		return outcome(out), err
	}
	minimal, err := repro.Minimise(ctx, options, c.found.Script)
	if errors.Is(err, repro.ErrGone) || ctx.Err() != nil {
		err = nil
	}
	if err != nil || minimal == nil {
		return nil, infra(err)
	}
	return minimal.Script, nil
}

// reproOptions are what all work on scripts shares.
func (v verifier) reproOptions(recycled bool) repro.Options {
	return repro.Options{Replay: v.replayer(recycled), Matcher: v.target.matcher, Log: v.machine.Log}
}

// replayer is the repro.Replay of this job: the app as it is. Each start of a
// process is a fresh one, or, recycled, most are not: quicker, but no verdict.
func (v verifier) replayer(recycled bool) repro.Replay {
	return func(ctx context.Context, script *event.Script) (repro.Outcome, error) {
		if err := v.slot.Recycle(ctx, recycled); err != nil {
			return repro.Outcome{}, err
		}
		out, err := v.replay(ctx, v.slot, script, fuzz.ReplayOptions{Screens: true})
		return outcome(out), err
	}
}

// replay replays a script in a slot until the wanted crash.
func (v verifier) replay(ctx context.Context, on *slot.Slot, script *event.Script, o fuzz.ReplayOptions) (
	*fuzz.Outcome, error,
) {
	o.InApp = v.target.app.Defines
	o.Until = func(c crash.Crash) bool { return v.target.matcher.Judge(c).Accepted }
	return on.Play(ctx, script, o)
}
