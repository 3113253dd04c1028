package workflow

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand"
	"slices"
	"time"

	"talpa/asra/guide"
	"talpa/device"
	"talpa/fuzz"
	"talpa/fuzz/event"
	"talpa/fuzz/gen"
	"talpa/fuzz/gen/script"
	"talpa/fuzz/probe"
	"talpa/internal/workflow/board"
	"talpa/internal/workflow/checkpoint"
	"talpa/internal/workflow/copies"
	"talpa/internal/workflow/environment"
	"talpa/internal/workflow/fleet"
	"talpa/internal/workflow/tally"
)

// searcher searches the variants of the app, one after the other.
type searcher struct {
	job
	target target
	guide  *guide.Guide
	pruned []*copies.Copy // the one that prunes most first
	fleet  *fleet.Fleet   // of its own
	number int            // among the members of the portfolio
	board  *board.Board

	run   RunOptions // of the job
	turns *environment.Turns[*place]
	// madeFor is the API level of the app's target version, where it has turns; 0: it has none.
	madeFor int
	begun   time.Time // later by what devices took to start
	totals  tally.Tally

	record *checkpoint.Writer
	kept   *checkpoint.Unconfirmed
	before float64 // seconds that earlier commands have searched
	// searched is how long the searches of this command took that are over.
	searched time.Duration
	waiting  *candidate // met by an earlier command, and not tried again; nil: none
	refusal  error      // why a pruned copy was not installed, until another variant was; nil: none was refused
}

// place is what a search has in one environment.
type place struct {
	left    []*variant    // still to be searched, the present one first
	nearest *fuzz.Nearest // where it came nearest; nil: it never came near, or searches there now
	seen    bool          // the app was in front there
}

// open says whether something is left to do in an environment: a variant with time and events. One without is not
// worth other devices.
func (s *searcher) open(p *place) bool {
	return slices.ContainsFunc(p.left, func(v *variant) bool {
		_, _, ok := s.budget(v)
		return ok
	})
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
	paused gen.Paused    // the generators of the turn before
}

// candidate is a script that caused the crash once, in the search.
type candidate struct {
	found *fuzz.Finding
	copy  *copies.Copy // the pruned app that it was found on; nil: the app as it is
	by    *searcher    // that found it
}

const (
	// unprunedShare is the part of the search time that is kept for the app as it
	// is, in case what was pruned, if anything was, mattered after all.
	unprunedShare = 3 // one third
	// plainSeeds, planSeeds and copySeeds keep the seeds of the variants apart, placeSeeds those of the environments:
	// events that were in vain in one are not drawn in the same order in the next.
	plainSeeds, planSeeds, copySeeds, placeSeeds = 1000, 2000, 4000, 30_000
	// unseenShare is the part of a turn, one in so many, after which it is over where the app has not come to the front.
	unseenShare = 10
	// planEvents bounds the search that follows a script.
	planEvents = 400
	// extraEvents bounds the search for a script that works more often.
	extraEvents = 1500
	// maxLost is the number of scripts lost after which a pruned app is given up: it
	// shows what the app does not do.
	maxLost = 4
)

// newSearcher begins the search: its time runs from now.
func newSearcher(
	j job, r results, f *fleet.Fleet, number int, all *board.Board, kept *checkpoint.Unconfirmed,
) *searcher {
	s := &searcher{job: j, target: r.target, guide: r.guide, pruned: r.pruned, fleet: f, number: number, board: all,
		run: j.options.Run, begun: j.Now(), record: r.record, kept: kept, before: r.past.Searched}
	s.turns = environment.NewTurns(r.environments.Of(j.options.Run.Member+number), s.place)
	return s
}

// place is what a search begins with in its i-th environment: the variants of the search, or of what is left of its
// time. The pruned copies come first, that which does least at the front, then the app as it is. The copies share
// the time before the last third, and events alike where there is a step below one of them:
// so a crash that one cannot have is looked for on the next.
func (s *searcher) place(i int) *place {
	deadline := s.begun.Add(s.run.Time)
	seed := s.run.searchSeed() + int64(i)*placeSeeds + int64(s.number)*memberSeeds
	plain := &variant{apk: s.target.app.Path, until: deadline, seed: seed}
	if len(s.pruned) == 0 {
		return &place{left: []*variant{plain}}
	}
	plain.seed += plainSeeds
	left, steps := deadline.Sub(s.Now()), len(s.pruned)
	p := &place{}
	for i, c := range s.pruned {
		v := &variant{apk: c.Path, copy: c, until: deadline, seed: seed + int64(i)*copySeeds, probed: c.Probed,
			probes: probe.New(c.Report.Probes)}
		if c.Prunes {
			before := left - left/unprunedShare
			v.until = s.Now().Add(before * time.Duration(i+1) / time.Duration(steps))
			if steps > 1 {
				v.events = s.run.Events / (steps + 1)
			}
		}
		p.left = append(p.left, v)
	}
	p.left = append(p.left, plain)
	return p
}

// search runs the loop, one variant after the other, until one of them, now the
// first of its environment, meets the crash; nil if none does. Other environments have their turns if asked.
func (s *searcher) search(ctx context.Context, elsewhere bool) (*candidate, error) {
	if c := s.waiting; c != nil {
		s.waiting = nil
		return c, nil
	}
	for ctx.Err() == nil {
		at, err := s.next(ctx, elsewhere)
		if at == nil || err != nil {
			return nil, err
		}
		v := at.Of.left[0]
		left, events, ok := s.budget(v)
		if !ok {
			at.Of.left = at.Of.left[1:]
			continue
		}
		found, over, err := s.searchVariant(ctx, v, left, events, elsewhere)
		if err != nil {
			return nil, err
		}
		if found != nil {
			v.seed++
			v.paused.Forget()
			return &candidate{found: found, copy: v.copy, by: s}, nil
		}
		if over && ctx.Err() == nil { // what another member's success ended goes on if that is not confirmed
			at.Of.left = at.Of.left[1:]
		}
	}
	return nil, nil //nolint:nilnil // nothing was found
}

// unconfirmed tells that the script of the first variant did not work on the app as
// it is. What is left of it, if anything, leads the next search there.
func (s *searcher) unconfirmed(short *event.Script) {
	p := s.turns.Present().Of
	v := p.left[0]
	if v.lost++; v.plan != nil || v.copy != nil && v.lost >= maxLost {
		p.left = p.left[1:]
	}
	if short == nil || v.copy == nil {
		return
	}
	last := p.left[len(p.left)-1]
	plan := &variant{apk: s.target.app.Path, until: last.until, events: planEvents, seed: v.seed + planSeeds, plan: short}
	p.left = slices.Insert(p.left, 0, plan)
}

// limit ends the search in so much time from now at the latest, and each variant
// after some events, since the job may have no limit in time.
func (s *searcher) limit(left time.Duration) {
	end := s.Now().Add(left)
	for _, v := range s.turns.Present().Of.left {
		v.events = cmp.Or(v.events, extraEvents)
		if v.until.After(end) {
			v.until = end
		}
	}
}

// searchVariant runs the loop on one variant for so long, 0 for no bound, or until the turn of its environment is
// over. It says whether the variant is done with: its time or events are spent, or nothing was left to try.
func (s *searcher) searchVariant(ctx context.Context, v *variant, left time.Duration, events int, elsewhere bool) (
	found *fuzz.Finding, over bool, err error,
) {
	matcher, at := s.target.matcher, s.turns.Present()
	turnOver := false
	result, err := fuzz.Run(ctx, fuzz.Options{
		APK:        v.apk,
		Open:       s.fleet.OpenRecycling,
		Exchange:   s.board.Exchange,
		Member:     s.number,
		Guide:      s.guide,
		Policy:     fuzz.Policy(s.run.Generator),
		Without:    s.run.Without,
		Generator:  v.paused.GoOn(s.maker(v, at.Environment)),
		Outside:    append(s.target.app.Outside(), serverResponses(at.Network)...),
		Watched:    v.probed,
		Probes:     v.probes,
		Coverage:   s.run.Coverage,
		Wanted:     &matcher,
		InApp:      s.target.app.Defines,
		Seed:       v.seed,
		DeviceSeed: s.run.Seed,
		MaxTime:    left,
		MaxEvents:  events,
		Log:        s.machine.Log,
		Clock:      s.Now,
		Met:        s.met,
		Nearer:     s.nearer,
		Enough: func(n, screens int) bool {
			unseen := !at.Of.seen && screens == 0
			over := n >= at.Left() || unseen && n >= at.Length()/unseenShare || at.Early(n, s.plansAnswer()) && s.wantsServers()
			turnOver = turnOver || elsewhere && over && s.hasOther(unseen)
			all := s.board.Count(s.number, n)
			return turnOver || s.run.Events > 0 && all >= s.run.Events
		},
		Progress: func(p fuzz.Progress) {
			all, rate, searched := s.board.Progress(s.number, p, (s.searched + p.Elapsed).Seconds())
			s.record.Spent(all.Events, s.before+searched)
			s.Tell(Progress{Phase: "searching", Events: all.Events, Evidence: all.Path,
				Searched: searched, Budget: s.run.Time.Seconds(),
				Detail: fmt.Sprintf("%.0f a second, %s, %s", rate, counted(all.States, "screen", "screens"),
					counted(all.Violations, "other crash", "other crashes"))})
		},
	})
	s.account(v, at, result)
	if v.copy != nil && errors.Is(err, device.ErrInstall) {
		s.refusal = err // whether the app or what pruned it is at fault, the next variant tells
		return nil, true, nil
	}
	if err != nil {
		return nil, false, infra(err)
	}
	if s.refusal != nil {
		s.Note("a pruned copy was not searched, since the device did not install it: %v", s.refusal)
		s.refusal = nil
	}
	if turnOver {
		at.Spend(at.Left()) // also where the app was not seen
	}
	return result.Found, !turnOver, nil
}

// account adds up what a search of a variant did and spent.
func (s *searcher) account(v *variant, at *environment.Turn[*place], result *fuzz.Result) {
	s.totals.Add(result)
	s.board.Over(s.number, result)
	at.Spend(result.Progress.Events)
	at.Of.seen = at.Of.seen || len(result.Activities) > 0
	if v.events > 0 { // 0 would be no bound; what has had its events is over, or met the crash and gets one more
		v.events = max(1, v.events-result.Progress.Events)
	}
	s.searched += result.Progress.Elapsed
	s.record.Stopped(s.board.Events(), s.before+s.searched.Seconds())
	s.begun = s.begun.Add(result.StartUp) // a start is no search
	for _, turn := range s.turns.All() {
		for _, later := range turn.Of.left {
			later.until = later.until.Add(result.StartUp)
		}
	}
	s.Timed("search")
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
		rest := s.run.Events - s.board.Events()
		if rest <= 0 {
			return 0, 0, false
		}
		if events == 0 || rest < events {
			events = rest
		}
	}
	return left, events, true
}

// maker makes the generators of a variant: they follow its plan, or begin on an older build, if there is one.
func (s *searcher) maker(v *variant, e environment.Environment) func(*rand.Rand) gen.Generator {
	policy, member := fuzz.Policy(s.run.Generator), s.board.Member(s.number, e, v.apk)
	if v.plan != nil {
		return func(rng *rand.Rand) gen.Generator {
			return script.Follow(v.plan, policy.NewMember(s.guide, rng, member, s.run.Without...), rng)
		}
	}
	if upgrading := policy.Upgrading(s.run.UpgradeFrom, s.guide, member, s.run.Without...); upgrading != nil {
		return upgrading
	}
	return func(rng *rand.Rand) gen.Generator { return policy.NewMember(s.guide, rng, member, s.run.Without...) }
}
