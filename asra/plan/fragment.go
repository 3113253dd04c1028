package plan

import (
	"talpa/asra/guide"
	"talpa/asra/plan/achieve"
	"talpa/asra/plan/order"
	"talpa/dex"
)

// namedFragment makes a step of the fragment that the crash is about, where the failure is that it cannot be made anew,
// or that it lacks then what it was given: the handlers that make it have to have shown it, before its screen is
// restored. None where the path leads to its code already.
func namedFragment(p *planner) {
	class := restoredFragment(p)
	if class == "" || !below(p.App, class, fragments) || p.EndsWithHandler() {
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

// restoredFragment is the class of the fragment that the framework makes anew before the crash: the message names it,
// or the field that is null is one that the fragment's maker fills. "" if there is none.
func restoredFragment(p *planner) string {
	switch {
	case p.Crash == nil:
	case p.Crash.Kind == guide.CrashLifecycle && p.Crash.Name != "":
		return dex.Descriptor(p.Crash.Name)
	case p.Crash.Kind == guide.CrashNull:
		for _, s := range p.Crash.Sources {
			class := dex.Descriptor(s.Subject.Class)
			if s.Subject.Kind == guide.SubjectField && below(p.App, class, fragments) &&
				len(recreated(p, s.Subject.Class, s.Subject.Name)) > 0 {
				return class
			}
		}
	}
	return ""
}
