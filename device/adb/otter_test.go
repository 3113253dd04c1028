package adb_test

import (
	"strings"
	"testing"

	"talpa/fuzz/event"
	"talpa/fuzz/ui"
)

// newOtter is the sample app of that name, which says in the log what fingers and keys do to
// it, and what becomes of its card.
func newOtter(t *testing.T) *lookout {
	t.Helper()
	startsJVMs(t)
	s := borrow(t)
	return &lookout{installed(t, s, "otter"), s}
}

// bounds is where the widget with a text or description, or else of a class, is.
func (l *lookout) bounds(name string) ui.Rect {
	l.Helper()
	screen, err := l.dev.Screen(l.Context())
	if err != nil {
		l.Fatal(err)
	}
	for i := range screen.Widgets {
		if w := &screen.Widgets[i]; w.Text == name || w.Desc == name || w.Class == name {
			return w.Bounds
		}
	}
	l.Fatalf("no %q on the screen: %s", name, l.texts())
	return ui.Rect{}
}

// drag is a drag of one widget over another.
func (l *lookout) drag(from, to string) event.Event {
	l.Helper()
	e := event.Event{Kind: event.Drag}
	e.X, e.Y = l.bounds(from).Center()
	e.X2, e.Y2 = l.bounds(to).Center()
	return e
}

// TestDrag: the views under the finger are told of a drag, by event and by command; the drop
// sorts the rows. A plain swipe drags nothing.
func TestDrag(t *testing.T) {
	l := newOtter(t)
	l.line("launch")
	l.tap("Stones")
	l.log()
	l.do(l.drag("stone 0", "stone 2"))
	l.heard("a drag", "drag begins true", "stone 0 started stone", "stone 3 started", "touch taken away",
		"stone 0 entered", "stone 0 exited",
		"stone 1 entered", "stone 1 exited", "stone 2 entered", "stone 2 takes stone 0", "stone 0 ended true",
		"stone 3 ended true")
	if l.bounds("stone 1").Top > l.bounds("stone 0").Top {
		t.Errorf("the stones are not sorted: %s", l.texts())
	}
	l.sh(event.GestureCommand(l.drag("stone 1", "stone 2")))
	l.heard("input draganddrop", "drag begins true", "stone 1 takes stone 1", "stone 3 ended true")
	e := l.drag("stone 2", "stone 1")
	e.Kind = event.Swipe
	l.do(e)
	l.heard("a swipe", "no drag begins")
	e = l.drag("stone 2", "stone 2")
	e.X2, e.Y2 = l.bounds("STONES").Center()
	l.do(e)
	l.heard("a drop on nothing", "drag begins true", "ended false")
	l.do(l.drag("stone 2", "stone 3"))
	l.heard("the first stone put last", "IndexOutOfBoundsException", "PondActivity.dragged")
}

// TestSharedStorage: the card is there, can be read only, is gone while the app runs and from
// the first start on, by its state, its files and its broadcasts.
func TestSharedStorage(t *testing.T) {
	l := newOtter(t)
	l.line("launch")
	l.tap("Card")
	l.heard("a card", "state mounted", "list true", "written", "cache true", "folder files")
	l.line("config storage value=readonly")
	l.heard("it can be read only", "card MEDIA_MOUNTED /storage/emulated/0 mounted_ro")
	l.tap("Card")
	l.heard("a card that is read only", "state mounted_ro", "list true", "refused", "folder files")
	l.line("config storage value=ok")
	l.tap("Card")
	l.heard("it can be written again", "state mounted", "list true", "written", "folder files")
	l.line("config storage value=full")
	l.tap("Card")
	l.heard("nothing can be written", "state mounted", "list true",
		"refused write failed: ENOSPC (No space left on device)", "no row: database or disk is full (code 13 SQLITE_FULL)",
		"preference false", "folder files")
	l.line("restart")
	l.tap("Card")
	l.heard("the next process finds it so", "refused write failed: ENOSPC", "preference false")
	l.line("config storage value=ok")
	l.tap("Card")
	l.heard("there is room again", "written", "row kept", "preference true")
	l.line("config storage value=removed")
	l.heard("it is taken out", "card MEDIA_REMOVED /storage/emulated/0 removed")
	l.line("cleardata")
	l.line("config storage value=removed")
	l.line("launch")
	l.tap("Card")
	l.heard("no card from the first start on", "state removed", "list false", "refused", "cache false",
		"NullPointerException",
		"PondActivity.card")
	l.line("config storage value=ok")
	l.line("launch")
	l.tap("Card")
	l.heard("the card is back", "state mounted", "list true", "written", "folder files")
}

// TestSelection: a field's text is selected by a long touch and by CTRL+A, copied, cut and
// pasted; what an app adds to the menu of the selection can be touched.
func TestSelection(t *testing.T) {
	l := newOtter(t)
	l.line("launch")
	l.tap("Field")
	e := event.Event{Kind: event.LongTap}
	e.X, e.Y = l.bounds("two fish").Left+30, l.bounds("two fish").Top+40
	l.do(e)
	l.heard("a long touch", "selection begins")
	l.tap("Count")
	l.heard("the app's own item", "selected 0 to 3")
	l.line("key CTRL_LEFT+A")
	l.line("key CTRL_LEFT+C")
	l.heard("CTRL+A, CTRL+C", "clip two fish")
	l.line("key CTRL_LEFT+X")
	l.line("key CTRL_LEFT+V")
	l.line("key CTRL_LEFT+V")
	l.shows("two fishtwo fish")
}

// The screen goes off and on, by event and by command, without the hint that the user leaves; while it is off nobody is
// touched.
func TestLock_screenOffTakesNoTouch(t *testing.T) {
	l := newOtter(t)
	l.line("launch")
	l.log()
	l.line("lock")
	if n := strings.Count(l.log(), "SCREEN_O"); n != 2 {
		t.Errorf("off and on are told %d times", n)
	}
	l.told("lock", event.LockCommand, "paused", "stopped", "SCREEN_OFF", "resumed", "SCREEN_ON", "USER_PRESENT", "no left")
	touch := event.Event{Kind: event.Tap}
	touch.X, touch.Y = l.bounds("CARD").Center()
	l.sh("input keyevent POWER")
	l.do(touch)
	l.sh("input keyevent POWER")
	l.heard("the power key", "stopped", "SCREEN_OFF", "resumed", "SCREEN_ON", "no state")
	l.do(touch)
	l.heard("a touch", "state mounted")
	if screen, err := l.dev.Screen(t.Context()); err != nil || len(screen.Widgets) == 0 {
		t.Errorf("nothing is shown: %v", err)
	}
	l.line("home")
	l.heard("home", "left", "paused", "stopped", "resumed", "no SCREEN_OFF")
}

// Ends of bars, ratings, pickers and lists that drop down.
func TestBars_setToTheirEnds(t *testing.T) {
	l := newOtter(t)
	l.line("launch")
	l.tap("Bars")
	l.log()
	at := func(name string, part int) event.Event {
		r := l.bounds(name)
		return event.Event{Kind: event.Tap, X: r.Left + r.Width()*part/100, Y: (r.Top + r.Bottom) / 2}
	}
	l.do(at("depth", 50))
	l.heard("the middle of a bar", "depth 5 true 20", "depth set")
	l.do(at("stars", 90))
	l.heard("a star", "stars 5.0")
	e := at("1", 50)
	e.Kind, e.X2, e.Y2 = event.Swipe, e.X, e.Y-120
	l.do(e)
	l.heard("a flick of the picker", "number 1 to")
	l.do(at("3", 50))
	l.heard("the button below", "number 2 to 3")
	l.do(at("2", 50))
	l.heard("the button above", "number 3 to 2")
	e = at("android.widget.EditText", 50)
	e.Kind, e.Value = event.Text, "4"
	l.do(e)
	l.line("editoraction done")
	l.heard("a number that is typed", "number 2 to 4")
	e = at("android.widget.EditText", 50)
	e.Kind, e.X2, e.Y2, e.Millis = event.Swipe, e.X, e.Y+160, 50
	l.do(e)
	l.heard("a fling of the picker", "number 4 to 3", "number 3 to 2")
	e.Y, e.Y2 = e.Y+80, e.Y-120
	l.do(e)
	l.heard("a fling back", "number")
	e = at("android.widget.NumberPicker", 50)
	r := l.bounds("android.widget.NumberPicker")
	e.Kind, e.Y = event.DoubleTap, r.Bottom-20
	l.do(e)
	l.heard("two touches between two frames", "number", "number", "no number 1 to 2")
	l.tap("carp")
	l.tap("pike")
	l.heard("a list that drops down", "kind 2")
	l.do(at("depth", 98))
	l.heard("a bar's end", "ArithmeticException", "onProgressChanged")
}

// Dialogs for a day and an hour, with another choice and with the one they came with.
func TestPickers_dayAndHour(t *testing.T) {
	l := newOtter(t)
	l.line("launch")
	l.tap("Dates")
	l.log()
	l.tap("Day")
	l.tap("15")
	l.tap("OK")
	l.heard("a day", "day 2020 1 15")
	l.tap("Hour")
	l.tap("OK")
	l.heard("an hour", "hour 23 59")
}
