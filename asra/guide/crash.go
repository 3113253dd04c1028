package guide

// CrashKind is a kind of failure at a crash point.
type CrashKind string

// The kinds of failures, by what must hold for them to happen.
const (
	CrashNull       CrashKind = "null"              // Subject is null where an object is used
	CrashEmpty      CrashKind = "empty"             // there is nothing in Subject to take
	CrashNumber     CrashKind = "not-a-number"      // the text Subject is no number
	CrashText       CrashKind = "unparsable"        // the text Subject is no address, date, JSON ...
	CrashIndex      CrashKind = "index"             // Index is not below Size, or negative
	CrashKey        CrashKind = "missing-key"       // Subject has nothing of the name Name
	CrashColumn     CrashKind = "missing-column"    // rows of Subject have no column Name
	CrashResource   CrashKind = "missing-resource"  // the app or the device has no such resource
	CrashClass      CrashKind = "wrong-class"       // Subject is of another class than Name
	CrashDivision   CrashKind = "division-by-zero"  // Subject is zero
	CrashLifecycle  CrashKind = "lifecycle"         // a screen, fragment or service is not in the state for it
	CrashWindow     CrashKind = "window"            // a window, dialog or view is not, or still, attached
	CrashState      CrashKind = "illegal-state"     // an object is not in the state for the call
	CrashArgument   CrashKind = "illegal-argument"  // a value is refused, for a reason of the method's own
	CrashComponent  CrashKind = "unknown-component" // nobody takes the intent, or the class is not there
	CrashConcurrent CrashKind = "concurrent-change" // a collection changes while it is walked
	CrashPermission CrashKind = "permission"        // a permission, or a right, is missing
	CrashProvider   CrashKind = "provider"          // no provider, or it gives nothing
	CrashStatement  CrashKind = "statement"         // the database refuses a statement
	CrashDatabase   CrashKind = "database"          // the database, a row or a constraint is not as expected
	CrashFile       CrashKind = "file"              // a file or folder is missing or cannot be used
	CrashNetwork    CrashKind = "network"           // no network, no server, or a broken answer
	CrashThread     CrashKind = "wrong-thread"      // a call on a thread that may not make it
	CrashMemory     CrashKind = "memory"            // too much is held, sent or nested
	CrashFormat     CrashKind = "format"            // a format and its arguments disagree
	CrashLink       CrashKind = "linkage"           // a class, method or library is not there
	CrashOwn        CrashKind = "own-check"         // the app itself throws, where its tests lead there
	CrashUnknown    CrashKind = "unknown"
)

// CrashBasis is a thing that a crash condition rests on.
// A condition is as sure as the last of its bases: the message is what happened, the data what the analysis
// takes for likely.
type CrashBasis string

// What a crash condition can rest on.
const (
	BasisException   CrashBasis = "exception"   // the class of the exception
	BasisMessage     CrashBasis = "message"     // what its message says
	BasisInstruction CrashBasis = "instruction" // what the instruction at the crash point does
	BasisMethod      CrashBasis = "method"      // when the library method below it throws (package specs)
	BasisData        CrashBasis = "data"        // where the value at the instruction comes from
)

// CrashPart is a part of a crash condition.
// A part that is named unknown has its zero value in the condition, and one that is not named was found.
type CrashPart string

// The parts that can be unknown.
const (
	PartKind        CrashPart = "kind"        // what fails
	PartInstruction CrashPart = "instruction" // which instruction of the app it is
	PartValue       CrashPart = "value"       // what the value must be
	PartSource      CrashPart = "source"      // where the value comes from
)

// CrashCondition is what must hold at the crash point for the crash to happen.
// It says what must hold at the crash point only. That control gets there is the matter of the Conditions of
// callbacks.
type CrashCondition struct {
	Kind CrashKind `json:"kind"`
	// Subject is what fails, as near to the user as it is known: the first of Sources, or
	// what the message names. Zero if it is not known.
	Subject Subject `json:"subject,omitzero"`
	// Want is what Subject must be.
	Want Want `json:"want,omitzero"`
	// Index and Size are the two numbers of an index out of range; nil if not known.
	Index *int64 `json:"index,omitempty"`
	Size  *int64 `json:"size,omitempty"`
	// Name is the name that is missing or wanted: a key, a column, a permission, the Java
	// name of a class or component, the action of an intent.
	Name string `json:"name,omitempty"`
	// Use is the Java name of the method that is called, or of the field that is read, where it fails.
	Use string `json:"use,omitempty"`
	// Where is the DEX name of the app's method at the crash point, Offset the code unit of
	// the instruction; -1 if it is not known.
	Where  string `json:"where,omitempty"`
	Offset int    `json:"offset"`
	// Sources are where the value can come from, the likeliest first.
	Sources []Source `json:"sources,omitempty"`
	// Basis says what the condition rests on, Unknown which parts of it are not known.
	Basis   []CrashBasis `json:"basis,omitempty"`
	Unknown []CrashPart  `json:"unknown,omitempty"`
}

// Source is a place that a failing value comes from.
type Source struct {
	// Subject is the state that the value is read from.
	Subject Subject `json:"subject"`
	// Where is the DEX name of the method that reads it.
	Where string `json:"where,omitempty"`
	// Writers are the DEX names of the methods of the app that write it, if it is a field.
	Writers []string `json:"writers,omitempty"`
	// Want is what it must be where the value does not come from here, but branches test this, and
	// it decides that the code gives a null. Zero for where the value comes from.
	Want Want `json:"want,omitzero"`
	// Conditions are what the branches before it want, if it is a null that the code gives:
	// a person can set what they test.
	Conditions []Condition `json:"conditions,omitempty"`
}

// WantClass is a class of values.
// Which of the other fields of a Want count is told by the class; others are zero.
type WantClass string

// The classes of values.
const (
	WantNull    WantClass = "null"
	WantEmpty   WantClass = "empty"   // a text, list or result without anything in it
	WantText    WantClass = "text"    // the text Text
	WantNoText  WantClass = "no-text" // a text that no parser reads
	WantNumber  WantClass = "number"  // a number from Min to Max
	WantSize    WantClass = "size"    // a number of things from Min to Max
	WantAbsent  WantClass = "absent"  // it is not there
	WantPresent WantClass = "present" // it is there
	WantChanged WantClass = "changed" // another value than before
	WantEnded   WantClass = "ended"   // an object that was closed or released
	WantLast    WantClass = "last"    // the place of the last row
)

// Want is what something must be. The zero Want is any value.
type Want struct {
	Class WantClass `json:"class"`
	Text  string    `json:"text,omitempty"`
	// Min and Max bound a number, both ends included; nil is open.
	Min *int64 `json:"min,omitempty"`
	Max *int64 `json:"max,omitempty"`
}

// IsZero says that any value will do.
func (w Want) IsZero() bool { return w == Want{} }
