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
		if p.goal == s.here || p.walked && p.goal.Activity == s.here.Activity {
			return p.arrive(s) // there, or at a state like it
		}
		if p.paths++; p.paths > maxPaths {
			p.goal.Missed++
			return choice{}, false
		}
		if p.path = s.graph.Path(s.here, p.goal); p.path == nil {
			p.goal.Missed++
			return choice{}, false
		}
	}
	if p.stay--; p.stay < 0 || s.offPath() && s.rng.Float64() < leaveOff {
		return choice{}, false
	}
	return choice{kind: drawOffer}, true
}

// arrive begins the stay, with what was aimed at, if anything.
func (p *visit) arrive(s *state) (choice, bool) {
	p.here = true
	if p.dwells {
		p.stay = dwell/2 + s.rng.Intn(dwell)
	}
	if p.do != nil {
		if i := s.find(p.do.Key); i >= 0 {
			return take(i, s.valueClass(s.view.Screen))
		}
	}
	return p.next(s)
}

// follow plays the next step of the path. A path that has been left ends.
func (p *visit) follow(s *state) (choice, bool) {
	for len(p.path) > 0 {
		next := p.path[0]
		p.path = p.path[1:]
		if next.At != nil && !s.alike(next) {
			p.path = nil
			break
		}
		p.walked = next.At != nil && len(p.path) == 0
		if i := s.find(next.Key); i >= 0 {
			return take(i, gen.AnyValue)
		}
	}
	return choice{}, false
}

// alike says whether the step of a path can be done here: in the state that it is meant in, or another of the activity
// that offers it. Where data are many, the state is seldom the very one that was met before.
func (s *state) alike(next transition.Step) bool {
	if next.At == s.here {
		return true
	}
	a := s.here.ByKey[next.Key]
	return next.At.Activity == s.here.Activity && a != nil && a.Offered
}
