// Package event models what is done to an app: the Event, and the Script, which
// is the "program" that a fuzz loop runs, minimises and hands to people. It has
// a text codec (one event a line), validation, and minimisation by predicate.
package event

// Kind is the kind of an event.
type Kind string

// The kinds of events.
const (
	Launch     Kind = "launch" // start the launcher activity
	Tap        Kind = "tap"
	LongTap    Kind = "longtap"
	Text       Kind = "text"   // tap the widget if there is one, then type
	Clear      Kind = "clear"  // empty the text field
	Scroll     Kind = "scroll" // Arg: up, down, left, right, inside the widget
	Swipe      Kind = "swipe"  // from (X,Y) to (X2,Y2)
	Pinch      Kind = "pinch"  // Arg: in, out
	Back       Kind = "back"
	Home       Kind = "home" // home and back again by the launcher entry
	Menu       Kind = "menu"
	Key        Kind = "key"        // Arg: key name, "ENTER"
	Rotate     Kind = "rotate"     // Arg: portrait, landscape
	Start      Kind = "start"      // Intent: start an activity
	Broadcast  Kind = "broadcast"  // Intent
	Service    Kind = "service"    // Intent
	Permission Kind = "permission" // Arg: grant or deny, Value: permission
	Answer     Kind = "answer"     // Arg: ok, cancelled, none: how other apps answer from now on
	Config     Kind = "config"     // Arg: locale, fontscale, night; Value
	Wait       Kind = "wait"       // Millis
	Restart    Kind = "restart"    // stop the process and start the app again, data kept
	Kill       Kind = "kill"       // process death in the background and restore
)

// Event is one thing done to the app.
type Event struct {
	Kind Kind
	// Target is the widget acted on; zero for events without one.
	Target Selector
	// X, Y are the pixel acted on: where the widget was when recorded. X2, Y2
	// end a swipe.
	X, Y, X2, Y2 int
	Arg, Value   string // see Kind; Value is the text typed for Text
	Millis       int    // duration of a swipe, a long tap or a wait; 0 = default
	Intent       *Intent
}

// Selector finds a widget again on a screen that may have moved.
type Selector struct {
	ID    string // full resource name
	Class string
	Text  string
	Desc  string
	Nth   int // among equals, from 0
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
}

// Script is a sequence of events on one app: the unit that is replayed.
type Script struct {
	Package string
	SHA256  string // of the APK it was made on
	Device  string // "virtual api=35 1080x1920@420" and the like
	Seed    int64
	Events  []Event
}
