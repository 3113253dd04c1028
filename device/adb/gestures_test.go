package adb_test

import (
	"testing"

	"talpa/fuzz/event"
)

// TestGestures has ferret pick several rows at the end of a list, and works its field and
// its pad, by events; then picks rows and types by what adb says for the same.
func TestGestures(t *testing.T) {
	startsJVMs(t)
	server := borrow(t)
	s := installed(t, server, "ferret")
	s.do(event.Event{Kind: event.Launch})
	at := func(text string) (x, y int) {
		t.Helper()
		screen, err := s.dev.Screen(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		for i := range screen.Widgets {
			if w := &screen.Widgets[i]; w.Text == text || w.Desc == text || w.Class == text {
				return w.Bounds.Center()
			}
		}
		t.Fatalf("no %q on the screen: %s", text, s.texts())
		return 0, 0
	}
	pick := func(first, last, rows string) event.Event {
		t.Helper()
		e := event.Event{Kind: event.Select, Value: rows}
		e.X, e.Y = at(first)
		e.X2, e.Y2 = at(last)
		return e
	}
	x, y := at("pad")
	s.do(event.Event{Kind: event.Pinch, Arg: "turn", X: x, Y: y})
	s.shows("turned 90")
	x, y = at("android.widget.EditText")
	s.do(event.Event{Kind: event.Text, X: x, Y: y, Value: "mole"})
	s.do(event.Event{Kind: event.EditorAction, Arg: "default"})
	s.shows("action 3 on mole")
	s.do(event.Event{Kind: event.EditorAction, Arg: "done"})
	s.shows("action 6 on mole")
	s.do(event.Event{Kind: event.Back}) // the keyboard goes
	shell(t, server, event.GestureCommand(pick("burrow 1", "burrow 3", "3")))
	s.shows("3 picked")
	s.do(event.Event{Kind: event.Back})
	x, y = at("burrow 4")
	end := event.Event{Kind: event.Scroll, X: x, Y: y, X2: x, Y2: y - 300}
	end.Arg = "bottom"
	s.do(end)
	s.shows("burrow 59")
	s.do(pick("burrow 57", "burrow 59", "3"))
	s.shows("3 picked")
	s.tap("Fill in")
	s.dies("IndexOutOfBoundsException")
	shell(t, server, event.GestureCommand(end))
	s.shows("burrow 59")
}
