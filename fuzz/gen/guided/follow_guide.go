package guided

import (
	"talpa/fuzz/event"
	"talpa/fuzz/gen"
)

// followGuide follows the guide's path from the begin of an episode: of what a screen offers it
// draws what matters most, and it leaves screens from which nothing leads to the target.
type followGuide struct{ deaf }

const (
	// pathEvents is the number of events that follow the path: a path of the corpus has a dozen
	// steps at most, and each may miss once.
	pathEvents = 25
	// surePaths is the number of episodes that begin so in any case; sharePath is the part of the
	// later ones.
	surePaths = 2
	// offPathFactor is the factor of an activity below which nothing leads on to the target.
	offPathFactor = 0.5
	// turnBack is the part of the events there that leave it. Not all: the guide may not know the
	// way on.
	turnBack = 0.6
)

// Name implements Strategy.
func (*followGuide) Name() string { return "follow_guide" }

// Propose implements Strategy.
func (*followGuide) Propose(s *state) (plan, bool) {
	if !s.relevance.routed || s.length > 0 && s.here != s.graph.start || s.length > 1 {
		return nil, false
	}
	if s.episode > surePaths && s.rng.Float64() >= sharePath {
		return nil, false
	}
	return &pathPlan{left: pathEvents}, true
}

// pathPlan is a plan that follows the path.
type pathPlan struct{ left int }

// outside implements roamer: the app is brought back.
func (*pathPlan) outside(*state) (event.Event, bool) { return event.Event{}, false }

func (p *pathPlan) next(s *state) (choice, bool) {
	if p.left--; p.left <= 0 {
		return choice{}, false
	}
	if s.offPath() && s.rng.Float64() < turnBack {
		if i := s.find(gen.KeyOf(event.Event{Kind: event.Back})); i >= 0 {
			return take(i, gen.AnyValue)
		}
	}
	return choice{kind: drawOffer, onPath: true}, true
}
