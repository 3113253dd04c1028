package adb_test

import (
	"strings"
	"testing"

	"talpa/fuzz/event"
)

// TestPermissions has larder ask for two permissions until the user is not asked
// any more, over the death of its process.
func TestPermissions(t *testing.T) {
	startsJVMs(t)
	s := larder(t, borrow(t))
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
		if step.tap == "kill" { // the next process is in a JVM that remembers nothing
			recycle(t, s.dev, false)
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
	startsJVMs(t)
	s := larder(t, borrow(t))
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

// TestOwnPermissions has badger ask for permissions that it declares itself, one in
// a group of the platform and one in none.
func TestOwnPermissions(t *testing.T) {
	startsJVMs(t)
	const dig, burrow = "dev.talpa.badger.permission.DIG", "dev.talpa.badger.permission.BURROW"
	server := borrow(t)
	s := installed(t, server, "badger")
	show := func() {
		s.do(event.Event{Kind: event.Start, Intent: &event.Intent{Component: "dev.talpa.badger/.AskActivity"}})
	}
	show()
	s.shows("holds 0 0") // talpa's own installation grants all
	s.do(event.Event{Kind: event.Permission, Arg: "ask", Value: dig})
	s.do(event.Event{Kind: event.Permission, Arg: "ask", Value: burrow})
	s.do(event.Event{Kind: event.Restart})
	show()
	s.shows("holds -1 -1")
	s.tap("Ask")
	s.shows("Allow Badger to access this device's location?")
	s.tap("Don't allow")
	s.shows("Allow Badger to dig under your garden?")
	s.tap("Allow")
	s.shows("got -1 0")
	list := shell(t, server, "pm list permissions -g -d")
	for _, want := range []string{"group:android.permission-group.CAMERA\n  permission:android.permission.CAMERA\n\ngroup:",
		"  permission:" + dig + "\n\n", "\nungrouped:\n  permission:" + burrow + "\n"} {
		if !strings.Contains(list, want) {
			t.Errorf("%q is not in the list of permissions:\n%s", want, list)
		}
	}
	shell(t, server, "pm grant dev.talpa.badger "+dig+"; pm revoke dev.talpa.badger "+burrow)
	show()
	s.shows("holds 0 -1", "process "+strings.TrimSpace(shell(t, server, "pidof dev.talpa.badger"))+" user 10100")
}
