package guided

import (
	"slices"
	"strings"

	"talpa/asra/guide"
	"talpa/fuzz/gen"
	"talpa/fuzz/gen/guided/form"
	"talpa/fuzz/gen/guided/goals"
	"talpa/fuzz/gen/guided/naming"
	"talpa/fuzz/gen/guided/transition"
	"talpa/fuzz/ui"
)

// preference changes a preference: it goes to its row, presses it, and gives the dialog its value.
func (p *planned) preference(s *state, t goals.Task) (choice, bool) {
	if s.View.Screen.Floating() && p.present.rows > 0 {
		if c, ok := p.answer(s, t); ok {
			return c, true
		}
	}
	if p.present.rows > 0 && !s.View.Screen.Floating() {
		i := s.Front().Confirmation()
		p.done() // a box that is checked now
		if t.Title == "" && i >= 0 {
			return take(i, gen.ValidValue) // the screen as a whole
		}
		return choice{}, false
	}
	if t.Title == "" {
		return p.ownSetting(s, t)
	}
	if i := s.Front().Labelled(t.Title); i >= 0 {
		p.present.rows, p.present.now = 1, s.Front().TextsIn(i)
		return take(i, gen.ValidValue)
	}
	if i := p.enable(s, t); i >= 0 {
		return take(i, gen.ValidValue)
	}
	if set := s.Settings.ByTitle(t.Title); set != nil {
		from := s.Routes()
		if spot := from.Spots()(set); spot.Node != nil && (spot.Node != s.Here || spot.Do != nil) {
			if c, ok := p.walkTo(s, from, spot.Node, spot.Do); ok {
				return c, true
			}
		}
		if !s.Front().Shows(set) {
			opener := goals.Task{Goal: t.Goal, Achiever: &guide.Achiever{Kind: guide.AchieveHandler, Role: guide.RoleMenu,
				Widgets: t.Widgets, Label: t.Label}}
			if i := s.Presses().Serving(t.Widgets, guide.RoleMenu); i >= 0 {
				return take(i, gen.ValidValue)
			}
			return p.approach(s, opener)
		}
	}
	if i := s.Front().Scrollable(2*p.present.spent > taskEvents); i >= 0 {
		return take(i, gen.AnyValue)
	}
	return s.onPath()
}

// ownSetting changes a setting on a screen that the app builds itself: the entry that is called like
// the key, or another one that was not tried, and what confirms the screen.
func (p *planned) ownSetting(s *state, t goals.Task) (choice, bool) {
	if s.Relevance.Place(s.View.Screen).Activity != t.Screen {
		return p.approach(s, t)
	}
	i := s.Presses().Alike(naming.WordsOf(t.Key))
	if i < 0 {
		i = s.Presses().Entry()
	}
	if i < 0 {
		return p.approach(s, t)
	}
	p.present.rows = 1
	return take(i, gen.ValidValue)
}

// answer gives the dialog of a preference its value, or another one than it has.
func (p *planned) answer(s *state, t goals.Task) (choice, bool) {
	ok := s.Front().Confirmation()
	if ok >= 0 {
		p.form.left = []form.Step{{Key: s.Offers[ok].Key}}
	}
	if i := s.Presses().Field(nil); i >= 0 {
		c, typed := s.typeInto(i, t.Achiever)
		p.done()
		return c, typed
	}
	if t.Want.Class != guide.WantChanged {
		for _, value := range append(slices.Clone(t.Values), t.Want.Text) {
			if i := s.Front().Labelled(value); i >= 0 {
				p.done()
				return take(i, gen.ValidValue)
			}
		}
	}
	i := s.Presses().OtherChoice()
	if i < 0 {
		i = s.Presses().Named(t.Values, p.present.now)
	}
	if i < 0 {
		p.form.left, i = nil, ok
	}
	if i < 0 {
		return choice{}, false
	}
	p.done()
	return take(i, gen.ValidValue)
}

// enable changes another entry of the settings screen in front, where the one that is wanted is shown and cannot be
// used. -1 if it is not so.
func (p *planned) enable(s *state, t goals.Task) int {
	i := p.beside(s, true, slices.IndexFunc(s.View.Screen.Widgets, func(w ui.Widget) bool {
		return t.Title != "" && strings.EqualFold(w.Text, t.Title)
	}))
	if i >= 0 {
		p.tasks = append([]goals.Task{{Goal: t.Goal, Achiever: &guide.Achiever{Kind: guide.AchievePreference,
			Title: s.Offers[i].Label,
			Want:  guide.Want{Class: guide.WantChanged}}}}, p.tasks...)
		p.present.rows = 1
	}
	return i
}

// awaken fills the fields of the screen in front, and then presses other widgets, where the one that is wanted is
// shown and disabled. False if it is not so.
func (p *planned) awaken(s *state, t goals.Task) (choice, bool) {
	dead := s.Front().Disabled(t.Widgets)
	if dead >= 0 && !p.present.filled {
		p.present.filled, p.form.left = true, form.Texts(s.Front())
		if c, ok := p.form.next(s); ok {
			return c, true
		}
	}
	i := p.beside(s, false, dead)
	return choice{kind: takeOffer, offer: i, class: gen.ValidValue}, i >= 0
}

// beside is what is pressed so that a dead widget may be enabled, each offer once: code enables widgets by what is done
// with others. -1 if there is no such widget, or enough were tried.
func (p *planned) beside(s *state, listed bool, dead int) int {
	if dead < 0 || s.View.Screen.Floating() || len(p.varied) >= maxVaried {
		return -1
	}
	i := s.Front().Beside(dead, func(o *transition.Offer) bool {
		return (o.Listed || !listed) && !slices.Contains(p.varied, o.Key)
	})
	if i >= 0 {
		p.varied, p.present.spent = append(p.varied, s.Offers[i].Key), 0
	}
	return i
}

// maxVaried bounds the widgets that are used so that another one may be enabled.
const maxVaried = 6
