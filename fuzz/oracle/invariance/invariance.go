// Package invariance is an oracle for bugs that crash nothing: Genie's
// independent-view property (Su et al., "Fully Automated Functional Fuzzing of
// Android Apps for Detecting Non-Crashing Logic Bugs", OOPSLA 2021). What is done
// to one row of a list must not undo what is then done to another. A seed test of
// the generator's is played; then, from cleared data, a mutant of it: the same
// events with others between them that begin on a view the seed does not use and
// come back to the screen where they began. Whatever the rest of the seed then
// added to a screen or took away it must add or take away in the mutant, too.
//
// What was seen so is played again before it is told: seed and mutant as one script,
// with a clearing of the data between them. Such a script judges itself: a replay needs nothing but
// its events, and a shortened script is held to the same rules. They are, by the
// paper's numbers:
//
//	D2 views of one class next to each other in one group are independent, and views of
//	   no group are of all others (views.go)
//	D3 a view that the seed acts on is active; the inserted events begin on none, and later
//	   leave its rows alone
//	D5 the inserted events come back to the pivot, the screen where they began (walk.go)
//	D7 the effect of events is what they add to a screen, and what they take away (effect.go);
//	   that of a touch which opens another screen is that it opens, and what it is called by
//	   (opened.go)
//	D8 an effect of the seed that the mutant lacks is a violation (trial.go)
//
// What is stricter than the paper, for fewer false alarms: only effects of events
// after the insertion count, since the inserted events may undo what was before; an
// effect is lost only if the mutant's screen before showed the same of it, and the
// one after shows that it has not come about; rows of a list that has more than it
// shows are judged only where they cannot be out of sight (rows.go); snackbars and
// bars of progress are no effects, and waited for where they are in the way
// (passing.go); pages with another heading or tab are of another type; radio buttons
// are no independent views; digits do not count. The trace of inserted events is not
// taken from a model alone: it is walked, one event after the other, and the model
// only knows the paths back.
//
// The property is the app's to break: a filter hides rows, a tab is another page.
// Findings are to be looked at by a person (the paper: 40.9 % of those reported
// were bugs).
package invariance

import (
	"math/rand"
	"slices"

	"talpa/fuzz/event"
	"talpa/fuzz/oracle"
	"talpa/fuzz/ui"
)

// Name is the word by which the oracle is asked for.
const Name = "invariance"

// Bounds of the tests that the oracle plays.
const (
	minSeed, maxSeed = 7, 15 // events of a seed, as in the paper at most 15
	idle             = 4     // times as many may be played, if most of them change nothing
	insertsPerSeed   = 24
	insertsPerLone   = 8  // of these, that begin on a view of no group
	insertsPerMutant = 3  // at most, each at a page of its own: starting the app takes as long as some ten events
	exploreFirst     = 1  // episodes of the generator alone, at first
	maxFruitless     = 4  // seeds in a row of which no mutant can be made, before it explores again
	exploring        = 60 // events of an episode of the generator alone
)

// Oracle plays tests and compares them. Where nobody asks it for events, it only
// judges.
type Oracle struct {
	rng   *rand.Rand
	trial trial
	model model

	turn      turn
	episodes  int
	events    int // of the episode
	fruitless int // seeds in a row without a mutant
	length    int // of the seed that the generator is playing
	prefixes  prefixes
	begin     []action // what the seed is to begin with
	test      *test
	plan      []start    // of the mutant underway, where more is to be inserted
	walk      *walk      // the inserted events underway, nil if there are none
	suspects  [][]action // what shows that a mutant lacked something: one is played again after the other
	queue     []action   // what is left of the one that is played
	funnel    *funnel
	told      map[string]bool // the signatures of what was told
	restored  map[thing]bool  // kinds of what UNDO has brought back
}

// turn is whose events are played.
type turn int

const (
	explore    turn = iota // the generator's, freely
	seeding                // the generator's, as a seed
	mutating               // a mutant's
	repeating              // those of a seed again, before a mutant of it is held against it
	confirming             // those of a seed, clearing the data, and those of a mutant
)

// test is a seed of which mutants are made.
type test struct {
	run
	starts   []start        // of the mutants still to be made
	repeated bool           // without the events that changed nothing, which took time
	volatile map[thing]bool // kinds
}

// New returns an oracle; rng chooses seeds' lengths and what is inserted.
func New(rng *rand.Rand) *Oracle {
	return &Oracle{rng: rng, model: model{}, funnel: newFunnel(), told: map[string]bool{}, restored: map[thing]bool{}}
}

// Name implements oracle.Oracle.
func (o *Oracle) Name() string { return Name }

// Tallies implements oracle.Tallier.
func (o *Oracle) Tallies() []oracle.Tally { return []oracle.Tally{o.funnel.result()} }

// Reset implements oracle.Oracle: it decides what the next episode is for.
func (o *Oracle) Reset() {
	o.trial, o.walk = trial{}, nil
	o.events = 0
	o.episodes++
	switch {
	case o.rng == nil:
		o.turn = explore
	case len(o.suspects) > 0 && !o.test.repeated:
		o.turn, o.test.repeated = repeating, true
		o.queue = slices.Clone(o.test.actions)
	case len(o.suspects) > 0:
		o.turn = confirming
		o.queue, o.suspects = o.suspects[0], o.suspects[1:]
		o.trial.volatile, o.trial.restored = o.test.volatile, o.restored
	case o.mutant():
		o.turn = mutating
		o.trial.seed, o.trial.volatile, o.trial.told = o.test.run, o.test.volatile, true
		o.trial.restored = o.restored
	case o.episodes <= exploreFirst || o.fruitless >= maxFruitless:
		o.turn, o.fruitless = explore, 0
	default:
		o.seed()
	}
}

// seed begins a seed.
func (o *Oracle) seed() {
	o.turn, o.begin = seeding, nil
	o.length = minSeed + o.rng.Intn(maxSeed-minSeed+1)
	if len(o.prefixes) > 0 && o.rng.Float64() < prefixShare {
		o.begin = o.prefixes[o.rng.Intn(len(o.prefixes))].actions
		o.length = len(o.begin) + minAfterPrefix + o.rng.Intn(maxAfterPrefix-minAfterPrefix+1)
	}
	o.funnel.add(stageBegun, 1)
}

// mutant begins a mutant of the test, if another one can be made: the next start, and others at pages of their own.
func (o *Oracle) mutant() bool {
	if o.test == nil || len(o.test.starts) == 0 {
		o.test = nil
		return false
	}
	o.plan = nil
	o.test.starts = slices.DeleteFunc(o.test.starts, func(s start) bool {
		if len(o.plan) == insertsPerMutant ||
			slices.ContainsFunc(o.plan, func(other start) bool { return other.pivot == s.pivot }) {
			return false
		}
		o.plan = append(o.plan, s)
		return true
	})
	slices.SortFunc(o.plan, func(a, b start) int { return a.pivot - b.pivot })
	o.funnel.add(stageMutants, 1)
	return true
}

// Judge implements oracle.Oracle.
func (o *Oracle) Judge(s oracle.Step) []oracle.Violation {
	o.events++
	from, known := o.trial.mutant.now(), len(o.trial.mutant.actions)
	o.trial.add(s)
	r := &o.trial.mutant
	if len(r.actions) > known {
		o.model.learn(from, r.actions[known], r.now())
		r.learnRestored(o.restored)
	}
	if (o.turn == repeating || o.turn == confirming) && len(o.trial.seed.actions) == 0 {
		o.test.learn(r)
	}
	if o.walk != nil {
		return nil
	}
	loss := o.trial.judge()
	if loss == nil {
		return nil
	}
	o.trial.found = true
	v := loss.violation()
	switch {
	case o.turn == mutating && o.told[v.Signature]:
		o.funnel.add(stageLacking, 1)
		v.Again = true
	case o.turn == mutating:
		o.funnel.add(stageLacking, 1)
		o.suspects = o.trial.suspects()
		return nil
	case o.turn == confirming:
		o.funnel.add(stageAgain, 1)
		o.suspects = nil
	}
	o.told[v.Signature] = true
	return []oracle.Violation{v}
}

// learn remembers what a run of the seed shows otherwise than the first one did:
// it changes by itself.
func (t *test) learn(r *run) {
	n := len(r.actions)
	if n == 0 || n >= len(t.pages) {
		return
	}
	was, is := t.pages[n].things, r.pages[n].things
	for k, c := range was {
		if is[k] != c {
			t.volatile[k.kind()] = true
		}
	}
	for k, c := range is {
		if was[k] != c {
			t.volatile[k.kind()] = true
		}
	}
}

// Allows implements oracle.Guard: a seed is made of what fingers do to widgets that
// can be told from others.
func (o *Oracle) Allows(e event.Event, _ *ui.Screen) bool {
	if o.turn != seeding {
		return true
	}
	_, ok := o.trial.mutant.now().action(e)
	return ok && plain(e)
}

// plain says whether an event may be part of a test.
func plain(e event.Event) bool {
	switch e.Kind {
	case event.Launch, event.Back, event.Menu:
		return true
	case event.Tap, event.LongTap, event.Text, event.Scroll:
		return !e.Target.IsZero()
	}
	return false
}

// Propose implements oracle.Proposer.
func (o *Oracle) Propose(*ui.Screen) (event.Event, oracle.Turn) {
	none := event.Event{}
	switch {
	case o.turn == explore && o.rng != nil && o.events >= exploring:
		return none, oracle.End
	case o.turn == explore:
		return none, oracle.Pass
	case o.trial.found:
		return o.end("")
	case o.trial.broken:
		return o.end(brokenUsing)
	case o.turn == mutating:
		return o.mutate()
	case o.turn == repeating || o.turn == confirming:
		if len(o.queue) == 0 && o.trial.mutant.now().clears() {
			return wait(), oracle.Play
		}
		if len(o.queue) == 0 {
			return none, oracle.End
		}
		d := o.queue[0]
		if d.event.Kind == event.ClearData || d.event.Kind == event.Wait {
			o.queue = o.queue[1:]
			return d.event, oracle.Play
		}
		e, turn := o.follow(d)
		if turn != oracle.Play || e.Kind != event.Wait {
			o.queue = o.queue[1:]
		}
		return e, turn
	}
	if e, ok := o.prefix(); ok {
		return e, oracle.Play
	}
	seed := o.trial.mutant.effective()
	if len(seed.actions) < o.length && len(o.trial.mutant.actions) < idle*o.length {
		if now := o.trial.mutant.now(); now.clears() {
			if e, ok := o.snackbar(now, usingBySeed); ok {
				return e, oracle.Play
			}
		}
		return none, oracle.Pass
	}
	o.test = &test{run: seed, starts: seed.starts(o.rng, o.funnel), volatile: map[thing]bool{}}
	o.funnel.add(stageSeeds, 1)
	o.funnel.add(stageTargets, len(o.test.starts))
	o.prefixes.add(&seed)
	if o.fruitless++; len(o.test.starts) > 0 {
		o.fruitless = 0
	}
	return none, oracle.End
}

// prefix is the next event of what the seed begins with; where one cannot be played the generator
// goes on from there.
func (o *Oracle) prefix() (event.Event, bool) {
	if len(o.begin) == 0 {
		return event.Event{}, false
	}
	now := o.trial.mutant.now()
	if now.clears() && !o.begin[0].passing {
		return wait(), true
	}
	e, ok := now.aim(o.begin[0])
	if o.begin = o.begin[1:]; !ok {
		o.begin = nil
	}
	return e, ok
}

// pause is about as long as so many events take: what comes about while the seed waits so
// long does so by itself.
func pause(events int) event.Event { return event.Event{Kind: event.Wait, Millis: 1000 * (events + 1)} }

// mutate plays the next event of the mutant.
func (o *Oracle) mutate() (event.Event, oracle.Turn) {
	if o.walk == nil && len(o.plan) > 0 && o.trial.come() == o.plan[0].pivot {
		o.walk, o.plan = &walk{start: o.plan[0]}, o.plan[1:]
		o.funnel.add(stageInserts, 1)
	}
	if o.walk != nil {
		if e, ok := o.insert(); ok {
			return e, oracle.Play
		}
		if !o.walk.done {
			return o.end(brokenAway)
		}
		o.trial.inserts = append(o.trial.inserts, insertion{o.walk.start.pivot, o.walk.inserted})
		o.walk = nil
	}
	n := o.trial.come()
	if n == len(o.test.actions) {
		if now := o.trial.mutant.now(); now.clears() && !o.test.now().bar {
			return wait(), oracle.Play
		}
		return o.end("")
	}
	return o.follow(o.test.actions[n])
}

// follow plays an action of the seed where its widget is now, after a snackbar that it does
// not use is gone.
func (o *Oracle) follow(d action) (event.Event, oracle.Turn) {
	if o.trial.mutant.now().clears() && !d.passing {
		return wait(), oracle.Play
	}
	e, ok := o.trial.mutant.now().aim(d)
	switch {
	case ok:
		return e, oracle.Play
	case len(o.trial.inserts) > 0:
		return o.end(brokenAfter)
	}
	return o.end(brokenBefore)
}

// end ends the episode; why says what broke a mutant off, "" if nothing did. What was still to be inserted is left for
// another mutant, if this one came to inserting anything.
func (o *Oracle) end(why string) (event.Event, oracle.Turn) {
	switch {
	case o.turn != mutating:
	case why == "":
		o.funnel.add(stagePlayed, len(o.trial.inserts))
	default:
		o.funnel.tally.Break(why)
	}
	if o.turn == mutating && (o.walk != nil || len(o.trial.inserts) > 0) {
		o.test.starts = append(o.test.starts, o.plan...)
	}
	o.walk = nil
	return event.Event{}, oracle.End
}
