package framework

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"talpa/fuzz/event"
)

// FuzzParseAm: any arguments are an intent or refused, and what is an intent is told
// to the agent as JSON.
func FuzzParseAm(f *testing.F) {
	f.Add("-W -a x --es k v --ez b true -n p/.Main")
	f.Add("-f 0x10 -c")
	f.Add("--ef x NaN --ed y -Inf")
	f.Add("--receiver-foreground --ez a 2")
	f.Add("http://a/b -p")
	f.Fuzz(func(t *testing.T, line string) {
		a, err := parseAm(strings.Fields(line))
		if err != nil {
			return
		}
		if _, err := json.Marshal(IntentParams(&a.Intent, a.extras)); err != nil {
			t.Error(err)
		}
		_ = describe(a)
	})
}

// FuzzParseContent: any arguments are an operation with a URI, or refused.
func FuzzParseContent(f *testing.F) {
	f.Add("insert --uri content://a/b --bind a:s:x --bind b:i:1")
	f.Add("query --uri content://a --projection a:b --sort")
	f.Fuzz(func(t *testing.T, line string) {
		if op, err := parseContent(strings.Fields(line)); err == nil && !strings.HasPrefix(op.URI, "content://") {
			t.Errorf("%q asks %q", line, op.URI)
		}
	})
}

// FuzzInputRequests: any arguments are requests that can be sent, or refused.
func FuzzInputRequests(f *testing.F) {
	f.Add("swipe 1 2 3 4 5")
	f.Add("motionevent DOWN 1 2")
	f.Add("keycombination -t 1 113 29")
	f.Add("keycombination -t")
	f.Add("tap NaN 1e400")
	f.Add("swipe 0x1p1023 1 -Inf 2")
	f.Fuzz(func(t *testing.T, line string) {
		args := strings.Fields(line)
		if len(args) == 0 {
			return
		}
		requests, err := inputRequests(args)
		for _, r := range requests {
			if _, unsayable := json.Marshal(r.Params); err != nil || r.Method == "" || unsayable != nil {
				t.Errorf("%q: %+v, %v, %v", line, r, err, unsayable)
			}
		}
	})
}

// FuzzConsoleEvent: any words of an emulator's console, and of cmd location, are an event
// that a script can hold, or refused.
func FuzzConsoleEvent(f *testing.F) {
	f.Add("geo fix 1 2 3 4 5")
	f.Add("geo fix NaN Inf -0")
	f.Add("geo nmea $GPGGA")
	f.Add("--location 1,2 --accuracy")
	f.Fuzz(func(t *testing.T, line string) {
		words := strings.Fields(line)
		if e, err := consoleEvent(words); err == nil && e.Kind != event.Location {
			t.Errorf("%q is %+v", line, e)
		}
		place, err := testFix(words)
		if err == nil && !strings.Contains(place, ",") {
			t.Errorf("%q is at %q", line, place)
		}
	})
}

func TestIntentParams(t *testing.T) {
	t.Parallel()
	if got := IntentParams(&event.Intent{}, nil); len(got) != 0 {
		t.Errorf("an empty intent is %v", got)
	}
	in := &event.Intent{Action: "a", Data: "d", Type: "t", Component: "p/q", Categories: []string{"c"}, Flags: 3}
	got, err := json.Marshal(IntentParams(in, map[string]any{"k": 1}))
	const want = `{"action":"a","categories":["c"],"component":"p/q","data":"d","extras":{"k":1},"flags":3,"type":"t"}`
	if err != nil || string(got) != want {
		t.Errorf("%s, %v; want %s", got, err, want)
	}
}

func TestInstallWords(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		args  string
		size  int64
		words string
	}{
		{"-r -g a.apk", -1, "a.apk"},
		{"-S 12 -", 12, "-"},
		{"-i me --abi x86 -t b.apk", -1, "b.apk"},
		{"", -1, ""},
	} {
		size, words, err := installWords(strings.Fields(test.args))
		if err != nil || size != test.size || strings.Join(words, " ") != test.words {
			t.Errorf("%s: %d, %q, %v", test.args, size, words, err)
		}
	}
	if _, _, err := installWords([]string{"-S", "-4"}); err == nil {
		t.Error("a negative size is taken")
	}
}

// TestSettingsLearn: an app can write settings, but not without end, and in no space
// of its own making.
func TestSettingsLearn(t *testing.T) {
	t.Parallel()
	var s Settings
	s.Learn("system", "a", "1", false)
	s.Learn("evil", "a", "1", false)
	s.Learn("system", "long", strings.Repeat("x", maxSettingBytes), false)
	if got := fmt.Sprint(s.List()); got != "map[system:map[a:1]]" {
		t.Errorf("%s", got)
	}
	s.Learn("system", "a", "", true)
	if _, ok := s.Get("system", "a"); ok {
		t.Error("what the app removed is there")
	}
	for i := range maxSettings + 10 {
		s.Learn("global", fmt.Sprint(i), "x", false)
	}
	if n := len(s.List()["global"]); n != maxSettings {
		t.Errorf("%d settings, limit %d", n, maxSettings)
	}
	list := s.List()
	list["global"]["0"] = "changed"
	if value, _ := s.Get("global", "0"); value != "x" {
		t.Error("the list is no copy")
	}
	s.Clear()
	if len(s.List()) != 0 {
		t.Errorf("%v after Clear", s.List())
	}
}

func TestScreenSize(t *testing.T) {
	t.Parallel()
	for rotation, want := range [][]int{{720, 1280}, {1280, 720}, {720, 1280}, {1280, 720}} {
		w, h := Screen{Width: 720, Height: 1280, Rotation: rotation}.Size()
		if !slices.Equal([]int{w, h}, want) {
			t.Errorf("rotation %d: %d x %d, want %v", rotation, w, h, want)
		}
	}
}

func TestKeyName(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]any{
		"4": 4, "KEYCODE_ENTER": "ENTER", "ENTER": "ENTER", "KEYCODE_": "KEYCODE_", "": "",
	} {
		if got := KeyName(name); got != want {
			t.Errorf("%q: %v, want %v", name, got, want)
		}
	}
}
