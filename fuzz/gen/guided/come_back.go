package guided

import (
	"slices"

	"talpa/asra/guide"
	"talpa/fuzz/gen"
	"talpa/fuzz/gen/guided/goals"
	"talpa/fuzz/gen/guided/relevance"
	"talpa/fuzz/gen/guided/transition"
)

// The crash has alternatives: a handler, the same handler twice, a double tap. They are done one
// after the other, and the first of them mostly leads to another screen: what comes
// next is done where the first one was.

// readiness is where the alternatives of the crash can be done.
type readiness struct {
	node *transition.Node // nil: not met yet
	key  gen.Key          // of the widget of the first
}

// here says whether the screen in front is the one, or another state of it that offers the same.
func (r readiness) here(s *state) bool {
	return r.node == nil || r.node == s.Here || r.node.Activity == s.Here.Activity && s.Find(r.key) >= 0
}

// note keeps where the first alternative is done.
func (r *readiness) note(s *state, t goals.Task, offer int) {
	if r.node == nil && t.Alternative() {
		*r = readiness{s.Here, s.Offers[offer].Key}
	}
}

// comeBack goes back to where the alternatives can be done; false if it cannot.
func (p *planned) comeBack(s *state) (choice, bool) {
	if i := s.GoBack(); i >= 0 && s.View.Screen.Floating() && p.present.spent <= maxBacks {
		return take(i, gen.AnyValue)
	}
	from := s.Routes()
	if steps, again := from.Steps(p.ready.node); steps >= 0 && !again {
		if c, ok := p.walkTo(s, from, p.ready.node, nil); ok {
			return c, true
		}
	}
	if i := s.GoBack(); i >= 0 && p.present.spent <= maxBacks {
		return take(i, gen.AnyValue)
	}
	p.ready = readiness{} // it is gone
	return choice{}, false
}

// gesture is a gesture on the widget of the first alternative, without a pause: what the app has
// no time to see. -1 if the screen does not offer it.
func (r readiness) gesture(s *state, g guide.Gesture) int {
	if r.node == nil {
		return -1
	}
	on := s.Find(r.key)
	if on < 0 {
		return -1
	}
	return slices.IndexFunc(s.Offers, func(o transition.Offer) bool {
		return !o.System && o.Widget == s.Offers[on].Widget && slices.Contains(relevance.GestureKinds[g], o.Event.Kind)
	})
}
