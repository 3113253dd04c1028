package workflow

import (
	"context"
	"errors"
	"fmt"
	"time"

	"talpa/asra/guide"
	"talpa/asra/trace"
	"talpa/fuzz"
	"talpa/fuzz/beacon"
	"talpa/fuzz/crash"
	"talpa/fuzz/event"
	"talpa/fuzz/gen"
	"talpa/fuzz/gen/guided"
	"talpa/fuzz/report"
	"talpa/fuzz/repro"
)

// ReproduceOptions say which crash to make happen in which app.
type ReproduceOptions struct {
	APK      string
	Trace    TraceInput
	Run      RunOptions
	Level    string // how much to prune: none, reach, asra
	Rewriter string // how to prune: dex, apktool, none
	Confirm  int    // replays for the stability figure
	Match    string // the weakest match that counts: exact, method, point
	// Progress shows a line about what goes on; nil if nobody looks.
	Progress func(line string)
}

// unprunedShare is the part of the search time that is kept for the app as it
// is, in case what was pruned, if anything was, mattered after all.
const unprunedShare = 3 // one third

// minimiseReplays bounds the replays spent on shortening a script, and
// minimiseTime the time.
const (
	minimiseReplays = 200
	minimiseTime    = 3 * time.Minute
)

// reproduction is the state of one Reproduce.
type reproduction struct {
	ctx     context.Context
	machine Machine
	options ReproduceOptions

	app      *app
	want     trace.Trace
	matcher  crash.Matcher
	guide    *guide.Guide
	watched  []string // methods whose running says how near the crash is
	pruned   *pruning // nil if the app is searched as it is
	fleet    *fleet
	stage    *stage
	arms     []*arm // still to be searched
	sight    sight
	result   *Reproduction
	known    *repro.Known // the confirming replay
	best     *repro.Minimal
	pictures *fuzz.Outcome
	near     *report.Finding // what came nearest to a crash that did not happen; nil if nothing did
}

// Reproduce makes the crash of a trace happen again. The result is not nil once
// the search has begun, whatever the error.
func Reproduce(ctx context.Context, m Machine, o ReproduceOptions) (*Reproduction, error) {
	r := &reproduction{ctx: ctx, machine: m, options: o}
	if r.options.Progress == nil {
		r.options.Progress = func(string) {}
	}
	if err := r.prepare(); err != nil {
		return nil, err
	}
	defer r.fleet.close()
	r.stage = &stage{fleet: r.fleet, apk: r.app.path, log: m.Log}
	err := r.run()
	if !r.result.Reproduced {
		r.result.Way, r.result.asked = r.sight.way(r.guide), report.Asked(r.guide)
		r.approach()
	}
	r.stage.close()
	r.result.finish()
	return r.result, errors.Join(err, r.report(err))
}

// prepare does what can fail for reasons of the input, before anything is run.
func (r *reproduction) prepare() error {
	o := &r.options
	if err := o.check(); err != nil {
		return err
	}
	least, err := matchLevel(o.Match)
	if err != nil {
		return err
	}
	started := time.Now()
	r.say("reading the app and the trace")
	if r.app, err = openProgram(r.ctx, r.machine, o.APK); err != nil {
		return err
	}
	if r.want, err = wanted(o.Trace, r.app); err != nil {
		return err
	}
	if err := reproducible(r.want); err != nil {
		return err
	}
	r.matcher = crash.Matcher{Want: r.want, InApp: r.app.defines, Least: least}
	r.result, err = newReproduction(o, r.title(), started)
	if err != nil {
		return err
	}
	// The devices warm up while the analysis runs.
	fleets := make(chan error, 1)
	go func() {
		var err error
		r.fleet, err = openFleet(r.ctx, r.machine, o.Run, o.Run.workers())
		fleets <- err
	}()
	err = r.analyze()
	if fleetErr := <-fleets; err == nil {
		err = fleetErr
	}
	if err != nil && r.fleet != nil {
		r.fleet.close()
	}
	return err
}

// analyze makes the guide and, if there is anything to prune, the pruned app.
func (r *reproduction) analyze() error {
	r.say("analysing")
	var err error
	r.guide, err = analyzeApp(r.ctx, r.machine, r.app, r.want, r.options.Level)
	if err != nil {
		return err
	}
	r.result.timed("analysis")
	r.matcher.Lines = r.guide.Target.Precision == guide.PrecisionLine
	if r.guide.Target.Precision == guide.PrecisionNone {
		r.result.Notes = append(r.result.Notes, "the trace has no frame of the app: nothing in it guides the search, "+
			"and a crash counts if its exception and message are the same")
	}
	if r.options.Rewriter == "none" || r.options.Level == "none" {
		return nil
	}
	r.say("pruning")
	r.watched = guided.Watch(r.guide)
	r.pruned, err = pruneApp(r.ctx, r.app.path, r.result.path("pruned.apk"), r.guide, r.options.Level, r.options.Rewriter,
		r.watched)
	if err != nil {
		// The search works without; the report says what went wrong.
		r.result.Notes = append(r.result.Notes, fmt.Sprintf("searched without pruning: %v", err))
		r.pruned = nil
	}
	r.result.timed("pruning")
	return nil
}

// run searches, confirms, shortens and measures, until a script is found that
// works again.
func (r *reproduction) run() error {
	r.arms = r.variants()
	for {
		found, err := r.search()
		if found == nil || err != nil {
			return err
		}
		if err := r.settle(found); err != nil {
			return err
		}
		if s := r.result.stability; r.ctx.Err() != nil || s == nil || s.Hits > 0 {
			return r.shoot(r.result.script)
		}
		r.result.lost(found)
		r.best, r.pictures, r.known = nil, nil, nil
	}
}

// settle shortens a script that was confirmed and measures how often what is left
// of it works.
func (r *reproduction) settle(found *fuzz.Finding) error {
	ctx, cancel := context.WithTimeout(r.ctx, minimiseTime)
	defer cancel()
	r.say("shortening the script of %d events", len(found.Script.Events))
	if err := r.stage.recycle(ctx, true); err != nil {
		return err
	}
	// What the runs after this need boots meanwhile.
	if err := r.stage.expect(ctx, r.starts(found.Script)); err != nil {
		return err
	}
	options := repro.Options{Replay: r.replay, Matcher: r.matcher, MaxReplays: minimiseReplays, Known: r.known,
		Log: r.machine.Log, Progress: func(p repro.Progress) {
			r.say("shortening: %d events after %d replays", p.Events, p.Replays)
		}}
	var err error
	r.best, err = repro.Minimise(ctx, options, found.Script)
	r.result.timed("minimising")
	if err != nil && ctx.Err() == nil {
		return infra(err)
	}
	if err := r.stage.recycle(r.ctx, false); err != nil {
		return err
	}
	script := found.Script
	if r.best != nil {
		script = r.best.Script
		r.result.Got, r.result.Match = r.best.Verdict.Crash.Title(), r.best.Verdict.Match.Level.String()
	}
	r.result.adopt(script)
	if err := r.measure(options, script); err != nil {
		return err
	}
	if s := r.result.stability; s == nil || s.Hits > 0 || script == found.Script {
		return nil
	}
	// What was shortened on recycled processes does not hold on fresh ones.
	r.result.Notes = append(r.result.Notes, "a shortened script did not work on a fresh device: it was run as found")
	r.best, r.pictures = nil, nil
	r.result.adopt(found.Script)
	return r.measure(options, found.Script)
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
// camera on.
func (r *reproduction) measure(options repro.Options, script *event.Script) error {
	if r.options.Confirm <= 0 || r.ctx.Err() != nil {
		return nil
	}
	r.say("running it %d times", r.options.Confirm)
	if err := r.stage.expect(r.ctx, r.starts(script)); err != nil {
		return err
	}
	left := r.options.Confirm
	options.Replay = func(ctx context.Context, script *event.Script) (repro.Outcome, error) {
		if left--; left > 0 {
			return r.replay(ctx, script)
		}
		return r.film(ctx, script)
	}
	stability, err := repro.Measure(r.ctx, options, script, r.options.Confirm)
	r.result.stability = &stability
	r.result.Stability, r.result.StabilityRuns = stability.Hits, stability.Runs
	r.result.timed("confirming")
	if err != nil && r.ctx.Err() == nil {
		return infra(err)
	}
	return nil
}

// variants are the arms of the search: the pruned app first, then the app as it is.
func (r *reproduction) variants() []*arm {
	deadline := time.Now().Add(r.options.Run.Time)
	arms := []*arm{{apk: r.app.path, until: deadline, seed: r.options.Run.Seed}}
	if r.pruned != nil {
		pruned := &arm{apk: r.pruned.path, until: deadline, seed: r.options.Run.Seed, watched: r.watched,
			beacons: beacon.New(r.pruned.report.Beacons)}
		if prunes(r.guide) {
			pruned.until = deadline.Add(-r.options.Run.Time / unprunedShare)
		}
		arms[0].seed += 1000
		arms = append([]*arm{pruned}, arms...)
	}
	return arms
}

// search runs the loop, one arm after the other, until a script is found that
// causes the crash in the app as it is. It goes on where the last one ended.
func (r *reproduction) search() (*fuzz.Finding, error) {
	for len(r.arms) > 0 && r.ctx.Err() == nil {
		a := r.arms[0]
		found, err := r.searchArm(a)
		if err != nil {
			return nil, err
		}
		if found == nil {
			r.arms = r.arms[1:]
			continue
		}
		a.seed++
		confirmed, err := r.confirm(found)
		if err != nil {
			return nil, err
		}
		if confirmed {
			return found, nil
		}
	}
	return nil, nil
}

// arm is one variant of the app and the time until which it is searched.
type arm struct {
	apk     string
	until   time.Time
	seed    int64       // of the next search
	watched []string    // methods whose running is to be heard of
	beacons *beacon.Set // those of them that log; nil: none
}

// searchArm runs the loop on one variant; nil means that it found nothing.
func (r *reproduction) searchArm(a *arm) (*fuzz.Finding, error) {
	run := r.options.Run
	left := time.Until(a.until)
	events := 0
	if run.Events > 0 {
		if events = run.Events - r.result.Events; events <= 0 {
			return nil, nil
		}
	}
	if run.Time > 0 && left <= 0 {
		return nil, nil
	}
	if run.Time == 0 {
		left = 0
	}
	matcher := r.matcher
	before := r.result.Events
	result, err := fuzz.Run(r.ctx, fuzz.Options{
		APK:       a.apk,
		Open:      r.fleet.openRecycling,
		Workers:   run.workers(),
		Guide:     r.guide,
		Policy:    fuzz.Policy(run.Generator),
		Outside:   outside(r.app.archive.Manifest()),
		Watched:   a.watched,
		Beacons:   a.beacons,
		Near:      guided.Nearness(r.guide),
		Wanted:    &matcher,
		InApp:     r.app.defines,
		Seed:      a.seed,
		MaxTime:   left,
		MaxEvents: events,
		Log:       r.machine.Log,
		Progress: func(p fuzz.Progress) {
			r.say("searching: %d events (%.0f a second), %d screens, %d activities, %d other crashes",
				before+p.Events, perSecond(p), p.States, p.Activities, p.Violations)
		},
	})
	r.result.searched(result)
	r.sight.add(result, before)
	r.result.timed("search")
	if err != nil {
		return nil, infra(err)
	}
	return result.Found, nil
}

// confirm runs a found script on the app as it is.
func (r *reproduction) confirm(found *fuzz.Finding) (bool, error) {
	r.say("confirming")
	options := repro.Options{Replay: r.replay, Matcher: r.matcher, Log: r.machine.Log}
	verdict, outcome, err := repro.Confirm(r.ctx, options, found.Script)
	switch {
	case errors.Is(err, repro.ErrGone):
		r.result.Notes = append(r.result.Notes, fmt.Sprintf("a script of %d events caused the crash once, but not again: %v",
			len(found.Script.Events), err))
		return false, nil
	case r.ctx.Err() != nil:
		return false, nil
	case err != nil:
		return false, infra(err)
	}
	r.known = &repro.Known{Verdict: verdict, Outcome: outcome}
	r.result.reproduced(verdict, found)
	r.result.timed("confirming")
	return true, nil
}

// replay is the repro.Replay of this job: the app as it is.
func (r *reproduction) replay(ctx context.Context, script *event.Script) (repro.Outcome, error) {
	out, err := r.perform(ctx, script, fuzz.ReplayOptions{Screens: true})
	return outcome(out), err
}

// film is replay with the camera on; the pictures are kept if the crash happened.
func (r *reproduction) film(ctx context.Context, script *event.Script) (repro.Outcome, error) {
	out, err := r.perform(ctx, script, fuzz.ReplayOptions{Screens: true, Screenshots: true})
	if out != nil {
		if v, ok := r.matcher.Best(out.Crashes); ok && v.Accepted {
			r.pictures = out
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

// perform replays a script until the wanted crash.
func (r *reproduction) perform(ctx context.Context, script *event.Script, o fuzz.ReplayOptions) (*fuzz.Outcome, error) {
	o.InApp = r.app.defines
	o.Until = func(c crash.Crash) bool { return r.matcher.Judge(c).Accepted }
	out, err := r.stage.play(ctx, script, o)
	r.result.installed = r.stage.app
	return out, err
}

// shoot runs the final script once more with the camera on, if no run so far
// has given pictures of the crash.
func (r *reproduction) shoot(script *event.Script) error {
	if r.pictures != nil || r.ctx.Err() != nil {
		return nil
	}
	r.say("taking pictures")
	out, err := r.perform(r.ctx, script, fuzz.ReplayOptions{Screens: true, Screenshots: true})
	r.pictures = out
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
	out, err := r.perform(ctx, near.Script, fuzz.ReplayOptions{Screens: true, Screenshots: true})
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

// say shows what goes on.
func (r *reproduction) say(format string, args ...any) {
	line := fmt.Sprintf(format, args...)
	r.options.Progress(line)
	r.machine.Log.Debug(line)
}

// perSecond is the rate of a search.
func perSecond(p fuzz.Progress) float64 {
	if p.Elapsed <= 0 {
		return 0
	}
	return float64(p.Events) / p.Elapsed.Seconds()
}

// matchLevel reads a level by its name.
func matchLevel(name string) (trace.Level, error) {
	for _, level := range []trace.Level{trace.Exact, trace.Method, trace.Point} {
		if level.String() == name {
			return level, nil
		}
	}
	return trace.None, fmt.Errorf("no match level %q: exact, method or point", name)
}
