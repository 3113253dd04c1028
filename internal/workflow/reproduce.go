package workflow

import (
	"context"
	"errors"
	"time"

	"talpa/asra/guide"
	"talpa/fuzz/report"
	"talpa/internal/workflow/copies"
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
	// unconfirmed is the file of a script that met the crash once, "" if there is none.
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
	dir, err := newRunDir(o.Run.Out, o.APK)
	if err != nil {
		return nil, err
	}
	if err := saveBegun(ctx, j, r, dir); err != nil {
		return nil, infra(err)
	}
	j.Timed("reading")
	booted := bootFleet(ctx, j) // the devices boot during the analysis
	if r.guide, err = analyse(ctx, j, r.target); err == nil {
		r.pruned = prune(ctx, j, r.target, r.guide, dir)
	}
	j.Say("starting the device", "")
	fleet, bootErr := booted()
	j.Timed("starting the device")
	if fleet != nil {
		defer fleet.close()
	}
	if err != nil && ctx.Err() == nil {
		return nil, err
	}
	if err != nil || bootErr != nil {
		return finish(ctx, j, r, dir, bootErr)
	}

	v := newVerifier(j, r.target, fleet)
	s := newSearcher(j, r.target, r.guide, r.pruned, fleet, v.slot.close)
	kept := &unconfirmed{dir: dir, sha256: r.target.app.Archive.SHA256()}
	r.best, err = pursue(ctx, j, s, v, kept)
	r.searched, r.unconfirmed = s.totals, kept.name
	if r.best == nil {
		r.closest = v.filmClosest(ctx, r.searched.Nearest)
		if n := r.searched.Nearest; n != nil && n.Waits != "" {
			j.Note("where the search came nearest, the crash %s", n.Waits)
		}
	}
	v.slot.close()
	return finish(ctx, j, r, dir, err)
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
		result.Verdict, result.Fault = report.NoVerdict, saveErr.Error()
		err = errors.Join(err, infra(saveErr))
	}
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
func pursue(ctx context.Context, j job, s *searcher, v verifier, kept *unconfirmed) (best *reproducer, err error) {
	for tries := 0; ; {
		c, err := s.search(ctx, best == nil)
		if err != nil {
			return best, err
		}
		if c == nil {
			break
		}
		if err := kept.keep(c.found.Script); err != nil {
			return best, err
		}
		r, short, err := v.confirm(ctx, *c)
		if err != nil || ctx.Err() != nil && r == nil {
			return best, err
		}
		if r == nil {
			if err := kept.drop(); err != nil {
				return best, err
			}
			s.unconfirmed(short)
			continue
		}
		if r, err = v.minimise(ctx, r); err != nil {
			return best, err
		}
		if r, err = v.measure(ctx, r); err != nil {
			return best, err
		}
		if err := kept.settle(ctx, r); err != nil {
			return best, err
		}
		best = better(ctx, j, best, r)
		if tries++; ctx.Err() != nil || best != nil && (best.always() || tries > maxBetter) {
			break
		}
		if best != nil {
			s.limit(max(leastExtra, j.Elapsed()/2))
		}
	}
	if best == nil {
		return nil, nil //nolint:nilnil // the crash did not happen
	}
	return v.film(ctx, best)
}
