package guided

import (
	"slices"
	"strings"

	"talpa/asra/guide"
	"talpa/fuzz/gen"
	"talpa/fuzz/gen/guided/form"
	"talpa/fuzz/gen/guided/goals"
	"talpa/fuzz/gen/guided/naming"
	"talpa/fuzz/ui"
)

// preference changes a preference: it goes to its row, presses it, and gives the dialog its value.
func (p *planned) preference(s *state, t goals.Task) (choice, bool) {
	if s.view.Screen.Floating() && p.present.rows > 0 {
		if c, ok := p.answer(s, t); ok {
			return c, true
		}
	}
	if p.present.rows > 0 && !s.view.Screen.Floating() {
		i := s.front().Confirmation()
		p.done() // a box that is checked now
		if t.Title == "" && i >= 0 {
			return take(i, gen.ValidValue) // the screen as a whole
		}
		return choice{}, false
	}
	if t.Title == "" {
		return p.ownSetting(s, t)
	}
	if i := s.front().Labelled(t.Title); i >= 0 {
		p.present.rows = 1
		return take(i, gen.ValidValue)
	}
	if i := p.enable(s, t); i >= 0 {
		return take(i, gen.ValidValue)
	}
	if set := s.settings.ByTitle(t.Title); set != nil {
		from := s.routes()
		if spot := from.Spots()(set); spot.Node != nil && (spot.Node != s.here || spot.Do != nil) {
			if c, ok := p.walkTo(s, from, spot.Node, spot.Do); ok {
				return c, true
			}
		}
		if !s.front().Shows(set) {
			opener := goals.Task{Goal: t.Goal, Achiever: &guide.Achiever{Kind: guide.AchieveHandler, Role: guide.RoleMenu,
				Widgets: t.Widgets, Label: t.Label}}
			if i := s.offerOf(t.Widgets, guide.RoleMenu); i >= 0 {
				return take(i, gen.ValidValue)
			}
			return p.approach(s, opener)
		}
	}
	if i := s.front().Scrollable(2*p.present.spent > taskEvents); i >= 0 {
		return take(i, gen.AnyValue)
	}
	return s.onPath()
}

// ownSetting changes a setting on a screen that the app builds itself: the entry that is called like
// the key, or another one that was not tried, and what confirms the screen.
func (p *planned) ownSetting(s *state, t goals.Task) (choice, bool) {
	if s.relevance.Place(s.view.Screen).Activity != t.Screen {
		return p.approach(s, t)
	}
	i := s.resembling(naming.WordsOf(t.Key))
	if i < 0 {
		i = s.presses().Entry()
	}
	if i < 0 {
		return p.approach(s, t)
	}
	p.present.rows = 1
	return take(i, gen.ValidValue)
}

// answer gives the dialog of a preference its value, or another one than it has.
func (p *planned) answer(s *state, t goals.Task) (choice, bool) {
	ok := s.front().Confirmation()
	if ok >= 0 {
		p.form.left = []form.Step{{Key: s.offers[ok].Key}}
	}
	if i := s.field(nil); i >= 0 {
		c, typed := s.typeInto(i, t.Achiever)
		p.done()
		return c, typed
	}
	if t.Want.Class != guide.WantChanged {
		for _, value := range append(slices.Clone(t.Values), t.Want.Text) {
			if i := s.front().Labelled(value); i >= 0 {
				p.done()
				return take(i, gen.ValidValue)
			}
		}
	}
	i := s.presses().OtherChoice()
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
// used: code enables entries by what others are set to. Those next to it come first. -1 if it is not so.
func (p *planned) enable(s *state, t goals.Task) int {
	dead := slices.IndexFunc(s.view.Screen.Widgets, func(w ui.Widget) bool {
		return t.Title != "" && strings.EqualFold(w.Text, t.Title)
	})
	if dead < 0 || s.view.Screen.Floating() || len(p.varied) >= maxVaried {
		return -1
	}
	best, least := -1, 0
	for i := range s.offers {
		o := &s.offers[i]
		if !o.PressesWidget() || !o.Listed || slices.Contains(p.varied, o.Key) {
			continue
		}
		far := s.view.Screen.Widgets[dead].Bounds.Top - o.Event.Y
		if far = max(far, -2*far); best < 0 || far < least { // what comes before it rather than after
			best, least = i, far
		}
	}
	if best >= 0 {
		p.varied, p.present.spent = append(p.varied, s.offers[best].Key), 0
		p.tasks = append([]goals.Task{{Goal: t.Goal, Achiever: &guide.Achiever{Kind: guide.AchievePreference,
			Title: s.offers[best].Label,
			Want:  guide.Want{Class: guide.WantChanged}}}}, p.tasks...)
		p.present.rows = 1
	}
	return best
}

// maxVaried bounds the entries that are changed so that another one may be enabled.
const maxVaried = 6
