package guided

import (
	"talpa/fuzz/event"
	"talpa/fuzz/gen"
	"talpa/fuzz/gen/guided/form"
)

// Strategy is one way to choose what is done next. It keeps what it needs to know for
// itself; what all know is the state.
type Strategy interface {
	// Name is the strategy's name in reports and for --without.
	Name() string
	// Propose returns a plan for what is in front; false if the strategy has none for it.
	Propose(s *state) (plan, bool)
	// Observe tells what an event led to, whichever strategy chose it.
	Observe(s *state, o gen.Outcome)
}

// beginner is a strategy that wants to know when an episode begins.
type beginner interface{ begin(s *state) }

// learner is a strategy that takes in what others met.
type learner interface {
	learn(s *state, n gen.Near)
}

// plan is what a strategy wants to be done, one choice at a time. The strategy that
// proposed it owns it: no other changes it.
type plan interface {
	// next returns what to do on what is in front; false: the plan is over.
	next(s *state) (choice, bool)
}

// outsidePlanner is a plan that is kept while another app is in front or the app does not run;
// outside returns what to do there, false to have the app brought back.
type outsidePlanner interface {
	outside(s *state) (event.Event, bool)
}

// stays makes a plan an outsidePlanner that has the app brought back.
type stays struct{}

func (stays) outside(*state) (event.Event, bool) { return event.Event{}, false }

// choice is what a plan wants.
type choice struct {
	kind  choiceKind
	offer int            // of takeOffer; of giveEvent the offer that it is, -1 if none
	class gen.ValueClass // of the text to type
	event event.Event    // of giveEvent
	// around is the part of the choices that are perturbed; 0: as any other.
	around float64
	// onPath says that what matters to the crash counts more than elsewhere.
	onPath bool
	// whole says that no other strategy comes within.
	whole bool
}

type choiceKind uint8

const (
	takeOffer  choiceKind = iota // this offer
	drawOffer                    // one of the offers by weight
	giveEvent                    // this event, whatever is offered
	endEpisode                   // nothing is left that is worth doing in this episode
)

// take chooses an offer.
func take(offer int, class gen.ValueClass) (choice, bool) {
	return choice{kind: takeOffer, offer: offer, class: class}, true
}

// give chooses an event.
func give(e event.Event) (choice, bool) { return choice{kind: giveEvent, offer: -1, event: e}, true }

// steps is a plan of actions of one screen, such as a form. What is not offered is skipped.
type steps struct{ left []form.Step }

func (p *steps) next(s *state) (choice, bool) {
	for len(p.left) > 0 {
		next := p.left[0]
		p.left = p.left[1:]
		if i := s.Find(next.Key); i >= 0 {
			return take(i, next.Class)
		}
	}
	return choice{}, false
}

// noFeedback is what a strategy embeds that learns nothing from outcomes.
type noFeedback struct{}

// Observe implements Strategy.
func (noFeedback) Observe(*state, gen.Outcome) {}
