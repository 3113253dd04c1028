package plan

import (
	"talpa/asra/guide"
	"talpa/asra/plan/intent"
	"talpa/cfg/callgraph"
)

// startOf is that others start an activity, with the intent with which control comes to the crash, as far as code
// tells by comparing its parts.
func startOf(p *planner, name string) guide.Achiever {
	a := guide.Achiever{Kind: guide.AchieveStart, Screen: name, Label: p.label(name)}
	if !p.Stack.Known() || p.Crash == nil {
		return a
	}
	places := []callgraph.Use{{Method: p.Stack.Chain[0], PC: uint32(max(p.Crash.Offset, 0))}}
	for i, m := range p.Stack.Inner() {
		if i == 0 {
			continue
		}
		for _, pc := range p.App.CallsOf(m, p.Stack.Chain[i-1]) {
			places = append(places, callgraph.Use{Method: m, PC: pc})
		}
	}
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
