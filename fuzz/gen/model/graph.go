package model

import (
	"talpa/fuzz/gen"
	"talpa/fuzz/ui"
)

// transition is one try of an action.
type transition struct {
	from print
	key  gen.Key
	end  end
	to   print // with moved only
	// same says that the screen shows what it showed before.
	same bool
}

// end is how a try ended.
type end int

const (
	moved   end = iota // in the app
	left               // outside the app
	crashed            // the app died
	refused            // the device cannot do it
)

// Bounds of what is remembered of an app.
const (
	maxHistory = 20_000 // transitions
	maxSeen    = 5_000  // prints
)

// graph is what has been learned: the history, and the states and actions that
// the present abstraction makes of it. A finer abstraction makes others of the
// same history.
type graph struct {
	abstraction
	history []transition
	seen    map[print][]offer // what screens offered
	prints  []print           // of seen, in the order met

	states []*state
	byID   map[ui.State]*state
	parts  map[ui.State]map[ui.State]bool // parts of the refined states
}

func newGraph() *graph {
	g := &graph{abstraction: newAbstraction(), seen: map[print][]offer{}}
	g.clear()
	return g
}

func (g *graph) clear() {
	g.states, g.byID, g.parts = nil, map[ui.State]*state{}, map[ui.State]map[ui.State]bool{}
}

// state is a place of the app.
type state struct {
	index   int
	level   int // how finely it is told
	id      ui.State
	actions []*action
	byKey   map[gen.Key]*action
}

// action is an action in a state.
type action struct {
	key    gen.Key
	weight float64
	want   int // tries that it is worth
	cold   bool
	tries  int
	idle   int // tries that changed nothing on the screen
	ended  int // tries that crashed the app
	edges  []edge
}

// edge counts how often an action led to a state.
type edge struct {
	to    *state
	count int
}

// open says whether the action has not been tried as often as it is worth.
func (a *action) open() bool { return a.tries < a.want && a.ended == 0 }

// at returns the state of a print, making it if it is new.
func (g *graph) at(p print) *state {
	id, level := g.of(p)
	if s, ok := g.byID[id]; ok {
		return s
	}
	s := &state{index: len(g.states), id: id, level: level, byKey: map[gen.Key]*action{}}
	g.states = append(g.states, s)
	g.byID[id] = s
	return s
}

// meet records what a screen offers.
func (g *graph) meet(p print, offers []offer) *state {
	if old, ok := g.seen[p]; ok || len(g.seen) < maxSeen {
		if !ok {
			g.prints = append(g.prints, p)
		}
		if len(old) <= len(offers) {
			g.seen[p] = offers
		}
	}
	s := g.at(p)
	s.add(offers)
	return s
}

// add makes actions of offers.
func (s *state) add(offers []offer) {
	for i := range offers {
		o := &offers[i]
		a := s.byKey[o.key]
		if a == nil {
			a = &action{key: o.key, cold: o.cold}
			s.byKey[o.key] = a
			s.actions = append(s.actions, a)
		}
		a.weight, a.want = max(a.weight, o.weight), max(a.want, o.want)
	}
}

// observe records a try and refines the abstraction if the try speaks for it.
func (g *graph) observe(t transition) {
	if len(g.history) < maxHistory {
		g.history = append(g.history, t)
	}
	a := g.apply(t)
	if t.end == moved && len(a.edges) > 1 && a.tries >= leastTries && g.refine(g.at(t.from), t.key) {
		g.rebuild()
	}
}

// apply counts a try.
func (g *graph) apply(t transition) *action {
	s := g.at(t.from)
	a := s.byKey[t.key]
	if a == nil {
		a = &action{key: t.key}
		s.byKey[t.key] = a
		s.actions = append(s.actions, a)
	}
	a.tries++
	switch t.end {
	case crashed:
		a.ended++
	case refused:
		a.weight /= 100
	case moved:
		if t.same {
			a.idle++
		}
		to := g.at(t.to)
		for i := range a.edges {
			if a.edges[i].to == to {
				a.edges[i].count++
				return a
			}
		}
		a.edges = append(a.edges, edge{to, 1})
	}
	return a
}

// refine tells a state more finely if that explains why an action of it leads
// to different states, and the state does not fall into too many parts. A state
// that does at every level is never asked again.
func (g *graph) refine(s *state, key gen.Key) bool {
	if s.level+1 >= len(print{}) || g.sealed[s.id] {
		return false
	}
	var all, tries []transition
	for _, t := range g.history {
		if id, _ := g.of(t.from); id != s.id {
			continue
		}
		all = append(all, t)
		if t.key == key && t.end == moved {
			tries = append(tries, t)
		}
	}
	for level := s.level + 1; level < len(print{}); level++ {
		parts := map[ui.State]bool{}
		for _, t := range all {
			parts[t.from[level]] = true
		}
		if len(parts) > maxParts {
			g.sealed[s.id] = level == s.level+1
			return false
		}
		if splits(tries, level, func(t transition) ui.State { id, _ := g.of(t.to); return id }) {
			g.refined[s.id] = level
			return true
		}
	}
	return false
}

// rebuild makes the states anew of the history. A refined state that has fallen
// into too many parts since is taken back, for good.
func (g *graph) rebuild() {
	for again := true; again; {
		again = false
		g.clear()
		for _, p := range g.prints {
			g.at(p).add(g.seen[p])
			g.count(p)
		}
		for id, parts := range g.parts {
			if len(parts) > 2*maxParts {
				delete(g.refined, id)
				g.sealed[id] = true
				again = true
			}
		}
	}
	for _, t := range g.history {
		g.apply(t)
	}
}

// count notes which parts of refined states a print belongs to.
func (g *graph) count(p print) {
	s, level := p[0], 0
	for g.refined[s] > level {
		level = g.refined[s]
		part := below(s, p[level])
		if g.parts[s] == nil {
			g.parts[s] = map[ui.State]bool{}
		}
		g.parts[s][part] = true
		s = part
	}
}

// reach is how a state is reached: steps away, by which action, from where.
type reach struct {
	steps int // -1: not reached
	by    *action
	from  *state
}

// distances searches breadth first, over what mostly happens.
func (g *graph) distances(from *state) []reach {
	found := make([]reach, len(g.states))
	for i := range found {
		found[i].steps = -1
	}
	found[from.index].steps = 0
	for queue := []*state{from}; len(queue) > 0; queue = queue[1:] {
		s := queue[0]
		for _, a := range s.actions {
			if a.cold || 2*a.ended > a.tries {
				continue
			}
			for _, e := range a.edges {
				if found[e.to.index].steps < 0 && 3*e.count >= a.tries {
					found[e.to.index] = reach{found[s.index].steps + 1, a, s}
					queue = append(queue, e.to)
				}
			}
		}
	}
	return found
}
