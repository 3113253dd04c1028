package trace_test

import (
	"slices"
	"testing"

	"talpa/asra/trace"
)

// chain makes a chain of throwables, outermost first, each with the classes of its frames.
func chain(frames ...[]string) trace.Trace {
	var t trace.Trace
	for _, classes := range frames {
		th := trace.Throwable{Class: "java.lang.Error"}
		for _, c := range classes {
			th.Frames = append(th.Frames, trace.Frame{Class: c, Method: "run"})
		}
		t.Chain = append(t.Chain, th)
	}
	return t
}

// TestPoint: the innermost throwable with a frame of the app, and its deepest such frame.
func TestPoint(t *testing.T) {
	t.Parallel()
	inJam := func(class string) bool { return class == "org.jam.Jar" || class == "okio.Buffer" }
	for _, c := range []struct {
		name  string
		in    trace.Trace
		inApp func(string) bool
		want  string // class of the frame, "" for none
		index int    // of the throwable
	}{
		{"deepest_frame", chain([]string{"java.util.List", "org.jam.Jar", "okio.Buffer"}), inJam, "org.jam.Jar", 0},
		{"innermost_throwable", chain([]string{"org.jam.Jar"}, []string{"java.util.List", "okio.Buffer"}), inJam, "okio.Buffer", 1},
		{"cause_without_app_frame", chain([]string{"org.jam.Jar"}, []string{"java.util.List"}), inJam, "org.jam.Jar", 0},
		{"guess_without_app", chain([]string{"android.view.View", "okio.Buffer", "com.foo.Main"}), nil, "com.foo.Main", 0},
		{"framework_only", chain([]string{"android.view.View"}), nil, "", 0},
		{"no_throwable", trace.Trace{}, inJam, "", 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			cause, frame, ok := c.in.Point(c.inApp)
			if frame.Class != c.want || ok != (c.want != "") {
				t.Fatalf("%q, %v; want %q", frame.Class, ok, c.want)
			}
			if ok && !slices.Equal(cause.Frames, c.in.Chain[c.index].Frames) {
				t.Errorf("of another throwable: %v", cause.Frames)
			}
		})
	}
}

// TestCause: the last of the chain, whether it has frames or not.
func TestCause(t *testing.T) {
	t.Parallel()
	if _, ok := (trace.Trace{}).Cause(); ok {
		t.Error("a trace without throwables has a cause")
	}
	two := chain([]string{"org.jam.Jar"}, nil)
	two.Chain[1].Class = "java.io.IOException"
	if cause, ok := two.Cause(); !ok || cause.Class != "java.io.IOException" {
		t.Errorf("%q, %v", cause.Class, ok)
	}
}

// TestSourceFile: the file of the outermost class.
func TestSourceFile(t *testing.T) {
	t.Parallel()
	for class, want := range map[string]string{
		"com.foo.Main":           "Main.java",
		"com.foo.Main$1":         "Main.java",
		"com.foo.Main$Inner$2":   "Main.java",
		"com.foo.ToolsKt":        "Tools.kt",
		"com.foo.ToolsKt$open$1": "Tools.kt",
		"Main":                   "Main.java",
		"com.foo.$Proxy0":        "$Proxy0.java",
	} {
		if got := trace.SourceFile(class); got != want {
			t.Errorf("%s: %s, want %s", class, got, want)
		}
	}
}

// TestIsFramework: what a device brings is no library of an APK, and the other way round.
func TestIsFramework(t *testing.T) {
	t.Parallel()
	for class, want := range map[string]string{
		"android.app.Activity":             "framework",
		"java.lang.Thread":                 "framework",
		"com.android.internal.os.Zygote":   "framework",
		"org.json.JSONObject":              "framework",
		"android.support.v4.app.Fragment":  "library",
		"androidx.fragment.app.Fragment":   "library",
		"kotlinx.coroutines.Job":           "library",
		"_COROUTINE._BOUNDARY":             "library",
		"com.foo.Main":                     "own",
		"androidxtra.Main":                 "own",
		"com.android.calculator2.MainView": "own",
		"javaxtra.Main":                    "own",
	} {
		got := "own"
		switch {
		case trace.IsFramework(class) && trace.IsLibrary(class):
			got = "both"
		case trace.IsFramework(class):
			got = "framework"
		case trace.IsLibrary(class):
			got = "library"
		}
		if got != want {
			t.Errorf("%s: %s, want %s", class, got, want)
		}
	}
}

// TestFormat: what is printed is read back as it was, but for what the form does not show.
func TestFormat(t *testing.T) {
	t.Parallel()
	in := trace.Trace{Chain: []trace.Throwable{
		{Class: "org.jam.LidException", Message: "two\nlines: of it", Frames: []trace.Frame{
			{Class: "org.jam.Lid", Method: "<init>", File: "Lid.java", Line: 7},
			{Class: "org.jam.Lid", Method: "turn", Native: true},
			{Class: "org.jam.Lid$1", Method: "run", Line: 3},
			{Class: "a.b", Method: "c"},
			{Class: "org.jam.Lid", Method: "shut", File: "Lid.java"},
		}, Suppressed: []trace.Throwable{
			{Class: "java.io.IOException", Message: "shut", Frames: []trace.Frame{{Class: "org.jam.Jar", Method: "close", File: "Jar.java", Line: 1}}},
		}},
		{Class: "java.lang.IllegalStateException", Omitted: 2, Frames: []trace.Frame{
			{Class: "org.jam.Jar", Method: "open", File: "Jar.java", Line: 12},
		}},
	}}
	got, err := trace.Parse(in.Format())
	if err != nil || len(got) != 1 {
		t.Fatalf("%d traces, %v", len(got), err)
	}
	if again := got[0].Format(); again != in.Format() {
		t.Errorf("read back:\n%s\nwant\n%s", again, in.Format())
	}
	if len(got[0].Chain) != 2 || len(got[0].Chain[0].Suppressed) != 1 || got[0].Chain[1].Omitted != 2 {
		t.Errorf("read back as %+v", got[0].Chain)
	}
}
