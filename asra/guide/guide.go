// Package guide defines the guide: the one document in which the static half
// of talpa (what can matter for a crash) speaks to the dynamic half (how to
// make it happen). It is plain data with a versioned JSON form, so that the
// halves can run on different machines and days.
//
// Methods are named by their DEX form everywhere, for example
// "Lcom/foo/Main;->onClick(Landroid/view/View;)V"; classes in frames and
// components by their Java name ("com.foo.Main$1").
//
// What a consumer uses has a kind and a subject: a Subject names the piece of state
// that a condition tests, a dependency sets or a reason is about. Sentences for people
// are made from these in one place, words.go; nothing reads them back. Notes and
// Report are text that people wrote or read, and no program looks into them but for
// labels that Report names.
//
// A guide never tells the dynamic half to drop something that the analysis did
// not prove irrelevant: the verdict Unknown means keep.
package guide

// Version is the format written by Encode; Decode accepts this version only.
const Version = 2

// Guide is the result of one analysis of one app for one crash.
// Lists are in an order that says something (the nearest, the likeliest, the first to do come first) or in
// that of the app's methods, so that equal analyses write equal bytes. Slices that are empty are left out of
// the JSON, and nil and empty mean the same.
type Guide struct {
	Version int    `json:"version"`
	App     App    `json:"app"`
	Target  Target `json:"target"`
	// Level says which analysis the verdicts rest on.
	Level      Level       `json:"level"`
	Components []Component `json:"components"`
	Callbacks  []Callback  `json:"callbacks"`
	// Crash is what must hold at the crash point, Plan how to make it so; nil in guides of
	// builds before them.
	Crash        *CrashCondition `json:"crash,omitempty"`
	Plan         *Plan           `json:"plan,omitempty"`
	Milestones   []Milestone     `json:"milestones,omitempty"`
	Inputs       []Input         `json:"inputs,omitempty"`
	Dependencies []Dependency    `json:"dependencies,omitempty"`
	// Settings are those of the app that its screens show: first those that the path
	// reads nearest to the crash, last those that it is not known to read.
	Settings []Setting `json:"settings,omitempty"`
	// Strings are constants of the app that code near the target compares or
	// parses: candidates for typed text.
	Strings []string `json:"strings,omitempty"`
	// Report is what people wrote around the trace, line by line: the steps and
	// the buttons that they name are worth trying.
	Report []string `json:"report,omitempty"`
	// Notes are remarks for people: budgets that ran out, stale lines, frames
	// that this APK does not have.
	Notes []string `json:"notes,omitempty"`
	Stats Stats    `json:"stats"`
}

// App identifies the analysed APK.
// The digest ties a
// guide to one file: a pruned copy, another build and a re-signed app are others.
type App struct {
	Package     string `json:"package"`
	VersionName string `json:"versionName,omitempty"`
	VersionCode int64  `json:"versionCode,omitempty"`
	MinSDK      int    `json:"minSdk,omitempty"`
	TargetSDK   int    `json:"targetSdk,omitempty"`
	// SHA256 is the lower-case hex digest of the APK file.
	SHA256 string `json:"sha256,omitempty"`
	// Launcher is the Java name of the launcher activity, "" if there is none.
	Launcher string `json:"launcher,omitempty"`
	// Permissions are the permissions that the manifest asks for.
	Permissions []string `json:"permissions,omitempty"`
	// NativeLibs are the names of the native libraries inside the APK.
	NativeLibs []string `json:"nativeLibs,omitempty"`
}

// Level is the strength of the analysis behind the verdicts.
// A higher level prunes less and rests on more: what asra prunes paper prunes, and what paper prunes reach
// does, but for what only paper's own rules keep.
type Level string

// Levels, weakest first.
const (
	LevelNone  Level = "none"  // nothing pruned
	LevelReach Level = "reach" // plain backward reachability
	LevelPaper Level = "paper" // attribute-sensitive reachability as Mole's paper has it
	LevelASRA  Level = "asra"  // what is proved to change nothing that matters
)

// Precision says how exactly the crash point is known in this APK.
// It bounds what may be concluded: below line no offset is trusted, below method no instruction, and with none
// nothing is pruned.
type Precision string

// Precisions, sharpest first.
const (
	PrecisionLine   Precision = "line"   // the trace's line exists in the method
	PrecisionMethod Precision = "method" // the method exists, the line does not
	// PrecisionChain: only an outer frame of the trace exists, or a message names the
	// component.
	PrecisionChain Precision = "chain"
	PrecisionNone  Precision = "none" // no frame of the trace exists in this APK
)

// Target is the crash point, resolved against the APK.
// Method, Offsets and Frames are of this APK, Exception and Message of the trace as it was pasted.
type Target struct {
	Exception string    `json:"exception"`
	Message   string    `json:"message,omitempty"`
	Precision Precision `json:"precision"`
	// Method is the DEX name of the method at the crash point; "" with PrecisionNone.
	Method string `json:"method,omitempty"`
	// Offsets are the code units of Method at which the crash line's code starts.
	Offsets []int `json:"offsets,omitempty"`
	// Frames are the frames of the wanted cause, innermost first.
	Frames []Frame `json:"frames,omitempty"`
	// Callback is the DEX name of the outermost app method of the trace: the
	// one that the framework called.
	Callback string `json:"callback,omitempty"`
	// Android says which Android wrote the trace; nil if its frames do not tell.
	Android *Android `json:"android,omitempty"`
	// Doubts are signs that the crash is of another build than this APK.
	Doubts []Doubt `json:"doubts,omitempty"`
}

// DoubtKind is a kind of sign that a crash is of another build of the app.
// None of them proves it; each is something that a trace of this very build would not show.
type DoubtKind string

// The signs.
const (
	// DoubtNoUse: the method or field Name, which the message says failed, is used
	// nowhere in Method.
	DoubtNoUse DoubtKind = "no-such-use"
	// DoubtNoCall: Method does not call Name, the next frame, nor anything that could be it.
	DoubtNoCall DoubtKind = "no-such-call"
	// DoubtGuarded: Method tests the value for null before each use of Name.
	DoubtGuarded DoubtKind = "guarded"
	// DoubtNoFrame: the APK has no method for any frame; Name is the first of the app's.
	DoubtNoFrame DoubtKind = "no-such-frame"
	// DoubtNoMethod: the APK lacks Name, the method of a frame further in than the crash point.
	DoubtNoMethod DoubtKind = "no-such-method"
	// DoubtMinified: the APK's names were changed, those of the trace were not.
	DoubtMinified DoubtKind = "names-changed"
)

// Doubt is a sign that a crash is of another build than the APK.
type Doubt struct {
	Kind DoubtKind `json:"kind"`
	// Method is the DEX name of the method of a frame, "" for DoubtNoFrame, DoubtNoMethod and DoubtMinified.
	Method string `json:"method,omitempty"`
	// Name is a Java name.
	Name string `json:"name,omitempty"`
}

// OtherBuild says that the crash is most likely of another build of the app, so that a
// search for it should be short.
func (t *Target) OtherBuild() bool { return len(t.Doubts) > 0 }

// Android is what the lines of the framework's frames tell of the Android that wrote a
// trace (package specs/platform).
type Android struct {
	// Levels are the API levels with which the most frames agree, in order.
	Levels []int `json:"levels"`
	// Agree is how many frames do, of Frames whose methods are known.
	Agree  int `json:"agree"`
	Frames int `json:"frames"`
	// Needed says why the crash may not happen on a newer one; "" if nothing tells so.
	Needed Need `json:"needed,omitempty"`
}

// Level is the one of Levels to try first: the newest.
func (a *Android) Level() int { return a.Levels[len(a.Levels)-1] }

// Need is why a crash may need the Android that wrote its trace.
type Need string

// Needs.
const (
	NeedLacking Need = "lacking" // it lacked a class or member that newer ones have
	NeedMethod  Need = "method"  // what threw is a method that newer ones lack
	NeedWords   Need = "words"   // the message is one that newer ones do not have
)

// Frame is one line of the wanted trace and what it is in this APK.
// A frame of a library or the framework has its names only; one of the app's that was not found has no
// Resolved.
type Frame struct {
	Class  string `json:"class"`
	Method string `json:"method"`
	File   string `json:"file,omitempty"`
	Line   int    `json:"line,omitempty"`
	// InApp says that the APK defines Class.
	InApp bool `json:"inApp,omitempty"`
	// Resolved holds the DEX names of the methods that the frame can mean.
	Resolved []string `json:"resolved,omitempty"`
	// LineFound says that one of Resolved has code on Line.
	LineFound bool `json:"lineFound,omitempty"`
}

// Verdict is what the analysis says of a callback or component.
// Necessary and Unknown are treated alike by every consumer that prunes. They differ for people: of the one it
// is known why it matters, of the other it is not known that it does not.
type Verdict string

// Verdicts. Only Irrelevant may be pruned.
const (
	Necessary  Verdict = "necessary"
	Irrelevant Verdict = "irrelevant"
	Unknown    Verdict = "unknown"
)

// ComponentKind is the kind of an Android component.
// They are the elements of the manifest below application, and application itself (developer.android.com, "App
// manifest overview"); an activity-alias is the activity that it stands for.
type ComponentKind string

// The component kinds of the manifest.
const (
	Activity    ComponentKind = "activity"
	Service     ComponentKind = "service"
	Receiver    ComponentKind = "receiver"
	Provider    ComponentKind = "provider"
	Application ComponentKind = "application"
)

// Component is a component of the manifest.
// Distance counts starts of components, and so does not tell how many events lie in between.
type Component struct {
	Name     string        `json:"name"` // Java name
	Kind     ComponentKind `json:"kind"`
	Exported bool          `json:"exported,omitempty"`
	Launcher bool          `json:"launcher,omitempty"`
	Verdict  Verdict       `json:"verdict"`
	// Distance is the least number of component transitions from here to one
	// that holds the target; -1 if none is known.
	Distance int `json:"distance"`
	// Opens lists the Java names of activities that code here can start.
	Opens []string `json:"opens,omitempty"`
	// Actions are the intent actions that the manifest declares for it.
	Actions []string `json:"actions,omitempty"`
}

// Role is what the framework calls a callback for.
// They are talpa's own, by what a user or the system does; specs/callbacks.txt ties the framework's methods to
// them.
type Role string

// Roles of callbacks.
const (
	RoleLifecycle  Role = "lifecycle" // activity, fragment, service life cycle
	RoleClick      Role = "click"
	RoleLongClick  Role = "longclick"
	RoleItem       Role = "item"   // a row of a list, a spinner, a pager
	RoleMenu       Role = "menu"   // options, context, popup menus, action mode
	RoleDialog     Role = "dialog" // dialog buttons and items, dismiss, cancel
	RoleText       Role = "text"   // text watchers, editor actions
	RoleCheck      Role = "check"  // compound buttons, radio groups, seek bars
	RoleTouch      Role = "touch"  // touch, gesture, drag, scroll
	RoleKey        Role = "key"    // key events, back
	RoleFocus      Role = "focus"  // focus changes
	RolePreference Role = "preference"
	RoleResult     Role = "result"  // activity and permission results
	RoleAsync      Role = "async"   // threads, handlers, tasks, loaders
	RoleSystem     Role = "system"  // receivers, sensors, location, configuration
	RoleAdapter    Role = "adapter" // getView, onBindViewHolder and their like
	RoleDraw       Role = "draw"    // measure, layout, draw
	RoleOther      Role = "other"
)

// Callback is a method of the app that the framework calls.
// Accepts and Rejects never name one widget both. Where there is a
// Guard, it is what rewriting goes by: resource names say the same to people.
type Callback struct {
	Method string `json:"method"` // DEX name
	Role   Role   `json:"role"`
	// Components are the Java names of the components under which it can run.
	Components []string `json:"components,omitempty"`
	// Widgets are the widgets that it is known to be bound to.
	Widgets []Widget `json:"widgets,omitempty"`
	Verdict Verdict  `json:"verdict"`
	// Rule is the number of the rule that decided, for example "R8"; Reason is what
	// it found.
	Rule   string `json:"rule,omitempty"`
	Reason Reason `json:"reason,omitzero"`
	// Why is the chain of rules behind the verdict, for callbacks that were asked for.
	Why []Step `json:"why,omitempty"`
	// Conditions hold on the path from this callback to the target.
	Conditions []Condition `json:"conditions,omitempty"`
	// Accepts are the view or menu item resource names ("id/add") for which the
	// callback can matter; empty means any. Rejects are those proved not to.
	Accepts []string `json:"accepts,omitempty"`
	Rejects []string `json:"rejects,omitempty"`
	// Guard tells the rejected widgets apart at run time; nil if there are none.
	Guard *Guard `json:"guard,omitempty"`
	// Distance is the least number of calls from here to the target; -1 if the
	// callback only sets something that the path tests.
	Distance int `json:"distance"`
}

// Guard is a test by which a callback knows the widget that it serves: by the
// number of one, an argument or what a method of an argument gives.
// Numbers are resource ids as the app compares them, signed; a widget whose number is not in Rejects runs the
// callback, also one that the analysis has not seen.
type Guard struct {
	// Argument counts from 0, the receiver left out.
	Argument int `json:"argument"`
	// Getter is the DEX name of the method that gives the number, GuardMenuItem or
	// GuardView; "" if the argument is the number.
	Getter string `json:"getter,omitempty"`
	// Rejects are the numbers of the widgets that the callback need not serve.
	Rejects []int32 `json:"rejects"`
}

// The methods that a Guard can call.
const (
	GuardMenuItem = "Landroid/view/MenuItem;->getItemId()I"
	GuardView     = "Landroid/view/View;->getId()I"
)

// Widget names a widget as far as the code tells.
// Empty fields mean not known, never "without": who looks for a widget compares what is there.
type Widget struct {
	ID     string `json:"id,omitempty"`     // resource name without package, "id/add"
	Class  string `json:"class,omitempty"`  // Java name
	Text   string `json:"text,omitempty"`   // initial text or title
	Screen string `json:"screen,omitempty"` // Java name of the activity
	Menu   bool   `json:"menu,omitempty"`   // a menu item
}

// Condition says what a test on the path wants of its subject.
// Min, Max, Not and Text are to be read together: the value has to meet all that are set. Without any of them
// the test is known, and what it wants is not.
type Condition struct {
	// Subject is an attribute, a field, an argument or a setting.
	Subject Subject `json:"subject"`
	// Min and Max bound the integer value, both ends included; nil is open.
	Min *int64 `json:"min,omitempty"`
	Max *int64 `json:"max,omitempty"`
	// Not excludes values inside the bounds.
	Not []int64 `json:"not,omitempty"`
	// Text is the string value wanted, for text conditions.
	Text string `json:"text,omitempty"`
	// Where is the DEX name of the method that tests.
	Where string `json:"where,omitempty"`
}

// Null says that only zero will do, which DEX has for null too.
func (c *Condition) Null() bool { return c.Min != nil && c.Max != nil && *c.Min == 0 && *c.Max == 0 }

// Milestone is a step on the path from the launcher to the target.
// The order is that of time. Two in a row of one activity mean that the first one's handler leaves it where it
// is.
type Milestone struct {
	// Activity is the Java name of the activity to be in, "" if unknown.
	Activity string `json:"activity,omitempty"`
	// Callback is the DEX name of the callback that has to run there.
	Callback string `json:"callback,omitempty"`
	// Widgets are those that trigger the callback.
	Widgets []Widget `json:"widgets,omitempty"`
	// Positions are the places, from 0, of the rows of a list that do; none where the code tells no rows apart.
	Positions []int `json:"positions,omitempty"`
	Role      Role  `json:"role,omitempty"`
}

// Setting is something that people set on a screen of the app and that code on the
// path may read, whatever it is compared with: where the crash point runs and does
// not fail, another value may make it fail.
// Distance and Reader are set together. A setting without them may be read on the path by a way that the
// analysis does not see.
type Setting struct {
	// Key is what the app stores the setting under.
	Key string `json:"key"`
	// Title is what stands on the widget that changes it.
	Title string `json:"title"`
	// Screen is the resource of the preference screen that shows it, as the app names it
	// ("xml/settings").
	Screen string `json:"screen,omitempty"`
	// Openers are widgets whose handlers lead to that screen.
	Openers []Widget `json:"openers,omitempty"`
	// Choices are the values that the widget offers by name, if it is a list.
	Choices []string `json:"choices,omitempty"`
	// Reader is the DEX name of the method nearest to the crash point that names the
	// key; "" if none near is known.
	Reader string `json:"reader,omitempty"`
	// Distance is the least number of calls and stored fields from the crash point to
	// Reader; -1 without one.
	Distance int `json:"distance"`
}

// Stats counts each method once.
// They are for people and for comparing builds; no consumer decides by them.
type Stats struct {
	Classes            int `json:"classes"`
	Methods            int `json:"methods"`
	Instructions       int `json:"instructions"`
	CallEdges          int `json:"callEdges"`
	ReachableMethods   int `json:"reachableMethods"`
	RelevantMethods    int `json:"relevantMethods"`
	CallbacksPruned    int `json:"callbacksPruned"`
	PrunedInstructions int `json:"prunedInstructions"`
	// Facts is the number of facts that the solver held at its end.
	Facts int `json:"facts"`
	// Fallback names the budget that ran out, "" if none did.
	Fallback string `json:"fallback,omitempty"`
	// AnalysisMillis is the wall time of the analysis; 0 in reproducible output.
	AnalysisMillis int64 `json:"analysisMillis,omitempty"`
}
