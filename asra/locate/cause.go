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

// maxFrames bounds the frames that are looked at: stack overflows print a thousand.
const maxFrames = 256

// fullStack returns the frames of throwable i together with those that "... n more"
// leaves out: the last n of the throwable around it.
func fullStack(chain []trace.Throwable, i int) []trace.Frame {
	frames := chain[i].Frames
	if n := chain[i].Omitted; n > 0 && i > 0 {
		outer := fullStack(chain, i-1)
		frames = slices.Concat(frames, outer[max(0, len(outer)-n):])
	}
	return frames[:min(len(frames), maxFrames)]
}
