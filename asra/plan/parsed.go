package plan

import (
	"slices"
	"strings"

	"talpa/asra/guide"
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
	made := 0
	for i := range p.Inputs {
		in := &p.Inputs[i]
		if in.Cause != guide.CauseParsed || !parsesNumber(in.Parser) || made == maxParsed || in.Widget.ID == "" ||
			slices.Contains(wanted, in.Widget.ID) || !slices.Contains(p.Stack.Inner(), p.methodID(in.Where)) {
			continue
		}
		made++
		want := guide.Want{Class: guide.WantText, Text: "1"}
		p.hold(guide.Subject{Kind: guide.SubjectAttribute, Name: "text", Widget: in.Widget}, want, p.screen,
			[]guide.Achiever{{
				Kind: guide.AchieveText, Widgets: []guide.Widget{in.Widget}, Want: want, Values: []string{want.Text},
				Screen: p.screen, Label: p.label(p.screen),
			}})
	}
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
