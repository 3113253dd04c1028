package plan

import (
	"slices"

	"talpa/asra/appcode"
	"talpa/asra/guide"
	"talpa/asra/plan/achieve"
	"talpa/asra/plan/field"
	"talpa/asra/plan/order"
	"talpa/dex"
)

// walkedHold is for a collection that changes while something which runs later walks it, a posted job or a thread: what
// begins the walk becomes a step, and the crash comes by the handlers that change the collection in the meantime. False
// where the callback of the stack is a handler itself, or nobody begins or changes it on that screen.
func walkedHold(p *planner) bool {
	if p.Crash.Kind != guide.CrashConcurrent || !p.Stack.Known() {
		return false
	}
	cb := p.App.CallbackOf(p.Stack.Chain[p.Stack.Anchor])
	begins := achieve.Handlers(slices.Clone(p.Last.Achievers))
	if len(begins) == 0 {
		begins = posted(p)
	}
	for _, u := range p.App.Calls.Index.Allocs(p.App.Calls.Method(p.Stack.Chain[p.Stack.Anchor]).Class.Descriptor) {
		if len(begins) == 0 && p.screen != "" { // of a task or a thread that a handler makes
			begins = slices.DeleteFunc(p.HandlersAt(u), func(a guide.Achiever) bool { return a.Screen != p.screen })
		}
	}
	if cb == nil || appcode.IsEvent(cb.Role) || len(begins) == 0 {
		return false
	}
	var all []guide.Achiever
	for _, s := range p.Crash.Sources {
		f := (*dex.Field)(nil)
		if s.Subject.Kind == guide.SubjectField {
			f = field.Of(p.App, s.Subject.Class, s.Subject.Name)
		}
		if f == nil {
			continue
		}
		for _, a := range achieve.Handlers(callersOn(p, f, slices.Concat(field.AddingCalls, field.TakingCalls))) {
			if a.Screen == p.screen && !slices.ContainsFunc(begins, func(b guide.Achiever) bool { return achieve.Same(a, b) }) {
				all = achieve.AddNew(all, a)
			}
		}
	}
	if len(all) == 0 {
		return false
	}
	if !p.EndsWith(begins[:1]) { // the path may begin it already
		p.Step(order.Run(p.screen, begins))
	}
	p.Last.Achievers = all
	return true
}
