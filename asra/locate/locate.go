package locate

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"talpa/asra/guide"
	"talpa/asra/trace"
	"talpa/dex"
)

// Target is a crash point, found in an app: what Analyze leads to.
type Target struct {
	Exception string // Java name of the wanted exception
	Message   string
	Precision guide.Precision
	// Method is the method at the crash point, nil with PrecisionNone. Offsets
	// are the positions in it, in code units, where the crash line's code
	// starts; empty without line precision.
	Method  *dex.Method
	Offsets []uint32
	// Chain are the app's methods on the stack, innermost first, as far as they
	// exist: every way to the crash passes through all of them. Its last element
	// is what the framework, or a library in the APK, called. Lines holds for each
	// the positions in code units where its frame's line starts, if it is known.
	Chain []*dex.Method
	Lines [][]uint32
	// Frames are all frames of the wanted stack and what they are in the app.
	Frames []guide.Frame
	// Notes say what people should know: frames that the app does not have,
	// lines that it does not have.
	Notes []string
}

// Callback is the outermost of the app's methods on the stack; nil if none
// exists.
func (t *Target) Callback() *dex.Method {
	if len(t.Chain) == 0 {
		return nil
	}
	return t.Chain[len(t.Chain)-1]
}

// ErrNoStack says that a trace has no Java frames to look for.
var ErrNoStack = errors.New("the trace has no Java frames")

// Locate finds the crash point of a trace in an app. It takes the innermost
// cause that has a frame of the app and, of its frames, the deepest one outside
// well-known libraries; a frame of a library in the APK is taken if there is
// nothing else. A trace of another app or build is no error: the precision and
// the notes say how much of it was found.
func Locate(set *dex.Set, t trace.Trace) (Target, error) {
	cause := wantedCause(set, t)
	if cause < 0 {
		return Target{}, ErrNoStack
	}
	target := Target{
		Exception: t.Chain[cause].Class,
		Message:   t.Chain[cause].Message,
		Precision: guide.PrecisionNone,
	}
	l := locator{set: set, stack: stack(t.Chain, cause), thrown: t.Chain[cause]}
	for _, frame := range l.stack {
		target.Frames = append(target.Frames, l.frame(frame))
	}
	l.distrust(target.Frames)
	target.settle(&l)
	if target.Method == nil {
		target.component(set, t.Chain)
	}
	return target, nil
}

// wantedCause is the index of the innermost throwable with a frame that the app
// defines, else of the innermost one with frames; -1 if there is none.
func wantedCause(set *dex.Set, t trace.Trace) int {
	any := -1
	for i := len(t.Chain) - 1; i >= 0; i-- {
		frames := t.Chain[i].Frames
		if len(frames) > 0 && any < 0 {
			any = i
		}
		for _, f := range frames {
			if set.Class(dex.Descriptor(f.Class)) != nil {
				return i
			}
		}
	}
	return any
}

// maxFrames bounds the frames looked at: stack overflows print a thousand.
const maxFrames = 256

// stack returns the frames of throwable i with those that "... n more" left out,
// which the throwable around it shows.
func stack(chain []trace.Throwable, i int) []trace.Frame {
	frames := chain[i].Frames
	if n := chain[i].Omitted; n > 0 && i > 0 {
		outer := stack(chain, i-1)
		frames = slices.Concat(frames, outer[max(0, len(outer)-n):])
	}
	return frames[:min(len(frames), maxFrames)]
}

// locator finds frames in the app. found holds the methods of each frame, best
// first, in the order of the frames.
type locator struct {
	set    *dex.Set
	stack  []trace.Frame
	thrown trace.Throwable
	found  [][]*dex.Method
	// changed are the source files, by outermost class, that the trace has a line of
	// which this build does not have.
	changed map[string]bool
}

// lines are the positions of a frame's line in a method; none if other code stands
// there than the trace tells of.
func (l *locator) lines(frame int, m *dex.Method) []uint32 {
	var inner *trace.Frame
	if frame > 0 {
		inner = &l.stack[frame-1]
	}
	if l.changed[topClass(l.stack[frame].Class)] || stale(m, l.stack[frame].Line, inner, l.thrown) {
		return nil
	}
	return lineOffsets(m, l.stack[frame].Line)
}

// frame resolves one frame; the frames before it have been resolved.
func (l *locator) frame(f trace.Frame) guide.Frame {
	out := guide.Frame{Class: f.Class, Method: f.Method, File: f.File, Line: f.Line}
	class := l.set.Class(dex.Descriptor(f.Class))
	methods := l.candidates(class, f)
	out.InApp = class != nil || len(methods) > 0
	for _, m := range methods {
		out.Resolved = append(out.Resolved, m.String())
		out.LineFound = out.LineFound || len(l.lines(len(l.found), m)) > 0
	}
	l.found = append(l.found, methods)
	return out
}

// distrust finds the files that were changed between the trace's build and this one:
// where one line of a file is not this build's, the others are not known either.
func (l *locator) distrust(frames []guide.Frame) {
	l.changed = map[string]bool{}
	for i := range frames {
		f := &frames[i]
		if len(f.Resolved) > 0 && f.File != "" && f.Line > 0 && !f.LineFound && !strings.Contains(f.Class, "$$") {
			l.changed[topClass(f.Class)] = true
		}
	}
	for i := range frames {
		frames[i].LineFound = frames[i].LineFound && !l.changed[topClass(frames[i].Class)]
	}
}

// topClass is the class that a nested one is in: what shares a source file.
func topClass(class string) string {
	top, _, _ := strings.Cut(class, "$")
	return top
}

// settle chooses the crash point among the resolved frames.
func (t *Target) settle(l *locator) {
	point, library := -1, -1
	for i, methods := range l.found {
		if len(methods) == 0 {
			continue
		}
		if library < 0 {
			library = i
		}
		if !trace.IsLibrary(t.Frames[i].Class) {
			if point < 0 {
				point = i
			}
			t.link(l, i)
		}
	}
	if point < 0 && library >= 0 {
		point = library
		for i, methods := range l.found {
			if len(methods) > 0 {
				t.link(l, i)
			}
		}
	}
	t.missing(point)
	if point < 0 {
		return
	}
	frame := &t.Frames[point]
	t.Method = l.found[point][0]
	t.Offsets = l.lines(point, t.Method)
	switch {
	case t.lostInner(point):
		t.Precision = guide.PrecisionChain
	case len(t.Offsets) > 0:
		t.Precision = guide.PrecisionLine
	default:
		t.Precision = guide.PrecisionMethod
		note := fmt.Sprintf("line %d is not in this app: the trace is of another build", frame.Line)
		switch {
		case frame.Line == 0:
			note = "the trace does not tell the line"
		case len(lineOffsets(t.Method, frame.Line)) > 0:
			note = fmt.Sprintf("line %d does something else in this app: the trace is of another build", frame.Line)
		}
		t.Notes = append(t.Notes, guide.ShortMethod(t.Method.String())+": "+note)
	}
}

// link adds the method of a frame to the chain.
func (t *Target) link(l *locator, frame int) {
	m := l.found[frame][0]
	t.Chain = append(t.Chain, m)
	t.Lines = append(t.Lines, l.lines(frame, m))
}

// lostInner says that a frame deeper than the point belongs to the app's own
// code, but is not in this APK: the point is then only on the way to the crash.
func (t *Target) lostInner(point int) bool {
	for i := range point {
		f := &t.Frames[i]
		if len(f.Resolved) == 0 && !trace.IsFramework(f.Class) && !trace.IsLibrary(f.Class) {
			return true
		}
	}
	return false
}

// missing notes the frames that look like app code and are not in the app.
func (t *Target) missing(point int) {
	for i := range t.Frames {
		f := &t.Frames[i]
		if len(f.Resolved) > 0 || trace.IsFramework(f.Class) {
			continue
		}
		if f.InApp || point < 0 || !trace.IsLibrary(f.Class) {
			t.Notes = append(t.Notes, fmt.Sprintf("frame %s.%s is not in this app", f.Class, f.Method))
		}
	}
	if point < 0 {
		t.Notes = append(t.Notes, "no frame of the trace is in this app: it is the trace of another app")
	}
}

// lineOffsets are the positions at which code of the line starts. In a method
// without line numbers the runtime prints the position in code units instead.
func lineOffsets(m *dex.Method, line int) []uint32 {
	code := m.Code()
	if code == nil || line <= 0 {
		return nil
	}
	lines, _ := code.Lines() // what precedes a broken entry is good
	var at []uint32
	for _, e := range lines {
		if e.Line == line {
			at = append(at, e.Off)
		}
	}
	if len(lines) == 0 {
		for in := range code.Insns() {
			if in.Off == uint32(line) {
				at = append(at, in.Off)
			}
		}
	}
	return at
}
