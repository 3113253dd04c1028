// Package timetravel generates events that go back to promising states, after
// Dong et al., "Time-travel Testing of Android Apps", ICSE 2020 (TimeMachine).
//
// Another generator, the random one unless told otherwise, chooses the events.
// This one watches the states that it passes. When it is stuck, in a dead end or
// a loop (stuck.go), it goes to the fittest state known: one that is new, was
// visited seldom, and from which others were found (corpus.go).
//
// The paper restores a snapshot of the machine. Here the device takes the app's data and its own settings back to what
// they were in that state (moments.go); the app is started, and the last events since its start that led to the state
// are played, without the detours. On a device that keeps no moments, and under oracles that judge by what came before,
// the way there is played from where the app is, else from its start, and the app keeps its data. Either way costs
// events like any others. A state that no way leads to any more loses its fitness.
//
// A state is interesting, as in the paper, if it is new and the event that led there first ran new code. Where
// the device does not tell, a structure never seen before stands for that.
package timetravel

import (
	"slices"

	"talpa/fuzz/event"
	"talpa/fuzz/gen"
)

// The names of what chooses events.
const (
	explores = "explore"
	travels  = "travel"
)

// Generator is the time-travel generator.
type Generator struct {
	base    gen.Generator
	corpus  *corpus
	stuck   stuck
	moments moments
	travel  *travel // nil: the base chooses
	here    *state  // nil outside the app
	own     bool    // the last event was not the base's
	counts  [2]gen.StrategyCount
}

// travel is a way to a state that is underway.
type travel struct {
	goal      *state
	events    int         // played on it
	restarted bool        // it began at the app's start
	by        *transition // what was played last; nil: a start of the app
	// tail is what is left to play from the app's start, where it began at a moment.
	tail  []event.Event
	taken bool // the device went back to the moment
}

// New returns a generator over base, which must not end episodes when it is
// stuck itself.
func New(base gen.Generator) *Generator {
	return &Generator{base: base, corpus: newCorpus(),
		counts: [2]gen.StrategyCount{{Name: explores}, {Name: travels}}}
}

// Begin implements gen.Generator.
func (g *Generator) Begin() {
	g.base.Begin()
	g.stuck, g.travel, g.here = stuck{}, nil, nil
	g.moments.stopped()
}

// Back implements gen.Traveller: the search is stuck, and the fittest state has a moment.
func (g *Generator) Back() (int, bool) {
	g.depart()
	if g.travel == nil || g.travel.taken || g.travel.goal.moment == nil {
		return 0, false
	}
	m := g.travel.goal.moment
	*g.travel = travel{goal: g.travel.goal, tail: m.tail, taken: true}
	g.here = nil
	g.moments.stopped()
	return m.number, true
}

// depart begins a way if the search is stuck.
func (g *Generator) depart() {
	if g.travel != nil || g.here == nil || !g.stuck.is(g.corpus) {
		return
	}
	if goal := g.corpus.fittest(g.here); goal != nil {
		g.travel = &travel{goal: goal}
		g.counts[1].Plans++
	}
}

// Next implements gen.Generator. It never ends an episode.
func (g *Generator) Next(v gen.View) (event.Event, bool) {
	g.depart()
	if g.travel != nil {
		next := g.nextOnRoute
		if g.travel.taken {
			next = g.replay
		}
		if e, ok := next(v); ok {
			g.own = true
			g.counts[1].Events++
			return e, true
		}
		g.travel, g.stuck = nil, stuck{}
	}
	g.own = false
	g.counts[0].Events++
	return g.base.Next(v)
}

// replay is the next event of a way that began at a moment; false where it is over.
func (g *Generator) replay(v gen.View) (event.Event, bool) {
	t := g.travel
	if t.events++; t.events == 1 {
		return event.Event{Kind: event.Restart}, true
	}
	if g.here != t.goal && len(t.tail) > 0 && g.here != nil {
		e, widget, _ := event.Resolve(t.tail[0], v.Screen)
		if t.tail = t.tail[1:]; e.Target.IsZero() || widget >= 0 {
			return e, true
		}
	}
	g.arrive()
	return event.Event{}, false
}

// arrive ends a way.
func (g *Generator) arrive() {
	goal := g.travel.goal
	goal.visits++ // else the same state stays the fittest one, and is gone to again and again
	if g.here != goal {
		goal.failed++
		return
	}
	goal.failed = 0
	g.counts[1].Raised++
}

// nextOnRoute is the next event of a way from where the app is; false where it is over.
func (g *Generator) nextOnRoute(v gen.View) (event.Event, bool) {
	t := g.travel
	if g.here == t.goal {
		g.arrive()
		return event.Event{}, false
	}
	for g.here != nil && t.events < maxRoute {
		t.by = g.corpus.route(g.here, t.goal)
		if t.by == nil {
			break
		}
		e, widget, _ := event.Resolve(t.by.event, v.Screen)
		if e.Target.IsZero() || widget >= 0 {
			t.events++
			return e, true
		}
		t.by.failed++ // it has nothing to act on
	}
	if !t.restarted && t.events < maxRoute {
		t.restarted, t.by = true, nil
		t.events++
		return event.Event{Kind: event.Restart}, true
	}
	g.arrive()
	return event.Event{}, false
}

// Observe implements gen.Generator.
func (g *Generator) Observe(o gen.Outcome) {
	if !g.own {
		g.base.Observe(o)
	}
	if o.Refused {
		g.travel = nil // an oracle forbids the way, or the device cannot take it
		return
	}
	if !o.After.InApp() {
		if g.here = nil; o.Crash != "" {
			g.travel = nil
		}
		g.moments.left(o)
		return
	}
	before := g.here
	to, fresh := g.corpus.visit(o.After.Screen, before, o.Event, o.Code, !g.own)
	g.here = to
	g.moments.went(o.Event, to, fresh)
	switch {
	case !g.own:
		g.stuck.step(g.here, g.here == before, o.Code)
	case g.travel != nil && g.travel.by != nil && g.travel.by.to == g.here:
		g.travel.by.led++
	case g.travel != nil && g.travel.by != nil:
		g.travel.by.failed++
	}
}

// Moments implements gen.Traveller.
func (g *Generator) Moments(n int) { g.moments.reset(n) }

// Keep implements gen.Traveller.
func (g *Generator) Keep() (int, bool) { return g.moments.keep(g.corpus) }

// WantsCoverage implements gen.CoverageGuided.
func (g *Generator) WantsCoverage() bool { return true }

// States implements gen.Generator.
func (g *Generator) States() int { return len(g.corpus.states) }

// Strategies implements gen.Strategic: what the base chose, and the ways, of which those count as raised that
// led to their state.
func (g *Generator) Strategies() []gen.StrategyCount { return slices.Clone(g.counts[:]) }

// Chose implements gen.Strategic.
func (g *Generator) Chose() string {
	if g.own {
		return travels
	}
	return explores
}
