package guided

import (
	"slices"

	"talpa/asra/guide"
	"talpa/fuzz/gen"
	"talpa/fuzz/gen/guided/goals"
	"talpa/fuzz/gen/guided/naming"
	"talpa/fuzz/gen/guided/relevance"
)

// find returns an offer with the key, -1 if there is none; among rows, which share a key, any,
// the first and the last more often than others.
func (s *state) find(key gen.Key) int {
	var equal []int
	for i := range s.offers {
		if s.offers[i].Key == key {
			equal = append(equal, i)
		}
	}
	return s.among(equal)
}

// among draws one of equal offers, rows that were not tried before others; -1 of none.
func (s *state) among(equal []int) int { return s.rows.Draw(s.rng, s.here.Activity, s.offers, equal) }

// rowTries is how often the row of an offer was tried.
func (s *state) rowTries(offer int) int { return s.rows.Tries(s.here.Activity, s.offers, offer) }

// offerOf returns the offer that uses one of the widgets of a handler, the one tried least, -1 if there is none.
// Widgets with neither id nor text, such as a row's layout, stand for what serves the role: of the rows, find's choice.
func (s *state) offerOf(widgets []guide.Widget, role guide.Role) int {
	if slices.ContainsFunc(widgets, goals.Named) {
		var equal []int // those tried least; of an action several rows
		least := 0
		for _, i := range s.front().Bearing(widgets, role) {
			if tries := s.action(i).Tries; len(equal) == 0 || tries < least {
				equal, least = []int{i}, tries
			} else if tries == least && s.offers[i].Key == s.offers[equal[0]].Key {
				equal = append(equal, i)
			}
		}
		return s.among(equal)
	}
	var equal []int
	for i := range s.offers {
		o := &s.offers[i]
		if !o.System && o.Listed && relevance.InRow(role) && relevance.Serves(role, o.Candidate) && relevance.OfClass(widgets,
			s.view.Screen.Widgets[o.Widget].Class) {
			equal = append(equal, i)
		}
	}
	return s.among(equal)
}

// gesture returns an offer of a task's gesture, on one of its widgets if it has some: that which
// weighs most, one of equals; -1 if there is none.
func (s *state) gesture(t goals.Task) int {
	return gen.Draw(s.rng, len(s.offers), func(i int) float64 {
		o := &s.offers[i]
		if o.System != (t.Gesture == guide.GestureKey) || !slices.Contains(relevance.GestureKinds[t.Gesture], o.Event.Kind) ||
			!o.System && len(t.Widgets) > 0 && !slices.ContainsFunc(t.Widgets, func(w guide.Widget) bool {
				return w.ID == "" || relevance.Bears(s.view.Screen, o.Widget, relevance.ShortID(w.ID))
			}) {
			return 0
		}
		return s.action(i).Weight()
	})
}

// field returns the text field of one of the widgets, or the only one of a dialog; -1 if there is none.
func (s *state) field(widgets []guide.Widget) int {
	if i := s.offerOf(widgets, guide.RoleText); i >= 0 {
		return i
	}
	return s.front().OnlyField()
}

// typeInto chooses to type what an achiever wants into a field.
func (s *state) typeInto(offer int, a *guide.Achiever) (choice, bool) {
	value, ok := goals.Text(a, s.rng)
	if !ok {
		return take(offer, gen.EdgeValue)
	}
	c := choice{kind: giveEvent, offer: offer, event: s.offers[offer].Event}
	c.event.Value = value
	return c, true
}

// resembling returns the press of what is called most like the words; -1 if nothing is.
func (s *state) resembling(words naming.Words) int {
	return s.front().Resembling(words, func(offer int) int { return s.action(offer).Tries })
}

// likeliest returns of the offers that use a task's widgets, where code does not tell which of them leads
// on, the one that is called like the next screen; of those that were tried no more often than otherwise, which
// it returns where none is called so.
func (p *planned) likeliest(s *state, t goals.Task, otherwise int) int {
	words := goals.NextScreen(p.tasks, t)
	if otherwise < 0 || len(words) == 0 || len(t.Widgets) < 2 {
		return otherwise
	}
	best, most := otherwise, s.front().Likeness(otherwise, words)
	for _, i := range s.front().Bearing(t.Widgets, t.Role) {
		if like := s.front().Likeness(i, words); like > most && s.action(i).Tries <= s.action(otherwise).Tries {
			best, most = i, like
		}
	}
	return best
}
