package export

import (
	"slices"
	"strings"
	"testing"

	"talpa/asra/trace"
	"talpa/fuzz/crash"
	"talpa/fuzz/event"
)

// TestTyped: what one input command types; put together again the pieces are the text.
func TestTyped(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"":          "",
		"two words": "two%swords",
		"a\nb":      "a|\n|b",
		"\n":        "\n",
		"5%s":       "5%|s",
		"%s%s":      "%|s%|s",
		"100%":      "100%",
		"% s":       "%%ss",
	} {
		pieces := typed(text)
		if got := strings.Join(pieces, "|"); got != want {
			t.Errorf("%q is typed as %q, want %q", text, got, want)
		}
		var back strings.Builder
		for _, p := range pieces {
			back.WriteString(strings.ReplaceAll(p, "%s", " "))
		}
		if back.String() != text {
			t.Errorf("%q arrives as %q", text, back.String())
		}
	}
}

// TestChanged: what of the phone an event changes for good, and so is put back; what belongs to the app
// goes with its data.
func TestChanged(t *testing.T) {
	t.Parallel()
	config := func(arg, value string) event.Event { return event.Event{Kind: event.Config, Arg: arg, Value: value} }
	for _, c := range []struct {
		event event.Event
		want  string // what each is put back by
	}{
		{event.Event{Kind: event.Tap}, ""},
		{event.Event{Kind: event.Permission, Arg: "deny"}, ""},
		{event.Event{Kind: event.Rotate, Arg: "landscape"},
			"settings put system user_rotation |settings put system accelerometer_rotation "},
		{event.Event{Kind: event.Location, Arg: "off"}, "settings put secure location_mode "},
		{event.Event{Kind: event.Location, Arg: event.LocationFix, Value: "1,2"},
			"cmd location providers remove-test-provider gps|appops set shell android:mock_location default"},
		{event.Event{Kind: event.Battery, Arg: event.BatteryLevel, Value: "5"}, "cmd battery reset"},
		{config("locale", "de-DE"), ""},
		{config("fontscale", "1.3"), "settings put system font_scale "},
		{config("night", "yes"), "cmd uimode night "},
		{config("network", "off"), `b() { test "$1" = 0 && svc wifi disable || svc wifi enable; }; b |` +
			`b() { test "$1" = 0 && svc data disable || svc data enable; }; b `},
		{config("timezone", "Asia/Kolkata"), "cmd alarm set-timezone "},
		{config(event.Bluetooth, "off"), `b() { test "$1" = 0 && svc bluetooth disable || svc bluetooth enable; }; b `},
		{config(event.NFC, "off"), "svc nfc enable"},
		{config(event.Apps, "com.other"), "pm enable com.other >/dev/null"},
		{config(event.Apps, event.AppsMore), ""},
	} {
		var all []string
		for _, s := range changed(c.event) {
			if s.Read != "" && s.Reset == "" {
				t.Errorf("%s: a value that nobody had set is not put back", c.event)
			}
			all = append(all, s.Write)
		}
		if got := strings.Join(all, "|"); got != c.want {
			t.Errorf("%s: put back by %q, want %q", c.event, got, c.want)
		}
	}
	j := newJob(&event.Script{Events: []event.Event{{Kind: event.Rotate}, {Kind: event.Rotate}, config("night", "yes")}}, Wanted{})
	if n := len(j.settings()); n != 3 {
		t.Errorf("%d settings of two rotations and a night, want each once", n)
	}
}

// TestPoint: pixels are percent of the display that the script was recorded on, upright or turned.
func TestPoint(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		device string
		x, y   int
		want   string
	}{
		{"virtual api=35 720x1280@320", 360, 640, "50%,50%"},
		{"virtual api=35 720x1280@320", 719, 1279, "100%,100%"},
		{"virtual api=35 720x1280@320", 0, 0, "0%,0%"},
		{"virtual api=35 720x1280@320", 1280, 0, "100%,0%"}, // turned
		{"", 360, 640, "360,640"},
		{"Pixel 9", 360, 640, "360,640"},
	} {
		if got := newJob(&event.Script{Device: c.device}, Wanted{}).point(c.x, c.y); got != c.want {
			t.Errorf("%d,%d on %q: %s, want %s", c.x, c.y, c.device, got, c.want)
		}
	}
}

// TestSteps_scrollsOfATurnedDisplay: a scroll without an end gets one on the display as it is then.
func TestSteps_scrollsOfATurnedDisplay(t *testing.T) {
	t.Parallel()
	scroll := event.Event{Kind: event.Scroll, Arg: "right", X: 10, Y: 10}
	j := newJob(&event.Script{Device: "720x1280", Events: []event.Event{scroll, {Kind: event.Rotate, Arg: "landscape"},
		scroll, {Kind: event.Rotate, Arg: "portrait"}, scroll}}, Wanted{})
	var seen []event.Event
	steps, gaps := j.steps(func(e event.Event) ([]string, string) {
		if e.Kind == event.Scroll {
			seen = append(seen, e)
			return nil, ""
		}
		return nil, "why not"
	})
	if seen[0] != event.WithEnd(scroll, 720, 1280) || seen[1] != event.WithEnd(scroll, 1280, 720) || seen[2] != seen[0] {
		t.Errorf("ends %+v", seen)
	}
	if len(steps) != 5 || len(gaps) != 2 || gaps[0].Step != 2 || gaps[1].Step != 4 {
		t.Errorf("%d steps, gaps %v", len(steps), gaps)
	}
}

// TestWords: names and texts that come from the app stay what they are in each language, and in their line.
func TestWords(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ what, got, want string }{
		{"a package", packageName("org.a_b1; rm -rf /"), "org.a_b1rmrf"},
		{"a comment", line("a\nb\u2028c\x7f"), "a b c "},
		{"a Kotlin string", kotlinString("$x \"\\\n\u2028"), `"\$x \"\\\n\u2028"`},
		{"a Kotlin package", kotlinPackage("org.in..fun"), "org.`in`.`fun`.regression"},
		{"no package", kotlinPackage(""), "regression"},
		{"text of a dump", xmlText("<a> & \"b\"\n'c'"), "&lt;a&gt; &amp; &quot;b&quot;&#10;'c'"},
		{"YAML", yaml("- a: <b>\n"), `"- a: <b>\n"`},
		{"seconds", seconds(1050), "1.050"},
	} {
		if c.got != c.want {
			t.Errorf("%s: %s, want %s", c.what, c.got, c.want)
		}
	}
}

// TestEspressoWidget: a widget is named by all that is known of it, and not at all by pixels.
func TestEspressoWidget(t *testing.T) {
	t.Parallel()
	for want, target := range map[string]event.Selector{
		"": {Class: "android.widget.Button"},
		`onView(allOf(withId(id("p:id/a")), isDisplayed()))`:                    {ID: "p:id/a"},
		`onView(allOf(says("b"), withContentDescription("c"), isDisplayed()))`:  {Text: "b", Desc: "c"},
		`onView(nth(2, allOf(withId(id("p:id/a")), says("b"), isDisplayed())))`: {ID: "p:id/a", Text: "b", Nth: 2},
	} {
		if got := espressoWidget(event.Event{Kind: event.Tap, X: 1, Y: 1, Target: target}); got != want {
			t.Errorf("%+v: %s, want %s", target, got, want)
		}
	}
}

// TestMaestroConfig: a value that a flow has no word for is a gap, never a command without a value.
func TestMaestroConfig(t *testing.T) {
	t.Parallel()
	for value, want := range map[string]string{"off": "- setAirplaneMode: enabled", "on": "- setAirplaneMode: disabled",
		event.NetworkMobile: "", "": ""} {
		lines, why := maestroConfig(nil, event.Event{Kind: event.Config, Arg: "network", Value: value})
		if got := strings.Join(lines, "\n"); got != want || (why == "") == (want == "") {
			t.Errorf("network %q: %q, %q; want %q", value, got, why, want)
		}
	}
}

// TestWantedOf: exception and frame are looked for in the log of a crash of Java code only.
func TestWantedOf(t *testing.T) {
	t.Parallel()
	traces, err := trace.Parse("java.lang.RuntimeException: a\n\tat android.os.Looper.loop(Looper.java:1)\n" +
		"Caused by: java.lang.IllegalStateException: b\n\tat java.util.List.get(List.java:1)\n\tat p.Main.run(Main.java:3)\n")
	if err != nil {
		t.Fatal(err)
	}
	inApp := func(class string) bool { return strings.HasPrefix(class, "p.") }
	for _, c := range []struct {
		crash *crash.Crash
		want  Wanted
		says  string
	}{
		{nil, Wanted{Title: "title"}, "title"},
		{&crash.Crash{Kind: crash.Java, Trace: traces[0]}, Wanted{Kind: crash.Java, Title: "title",
			Exception: "java.lang.IllegalStateException", Frame: "p.Main.run"}, "java.lang.IllegalStateException at p.Main.run"},
		{&crash.Crash{Kind: crash.ANR, Trace: traces[0]}, Wanted{Kind: crash.ANR, Title: "title"}, "title"},
	} {
		got := WantedOf(c.crash, "title", inApp)
		if got != c.want || got.happened() != c.says {
			t.Errorf("%+v says %q; want %+v, %q", got, got.happened(), c.want, c.says)
		}
	}
	if !slices.Equal(Names(), []string{NameShell, NamePython, NameKotlin, NameEspresso, NameMaestro}) {
		t.Errorf("files %v", Names())
	}
}
