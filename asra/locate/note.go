package locate

import (
	"fmt"

	"talpa/dex"
)

// Note says what of a trace is not in the APK, or on what other ground the target was
// found.
type Note struct {
	Kind NoteKind
	// Subject is the method or class that the note is about, in Java's names; "" with
	// NoteForeign and NoteFrameless.
	Subject string
	// Line is the line that the trace gives; 0 if the note is not about a line.
	Line int
}

// NoteKind says what a note is about.
type NoteKind string

// Kinds of notes.
const (
	NoteFrameAbsent    NoteKind = "frame-absent"     // the APK has no method for a frame
	NoteForeign        NoteKind = "foreign"          // the APK has no method for any frame
	NoteFrameless      NoteKind = "frameless"        // all frames are of the framework
	NoteLineUnknown    NoteKind = "line-unknown"     // the trace gives no line for the crash point
	NoteLineAbsent     NoteKind = "line-absent"      // the method of the crash point has no such line
	NoteLineMismatch   NoteKind = "line-mismatch"    // other code stands on the line of the crash point
	NoteNamedInMessage NoteKind = "named-in-message" // the target is a component that a message names
)

// String says a note to people.
func (n Note) String() string {
	switch n.Kind {
	case NoteFrameAbsent:
		return fmt.Sprintf("frame %s is not in this app", n.Subject)
	case NoteForeign:
		return "no frame of the trace is in this app: it is the trace of another app"
	case NoteFrameless:
		return "all frames of the trace are of the framework: only its exception and message tell the crash"
	case NoteLineUnknown:
		return n.Subject + ": the trace does not tell the line"
	case NoteLineAbsent:
		return fmt.Sprintf("%s: line %d is not in this app: the trace is of another build", n.Subject, n.Line)
	case NoteLineMismatch:
		return fmt.Sprintf("%s: line %d does something else in this app: the trace is of another build", n.Subject, n.Line)
	case NoteNamedInMessage:
		return fmt.Sprintf("the trace has no frame of the app; its message names %s", n.Subject)
	}
	return string(n.Kind)
}

// javaName writes a method as a trace does, "com.foo.Main.onClick".
func javaName(m *dex.Method) string { return m.Class.JavaName() + "." + m.Name }
