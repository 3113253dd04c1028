// Package crash finds the crashes of an app in a device's log, compares them
// with the wanted trace and counts those that are the same.
//
// It sees what the log tells: uncaught exceptions of AndroidRuntime, ANRs,
// native crashes, and exceptions that the app only logged, which are no
// crashes, but which a wanted trace may show where an app has a handler of its
// own. A process that dies without a word is not seen.
package crash

import (
	"cmp"
	"strings"

	"talpa/asra/trace"
)

// Kind is what happened to the app.
type Kind string

// The kinds.
const (
	Java   Kind = "java"   // an uncaught exception
	ANR    Kind = "anr"    // the app did not respond
	Native Kind = "native" // a signal in native code
	Logged Kind = "logged" // an exception that the app caught and logged: no crash
)

// Crash is one event of the log.
type Crash struct {
	Kind  Kind
	Trace trace.Trace
	// Signature is equal for crashes that are the same; see trace.Sign.
	Signature string
	// Stamp is the time of its first line as the log prints it, "11-21 09:41:07.250", "" if there
	// is none.
	Stamp string
	// Text is the lines of the log, foreign ones in between left out.
	Text string
}

// Fatal says that the app did not survive it.
func (c Crash) Fatal() bool { return c.Kind != Logged }

// Sentence says what became of the app: that it crashed, and with what, or that it only logged it.
func (c Crash) Sentence() string {
	switch c.Kind {
	case Logged:
		return "the app only logged " + c.Title()
	case ANR:
		return "the app was " + c.Title()
	case Java, Native:
	}
	return "the app crashed with " + c.Title()
}

// Title says in a line what happened, for people: the cause and where.
func (c Crash) Title() string {
	switch { // a crash that was read from a file may lack what its kind has
	case c.Kind == Native && c.Trace.Native != nil:
		return "native crash: " + c.Trace.Native.Signal
	case c.Kind == ANR && c.Trace.ANR != nil:
		return "not responding: " + c.Trace.ANR.Reason
	}
	cause, _ := c.Trace.Cause()
	title := cmp.Or(cause.Class, string(c.Kind))
	if line, _, _ := strings.Cut(cause.Message, "\n"); line != "" {
		title += ": " + line
	}
	if _, frame, ok := c.Trace.Point(nil); ok {
		title += " at " + frame.String()
	}
	return title
}
