// Package timetravel generates events that go back to promising states, after
// Dong et al., "Time-travel Testing of Android Apps", ICSE 2020 (TimeMachine).
//
// Another generator, the random one unless told otherwise, chooses the events.
// This one watches the states that it passes. When it is stuck, in a dead end or
// a loop (stuck.go), the episode ends and the next one begins in the fittest
// state known: one that is new, was visited seldom, and from which others were
// found (corpus.go). The paper restores a snapshot of the machine; here the
// events that led to the state are played again from cleared data, which costs
// less on a device that starts an app in a fraction of a second, and works on
// phones. A state that the events do not lead to again loses its fitness.
//
// It does not see which code ran: a state of a structure never seen before
// stands for the coverage gain that makes a state interesting in the paper.
package timetravel

import (
	"math/rand"

	"talpa/fuzz/event"
	"talpa/fuzz/gen"
)

// fromStart is the part of the episodes that begin at the app's start though
// there are states to go back to.
const fromStart = 0.15

// Generator is the time-travel generator.
type Generator struct {
	rng    *rand.Rand
	base   gen.Generator
	corpus *corpus
	stuck  stuck

	goal   *state        // where the episode begins; nil: at the app's start
	path   []event.Event // what is left to play of the path there
	played []event.Event // since the data was cleared
	here   *state        // nil outside the app
	own    bool          // the last event was not the base's
}

// New returns a generator over base, which must not end episodes when it is
// stuck itself; it draws from rng.
func New(rng *rand.Rand, base gen.Generator) *Generator {
	return &Generator{rng: rng, base: base, corpus: newCorpus()}
}

// Begin implements gen.Generator.
func (g *Generator) Begin() {
	g.base.Begin()
	g.stuck = stuck{}
	g.played, g.here, g.goal, g.path = nil, nil, nil, nil
	if g.rng.Float64() < fromStart {
		return
	}
	if g.goal = g.corpus.fittest(g.rng); g.goal != nil {
		g.path = g.goal.path
	}
}

// Next implements gen.Generator. It ends the episode when it is stuck and knows
// a better place.
func (g *Generator) Next(v gen.View) (event.Event, bool) {
	if g.own = len(g.path) > 0; g.own {
		e, _, _ := event.Resolve(g.path[0], v.Screen)
		g.path = g.path[1:]
		return e, true
	}
	if g.goal != nil {
		g.corpus.arrived(g.goal, g.here)
		g.goal = nil
	}
	if g.stuck.is(g.corpus) && g.corpus.elsewhere(g.here) {
		return event.Event{}, false
	}
	return g.base.Next(v)
}

// Observe implements gen.Generator.
func (g *Generator) Observe(o gen.Outcome) {
	if !g.own {
		g.base.Observe(o)
	}
	if o.Refused {
		return
	}
	g.played = append(g.played, o.Event)
	if !o.After.InApp() {
		g.here = nil
		if o.Crash != "" {
			g.path = nil // what comes after a crash is not the path
		}
		return
	}
	before := g.here
	g.here = g.corpus.visit(o.After.Screen, before, g.played, !g.own)
	if !g.own {
		g.stuck.step(g.here, g.here == before)
	}
}

// States implements gen.Generator.
func (g *Generator) States() int { return len(g.corpus.states) }
