package adb_test

import (
	"slices"
	"strings"
	"testing"

	"talpa/fuzz/event"
	"talpa/fuzz/ui"
)

// TestHutch_partsOfTheFramework drives hutch through parts of the framework that no other
// sample app has: providers in their order, an alias and its result, a single-top
// start, services of three kinds, a loader, the clipboard, a fragment that is
// restored, a popup menu and window, tabs, a fling and a pinch.
func TestHutch_partsOfTheFramework(t *testing.T) {
	startsJVMs(t)
	s := installed(t, borrow(t), "hutch")
	s.do(event.Event{Kind: event.Launch})
	s.shows("provider EarlyProvider\nprovider LateProvider\napplication\n", "fragment kept 1", "page Left")
	s.tap("Work")
	s.do(event.Event{Kind: event.Wait, Millis: 1000})
	s.shows("clip carrot", "intent service 3 on IntentService[counted]", "bound to 42", "unbound", "job 7", "loaded 12",
		"started as .Alias", "answer 5 to 9", "again hay")
	s.tap("Menu")
	s.tap("First choice")
	s.shows("chose First choice")
	s.tap("Window")
	s.tap("Inside")
	s.shows("touched inside")
	s.tap("Right")
	s.shows("page Right")
	screen, err := s.dev.Screen(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	i := slices.IndexFunc(screen.Widgets, func(w ui.Widget) bool { return w.Desc == "pad" })
	if i < 0 {
		t.Fatal("the pad is not on the screen")
	}
	b := screen.Widgets[i].Bounds
	x, y := b.Center()
	s.do(event.Event{Kind: event.Swipe, X: x, Y: b.Bottom - 20, X2: x, Y2: b.Top + 20, Millis: 100})
	s.do(event.Event{Kind: event.Pinch, Arg: "out", X: x, Y: y})
	s.shows("flung up", "pinched")
	s.do(event.Event{Kind: event.Rotate, Arg: "landscape"})
	s.shows("fragment kept 2")
	s.do(event.Event{Kind: event.Kill})
	s.shows("fragment kept 3")
	if log := s.log(); strings.Contains(log, "FATAL EXCEPTION") {
		t.Errorf("the app died:\n%s", log)
	}
}
