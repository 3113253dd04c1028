package plan

import (
	"talpa/asra/guide"
	"talpa/asra/plan/achieve"
	"talpa/asra/plan/order"
	"talpa/dex"
)

// namedFragment makes a step of the fragment that the message names, where the failure is that it cannot be made
// anew: the handlers that make it have to have shown it, before its screen is restored. None where the path leads to
// its code already.
func namedFragment(p *planner) {
	if p.Crash == nil || p.Crash.Kind != guide.CrashLifecycle || p.Crash.Name == "" {
		return
	}
	class := dex.Descriptor(p.Crash.Name)
	if !below(p.App, class, fragments) || p.EndsWithHandler() {
		return
	}
	var all []guide.Achiever
	for _, u := range p.App.Calls.Index.Allocs(class) {
		all = achieve.AddNew(all, p.HandlersAt(u)...)
	}
	if len(all) == 0 {
		return
	}
	p.Step(order.Run(achieve.OnlyScreen(all), all))
}
