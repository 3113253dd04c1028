package guided

import (
	"slices"
	"strings"

	"talpa/asra/guide"
	"talpa/fuzz/event"
	"talpa/fuzz/gen"
	"talpa/fuzz/gen/guided/goals"
	"talpa/fuzz/gen/guided/naming"
	"talpa/fuzz/gen/guided/relevance"
	"talpa/fuzz/gen/guided/transition"
)

// An app without data has no rows. Where a handler waits for a row and the list is empty, a row is
// added as a person does who never saw the app: by what the guide says to add rows or what is
// called "add" or the like, on the screen or in its menu; the form that comes up is filled and
// confirmed.

const (
	// populateEvents is the number of events that adding a row takes at most: menu, item, fields, button.
	populateEvents = 8
	// maxPopulated is how often it is tried within a plan.
	maxPopulated = 2
)

// population is the adding of a row.
type population struct {
	times int  // begun in this plan
	left  int  // events left of the present one; 0: none is under way
	menu  bool // the menu was opened
	began bool // what adds was pressed
}

// adds says how much a press looks like one that adds a row: 0 not at all.
func (f *followGuide) adds(s *state, o *transition.Offer) float64 {
	if !o.PressesWidget() {
		return 0
	}
	names := s.front().Names(o)
	if slices.ContainsFunc(f.adders, func(w guide.Widget) bool {
		return w.ID != "" && relevance.ShortID(w.ID) == relevance.ShortID(s.view.Screen.Widgets[o.Widget].ID) ||
			w.Text != "" && slices.Contains(names, strings.ToLower(w.Text))
	}) {
		return 4
	}
	best := 0.0
	if slices.ContainsFunc(names, naming.Adds) {
		best = 1
	}
	if o.Listed && !s.view.Screen.Floating() {
		best /= 4 // a row of that name
	}
	return best
}

// wantsRow says whether a task waits for a row, and the list in front has none.
func (s *state) wantsRow(t goals.Task) bool {
	switch {
	case s.view.Screen.Floating():
		return false
	case t.Kind == guide.AchieveAddRows:
	case t.Role == guide.RoleItem, t.Role == guide.RoleLongClick, t.OfActionMode():
	case t.Role == guide.RoleClick && (t.OfRow() || !slices.ContainsFunc(t.Widgets, goals.Named)):
	default:
		return false
	}
	return !s.front().HasRow()
}

// populate returns the next event of adding a row; false if there is no way, or it is done.
func (p *planned) populate(s *state, t goals.Task) (choice, bool) {
	a := &p.added
	if a.left == 0 {
		if a.times >= maxPopulated || !s.wantsRow(t) {
			return choice{}, false
		}
		*a = population{times: a.times + 1, left: populateEvents}
	}
	if a.left--; a.left == 0 ||
		a.began && (s.holds(t) || t.Kind != guide.AchieveAddRows && s.offerOf(t.Widgets, t.Role) >= 0) {
		a.left = 0
		return choice{}, false
	}
	p.present.spent = 0
	if fields := s.front().Fields(); a.began && len(fields) > 0 {
		p.form.left = s.validForm(fields)
		return p.form.next(s)
	}
	i := gen.Draw(s.rng, len(s.offers), func(i int) float64 {
		if a.began && !s.view.Screen.Floating() {
			return 0
		}
		return p.owner.adds(s, &s.offers[i]) * s.action(i).Risk()
	})
	switch {
	case i >= 0:
		a.began = true
		return take(i, gen.ValidValue)
	case a.began && s.view.Screen.Floating():
		if i := s.front().Confirmation(); i >= 0 {
			return take(i, gen.ValidValue)
		}
		return choice{kind: drawOffer, onPath: true}, true
	case !a.menu && !a.began && t.Role != guide.RoleClick:
		a.menu = true
		return give(event.Event{Kind: event.Menu})
	}
	a.left = 0
	return choice{}, false
}

// validForm fills all fields with what a form takes, and confirms it, or leaves it where nothing
// is called so: many apps save then.
func (s *state) validForm(fields []gen.Key) []step {
	clear(s.typed)
	var form []step
	for _, key := range fields {
		form = append(form, step{key: key, class: gen.ValidValue})
	}
	if i := s.front().Confirmation(); i >= 0 {
		return append(form, step{key: s.offers[i].Key})
	}
	return append(form, step{key: gen.KeyOf(event.Event{Kind: event.Back})})
}
