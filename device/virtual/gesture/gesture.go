// Package gesture says in the agent's words what people do on an app's windows: a touch, a swipe, typing, a key, each
// as the requests of which it consists.
//
// Not modelled: where a widget is now. Events come with the pixels that they act on.
package gesture

import (
	"fmt"
	"slices"
	"strings"

	"talpa/device"
	"talpa/device/virtual/framework"
	"talpa/device/virtual/surroundings"
	"talpa/fuzz/event"
)

// Defaults of events that do not say.
const (
	longTapMillis = 700
	pinchNear     = 100 // pixels between the fingers
	pinchFar      = 500
	pinchTurn     = 120
)

// Requests are those of an event on an app's windows, in order, on a display of the given size in pixels. The error
// is device.ErrUnsupported for events of another kind.
func Requests(e event.Event, width, height int) ([]framework.Request, error) {
	at := map[string]any{"x": e.X, "y": e.Y}
	switch e.Kind {
	case event.Tap:
		return []framework.Request{{Method: "tap", Params: at}}, nil
	case event.DoubleTap:
		at["count"], at["gap"] = 2, e.Millis
		return []framework.Request{{Method: "tap", Params: at}}, nil
	case event.LongTap:
		at["ms"] = orDefault(e.Millis, longTapMillis)
		return []framework.Request{{Method: "longtap", Params: at}}, nil
	case event.Text, event.Clear:
		return typing(e), nil
	case event.Scroll, event.Swipe:
		toEnd := e.Kind == event.Scroll && (e.Arg == "top" || e.Arg == "bottom")
		e = event.WithEnd(e, width, height)
		way := map[string]any{"x1": e.X, "y1": e.Y, "x2": e.X2, "y2": e.Y2, "ms": orDefault(e.Millis, framework.SwipeMillis)}
		if toEnd {
			way["ms"] = event.FlingMillis
			return slices.Repeat([]framework.Request{{Method: "swipe", Params: way}}, event.Flings), nil
		}
		return []framework.Request{{Method: "swipe", Params: way}}, nil
	case event.Drag:
		e = event.WithEnd(e, width, height)
		return []framework.Request{framework.Drag(e.X, e.Y, e.X2, e.Y2, orDefault(e.Millis, event.DragMillis))}, nil
	case event.Select:
		return selection(e), nil
	case event.EditorAction:
		return []framework.Request{{Method: "editoraction", Params: map[string]any{"action": e.Arg}}}, nil
	case event.Pinch:
		at["from"], at["to"] = pinchNear, pinchFar
		switch e.Arg {
		case "in":
			at["from"], at["to"] = pinchFar, pinchNear
		case "turn":
			at["from"], at["to"], at["turn"] = pinchTurn, pinchTurn, 90
		}
		return []framework.Request{{Method: "pinch", Params: at}}, nil
	case event.Back:
		return key("BACK"), nil
	case event.Lock:
		return append(key("SLEEP"), key("WAKEUP")...), nil
	case event.Menu:
		return key("MENU"), nil
	case event.Key:
		return key(e.Arg), nil
	case event.Home:
		return []framework.Request{{Method: "home"}}, nil
	case event.Notification:
		return []framework.Request{surroundings.Notification(e)}, nil
	case event.TrimMemory:
		return []framework.Request{{Method: "trim", Params: map[string]any{"level": framework.TrimLevels[e.Arg]}}}, nil
	case event.Wait:
		return []framework.Request{{Method: "wait", Params: map[string]any{"ms": e.Millis}}}, nil
	}
	return nil, fmt.Errorf("%w: event %q", device.ErrUnsupported, e.Kind)
}

// typing taps the field if the event says where, empties it, and types.
func typing(e event.Event) []framework.Request {
	var all []framework.Request
	if e.X != 0 || e.Y != 0 {
		all = append(all, framework.Request{Method: "tap", Params: map[string]any{"x": e.X, "y": e.Y}})
	}
	all = append(all, framework.Request{Method: "clear"})
	if e.Kind == event.Clear || e.Value == "" {
		return all
	}
	return append(all, framework.Request{Method: "text", Params: map[string]any{"text": e.Value}})
}

// selection is a long touch of the first row and taps on the others.
func selection(e event.Event) []framework.Request {
	all := []framework.Request{{Method: "longtap", Params: map[string]any{"x": e.X, "y": e.Y, "ms": longTapMillis}}}
	for n := 1; n < e.Rows(); n++ {
		x, y := e.Row(n)
		all = append(all, framework.Request{Method: "tap", Params: map[string]any{"x": x, "y": y}})
	}
	return all
}

// key presses a key, or several at once.
func key(name string) []framework.Request {
	if keys := strings.Split(name, "+"); len(keys) > 1 {
		return framework.Combination(keys)
	}
	return []framework.Request{{Method: "key", Params: map[string]any{"code": framework.KeyName(name)}}}
}

func orDefault(v, def int) int {
	if v > 0 {
		return v
	}
	return def
}
