package event

import (
	"fmt"
	"strings"
)

// A Scroll to the end is so many flings, each so fast.
const (
	Flings      = 12
	FlingMillis = 60
)

const longTouchMillis = 800

// GestureCommand is the line for a phone's shell that performs a Select, a Scroll to the
// end, or an EditorAction, which is the key ENTER there.
func GestureCommand(e Event) string {
	switch e.Kind {
	case Scroll:
		fling := fmt.Sprintf("input swipe %d %d %d %d %d", e.X, e.Y, e.X2, e.Y2, FlingMillis)
		return strings.Repeat(fling+"; ", Flings-1) + fling
	case Select:
		line := fmt.Sprintf("input swipe %d %d %d %d %d", e.X, e.Y, e.X, e.Y, longTouchMillis)
		for n := 1; n < e.Rows(); n++ {
			x, y := e.Row(n)
			line += fmt.Sprintf("; input tap %d %d", x, y)
		}
		return line
	}
	return "input keyevent ENTER"
}
