// Package event models what is done to an app: the Event, and the Script, which
// is the "program" that a fuzz loop runs, minimises and hands to people. It has
// a text codec (one event a line), validation, and the cuts that minimisation
// by predicate is made of.
//
// An event names the widget it means and the pixel where the widget was, so
// that a script survives a layout that shifts: Resolve looks the widget up on
// the present screen. Devices use the pixels only.
package event

import (
	"maps"
	"slices"
	"strconv"

	"talpa/fuzz/ui"
)

// Kind is the kind of an event.
type Kind string

// The kinds of events.
const (
	Launch    Kind = "launch" // start the launcher activity
	Tap       Kind = "tap"
	DoubleTap Kind = "doubletap" // two taps, Millis apart; 0: the app does not run between them
	LongTap   Kind = "longtap"
	Text      Kind = "text"   // tap (X,Y) unless it is (0,0), empty the field, then type Value
	Clear     Kind = "clear"  // tap (X,Y) unless it is (0,0), then empty the field
	Scroll    Kind = "scroll" // Arg: up, down, left, right; top, bottom: to the end
	Swipe     Kind = "swipe"  // from (X,Y) to (X2,Y2)
	Drag      Kind = "drag"   // a long touch of (X,Y), and without letting go to (X2,Y2)
	Pinch     Kind = "pinch"  // two fingers around (X,Y). Arg: in, out, turn (a quarter round)
	// Select picks several rows of a list: a long touch of (X,Y), then taps at equal steps up
	// to (X2,Y2). Value: how many rows, "" is 2.
	Select Kind = "select"
	// EditorAction presses the key of the soft keyboard that acts on the field with the focus.
	// Arg: default (what the field asks for), done, go, next, previous, search, send.
	EditorAction Kind = "editoraction"
	Back         Kind = "back"
	Home         Kind = "home" // home and back again by the launcher entry, after Millis
	Lock         Kind = "lock" // the screen goes off, and on again, unlocked
	Menu         Kind = "menu"
	Key          Kind = "key"    // Arg: key name, "ENTER"; several held at once: "CTRL_LEFT+A"
	Rotate       Kind = "rotate" // Arg: portrait, landscape
	// Start starts an activity, Broadcast and Service do what their names say. With the Arg
	// Alone the app's process is killed in the background before, and is started by it.
	Start     Kind = "start"     // Intent
	Broadcast Kind = "broadcast" // Intent
	Service   Kind = "service"   // Intent
	// Permission has the app hold a permission, or lose it. Arg: grant, deny (a
	// request for it is refused), ask (a dialog asks for it). Value: permission.
	Permission Kind = "permission"
	// Answer is how other apps answer from now on. Arg: ok, empty (OK without data), bare (OK with data in which nothing
	// is), several (like ok, and two files where the app takes several), gone (like ok, and what was picked is not there
	// any more), file (like ok, with the path of a file), cancelled, none, screen (a screen waits to be worked by touch).
	Answer Kind = "answer"
	// Document has a file lie in the folder Download of shared storage, which file pickers
	// give from now on where its type fits. Value: its name, whose extension is its kind
	// (package document). Arg: whole, empty, damaged, folder, gone.
	Document Kind = "document"
	// Config changes how the device is set from now on. Arg and Value: locale
	// "de-DE", fontscale "1.3", night "yes" or "no", network "on", "off" or
	// "mobile", storage "low", "full", "removed" (shared storage is gone),
	// "readonly" or "ok", timezone "Asia/Kolkata", clock "25h": set forward so much, or
	// back with a minus, keepactivities "no" (an activity is destroyed as soon as it
	// is left) or "yes", background "slow" (the app's other threads come to run only
	// while its main thread waits for them) or "normal", inputspeed "fast" (input does
	// not wait for the app to come to rest) or "normal", responses: how stand-in servers
	// answer, "normal", "error", "empty", "bare", "page"; phone "empty" (no files, contacts,
	// messages, calls, dates or media) or "used"; apps "none" (no other apps but the system's),
	// "all", "more" (and a store, a scanner, a viewer of all files, speech) or the package of one
	// that goes; bluetooth and nfc "on", "off", "absent".
	Config Kind = "config"
	// Alarm has the app's next alarm ring, the clock jumps there; Job runs its next job now.
	// Both start a process that was killed; Arg: "" or Alone.
	Alarm Kind = "alarm"
	Job   Kind = "job"
	// Notification acts on the newest notification of the app. Arg: "" or tap, dismiss,
	// action (Value: which of its buttons, from 0).
	Notification Kind = "notification"
	// Location is what the positioning hardware tells. Arg: fix (Value: see ParseFix), on, off
	// (the user's switch), satellites (Value: how many are in view), nmea (Value: a sentence).
	Location Kind = "location"
	// SMS is a text message that arrives. Value: the number or name of the sender, a blank, and
	// the text, which may be empty.
	SMS Kind = "sms"
	// Call is a phone call. Arg: ring, accept, end. Value: the caller's number, "" is hidden.
	Call Kind = "call"
	// Battery is what the battery and its plug do. Arg: level (Value: percent), ac, usb, wireless,
	// unplug.
	Battery Kind = "battery"
	// Headset is a plug with a microphone. Arg: plug, unplug.
	Headset Kind = "headset"
	// Fingerprint is what the user does with the finger sensor and the prompts that wait for it. Arg:
	// FingerOK, FingerWrong, FingerCancel, FingerLocked, FingerNone, FingerEnrolled.
	Fingerprint Kind = "finger"
	// Tag is an NFC tag that is held to the phone, or taken away. Arg: see TagText and those after it.
	// Value: what is on it.
	Tag Kind = "tag"
	// Speech is what the user says to who listens, and from then on to an app that is asked for it.
	// Arg: SpeechText (Value: the words), SpeechUnclear, SpeechNothing, SpeechNetwork.
	Speech Kind = "speech"
	// Sensor is what a sensor reads. Arg: its name, see Sensors. Value: numbers with commas, or
	// SensorAbsent: the phone has none.
	Sensor Kind = "sensor"
	// Tile is what the user does with a tile of the quick settings. Arg: click, added, removed,
	// Alone (a click that starts the process). Value: the service, "pkg/cls".
	Tile Kind = "tile"
	// Widget is what the home screen does with an app widget. Arg: added, update, Alone (an update
	// that starts the process), resize, tap, removed. Value: the provider, "pkg/cls"; with resize
	// and "WIDTHxHEIGHT" in dp after a blank, with tap and the number of what is touched, from 0.
	Widget Kind = "widget"
	// Shortcut starts a shortcut of the home screen. Arg: "" or Alone. Value: its id.
	Shortcut Kind = "shortcut"
	// TrimMemory tells the app to give memory back. Arg: a level of `am send-trim-memory`.
	TrimMemory Kind = "trimmemory"
	Wait       Kind = "wait"    // Millis
	Restart    Kind = "restart" // stop the process and start the app again, data kept
	Kill       Kind = "kill"    // process death in the background and restore
	// StopProcess has the user leave the app and the system kill its process: what comes next
	// starts it by itself, and a launch restores the task.
	StopProcess Kind = "stopprocess"
	// Restricted starts the app's process anew as backup and restore do, with Android's own
	// Application in place of the app's and without its providers. What comes next finds it so.
	Restricted Kind = "restricted"
	Boot       Kind = "boot"  // the phone is switched off and on; nothing has started the app yet
	Query      Kind = "query" // another app asks a content provider. Value: its URI
	// Older has the phone begin anew with the older build of the app that is given beside it;
	// Update brings the app itself over the data of what is installed, and tells it so. A
	// script begins on the app itself.
	Older     Kind = "older"
	Update    Kind = "update"
	ClearData Kind = "cleardata" // stop the app and clear its data: what follows begins as the script began
)

// Event is one thing done to the app.
type Event struct {
	Kind Kind
	// Target is the widget acted on; zero for events without one.
	Target Selector
	// X, Y are the pixel acted on: where the widget was when recorded. X2, Y2
	// end the finger's stroke of a swipe or a scroll.
	X, Y, X2, Y2 int
	// Arg is a word that depends on Kind. Of a Scroll it is how the window
	// on the content moves: "down" shows what is below, so the finger goes up.
	Arg    string
	Value  string // see Kind; Value is the text typed for Text
	Millis int    // duration of a swipe, a long tap, a wait or a time away; 0 = default
	Intent *Intent
}

// Rows is how many rows a Select picks; 0 if it does not say a number.
func (e Event) Rows() int {
	if e.Value == "" {
		return 2
	}
	n, _ := strconv.Atoi(e.Value)
	return n
}

// Row is the pixel of the n-th row, from 0, that a Select picks.
func (e Event) Row(n int) (x, y int) {
	last := max(e.Rows()-1, 1)
	return e.X + (e.X2-e.X)*n/last, e.Y + (e.Y2-e.Y)*n/last
}

// Selector finds a widget again on a screen that may have moved.
type Selector = ui.Selector

// Same says whether two events do the same: pixels count only where no widget is named,
// and durations never do.
func (e Event) Same(o Event) bool {
	return e.Kind == o.Kind && e.Arg == o.Arg && e.Value == o.Value && e.Target == o.Target &&
		(!e.Target.IsZero() || e.X == o.X && e.Y == o.Y)
}

// Intent is an Android intent in the words of `am`.
type Intent struct {
	Action     string
	Component  string // "pkg/cls"
	Data       string
	Type       string
	Categories []string
	Flags      int
	Extras     map[string]string // string extras
	URIs       map[string]string // extras that are addresses, such as the file that is sent
}

// Clone returns a copy that shares nothing.
func (in *Intent) Clone() *Intent {
	if in == nil {
		return nil
	}
	c := *in
	c.Categories = slices.Clone(in.Categories)
	c.Extras = maps.Clone(in.Extras)
	c.URIs = maps.Clone(in.URIs)
	return &c
}

// Script is a sequence of events on one app: the unit that is replayed. It
// starts on an app without data whose process does not run.
type Script struct {
	Package string
	SHA256  string // of the APK it was made on
	Device  string // "virtual api=35 1080x1920@420" and the like
	Seed    int64  // of the embedded device that it was made on
	// API is the level of an embedded device that was made an older one; 0 for others.
	API int
	// StandIns says that stand-in servers of the embedded device answered the app.
	StandIns bool
	// Oracle is who judges the script, as --oracle names it: "property=notes.star"; "" for
	// crashes, which judge themselves.
	Oracle string
	Events []Event
}

// Clone returns a copy that shares nothing.
func (s *Script) Clone() *Script {
	return s.with(slices.Clone(s.Events))
}

// Keep returns a copy with the events of the given indices, in that order.
func (s *Script) Keep(indices []int) *Script {
	events := make([]Event, 0, len(indices))
	for _, i := range indices {
		events = append(events, s.Events[i])
	}
	return s.with(events)
}

// Without returns a copy that lacks the events from index from up to, not
// including, index to.
func (s *Script) Without(from, to int) *Script {
	return s.with(slices.Concat(s.Events[:from], s.Events[to:]))
}

// Prefix returns a copy with the first n events.
func (s *Script) Prefix(n int) *Script {
	return s.with(slices.Clone(s.Events[:n]))
}

// with returns a copy of the script that has the given events, which it owns.
func (s *Script) with(events []Event) *Script {
	c := *s
	c.Events = events
	for i := range c.Events {
		c.Events[i].Intent = c.Events[i].Intent.Clone()
	}
	return &c
}

// Resolve looks the event's widget up on the screen and returns the event with
// the pixels where the widget is now, the widget's index and true. If the event
// names no widget or the screen has none like it, the event comes back as
// recorded, with -1 and false.
func Resolve(e Event, screen *ui.Screen) (Event, int, bool) {
	if screen == nil || e.Target.IsZero() {
		return e, -1, false
	}
	i, ok := screen.Find(e.Target, e.X, e.Y)
	if !ok {
		return e, -1, false
	}
	if w := &screen.Widgets[i]; w.Bounds.Contains(e.X, e.Y) && e.Kind != Scroll {
		// The pixel may be a chosen one, such as a place on a seek bar.
		return e, i, true
	}
	x, y := screen.Point(i)
	e.X2, e.Y2 = shift(e.X2, e.Y2, x-e.X, y-e.Y)
	e.X, e.Y = x, y
	if e.Kind == Scroll {
		e.X, e.Y, e.X2, e.Y2 = Finger(screen.Widgets[i].Bounds.Intersect(screen.Bounds()), e.Arg)
	}
	return e, i, true
}

// shift moves the end of a stroke, if there is one, as its start moved.
func shift(x, y, dx, dy int) (int, int) {
	if x == 0 && y == 0 {
		return 0, 0
	}
	return x + dx, y + dy
}

// Finger returns the stroke of the finger that scrolls a widget with the given
// visible bounds in the direction of a Scroll's Arg. It stays off the edges,
// where system gestures and drawers begin.
func Finger(r ui.Rect, arg string) (x, y, x2, y2 int) {
	x, y = r.Center()
	x2, y2 = x, y
	switch arg {
	case "down", "bottom":
		y, y2 = r.Top+r.Height()*3/4, r.Top+r.Height()/4
	case "up", "top":
		y, y2 = r.Top+r.Height()/4, r.Top+r.Height()*3/4
	case "right":
		x, x2 = r.Left+r.Width()*4/5, r.Left+r.Width()/5
	case "left":
		x, x2 = r.Left+r.Width()/5, r.Left+r.Width()*4/5
	}
	return x, y, x2, y2
}

// WithEnd completes a scroll or swipe that does not say where the finger ends:
// two fifths of the display, of the given size in pixels, around the event's
// pixel or around the middle. The stroke stays on the display.
func WithEnd(e Event, width, height int) Event {
	if e.X2 != 0 || e.Y2 != 0 {
		return e
	}
	if e.X == 0 && e.Y == 0 {
		e.X, e.Y = width/2, height/2
	}
	dx, dy := 0, 0
	switch e.Arg {
	case "up", "top":
		dy = height / 5
	case "left":
		dx = width / 5
	case "right":
		dx = -width / 5
	default:
		dy = -height / 5
	}
	clamp := func(v, size int) int { return min(max(v, 1), size-2) }
	e.X2, e.Y2 = clamp(e.X+dx, width), clamp(e.Y+dy, height)
	e.X, e.Y = clamp(e.X-dx, width), clamp(e.Y-dy, height)
	return e
}
