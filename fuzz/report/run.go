// Package report writes what a run found: the run directory, with the script
// in the languages of other tools, the traces, the guide, pictures and a summary for programs
// (run.json), and one HTML page for people. The page holds everything it
// shows, needs no network and no JavaScript, and treats all text as hostile:
// most of it comes from the app under test.
//
// The input is the plain data of Run; the package runs nothing itself.
package report

import (
	"time"

	"talpa/asra/guide"
	"talpa/asra/trace"
	"talpa/fuzz/crash"
	"talpa/fuzz/event"
	"talpa/fuzz/oracle"
	"talpa/fuzz/repro"
	"talpa/fuzz/ui"
)

// State says how far a run is.
type State string

// The states of a run.
const (
	Running     State = "running"     // saved in between: the run goes on, or died without a word
	Done        State = "done"        // the run came to its end
	Interrupted State = "interrupted" // somebody stopped it
	Failed      State = "failed"      // our infrastructure failed: see Run.Fault
	Refused     State = "refused"     // Android installs no such app: see Run.Refusal
)

// Run is all that a run directory tells.
type Run struct {
	Job     string // "reproduce", "replay", "fuzz"
	Command string // the command line that made the run, for people to repeat
	State   State
	Fault   string // what failed, for Failed
	Refusal string // why the device did not install the app, for Refused
	// Unsaved says that not all files of the run could be written; Fault says why.
	Unsaved bool
	Started time.Time
	Seconds float64 // wall time
	Seed    int64

	Version  string // of talpa
	Versions []Item // of what it used

	App    App
	Device Device

	// Wanted is the trace that the run was for, nil if there was none.
	// WantedText is the text that somebody pasted.
	Wanted     *trace.Trace
	WantedText string
	// InApp says whether the APK defines a class; nil is a guess by names.
	InApp func(class string) bool

	// Found is the wanted crash, nil if it did not happen. Findings are the
	// other crashes met, or all findings of a run without a wanted trace.
	Found    *Finding
	Findings []Finding

	// Unconfirmed is the name in the run directory of a script that caused the crash once, in a
	// run that was stopped before fresh processes confirmed it; "" if there is none.
	Unconfirmed string

	Guide    *guide.Guide // nil if there was no analysis
	Rewriter string       // what pruned the app, "" if it ran as it is
	Search   Search
	// MaxEvents is how many events the search was asked for at most; 0 is no limit.
	MaxEvents int
	// OutOfLimit says that the time for the whole job was up.
	OutOfLimit bool
	// Path is what became of the milestones on the path to a crash that did not happen.
	Path []Milestone
	// Near is what came nearest to a crash that did not happen, nil if nothing did.
	Near *Finding
	// Fidelity are remarks on what the device only models; Notes are other
	// remarks for people.
	Fidelity []string
	Notes    []string
	// Properties is what became of each property of the oracles that have some.
	Properties []oracle.Tally
	Phases     []Phase
}

// Item is a name and a value for a table.
type Item struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// App is the app under test.
type App struct {
	File        string `json:"file,omitempty"` // path of the APK as given
	Package     string `json:"package"`
	VersionName string `json:"versionName,omitempty"`
	VersionCode int64  `json:"versionCode,omitempty"`
	SHA256      string `json:"sha256,omitempty"`
	MinSDK      int    `json:"minSdk,omitempty"`
	TargetSDK   int    `json:"targetSdk,omitempty"`
}

// Device is what the app ran on.
type Device struct {
	Serial  string `json:"serial,omitempty"`
	Model   string `json:"model,omitempty"`
	API     int    `json:"api,omitempty"`
	Width   int    `json:"width,omitempty"`   // pixels
	Height  int    `json:"height,omitempty"`  // pixels
	Density int    `json:"density,omitempty"` // dots per inch
	// Virtual says that it was the embedded device.
	Virtual bool `json:"virtual"`
}

// Search counts what the search did.
type Search struct {
	Events   int `json:"events"`
	Episodes int `json:"episodes,omitempty"`
	States   int `json:"states,omitempty"` // distinct screens
	// Members is how many of the events each of the searches side by side had; empty where there was one.
	Members    []int    `json:"members,omitempty"`
	Activities []string `json:"activities,omitempty"`
	// Growth is after how many events each of Activities was met first, rising.
	Growth []int `json:"growth,omitempty"`
	// Methods is how many methods of the app had run after so many events, rising; empty where they were not counted.
	Methods []Covered `json:"methods,omitempty"`
	// Unseen says that the app never came to the front: nothing was tested.
	Unseen bool `json:"unseen,omitempty"`
	// Strategies is what each strategy of the guided generator did.
	Strategies []Strategy `json:"strategies,omitempty"`
	// FoundBy names the strategy that chose the event which first met the wanted crash.
	FoundBy string `json:"foundBy,omitempty"`
}

// Covered says how many methods of the app had run after so many events.
type Covered struct {
	Events  int `json:"events"`
	Methods int `json:"methods"`
}

// Strategy is what a strategy did in a search.
type Strategy struct {
	Name   string `json:"name"`
	Plans  int    `json:"plans"`  // begun
	Events int    `json:"events"` // chosen
	Raised int    `json:"raised"` // events that came nearer to the crash than any before
}

// Phase is a part of the run and its wall time.
type Phase struct {
	Name    string  `json:"name"`
	Seconds float64 `json:"seconds"`
}

// Finding is a crash or a violation that an oracle saw, and how it came about.
type Finding struct {
	// Kind is that of the crash, or the oracle's name.
	Kind   string
	Title  string // one line
	Detail string // what was expected and what was seen, may be long
	Crash  *crash.Crash
	Match  *trace.Match // with the wanted trace, nil if there is none
	Script *event.Script
	Steps  []Step // a replay of Script with pictures, may be empty
	End    []byte // PNG of the screen after the last step, may be empty

	Twice *Twice // how two runs in Script correspond, nil if it is one

	Stability *repro.Stability // nil if not measured
	Shrunk    *Shrunk          // nil if not minimised
	Count     int              // how often it happened in the search
	// Events and Seconds tell when it happened first.
	Events  int
	Seconds float64
}

// Twice says how the two runs of a script correspond. Steps are numbered from 0; the screen after
// the last one is before the step that is their number.
type Twice struct {
	// Pairs are steps of the first and the second run, in order; -1 where one has none.
	Pairs [][2]int
	// Lost is where the screens before two steps differ, in the first run and in the second.
	Lost [2]Place
}

// Place is a part of the screen before a step; empty if there is none.
type Place struct {
	Step   int
	Bounds ui.Rect
}

// Step is an event of a script as it was performed.
type Step struct {
	Event    event.Event
	Shot     []byte  // PNG of the screen before the event, may be empty
	Box      ui.Rect // of the widget touched, zero if there is none
	Activity string  // in front before the event
	Missing  bool    // the widget was not there, its recorded pixels were used
	Refused  bool    // the device cannot perform the event
	Note     string
}

// Shrunk says how a script was minimised.
type Shrunk struct {
	From     int  `json:"from"` // events before
	Replays  int  `json:"replays"`
	Complete bool `json:"complete"` // no single event can be left out
}
