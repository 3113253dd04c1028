package guided

import (
	"math"

	"talpa/fuzz/gen/guided/transition"
)

// exploreFrontier goes where most is left to try.
type exploreFrontier struct{ noFeedback }

// Name implements Strategy.
func (exploreFrontier) Name() string { return "explore_frontier" }

// Propose implements Strategy.
func (exploreFrontier) Propose(s *state) (plan, bool) {
	from := s.Routes()
	goal := s.destination(from)
	if goal == nil {
		return nil, false
	}
	return visitOf(from, goal, nil), true
}

// destination draws the node to go to: in proportion to the weight left there,
// discounted by the steps it takes.
func (s *state) destination(from transition.Routes) *transition.Node {
	return from.Reachable(s.Rng, func(n *transition.Node) float64 { return power(n.Weight()) }, sharpness)
}

// power sharpens a weight for drawing.
func power(weight float64) float64 { return math.Pow(weight, sharpness) }

// sharpness is the exponent that turns weight into probability.
const sharpness = 1.3
