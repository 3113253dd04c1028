package adb_test

import (
	"slices"
	"strings"
	"testing"

	"talpa/fuzz/event"
	"talpa/fuzz/ui"
)

// Sett does in Java what its native library would do, since it keeps whether that loaded; a library without such a
// stand-in seems to load, and its methods do nothing. Two taps without a pause reach its door before what the first one
// posted; with one, the door is open by then.
func TestSett_nativeLibraryAndDoubleTap(t *testing.T) {
	startsJVMs(t)
	s := installed(t, borrow(t), "sett")
	for _, c := range []struct {
		pause int // milliseconds
		want  string
	}{{0, "opened after 2"}, {50, "opened after 1"}} {
		s.do(event.Event{Kind: event.ClearData})
		s.do(event.Event{Kind: event.Launch})
		s.shows("echo: in Java hello", "depth: 0")
		screen, err := s.dev.Screen(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		i := slices.IndexFunc(screen.Widgets, func(w ui.Widget) bool { return w.Class == "android.widget.Button" })
		if i < 0 {
			t.Fatal("the door is not on the screen")
		}
		x, y := screen.Widgets[i].Bounds.Center()
		s.do(event.Event{Kind: event.DoubleTap, X: x, Y: y, Millis: c.pause})
		s.shows(c.want)
	}
}

// TestSleepOfTheShell: the time that a command of the shell sleeps passes for the app too.
func TestSleepOfTheShell(t *testing.T) {
	startsJVMs(t)
	server := borrow(t)
	s := installed(t, server, "sett")
	s.do(event.Event{Kind: event.Launch})
	s.do(event.Event{Kind: event.Wait, Millis: 54_000})
	if strings.Contains(s.texts(), "asleep") {
		t.Fatal("the badger is asleep too early")
	}
	shell(t, server, "sleep 6")
	s.shows("the badger is asleep")
}

// TestTypesOfMediaLists: the pictures, films and sounds of a volume have a type as a whole,
// however many there are, by which a gallery is found for them.
func TestTypesOfMediaLists(t *testing.T) {
	startsJVMs(t)
	server := borrow(t)
	installed(t, server, "sett").do(event.Event{Kind: event.Launch})
	for uri, want := range map[string]string{
		"external/images/media": "vnd.android.cursor.dir/image", "internal/images/media": "vnd.android.cursor.dir/image",
		"external/video/media": "vnd.android.cursor.dir/video", "internal/audio/media": "vnd.android.cursor.dir/audio",
		"external/images/media/1": "image/jpeg", "external/images/media/999": "null",
	} {
		if got := shell(t, server, "content gettype --uri content://media/"+uri); got != "Result: "+want+"\n" {
			t.Errorf("%s: %q, want %s", uri, got, want)
		}
	}
}
