package workflow

import (
	"context"
	"errors"
	"fmt"
	"time"

	"talpa/asra/guide"
	"talpa/asra/locate"
	"talpa/asra/trace"
	"talpa/fuzz/crash"
	"talpa/fuzz/gen/guided"
	"talpa/fuzz/report"
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

// reproduction is the state of one Reproduce.
type reproduction struct {
	ctx     context.Context
	machine Machine
	options ReproduceOptions

	app     *app
	want    trace.Trace
	matcher crash.Matcher
	guide   *guide.Guide
	watched []string // methods whose running says how near the crash is
	pruned  *pruning // nil if the app is searched as it is
	fleet   *fleet
	stage   *stage
	arms    []*arm    // still to be searched
	begun   time.Time // when the search began
	sight   sight
	result  *Reproduction
	kept    *proof          // the best so far; nil: none
	near    *report.Finding // what came nearest to a crash that did not happen; nil if nothing did
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
	if r.kept != nil {
		r.result.adopt(r.kept, r.app.archive.SHA256())
	} else {
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
	r.matcher = crash.Matcher{Want: locate.Renumber(r.app.code, r.want), InApp: r.app.defines, Least: least}
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
	r.result.Notes = remarks(r.app)
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

// say shows what goes on.
func (r *reproduction) say(format string, args ...any) {
	line := fmt.Sprintf(format, args...)
	r.options.Progress(line)
	r.machine.Log.Debug(line)
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
