package guided

import (
	"talpa/fuzz/event"
	"talpa/fuzz/gen"
	"talpa/fuzz/gen/guided/transition"
)

// restart is the step that stops the app and starts it again, data kept.
var restart = gen.KeyOf(event.Event{Kind: event.Restart})

const (
	// dwell is the mean number of events played from a goal on before the plan is over: what
	// follows a goal is mostly near it, and the walk there has to pay.
	dwell = 12
	// maxPaths is how often a path to the same goal is planned: apps do not always do what they did before.
	maxPaths = 3
	// leaveOff is the part of the events of a stay, where nothing leads to the target, that end it.
	leaveOff = 0.3
)

// visit is a plan: it walks to a goal, does there what it was aimed at, if anything, and goes on
// from there by weight for a while.
type visit struct {
	stays
	goal   *transition.Node
	do     *transition.Action
	dwells bool // it goes on by weight
	path   []transition.Step
	walked bool // the last event was the last of the path
	paths  int  // planned
	here   bool // it has arrived
	stay   int  // events left of the stay
}

// visitOf plans to go to a node.
func visitOf(from transition.Routes, goal *transition.Node, do *transition.Action) *visit {
	p := &visit{goal: goal, do: do, dwells: true}
	if _, again := from.Steps(goal); again {
		p.path = []transition.Step{{Key: restart}}
	}
	return p
}

// walkOf plans to go to a node, and do something there, without a stay.
func walkOf(from transition.Routes, goal *transition.Node, do *transition.Action) *visit {
	p := visitOf(from, goal, do)
	p.dwells = false
	return p
}

func (p *visit) next(s *state) (choice, bool) {
	for !p.here {
		if c, ok := p.follow(s); ok {
			return c, true
		}
		if p.goal == s.Here || p.walked && p.goal.Activity == s.Here.Activity {
			return p.arrive(s) // there, or at a state like it
		}
		if p.paths++; p.paths > maxPaths {
			p.goal.Missed++
			return choice{}, false
		}
		if p.path = s.Graph.Path(s.Here, p.goal); p.path == nil {
			p.goal.Missed++
			return choice{}, false
		}
	}
	if p.stay--; p.stay < 0 || s.OffPath() && s.Rng.Float64() < leaveOff {
		return choice{}, false
	}
	return choice{kind: drawOffer}, true
}

// arrive begins the stay, with what was aimed at, if anything.
func (p *visit) arrive(s *state) (choice, bool) {
	p.here = true
	if p.dwells {
		p.stay = dwell/2 + s.Rng.Intn(dwell)
	}
	if p.do != nil {
		if i := s.Find(p.do.Key); i >= 0 {
			return take(i, s.ValueClass(s.View.Screen))
		}
	}
	return p.next(s)
}

// follow plays the next step of the path. A path that has been left ends.
func (p *visit) follow(s *state) (choice, bool) {
	for len(p.path) > 0 {
		next := p.path[0]
		p.path = p.path[1:]
		if next.At != nil && !s.Alike(next) {
			p.path = nil
			break
		}
		p.walked = next.At != nil && len(p.path) == 0
		if i := s.Find(next.Key); i >= 0 {
			return take(i, gen.AnyValue)
		}
	}
	return choice{}, false
}
