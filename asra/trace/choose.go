package trace

import (
	"fmt"
	"strings"
)

// Hint is what is known of the app when a trace has to be chosen.
type Hint struct {
	// Package is the application id; "" if unknown.
	Package string
	// InApp says whether the APK defines a class; nil falls back to a guess by
	// package names.
	InApp func(class string) bool
}

// Choose returns the index of the trace that a person most likely means: of
// this app rather than of another process, with frames of the app's own code
// rather than of bundled libraries, fatal rather than logged, and the first of
// those. The error wraps ErrNoFrames, ErrNative or ErrANR if none of the traces
// is a Java exception with frames.
func Choose(traces []Trace, h Hint) (int, error) {
	best, bestScore := -1, -1
	for i, t := range traces {
		if !t.hasFrames() {
			continue
		}
		if score := h.score(t); score > bestScore {
			best, bestScore = i, score
		}
	}
	if best < 0 {
		return 0, whyNone(traces)
	}
	return best, nil
}

// score ranks a trace; the weights make the criteria lexicographic: each is more than all
// behind it together.
func (h Hint) score(t Trace) int {
	score := 0
	if h.Package == "" || t.Process == "" || sameProcess(t.Process, h.Package) {
		score += 16
	}
	inApp := h.InApp
	if inApp == nil {
		inApp = func(class string) bool { return !IsFramework(class) }
	}
	if _, _, ok := t.Point(func(class string) bool { return inApp(class) && ownCode(class) }); ok {
		score += 8
	}
	if t.Fatal {
		score += 4
	}
	if _, _, ok := t.Point(inApp); ok {
		score += 2
	}
	if t.Tag != "System.err" {
		score++
	}
	return score
}

// sameProcess says whether a process name belongs to the package: "pkg" or
// "pkg:remote".
func sameProcess(process, pkg string) bool {
	name, _, _ := strings.Cut(process, ":")
	return name == pkg
}

// whyNone says what the text holds instead of a Java trace.
func whyNone(traces []Trace) error {
	for i, t := range traces {
		if t.Native != nil && len(t.Native.Libs) == 0 && i+1 < len(traces) && traces[i+1].Native != nil {
			continue // the tombstone that follows the signal's line says more
		}
		switch {
		case t.Native != nil:
			where := "unknown library"
			if len(t.Native.Libs) > 0 {
				where = t.Native.Libs[0]
			}
			return fmt.Errorf("%w: line %d shows %s in %s; only exceptions of Java and Kotlin code can be reproduced",
				ErrNative, t.Line, orUnknown(t.Native.Signal), where)
		case t.ANR != nil:
			return fmt.Errorf("%w: line %d (%s); only exceptions can be reproduced",
				ErrANR, t.Line, orUnknown(t.ANR.Reason))
		case len(t.Chain) > 0:
			return fmt.Errorf("%w: line %d names %s, but no line \"at package.Class.method(File.java:12)\" follows",
				ErrNoFrames, t.Line, orUnknown(t.Chain[0].Class))
		}
	}
	return ErrNoTrace
}

// orUnknown is a word for what a text does not say.
func orUnknown(s string) string {
	if s == "" {
		return "unknown cause"
	}
	return s
}
