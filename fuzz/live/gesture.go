package live

import (
	"fmt"

	"talpa/fuzz/event"
	"talpa/fuzz/ui"
)

// gesture is what a person did on the page: with the pointer, in pixels of the device, or in a field for a text.
type gesture struct {
	// Kind is tap, longtap, doubletap, swipe, scroll, text or clear; "line" is an event in the script's language.
	Kind   string `json:"kind"`
	X, Y   int
	X2, Y2 int
	Arg    string `json:"arg"` // the direction of a scroll
	Value  string `json:"value"`
}

// verbs are what the widget under a gesture must take for the gesture to be told of it. Touch is what widgets offer
// that say nothing of themselves.
var verbs = map[event.Kind][]ui.Verb{
	event.Tap:       {ui.Press, ui.Type, ui.Slide, ui.Touch},
	event.DoubleTap: {ui.Press, ui.Touch},
	event.LongTap:   {ui.LongPress, ui.Press, ui.Type, ui.Touch},
	event.Text:      {ui.Type},
	event.Clear:     {ui.Type},
}

// scrolls are the verbs of scrolling by direction.
var scrolls = map[string]ui.Verb{
	"down": ui.ScrollDown, "up": ui.ScrollUp, "right": ui.ScrollRight, "left": ui.ScrollLeft,
}

// event makes the gesture an event on the screen, which may be nil.
func (g gesture) event(s *ui.Screen) (event.Event, error) {
	if g.Kind == "line" {
		e, err := event.DecodeEvent(g.Value)
		if err != nil {
			return e, errRefused{err.Error()}
		}
		return e, nil
	}
	e := event.Event{Kind: event.Kind(g.Kind), X: g.X, Y: g.Y, Arg: g.Arg, Value: g.Value}
	if e.Kind == event.Swipe { // of the display, not of a widget
		e.X2, e.Y2 = g.X2, g.Y2
		return e, nil
	}
	takes, ok := verbs[e.Kind]
	if e.Kind == event.Scroll {
		takes, ok = []ui.Verb{scrolls[g.Arg]}, true
	}
	if !ok {
		return e, errRefused{fmt.Sprintf("no gesture %q", g.Kind)}
	}
	i := under(s, g.X, g.Y, takes)
	if i < 0 {
		if e.Kind == event.Text || e.Kind == event.Clear {
			return e, errRefused{"there is no text field"}
		}
		return e, nil
	}
	e.Target = s.Selector(i)
	if e.Kind == event.Scroll {
		e.X, e.Y, e.X2, e.Y2 = event.Finger(s.Widgets[i].Bounds.Intersect(s.Bounds()), e.Arg)
	}
	return e, nil
}

// under is the widget at a pixel that takes the first of the verbs that any there takes: of several the one drawn last,
// -1 if there is none.
func under(s *ui.Screen, x, y int, takes []ui.Verb) int {
	if s == nil {
		return -1
	}
	actions := s.Actions()
	for _, verb := range takes {
		found := -1
		for _, a := range actions {
			if a.Verb == verb && s.Widgets[a.Widget].Bounds.Contains(x, y) {
				found = a.Widget
			}
		}
		if found >= 0 {
			return found
		}
	}
	return -1
}
