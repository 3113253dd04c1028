package guided

import (
	"talpa/fuzz/event"
	"talpa/fuzz/gen"
	"talpa/fuzz/gen/guided/relevance"
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
type perturbLifecycle struct{ deaf }

// Name implements Strategy.
func (perturbLifecycle) Name() string { return "perturb_lifecycle" }

// Propose implements Strategy. Before an action, which is then planned, the app has to come
// back to the same screen; after one it may be left for good.
func (perturbLifecycle) Propose(s *state) (plan, bool) {
	before := s.about.kind == takeOffer && s.about.offer >= 0
	if before && s.offers[s.about.offer].System {
		return nil, false
	}
	i := s.drawSystem(func(e event.Event) float64 {
		if !before && (e.Kind == event.Back || e.Kind == event.Notification) {
			return 1
		}
		return perturbs(e)
	})
	if i < 0 {
		return nil, false
	}
	p := &steps{left: []step{{key: s.offers[i].Key}}}
	if before {
		p.left = append(p.left, step{key: s.offers[s.about.offer].Key, class: s.about.class})
	}
	return p, true
}

// perturbs weighs the events after which the app comes back to the same screen, made
// anew or in another state, at once or, where activities are dropped, the next time.
func perturbs(e event.Event) float64 {
	switch {
	case e.Kind == event.Rotate:
		return 2
	case gen.Anew(e):
		return 0.5
	case e.Kind == event.Kill, e.Kind == event.Home:
		return 1
	case e == relevance.DropActivities:
		return 0.3
	}
	return 0
}

// leavesScreen weighs the events that take the screen away from what it has begun, for a
// while or for good; the app's process lives on.
func leavesScreen(e event.Event) float64 {
	switch {
	case e.Kind == event.Back:
		return 2
	case e.Kind == event.Kill, e == relevance.DropActivities:
		return 0
	}
	return perturbs(e)
}
