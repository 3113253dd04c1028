package plan

import (
	"slices"

	"talpa/asra/guide"
	"talpa/asra/plan/field"
	"talpa/cfg/callgraph"
	"talpa/dex"
)

// maxTests bounds the fields of elements that decide whether a loop changes what it walks.
const maxTests = 2

// changedHold makes goals of what has a loop change the collection that it walks: where the crash is that it does, the
// method has a call that takes an element away, mostly behind a test of the element, such as that its box is ticked.
// The handlers that set a field of another class which the method reads, and can test, come before the crash. Fields of
// the screen itself are no goals by this rule: the path names what it tests of them.
func changedHold(p *planner) {
	if p.Crash.Kind != guide.CrashConcurrent || !p.Stack.Known() {
		return
	}
	m := p.App.Calls.Method(p.Stack.Chain[0])
	takes := false
	var tested []dex.FieldRef
	for in := range m.Code().Insns() {
		switch {
		case in.Op.Invokes() && in.Op.Ref() == dex.RefMethod:
			takes = takes || slices.Contains(takingCalls, m.Class.File.MethodAt(in.Index).Name)
		case in.Op >= dex.OpIget && in.Op < dex.OpIput:
			ref := m.Class.File.FieldAt(in.Index)
			if ref.Class != m.Class.Descriptor && !slices.Contains(tested, ref) {
				tested = append(tested, ref)
			}
		}
	}
	if !takes {
		return
	}
	made := 0
	for _, ref := range tested {
		f := field.Of(p.App, dex.JavaName(ref.Class), ref.Name)
		if f == nil || made == maxTests || ref.Type != "Z" && ref.Type != "I" {
			continue
		}
		var all []guide.Achiever
		for _, w := range p.App.Calls.Index.Writes(f.Ref()) {
			all = addNew(all, handlersAt(p, w)...)
		}
		if len(all) == 0 {
			continue
		}
		made++
		screen := ""
		if onlyHandled(all, p.screen) && !endsOn(p, p.screen) {
			screen = p.screen
		}
		p.hold(guide.Subject{Kind: guide.SubjectField, Name: ref.Name, Class: dex.JavaName(ref.Class)},
			guide.Want{Class: guide.WantChanged}, screen, all)
	}
}

// handlersAt are the handlers with which control comes to a position in a method.
func handlersAt(p *planner, u callgraph.Use) []guide.Achiever {
	return handlersOf(runningAt(p, u))
}
