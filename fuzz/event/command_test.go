package event

import (
	"strings"
	"testing"
)

func TestGestureCommand(t *testing.T) {
	t.Parallel()
	for want, e := range map[string]Event{
		"input swipe 5 10 5 10 800; input tap 5 20; input tap 5 30": {Kind: Select, X: 5, Y: 10, X2: 5, Y2: 30, Value: "3"},
		"input swipe 5 10 5 10 800; input tap 5 30":                 {Kind: Select, X: 5, Y: 10, X2: 5, Y2: 30},
		"input keyevent ENTER":                                      {Kind: EditorAction, Arg: "done"},
	} {
		if got := GestureCommand(e); got != want {
			t.Errorf("%s: %q, want %q", e, got, want)
		}
	}
	got := GestureCommand(Event{Kind: Scroll, Arg: "bottom", X: 5, Y: 30, X2: 5, Y2: 10})
	if strings.Count(got, "input swipe 5 30 5 10 60") != Flings {
		t.Error(got)
	}
}
