package report

import (
	"fmt"
	"slices"
	"strings"

	"talpa/asra/guide"
)

// Milestone is a place on the path to the crash, and whether the search came there.
type Milestone struct {
	// Kind is "screen", "handler" (a callback on the path) or "frame" (a method of
	// the wanted trace).
	Kind string `json:"kind"`
	// Name is the Java name of the activity, or the DEX name of the method.
	Name string `json:"name"`
	// By names what triggers the handler, "" if that is not known.
	By      string `json:"by,omitempty"`
	Reached bool   `json:"reached"`
	// Events ran the method; First is the number of the first of them.
	Events int `json:"events,omitempty"`
	First  int `json:"first,omitempty"`
	// Outer says of the last milestone that the crash is deeper, in code that the app lacks.
	Outer bool `json:"outer,omitempty"`
	// Unprobed says that nothing tells whether the search came there.
	Unprobed bool `json:"unprobed,omitempty"`
}

// The kinds of milestones.
const (
	MilestoneScreen  = "screen"
	MilestoneHandler = "handler"
	MilestoneFrame   = "frame"
)

// text says the milestone and what became of it in a line.
func (s Milestone) text() string {
	text := guide.SimpleName(s.Name)
	if s.Kind != MilestoneScreen {
		text = guide.SimpleMethod(s.Name)
	}
	if s.By != "" {
		text += " (" + s.By + ")"
	}
	return text + ": " + s.outcome()
}

// outcome says what became of the milestone.
func (s Milestone) outcome() string {
	switch {
	case s.Unprobed:
		return "not known: no probe there"
	case s.Kind == MilestoneScreen && s.Reached:
		return "was on the screen"
	case s.Kind == MilestoneScreen:
		return "was never on the screen"
	case s.Reached:
		return fmt.Sprintf("ran in %s, first in event %d", Counted(s.Events, "event"), s.First)
	}
	return "never ran"
}

// Nearest says in a sentence or two how near a search came to the crash that it
// did not meet: the last milestone reached, the first one missed, and what that
// means. "" if nothing is known of the path.
func Nearest(path []Milestone) string {
	last, missed := -1, -1
	for i, s := range path {
		switch {
		case s.Unprobed:
		case s.Reached:
			last, missed = i, -1
		case missed < 0:
			missed = i
		}
	}
	switch {
	case last < 0 && missed < 0:
		return ""
	case last < 0:
		return fmt.Sprintf("Nothing of the path to the crash was reached; it begins with %s.", place(path[missed]))
	case missed < 0 && path[last].Outer:
		return fmt.Sprintf("%s, of the methods that the app has the nearest to the crash, ran in %s without it.",
			guide.SimpleMethod(path[last].Name), Counted(path[last].Events, "event"))
	case missed < 0 && path[last].Kind == MilestoneFrame && last == len(path)-1:
		return fmt.Sprintf("The method of the crash, %s, ran in %s without failing. The path is found: "+
			"what is missing is data, a setting or a moment.",
			guide.SimpleMethod(path[last].Name), Counted(path[last].Events, "event"))
	case missed < 0:
		return fmt.Sprintf("The search came as far as %s.", place(path[last]))
	case path[missed].Kind == MilestoneFrame && path[last].Kind == MilestoneFrame:
		return fmt.Sprintf("%s ran in %s, but never went on to %s: a condition on the path did not hold.",
			guide.SimpleMethod(path[last].Name), Counted(path[last].Events, "event"), guide.SimpleMethod(path[missed].Name))
	}
	return fmt.Sprintf("The search came as far as %s, but never to %s.", place(path[last]), place(path[missed]))
}

// place names a milestone within a sentence.
func place(s Milestone) string {
	if s.Kind == MilestoneScreen {
		return "the screen " + guide.SimpleName(s.Name)
	}
	name := guide.SimpleMethod(s.Name)
	if s.By != "" {
		name += " (" + s.By + ")"
	}
	return name
}

// Asked lists what the path to the crash asks the outside for, for people, each once.
func Asked(g *guide.Guide) []string {
	if g == nil {
		return nil
	}
	const most = 6
	var list []string
	seen := map[string]bool{}
	for i := range g.Inputs {
		if text := asked(g, &g.Inputs[i], 3); !seen[text] && len(list) < most {
			seen[text] = true
			list = append(list, text)
		}
	}
	return list
}

// Doubts are the signs that the crash of a guide is of another build of the app, for people.
func Doubts(g *guide.Guide) []string {
	if g == nil {
		return nil
	}
	const most = 3
	var list []string
	for _, d := range g.Target.Doubts[:min(len(g.Target.Doubts), most)] {
		list = append(list, clean(d.String(), maxTitle))
	}
	return list
}

// asked says what an input asks for, with the first values that it offers.
func asked(g *guide.Guide, in *guide.Input, values int) string {
	text := string(in.Kind)
	if what := g.Asks(in); what != "" {
		text += ": " + what
	}
	if offers := in.Offers(); len(offers) > 0 {
		text += fmt.Sprintf(" (%s)", strings.Join(quoteAll(offers[:min(values, len(offers))]), ", "))
	}
	return clean(text, maxTitle)
}

func quoteAll(values []string) []string {
	quoted := make([]string, len(values))
	for i, v := range values {
		quoted[i] = fmt.Sprintf("%q", v)
	}
	return quoted
}

// milestoneView is a milestone on the page.
type milestoneView struct{ Class, Name, By, Outcome string }

// pathView is the path to a crash that did not happen, on the page.
type pathView struct {
	Nearest    string
	Doubts     []string
	Milestones []milestoneView
	Asked      []string
	Moment     *findingView // the last steps of what came nearest, nil if there are none
	Hint       string
}

// MomentSteps is the number of the last steps that the page shows of what came nearest.
const MomentSteps = 8

// path is the view of the path to a crash that did not happen, nil if it did.
func (b *builder) path() *pathView {
	r := b.run
	if r.Found != nil || len(r.Path) == 0 {
		return nil
	}
	v := &pathView{Nearest: clean(Nearest(r.Path), maxText), Asked: Asked(r.Guide), Doubts: Doubts(r.Guide)}
	for _, s := range r.Path {
		view := milestoneView{Class: "missed", Name: guide.SimpleMethod(s.Name), By: s.By, Outcome: s.outcome()}
		if s.Kind == MilestoneScreen {
			view.Name = guide.SimpleName(s.Name)
		}
		switch {
		case s.Unprobed:
			view.Class = "unprobed"
		case s.Reached:
			view.Class = "reached"
		}
		view.Name, view.By = clean(view.Name, maxTitle), clean(view.By, maxTitle)
		if len(v.Milestones) == 0 || v.Milestones[len(v.Milestones)-1] != view {
			v.Milestones = append(v.Milestones, view) // a method and the bridge to it are one to the reader
		}
	}
	b.moment(v)
	return v
}

// moment adds the pictures of where the search came nearest.
func (b *builder) moment(v *pathView) {
	near := b.run.Near
	if near == nil || near.Script == nil {
		return
	}
	last := *near
	all := len(near.Script.Events)
	last.Steps = near.Steps[max(0, len(near.Steps)-MomentSteps):]
	view := b.finding(last, nearID)
	v.Moment = &view
	steps := fmt.Sprintf("all %d steps that lead", all)
	if all == 1 {
		steps = "the step that leads"
	}
	v.Hint = fmt.Sprintf("Event %d of the search came nearest. %s has %s there from an app without data", near.Events,
		FileNear, steps)
	if shown := len(last.Steps); 0 < shown && shown < all {
		v.Hint += fmt.Sprintf("; these are the last %d", shown)
	}
	v.Hint += "."
}

// nearID is the anchor of the steps of what came nearest.
const nearID = "nearest"

// PathText lists the milestones, a line each, for a terminal.
func PathText(path []Milestone) []string {
	var lines []string
	for _, s := range path {
		mark := "-"
		switch {
		case s.Unprobed:
			mark = "?"
		case s.Reached:
			mark = "+"
		}
		lines = append(lines, clean(mark+" "+s.text(), maxTitle))
	}
	return slices.Compact(lines) // a method and the bridge to it are one to the reader
}
