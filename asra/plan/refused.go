package plan

import (
	"slices"

	"talpa/asra/guide"
	"talpa/specs"
)

// refusedHold makes a goal of a refused permission where the callback of the stack hears the answer to a request: apps
// ask for what they do not hold, and they hold all that they were not refused. What the manifest asks for are
// alternatives, since the request names its permissions in an array.
func refusedHold(p *planner) {
	if !p.Stack.Known() {
		return
	}
	anchor := p.App.Calls.Method(p.Stack.Chain[p.Stack.Anchor])
	if !slices.Contains(specs.CallbackEvents(anchor.Name), "refuse") {
		return
	}
	if all := p.permissions(""); len(all) > 0 {
		subject := guide.Subject{Kind: guide.SubjectPermission, Name: all[0].Permission}
		p.hold(subject, guide.Want{Class: guide.WantAbsent}, "", all)
	}
}
