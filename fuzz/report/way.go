package report

import (
	"fmt"
	"strings"

	"talpa/asra/guide"
)

// Stop is a place on the way to the crash, and whether the search came there.
type Stop struct {
	// Kind is "screen", "handler" (a callback on the way) or "frame" (a method of
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
	// Unseen says that nothing tells whether the search came there.
	Unseen bool `json:"unseen,omitempty"`
}

// The kinds of stops.
const (
	StopScreen  = "screen"
	StopHandler = "handler"
	StopFrame   = "frame"
)

// text says the stop and what became of it in a line.
func (s Stop) text() string {
	text := guide.SimpleName(s.Name)
	if s.Kind != StopScreen {
		text = guide.SimpleMethod(s.Name)
	}
	if s.By != "" {
		text += " (" + s.By + ")"
	}
	return text + ": " + s.outcome()
}

// outcome says what became of the stop.
func (s Stop) outcome() string {
	switch {
	case s.Unseen:
		return "cannot be seen"
	case s.Kind == StopScreen && s.Reached:
		return "was on the screen"
	case s.Kind == StopScreen:
		return "was never on the screen"
	case s.Reached:
		return fmt.Sprintf("ran in %s, first in event %d", counted(s.Events, "event"), s.First)
	}
	return "never ran"
}

// Nearest says in a sentence or two how near a search came to the crash that it
// did not meet: the last stop reached, the first one missed, and what that
// means. "" if nothing is known of the way.
func Nearest(way []Stop) string {
	last, missed := -1, -1
	for i, s := range way {
		switch {
		case s.Unseen:
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
		return fmt.Sprintf("Nothing of the way to the crash was reached; it begins with %s.", place(way[missed]))
	case missed < 0 && way[last].Kind == StopFrame && last == len(way)-1:
		return fmt.Sprintf("The method of the crash, %s, ran in %s without failing. The way is found: "+
			"what is missing is data, a setting or a moment.", guide.SimpleMethod(way[last].Name), counted(way[last].Events, "event"))
	case missed < 0:
		return fmt.Sprintf("The search came as far as %s.", place(way[last]))
	case way[missed].Kind == StopFrame && way[last].Kind == StopFrame:
		return fmt.Sprintf("%s ran in %s, but never went on to %s: a condition on the way did not hold.",
			guide.SimpleMethod(way[last].Name), counted(way[last].Events, "event"), guide.SimpleMethod(way[missed].Name))
	}
	return fmt.Sprintf("The search came as far as %s, but never to %s.", place(way[last]), place(way[missed]))
}

// place names a stop within a sentence.
func place(s Stop) string {
	if s.Kind == StopScreen {
		return "the screen " + guide.SimpleName(s.Name)
	}
	name := guide.SimpleMethod(s.Name)
	if s.By != "" {
		name += " (" + s.By + ")"
	}
	return name
}

// Asked lists what the way to the crash asks the outside for, for people, each once.
func Asked(g *guide.Guide) []string {
	if g == nil {
		return nil
	}
	const most = 6
	var list []string
	seen := map[string]bool{}
	for i := range g.Inputs {
		text := asked(g, &g.Inputs[i])
		if values := g.Inputs[i].Offers(); len(values) > 0 {
			text += fmt.Sprintf(" (%s)", strings.Join(quoteAll(values[:min(3, len(values))]), ", "))
		}
		if text = clean(text, maxTitle); !seen[text] && len(list) < most {
			seen[text] = true
			list = append(list, text)
		}
	}
	return list
}

// asked says what an input asks for, without its values.
func asked(g *guide.Guide, in *guide.Input) string {
	if what := g.Asks(in); what != "" {
		return string(in.Kind) + ": " + what
	}
	return string(in.Kind)
}

func quoteAll(values []string) []string {
	quoted := make([]string, len(values))
	for i, v := range values {
		quoted[i] = fmt.Sprintf("%q", v)
	}
	return quoted
}

// stopView is a stop on the page.
type stopView struct{ Class, Name, By, Outcome string }

// wayView is the way to a crash that did not happen, on the page.
type wayView struct {
	Nearest string
	Stops   []stopView
	Asked   []string
	Moment  *findingView // the last steps of what came nearest, nil if there are none
	Hint    string
}

// momentSteps is the number of the last steps shown of what came nearest.
const momentSteps = 8

// way is the view of the way to a crash that did not happen, nil if it did.
func (b *builder) way() *wayView {
	r := b.run
	if r.Found != nil || len(r.Way) == 0 {
		return nil
	}
	v := &wayView{Nearest: clean(Nearest(r.Way), maxText), Asked: Asked(r.Guide)}
	for _, s := range r.Way {
		view := stopView{Class: "missed", Name: guide.SimpleMethod(s.Name), By: s.By, Outcome: s.outcome()}
		if s.Kind == StopScreen {
			view.Name = guide.SimpleName(s.Name)
		}
		switch {
		case s.Unseen:
			view.Class = "unseen"
		case s.Reached:
			view.Class = "reached"
		}
		view.Name, view.By = clean(view.Name, maxTitle), clean(view.By, maxTitle)
		v.Stops = append(v.Stops, view)
	}
	b.moment(v)
	return v
}

// moment adds the pictures of where the search came nearest.
func (b *builder) moment(v *wayView) {
	near := b.run.Near
	if near == nil || near.Script == nil {
		return
	}
	last := *near
	all := len(near.Script.Events)
	last.Steps = near.Steps[max(0, len(near.Steps)-momentSteps):]
	view := b.finding(last, nearID)
	v.Moment = &view
	v.Hint = fmt.Sprintf("Event %d of the search came nearest. %s has all %s that lead there from an app without data",
		near.Events, FileNear, counted(all, "step"))
	if shown := len(last.Steps); 0 < shown && shown < all {
		v.Hint += fmt.Sprintf("; these are the last %d", shown)
	}
	v.Hint += "."
}

// nearID is the anchor of the steps of what came nearest.
const nearID = "nearest"

// WayText lists the stops, a line each, for a terminal.
func WayText(way []Stop) []string {
	lines := make([]string, len(way))
	for i, s := range way {
		mark := "-"
		switch {
		case s.Unseen:
			mark = "?"
		case s.Reached:
			mark = "+"
		}
		lines[i] = clean(mark+" "+s.text(), maxTitle)
	}
	return lines
}
