package gesture

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"talpa/device"
	"talpa/fuzz/event"
)

// TestRequests: an event on an app's windows in the agent's words, on a display of
// 100 by 200 pixels.
func TestRequests(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		e    event.Event
		want string
	}{
		{event.Event{Kind: event.Tap, X: 1, Y: 2}, `tap {"x":1,"y":2}`},
		{event.Event{Kind: event.DoubleTap, X: 1, Y: 2, Millis: 40}, `tap {"count":2,"gap":40,"x":1,"y":2}`},
		{event.Event{Kind: event.LongTap, X: 1, Y: 2}, `longtap {"ms":700,"x":1,"y":2}`},
		{event.Event{Kind: event.LongTap, X: 1, Y: 2, Millis: 5}, `longtap {"ms":5,"x":1,"y":2}`},
		{event.Event{Kind: event.Text, X: 1, Y: 2, Value: "v"}, `tap {"x":1,"y":2}; clear null; text {"text":"v"}`},
		{event.Event{Kind: event.Text, Value: "v"}, `clear null; text {"text":"v"}`},
		{event.Event{Kind: event.Text, X: 1, Y: 2}, `tap {"x":1,"y":2}; clear null`},
		{event.Event{Kind: event.Clear, Value: "v"}, `clear null`},
		{event.Event{Kind: event.Scroll, Arg: "down"}, `swipe {"ms":300,"x1":50,"x2":50,"y1":140,"y2":60}`},
		{event.Event{Kind: event.Swipe, X: 1, Y: 2, X2: 3, Y2: 4, Millis: 9}, `swipe {"ms":9,"x1":1,"x2":3,"y1":2,"y2":4}`},
		{event.Event{Kind: event.Pinch, X: 1, Y: 2}, `pinch {"from":100,"to":500,"x":1,"y":2}`},
		{event.Event{Kind: event.Pinch, X: 1, Y: 2, Arg: "in"}, `pinch {"from":500,"to":100,"x":1,"y":2}`},
		{event.Event{Kind: event.Pinch, X: 1, Y: 2, Arg: "turn"}, `pinch {"from":120,"to":120,"turn":90,"x":1,"y":2}`},
		{event.Event{Kind: event.Scroll, Arg: "bottom"}, strings.Repeat(`swipe {"ms":60,"x1":50,"x2":50,"y1":140,"y2":60}; `, 11) +
			`swipe {"ms":60,"x1":50,"x2":50,"y1":140,"y2":60}`},
		{event.Event{Kind: event.Scroll, Arg: "top"}, strings.Repeat(`swipe {"ms":60,"x1":50,"x2":50,"y1":60,"y2":140}; `, 11) +
			`swipe {"ms":60,"x1":50,"x2":50,"y1":60,"y2":140}`},
		{event.Event{Kind: event.Select, X: 1, Y: 10, X2: 1, Y2: 30, Value: "3"},
			`longtap {"ms":700,"x":1,"y":10}; tap {"x":1,"y":20}; tap {"x":1,"y":30}`},
		{event.Event{Kind: event.EditorAction, Arg: "search"}, `editoraction {"action":"search"}`},
		{event.Event{Kind: event.Key, Arg: "CTRL_LEFT+A"}, `key {"code":"A","meta":12288}`},
		{event.Event{Kind: event.Back}, `key {"code":"BACK"}`},
		{event.Event{Kind: event.Menu}, `key {"code":"MENU"}`},
		{event.Event{Kind: event.Key, Arg: "KEYCODE_ENTER"}, `key {"code":"ENTER"}`},
		{event.Event{Kind: event.Key, Arg: "66"}, `key {"code":66}`},
		{event.Event{Kind: event.Home}, `home null`},
		{event.Event{Kind: event.Notification}, `notification {"how":"tap"}`},
		{event.Event{Kind: event.Wait, Millis: 7}, `wait {"ms":7}`},
	} {
		requests, err := Requests(test.e, 100, 200)
		var got []string
		for _, r := range requests {
			params, _ := json.Marshal(r.Params)
			got = append(got, r.Method+" "+string(params))
		}
		if text := strings.Join(got, "; "); err != nil || text != test.want {
			t.Errorf("%+v: %s, %v; want %s", test.e, text, err, test.want)
		}
	}
	if _, err := Requests(event.Event{Kind: "fly"}, 100, 200); !errors.Is(err, device.ErrUnsupported) {
		t.Errorf("an event of no known kind: %v", err)
	}
}
