package locate

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"talpa/asra/trace"
	"talpa/dex"
)

// ForeignError says that a crash is of another app, or of a build that shares no
// class with this one.
type ForeignError struct {
	// Absent are the classes that the trace names and the app does not have, in the
	// order of the trace; empty if all frames are of the framework.
	Absent []string
	// Other is the process or the component of another app that the crash names, where all
	// frames are of the framework.
	Other string
}

// Error names the first of the classes.
func (e *ForeignError) Error() string {
	if len(e.Absent) == 0 {
		return fmt.Sprintf("the trace is of another app: it names %s, and all of its frames are of the framework", e.Other)
	}
	const most = 5
	names := e.Absent
	if len(names) > most {
		names = append(names[:most:most], "...")
	}
	return fmt.Sprintf("the trace is of another app, or of another build: the app has none of its classes (%s)",
		strings.Join(names, ", "))
}

// checkForeign returns an error for a crash of another app: one that the app has no class
// of and no method for; or one with frames of the framework only that names another app. Who gives an app together
// with a crash that names none means that app.
func checkForeign(code *dex.Set, crash trace.Trace, stacks []stack, pkg string) error {
	for i := range stacks {
		for j, f := range stacks[i].frames {
			if len(stacks[i].found[j]) > 0 || code.Class(dex.Descriptor(f.Class)) != nil {
				return nil
			}
		}
	}
	if absent := ownClasses(crash); len(absent) > 0 {
		return &ForeignError{Absent: absent}
	}
	if other := namesOther(crash, pkg); other != "" && !namesApp(crash, pkg) {
		return &ForeignError{Other: other}
	}
	return nil
}

// namesApp says that a crash names the app: by its process, or in a message, such as that of an activity that
// cannot start.
func namesApp(t trace.Trace, pkg string) bool {
	return t.Process == pkg || strings.HasPrefix(t.Process, pkg+":") ||
		slices.ContainsFunc(t.Chain, func(th trace.Throwable) bool {
			return strings.Contains(th.Message, "{"+pkg+"/") || strings.Contains(th.Message, " "+pkg+".")
		})
}

// component is how messages write a component: its package, then its class.
var component = regexp.MustCompile(`ComponentInfo\{(\w[\w.]*)/[\w.$]+\}`)

// namesOther is the process or component of another app that a crash names, "" if it names none. Where the
// application id is not known, any may be the app's.
func namesOther(t trace.Trace, pkg string) string {
	if pkg == "" {
		return ""
	}
	if t.Process != "" {
		return t.Process
	}
	for _, th := range t.Chain {
		if found := component.FindStringSubmatch(th.Message); found != nil {
			return found[1]
		}
	}
	return ""
}

// ownClasses are the classes of a crash's frames that a device does not bring, each
// once.
func ownClasses(t trace.Trace) []string {
	var classes []string
	for _, th := range t.Chain {
		for _, f := range th.Frames {
			if !trace.IsFramework(f.Class) && !slices.Contains(classes, f.Class) {
				classes = append(classes, f.Class)
			}
		}
	}
	return classes
}
