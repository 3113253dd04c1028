package workflow

import (
	"context"
	"errors"
	"time"

	"talpa/asra/guide"
	"talpa/fuzz/report"
	"talpa/internal/workflow/checkpoint"
	"talpa/internal/workflow/copies"
	"talpa/internal/workflow/environment"
	"talpa/internal/workflow/progress"
	"talpa/internal/workflow/tally"
)

// ReproduceOptions say which crash to make happen in which app.
type ReproduceOptions struct {
	APK      string
	Trace    TraceInput
	Run      RunOptions
	Level    string // how much to prune: none, log, reach, paper, asra, ladder
	Rewriter string // how to prune: dex, apktool, none
	Confirm  int    // replays for the stability figure
	Match    string // the weakest match that counts: exact, method, point
	// DoubtTime is the time of the search for a crash that is most likely of another build of the
	// app (guide.Target.Doubts); 0 = Run.Time.
	DoubtTime time.Duration
	// Progress is told how it goes; nil if nobody looks.
	Progress func(Progress)
}

// job is what each step of one Reproduce is given beside the results of the steps
// before it: where it runs, what was asked, and where to tell how it goes.
type job struct {
	machine Machine
	options ReproduceOptions
	*progress.Log
}

// results are what the steps of a job came to; each is complete when the step ends.
type results struct {
	target   target
	guide    *guide.Guide
	pruned   []*copies.Copy // copies that were searched before the app as it is, if any
	searched tally.Tally
	best     *reproducer     // nil: the crash did not happen
	closest  *report.Finding // the closest miss; nil if nothing came near, or if it is not needed
	// past is what the job begins with, record what it has come to so far.
	past   *checkpoint.Checkpoint
	record *checkpoint.Writer
	// environments are those that the search begins with, the first one first.
	environments environment.Begin
	// unconfirmed is the file of a script that caused the crash once, "" if there is none.
	unconfirmed string
}

// Reproduce makes the crash of a trace happen again: it resolves the trace in the
// app, analyses which events matter, prunes the others, then searches, confirms and
// minimises until a script works every time or the time is up, and reports. The
// result is not nil once the search has begun, whatever the error.
func Reproduce(ctx context.Context, m Machine, o ReproduceOptions) (*Reproduction, error) {
	if err := o.check(); err != nil {
		return nil, err
	}
	ctx, cancel := o.Run.bounded(ctx)
	defer cancel()
	j := job{machine: m, options: o, Log: progress.New(o.Progress, m.Log, m.Now)}
	r := results{}
	var err error
	if r.target, err = resolve(ctx, j); err != nil {
		return nil, beforeBegin(ctx, err)
	}
	dir, err := begin(ctx, &j, &r)
	if err != nil {
		return nil, err
	}
	j.Timed("reading")
	var why string
	if r.environments, why, err = r.target.environments(j.options.Run, r.past); err != nil {
		return nil, err
	}
	if why != "" {
		j.Note("%s", why)
	}
	booted := bootFleets(ctx, j, r.environments) // the devices boot during the analysis
	if r.guide, err = analyse(ctx, j, r.target); err == nil {
		j.options.Run.Time = searchTime(j, r.guide)
		r.pruned = prune(ctx, j, r.target, r.guide, dir)
	}
	j.Say("starting the device", "")
	fleets, bootErr := booted()
	j.Timed("starting the device")
	for _, f := range fleets {
		defer f.Close()
	}
	if err != nil && ctx.Err() == nil {
		return nil, err
	}
	if err != nil || bootErr != nil {
		return finish(ctx, j, r, dir, bootErr)
	}

	v := newVerifier(j, r.target, fleets[0])
	kept := &checkpoint.Unconfirmed{Dir: dir, SHA256: r.target.app.Archive.SHA256(), Name: r.unconfirmed}
	p := newPortfolio(j, r, fleets, v.slot, kept)
	if r.best, err = pursue(ctx, j, p, v, kept); r.best == nil && err == nil {
		err = p.toNearest(ctx)
	}
	r.searched, r.unconfirmed = p.board.Tally(), kept.Name
	if r.best == nil {
		r.closest = v.filmClosest(ctx, r.searched.Nearest)
		if n := r.searched.Nearest; n != nil && n.Waits != "" {
			j.Note("where the search came nearest, the crash %s", n.Waits)
		}
	}
	v.slot.Close()
	return finish(ctx, j, r, dir, err)
}

// begin makes the run directory, with what it holds from the beginning on.
func begin(ctx context.Context, j *job, r *results) (*report.Dir, error) {
	run, a, wanted := &j.options.Run, r.target.app, r.target.crash.Crash
	var err error
	r.past, err = run.goOn(checkpoint.Checkpoint{Job: "reproduce", App: j.options.APK, SHA256: a.Archive.SHA256(),
		Crash: signature(wanted, a), Title: r.target.title()})
	if err != nil {
		return nil, err
	}
	dir, err := run.dir(j.options.APK)
	if err != nil {
		return nil, err
	}
	if r.searched = r.past.Tally(); r.past.Unconfirmed() != nil {
		r.unconfirmed = report.FileUnconfirmed
	}
	if err := saveBegun(ctx, *j, *r, dir); err != nil {
		return nil, infra(err)
	}
	r.record = checkpoint.NewWriter(dir, *r.past, j.Now, j.machine.Log)
	return dir, nil
}

// finish says what the job came to, and writes its folder. Where that fails there is no
// verdict that anybody could take home.
func finish(ctx context.Context, j job, r results, dir *report.Dir, err error) (*Reproduction, error) {
	if ctx.Err() != nil && r.best == nil {
		err = nil // what the interruption or the end of the time broke off is no fault
	}
	if timeUp(ctx) {
		j.Note("the time for the whole job (--limit) was up after %s", j.options.Run.Limit)
	}
	result := newReproduction(j, r, dir)
	if saveErr := saveReport(ctx, j, r, result, dir, err); saveErr != nil {
		err = errors.Join(err, infra(saveErr))
	}
	r.record.End(result.Verdict, r.searched.Others, 0, r.searched.Coverage())
	return result, err
}

// A script that works in some runs only is kept, but another is looked for: so
// often, and for half the time spent before, this long at least.
const (
	maxBetter  = 2
	leastExtra = 30 * time.Second
)

// pursue searches, confirms, minimises and measures until a script works every
// time, or the time is up. The best script is returned also with an error; nil if
// none works.
func pursue(ctx context.Context, j job, p *portfolio, v verifier, kept *checkpoint.Unconfirmed) (
	best *reproducer, err error,
) {
	for tries := 0; ; {
		c, err := p.search(ctx, best == nil)
		if err != nil {
			return best, err
		}
		if c == nil {
			break
		}
		if err := kept.Keep(c.found.Script); err != nil {
			return best, infra(err)
		}
		r, short, err := v.confirm(ctx, *c)
		if err != nil || ctx.Err() != nil && r == nil {
			return best, err
		}
		if r == nil {
			if err := kept.Drop(); err != nil {
				return best, infra(err)
			}
			c.by.unconfirmed(short)
			continue
		}
		if r, err = v.minimise(ctx, r); err != nil {
			return best, err
		}
		if r, err = v.measure(ctx, r); err != nil {
			return best, err
		}
		if err := kept.Settle(r.unsettled(ctx)); err != nil {
			return best, infra(err)
		}
		best = better(ctx, j, best, r)
		if tries++; ctx.Err() != nil || best != nil && (best.always() || tries > maxBetter) {
			break
		}
		if best != nil {
			for _, s := range p.members {
				s.limit(max(leastExtra, j.Elapsed()/2))
			}
		}
	}
	if best == nil {
		return nil, nil //nolint:nilnil // the crash did not happen
	}
	return v.film(ctx, best)
}
