package plan

import (
	"slices"

	"talpa/asra/guide"
	"talpa/cfg/callgraph"
)

// asking is the index of the last step of the path that has a server asked, so that the answer gets to the method that
// tests it; the number of steps if it is the callback of the stack, -1 if none is known. It is a handler from which
// control gets there without another one, or the one that leads to the only screen on which that method can run.
// Servers answer as they should until then: the path may need a login and a list first.
func asking(p *planner) int {
	at := p.Method(p.tester)
	if at == callgraph.NoMethod {
		return -1
	}
	from := []callgraph.MethodID{at} // and what makes the object: a library that calls it may not lead back there
	for _, made := range p.App.Calls.Index.Allocs(p.App.Calls.Method(at).Class.Descriptor) {
		from = append(from, made.Method)
	}
	askers := p.App.Calls.Backward(from, callgraph.Walk{Stop: p.App.IsHandler})
	if p.Stack.Known() {
		if anchor := p.Stack.Chain[p.Stack.Anchor]; p.App.IsHandler(anchor) && askers.Has(anchor) {
			return len(p.Path)
		}
	}
	if i := lastRun(p, askers); i >= 0 {
		return i
	}
	screen := p.OnlyScreen(p.tester)
	if screen == "" {
		return -1
	}
	if i := slices.IndexFunc(p.Path, func(g guide.Goal) bool { return g.Screen == screen }); i >= 0 {
		return i - 1
	}
	if screen == p.screen {
		return len(p.Path) - 1
	}
	return -1
}

// lastRun is the index of the last step of the path that runs one of some methods; -1 if there is none.
func lastRun(p *planner, of *callgraph.Reach) int {
	for i, g := range slices.Backward(p.Path) {
		if g.Kind == guide.GoalRun && of.Has(p.Method(g.Subject.Name)) {
			return i
		}
	}
	return -1
}
