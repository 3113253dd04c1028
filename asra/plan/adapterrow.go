package plan

import (
	"slices"

	"talpa/asra/guide"
	"talpa/asra/plan/achieve"
	"talpa/asra/plan/byname"
)

// rowHold makes a goal of a row in the list that the callback of the stack draws: without one it never runs. Any
// row will do, whichever table it is of: which rows a list shows is not known. Handlers of rows make no such
// goal, since a search sees that there is nothing to press.
func rowHold(p *planner) {
	if !p.Stack.Known() {
		return
	}
	anchor := p.App.Calls.Method(p.Stack.Chain[p.Stack.Anchor])
	if !byname.DrawsRow(anchor.Name) {
		walkedRow(p)
		return
	}
	list := guide.Subject{Kind: guide.SubjectContents, Class: anchor.Class.JavaName()}
	want := guide.Want{Class: guide.WantPresent}
	adders := slices.DeleteFunc(p.rows(guide.Source{Subject: list}, want), func(a guide.Achiever) bool {
		return a.Screen != p.screen
	})
	if len(adders) == 0 { // as somebody adds one who never saw the app
		adders = []guide.Achiever{{Kind: guide.AchieveAddRows, Rows: 1, Screen: p.screen, Label: p.Label(p.screen)}}
	}
	p.hold(list, want, p.screen, adders)
}

// walkedRow makes a goal of a row, where the stack walks over rows of a table and somebody is known to add some:
// without one it never comes to the crash. None where it is that there are none that crashes.
func walkedRow(p *planner) {
	if !p.Stack.WalksRows() || slices.ContainsFunc(slices.Concat(p.Early, p.Path, p.Late), func(g guide.Goal) bool {
		return slices.ContainsFunc(g.Achievers, func(a guide.Achiever) bool {
			return a.Kind == guide.AchieveDeleteRows || a.Kind == guide.AchieveAddRows
		})
	}) {
		return
	}
	i := slices.IndexFunc(p.Dependencies, func(d guide.Dependency) bool { return d.Kind == guide.AddsRows })
	if i < 0 {
		return
	}
	want := guide.Want{Class: guide.WantPresent}
	all := p.rows(guide.Source{Subject: guide.Subject{Kind: guide.SubjectTable}}, want)
	if len(all) > 0 {
		p.hold(p.Dependencies[i].Subject, want, achieve.OnlyScreen(all), all)
	}
}
