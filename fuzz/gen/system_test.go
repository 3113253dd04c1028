package gen

import (
	"strings"
	"testing"

	"talpa/fuzz/event"
	"talpa/fuzz/ui"
)

// window is a screen of one window with the given bounds, and of the given widgets in it.
func window(bounds ui.Rect, widgets ...ui.Widget) *ui.Screen {
	s := &ui.Screen{Package: "p", Widgets: []ui.Widget{{Class: "android.widget.FrameLayout", Bounds: bounds, Parent: -1}}}
	return &ui.Screen{Package: "p", Widgets: append(s.Widgets, widgets...)}
}

var (
	whole  = ui.Rect{Right: 720, Bottom: 1280}
	dialog = ui.Rect{Left: 60, Top: 400, Right: 660, Bottom: 900}
)

// kindWeights are those of the events of System by kind; the sum of several.
func kindWeights(v View) map[event.Kind]float64 {
	sum := map[event.Kind]float64{}
	for _, c := range System(v) {
		sum[c.Event.Kind] += c.Weight
	}
	return sum
}

// digit makes all digits one: keys do not tell them apart.
func digit(r rune) rune {
	if r >= '0' && r <= '9' {
		return '0'
	}
	return r
}

// TestSystem: what is offered can be replayed, on every screen.
func TestSystem(t *testing.T) {
	t.Parallel()
	link := event.Event{Kind: event.Start, Intent: &event.Intent{Data: "vane://place/"}}
	for name, s := range map[string]*ui.Screen{"whole": window(whole), "dialog": window(dialog)} {
		keys := map[Key]string{}
		for _, c := range System(View{Screen: s, Package: "p", Alive: true, Outside: []event.Event{link}}) {
			if err := c.Event.Validate(); err != nil {
				t.Errorf("%s: %s: %v", name, c.Event, err)
			}
			if c.Weight <= 0 || c.Widget != -1 {
				t.Errorf("%s: %s has weight %g, widget %d", name, c.Event, c.Weight, c.Widget)
			}
			words := strings.Map(digit, c.Event.String())
			if other, ok := keys[c.Key]; ok && other != words {
				t.Errorf("%s: %s and %s have one key", name, other, c.Event)
			}
			keys[c.Key] = words
		}
		if keys[KeyOf(link)] == "" {
			t.Errorf("%s: what other apps can do is not offered", name)
		}
	}
}

// TestSystemFloating: a dialog makes back and rotation more interesting, and has no menu
// and no edges to swipe from.
func TestSystemFloating(t *testing.T) {
	t.Parallel()
	on, off := kindWeights(View{Screen: window(dialog)}), kindWeights(View{Screen: window(whole)})
	for _, kind := range []event.Kind{event.Back, event.Rotate, event.Kill} {
		if on[kind] != 2*off[kind] {
			t.Errorf("%s: %g over a dialog, %g else", kind, on[kind], off[kind])
		}
	}
	if on[event.Menu] != 0 || off[event.Menu] == 0 || on[event.Swipe] != 0 || off[event.Swipe] == 0 {
		t.Errorf("menu %g and %g, swipes %g and %g", on[event.Menu], off[event.Menu], on[event.Swipe], off[event.Swipe])
	}
}

// TestSystemEnter: the enter key is offered where it goes to a field.
func TestSystemEnter(t *testing.T) {
	t.Parallel()
	field := ui.Widget{Class: "android.widget.EditText", Focused: true, Enabled: true, Bounds: ui.Rect{Right: 100, Bottom: 50}}
	has := func(s *ui.Screen) bool {
		for _, c := range System(View{Screen: s}) {
			if c.Event.Kind == event.Key && c.Event.Arg == "ENTER" {
				return true
			}
		}
		return false
	}
	if !has(window(whole, field)) {
		t.Error("no enter in a focused field")
	}
	if field.Focused = false; has(window(whole, field)) || has(window(whole)) {
		t.Error("enter without a focused field")
	}
}

// TestEventClasses: which events start the process again, which the activity, and which
// hardly depend on the screen.
func TestEventClasses(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		event            event.Event
		cold, anew, wide bool
	}{
		{event.Event{Kind: event.Kill}, true, false, false},
		{event.Event{Kind: event.Restart}, true, false, false},
		{event.Event{Kind: event.Rotate, Arg: "landscape"}, false, true, false},
		{event.Event{Kind: event.Config, Arg: "night", Value: "yes"}, false, true, true},
		{event.Event{Kind: event.Config, Arg: "fontscale", Value: "1.3"}, false, true, true},
		{event.Event{Kind: event.Config, Arg: "network", Value: "off"}, false, false, true},
		{event.Event{Kind: event.Broadcast}, false, false, true},
		{event.Event{Kind: event.Swipe, X: 1}, false, false, true},
		{event.Event{Kind: event.Swipe, Target: event.Selector{ID: "p:id/pager"}}, false, false, false},
		{event.Event{Kind: event.Tap, X: 1}, false, false, false},
		{event.Event{Kind: event.Back}, false, false, false},
	} {
		if Cold(c.event) != c.cold || Recreates(c.event) != c.anew || Wide(c.event) != c.wide {
			t.Errorf("%s: cold %v, anew %v, wide %v", c.event, Cold(c.event), Recreates(c.event), Wide(c.event))
		}
	}
}

// TestRotate: the device turns from how the screen is shown.
func TestRotate(t *testing.T) {
	t.Parallel()
	for rotation, want := range map[int]string{0: "landscape", 1: "portrait", 2: "landscape", 3: "portrait"} {
		if e := Rotate(&ui.Screen{Rotation: rotation}); e.Arg != want || e.Validate() != nil {
			t.Errorf("from %d: %s", rotation, e)
		}
	}
	if Rotate(nil).Arg != "landscape" {
		t.Error("from an unknown screen")
	}
}

// TestKeyOf: the numbers of a clock make no new action; other settings, words and
// intents do.
func TestKeyOf(t *testing.T) {
	t.Parallel()
	config := func(name, value string) event.Event {
		return event.Event{Kind: event.Config, Arg: name, Value: value}
	}
	link := func(data string) event.Event {
		return event.Event{Kind: event.Start, Intent: &event.Intent{Data: data}}
	}
	for _, c := range []struct {
		name string
		a, b event.Event
		same bool
	}{
		{"two times", config("clock", "25h"), config("clock", "26h"), true},
		{"hours and minutes", config("clock", "25h"), config("clock", "25m"), false},
		{"two sizes of text", config("fontscale", "1.3"), config("fontscale", "1.0"), false},
		{"one size of text", config("fontscale", "1.3"), config("fontscale", "1.3"), true},
		{"two settings", config("night", "no"), config("network", "no"), false},
		{"two addresses", link("a:b"), link("a:c"), false},
		{"an activity and a service", link(""), event.Event{Kind: event.Service, Intent: &event.Intent{}}, false},
	} {
		if got := KeyOf(c.a) == KeyOf(c.b); got != c.same {
			t.Errorf("%s have one key: %v", c.name, got)
		}
	}
}

// TestInApp: the app is in front if it runs and shows something of its own.
func TestInApp(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		view View
		want bool
	}{
		"shown":       {View{Screen: window(whole), Package: "p", Alive: true}, true},
		"dead":        {View{Screen: window(whole), Package: "p"}, false},
		"another app": {View{Screen: window(whole), Package: "q", Alive: true}, false},
		"no screen":   {View{Package: "p", Alive: true}, false},
		"empty":       {View{Screen: &ui.Screen{Package: "p"}, Package: "p", Alive: true}, false},
	} {
		if c.view.InApp() != c.want {
			t.Errorf("%s: want %v", name, c.want)
		}
	}
}

func TestInterrupts(t *testing.T) {
	t.Parallel()
	for kind, want := range map[event.Kind]bool{event.Back: true, event.Rotate: true, event.Home: true, event.Kill: true,
		event.Notification: true, event.Tap: false, event.Menu: false, event.Config: false} {
		if got := Interrupts(event.Event{Kind: kind}); got != want {
			t.Errorf("%s: %v", kind, got)
		}
	}
}
