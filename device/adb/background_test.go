package adb_test

import (
	"strings"
	"testing"

	"talpa/fuzz/event"
)

// TestBackground_slowHoldsWorkBack holds work in the background back: an app does not come to the end
// of it, not by time either and not in its next process, until it is let.
func TestBackground_slowHoldsWorkBack(t *testing.T) {
	startsJVMs(t)
	s := dovecote(t, borrow(t))
	s.shows("no letters")
	s.set(event.Background, event.BackgroundSlow)
	s.tap("AGAIN")
	s.shows("Fetching")
	s.do(event.Event{Kind: event.Wait, Millis: 5000})
	s.shows("Fetching")
	s.set(event.Background, event.BackgroundNormal)
	s.shows("no letters")
	s.set(event.Background, event.BackgroundSlow)
	s.do(event.Event{Kind: event.Restart})
	s.tap("AGAIN")
	s.shows("Fetching")
	s.do(event.Event{Kind: event.Rotate, Arg: "landscape"})
	if log := s.log(); strings.Contains(log, "FATAL") {
		t.Errorf("it died of the rotation alone:\n%s", log)
	}
	s.set(event.Background, event.BackgroundNormal)
	if log := s.log(); !strings.Contains(log, "not attached to window manager") {
		t.Errorf("the dialog of a screen that is gone was dismissed:\n%s", log)
	}
}
