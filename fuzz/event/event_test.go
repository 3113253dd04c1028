package event

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"talpa/fuzz/ui"
)

// full has every kind of event and every field.
var full = Script{
	Package: "com.foo", SHA256: "00ff", Device: "virtual api=35 1080x1920@420", Seed: -7, API: 19, StandIns: true,
	Oracle: "property=my notes.star",
	Events: []Event{
		{Kind: Launch},
		{Kind: Tap, X: 1, Y: 2, Target: Selector{ID: "com.foo:id/a", Class: "android.widget.Button", Text: "Add one",
			Nth: 2}},
		{Kind: LongTap, X: 1, Y: 2, Millis: 900, Target: Selector{Desc: "more \"options\"\n"}},
		{Kind: Text, X: 5, Y: 6, Value: "ünï # \xff \t=", Target: Selector{ID: "com.foo:id/name"}},
		{Kind: DoubleTap, X: 5, Y: 6}, {Kind: Clear, X: 5, Y: 6},
		{Kind: Scroll, Arg: "down", X: 5, Y: 60, X2: 5, Y2: 20, Target: Selector{ID: "android:id/list"}},
		{Kind: Swipe, X: -1, Y: 9, X2: 100, Y2: 9, Millis: 300},
		{Kind: Pinch, Arg: "in", X: 4, Y: 4}, {Kind: Pinch, Arg: "turn", X: 4, Y: 4},
		{Kind: Select, X: 4, Y: 4, X2: 4, Y2: 40, Value: "3"}, {Kind: EditorAction, Arg: "search"}, {Kind: Key,
			Arg: "CTRL_LEFT+A"},
		{Kind: Back}, {Kind: Home}, {Kind: Home, Millis: 5000}, {Kind: Menu}, {Kind: Key, Arg: "ENTER"}, {Kind: Rotate, Arg: "landscape"},
		{Kind: Start, Intent: &Intent{Action: "android.intent.action.VIEW", Component: "com.foo/.Main", Data: "geo:1,2?q=a b",
			Type: "text/*", Categories: []string{"a", "b"}, Flags: 0x10008000, Extras: map[string]string{"k": "v=w", "z": ""}}},
		{Kind: Broadcast, Intent: &Intent{Action: "a"}}, {Kind: Service, Arg: Alone, Intent: &Intent{Component: "a/b"}},
		{Kind: Permission, Arg: "deny", Value: "android.permission.CAMERA"},
		{Kind: Permission, Arg: "ask", Value: "android.permission.CAMERA"}, {Kind: Answer, Arg: "cancelled"},
		{Kind: Document, Arg: "damaged", Value: "a b.epub"},
		{Kind: Start, Intent: &Intent{Action: "a", URIs: map[string]string{"s": "content://x/1?a=b", "t": "file:///y"}}},
		{Kind: Config, Arg: "locale", Value: "de-DE"}, {Kind: Alarm}, {Kind: Notification},
		{Kind: Notification, Arg: "action", Value: "1"}, {Kind: Notification, Arg: "dismiss"},
		{Kind: Location, Arg: "fix", Value: "-90,180,,0"}, {Kind: Location, Arg: "off"},
		{Kind: Location, Arg: "satellites", Value: "0"}, {Kind: Location, Arg: "nmea", Value: "$GPGSA,A,1,,*00"},
		{Kind: TrimMemory, Arg: "COMPLETE"}, {Kind: StopProcess}, {Kind: Restricted}, {Kind: Boot},
		{Kind: Query, Value: "content://com.foo.rows/1"},
		{Kind: SMS, Value: "+4712345 What \"now\"?"}, {Kind: Call, Arg: "ring"}, {Kind: Call, Arg: "end", Value: "*31#123"},
		{Kind: Battery, Arg: "level", Value: "5"}, {Kind: Headset, Arg: "plug"}, {Kind: Fingerprint, Arg: "wrong"}, {Kind: Tag, Arg: "mime", Value: "a/b c"},
		{Kind: Speech, Arg: "text", Value: "a new note"}, {Kind: Sensor, Arg: "gravity", Value: "0,0,9.81"},
		{Kind: Wait, Millis: 1000}, {Kind: Restart}, {Kind: Kill}, {Kind: ClearData},
		{Kind: Older}, {Kind: Update}, {Kind: Job, Arg: Alone},
		{Kind: Drag, X: 1, Y: 2, X2: 1, Y2: 90, Millis: 400, Target: Selector{Text: "row"}}, {Kind: Lock},
		{Kind: Tile, Arg: TileAdded, Value: "p/p.T"},
		{Kind: Tile, Arg: Alone, Value: "p/p.T"}, {Kind: Widget, Arg: WidgetAdded, Value: "p/p.W"},
		{Kind: Widget, Arg: WidgetResize, Value: "p/p.W 60x40"}, {Kind: Widget, Arg: WidgetTap, Value: "p/p.W 3"},
		{Kind: Widget, Arg: Alone, Value: "p/p.W"}, {Kind: Shortcut, Value: "new note"},
		{Kind: Config, Arg: Storage, Value: StorageRemoved},
	},
}

func TestRoundTrip(t *testing.T) {
	t.Parallel()
	text := full.Encode()
	got, err := Decode(text)
	if err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	if diff := cmp.Diff(&full, got); diff != "" {
		t.Error(diff)
	}
	kinds := map[Kind]bool{}
	for _, e := range full.Events {
		kinds[e.Kind] = true
		if e.Describe() == "" {
			t.Errorf("%v has no description", e)
		}
	}
	for kind := range shapes {
		if !kinds[kind] {
			t.Errorf("the test script lacks %q", kind)
		}
	}
}

// Scripts of earlier versions mean the same.
func TestDecode_earlierWords(t *testing.T) {
	t.Parallel()
	for old, now := range map[string]Event{
		"wipe":                         {Kind: ClearData},
		"config pace value=fast":       {Kind: Config, Arg: InputSpeed, Value: InputFast},
		"config servers value=error":   {Kind: Config, Arg: Responses, Value: ResponsesError},
		"config background value=slow": {Kind: Config, Arg: Background, Value: BackgroundSlow},
	} {
		e, err := DecodeEvent(old)
		if err != nil || !cmp.Equal(e, now) {
			t.Errorf("%q: %+v, %v; want %+v", old, e, err, now)
		}
	}
}

func TestDecode(t *testing.T) {
	t.Parallel()
	const top = "talpa script 1\npackage com.foo\n"
	for _, c := range []struct{ name, in, want string }{
		{"empty", "", "it is empty"},
		{"other format", "#!/bin/sh\ntalpa script 9", "line 2: want \"talpa script 1\""},
		{"no package", "talpa script 1\nlaunch", "no package"},
		{"kind", top + "# note\n\ntapp at=1,2", "line 5: unknown event \"tapp\""},
		{"field", top + "tap on=1", "line 3: unknown field \"on\""},
		{"twice", top + "tap at=1,2 at=1,2", "line 3: at is given twice"},
		{"pixel", top + "tap at=1", "line 3: at=\"1\": want x,y"},
		{"far pixel", top + "tap at=1,99999999", "not on a display"},
		{"quote", top + "text value=\"abc", "line 3: value: bad quoted value"},
		{"glued", top + "text value=\"abc\"x", "no space after"},
		{"two args", top + "rotate portrait landscape", "second argument \"landscape\""},
		{"bad arg", top + "rotate diagonal", "needs one of portrait, landscape"},
		{"no arg", top + "back twice", "takes no argument"},
		{"key", top + "key a-b", "needs a name"},
		{"intent", top + "start", "needs an intent"},
		{"intent not wanted", top + "tap action=a", "takes no intent"},
		{"empty intent", top + "start flags=1", "needs an action"},
		{"extra", top + "start action=a extra=b", "name=value"},
		{"permission", top + "permission deny", "needs a value"},
		{"widget not wanted", top + "back id=a", "acts on no widget"},
		{"time", top + "wait ms=-1", "not in 0 to"},
		{"seed", top + "seed x", "line 3: seed"},
		{"network", top + "network slow", "line 3: network \"slow\""},
	} {
		if _, err := Decode([]byte(c.in)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got error %v, want one with %q", c.name, err, c.want)
		}
	}
}

func TestScript_cutsLeaveTheOriginalAlone(t *testing.T) {
	t.Parallel()
	s := Script{Package: "p", Events: []Event{{Kind: Launch}, {Kind: Back}, {Kind: Home},
		{Kind: Start, Intent: &Intent{Action: "a", Extras: map[string]string{"k": "v"}}}}}
	c := s.Clone()
	c.Events[0].Kind, c.Events[3].Intent.Extras["k"] = Menu, "changed"
	if s.Events[0].Kind != Launch || s.Events[3].Intent.Extras["k"] != "v" {
		t.Error("a change of the clone reached the script")
	}
	for _, c := range []struct {
		got  *Script
		want string
	}{
		{s.Without(1, 3), "launch,start action=a extra=\"k=v\""},
		{s.Keep([]int{0, 2}), "launch,home"},
		{s.Prefix(2), "launch,back"},
	} {
		var lines []string
		for _, e := range c.got.Events {
			lines = append(lines, e.String())
		}
		if got := strings.Join(lines, ","); got != c.want {
			t.Errorf("got %s, want %s", got, c.want)
		}
	}
}

func TestResolve(t *testing.T) {
	t.Parallel()
	parse := func(top string) *ui.Screen {
		s, err := ui.Parse([]byte("<hierarchy><node class=\"F\" enabled=\"true\" bounds=\"[0,0][100,1000]\">"+
			"<node class=\"B\" resource-id=\"p:id/b\" enabled=\"true\" bounds=\"[0,"+top+"][100,400]\"/></node></hierarchy>"),
			"")
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	tap := Event{Kind: Tap, X: 10, Y: 110, Target: Selector{ID: "p:id/b", Class: "B"}}
	if got, i, ok := Resolve(tap, parse("100")); !ok || i != 1 || got.X != 10 || got.Y != 110 {
		t.Errorf("widget still there: %v, %d, %v", got, i, ok)
	}
	if got, _, ok := Resolve(tap, parse("200")); !ok || got.X != 50 || got.Y != 300 {
		t.Errorf("widget moved: %v, %v", got, ok)
	}
	tap.Target.ID = "p:id/other"
	if got, i, ok := Resolve(tap, parse("200")); ok || i != -1 || got != tap {
		t.Errorf("widget gone: %v, %v", got, ok)
	}
	scroll := Event{Kind: Scroll, Arg: "down", Target: Selector{ID: "p:id/b", Class: "B"}}
	if got, _, ok := Resolve(scroll, parse("0")); !ok || got.Y != 300 || got.Y2 != 100 || got.X != got.X2 {
		t.Errorf("scroll: %v, %v", got, ok)
	}
}

func FuzzDecode(f *testing.F) {
	f.Add(full.Encode())
	f.Add([]byte("talpa script 1\npackage a\nstart extra=\"a=b\" extra=c=d data=x category=y flags=7"))
	f.Fuzz(func(t *testing.T, data []byte) {
		s, err := Decode(data)
		if err != nil {
			return
		}
		again, err := Decode(s.Encode())
		if err != nil {
			t.Fatalf("what Encode wrote is refused: %v\n%s", err, s.Encode())
		}
		if diff := cmp.Diff(s, again); diff != "" {
			t.Fatal(diff)
		}
	})
}

func TestWithEnd(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ in, want Event }{
		{Event{Kind: Scroll, Arg: "down"}, Event{Kind: Scroll, Arg: "down", X: 50, Y: 140, X2: 50, Y2: 60}},
		{Event{Kind: Scroll, Arg: "up", X: 50, Y: 100}, Event{Kind: Scroll, Arg: "up", X: 50, Y: 60, X2: 50, Y2: 140}},
		{Event{Kind: Scroll, Arg: "left", X: 50, Y: 100}, Event{Kind: Scroll, Arg: "left", X: 30, Y: 100, X2: 70, Y2: 100}},
		{Event{Kind: Scroll, Arg: "right", X: 95, Y: 100}, Event{Kind: Scroll, Arg: "right", X: 98, Y: 100, X2: 75, Y2: 100}},
		{Event{Kind: Swipe, X: 5, Y: 195}, Event{Kind: Swipe, X: 5, Y: 198, X2: 5, Y2: 155}},
		{Event{Kind: Swipe, X: 1, Y: 2, X2: 3, Y2: 4}, Event{Kind: Swipe, X: 1, Y: 2, X2: 3, Y2: 4}},
	} {
		if got := WithEnd(c.in, 100, 200); got != c.want {
			t.Errorf("%v: got %v, want %v", c.in, got, c.want)
		}
	}
}
