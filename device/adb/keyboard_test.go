package adb_test

import (
	"strings"
	"testing"

	"talpa/fuzz/event"
)

// room is what badger's field screen shows while the keyboard is hidden and shown.
const (
	roomHidden  = "room 1168 insets 0 "
	roomResized = "room 676 insets 492 "
)

// TestKeyboard has badger resized and panned by the soft keyboard, which taps, the back key, the app itself
// and what its manifest says show and hide.
func TestKeyboard(t *testing.T) {
	startsJVMs(t)
	s := installed(t, borrow(t), "badger")
	s.start("FieldActivity")
	s.shows(roomHidden)
	x, y := s.field()
	s.do(event.Event{Kind: event.Text, X: x, Y: y, Value: "clay"})
	s.shows(roomResized + "active true")
	if _, above := s.field(); above >= y-400 {
		t.Errorf("the field stays at %d, it was at %d", above, y)
	}
	s.do(event.Event{Kind: event.Back})
	s.shows(roomHidden)
	s.tap("show")
	s.shows(roomResized)
	s.tap("hide")
	s.shows(roomHidden)
	s.shows("true")

	s.start("PannedActivity")
	_, panned := s.field()
	if panned >= 1280-492 {
		t.Errorf("the field is at %d, below the keyboard", panned)
	}
	s.do(event.Event{Kind: event.Text, Value: "marl"})
	if got := s.texts(); !strings.Contains(got, "marl") {
		t.Errorf("the panned field does not show its text, but %s", got)
	}
	s.do(event.Event{Kind: event.Back})
	if _, down := s.field(); down < panned+400 {
		t.Errorf("without the keyboard the field is at %d, it was at %d", down, panned)
	}
}

// start starts an activity of the app by its class without package.
func (s *sky) start(name string) {
	s.Helper()
	s.do(event.Event{Kind: event.Start, Intent: &event.Intent{Component: s.app.Package + "/." + name}})
}

// field is the middle of the text field that is shown.
func (s *sky) field() (x, y int) {
	s.Helper()
	screen, err := s.dev.Screen(s.Context())
	if err != nil {
		s.Fatal(err)
	}
	for i := range screen.Widgets {
		if screen.Widgets[i].Editable() {
			return screen.Point(i)
		}
	}
	s.Fatalf("no text field on %s", screen.Activity)
	return 0, 0
}
