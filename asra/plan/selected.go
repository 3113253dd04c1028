package plan

import (
	"slices"

	"talpa/asra/guide"
	"talpa/cfg/callgraph"
	"talpa/cfg/origin"
	"talpa/dex"
)

// rowsNotThere has the screen made anew, where the view that a listener of selections is given is null: the place that
// was selected is restored, and the listener hears of it, before a row is there to show it.
func rowsNotThere(p *planner, s guide.Source, want guide.Want) []guide.Achiever {
	if want.Class != guide.WantNull {
		return nil
	}
	i := slices.IndexFunc(p.Stack.Inner(), func(m callgraph.MethodID) bool { return p.Name(m) == s.Where })
	if i < 0 {
		return nil
	}
	m := p.App.Calls.Method(p.Stack.Chain[i])
	at, ok := origin.ParamIndex(m, s.Subject.Register)
	params := dex.Params(m.Desc)
	if m.Name != "onItemSelected" || m.IsStatic() || !ok || at < 1 || params[at-1] != "Landroid/view/View;" {
		return nil
	}
	return p.Events([]string{"rotate", "kill"}, p.screen)
}
