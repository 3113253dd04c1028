package locate

import (
	"slices"

	"talpa/asra/trace"
	"talpa/dex"
)

// wantedCause is the index of the throwable that is looked for: the innermost with a
// frame of a class that the app defines, else the innermost with frames. What a library
// throws around a failure of the app, and what the framework throws around that, says
// less than the failure itself. The chain has frames.
func wantedCause(code *dex.Set, chain []trace.Throwable) int {
	withFrames := 0
	for i, th := range slices.Backward(chain) {
		if slices.ContainsFunc(th.Frames, func(f trace.Frame) bool { return code.Class(dex.Descriptor(f.Class)) != nil }) {
			return i
		}
		if len(th.Frames) > 0 {
			withFrames = max(withFrames, i)
		}
	}
	return withFrames
}
