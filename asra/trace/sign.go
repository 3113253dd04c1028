package trace

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"slices"
)

// Sign returns a signature of a crash, 16 hex digits: equal for crashes that
// have the same exceptions, the same app methods on the stack and the same
// line at the crash point. Messages, framework frames and wrappers of the
// framework do not count, so that it is stable between runs and devices.
// Without app frames the message and the first frames take their place.
func Sign(t Trace, inApp func(class string) bool) string {
	h := sha256.New()
	if t.Native != nil {
		fmt.Fprintln(h, "native", t.Native.Signal, t.Native.Libs[:min(3, len(t.Native.Libs))])
	}
	if t.ANR != nil {
		fmt.Fprintln(h, "anr", firstKeys(t.ANR.Frames))
	}
	parts := normalise(t)
	sel := newSelector(parts, inApp)
	for _, p := range parts {
		fmt.Fprintln(h, "class", p.class)
		signFrames(h, p, sel.app(p))
	}
	if n := len(parts); n > 0 && !sel.any(parts, true) {
		last := parts[n-1]
		fmt.Fprintln(h, "message", NormalMessage(last.message))
		frames := make([]Frame, 0, 3)
		for _, f := range last.frames[:min(3, len(last.frames))] {
			frames = append(frames, f.Frame)
		}
		fmt.Fprintln(h, firstKeys(frames))
	}
	return hex.EncodeToString(h.Sum(nil)[:8])
}

// signFrames adds the app's frames of a throwable. The line counts at the deepest only: the
// others change with code that has no part in the crash. Of a stack overflow the set of
// methods counts, since its depth is chance.
func signFrames(w io.Writer, p part, app []placed) {
	if p.class == "java.lang.StackOverflowError" {
		fmt.Fprintln(w, recursion(app, false))
		return
	}
	for i, f := range app {
		if i == 0 {
			fmt.Fprintln(w, "line", f.SourceLine())
		}
		fmt.Fprintln(w, "at", f.key())
	}
}

// firstKeys names the deepest methods of a stack.
func firstKeys(frames []Frame) []string {
	var keys []string
	for _, f := range slices.Clip(frames[:min(3, len(frames))]) {
		keys = append(keys, f.key())
	}
	return keys
}
