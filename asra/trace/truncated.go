package trace

import (
	"fmt"
	"strings"
)

// wrappedCause finds the exception that the framework's message around it names:
// "Unable to start activity ComponentInfo{a/a.Main}: java.lang.Error: why".
var wrappedCause = lazily(`^[^{@]*(?:\{[^{}]*\}|@\w+)?.*?: ((?:[a-z]\w*\.)+[A-Z][\w$]*)(?:: (.*))?$`)

// component finds the component that such a message names.
var component = lazily(`\{([\w.]+/[\w.$]+)\}|(?:service|receiver|provider|application) ([\w.$]+)`)

// wrapper is what the message of an exception of the framework tells of its cause: all
// that is left of a crash whose text breaks off before the cause.
type wrapper struct {
	index     int    // of the wrapper in Trace.Chain
	action    string // what the framework was doing: "Unable to start activity ComponentInfo"
	component string
	class     string // of the cause
	message   string
}

// readWrapper reads the wrapper at an index; false if it is none that names its cause
// and the component.
func readWrapper(t Trace, index int) (wrapper, bool) {
	th := t.Chain[index]
	if !isWrapper(th.Class, th.Message) {
		return wrapper{}, false
	}
	cause, where := wrappedCause.FindStringSubmatch(th.Message), component.FindStringSubmatch(th.Message)
	if cause == nil || where == nil {
		return wrapper{}, false
	}
	action := th.Message[:strings.IndexAny(th.Message+"{", "{@")]
	return wrapper{index, action, where[1] + where[2], cause[1], cause[2]}, true
}

// compareTruncated compares with a wanted trace that ends with a wrapper of the framework and
// so has no frame of the app: what the wrapper's message says is all that is known. ok
// is false where the wanted trace is no such one.
func compareTruncated(want, got Trace) (m Match, ok bool) {
	w, ok := readWrapper(want, len(want.Chain)-1)
	if !ok {
		return Match{}, false
	}
	for _, th := range want.Chain {
		for _, f := range th.Frames {
			if !IsFramework(f.Class) {
				return Match{}, false
			}
		}
	}
	for i := range got.Chain {
		g, ok := readWrapper(got, i)
		if !ok || g.action != w.action || g.component != w.component {
			continue
		}
		cause := got.Chain[len(got.Chain)-1]
		if !relatedClass(w.class, g.class) && !relatedClass(w.class, cause.Class) {
			return Match{Why: fmt.Sprintf("%s: the exception is %s, wanted is %s", w.component, g.class, w.class)}, true
		}
		if !sameMessage(w.message, g.message) && !sameMessage(w.message, cause.Message) {
			return Match{Why: w.component + ": the exception is the same, the messages differ"}, true
		}
		c := comparison{want: complete(want)[w.index:], got: complete(got)[i : i+1]}
		c.sel = selector{inApp: func(string) bool { return false }}
		return Match{Level: Point, Message: true, Pairs: c.pairs(), Why: "same exception of the same component; " +
			"the wanted trace breaks off before it shows where"}, true
	}
	return Match{Why: "the framework did not report it of " + w.component}, true
}
