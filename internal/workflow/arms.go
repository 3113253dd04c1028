package workflow

import (
	"cmp"
	"context"
	"math/rand"
	"time"

	"talpa/fuzz"
	"talpa/fuzz/event"
	"talpa/fuzz/gen"
	"talpa/fuzz/gen/guided"
	"talpa/fuzz/gen/script"
	"talpa/fuzz/probe"
)

// arm is one variant of the app and how long it is searched.
type arm struct {
	apk     string
	until   time.Time
	events  int           // at most; 0: as many as the job has
	seed    int64         // of the next search
	plan    *event.Script // to be followed; nil: the generator is free
	watched []string      // methods whose running is to be heard of
	probes  *probe.Set    // those of them that log; nil: none
	lost    int           // scripts found here that did not work on the app as it is
}

const (
	// unprunedShare is the part of the search time that is kept for the app as it
	// is, in case what was pruned, if anything was, mattered after all.
	unprunedShare = 3 // one third
	// plainSeeds keeps the seeds of the arms apart.
	plainSeeds, planSeeds = 1000, 2000
	// planEvents bounds the search that follows a script.
	planEvents = 400
	// extraEvents bounds the search for a script that works more often.
	extraEvents = 1500
	// maxLost is the number of scripts lost after which a pruned app is given up: it
	// shows what the app does not do.
	maxLost = 4
)

// variants are the arms of the search, or of what is left of it: the pruned app first,
// then the app as it is.
func (r *reproduction) variants() []*arm {
	deadline := r.begun.Add(r.options.Run.Time)
	arms := []*arm{{apk: r.app.path, until: deadline, seed: r.options.Run.Seed}}
	if r.pruned != nil {
		pruned := &arm{apk: r.pruned.path, until: deadline, seed: r.options.Run.Seed, watched: r.watched,
			probes: probe.New(r.pruned.report.Probes)}
		if prunes(r.guide) {
			pruned.until = deadline.Add(-time.Until(deadline) / unprunedShare)
		}
		arms[0].seed += plainSeeds
		arms = append([]*arm{pruned}, arms...)
	}
	return arms
}

// plain says whether the arm is the app as it is.
func (r *reproduction) plain(a *arm) bool { return a.apk == r.app.path }

// search runs the loop, one arm after the other, until one of them, now the
// first, meets the crash; nil if none does.
func (r *reproduction) search() (*fuzz.Finding, error) {
	for len(r.arms) > 0 && r.ctx.Err() == nil {
		a := r.arms[0]
		found, err := r.searchArm(a)
		if found != nil || err != nil {
			a.seed++
			return found, err
		}
		if r.wantsServers() {
			if err := r.standIn(); err != nil {
				return nil, err
			}
			continue
		}
		r.arms = r.arms[1:]
	}
	return nil, nil //nolint:nilnil // nothing was found
}

// strayed tells that the script of the first arm did not work on the app as it
// is. What is left of it, if anything, leads the next search there.
func (r *reproduction) strayed(short *event.Script) {
	a := r.arms[0]
	if a.lost++; a.plan != nil || !r.plain(a) && a.lost >= maxLost {
		r.arms = r.arms[1:]
	}
	if short == nil || r.plain(a) {
		return
	}
	last := r.arms[len(r.arms)-1]
	plan := &arm{apk: r.app.path, until: last.until, events: planEvents, seed: a.seed + planSeeds, plan: short}
	r.arms = append([]*arm{plan}, r.arms...)
}

// hurry ends the search in so much time from now at the latest, and each arm after
// some events, since the job may have no limit in time.
func (r *reproduction) hurry(left time.Duration) {
	end := time.Now().Add(left)
	for _, a := range r.arms {
		a.events = cmp.Or(a.events, extraEvents)
		if a.until.After(end) {
			a.until = end
		}
	}
}

// searchArm runs the loop on one variant; nil means that it found nothing.
func (r *reproduction) searchArm(a *arm) (*fuzz.Finding, error) {
	run := r.options.Run
	left, events, ok := r.budget(a)
	if !ok {
		return nil, nil //nolint:nilnil // no time is left for it
	}
	matcher := r.matcher
	before := r.result.Events
	ctx, cancel := context.WithCancel(r.ctx)
	defer cancel()
	result, err := fuzz.Run(ctx, fuzz.Options{
		APK:       a.apk,
		Open:      r.fleet.openRecycling,
		Workers:   run.workers(),
		Guide:     r.guide,
		Policy:    fuzz.Policy(run.Generator),
		Generator: r.follower(a),
		Outside:   append(outside(r.app.archive.Manifest()), oddServers(run.Network)...),
		Watched:   a.watched,
		Probes:    a.probes,
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
			if r.spent(before+p.Events) >= halfway && r.wantsServers() {
				cancel()
			}
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

// budget is what a search of the arm may spend, 0 for no bound; false if nothing
// is left.
func (r *reproduction) budget(a *arm) (left time.Duration, events int, ok bool) {
	run := r.options.Run
	if run.Time > 0 {
		if left = time.Until(a.until); left <= 0 {
			return 0, 0, false
		}
	}
	if events = a.events; run.Events > 0 {
		rest := run.Events - r.result.Events
		if rest <= 0 {
			return 0, 0, false
		}
		if events == 0 || rest < events {
			events = rest
		}
	}
	return left, events, true
}

// follower makes the generator of an arm that has a plan; nil for others.
func (r *reproduction) follower(a *arm) func(*rand.Rand) gen.Generator {
	if a.plan == nil {
		return nil
	}
	return func(rng *rand.Rand) gen.Generator {
		return script.Follow(a.plan, fuzz.Policy(r.options.Run.Generator).New(r.guide, rng), rng)
	}
}

// perSecond is the rate of a search.
func perSecond(p fuzz.Progress) float64 {
	if p.Elapsed <= 0 {
		return 0
	}
	return float64(p.Events) / p.Elapsed.Seconds()
}
