package workflow

import (
	"cmp"
	"context"
	"fmt"
	"math/rand"
	"slices"
	"time"

	"talpa/asra/guide"
	"talpa/fuzz"
	"talpa/fuzz/event"
	"talpa/fuzz/gen"
	"talpa/fuzz/gen/script"
	"talpa/fuzz/probe"
	"talpa/internal/workflow/checkpoint"
	"talpa/internal/workflow/copies"
	"talpa/internal/workflow/fleet"
	"talpa/internal/workflow/tally"
)

// searcher searches the variants of the app, one after the other.
type searcher struct {
	job
	target  target
	guide   *guide.Guide
	pruned  []*copies.Copy // the one that prunes most first
	fleet   *fleet.Fleet
	release func() // gives back the device that others hold

	run    RunOptions // of the job; stand-in servers change its network, levels its API
	levels levels
	moves  int64      // to other devices
	begun  time.Time  // later by what devices took to start
	left   []*variant // still to be searched, the present one first
	totals tally.Tally

	record *checkpoint.Writer
	kept   *checkpoint.Unconfirmed
	before float64 // seconds that earlier commands have searched
	// searched is how long the searches of this command took that are over.
	searched time.Duration
	waiting  *candidate // met by an earlier command, and not tried again; nil: none
}

// variant is one variant of a search: which copy of the app, for how long, and what
// the generator is told.
type variant struct {
	apk    string
	copy   *copies.Copy // the pruned app; nil: the app as it is
	until  time.Time
	events int           // at most; 0: as many as the job has
	seed   int64         // of the next search
	plan   *event.Script // to be followed; nil: the generator is free
	probed []string      // methods whose running is the search's feedback
	probes *probe.Set    // those of them that log; nil: none
	lost   int           // scripts found here that did not work on the app as it is
}

// candidate is a script that caused the crash once, in the search.
type candidate struct {
	found *fuzz.Finding
	copy  *copies.Copy // the pruned app that it was found on; nil: the app as it is
}

const (
	// unprunedShare is the part of the search time that is kept for the app as it
	// is, in case what was pruned, if anything was, mattered after all.
	unprunedShare = 3 // one third
	// plainSeeds, planSeeds and copySeeds keep the seeds of the variants apart, moveSeeds those of the devices:
	// events that were in vain on one are not drawn in the same order on the next.
	plainSeeds, planSeeds, copySeeds, moveSeeds = 1000, 2000, 4000, 30_000
	// planEvents bounds the search that follows a script.
	planEvents = 400
	// extraEvents bounds the search for a script that works more often.
	extraEvents = 1500
	// maxLost is the number of scripts lost after which a pruned app is given up: it
	// shows what the app does not do.
	maxLost = 4
)

// newSearcher begins the search: its time runs from now.
func newSearcher(j job, r results, f *fleet.Fleet, release func(), kept *checkpoint.Unconfirmed) *searcher {
	s := &searcher{job: j, target: r.target, guide: r.guide, pruned: r.pruned, fleet: f, release: release,
		levels: r.levels,
		run:    j.options.Run, begun: j.Now(), record: r.record, kept: kept}
	s.left = s.variants()
	s.resume(r.past)
	return s
}

// variants are the variants of the search, or of what is left of its time: the pruned
// copies first, that which does least at the front, then the app as it is. The copies share
// the time before the last third, and events alike where there is a step below one of them:
// so a crash that one cannot have is looked for on the next.
func (s *searcher) variants() []*variant {
	deadline := s.begun.Add(s.run.Time)
	seed := s.run.searchSeed() + s.moves*moveSeeds
	plain := &variant{apk: s.target.app.Path, until: deadline, seed: seed}
	if len(s.pruned) == 0 {
		return []*variant{plain}
	}
	plain.seed += plainSeeds
	left, steps := deadline.Sub(s.Now()), len(s.pruned)
	var all []*variant
	for i, p := range s.pruned {
		v := &variant{apk: p.Path, copy: p, until: deadline, seed: seed + int64(i)*copySeeds, probed: p.Probed,
			probes: probe.New(p.Report.Probes)}
		if p.Prunes {
			before := left - left/unprunedShare
			v.until = s.Now().Add(before * time.Duration(i+1) / time.Duration(steps))
			if steps > 1 {
				v.events = s.run.Events / (steps + 1)
			}
		}
		all = append(all, v)
	}
	return append(all, plain)
}

// move begins with all variants again on other devices.
func (s *searcher) move(ctx context.Context, to string) error {
	s.release()
	if err := s.fleet.Replace(ctx, s.machine, s.run.devices(s.run.workers())); err != nil {
		return err
	}
	s.totals.Nearest = nil // what came near on the devices before would show another run
	s.moves++
	s.left = s.variants()
	s.Timed(to)
	return nil
}

// search runs the loop, one variant after the other, until one of them, now the
// first, meets the crash; nil if none does. Stand-in servers and another level are tried if
// asked.
func (s *searcher) search(ctx context.Context, servers bool) (*candidate, error) {
	if c := s.waiting; c != nil {
		s.waiting = nil
		return c, nil
	}
	for len(s.left) > 0 && ctx.Err() == nil {
		v := s.left[0]
		found, err := s.searchVariant(ctx, v, servers)
		if err != nil {
			return nil, err
		}
		if found != nil {
			v.seed++
			return &candidate{found: found, copy: v.copy}, nil
		}
		if servers && s.wantsServers(ctx) {
			if err := s.standIn(ctx); err != nil {
				return nil, err
			}
			continue
		}
		if servers && s.wantsLevel(ctx) && (len(s.left) == 1 || s.levelDue(s.totals.Search.Events, s.Now())) {
			if err := s.changeLevel(ctx); err != nil {
				return nil, err
			}
			continue
		}
		s.left = s.left[1:]
	}
	return nil, nil //nolint:nilnil // nothing was found
}

// unconfirmed tells that the script of the first variant did not work on the app as
// it is. What is left of it, if anything, leads the next search there.
func (s *searcher) unconfirmed(short *event.Script) {
	v := s.left[0]
	if v.lost++; v.plan != nil || v.copy != nil && v.lost >= maxLost {
		s.left = s.left[1:]
	}
	if short == nil || v.copy == nil {
		return
	}
	last := s.left[len(s.left)-1]
	plan := &variant{apk: s.target.app.Path, until: last.until, events: planEvents, seed: v.seed + planSeeds, plan: short}
	s.left = slices.Insert(s.left, 0, plan)
}

// limit ends the search in so much time from now at the latest, and each variant
// after some events, since the job may have no limit in time.
func (s *searcher) limit(left time.Duration) {
	end := s.Now().Add(left)
	for _, v := range s.left {
		v.events = cmp.Or(v.events, extraEvents)
		if v.until.After(end) {
			v.until = end
		}
	}
}

// searchVariant runs the loop on one variant; nil means that it found nothing.
func (s *searcher) searchVariant(ctx context.Context, v *variant, servers bool) (*fuzz.Finding, error) {
	left, events, ok := s.budget(v)
	if !ok {
		return nil, nil //nolint:nilnil // no time is left for it
	}
	// The search installs the variant over what is replayed elsewhere: all copies of the
	// app have one name. Who replays after it installs again.
	s.release()
	matcher := s.target.matcher
	before, asked := s.totals.Search.Events, s.Now()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	result, err := fuzz.Run(ctx, fuzz.Options{
		APK:        v.apk,
		Open:       s.fleet.OpenRecycling,
		Workers:    s.run.workers(),
		Guide:      s.guide,
		Policy:     fuzz.Policy(s.run.Generator),
		Without:    s.run.Without,
		Generator:  s.follower(v),
		Outside:    append(s.target.app.Outside(), serverResponses(s.run.Network)...),
		Watched:    v.probed,
		Probes:     v.probes,
		Wanted:     &matcher,
		InApp:      s.target.app.Defines,
		Seed:       v.seed,
		DeviceSeed: s.run.Seed,
		MaxTime:    left,
		MaxEvents:  events,
		Log:        s.machine.Log,
		Clock:      s.Now,
		Met:        s.met,
		Nearer:     s.record.Nearer,
		Progress: func(p fuzz.Progress) {
			searched := (s.searched + p.Elapsed).Seconds()
			s.record.Spent(before+p.Events, s.before+searched)
			s.Tell(Progress{Phase: "searching", Events: before + p.Events, Evidence: p.Path,
				Searched: searched, Budget: s.run.Time.Seconds(),
				Detail: fmt.Sprintf("%.0f a second, %d screens, %d other crashes", perSecond(p), p.States, p.Violations)})
			n, at := before+p.Events, asked.Add(p.Elapsed)
			if servers && (s.spent(n, at) >= halfway && s.wantsServers(ctx) ||
				s.levelDue(n, at) && s.wantsLevel(ctx)) {
				cancel()
			}
		},
	})
	s.totals.Add(result)
	s.searched += result.Progress.Elapsed
	s.record.Stopped(s.totals.Search.Events, s.before+s.searched.Seconds())
	s.begun = s.begun.Add(result.StartUp) // a start is no search
	for _, later := range s.left {
		later.until = later.until.Add(result.StartUp)
	}
	s.Timed("search")
	if err != nil {
		return nil, infra(err)
	}
	return result.Found, nil
}

// budget is what a search of the variant may spend, 0 for no bound; false if nothing
// is left.
func (s *searcher) budget(v *variant) (left time.Duration, events int, ok bool) {
	if s.run.Time > 0 {
		if left = v.until.Sub(s.Now()); left <= 0 {
			return 0, 0, false
		}
	}
	if events = v.events; s.run.Events > 0 {
		rest := s.run.Events - s.totals.Search.Events
		if rest <= 0 {
			return 0, 0, false
		}
		if events == 0 || rest < events {
			events = rest
		}
	}
	return left, events, true
}

// follower makes the generator of a variant that has a plan, or begins on an older build;
// nil for others.
func (s *searcher) follower(v *variant) func(*rand.Rand) gen.Generator {
	if v.plan == nil {
		return fuzz.Policy(s.run.Generator).Upgrading(s.run.UpgradeFrom, s.guide, s.run.Without...)
	}
	return func(rng *rand.Rand) gen.Generator {
		return script.Follow(v.plan, fuzz.Policy(s.run.Generator).New(s.guide, rng, s.run.Without...), rng)
	}
}

// perSecond is the rate of a search, 0 before it can be told.
func perSecond(p fuzz.Progress) float64 {
	if p.Elapsed < leastMeasured {
		return 0
	}
	return float64(p.Events) / p.Elapsed.Seconds()
}

// leastMeasured is the time of a search from which on its rate says something.
const leastMeasured = 100 * time.Millisecond
