package guide

// SubjectKind is a kind of thing that a guide speaks of.
// Two halves and three consumers share this list: a new kind needs its words in words.go and its place in
// validate.go, which tests hold against it.
type SubjectKind string

// The kinds of subjects: first those of conditions and dependencies, then state that
// only reasons speak of, then parts of the program. What Name is stands behind each;
// an empty Name means any.
const (
	SubjectAttribute SubjectKind = "attribute" // of Widget; the attribute's name in specs/attributes.txt
	SubjectField     SubjectKind = "field"     // of Class; the field's name
	SubjectArgument  SubjectKind = "argument"  // the parameter in Register of the method that tests
	SubjectSetting   SubjectKind = "setting"   // a stored preference; its key
	SubjectTable     SubjectKind = "table"     // rows of a database; the table or address of contents
	SubjectNull      SubjectKind = "null"      // a null reference that can get to the crash

	SubjectLook      SubjectKind = "look"     // of Widget; the part of how it looks
	SubjectContents  SubjectKind = "contents" // of an object, such as a list
	SubjectFile      SubjectKind = "file"
	SubjectClipboard SubjectKind = "clipboard"
	SubjectScreen    SubjectKind = "screen"    // what is on the screen of Class
	SubjectRoom      SubjectKind = "room"      // what has room on the screen of Class
	SubjectRows      SubjectKind = "rows"      // of the lists on the screen of Class
	SubjectMenu      SubjectKind = "menu"      // that menus of Class are made anew
	SubjectDialog    SubjectKind = "dialog"    // which dialog Class shows
	SubjectFocus     SubjectKind = "focus"     // on the screen of Class
	SubjectDrawing   SubjectKind = "drawing"   // that views of Class are drawn anew
	SubjectSize      SubjectKind = "size"      // of views on the screen of Class
	SubjectClick     SubjectKind = "click"     // by code, of Widget
	SubjectSchedule  SubjectKind = "schedule"  // that something is to run later
	SubjectAnswer    SubjectKind = "answer"    // what an activity answers who started it
	SubjectBroadcast SubjectKind = "broadcast" // that a broadcast is sent
	SubjectTimeZone  SubjectKind = "timezone"  // of the process
	SubjectCall      SubjectKind = "call"      // of a method; its name and descriptor

	// What else a failing value can come from, or a goal can ask for.
	SubjectExtra      SubjectKind = "extra"      // of the intent or bundle that starts Class; its key
	SubjectResult     SubjectKind = "result"     // what another app answers; the action that it is asked with
	SubjectServer     SubjectKind = "server"     // what a server answers; the field of the answer, with the keys before it
	SubjectStatus     SubjectKind = "status"     // the status of a server's answer
	SubjectColumn     SubjectKind = "column"     // of a row; the column
	SubjectSensor     SubjectKind = "sensor"     // what a sensor measures
	SubjectLanguage   SubjectKind = "language"   // the language of the phone
	SubjectPart       SubjectKind = "part"       // a part that a phone may lack: Name is one of those of ChangeAbsent
	SubjectPlace      SubjectKind = "place"      // where the device is
	SubjectConstant   SubjectKind = "constant"   // a constant in the code; the constant, "null" for null
	SubjectPermission SubjectKind = "permission" // that the app has it; its full name, "" for one that it asks for

	SubjectWidget    SubjectKind = "widget"    // Widget itself
	SubjectMethod    SubjectKind = "method"    // its DEX name
	SubjectClass     SubjectKind = "class"     // Class
	SubjectComponent SubjectKind = "component" // Class; the component's kind, such as "activity"
	SubjectResource  SubjectKind = "resource"  // its name, such as "layout/main"
)

// Subject names a thing that a guide speaks of. Subjects are comparable.
// Fields that the kind does not speak of are zero, so that two subjects are of one thing if they are equal.
type Subject struct {
	Kind SubjectKind `json:"kind"`
	Name string      `json:"name,omitempty"`
	// Class is a Java name: of the class that declares a field, of a component.
	Class string `json:"class,omitempty"`
	// Widget is the widget of an attribute; zero if it is not known.
	Widget Widget `json:"widget,omitzero"`
	// Register is that of an argument: the number n of the parameter register pn of the
	// method, in which the receiver counts as one and long and double as two.
	Register int `json:"register,omitempty"`
}
