package dmf

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"talpa/fuzz/event"
	"talpa/fuzz/ui"
)

// gesture is what an action is among events.
type gesture struct {
	kind event.Kind
	arg  string
}

// gestures has one row an action.
var gestures = map[Action]gesture{
	Click:          {kind: event.Tap},
	LongClick:      {kind: event.LongTap},
	Type:           {kind: event.Text},
	Drag:           {kind: event.Swipe},
	Back:           {kind: event.Back},
	Home:           {kind: event.Home},
	Enter:          {kind: event.EditorAction, arg: "default"},
	Upright:        {kind: event.Rotate, arg: "portrait"},
	Sideways:       {kind: event.Rotate, arg: "landscape"},
	Start:          {kind: event.Restart},
	Sleep:          {kind: event.Wait},
	ScrollTo:       {kind: event.Scroll, arg: "down"},
	ScrollForward:  {kind: event.Scroll, arg: "down"},
	ScrollBackward: {kind: event.Scroll, arg: "up"},
	ScrollLeft:     {kind: event.Scroll, arg: "left"},
	ScrollRight:    {kind: event.Scroll, arg: "right"},
}

func actionNames() string {
	names := slices.Sorted(maps.Keys(gestures))
	words := make([]string, len(names))
	for i, n := range names {
		words[i] = string(n)
	}
	return strings.Join(words, ", ")
}

// needsWidget says whether an action is nothing without a widget.
func needsWidget(a Action) bool { return a == Click || a == LongClick || a == Type }

// maxScrolls is how often a ScrollTo scrolls.
const maxScrolls = 20

// parseDrag reads where a Drag begins and ends.
func parseDrag(text string) ([4]int, error) {
	var drag [4]int
	fields := strings.Split(text, ",")
	if len(fields) != len(drag) {
		return drag, fmt.Errorf("drag %q: x,y,x2,y2 is wanted", text)
	}
	for i, f := range fields {
		n, err := strconv.Atoi(strings.TrimSpace(f))
		if err != nil || n < 0 || n > 1<<16 {
			return drag, fmt.Errorf("drag %q: %q is no pixel", text, f)
		}
		drag[i] = n
	}
	return drag, nil
}

// make returns the event of a step on a screen; widget is where its widget is, -1 if
// it is not there and not needed, text is what Type types.
func (st *Step) make(s *ui.Screen, widget int, text string) event.Event {
	g := gestures[st.Action]
	e := event.Event{Kind: g.kind, Arg: g.arg}
	switch st.Action {
	case Drag:
		e.X, e.Y, e.X2, e.Y2 = st.drag[0], st.drag[1], st.drag[2], st.drag[3]
	case Sleep:
		e.Millis = st.seconds * 1000
	case Type:
		e.Value = text
	}
	switch {
	case e.Kind == event.Scroll:
		area := s.Bounds()
		if widget >= 0 {
			e.Target = s.Selector(widget)
			area = s.Widgets[widget].Bounds.Intersect(area)
		}
		e.X, e.Y, e.X2, e.Y2 = event.Finger(area, e.Arg)
	case needsWidget(st.Action):
		e.Target = s.Selector(widget)
		e.X, e.Y = s.Point(widget)
	}
	return e
}

// did says whether an event on a screen was the step; widget is where the step's
// widget was, -1 for none, and typed judges a text.
func (st *Step) did(e event.Event, s *ui.Screen, widget int, typed func(string) bool) bool {
	g := gestures[st.Action]
	if e.Kind != g.kind || e.Arg != g.arg {
		return false
	}
	switch st.Action {
	case Drag:
		return st.drag == [4]int{e.X, e.Y, e.X2, e.Y2}
	case Sleep:
		return e.Millis/1000 == st.seconds
	case Type:
		if !typed(e.Value) {
			return false
		}
	}
	if !needsWidget(st.Action) {
		return true
	}
	at, on := target(e, s)
	return on && widget >= 0 && s.SameTouch(at, widget)
}

// target is the widget that an event acts on.
func target(e event.Event, s *ui.Screen) (int, bool) {
	_, i, ok := event.Resolve(e, s)
	return i, ok
}
