// Package script follows a known script through an app that may differ from the one it was made on: what leads a search
// to a place before it is let loose. Package fuzz replays a script as it is.
package script

import (
	"math/rand"

	"talpa/fuzz/event"
	"talpa/fuzz/gen"
	"talpa/fuzz/ui"
)

// How a Follower goes about its script.
const (
	// ahead is the number of steps among which it looks for one that the screen
	// offers: those before are left out.
	ahead = 4
	// maxWait is the number of events of the other generator after which a step
	// that the screen does not offer is left out.
	maxWait = 8
	// insertedShare is the part of the steps before which the other generator plays an
	// event, from the second episode on.
	insertedShare = 0.06
	// beyond is the number of events after the last step.
	beyond = 25
)

// Follower follows a script that was made on a variant of the app: the steps in
// their order, each where the screen offers it. Where it does not, another
// generator searches for such a screen, and what cannot be found is left out.
type Follower struct {
	steps []event.Event
	then  gen.Generator
	rng   *rand.Rand

	next     int
	episodes int
	waited   int // events since a step was played
	after    int // events since the last step
	strayed  bool
}

// Follow returns a generator that follows the script's events, with the help of
// another. The script must not change any more.
func Follow(s *event.Script, then gen.Generator, rng *rand.Rand) *Follower {
	return &Follower{steps: s.Events, then: then, rng: rng}
}

// Begin implements gen.Generator.
func (g *Follower) Begin() {
	g.then.Begin()
	g.next, g.waited, g.after, g.strayed = 0, 0, 0, false
	g.episodes++
}

// Next implements gen.Generator.
func (g *Follower) Next(v gen.View) (event.Event, bool) {
	if g.next >= len(g.steps) {
		if g.after++; g.after > beyond {
			return event.Event{}, false
		}
		return g.then.Next(v)
	}
	if g.next > 0 && !v.InApp() {
		return g.then.Next(v)
	}
	if !g.strayed && g.episodes > 1 && g.next > 0 && g.rng.Float64() < insertedShare {
		g.strayed = true
		return g.then.Next(v)
	}
	for i := g.next; i < min(len(g.steps), g.next+ahead); i++ {
		if i > g.next && g.steps[i].Target.IsZero() {
			continue // what can be done anywhere does not tell where the app is
		}
		if e, ok := offered(g.steps[i], v.Screen); ok {
			g.next, g.waited, g.strayed = i+1, 0, false
			return e, true
		}
	}
	if g.waited++; g.waited > maxWait {
		g.next, g.waited = g.next+1, 0
	}
	return g.then.Next(v)
}

// offered returns the step as it is done on the screen; false if the screen lacks
// its widget: one with other words is another.
func offered(e event.Event, s *ui.Screen) (event.Event, bool) {
	if e.Target.IsZero() {
		return e, true
	}
	found, i, ok := event.Resolve(e, s)
	if !ok {
		return e, false
	}
	is, wants := s.Selector(i), e.Target
	return found, is.ID == wants.ID && is.Text == wants.Text && is.Desc == wants.Desc
}

// Observe implements gen.Generator. The other generator learns from all events.
func (g *Follower) Observe(o gen.Outcome) { g.then.Observe(o) }

// States implements gen.Generator.
func (g *Follower) States() int { return g.then.States() }
