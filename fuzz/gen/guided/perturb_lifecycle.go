package guided

import (
	"talpa/fuzz/event"
	"talpa/fuzz/gen"
	"talpa/fuzz/gen/guided/form"
)

// A method can run a hundred times and fail only when the screen was taken away
// before, and what it relied on is lost, or is taken away after, and what it has
// begun comes back to nobody.

const (
	// closeBy is how near to the crash an event is that may be perturbed: it runs the
	// method of the crash or one that calls it (evidence.Score), and few others do.
	closeBy = 0.6
	// inVain is the number of tries of such an action from which on it is perturbed before: the
	// first may fail by itself, and is needed to tell.
	inVain = 2
)

// perturbLifecycle takes the screen away before or after an action that came near the crash.
type perturbLifecycle struct{ noFeedback }

// Name implements Strategy.
func (perturbLifecycle) Name() string { return "perturb_lifecycle" }

// Propose implements Strategy. Before an action, which is then planned, the app has to come
// back to the same screen; after one it may be left for good.
func (perturbLifecycle) Propose(s *state) (plan, bool) {
	before := s.about.kind == takeOffer && s.about.offer >= 0
	if before && s.Offers[s.about.offer].System {
		return nil, false
	}
	i := s.DrawSystem(func(e event.Event) float64 {
		if !before && (e.Kind == event.Back || e.Kind == event.Notification) {
			return 1
		}
		return gen.Perturbs(e)
	})
	if i < 0 {
		return nil, false
	}
	p := &steps{left: []form.Step{{Key: s.Offers[i].Key}}}
	if before {
		p.left = append(p.left, form.Step{Key: s.Offers[s.about.offer].Key, Class: s.about.class})
	}
	return p, true
}
