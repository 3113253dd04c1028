package plan

import (
	"slices"

	"talpa/asra/guide"
	"talpa/asra/plan/achieve"
	"talpa/asra/plan/field"
	"talpa/asra/plan/order"
	"talpa/asra/plan/saved"
)

// savedHold makes goals of what has a screen save the state that it restores as it crashes: the fields that
// onSaveInstanceState tests before it saves what the crash reads are set by handlers first. What is missing from the
// state is saved under some condition, too, which is no goal. False if it is not the state that fails, or nothing of it
// is saved so.
func savedHold(p *planner) bool {
	if !p.Stack.Known() {
		return false
	}
	missing := ""
	if p.Crash.Kind == guide.CrashNull && p.Crash.Subject.Kind == guide.SubjectExtra {
		missing = p.Crash.Subject.Name
	}
	saves := false
	for _, u := range saved.Puts(p.App, p.Stack.Inner(), uint32(max(p.Crash.Offset, 0)), missing) {
		for _, c := range p.Holds(u.Method, u.PC) {
			f := field.Of(p.App, c.Subject.Class, c.Subject.Name)
			want, ok := achieve.WantOf(c)
			if !ok || c.Subject.Kind != guide.SubjectField || f == nil {
				continue
			}
			var all []guide.Achiever
			for _, w := range p.App.Calls.Index.Writes(f.Ref()) {
				if !field.WritesNull(p.App, w) {
					all = achieve.AddNew(all, p.HandlersAt(w)...)
				}
			}
			all = slices.DeleteFunc(all, func(a guide.Achiever) bool { return a.Screen != p.screen })
			if len(all) > 0 {
				p.hold(c.Subject, want, p.screen, all)
				saves = true
			}
		}
	}
	if !saves {
		return false
	}
	anew := p.Events([]string{"rotate", "kill"}, p.screen)
	p.hold(order.Activity(p.screen), guide.Want{Class: guide.WantChanged}, p.screen, anew)
	return p.Crash.Subject.Kind == guide.SubjectExtra
}
