package plan

import (
	"slices"

	"talpa/asra/appcode"
	"talpa/asra/guide"
	"talpa/asra/plan/achieve"
	"talpa/asra/plan/byname"
	"talpa/asra/plan/order"
	"talpa/asra/plan/page"
	"talpa/cfg/callgraph"
	"talpa/dex"
)

// pageMakers are the methods of a pager's adapter that give the fragment of a page, by the documentation of
// FragmentPagerAdapter and FragmentStateAdapter.
var pageMakers = []string{"getItem", "createFragment"}

// shownPage makes a step of what shows the fragment that a callback is part of, where code chooses it by a number: a
// row, a tab, a page of a pager, or a handler that asks for it. The fragment is there from the start, as far as code
// tells, so that the path has no event for it. None where it is the first, which shows as its screen comes up, or where
// what shows it was the last step.
func shownPage(p *planner, m callgraph.MethodID) {
	if m == callgraph.NoMethod {
		return
	}
	fragment := page.Fragment(p.App, p.App.Calls.Method(m).Class)
	if fragment == "" || p.pages[fragment] {
		return
	}
	p.pages[fragment] = true
	var all []guide.Achiever
	for _, c := range page.Of(p.App, fragment, p.Numbers) {
		some, first := showing(p, c)
		if first {
			return
		}
		all = achieve.AddNew(all, some...)
	}
	all = append(all, entryOf(p, fragment)...)
	all = slices.DeleteFunc(all, func(a guide.Achiever) bool { return a.Screen != p.screen })
	if len(all) == 0 || p.EndsWith(all) {
		return
	}
	p.Step(order.Run(p.screen, all))
}

// touchedEntry is what the platform runs as an entry of a settings screen, or a header of one, is touched that shows a
// fragment: no code of the app.
const touchedEntry = "Landroid/preference/Preference;->onClick()V"

// entryOf are the entries of a settings screen, and its headers, that show a fragment, where no code of the app makes
// one.
func entryOf(p *planner, fragment string) []guide.Achiever {
	if len(p.App.Calls.Index.Allocs(fragment)) > 0 {
		return nil
	}
	var widgets []guide.Widget
	for _, e := range p.App.PreferenceFragments() {
		if w := p.App.GuideWidget(e.Widget); dex.Descriptor(e.Fragment) == fragment && w.Text != "" &&
			!slices.Contains(widgets, w) {
			widgets = append(widgets, w)
		}
	}
	if len(widgets) == 0 {
		return nil
	}
	return []guide.Achiever{p.Using(touchedEntry, guide.RolePreference, widgets, p.screen)}
}

// showing is what makes a choice; first says that it is made as its screen comes up.
func showing(p *planner, c page.Choice) (all []guide.Achiever, first bool) {
	cb := p.App.CallbackOf(c.Method)
	if c.Number < 0 || cb == nil {
		all = p.RunningAt(c.Use)
		return achieve.Handlers(all), slices.ContainsFunc(p.App.Runners(c.Method), func(r callgraph.MethodID) bool {
			return byname.ComesUp(p.App.Calls.Method(r).Name)
		})
	}
	name := p.App.Calls.Method(c.Method).Name
	turns := slices.Contains(pageMakers, name) || name == "onTabSelected"
	switch {
	case turns && c.Number == 0:
		return nil, true
	case turns:
		a := guide.Achiever{
			Kind: guide.AchieveGesture, Gesture: guide.GesturePage, Method: p.Name(c.Method), Positions: []int{c.Number},
			Screen: p.screen, Label: p.Label(p.screen),
		}
		return []guide.Achiever{a}, false
	case appcode.IsEvent(cb.Role):
		for _, a := range achieve.Handlers(p.Callback(cb, nil)) {
			if a.Role == guide.RoleItem {
				a.Positions = []int{c.Number}
			}
			all = append(all, a)
		}
	}
	return all, false
}
