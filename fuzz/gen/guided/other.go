package guided

import (
	"math/rand"

	"talpa/fuzz/gen"
	"talpa/fuzz/gen/guided/transition"
	"talpa/fuzz/gen/model"
	"talpa/fuzz/gen/random"
)

// other leaves a plan to a generator that knows nothing of the crash: the learned graph is an
// abstraction, and relevance a guess, that can hide what these find.
type other struct {
	name string
	// events is the length of a plan.
	events    int
	generator gen.Generator
}

// Lengths of plans in events. On the model app (docs/search-measured.md) 150 and 20 together needed 4,439
// events in the sum, 60 and 30 together 5,412, 30 and 12 5,431, whole episodes of both 5,622:
// the model generator has to come to its end, chance has not.
const (
	modelEvents  = 150
	randomEvents = 20
	// routedModelEvents is the length for the model generator where a path is known: the first
	// episode has 150 events, which one longer plan would take from what knows the path. Its share
	// of events is the same.
	routedModelEvents = 50
)

// newModel returns the strategy that tries each action once where others go by weight.
func newModel(rng *rand.Rand, texts *gen.Texts) *other {
	return &other{"model", modelEvents, model.New(rng, texts)}
}

// newRandom returns the strategy that leaves it to chance.
func newRandom(rng *rand.Rand, texts *gen.Texts) *other {
	return &other{"random", randomEvents, random.New(rng, texts)}
}

// Name implements Strategy.
func (o *other) Name() string { return o.name }

// Propose implements Strategy.
func (o *other) Propose(*state) (plan, bool) {
	o.generator.Begin()
	return &otherPlan{generator: o.generator, left: o.events}, true
}

// unguided asks the strategy at the begin of the first episodes where no path is known: there
// what was never tried is worth most.
type unguided struct{ *other }

// unguidedEpisodes is the number of those episodes.
const unguidedEpisodes = 2

// Propose implements Strategy.
func (u unguided) Propose(s *state) (plan, bool) {
	if s.Episode > unguidedEpisodes || s.Length > 1 || s.Relevance.Routed || !s.Feedback.Scale.Blind() {
		return nil, false
	}
	return u.other.Propose(s)
}

// Observe implements Strategy.
func (o *other) Observe(_ *state, out gen.Outcome) { o.generator.Observe(out) }

// otherPlan is a plan of another generator's events.
type otherPlan struct {
	stays
	generator gen.Generator
	left      int
}

// next takes an event, again if it is known to crash.
func (p *otherPlan) next(s *state) (c choice, ok bool) {
	const draws = 8 // what is known to crash is drawn once in a hundred
	if p.left--; p.left < 0 {
		return choice{}, false
	}
	for range draws {
		e, ok := p.generator.Next(s.View)
		if !ok {
			return choice{kind: endEpisode}, true
		}
		c = choice{kind: giveEvent, event: e, offer: transition.OfferOf(s.Offers, e)}
		if c.offer < 0 || s.Rng.Float64() < s.Action(c.offer).Risk() {
			break
		}
	}
	return c, true
}
