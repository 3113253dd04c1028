package adb_test

import (
	"strings"
	"testing"

	"talpa/fuzz/event"
)

// TestPace has a finger be faster than the app: the screen that a tap asks for is not
// there when the next tap comes, but is when the app may come to rest.
func TestPace(t *testing.T) {
	if testing.Short() {
		t.Skip("starts JVMs: skipped with -short")
	}
	s := installed(t, embedded(t, nil), "burrow")
	s.do(event.Event{Kind: event.Launch})
	s.set(event.Pace, event.PaceFast)
	s.tap("NOTES")
	s.tap("NOTES") // the first screen is still there
	s.set(event.Pace, event.PaceNormal)
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
