package workflow

import (
	"context"
	"fmt"
	"time"

	"talpa/fuzz"
	"talpa/fuzz/crash"
	"talpa/fuzz/event"
	"talpa/fuzz/report"
	"talpa/fuzz/repro"
)

// replayer is the repro.Replay of this job: the app as it is. Each start of a
// process is a fresh one, or, recycled, most are not: quicker, but no verdict.
func (r *reproduction) replayer(recycled bool) repro.Replay {
	return func(ctx context.Context, script *event.Script) (repro.Outcome, error) {
		if err := r.stage.recycle(ctx, recycled); err != nil {
			return repro.Outcome{}, err
		}
		out, err := r.perform(ctx, r.stage, script, fuzz.ReplayOptions{Screens: true})
		return outcome(out), err
	}
}

// film is a replay on fresh processes with the camera on; the pictures are kept if
// the crash happened.
func (r *reproduction) film(ctx context.Context, p *proof) (repro.Outcome, error) {
	if err := r.stage.recycle(ctx, false); err != nil {
		return repro.Outcome{}, err
	}
	out, err := r.perform(ctx, r.stage, p.best(), fuzz.ReplayOptions{Screens: true, Screenshots: true})
	if out != nil {
		if v, ok := r.matcher.Best(out.Crashes); ok && v.Accepted {
			p.pictures = out
		}
	}
	return outcome(out), err
}

// outcome says what package repro wants to know of a replay, nil if it failed.
func outcome(out *fuzz.Outcome) repro.Outcome {
	if out == nil {
		return repro.Outcome{}
	}
	return repro.Outcome{Crashes: out.Crashes, Violations: out.Violations, Done: len(out.Steps), States: states(out)}
}

// perform replays a script on a stage until the wanted crash.
func (r *reproduction) perform(ctx context.Context, on *stage, script *event.Script, o fuzz.ReplayOptions) (
	*fuzz.Outcome, error,
) {
	o.InApp = r.app.defines
	o.Until = func(c crash.Crash) bool { return r.matcher.Judge(c).Accepted }
	return on.play(ctx, script, o)
}

// shoot runs the final script once more with the camera on, if no run so far
// has given pictures of the crash.
func (r *reproduction) shoot(p *proof) error {
	if p.pictures != nil || r.ctx.Err() != nil {
		return nil
	}
	r.say("taking pictures")
	out, err := r.perform(r.ctx, r.stage, p.best(), fuzz.ReplayOptions{Screens: true, Screenshots: true})
	p.pictures = out
	r.result.timed("pictures")
	if err != nil && r.ctx.Err() == nil {
		return infra(err)
	}
	return nil
}

// approachTime bounds the pictures of a failure.
const approachTime = time.Minute

// approach plays the script that came nearest to a crash that did not happen,
// with the camera on. Without pictures the report has its text.
func (r *reproduction) approach() {
	near := r.sight.nearest
	if near == nil || r.ctx.Err() != nil {
		return
	}
	r.say("taking pictures of where it came nearest")
	r.near = &report.Finding{Script: near.Script, Events: near.Events}
	ctx, cancel := context.WithTimeout(r.ctx, approachTime)
	defer cancel()
	out, err := r.perform(ctx, r.stage, near.Script, fuzz.ReplayOptions{Screens: true, Screenshots: true})
	if err != nil {
		r.machine.Log.Debug("no pictures of where it came nearest", "err", err)
	}
	if out != nil {
		r.near.Steps, r.near.End = steps(out), out.EndShot
	}
	r.result.timed("pictures")
}

// states are the states of the screen after each step of a replay.
func states(out *fuzz.Outcome) []string {
	var all []string
	for i := range out.Steps {
		after := out.End
		if i+1 < len(out.Steps) {
			after = out.Steps[i+1].Before
		}
		if after == nil {
			return all
		}
		all = append(all, fmt.Sprintf("%s %x", after.Activity, after.Labelled()))
	}
	return all
}
