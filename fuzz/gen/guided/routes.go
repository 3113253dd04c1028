package guided

import (
	"math"

	"talpa/fuzz/gen"
	"talpa/fuzz/gen/guided/transition"
)

// Costs of paths.
const (
	// discount is the part of a weight that is left one step away: of two goals the one that is
	// two steps nearer may have half the weight. Of 0.6, 0.75 and 0.9 the best sum on the model app.
	discount = 0.75
	// restartCost is the number of steps that a restart counts as: it takes as long as some events.
	restartCost = 4
)

// routes are the distances of all nodes from here (near), and from the app's start (far):
// a path may begin with a restart.
type routes struct {
	s         *state
	near, far []transition.Distance
}

// routes measures from the present state.
func (s *state) routes() routes {
	near := s.graph.Distances(s.here)
	if s.graph.Start == nil {
		return routes{s, near, near}
	}
	return routes{s, near, s.graph.Distances(s.graph.Start)}
}

// steps returns how many steps away a node is, -1 if no path is known; again
// says that the path begins with a restart of the app.
func (r routes) steps(to *transition.Node) (n int, again bool) {
	n = r.near[to.Index].Steps
	if f := r.far[to.Index].Steps; r.s.warm > coldPause && f >= 0 && (n < 0 || f+restartCost < n) {
		return f + restartCost, true
	}
	return n, false
}

// reachable draws a node by weight, discounted by the steps it takes to the power
// of haste and by the paths there that led elsewhere; nil if none with a weight can
// be reached.
func (r routes) reachable(weight func(*transition.Node) float64, haste float64) *transition.Node {
	nodes := r.s.graph.Nodes
	i := gen.Draw(r.s.rng, len(nodes), func(i int) float64 {
		n, _ := r.steps(nodes[i])
		if n < 0 {
			return 0
		}
		return weight(nodes[i]) * math.Pow(discount, haste*float64(n)) / float64(1+nodes[i].Missed)
	})
	if i < 0 {
		return nil
	}
	return nodes[i]
}

// within are the actions with a weight that a path leads to, each with the node to do it
// in, and the greatest weight.
func (r routes) within(weight func(*transition.Action) float64) (nodes []*transition.Node,
	actions []*transition.Action, most float64) {
	for _, n := range r.s.graph.Nodes {
		if s, _ := r.steps(n); s < 0 {
			continue
		}
		for _, a := range n.Actions {
			if w := weight(a); w > 0 {
				most = max(most, w)
				nodes, actions = append(nodes, n), append(actions, a)
			}
		}
	}
	return nodes, actions, most
}
