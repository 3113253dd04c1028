package locate

import (
	"fmt"
	"strings"

	"talpa/asra/trace"
	"talpa/dex"
)

// choose returns the crash that is meant, in the names of the APK. What was pasted is
// not changed. The result has at least one frame.
func choose(code *dex.Set, pasted []trace.Trace, o Options) (trace.Trace, error) {
	inApp := func(class string) bool { return code.Class(dex.Descriptor(class)) != nil }
	traces := make([]trace.Trace, len(pasted))
	for i, t := range pasted {
		// A trace that already uses the APK's names was not retraced by whoever printed it.
		if _, _, known := t.Point(inApp); o.Mapping != nil && !known {
			t = o.Mapping.Obfuscate(t)
		}
		traces[i] = qualify(code, t)
	}
	candidates := traces
	switch {
	case o.Crash < 0:
		return trace.Trace{}, fmt.Errorf("the number of a crash counts from 1, got %d", o.Crash)
	case o.Crash > len(traces):
		return trace.Trace{}, fmt.Errorf("crash %d is asked for, but there are only %d: %s",
			o.Crash, len(traces), list(traces))
	case o.Crash > 0:
		candidates = traces[o.Crash-1 : o.Crash]
	}
	n, err := trace.Choose(candidates, trace.Hint{Package: o.Package, InApp: inApp})
	if err != nil {
		return trace.Trace{}, err
	}
	return candidates[n], nil
}

// list names the crashes of a text in one line.
func list(traces []trace.Trace) string {
	names := make([]string, len(traces))
	for i, t := range traces {
		name := "no exception"
		if c, ok := t.Cause(); ok {
			name = c.Class
		}
		names[i] = fmt.Sprintf("%d %s (line %d)", i+1, name, t.Line)
	}
	return strings.Join(names, ", ")
}
