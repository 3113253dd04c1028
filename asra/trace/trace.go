package trace

// Trace is one crash: a chain of throwables, outermost first. It is plain data; functions of
// this package that return another one leave what they were given as it was, and share
// what they do not change.
type Trace struct {
	Thread  string // as printed, "" if the text does not say
	Process string // process name, "" if the text does not say
	PID     int    // 0 if the text does not say
	Chain   []Throwable
	// Native is set for a crash in native code (a tombstone): Chain is empty.
	Native *NativeCrash
	// ANR is set for "application not responding": Chain is empty.
	ANR *ANR
	// Fatal says that the text calls it fatal: "FATAL EXCEPTION" and its like.
	// Exceptions that an app only logged are not fatal.
	Fatal bool
	// Tag is the log tag of the lines, "" if the text is not a log.
	Tag string
	// Line and End are the 1-based lines of the text on which the trace starts
	// and ends.
	Line, End int
	// Prose is what people wrote around the traces of the text, line by line: the
	// same for all traces of it. ParseLog leaves it empty.
	Prose []string
}

// Throwable is one exception of the chain. Frames are the printed ones only: with Omitted,
// the rest of the stack is the end of the throwable around it.
type Throwable struct {
	Class      string // Java name; "" if the text shows frames only
	Message    string // may span lines, "" if there is none
	Frames     []Frame
	Omitted    int // frames cut by "... 12 more"
	Suppressed []Throwable
}

// Frame is one "at" line, as printed: nothing says that a class of the name exists.
type Frame struct {
	Class  string // Java name, "com.foo.Main$1"
	Method string // "onClick", "<init>", "lambda$onCreate$0"
	File   string // "" for Unknown Source and Native Method
	Line   int    // 0 if unknown
	Native bool   // "Native Method"
}

// NativeCrash is what a tombstone or a signal line tells.
type NativeCrash struct {
	Signal string   // "SIGSEGV"
	Libs   []string // libraries on the stack, innermost first
}

// ANR is what the text tells of an application that did not respond.
type ANR struct {
	Reason string  // "Input dispatching timed out", "" if the text does not say
	Frames []Frame // of the main thread, empty if the text does not show them
}

// Cause returns the innermost throwable of the chain; ok is false if the chain
// is empty.
func (t Trace) Cause() (cause Throwable, ok bool) {
	if len(t.Chain) == 0 {
		return Throwable{}, false
	}
	return t.Chain[len(t.Chain)-1], true
}

// Point returns the crash point: the innermost throwable that has an app frame
// and its deepest app frame. ok is false if no frame of the chain is in the
// app. A nil inApp takes everything for app code that IsFramework and
// IsLibrary do not claim.
func (t Trace) Point(inApp func(class string) bool) (cause Throwable, frame Frame, ok bool) {
	if inApp == nil {
		inApp = ownCode
	}
	for i := len(t.Chain) - 1; i >= 0; i-- {
		for _, f := range t.Chain[i].Frames {
			if inApp(f.Class) {
				return t.Chain[i], f, true
			}
		}
	}
	return Throwable{}, Frame{}, false
}

// hasFrames says whether any throwable of the chain has a frame.
func (t Trace) hasFrames() bool {
	for _, th := range t.Chain {
		if len(th.Frames) > 0 {
			return true
		}
	}
	return false
}
