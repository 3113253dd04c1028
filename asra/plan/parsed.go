package plan

import (
	"slices"
	"strings"

	"talpa/asra/guide"
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
	want, values := numberWanted(p.Crash.Kind)
	made := 0
	for i := range p.Inputs {
		in := &p.Inputs[i]
		if in.Cause != guide.CauseParsed || !parsesNumber(in.Parser) || made == maxParsed || in.Widget.ID == "" ||
			slices.Contains(wanted, in.Widget.ID) {
			continue
		}
		handler, ok := parsedFor(p, p.methodID(in.Where))
		if !ok {
			continue
		}
		made++
		p.tester = handler
		p.hold(guide.Subject{Kind: guide.SubjectAttribute, Name: "text", Widget: in.Widget}, want, p.screen,
			[]guide.Achiever{{
				Kind: guide.AchieveText, Widgets: []guide.Widget{in.Widget}, Want: want, Values: values,
				Screen: p.screen, Label: p.label(p.screen),
			}})
		p.tester = ""
	}
}

// numberWanted is the number for a field, and texts worth trying: any, or a big one where the crash is that too much
// is held, sent or nested. A million is more than a transaction has bytes and a stack has frames, and the side of a
// picture that no heap holds; where that is refused as no size at all, the second fits 32 bits as a square.
func numberWanted(kind guide.CrashKind) (want guide.Want, values []string) {
	if kind == guide.CrashMemory {
		least := int64(20_000)
		return guide.Want{Class: guide.WantNumber, Min: &least}, []string{"1000000", "20000"}
	}
	return guide.Want{Class: guide.WantText, Text: "1"}, []string{"1"}
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
	last := p.methodID(handler)
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
	for _, g := range slices.Concat(p.early, p.late) {
		add(g.Subject)
	}
	return all
}

// parsesNumber says that a parser takes "1" and throws for what is no number: those of java.lang and java.math.
// Others, such as parsers of dates or addresses, throw for "1" too, and nothing is known of what they take.
func parsesNumber(parser string) bool {
	return slices.ContainsFunc([]string{
		"java.lang.Integer.", "java.lang.Long.", "java.lang.Short.", "java.lang.Byte.", "java.lang.Float.",
		"java.lang.Double.", "java.math.",
	}, func(class string) bool { return strings.HasPrefix(parser, class) })
}
