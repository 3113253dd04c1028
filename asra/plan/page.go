package plan

import (
	"slices"

	"talpa/asra/appcode"
	"talpa/asra/guide"
	"talpa/asra/plan/achieve"
	"talpa/asra/plan/byname"
	"talpa/asra/plan/page"
	"talpa/cfg/callgraph"
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
	all = slices.DeleteFunc(all, func(a guide.Achiever) bool { return a.Screen != p.screen })
	if len(all) == 0 || len(p.path) > 0 && slices.ContainsFunc(all, func(a guide.Achiever) bool {
		return p.path[len(p.path)-1].Subject == method(a.Method)
	}) {
		return
	}
	step(p, p.goal(guide.Goal{
		Kind: guide.GoalRun, Screen: p.screen, Subject: method(all[0].Method),
		Achievers: all[:min(len(all), maxAchievers)],
	}))
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
