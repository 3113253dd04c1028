// Package trace models Java stack traces as Android prints them and people
// paste them: logcat of any format, Play Console, crash services, Markdown. It
// parses, retraces with a mapping, normalises, compares and signs them. It is
// a leaf: the one word, beside the guide, that both halves of talpa share.
package trace

// Trace is one crash: a chain of throwables, outermost first.
type Trace struct {
	Thread  string // as printed, "" if the text does not say
	Process string // process name, "" if the text does not say
	PID     int    // 0 if the text does not say
	Chain   []Throwable
	// Native is set for a crash in native code (a tombstone): Chain is empty.
	Native *NativeCrash
	// Line is the 1-based line of the text on which the trace starts.
	Line int
}

// Throwable is one exception of the chain.
type Throwable struct {
	Class      string // Java name
	Message    string // may span lines, "" if there is none
	Frames     []Frame
	Omitted    int // frames cut by "... 12 more"
	Suppressed []Throwable
}

// Frame is one "at" line.
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
