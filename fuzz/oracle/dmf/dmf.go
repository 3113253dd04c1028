// Package dmf is the oracle of PBFDroid (Sun et al., Property-based Fuzzing for
// Finding Data Manipulation Errors in Android Apps, FSE 2023). A specification
// describes the data manipulation functions of an app: adding, deleting, editing,
// searching and viewing objects such as notes. While a search runs, the oracle
// puts functions into it whose preconditions hold, keeps a model of the objects
// that must be there, and demands the function's post-conditions afterwards.
//
// The oracle judges by events and screens alone: it recognises a function by its
// steps, whoever made them, so a shortened script is judged as the search was.
// What it cannot follow makes it silent, not wrong: once a key view (a widget that
// changes data) was used outside of a function that was recognised to its end,
// nothing more is judged until the app's data is cleared, and it asks for that.
//
// Objects that are there from the start are read off the rows that functions take
// them from, until something changes data.
//
// A function begins on the page where it first could since data was cleared, as it
// did for who recorded it: other pages may have widgets of the same description.
// What it takes for an object must be one, where objects are known. What must be
// in a list that is longer than the screen is looked for further down.
//
// Not modelled: rows that are told by class or path alone, functions run by
// several apps.
package dmf

import "talpa/fuzz/oracle/xpath"

// Spec is the specification of one app. It is not changed after Parse.
type Spec struct {
	Functions []Function
	// Keys are the widgets that change data: only functions may use them.
	Keys []Pattern
	// Remarks say what of the file was left out, and why.
	Remarks []string
}

// Kind is what a function does to the objects of its type.
type Kind string

// The kinds.
const (
	Add    Kind = "add"
	Delete Kind = "delete"
	Edit   Kind = "edit"
	Search Kind = "search"
	View   Kind = "view"
)

// Function is one way to manipulate data: steps, when they may be taken, and what
// must hold after them.
type Function struct {
	Name   string
	Kind   Kind
	Type   string // of the objects: "note"
	Line   int    // where it begins in the file
	Weight int    // how often it is chosen, against 30 for an event of the generator
	Steps  []Step
	// Widgets are what steps and conditions speak of, by name.
	Widgets map[string]Widget
	Before  []Condition
	After   []Condition
	Impacts []Impact
	// referred are the names of the widgets whose texts the function speaks of.
	referred []string
}

// Widget describes a widget; empty fields fit any.
type Widget struct {
	Name  string
	Class string
	ID    string // full resource name
	Desc  string
	// Text may be that of another widget ("old_name.text") or of an object of the
	// model ("note::random": any; the same in all of a function once it was typed).
	Text  string
	XPath string
	Nth   int // among those that fit, from 0
	// Layout is the number of steps after which the widget is on the screen.
	Layout int
	// path is XPath, compiled; nil without one.
	path *xpath.Path
}

// Step is one event.
type Step struct {
	Action Action
	Widget string // a name; "" where the action needs none
	// Text is what is typed: a literal, "random", "note::random", "name.text"; of
	// Drag the pixels "x,y,x2,y2", of Sleep the seconds, of ScrollTo the text sought.
	Text string
	// Optional steps are left out where their widget is not on the screen.
	Optional bool
	// drag is the Text of a Drag, seconds that of a Sleep.
	drag    [4]int
	seconds int
}

// Action is what a step does.
type Action string

// The actions.
const (
	Click     Action = "click"
	LongClick Action = "longclick"
	Type      Action = "edit"
	Drag      Action = "drag"
	Back      Action = "back"
	Home      Action = "home"
	// Enter is the key of the soft keyboard that acts on the field with the focus. PBFDroid
	// has a click on that key, by the name that Google's keyboard gives it.
	Enter          Action = "enter"
	Upright        Action = "naturalscreen"
	Sideways       Action = "leftscreen"
	Start          Action = "start" // stops the app and starts it again
	Sleep          Action = "sleep"
	ScrollTo       Action = "scrollto"
	ScrollForward  Action = "scroll_forward"
	ScrollBackward Action = "scroll_backward"
	ScrollLeft     Action = "scroll_left"
	ScrollRight    Action = "scroll_right"
)

// Condition is demanded of a screen or of the model: with a widget, that it is on
// the screen or not; with a type too, that one showing the text of an object of
// that type is; with a type alone, how many objects there are.
type Condition struct {
	Relation Relation
	Widget   string
	Type     string
}

// Relation is what a condition demands.
type Relation string

// The relations. Smaller holds for at most five objects.
const (
	In       Relation = "in"
	NotIn    Relation = "not in"
	Empty    Relation = "is empty"
	NotEmpty Relation = "is not empty"
	Smaller  Relation = "smaller"
)

// Impact is what a function does to the model.
type Impact struct {
	Operator Operator
	Object   string // the widget whose text names the object; "" for Clear
}

// Operator is how an impact changes the objects of a type.
type Operator string

// The operators. AddConflict removes an object that is there already, as PBFDroid
// does; AddNoDuplicate leaves it alone.
const (
	Put            Operator = "add"
	AddConflict    Operator = "add conflict"
	AddNoDuplicate Operator = "add noduplicate"
	Remove         Operator = "delete"
	Clear          Operator = "clear"
)

// Pattern fits widgets by their attributes as `uiautomator dump` names them; an
// attribute that it does not name fits any.
type Pattern map[string]string
