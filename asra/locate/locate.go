package locate

import (
	"talpa/asra/retrace"
	"talpa/asra/trace"
	"talpa/dex"
)

// Options say what else than the app's code is known. The zero value is valid.
type Options struct {
	// Package is the application id; "" if it is not known. It tells crashes of the
	// app from those of other processes in the same log.
	Package string
	// Mapping is R8's mapping of this APK; nil if there is none.
	Mapping *retrace.Mapping
	// Crash is the number of the crash that is meant, in the order of the text,
	// counted from 1; 0 chooses.
	Crash int
}

// Precision says how exactly the crash point is known in this APK.
type Precision string

// Precisions, sharpest first.
const (
	PrecisionLine   Precision = "line"   // the trace's line is in the method, and does what the trace tells
	PrecisionMethod Precision = "method" // the method is known, the line is not
	// PrecisionChain: only a frame further out is known, or a message names the
	// component that the framework was busy with. The crash is deeper.
	PrecisionChain Precision = "chain"
	PrecisionNone  Precision = "none" // nothing of the trace is in this APK
)

// Target is a crash, found in an app. It is made by Resolve and not changed after
// that: who needs another one copies it.
type Target struct {
	// Crash is the chosen crash, in the names of this APK as far as a mapping and
	// the packages of simple names give them.
	Crash trace.Trace
	// Expected is Crash as this build would print it, with the numbers that its
	// compiler gave to what has no name in the source: what a crash of this app is
	// to be compared with.
	Expected trace.Trace
	// Exception is the Java name of the wanted throwable, the innermost with a frame
	// of the app; Message is what it says, "" if nothing.
	Exception, Message string
	Precision          Precision
	// Frames are all frames of the wanted throwable, innermost first, and what they
	// are in this APK.
	Frames []Frame
	// Chain are the app's methods on the stack, innermost first, as far as they are
	// known: every path to the crash passes through all of them. The first is the
	// crash point, the last is what the framework, or a library in the APK, called.
	// Empty with PrecisionNone.
	Chain []Position
	// Notes say what of the trace is not in this APK.
	Notes []Note
}

// Frame is one frame of the wanted throwable and what it is in this APK.
type Frame struct {
	trace.Frame
	// InApp says that the APK defines the class, or a method that the frame means.
	InApp bool
	// Methods are what the frame can mean, best first; empty if it is not in the APK.
	Methods []*dex.Method
	// Offsets are where the frame's line starts in the first of Methods, in code
	// units; empty if the line is not known in this build. Where others of the file tell how far
	// its lines have moved since the trace's build, it is where the line starts that has moved there.
	Offsets []uint32
	// LineFound says that the line is known in some of Methods.
	LineFound bool
}

// Position is a place in the app's code.
type Position struct {
	Method *dex.Method
	// Offsets are the code units at which the code of the line starts; empty if only
	// the method is known.
	Offsets []uint32
}

// Method is the method at the crash point; nil with PrecisionNone.
func (t *Target) Method() *dex.Method {
	if len(t.Chain) == 0 {
		return nil
	}
	return t.Chain[0].Method
}

// Outermost is the last of the app's methods on the stack, the one that was called
// from outside; nil with PrecisionNone.
func (t *Target) Outermost() *dex.Method {
	if len(t.Chain) == 0 {
		return nil
	}
	return t.Chain[len(t.Chain)-1].Method
}

// Resolve finds in the code of an app what one of the pasted traces means. It takes
// the innermost cause that has a frame of the app and, of its frames, the deepest
// one outside well-known libraries; a frame of a library in the APK is taken if
// there is nothing else.
//
// A trace of another build is no error: the precision and the notes say how much of
// it was found. Errors are the user's: a number that no crash has; a text without a
// Java stack (trace.ErrNative, trace.ErrANR, trace.ErrNoFrames or trace.ErrNoTrace);
// a *ForeignError if the crash is of another app.
func Resolve(code *dex.Set, pasted []trace.Trace, o Options) (Target, error) {
	crash, err := choose(code, pasted, o)
	if err != nil {
		return Target{}, err
	}
	stacks := relocate(code, crash.Chain)
	if err := checkForeign(code, crash, stacks, o.Package); err != nil {
		return Target{}, err
	}
	wanted := stacks[wantedCause(code, crash.Chain)]
	t := Target{
		Crash:     crash,
		Expected:  renumber(crash, stacks),
		Exception: wanted.thrown.Class,
		Message:   wanted.thrown.Message,
		Frames:    matchLines(code, wanted),
	}
	point := crashPoint(t.Frames)
	t.Chain = chain(t.Frames, point)
	t.Precision, t.Notes = judge(t.Frames, point)
	if point >= 0 {
		return t, nil
	}
	if m, class := namedComponent(code, crash.Chain); m != nil {
		// The crash is not in the method, but happens while the framework is about to
		// run it, or has: it is a point on the path.
		t = *t.At(m, class)
	}
	return t, nil
}
