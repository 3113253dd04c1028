package plan

import (
	"slices"

	"talpa/asra/appcode"
	"talpa/asra/guide"
	"talpa/asra/plan/byname"
	"talpa/asra/plan/dialog"
	"talpa/asra/plan/order"
	"talpa/cfg/callgraph"
	"talpa/dex"
)

// dialogOpener is a step for a dialog that is made as its screen comes up and shown later, by a handler that finds it
// in a field or is given it: between the screen and the listener of such a dialog the path has no event, as code
// hands nothing over there. The step runs any of the handlers on the screen that show a dialog made elsewhere;
// which one it is, is not known. False where who makes the listener shows a dialog itself, or the path has a
// handler of the screen before. A listener that a field holds is used by the handlers that read the field.
func dialogOpener(p *planner, i int) (guide.Goal, bool) {
	m := &p.Milestones[i]
	if g, ok := popupOpener(p, i); ok {
		return g, true
	}
	before := i > 0 && p.Milestones[i-1].Activity == m.Activity && p.Milestones[i-1].Callback != ""
	listener := p.Method(m.Callback)
	if m.Role != guide.RoleDialog || before || listener == callgraph.NoMethod {
		return guide.Goal{}, false
	}
	if users := usersOf(p, m.Callback, m.Activity); len(users) > 0 {
		return order.Run(m.Activity, users), true
	}
	shows := p.App.Calls.Index.CallsTo(func(ref dex.MethodRef) bool { return dialog.Shows(p.App, ref) })
	makers := p.App.Calls.Index.Allocs(p.App.Calls.Method(listener).Class.Descriptor)
	if g, ok := settingOpens(p, m.Activity, makers); ok {
		return g, true
	}
	if len(makers) == 0 || slices.ContainsFunc(makers, func(u callgraph.Use) bool {
		return slices.ContainsFunc(shows, func(show callgraph.Use) bool { return show.Method == u.Method })
	}) {
		return guide.Goal{}, false
	}
	var all []guide.Achiever
	for _, show := range dialog.Showing(p.App, shows, makers) {
		for _, r := range p.App.Runners(show.Method) {
			// What runs on other screens cannot show a dialog of this one: its window needs the activity.
			cb := p.App.CallbackOf(r)
			if !appcode.IsEvent(cb.Role) || !slices.ContainsFunc(p.App.PlacesOf(r), func(c int) bool {
				return p.App.Components[c].Name == m.Activity
			}) {
				continue
			}
			all = append(all, p.Using(p.Name(r), guide.Role(cb.Role), p.Callback(cb, nil)[0].Widgets, m.Activity))
		}
	}
	if len(all) == 0 {
		return guide.Goal{}, false
	}
	return order.Run(m.Activity, all), true
}

// popupOpener is a step for a menu that pops up over a row or a button, where a field holds what hears of its items:
// the handlers that read the field show the menu, which the path does not know. False where the step before is one.
func popupOpener(p *planner, i int) (guide.Goal, bool) {
	m := &p.Milestones[i]
	if m.Role != guide.RoleMenu || byname.Bare(m.Callback) != "onMenuItemClick" {
		return guide.Goal{}, false
	}
	users := usersOf(p, m.Callback, m.Activity)
	if len(users) == 0 || i > 0 && slices.ContainsFunc(users, func(a guide.Achiever) bool {
		return a.Method == p.Milestones[i-1].Callback
	}) {
		return guide.Goal{}, false
	}
	return order.Run(m.Activity, users), true
}

// settingOpens is a step for a dialog that is made as a setting on the screen is changed, by what hears of that: no
// event of the path changes one. The entries that it hears of are alternatives.
func settingOpens(p *planner, screen string, makers []callgraph.Use) (guide.Goal, bool) {
	for _, u := range makers {
		for _, r := range p.App.Runners(u.Method) {
			name := p.Name(r)
			// The first that hears of settings will do: the others that make the dialog hear of the same ones mostly.
			if all := changing(p, name, screen); len(all) > 0 {
				return guide.Goal{
					Kind: guide.GoalRun, Screen: screen, Subject: order.Method(name), Achievers: all,
				}, true
			}
		}
	}
	return guide.Goal{}, false
}
