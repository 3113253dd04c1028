package trace

import (
	"strings"
)

// part is a throwable made comparable: its frames are complete as far as the chain tells, and it
// knows where they stood. It keeps where it stood, since what is told of a comparison is told of
// the traces as printed.
type part struct {
	class   string
	message string
	frames  []placed
	cut     bool // the frames break off before the root of the thread
	index   int  // in Trace.Chain
}

// placed is a frame and its place in the trace. The place is where it was printed, also for a frame
// that "... 12 more" stands for.
type placed struct {
	Frame
	throwable, frame int // indices into Trace.Chain and Throwable.Frames
}

// normalise completes the frames that "... 12 more" left out and drops the
// throwables that the framework or a library wraps around another one: they
// differ between versions of Android, and the frames of their cause say more.
// The last throwable is never dropped: something has to be compared.
func normalise(t Trace) []part {
	parts := complete(t)
	kept := parts[:0]
	for i, p := range parts {
		if i == len(parts)-1 || !wraps(p, parts[i+1]) {
			kept = append(kept, p)
		}
	}
	return kept
}

// Stacks are the frames of each throwable together with those that "... 12 more" left out, of each
// as many of the innermost as are asked for at most. It is for comparing how alike two stacks are,
// whatever threw.
func (t Trace) Stacks(most int) [][]Frame {
	parts := complete(t)
	stacks := make([][]Frame, len(parts))
	for i, p := range parts {
		for _, f := range p.frames[:min(len(p.frames), most)] {
			stacks[i] = append(stacks[i], f.Frame)
		}
	}
	return stacks
}

// complete adds the frames that "... 12 more" left out: the last twelve of the throwable around,
// which stands before it. They keep the place where they were printed, so that a frame that several
// throwables share is one. Where the throwable around has fewer, the text was cut, and nothing is
// made up. What is completed is not marked: a frame is one, however it was written.
func complete(t Trace) []part {
	parts := make([]part, 0, len(t.Chain))
	var outer []placed
	for i, th := range t.Chain {
		frames := make([]placed, 0, len(th.Frames)+th.Omitted)
		for j, f := range th.Frames {
			frames = append(frames, placed{f, i, j})
		}
		cut := th.Omitted > len(outer)
		if th.Omitted > 0 && !cut {
			frames = append(frames, outer[len(outer)-th.Omitted:]...)
		}
		parts = append(parts, part{th.Class, th.Message, frames, cut || !endsAtRoot(frames), i})
		outer = frames
	}
	return parts
}

// endsAtRoot says whether the last frame can be the first call of a thread. A stack without
// it was cut, by a service or by whoever pasted it, and may go on.
func endsAtRoot(frames []placed) bool {
	if len(frames) == 0 {
		return false
	}
	last := frames[len(frames)-1]
	return last.Method == "main" || last.Method == "run"
}

// wrapperMessages begin the messages of exceptions that the framework throws
// around one of the app.
var wrapperMessages = lazily(`^(?:` + strings.Join([]string{
	`Unable to (?:start|resume|pause|stop|destroy|instantiate|restart|save) activity`,
	`Unable to (?:create|start|stop|bind to|unbind|instantiate) (?:service|receiver|application)`,
	`Unable to (?:get|create|instantiate) (?:provider|backup agent|instrumentation|appComponentFactory)`,
	`Failure delivering (?:result|new intent)`,
	`Error receiving broadcast`,
	`An error occurr?ed while executing doInBackground\(\)`,
	`Could not execute (?:non-public )?method (?:of the activity|for android:onClick)`,
}, "|") + `)`)

// isWrapper says whether the framework throws such an exception around one of the app.
func isWrapper(class, message string) bool {
	return (class == "java.lang.RuntimeException" || class == "java.lang.IllegalStateException") &&
		wrapperMessages.MatchString(message)
}

// wraps says whether p is only a wrapper around its cause. It must be sure: a wrapper that is
// taken for an exception of the app makes two versions of Android differ, but an exception
// of the app that is taken for a wrapper is lost, and with it what tells crashes apart.
func wraps(p, cause part) bool {
	switch p.class {
	case "java.lang.RuntimeException", "java.lang.IllegalStateException":
		return isWrapper(p.class, p.message)
	case "java.lang.reflect.InvocationTargetException", "java.lang.reflect.UndeclaredThrowableException":
		return true
	case "android.view.InflateException":
		return cause.class == p.class
	}
	// A coroutine library copies an exception to add the frames of the caller;
	// the framework puts one around another to say more.
	return p.class == cause.class && (p.message == cause.message || inherits(cause, p, outsideFramework))
}

// outsideFramework are the frames of a throwable that a device does not bring.
func outsideFramework(p part) []placed {
	var kept []placed
	for _, f := range p.frames {
		if !IsFramework(f.Class) {
			kept = append(kept, f)
		}
	}
	return kept
}

// inherits says whether a cause has the deciding frames of the throwable around
// it and no others: the app took no part between the two.
func inherits(cause, outer part, deciding func(part) []placed) bool {
	lines, ok := sameFrames(deciding(outer), deciding(cause), false)
	return ok && lines == ""
}

// selector picks the frames that decide a comparison. It is made from the wanted trace and
// used for both, so that neither side is measured by its own rule.
type selector struct {
	inApp func(class string) bool
	libs  bool // bundled libraries count too: the app's own code is not on the stack
}

// newSelector decides by the wanted trace whether libraries count.
func newSelector(want []part, inApp func(class string) bool) selector {
	s := selector{inApp: inApp}
	if inApp == nil || !s.any(want, true) {
		s.inApp = func(class string) bool { return !IsFramework(class) }
	}
	s.libs = !s.any(want, false)
	return s
}

// decides says whether frames of a class decide: it is in the app, and of no library where the app's own code is there.
func (s selector) decides(class string) bool { return s.inApp(class) && (s.libs || !IsLibrary(class)) }

// any says whether some frame of the chain is in the app; libs counts those of well-known
// libraries in the APK as well.
func (s selector) any(parts []part, libs bool) bool {
	for _, p := range parts {
		for _, f := range p.frames {
			if s.inApp(f.Class) && (libs || !IsLibrary(f.Class)) {
				return true
			}
		}
	}
	return false
}

// app returns the frames of p that decide: those of the app without the ones
// that a compiler put in between.
func (s selector) app(p part) []placed {
	var app []placed
	for _, f := range p.frames {
		if s.decides(f.Class) && !synthetic(f.Frame) {
			app = append(app, f)
		}
	}
	return app
}

// synthetic says that a compiler made the method: accessors, lambda classes.
// Their names change with the compiler, and they say nothing that the frames
// beside them do not.
func synthetic(f Frame) bool {
	return strings.HasPrefix(f.Method, "access$") || strings.HasPrefix(f.Method, "-wrap") ||
		strings.HasPrefix(f.Method, "-$$Nest$") || strings.Contains(f.Class, "$$Lambda$") ||
		strings.Contains(f.Class, "$$ExternalSynthetic") ||
		strings.Contains(f.Class, "$$SyntheticClass") || strings.HasPrefix(f.Class, "_COROUTINE.")
}

// key names the method of a frame. The support library and AndroidX are one.
func (f Frame) key() string {
	class := f.Class
	if strings.HasPrefix(class, "android.support.") || strings.HasPrefix(class, "androidx.") {
		class = "androidx:" + class[strings.LastIndexByte(class, '.')+1:]
	}
	return class + "." + f.Method
}

// SourceLine is the line as far as it can be compared: 0 where the number is
// not one of a source file.
func (f Frame) SourceLine() int {
	if f.File == "" {
		return 0
	}
	return f.Line
}

// messageRules bring the wordings of Android versions and of other Java
// runtimes for the same fault to one form, then blank what changes from run to
// run.
var messageRules = []struct {
	from *pattern
	to   string
}{
	{lazily(`(?i)^(?:attempt to invoke (?:virtual|interface|direct) method '(?:\S+ )?([^\s(']+)\(.*?\)' ` +
		`on a null object reference.*|cannot invoke "(?:\S+ )?([^\s("]+)\(.*?\)" because .* is null)$`), "null.$1$2"},
	{lazily(`(?i)^(?:attempt to (?:read from|write to) field '.*?' on a null object reference.*` +
		`|cannot (?:read|assign) field ".*?" because .* is null)$`), "null field"},
	{lazily(`(?i)^(?:attempt to get length of null array` +
		`|cannot read the array length because .* is null)$`), "null array"},
	{lazily(`(?i)^(?:length=-?\d+; index=-?\d+|invalid index -?\d+, size is \d+` +
		`|index -?\d+ out of range \[.*\)|index:? -?\d+,? (?:size:? \d+|out of bounds for length \d+))$`), "index"},
	{lazily(`(?i)^(?:invalid (?:int|long|double|float): |for input string: )(".*?")(?: .*)?$`), "number $1"},
	{lazily(`(?i)^(?:class )?(\S+) cannot be cast to (?:class )?(\S+)(?: \(.*)?$`), "cast $1 $2"},
	{lazily(`(?:Binary XML file line #\d+(?: in \S+)?: )+`), "xml: "},
	{lazily(`[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}`), "#"},
	{lazily(`(?:0x|@|#)[0-9a-fA-F]+|\b[0-9a-fA-F]*\d[0-9a-fA-F]*[a-fA-F][0-9a-fA-F]{3,}\b` +
		`|-?\d+(?:\.\d+)?`), "#"},
	{lazily(`\s+`), " "},
}

// NormalMessage brings the message of an exception to a form that can be
// compared between runs, devices and versions of Android: numbers, addresses
// and ids are blanked, the known wordings of common faults are made one.
func NormalMessage(message string) string {
	if len(message) > maxMessageSz {
		message = message[:maxMessageSz]
	}
	s := strings.TrimSpace(message)
	for _, rule := range messageRules {
		s = rule.from.ReplaceAllString(s, rule.to)
	}
	return s
}
