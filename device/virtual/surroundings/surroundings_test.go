package surroundings

import (
	"encoding/json"
	"maps"
	"testing"

	"talpa/device/virtual/framework"
	"talpa/fuzz/event"
)

// TestRequests_ofEachEvent: each event in the agent's words, and which state it changes.
func TestRequests_ofEachEvent(t *testing.T) {
	t.Parallel()
	for line, want := range map[string]string{
		`location fix value="1,2,,5"`:  `fix: location {"accuracy":5,"how":"fix","latitude":1,"longitude":2}`,
		"location off":                 `location switch: location {"how":"off"}`,
		"location satellites value=3":  `: location {"count":3,"how":"satellites"}`,
		"location nmea value=$GPTXT":   `: location {"how":"nmea","sentence":"$GPTXT"}`,
		"call ring value=5551":         `: call {"number":"5551","state":"ring"}`,
		"call end":                     `: call {"state":"end"}`,
		"battery level value=5":        `battery level: battery {"level":5}`,
		"battery usb":                  `battery plug: battery {"plugged":"usb"}`,
		"headset unplug":               `headset: headset {"in":false}`,
		"sensor light value=4.5":       `sensor light: sensor {"name":"light","values":[4.5]}`,
		"sensor light value=absent":    `sensor light: sensor {"absent":true,"name":"light"}`,
		`sensor gravity value="0,0,9"`: `sensor gravity: sensor {"name":"gravity","values":[0,0,9]}`,
		"notification":                 `: notification {"how":"tap"}`,
		"notification dismiss":         `: notification {"how":"dismiss"}`,
		"notification action value=2":  `: notification {"how":"action","index":2}`,
	} {
		e, err := event.DecodeEvent(line)
		if err != nil {
			t.Fatal(err)
		}
		var got Update
		switch e.Kind {
		case event.Location:
			got, err = Location(e)
		case event.Notification:
			got.Request = Notification(e)
		default:
			got, err = Phone(e)
		}
		if words := got.Key + ": " + request(t, got.Request); err != nil || words != want {
			t.Errorf("%s: %s, %v; want %s", line, words, err, want)
		}
	}
}

func request(t *testing.T, r framework.Request) string {
	t.Helper()
	params, err := json.Marshal(r.Params)
	if err != nil {
		t.Fatal(err)
	}
	return r.Method + " " + string(params)
}

// TestRequests_refuseWhatIsNoPlaceOrReading: what is no place and no reading is refused.
func TestRequests_refuseWhatIsNoPlaceOrReading(t *testing.T) {
	t.Parallel()
	if _, err := Location(event.Event{Kind: event.Location, Arg: event.LocationFix, Value: "north"}); err == nil {
		t.Error("a fix in the north")
	}
	if _, err := Phone(event.Event{Kind: event.Sensor, Arg: "gravity", Value: "9"}); err == nil {
		t.Error("gravity of one number")
	}
}

// TestHome: what the home screen and the quick settings do, in the agent's words; a widget that was
// placed or removed is one state by its provider.
func TestHome(t *testing.T) {
	t.Parallel()
	for line, want := range map[string]string{
		"shortcut value=new":               `: shortcut {"id":"new"}`,
		"tile click value=a.b/.T":          `: tile {"component":"a.b/.T","how":"click"}`,
		"tile removed value=a.b/.T":        `: tile {"component":"a.b/.T","how":"removed"}`,
		"tile alone value=a.b/.T":          `: tile {"component":"a.b/.T","how":"click"}`,
		"widget added value=a.b/.W":        `widget a.b/.W: widget {"component":"a.b/.W","how":"added"}`,
		"widget removed value=a.b/.W":      `widget a.b/.W: widget {"component":"a.b/.W","how":"removed"}`,
		"widget update value=a.b/.W":       `: widget {"component":"a.b/.W","how":"update"}`,
		"widget alone value=a.b/.W":        `: widget {"component":"a.b/.W","how":"update"}`,
		`widget resize value="a.b/.W 9x8"`: `: widget {"component":"a.b/.W","height":8,"how":"resize","width":9}`,
		`widget tap value="a.b/.W 3"`:      `: widget {"component":"a.b/.W","how":"tap","index":3}`,
		"widget tap value=a.b/.W":          `: widget {"component":"a.b/.W","how":"tap","index":0}`,
	} {
		e, err := event.DecodeEvent(line)
		if err != nil {
			t.Fatal(err)
		}
		got, err := Home(e)
		if words := got.Key + ": " + request(t, got.Request); err != nil || words != want {
			t.Errorf("%s: %s, %v; want %s", line, words, err, want)
		}
	}
	for _, value := range []string{"", "no component", "a.b/.W 0x9", "a.b/.W 9"} {
		if _, err := Home(event.Event{Kind: event.Widget, Arg: event.WidgetResize, Value: value}); err == nil {
			t.Errorf("a widget is given the size %q", value)
		}
	}
}

// TestInbox: a message has its sender, text and time.
func TestInbox(t *testing.T) {
	t.Parallel()
	e, err := event.DecodeEvent(`sms value="5551 dig now"`)
	if err != nil {
		t.Fatal(err)
	}
	got := Inbox(e, 1_700_000_000_123)
	want := map[string]any{"address": "5551", "body": "dig now", "date": "1700000000123"}
	if got.Op != "insert" || got.URI != "content://sms/inbox" || !maps.Equal(got.Values, want) {
		t.Errorf("%+v, want %v", got, want)
	}
}
