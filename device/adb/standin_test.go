package adb_test

import (
	"strings"
	"testing"

	"talpa/fuzz/event"
)

// TestOtherAppsScreens has burrow ask another app for a picture, and works the
// screen of that app: what it answers is what burrow gets.
func TestOtherAppsScreens(t *testing.T) {
	startsJVMs(t)
	d := open(t, borrow(t))
	app, err := d.Install(t.Context(), sample(t))
	if err != nil {
		t.Fatal(err)
	}
	s := &sky{T: t, dev: d, app: app}
	s.do(event.Event{Kind: event.Launch})
	s.tap("picture")
	s.tap("pick")
	if got := s.texts(); !strings.Contains(got, "content://") {
		t.Errorf("other apps answer by themselves unless asked for screens; shown: %s", got)
	}
	s.do(event.Event{Kind: event.Answer, Arg: "screen"})
	s.tap("pick")
	screen, err := d.Screen(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(screen.Activity, "com.android.documentsui/") {
		t.Errorf("in front is %s", screen.Activity)
	}
	s.do(event.Event{Kind: event.Rotate, Arg: "landscape"})
	s.tap("sample.jpg")
	if got := s.texts(); !strings.Contains(got, "sample.jpg") || !strings.Contains(got, "PICK") {
		t.Errorf("the picture did not arrive; shown: %s", got)
	}
	s.tap("pick")
	s.do(event.Event{Kind: event.Back})
	if alive, err := d.Alive(t.Context(), app); err != nil || alive {
		t.Errorf("burrow dies of a cancelled pick; alive %v, %v", alive, err)
	}
}
