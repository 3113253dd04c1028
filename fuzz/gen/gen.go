// Package gen models who decides what is done to the app next: the Generator.
// It holds what generators share: the candidates that a screen offers, their
// identity across screens, and typed text values. Generators are in children:
// random (Monkey's mix, aimed at widgets), model (a state graph that refines
// itself), guided (novelty and the guide), timetravel (back to promising states)
// and script (a known script).
package gen

import (
	"strings"

	"talpa/fuzz/event"
	"talpa/fuzz/evidence"
	"talpa/fuzz/ui"
)

// View is what a generator decides on.
type View struct {
	// Screen is what is shown; nil if it could not be read.
	Screen *ui.Screen
	// Package is the app under test.
	Package string
	// Alive says whether the app's process runs.
	Alive bool
	// Outside are events from outside the app that it declares to be possible,
	// such as links that open it.
	Outside []event.Event
	// Registered is what the app has asked the device to be told of, in the words of
	// device.Registrar; nil where the device does not know.
	Registered []string
}

// InApp says whether the app under test is in front.
func (v View) InApp() bool {
	return v.Alive && v.Screen != nil && v.Screen.Package == v.Package && len(v.Screen.Widgets) > 0
}

// Outcome is what an event led to.
type Outcome struct {
	Event event.Event
	// After is what is shown now.
	After View
	// Crash is the signature of the crash that the event caused, "" if none.
	Crash string
	// Refused says that the device cannot perform the event.
	Refused bool
	// Ran are the methods with a probe that the event ran, by DEX name; none if
	// the app has no probes (package probe).
	Ran []string
	// Code says whether the event ran new code.
	Code Code
	// Evidence is how near to the wanted crash the event came.
	Evidence evidence.Score
}

// Code says whether an event ran code of the app, a method or a line, that had not run before
// in the search.
type Code int

// What is known of the code that ran.
const (
	CodeUnknown Code = iota // nobody asked, or the device cannot tell
	CodeKnown
	CodeNew
)

// CoverageGuided is a generator that may want to know of new code: to tell it costs some of the processor's time.
type CoverageGuided interface{ WantsCoverage() bool }

// Generator decides on events. It is used by one goroutine: Begin, then Next
// and Observe in turn. Given the same seed and the same outcomes it makes the
// same events.
type Generator interface {
	// Begin tells that the app's data has been cleared and the app is stopped.
	Begin()
	// Next returns what to do on what is shown; false ends the episode: there
	// is nothing left that seems worth doing before the data is cleared.
	Next(View) (event.Event, bool)
	// Observe tells what the last event led to.
	Observe(Outcome)
	// States is the number of distinct states met, for progress reports.
	States() int
}

// Near is what came near the wanted crash on one device, for the generators of others.
type Near struct {
	// Events lead from cleared data to it, without a crash on the way.
	Events []event.Event
	// Method is the watched method that the last event ran, by DEX name.
	Method string
}

// Learner is a generator that takes in what others met. Learn is called between two episodes.
type Learner interface {
	Learn(Near)
}

// Strategic is a generator that chooses by strategies.
type Strategic interface {
	// Strategies counts what each did, in the order of their table.
	Strategies() []StrategyCount
	// Chose names the strategy that chose the last event, "" if none did.
	Chose() string
}

// StrategyCount is what a strategy did in a run.
type StrategyCount struct {
	Name   string
	Plans  int // begun
	Events int // chosen
	Raised int // events that came nearer to the crash than any before
}

// Key identifies an action across screens: the same button of the same
// activity has one key in all states.
type Key uint64

// Candidate is one event that a screen offers.
type Candidate struct {
	Event event.Event // a Text event still lacks its Value
	// Key identifies the action; Kind what it shares with its equals: rows of a
	// list differ in Key, by their words, but not in Kind.
	Key, Kind Key
	Verb      ui.Verb
	// Widget is its index on the screen.
	Widget int
	Label  string
	Listed bool // in a row of a list
	// Weight says how promising the kind of action is on its own; a plain
	// press has 10.
	Weight float64
}

// PlainPress says whether the candidate is a tap, and not another gesture on what can be pressed.
func (c *Candidate) PlainPress() bool { return c.Verb == ui.Press && c.Event.Kind == event.Tap }

// Weights of the verbs. Presses drive an app forward; text comes before the
// press that reads it; raw touches on inert widgets are rarely heard.
var weights = map[ui.Verb]float64{
	ui.Press: 10, ui.LongPress: 5, ui.Type: 6, ui.ScrollDown: 2, ui.ScrollUp: 0.7, ui.ScrollRight: 2,
	ui.ScrollLeft: 0.7, ui.Slide: 3, ui.Touch: 0.3,
}

// Weights of gestures that no widget announces.
const (
	weightDoubleTap = 0.4
	weightSwipeRow  = 1.2
	weightDrawing   = 2 // touches on a large surface without children
	weightPinch     = 1
	weightTooltip   = 0.7 // long presses of buttons mostly show their names
	weightEdge      = 0.5
	weightEnd       = 0.3 // a list is scrolled to its end, or its begin, at once
	weightSelect    = 0.3 // several rows are picked, where rows hear long touches
	weightDrag      = 0.2 // a row is dragged; few lists can be sorted
	weightHandle    = 2   // what a row is dragged by
)

// Candidates returns what the widgets of a screen offer, in drawing order:
// the screen's actions, double taps, swipes of rows and touches on surfaces.
func Candidates(s *ui.Screen) []Candidate {
	actions := s.Actions()
	list := make([]Candidate, 0, len(actions)+8)
	screen := s.Bounds()
	for _, a := range actions {
		w := &s.Widgets[a.Widget]
		c := Candidate{Verb: a.Verb, Widget: a.Widget, Listed: a.Listed, Weight: weights[a.Verb],
			Label: s.Label(a.Widget)}
		c.Event = eventOf(s, a)
		c.Key, c.Kind = keysOf(w, c)
		if a.Verb == ui.Touch && w.Bounds.Area()*6 > screen.Area() && len(w.Text) == 0 {
			c.Weight = weightDrawing
			list = append(list, swipes(c, w.Bounds, weightDrawing)...)
			list = append(list, pinches(c)...)
			list = append(list, double(c))
		}
		if a.Verb == ui.LongPress && strings.HasSuffix(w.Class, "Button") {
			c.Weight = weightTooltip
		}
		if a.Verb != ui.Type && w.Editable() {
			c.Weight /= 20 // it only moves the cursor or selects
		}
		list = append(list, c)
		list = append(list, ends(c)...)
		if a.Verb != ui.Press || w.Editable() {
			continue
		}
		list = append(list, double(c))
		if a.Listed && !s.Floating() && w.Bounds.Width()*2 > screen.Width() {
			list = append(list, swipes(c, w.Bounds, weightSwipeRow)...)
		}
	}
	list = append(list, selections(s, list)...)
	return append(list, drags(s, list)...)
}

// ends returns the scroll to the end of a list, for the scroll by a page towards it.
func ends(c Candidate) []Candidate {
	arg := map[ui.Verb]string{ui.ScrollDown: "bottom", ui.ScrollUp: "top"}[c.Verb]
	if arg == "" {
		return nil
	}
	c.Weight = weightEnd
	c.Kind = mix(c.Kind, arg)
	c.Key = c.Kind
	c.Event.Arg = arg
	return []Candidate{c}
}

// selections returns the picks of several rows: of those that can be touched long the first two, and the
// first and the last.
func selections(s *ui.Screen, list []Candidate) []Candidate {
	var rows []Candidate
	for _, c := range list {
		if c.Listed && c.Verb == ui.LongPress && !s.Floating() &&
			(len(rows) == 0 || c.Event.Y >= s.Widgets[rows[len(rows)-1].Widget].Bounds.Bottom) {
			rows = append(rows, c)
		}
	}
	if len(rows) < 2 {
		return nil
	}
	picked := []Candidate{}
	for _, last := range []int{1, len(rows) - 1} {
		c := rows[0]
		c.Event.Target = event.Selector{} // it is of two widgets
		c.Weight = weightSelect
		c.Kind = mix(c.Kind, "select"+[]string{"two", "ends"}[min(last-1, 1)])
		c.Key = c.Kind
		end := rows[last].Event
		c.Event = event.Event{Kind: event.Select, X: c.Event.X, Y: c.Event.Y, X2: end.X, Y2: end.Y}
		if picked = append(picked, c); len(rows) == 2 {
			break
		}
	}
	return picked
}

// drags returns the drags of rows: of the first one over the next and over the last. Where
// rows have something that is called a handle, it is what is dragged.
func drags(s *ui.Screen, list []Candidate) []Candidate {
	var rows []Candidate
	handled := false
	for _, c := range list {
		if !c.Listed || s.Floating() || c.Event.Kind != event.Tap && c.Event.Kind != event.LongTap {
			continue
		}
		handle := isHandle(&s.Widgets[c.Widget])
		if handle && !handled {
			rows, handled = nil, true
		}
		if handle == handled &&
			(len(rows) == 0 || c.Event.Y >= s.Widgets[rows[len(rows)-1].Widget].Bounds.Bottom) {
			rows = append(rows, c)
		}
	}
	if len(rows) < 2 {
		return nil
	}
	var dragged []Candidate
	for _, last := range []int{1, len(rows) - 1} {
		c, end := rows[0], rows[last].Event
		c.Weight = weightDrag
		if handled {
			c.Weight = weightHandle
		}
		c.Kind = mix(c.Kind, "drag"+[]string{"next", "last"}[min(last-1, 1)])
		c.Key = c.Kind
		c.Event.Kind = event.Drag
		c.Event.X2, c.Event.Y2 = end.X, end.Y
		if dragged = append(dragged, c); len(rows) == 2 {
			break
		}
	}
	return dragged
}

// isHandle says whether a widget is called like what a row is dragged by.
func isHandle(w *ui.Widget) bool {
	_, id, _ := strings.Cut(w.ID, "/")
	name := strings.ToLower(id + " " + w.Desc)
	return strings.Contains(name, "drag") || strings.Contains(name, "handle") || strings.Contains(name, "reorder")
}

// eventOf turns an action into an event, its text value still missing.
func eventOf(s *ui.Screen, a ui.Action) event.Event {
	e := event.Event{Kind: event.Tap, Target: s.Selector(a.Widget)}
	e.X, e.Y = s.Point(a.Widget)
	switch a.Verb {
	case ui.LongPress:
		e.Kind = event.LongTap
	case ui.Type:
		e.Kind = event.Text
	case ui.ScrollDown, ui.ScrollUp, ui.ScrollLeft, ui.ScrollRight:
		e.Kind = event.Scroll
		e.Arg = map[ui.Verb]string{ui.ScrollDown: "down", ui.ScrollUp: "up", ui.ScrollLeft: "left",
			ui.ScrollRight: "right"}[a.Verb]
		r := s.Widgets[a.Widget].Bounds.Intersect(s.Bounds())
		e.X, e.Y, e.X2, e.Y2 = event.Finger(r, e.Arg)
	}
	return e
}

// swipes returns the two horizontal swipes across the candidate's widget.
func swipes(c Candidate, r ui.Rect, weight float64) []Candidate {
	list := make([]Candidate, 0, 2)
	for _, direction := range [...]string{"left", "right"} {
		swipe := c
		swipe.Weight = weight
		swipe.Kind = mix(c.Kind, "swipe"+direction)
		swipe.Key = swipe.Kind
		swipe.Event.Kind = event.Swipe
		swipe.Event.X, swipe.Event.Y, swipe.Event.X2, swipe.Event.Y2 = event.Finger(r, direction)
		list = append(list, swipe)
	}
	return list
}

// double returns the double tap on the candidate's widget.
func double(c Candidate) Candidate {
	c.Event.Kind, c.Weight = event.DoubleTap, weightDoubleTap
	c.Kind = mix(c.Kind, "double")
	c.Key = c.Kind
	return c
}

// pinches returns the pinches and the turn of two fingers on the candidate's widget.
func pinches(c Candidate) []Candidate {
	list := make([]Candidate, 0, 3)
	for _, direction := range [...]string{"in", "out", "turn"} {
		pinch := c
		pinch.Weight = weightPinch
		pinch.Kind = mix(c.Kind, "pinch"+direction)
		pinch.Key = pinch.Kind
		pinch.Event.Kind, pinch.Event.Arg = event.Pinch, direction
		list = append(list, pinch)
	}
	return list
}

// Edges returns the swipes from the display's edges that pull out drawers. They
// act on no widget.
func Edges(s *ui.Screen) []Candidate {
	b := s.Bounds()
	if b.Width() < 8 || b.Height() < 8 {
		return nil
	}
	x, y := b.Center()
	weight := weightEdge
	for i := range s.Widgets {
		if strings.HasSuffix(s.Widgets[i].Class, "DrawerLayout") {
			weight *= 4
			break
		}
	}
	edges := [...]struct {
		name   string
		x, y   int
		weight float64
	}{{"left", b.Left + 1, y, weight}, {"right", b.Right - 2, y, weight},
		{"bottom", x, b.Bottom - 2, weightEdge / 2}, {"top", x, b.Top + 1, weightEdge / 2}}
	list := make([]Candidate, 0, len(edges))
	for _, from := range edges {
		c := Candidate{Weight: from.weight, Widget: -1,
			Event: event.Event{Kind: event.Swipe, X: from.x, Y: from.y, X2: x, Y2: y}}
		c.Kind = mix(offset, "edge "+from.name)
		c.Key = c.Kind
		list = append(list, c)
	}
	return list
}

// keysOf identifies the action by verb and by what names the widget for good. A
// row's words may be its content or its name: they count in the key only.
func keysOf(w *ui.Widget, c Candidate) (key, kind Key) {
	kind = mix(mix(offset+Key(c.Verb), w.Class), w.ID)
	if w.Editable() {
		return kind, kind
	}
	key = mix(kind, c.Label)
	if !c.Listed {
		kind = key
	}
	return key, kind
}

// KeyOf identifies an event that needs no widget. What the device is set to counts by
// its digits too, since each value is an action of its own: fontscale 1.0 undoes 1.3.
// Only a clock's numbers are like those of widgets.
func KeyOf(e event.Event) Key {
	k := mix(mix(offset, string(e.Kind)), e.Arg)
	if e.Kind == event.Config && e.Arg != "clock" {
		k = mixExact(k, e.Value)
	} else {
		k = mix(k, e.Value)
	}
	if e.Intent != nil {
		k = mix(mix(mix(k, e.Intent.Action), e.Intent.Component), e.Intent.Data)
	}
	return k
}

// FNV-1a's begin and factor.
const (
	offset Key = 14695981039346656037
	prime  Key = 1099511628211
)

// mix is FNV-1a over the string and an end mark; digits count as one, so that
// counters and clocks do not make new actions.
func mix(k Key, s string) Key {
	return mixExact(k, strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' {
			return '0'
		}
		return r
	}, s))
}

// mixExact is mix with digits as they are.
func mixExact(k Key, s string) Key {
	for i := range len(s) {
		k = (k ^ Key(s[i])) * prime
	}
	return (k ^ 0xFF) * prime
}
