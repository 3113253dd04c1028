package plan

import (
	"talpa/asra/guide"
	"talpa/asra/plan/achieve"
	"talpa/asra/plan/intent"
	"talpa/asra/plan/order"
	"talpa/cfg/callgraph"
)

// startOf is that others start an activity, with the intent with which control comes to the crash, as far as code
// tells by comparing its parts.
func startOf(p *planner, name string) guide.Achiever {
	a := guide.Achiever{Kind: guide.AchieveStart, Screen: name, Label: p.Label(name)}
	if !p.Stack.Known() || p.Crash == nil {
		return a
	}
	places := crashPlaces(p)
	segments := -1
	if p.Crash.Subject.Kind == guide.SubjectExtra && p.Crash.Subject.Name == "data" && p.Crash.Size != nil {
		segments = int(*p.Crash.Size)
	}
	for i := range p.App.Manifest.Activities {
		if c := &p.App.Manifest.Activities[i]; c.Name == name {
			w := intent.Of(p.App, places, c.Filters, segments)
			a.Action, a.Type, a.Data = w.Action, w.Type, w.Data
			break
		}
	}
	return a
}

// crashPlaces are the places at which control is in the frames of the stack, the innermost first.
func crashPlaces(p *planner) []callgraph.Use {
	places := []callgraph.Use{{Method: p.Stack.Chain[0], PC: uint32(max(p.Crash.Offset, 0))}}
	for i, m := range p.Stack.Inner() {
		if i == 0 {
			continue
		}
		for _, pc := range p.App.CallsOf(m, p.Stack.Chain[i-1]) {
			places = append(places, callgraph.Use{Method: m, PC: pc})
		}
	}
	return places
}

// withExtras puts first, of what starts the activity in which the path ends from another one, the handlers that put
// into its intent what the code there has found in it as it comes to the crash, or to what makes the listener of the
// crash: one activity often does several things, and an extra says which.
func withExtras(p *planner, all []guide.Achiever, from, to string) []guide.Achiever {
	if from == to || to != p.Milestones[len(p.Milestones)-1].Activity || !p.Stack.Known() {
		return all
	}
	listener := p.App.Calls.Method(p.Stack.Chain[p.Stack.Anchor]).Class.Descriptor
	places := append(crashPlaces(p), p.App.Calls.Index.Allocs(listener)...)
	var first []guide.Achiever
	for _, e := range intent.Extras(p.App, places) {
		for _, u := range intent.Puts(p.App, e) {
			for _, a := range p.HandlersAt(u) {
				if m := p.Method(a.Method); a.Screen == from || a.Screen == "" && p.RunsOn(m, from) {
					a.Screen, a.Label = from, p.Label(from)
					first = achieve.AddNew(first, a)
				}
			}
		}
	}
	all = achieve.AddNew(first, all...)
	return order.Likeliest(all)
}
