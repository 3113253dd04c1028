package locate

import (
	"fmt"
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
}

// Error names the first of the classes.
func (e *ForeignError) Error() string {
	if len(e.Absent) == 0 {
		return "the trace has frames of the framework only; nothing in it points into the app"
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
// of and no method for, and that does not name it.
func checkForeign(code *dex.Set, crash trace.Trace, stacks []stack, pkg string) error {
	for i := range stacks {
		for j, f := range stacks[i].frames {
			if len(stacks[i].found[j]) > 0 || code.Class(dex.Descriptor(f.Class)) != nil {
				return nil
			}
		}
	}
	if _, click := missingHandler(crash.Chain); click && len(ownClasses(crash)) == 0 || namesApp(crash, pkg) {
		return nil // of a click without its method no message names the app
	}
	return &ForeignError{Absent: ownClasses(crash)}
}

// namesApp says that a crash has frames of the framework only, but names the app: by
// its process, or in a message, such as that of an activity that cannot start. Where the
// application id is not known, any may.
func namesApp(t trace.Trace, pkg string) bool {
	if len(ownClasses(t)) > 0 {
		return false
	}
	return pkg == "" || t.Process == pkg || strings.HasPrefix(t.Process, pkg+":") ||
		slices.ContainsFunc(t.Chain, func(th trace.Throwable) bool {
			return strings.Contains(th.Message, "{"+pkg+"/") || strings.Contains(th.Message, " "+pkg+".")
		})
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
