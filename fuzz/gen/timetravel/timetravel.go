// Package timetravel generates events that go back to promising states, after
// Dong et al., "Time-travel Testing of Android Apps", ICSE 2020 (TimeMachine).
//
// Another generator, the random one unless told otherwise, chooses the events.
// This one watches the states that it passes. When it is stuck, in a dead end or
// a loop (stuck.go), it goes to the fittest state known: one that is new, was
// visited seldom, and from which others were found (corpus.go).
//
// The paper restores a snapshot of the machine. Here the way there is played: the
// shortest that the transitions met so far know, from where the app is, else from
// its start, which is a matter of few events; each is looked at, and where one
// leads elsewhere the way is sought anew from there. So the app keeps its data,
// which the paper takes back to what they were. A state that no way leads to any
// more loses its fitness.
//
// A state is interesting, as in the paper, if it is new and the event that led there first ran new code. Where
// the device does not tell, a structure never seen before stands for that.
package timetravel

import (
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
	base   gen.Generator
	corpus *corpus
	stuck  stuck
	travel *travel // nil: the base chooses
	here   *state  // nil outside the app
	own    bool    // the last event was not the base's
	counts [2]gen.StrategyCount
}

// travel is a way to a state that is underway.
type travel struct {
	goal      *state
	events    int         // played on it
	restarted bool        // it began at the app's start
	by        *transition // what was played last; nil: a start of the app
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
}

// Next implements gen.Generator. It never ends an episode.
func (g *Generator) Next(v gen.View) (event.Event, bool) {
	if g.travel == nil && g.here != nil && g.stuck.is(g.corpus) {
		if goal := g.corpus.fittest(g.here); goal != nil {
			g.travel = &travel{goal: goal}
			g.counts[1].Plans++
		}
	}
	if g.travel != nil {
		if e, ok := g.onward(v); ok {
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

// onward is the next event of the travel; false where it is over.
func (g *Generator) onward(v gen.View) (event.Event, bool) {
	t := g.travel
	if g.here == t.goal {
		t.goal.failed = 0
		t.goal.visits++ // else the same state stays the fittest one, and is gone to again and again
		g.counts[1].Raised++
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
	t.goal.failed++
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
		return
	}
	before := g.here
	g.here = g.corpus.visit(o.After.Screen, before, o.Event, o.Code, !g.own)
	switch {
	case !g.own:
		g.stuck.step(g.here, g.here == before)
	case g.travel != nil && g.travel.by != nil && g.travel.by.to == g.here:
		g.travel.by.led++
	case g.travel != nil && g.travel.by != nil:
		g.travel.by.failed++
	}
}

// WantsCoverage implements gen.CoverageGuided.
func (g *Generator) WantsCoverage() bool { return true }

// States implements gen.Generator.
func (g *Generator) States() int { return len(g.corpus.states) }

// Strategies implements gen.Strategic: what the base chose, and the ways, of which those count as raised that
// led to their state.
func (g *Generator) Strategies() []gen.StrategyCount { return g.counts[:] }

// Chose implements gen.Strategic.
func (g *Generator) Chose() string {
	if g.own {
		return travels
	}
	return explores
}
