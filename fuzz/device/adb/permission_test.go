package adb_test

import (
	"strings"
	"testing"

	"talpa/fuzz/event"
)

// TestPermissions has larder ask for two permissions until the user is not asked
// any more, over the death of its process.
func TestPermissions(t *testing.T) {
	if testing.Short() {
		t.Skip("starts JVMs: skipped with -short")
	}
	s := larder(t, embedded(t, nil))
	s.do(event.Event{Kind: event.Launch})
	// All of their groups: one that is held gives the others without a question.
	for _, name := range []string{"ACCESS_FINE_LOCATION", "ACCESS_COARSE_LOCATION", "READ_CONTACTS", "WRITE_CONTACTS"} {
		s.do(event.Event{Kind: event.Permission, Arg: "ask", Value: "android.permission." + name})
	}
	if alive, err := s.dev.Alive(t.Context(), s.app); err != nil || !alive {
		t.Fatalf("the app does not come back after it lost permissions: %v, %v", alive, err)
	}
	for _, step := range []struct {
		tap, answer, question string // what is tapped before a question, and at it
		shown                 string // after the last answer
	}{
		{"Ask", "Only this time", "Allow Larder to access this device's location?", ""},
		{"", "Don't allow", "Allow Larder to access your contacts?", "answers [0, -1]"},
		{"Ask", "Don't allow", "Allow Larder to access your contacts?", "answers [0, -1]"},
		{"Ask", "", "", "answers [0, -1]"},
		{"kill", "", "", ""},
		{"Ask", "While using the app", "Allow Larder to access this device's location?", "answers [0, -1]"},
		{"kill", "", "", ""},
		{"Ask", "", "", "answers [0, -1]"},
	} {
		if step.tap == "kill" {
			s.do(event.Event{Kind: event.Kill})
			continue
		}
		if step.tap != "" {
			s.tap(step.tap)
		}
		if got := s.texts(); !strings.Contains(got, step.question) {
			t.Fatalf("the user is not asked %q; shown: %s", step.question, got)
		}
		if step.answer != "" {
			s.tap(step.answer)
		}
		if got := s.texts(); !strings.Contains(got, step.shown) {
			t.Errorf("after %q: %q is not shown, but %s", step.answer, step.shown, got)
		}
	}
}

// TestPermissionDialogLeft leaves the dialog by the back key: nothing is decided.
func TestPermissionDialogLeft(t *testing.T) {
	if testing.Short() {
		t.Skip("starts JVMs: skipped with -short")
	}
	s := larder(t, embedded(t, nil))
	s.do(event.Event{Kind: event.Permission, Arg: "deny", Value: "android.permission.ACCESS_FINE_LOCATION"})
	s.do(event.Event{Kind: event.Permission, Arg: "deny", Value: "android.permission.ACCESS_COARSE_LOCATION"})
	s.do(event.Event{Kind: event.Launch})
	s.tap("Ask")
	s.shows("answers [-1, 0]") // at once: the user refuses
	s.do(event.Event{Kind: event.Permission, Arg: "ask", Value: "android.permission.ACCESS_FINE_LOCATION"})
	for range 3 {
		s.tap("Ask")
		s.shows("Allow Larder to access this device's location?")
		s.do(event.Event{Kind: event.Back})
		s.shows("answers [-1, 0]")
	}
}
