package plan

import (
	"slices"

	"talpa/asra/guide"
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
		return
	}
	list := guide.Subject{Kind: guide.SubjectContents, Class: anchor.Class.JavaName()}
	want := guide.Want{Class: guide.WantPresent}
	adders := slices.DeleteFunc(p.rows(guide.Source{Subject: list}, want), func(a guide.Achiever) bool {
		return a.Screen != p.screen
	})
	if len(adders) == 0 { // as somebody adds one who never saw the app
		adders = []guide.Achiever{{Kind: guide.AchieveAddRows, Rows: 1, Screen: p.screen, Label: p.label(p.screen)}}
	}
	p.hold(list, want, p.screen, adders)
}
