package plan

import (
	"slices"

	"talpa/asra/guide"
	"talpa/asra/plan/achieve"
	"talpa/asra/plan/broadcast"
	"talpa/asra/plan/order"
	"talpa/cfg/callgraph"
	"talpa/dex"
)

// received is what has a receiver hear that code registers: a broadcast of the system comes from outside, one with an
// action of the app's own is sent by its handlers, and by others where that is not one that only the app hears.
func received(p *planner, anchor *dex.Method) []guide.Achiever {
	if anchor.Name != "onReceive" {
		return nil
	}
	var all []guide.Achiever
	for _, action := range broadcast.FilterActions(p.App, anchor.Class, broadcast.Registered(p.App, anchor.Class)) {
		for _, u := range broadcast.Senders(p.App, action) {
			all = achieve.AddNew(all, p.HandlersAt(u)...)
		}
		all = append(all, guide.Achiever{Kind: guide.AchieveOutside, Change: guide.ChangeBroadcast, Action: action})
	}
	return all
}

// registeredHold makes a step of the handlers that register the receiver which the stack begins with, where nothing
// else does and the path has none of them: a path ends where the receiver is made.
func registeredHold(p *planner) {
	if !p.Stack.Known() || p.App.Calls.Method(p.Stack.Chain[p.Stack.Anchor]).Name != "onReceive" {
		return
	}
	var all []guide.Achiever
	for _, u := range broadcast.Registered(p.App, p.App.Calls.Method(p.Stack.Chain[p.Stack.Anchor]).Class) {
		if slices.ContainsFunc(p.App.Runners(u.Method), func(m callgraph.MethodID) bool { return !p.App.IsHandler(m) }) {
			return
		}
		all = achieve.AddNew(all, p.HandlersAt(u)...)
	}
	if len(all) == 0 || slices.ContainsFunc(p.Path, func(g guide.Goal) bool {
		return slices.ContainsFunc(all, func(a guide.Achiever) bool { return g.Subject == order.Method(a.Method) })
	}) {
		return
	}
	p.Step(order.Run(achieve.OnlyScreen(all), all))
}
