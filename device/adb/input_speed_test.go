package adb_test

import (
	"strings"
	"testing"

	"talpa/fuzz/event"
)

// TestInputSpeed has a finger be faster than the app: the screen that a tap asks for is not
// there when the next tap comes, but is when the app may come to rest.
func TestInputSpeed(t *testing.T) {
	startsJVMs(t)
	s := installed(t, borrow(t), "burrow")
	s.do(event.Event{Kind: event.Launch})
	s.set(event.InputSpeed, event.InputFast)
	s.tap("NOTES")
	s.tap("NOTES") // the first screen is still there
	s.set(event.InputSpeed, event.InputNormal)
	on := func(activity string) {
		t.Helper()
		screen, err := s.dev.Screen(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if !strings.HasSuffix(screen.Activity, activity) {
			t.Errorf("on %s, not on %s", screen.Activity, activity)
		}
	}
	on("NotesActivity")
	s.do(event.Event{Kind: event.Back})
	on("NotesActivity") // it was asked for twice
	s.do(event.Event{Kind: event.Back})
	on("HomeActivity")
}
