package press

import (
	"slices"

	"talpa/asra/guide"
	"talpa/fuzz/gen"
	"talpa/fuzz/gen/guided/naming"
	"talpa/fuzz/gen/guided/relevance"
	"talpa/fuzz/gen/guided/transition"
	"talpa/fuzz/ui"
)

// Find is an offer with the key; among rows, which share a key, any, the first and the last more often than others.
func (p Presses) Find(key gen.Key) int {
	var equal []int
	for i := range p.Offers {
		if p.Offers[i].Key == key {
			equal = append(equal, i)
		}
	}
	return p.among(equal)
}

// among draws one of equal offers, rows that were not tried before others.
func (p Presses) among(equal []int) int { return p.Rows.Draw(p.Rng, p.Activity, p.Offers, equal) }

// RowTries is how often the row of an offer was tried.
func (p Presses) RowTries(offer int) int { return p.Rows.Tries(p.Activity, p.Offers, offer) }

// Last is the last of the offers that share the key of one: that of the last row, of rows.
func (p Presses) Last(offer int) int {
	for i := range p.Offers {
		if p.Offers[i].Key == p.Offers[offer].Key {
			offer = i
		}
	}
	return offer
}

// Serving is the offer that uses one of the widgets of a handler, the one tried least. Widgets with neither id nor
// text, such as a row's layout, stand for what serves the role: of the rows, Find's choice.
func (p Presses) Serving(widgets []guide.Widget, role guide.Role) int {
	var equal []int
	if slices.ContainsFunc(widgets, relevance.Named) {
		least := 0 // equal are those tried least; of an action several rows
		for _, i := range p.WithWidgets(widgets, role) {
			if tries := p.Action(i).Tries; len(equal) == 0 || tries < least {
				equal, least = []int{i}, tries
			} else if tries == least && p.Offers[i].Key == p.Offers[equal[0]].Key {
				equal = append(equal, i)
			}
		}
		return p.among(equal)
	}
	for i := range p.Offers {
		o := &p.Offers[i]
		if !o.System && o.Listed && relevance.InRow(role) && relevance.Serves(role, o.Candidate) && relevance.OfClass(widgets,
			p.Screen.Widgets[o.Widget].Class) {
			equal = append(equal, i)
		}
	}
	return p.among(equal)
}

// Gesture is an offer of a gesture, on one of the widgets if there are some: that which weighs most, one of equals.
func (p Presses) Gesture(gesture guide.Gesture, widgets []guide.Widget) int {
	return gen.Draw(p.Rng, len(p.Offers), func(i int) float64 {
		o := &p.Offers[i]
		if o.System != (gesture == guide.GestureKey) || !slices.Contains(relevance.GestureKinds[gesture], o.Event.Kind) ||
			!o.System && len(widgets) > 0 && !slices.ContainsFunc(widgets, func(w guide.Widget) bool {
				return w.ID == "" || relevance.HasID(p.Screen, o.Widget, relevance.ShortID(w.ID))
			}) {
			return 0
		}
		if gesture == guide.GestureCheck && p.Screen.Widgets[o.Widget].Checked {
			return 0 // the touch would take the tick away
		}
		return p.Action(i).Weight()
	})
}

// Field is the text field of one of the widgets, or the only one of a dialog, or that of a search.
func (p Presses) Field(widgets []guide.Widget) int {
	if i := p.Serving(widgets, guide.RoleText); i >= 0 {
		return i
	}
	if i := p.OnlyField(); i >= 0 {
		return i
	}
	return p.SearchField(widgets)
}

// SearchField is the text field of a search, where one of the widgets is one of which nothing else is known.
func (p Presses) SearchField(widgets []guide.Widget) int {
	if !slices.ContainsFunc(widgets, searches) {
		return -1
	}
	return slices.IndexFunc(p.Offers, func(o transition.Offer) bool {
		return !o.System && o.Verb == ui.Type && relevance.ShortID(p.Screen.Widgets[o.Widget].ID) == relevance.SearchText
	})
}

// searches says whether a widget is a search field of which nothing else is known.
func searches(w guide.Widget) bool { return w.Class == guide.SearchView && !relevance.Named(w) }

// Icon is the press that a text field among the widgets is behind: the icon, or the entry of a menu, that bears its id
// or its text as long as the field is not shown. Of a search of which no more is known it is what is called so.
func (p Presses) Icon(widgets []guide.Widget) int {
	for _, i := range p.WithWidgets(widgets, guide.RoleClick) {
		if o := &p.Offers[i]; o.PressesWidget() && !p.Screen.Widgets[o.Widget].Editable() {
			return i
		}
	}
	if !slices.ContainsFunc(widgets, searches) {
		return -1
	}
	return slices.IndexFunc(p.Offers, func(o transition.Offer) bool {
		return o.PressesWidget() && !o.Listed &&
			(relevance.ShortID(p.Screen.Widgets[o.Widget].ID) == relevance.SearchButton ||
				slices.ContainsFunc(p.Names(&o), naming.Searches))
	})
}

// Alike is the press of what is called most like the words.
func (p Presses) Alike(words naming.Words) int {
	return p.Resembling(words, func(offer int) int { return p.Action(offer).Tries })
}

// Likeliest is of the offers that use a handler's widgets, where code does not tell which of them leads on, the one
// that is called like the next screen; of those that were tried no more often than otherwise, which it is where none
// is called so.
func (p Presses) Likeliest(widgets []guide.Widget, role guide.Role, next naming.Words, otherwise int) int {
	if otherwise < 0 || len(next) == 0 || len(widgets) < 2 {
		return otherwise
	}
	best, most := otherwise, p.Likeness(otherwise, next)
	for _, i := range p.WithWidgets(widgets, role) {
		if like := p.Likeness(i, next); like > most && p.Action(i).Tries <= p.Action(otherwise).Tries {
			best, most = i, like
		}
	}
	return best
}

// Dismissal takes a dialog away that nobody asked for, such as the licence at the first start: what confirms it, as
// people do, then Back; each once in a state. back is asked for the offer of Back, -1 where that leaves the app.
func (p Presses) Dismissal(back func() int) int {
	if !p.Screen.Floating() || len(p.Fields()) > 0 {
		return -1
	}
	for _, offer := range []func() int{p.Confirmation, back} {
		if i := offer(); i >= 0 && p.Action(i).Tries == 0 {
			return i
		}
	}
	return -1
}
