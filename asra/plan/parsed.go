package plan

import (
	"slices"

	"talpa/asra/guide"
	"talpa/asra/plan/number"
	"talpa/cfg/callgraph"
)

// maxParsed bounds the fields that are filled for the crash to be the next thing that fails.
const maxParsed = 4

// parsedHolds makes goals of the fields whose texts a frame of the stack reads as numbers, besides those that the crash
// is about: where one of them is empty, as forms begin, the event ends with the exception of its parser, before the
// crash. Whether it is parsed before or behind the crash point is not asked, since a number there prevents nothing.
// Where the crash is about a text and it is not known which, none is filled.
func parsedHolds(p *planner) {
	wanted := widgetsOf(p)
	if len(wanted) == 0 && slices.Contains([]guide.CrashKind{guide.CrashNumber, guide.CrashText}, p.Crash.Kind) {
		return
	}
	want, values := number.Wanted(p.Crash.Kind)
	made := 0
	for i := range p.Inputs {
		in := &p.Inputs[i]
		if in.Cause != guide.CauseParsed || !number.Parsed(in.Parser) || made == maxParsed || in.Widget.ID == "" ||
			slices.Contains(wanted, in.Widget.ID) {
			continue
		}
		handler, ok := parsedFor(p, p.Method(in.Where))
		if !ok {
			continue
		}
		made++
		p.tester = handler
		p.hold(guide.Subject{Kind: guide.SubjectAttribute, Name: "text", Widget: in.Widget}, want, p.screen,
			[]guide.Achiever{{
				Kind: guide.AchieveText, Widgets: []guide.Widget{in.Widget}, Want: want, Values: values,
				Screen: p.screen, Label: p.Label(p.screen),
			}})
		p.tester = ""
	}
}

// parsedFor says whether a method that parses a text is a frame of the stack, or what one calls where the crash is that
// something is too big: its size is often read by a helper. Of a stack that overflowed the outer frames are missing, so
// that the last handler of the path counts, too; it is returned then, since the text is to be there before it runs.
func parsedFor(p *planner, m callgraph.MethodID) (handler string, ok bool) {
	if m == callgraph.NoMethod || slices.Contains(p.Stack.Inner(), m) {
		return "", m != callgraph.NoMethod
	}
	if p.Crash.Kind != guide.CrashMemory {
		return "", false
	}
	if n := len(p.Milestones); n > 0 {
		handler = p.Milestones[n-1].Callback
	}
	last := p.Method(handler)
	for e := range p.App.Calls.In(m) {
		switch {
		case e.Kind != callgraph.Call:
		case slices.Contains(p.Stack.Inner(), e.From):
			return "", true
		case e.From == last:
			return handler, true
		}
	}
	return "", false
}

// widgetsOf are the ids of the widgets that the crash, or a goal made so far, wants to be some way.
// A field has one text: a number in it would undo what these want.
func widgetsOf(p *planner) []string {
	var all []string
	add := func(s guide.Subject) {
		if s.Widget.ID != "" {
			all = append(all, s.Widget.ID)
		}
	}
	add(p.Crash.Subject)
	for i := range p.Crash.Sources {
		add(p.Crash.Sources[i].Subject)
	}
	for _, g := range slices.Concat(p.Early, p.Late) {
		add(g.Subject)
	}
	return all
}
