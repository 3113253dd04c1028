package guide

import "slices"

// Plan says how to make the crash happen: goals, and what achieves each. It is advice:
// what cannot be found out is not in it, and Unknown of the crash condition says so.
//
// The order is partial: a goal comes after those that it names, and what achieves it has
// goals of its own, its needs. Goals are listed in an order that keeps both, so that the
// last is the crash.
type Plan struct {
	Goals []Goal `json:"goals"`
}

// GoalKind is a kind of goal.
// What a goal's Subject is goes by its kind: a component, a method, a piece of state.
type GoalKind string

// The kinds of goals.
const (
	GoalScreen GoalKind = "screen" // the screen of Subject.Class, an activity, is shown
	GoalRun    GoalKind = "run"    // the method Subject runs, on Screen
	GoalHold   GoalKind = "hold"   // Subject is as Want says
	GoalCrash  GoalKind = "crash"  // the crash point Subject runs while the goals before it hold
)

// Goal is something that must have happened, or must hold, for the crash.
// A goal without achievers is told all the same, so that a search knows what it waits for.
type Goal struct {
	ID      int      `json:"id"` // from 1
	Kind    GoalKind `json:"kind"`
	Subject Subject  `json:"subject,omitzero"` // zero of a crash outside of the app's code
	Want    Want     `json:"want,omitzero"`
	// Screen is the Java name of the activity in which it happens, "" if it is not known.
	Screen string `json:"screen,omitempty"`
	// After are the goals that come first, by their numbers.
	After []int `json:"after,omitempty"`
	// Achievers are alternatives, the likeliest first. None are known of a goal without.
	Achievers []Achiever `json:"achievers,omitempty"`
}

// AchieverKind is a kind of thing that achieves a goal.
// Each stands for one kind of event, or for a few in a row, that a device can be given.
type AchieverKind string

// The kinds of achievers.
const (
	AchieveHandler    AchieverKind = "handler"     // Method runs: one of Widgets is used on Screen
	AchieveConfirm    AchieverKind = "confirm"     // the dialog is confirmed
	AchieveText       AchieverKind = "text"        // one of Widgets gets one of Values, or a text of Want
	AchievePreference AchieverKind = "preference"  // the preference Key with Title on Screen gets Want
	AchieveAddRows    AchieverKind = "add-rows"    // Method, by Widgets, adds Rows rows
	AchieveDeleteRows AchieverKind = "delete-rows" // rows are deleted until Rows are left
	AchievePermission AchieverKind = "permission"  // Permission is refused; granted when asked for, if Want is present
	AchieveLifecycle  AchieverKind = "lifecycle"   // the screen goes through Change
	AchieveAnswer     AchieverKind = "answer"      // another app answers Action as Answer says
	AchieveServer     AchieverKind = "server"      // a server answers as Answer says
	AchieveStart      AchieverKind = "start"       // others start Screen, without Extras; ChangeKill: in a new process
	AchieveOrder      AchieverKind = "order"       // First, then Method, fast
	AchieveDevice     AchieverKind = "device"      // the device is set as Change says
	AchieveOutside    AchieverKind = "outside"     // what Change names comes from outside of the app
	AchieveOpen       AchieverKind = "open"        // Screen comes up, as the goals before lead to it
	AchieveGesture    AchieverKind = "gesture"     // Gesture on the screen, or on one of Widgets
)

// Change is what happens to a screen, or to the device.
// They follow the states of an activity in Android's documentation ("The activity lifecycle") and the settings
// of a phone.
type Change string

// Changes of a screen, then of the device, then what comes from outside.
const (
	ChangeRotate  Change = "rotate"  // it is made anew
	ChangeLeave   Change = "leave"   // Home, and back
	ChangeBack    Change = "back"    // it is ended
	ChangeLock    Change = "lock"    // the screen goes off, and on again, unlocked
	ChangeKill    Change = "kill"    // its process dies and is restored
	ChangeDestroy Change = "destroy" // it is destroyed as soon as it is left

	ChangeOffline   Change = "offline"   // no network
	ChangeFull      Change = "full"      // no storage left
	ChangeEmptied   Change = "emptied"   // nothing of people is on it: contacts, messages, calls, dates, media
	ChangeAbsent    Change = "absent"    // the phone lacks a part: the first of Values, one of the Parts or a sensor
	ChangeSlow      Change = "slow"      // work in the background takes longer than the events after it
	ChangeConfigure Change = "configure" // another language: the first of Values
	ChangeNight     Change = "night"     // dark colours

	ChangeAlarm        Change = "alarm"        // an alarm goes off
	ChangeNotification Change = "notification" // a notification is touched
	ChangeBroadcast    Change = "broadcast"    // a broadcast is received
	ChangeService      Change = "service"      // a service is started
	ChangeIntent       Change = "intent"       // the screen gets a new intent
	ChangeRestricted   Change = "restricted"   // a backup starts the process, without the app's Application
	ChangeWait         Change = "wait"         // time passes: the first of Values, in ms
)

// Parts that a phone may lack, beside its sensors, which have the names of events.
const (
	PartBluetooth = "bluetooth"
	PartNFC       = "nfc"
	PartStorage   = "storage"  // shared storage
	PartSpace     = "space"    // room in the storage, which ChangeFull takes away
	PartPlaces    = "location" // providers of places: the user has them off
	PartNetwork   = "network"  // what tells of the network in use: there is none
	// PartBackground is work in the background, which no phone lacks: it can be slow.
	PartBackground = "background"
)

// ExtraType is the name of an intent's MIME type among its extras.
const ExtraType = "MIME type"

// SearchView is the class of a search field of which nothing else is known: screens have one at most, mostly behind an
// icon.
const SearchView = "android.widget.SearchView"

// Gesture is what a finger or a key does.
type Gesture string

// Gestures.
const (
	GestureLongPress Gesture = "longpress"
	GestureSwipe     Gesture = "swipe"
	GestureScroll    Gesture = "scroll"
	GesturePinch     Gesture = "pinch"
	GestureDoubleTap Gesture = "doubletap" // also two touches that are too fast for the app
	GestureKey       Gesture = "key"
	GestureMenuKey   Gesture = "menukey"
	GestureType      Gesture = "type"
	GestureCheck     Gesture = "check" // of a box or switch that is not checked
	GesturePage      Gesture = "page"  // the tab, or the page of a pager, at the first of Positions is turned to
)

// Answer is how another app or a server answers.
type Answer string

// Answers.
const (
	AnswerNone     Answer = "none"     // nobody is there to answer
	AnswerCanceled Answer = "canceled" // no
	AnswerEmpty    Answer = "empty"    // yes, without data; of a server with a Key: nothing in the field
	AnswerBroken   Answer = "broken"   // data that cannot be read
	AnswerBare     Answer = "bare"     // yes, with an intent in which nothing is; a server's data without members
	AnswerError    Answer = "error"    // a server's error; the status is the first of Values, 404 without any
	AnswerMissing  Answer = "missing"  // a server's answer that is right, but for the field Key
	AnswerNull     Answer = "null"     // the same with null as the field
	AnswerText     Answer = "text"     // the same with a text as the field
	AnswerValue    Answer = "value"    // the same with the first of Values as the field
	AnswerSize     Answer = "size"     // the same with Rows elements or letters in the field
	AnswerData     Answer = "data"     // yes, with data
	AnswerGone     Answer = "gone"     // yes, with the address of what is not there any more
	AnswerFile     Answer = "file"     // yes, with the path of a file
)

// OfField says that an answer is right but for one field, which it has to name.
func (a Answer) OfField() bool {
	return slices.Contains([]Answer{AnswerMissing, AnswerNull, AnswerText, AnswerValue, AnswerSize}, a)
}

// Achiever is one way to achieve a goal. What its fields mean is said by its kind.
// Two achievers of one goal are alternatives in full: neither needs what the other one names.
type Achiever struct {
	Kind   AchieverKind `json:"kind"`
	Screen string       `json:"screen,omitempty"` // Java name of an activity, or a resource ("xml/settings")
	Label  string       `json:"label,omitempty"`  // what people call Screen
	Method string       `json:"method,omitempty"` // DEX name of a handler
	First  string       `json:"first,omitempty"`  // DEX name of the handler that comes first, of an order
	Role   Role         `json:"role,omitempty"`   // of Method
	// Widgets are alternatives.
	Widgets []Widget `json:"widgets,omitempty"`
	// Positions are the places, from 0, of the rows of a list that are used; none for any. Of a page its own.
	Positions  []int    `json:"positions,omitempty"`
	Key        string   `json:"key,omitempty"`    // of a preference; a field of a server's answer
	Title      string   `json:"title,omitempty"`  // of a preference
	Class      string   `json:"class,omitempty"`  // Java name of a preference's class
	Want       Want     `json:"want,omitzero"`    // WantLast of a handler: its last row is used
	Values     []string `json:"values,omitempty"` // worth trying, the likeliest first
	Rows       int      `json:"rows,omitempty"`
	Permission string   `json:"permission,omitempty"`
	Change     Change   `json:"change,omitempty"`
	Gesture    Gesture  `json:"gesture,omitempty"`
	Action     string   `json:"action,omitempty"` // of an intent
	Type       string   `json:"type,omitempty"`   // the MIME type of an intent
	Data       string   `json:"data,omitempty"`   // the address of an intent
	Answer     Answer   `json:"answer,omitempty"`
	Extras     []string `json:"extras,omitempty"`
	// Needs are the goals that this way asks for first, by their numbers; they are goals of
	// the plan, listed before, that only this achiever needs.
	Needs []int `json:"needs,omitempty"`
}

// FaultsNetwork says that the achiever has servers, or the network, answer in another way than they should.
func (a *Achiever) FaultsNetwork() bool { return a.Kind == AchieveServer || a.Change == ChangeOffline }
