package event

import (
	"strings"
	"testing"

	"talpa/fuzz/ui"
)

// TestValidate: each kind of event takes what it needs and nothing else.
func TestValidate(t *testing.T) {
	t.Parallel()
	button := Selector{ID: "p:id/go"}
	for name, c := range map[string]struct {
		event Event
		want  string // part of the error; "" = valid
	}{
		"tap on a widget":             {Event{Kind: Tap, Target: button, X: 3, Y: 4}, ""},
		"tap on a pixel":              {Event{Kind: Tap, X: 3, Y: 4}, ""},
		"back":                        {Event{Kind: Back}, ""},
		"unknown kind":                {Event{Kind: "knock"}, `unknown event "knock"`},
		"no kind":                     {Event{}, "unknown event"},
		"back on a widget":            {Event{Kind: Back, Target: button}, "no widget"},
		"back at a pixel":             {Event{Kind: Back, X: 1}, "no widget"},
		"tap that ends elsewhere":     {Event{Kind: Tap, X: 3, Y: 4, X2: 5}, "no other pixel"},
		"tap with a value":            {Event{Kind: Tap, X: 3, Y: 4, Value: "x"}, "no value"},
		"permission without its name": {Event{Kind: Permission, Arg: "deny"}, "needs a value"},
		"menu key that takes time":    {Event{Kind: Menu, Millis: 5}, "no time"},
		"wait":                        {Event{Kind: Wait, Millis: maxMillis}, ""},
		"wait for too long":           {Event{Kind: Wait, Millis: maxMillis + 1}, "is not in 0 to"},
		"wait for less than nothing":  {Event{Kind: Wait, Millis: -1}, "is not in 0 to"},
		"start without an intent":     {Event{Kind: Start}, "needs an intent"},
		"start of nothing":            {Event{Kind: Start, Intent: &Intent{}}, "an action, a component or data"},
		"start by a link":             {Event{Kind: Start, Intent: &Intent{Data: "vane://place/"}}, ""},
		"extra without a name": {Event{Kind: Start, Intent: &Intent{Data: "x:", Extras: map[string]string{"": "1"}}},
			"extra's name"},
		"extra whose name holds =": {Event{Kind: Start, Intent: &Intent{Data: "x:",
			Extras: map[string]string{"a=b": "1"}}}, "extra's name"},
		"tap with an intent":         {Event{Kind: Tap, X: 1, Intent: &Intent{Data: "x:"}}, "no intent"},
		"widget before the first":    {Event{Kind: Tap, Target: Selector{ID: "a", Nth: -1}}, "nth=-1"},
		"pixel far off the display":  {Event{Kind: Tap, X: maxPixel + 1}, "is not on a display"},
		"key":                        {Event{Kind: Key, Arg: "DPAD_DOWN"}, ""},
		"key without a name":         {Event{Kind: Key}, "needs a name"},
		"key that is a command":      {Event{Kind: Key, Arg: "3;reboot"}, "needs a name"},
		"back with a word":           {Event{Kind: Back, Arg: "now"}, "takes no argument"},
		"tile without a package":     {Event{Kind: Tile, Arg: TileClick, Value: "Lamp"}, "no component"},
		"tile with more":             {Event{Kind: Tile, Arg: TileClick, Value: "p/p.T 1"}, "no component"},
		"widget":                     {Event{Kind: Widget, Arg: WidgetUpdate, Value: "p/p.W"}, ""},
		"widget of nobody":           {Event{Kind: Widget, Arg: WidgetUpdate}, "no component"},
		"widget with a size":         {Event{Kind: Widget, Arg: WidgetResize, Value: "p/p.W 60x40"}, ""},
		"widget of a size by halves": {Event{Kind: Widget, Arg: WidgetResize, Value: "p/p.W 60"}, "WIDTHxHEIGHT"},
		"widget as wide as a field":  {Event{Kind: Widget, Arg: WidgetResize, Value: "p/p.W 99999x40"}, "WIDTHxHEIGHT"},
		"widget without a height":    {Event{Kind: Widget, Arg: WidgetResize, Value: "p/p.W 60x0"}, "WIDTHxHEIGHT"},
		"first part of a widget":     {Event{Kind: Widget, Arg: WidgetTap, Value: "p/p.W"}, ""},
		"no part of a widget":        {Event{Kind: Widget, Arg: WidgetTap, Value: "p/p.W -1"}, "whole number"},
		"update with a size":         {Event{Kind: Widget, Arg: WidgetUpdate, Value: "p/p.W 60x40"}, "provider only"},
		"shortcut without a name":    {Event{Kind: Shortcut}, "needs a value"},
		"rotation to nowhere":        {Event{Kind: Rotate, Arg: "upside"}, "needs one of"},
		"chord":                      {Event{Kind: Key, Arg: "CTRL_LEFT+A"}, ""},
		"two rows":                   {Event{Kind: Select, X: 1, X2: 2}, ""},
		"one row":                    {Event{Kind: Select, X: 1, X2: 2, Value: "1"}, "no number of rows"},
		"rows in words":              {Event{Kind: Select, X: 1, X2: 2, Value: "all"}, "no number of rows"},
		"more rows than on a screen": {Event{Kind: Select, X: 1, X2: 2, Value: "51"}, "no number of rows"},
		"file":                       {Event{Kind: Document, Arg: "whole", Value: "a.epub"}, ""},
		"file without a name":        {Event{Kind: Document, Arg: "whole"}, "needs a value"},
		"file in another folder":     {Event{Kind: Document, Arg: "whole", Value: "../a"}, "no name of a file"},
		"file in no state":           {Event{Kind: Document, Arg: "new", Value: "a"}, "needs one of"},
		"address without a name": {Event{Kind: Start, Intent: &Intent{Data: "x:", URIs: map[string]string{"": "1"}}},
			"extra's name"},
		"unknown setting": {Event{Kind: Config, Arg: "mood", Value: "x"}, "needs one of"},
	} {
		err := c.event.Validate()
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
}

// TestValidateScript: the error names the event as people count.
func TestValidateScript(t *testing.T) {
	t.Parallel()
	s := &Script{Package: "p", Events: []Event{{Kind: Launch}, {Kind: "knock"}}}
	if err := s.Validate(); err == nil || !strings.Contains(err.Error(), "event 2") {
		t.Error(err)
	}
	if err := (&Script{}).Validate(); err == nil || !strings.Contains(err.Error(), "no package") {
		t.Error(err)
	}
}

// TestSettingsAreValid: every setting that generators choose from can be replayed.
func TestSettingsAreValid(t *testing.T) {
	t.Parallel()
	for _, arg := range Settings() {
		if err := (Event{Kind: Config, Arg: arg, Value: "x"}).Validate(); err != nil {
			t.Errorf("%s: %v", arg, err)
		}
	}
	for _, value := range FaultyResponses() {
		if value == ResponsesNormal || servers[value] == "" {
			t.Errorf("%s is normal, or has no words", value)
		}
	}
}

// TestSame: what a person would call the same event is, wherever its widget lay.
func TestSame(t *testing.T) {
	t.Parallel()
	button := Selector{ID: "p:id/go"}
	for name, c := range map[string]struct {
		a, b Event
		want bool
	}{
		"widget that moved": {Event{Kind: Tap, Target: button, X: 1}, Event{Kind: Tap, Target: button, X: 9}, true},
		"another pixel":     {Event{Kind: Tap, X: 1}, Event{Kind: Tap, X: 2}, false},
		"another widget":    {Event{Kind: Tap, Target: button}, Event{Kind: Tap, Target: Selector{ID: "p:id/no"}}, false},
		"another row": {Event{Kind: Tap, Target: button}, Event{Kind: Tap, Target: Selector{ID: "p:id/go", Nth: 1}},
			false},
		"longer wait":  {Event{Kind: Wait, Millis: 1}, Event{Kind: Wait, Millis: 9}, true},
		"another kind": {Event{Kind: Tap, Target: button}, Event{Kind: LongTap, Target: button}, false},
		"another text": {Event{Kind: Text, Target: button, Value: "a"}, Event{Kind: Text, Target: button, Value: "b"},
			false},
		"another setting": {Event{Kind: Config, Arg: "night", Value: "no"}, Event{Kind: Config, Arg: "network",
			Value: "no"}, false},
		"where a swipe ended": {Event{Kind: Swipe, X: 1, X2: 5}, Event{Kind: Swipe, X: 1, X2: 6}, true},
	} {
		if c.a.Same(c.b) != c.want || c.b.Same(c.a) != c.want {
			t.Errorf("%s: want %v", name, c.want)
		}
	}
}

// TestFinger: the finger goes against the window on the content, and stays off the edges.
func TestFinger(t *testing.T) {
	t.Parallel()
	r := ui.Rect{Left: 100, Top: 200, Right: 300, Bottom: 600}
	for arg, want := range map[string][4]int{
		"down": {200, 500, 200, 300}, "up": {200, 300, 200, 500},
		"right": {260, 400, 140, 400}, "left": {140, 400, 260, 400},
	} {
		x, y, x2, y2 := Finger(r, arg)
		if got := [4]int{x, y, x2, y2}; got != want {
			t.Errorf("%s: %v, want %v", arg, got, want)
		}
		if !r.Contains(x, y) || !r.Contains(x2, y2) {
			t.Errorf("%s leaves the widget", arg)
		}
	}
}
