package workflow

import (
	"context"
	"fmt"
	"time"

	"talpa/fuzz"
	"talpa/fuzz/event"
	"talpa/fuzz/report"
	"talpa/fuzz/repro"
)

// screenshots is a replay on fresh processes with screenshots.
func (v verifier) screenshots(ctx context.Context, script *event.Script) (*fuzz.Outcome, error) {
	if err := v.slot.Recycle(ctx, false); err != nil {
		return nil, err
	}
	return v.replay(ctx, v.slot, script, fuzz.ReplayOptions{Screens: true, Screenshots: true})
}

// film runs the final script once more with screenshots, if no run so far has given
// some of the crash.
func (v verifier) film(ctx context.Context, r *reproducer) (*reproducer, error) {
	if r.filmed != nil || ctx.Err() != nil {
		return r, nil
	}
	v.Say("taking pictures", "")
	out, err := v.replay(ctx, v.slot, r.shortest(), fuzz.ReplayOptions{Screens: true, Screenshots: true})
	v.Timed("pictures")
	filmed := *r
	filmed.filmed = out
	if err != nil && ctx.Err() == nil {
		return &filmed, infra(err)
	}
	return &filmed, nil
}

// closestTime bounds the screenshots of a failure.
const closestTime = time.Minute

// filmClosest plays the script that came nearest to a crash that did not happen,
// with screenshots of the steps that the page shows. Without them the report has its text.
func (v verifier) filmClosest(ctx context.Context, closest *fuzz.Nearest) *report.Finding {
	if closest == nil || ctx.Err() != nil {
		return nil
	}
	v.Say("taking pictures", "of where it came nearest")
	finding := &report.Finding{Script: closest.Script, Events: closest.Events}
	ctx, cancel := context.WithTimeout(ctx, closestTime)
	defer cancel()
	out, err := v.replay(ctx, v.slot, closest.Script, fuzz.ReplayOptions{Screens: true, Screenshots: true,
		ScreenshotsFrom: len(closest.Script.Events) - report.MomentSteps})
	if err != nil {
		v.machine.Log.Debug("no pictures of where it came nearest", "err", err)
	}
	if out != nil {
		finding.Steps, finding.End = steps(out), out.EndShot
	}
	v.Timed("pictures")
	return finding
}

// outcome says what package repro wants to know of a replay, nil if it failed.
func outcome(out *fuzz.Outcome) repro.Outcome {
	if out == nil {
		return repro.Outcome{}
	}
	return repro.Outcome{Crashes: out.Crashes, Violations: out.Violations, Done: len(out.Steps), States: states(out)}
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
