// Package script generates the events of a known script, in each episode from
// the begin, and then hands over to another generator. It is what leads a
// search to a place before it is let loose: events that name a widget act on
// where the widget is now.
//
// The Generator does not wait for an app that is slow, nor does it notice that the
// script no longer leads where it led: package fuzz's Replay says what came of a
// script. The Follower does: it takes the script for a plan.
package script

import (
	"talpa/fuzz/event"
	"talpa/fuzz/gen"
	"talpa/fuzz/ui"
)

// Generator plays a script.
type Generator struct {
	events []event.Event
	then   gen.Generator // nil: the episode ends
	next   int
	begun  bool // then has taken over
	states map[ui.State]bool
}

// New returns a generator that plays the script's events and then, unless it is
// nil, lets the other generator go on. The script must not change any more.
func New(s *event.Script, then gen.Generator) *Generator {
	return &Generator{events: s.Events, then: then, states: map[ui.State]bool{}}
}

// Begin implements gen.Generator.
func (g *Generator) Begin() {
	g.next, g.begun = 0, false
	if g.then != nil {
		g.then.Begin()
	}
}

// Next implements gen.Generator.
func (g *Generator) Next(v gen.View) (event.Event, bool) {
	switch {
	case g.next < len(g.events):
		e, _, _ := event.Resolve(g.events[g.next], v.Screen)
		g.next++
		return e, true
	case g.then == nil:
		return event.Event{}, false
	}
	g.begun = true
	return g.then.Next(v)
}

// Observe implements gen.Generator. The generator that takes over is told of
// its own events only.
func (g *Generator) Observe(o gen.Outcome) {
	if g.begun {
		g.then.Observe(o)
	}
	if o.After.InApp() {
		g.states[o.After.Screen.Structure()] = true
	}
}

// States implements gen.Generator.
func (g *Generator) States() int {
	if g.then != nil {
		return max(len(g.states), g.then.States())
	}
	return len(g.states)
}
