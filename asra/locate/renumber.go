package locate

import (
	"slices"

	"talpa/asra/trace"
	"talpa/dex"
)

// renumber returns a crash as this build would print it: with its frames under the names
// that this build's compiler gave to what has no name in the source, renumbered synthetic
// classes and methods. A frame that the app has as it stands keeps its name, unless only
// code under another number is on its line. The crash is not changed; stacks are those of
// its throwables.
func renumber(crash trace.Trace, stacks []stack) trace.Trace {
	crash.Chain = slices.Clone(crash.Chain)
	for i := range crash.Chain {
		frames := slices.Clone(crash.Chain[i].Frames)
		// The stack begins with the throwable's own frames, up to the bound.
		for j := range frames[:min(len(frames), len(stacks[i].found))] {
			if m := renamed(frames[j], stacks[i].found[j]); m != nil {
				frames[j].Class, frames[j].Method = m.Class.JavaName(), m.Name
			}
		}
		crash.Chain[i].Frames = frames
	}
	return crash
}

// renamed is the method that a frame has another name for than this build; nil if its
// own will do.
func renamed(f trace.Frame, found []*dex.Method) *dex.Method {
	if len(found) == 0 {
		return nil
	}
	m := found[0]
	if len(lineOffsets(m, f.Line)) > 0 {
		return m
	}
	// Without the line, the name of the trace is as good as any if the app has it.
	own := slices.ContainsFunc(found, func(m *dex.Method) bool {
		return m.Class.JavaName() == f.Class && m.Name == f.Method
	})
	if own {
		return nil
	}
	return m
}
