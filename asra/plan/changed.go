package plan

import (
	"talpa/asra/guide"
	"talpa/asra/plan/achieve"
	"talpa/asra/plan/field"
	"talpa/dex"
)

// maxTests bounds the fields of elements that decide whether a loop changes what it walks.
const maxTests = 2

// walkedRows is how many elements a loop has to take away for the change to be seen: Android's lists end a walk with
// the element that was the last as it began, so that nobody sees that this one is gone.
const walkedRows = 2

// changedHold makes goals of what has a loop change the collection that it walks: where the crash is that it does, the
// method has a call that takes an element away, mostly behind a test of the element, such as that its box is ticked.
// The handlers that set a field of another class which the method reads, and can test, come before the crash. Fields of
// the screen itself are no goals by this rule: the path names what it tests of them.
func changedHold(p *planner) {
	if p.Crash.Kind != guide.CrashConcurrent || !p.Stack.Known() {
		return
	}
	m := p.App.Calls.Method(p.Stack.Chain[0])
	var takes []guide.Condition // what holds where an element is taken away
	taken, tested := field.Takes(m)
	if len(taken) == 0 {
		return
	}
	for _, pc := range taken {
		takes = append(takes, p.Holds(p.Stack.Chain[0], pc)...)
	}
	goals := 0
	for _, ref := range tested {
		f := field.Of(p.App, dex.JavaName(ref.Class), ref.Name)
		if f == nil || goals == maxTests || ref.Type != "Z" && ref.Type != "I" {
			continue
		}
		s := guide.Subject{Kind: guide.SubjectField, Name: ref.Name, Class: dex.JavaName(ref.Class)}
		all, want := settersTo(p, s, takes)
		if len(all) == 0 {
			for _, w := range p.App.Calls.Index.Writes(f.Ref()) {
				all = achieve.AddNew(all, p.HandlersAt(w)...)
			}
		}
		if len(all) == 0 {
			continue
		}
		goals++
		p.hold(s, want, ofLastScreen(p, all), all)
	}
}

// settersTo are the handlers that make an object whose field is as one of some conditions wants it, and what that is.
func settersTo(p *planner, s guide.Subject, some []guide.Condition) ([]guide.Achiever, guide.Want) {
	for _, c := range some {
		of := c.Subject
		want, ok := achieve.WantOf(c)
		if ok && of.Kind == s.Kind && of.Name == s.Name && of.Class == s.Class {
			if all := made(p, c, walkedRows); len(all) > 0 {
				return all, want
			}
		}
	}
	return nil, guide.Want{Class: guide.WantChanged}
}
