package trace_test

import (
	"strings"
	"testing"

	"talpa/asra/trace"
)

// one parses a text that holds one trace. Frames are written without "at".
func one(t *testing.T, text string) trace.Trace {
	t.Helper()
	traces, err := trace.Parse(text)
	if err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	return traces[0]
}

// inJam is the predicate of an APK that holds org.jam and libraries.
func inJam(class string) bool {
	for _, p := range []string{"org.jam.", "androidx.", "kotlinx.", "com.lib."} {
		if strings.HasPrefix(class, p) {
			return true
		}
	}
	return false
}

// The traces below share these parts.
const (
	click = "\tat org.jam.Jar.open(Jar.java:12)\n\tat org.jam.Main$1.onClick(Main.kt:40)\n"
	root  = "\tat android.view.View.performClick(View.java:7448)\n" +
		"\tat com.android.internal.os.ZygoteInit.main(ZygoteInit.java:947)\n"
	oldRoot = "\tat android.view.View.performClick(View.java:4438)\n\tat dalvik.system.NativeStart.main(Native Method)\n"
	start   = "java.lang.RuntimeException: Unable to start activity ComponentInfo{org.jam/org.jam.Main}: %s\n" +
		"\tat android.app.ActivityThread.performLaunchActivity(ActivityThread.java:1)\n" + root + "Caused by: "
	null = "java.lang.NullPointerException: Attempt to invoke virtual method 'void org.jam.Lid.turn()' " +
		"on a null object reference\n"
	nullJVM = "java.lang.NullPointerException: Cannot invoke \"org.jam.Lid.turn()\" because \"this.lid\" is null\n"
)

func TestCompare(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, want, got string
		level           trace.Level
		why             string // part of Why
		otherMessage    bool
	}{
		{"same", null + click + root, null + click + root, trace.Exact, "with lines", false},
		{"other Android, other wording", null + click + oldRoot, nullJVM + click + root, trace.Exact, "", false},
		{
			"the cause alone of what a library wraps in its own class", "java.lang.Error\n" + click,
			"java.lang.Error: not handled\n\tat rx.Worker.run(Worker.java:1)\n" +
				"Caused by: rx.NotHandled\n\tat rx.Flow.next(Flow.java:2)\nCaused by: java.lang.Error\n" + click,
			trace.Point, "the chain is Error < NotHandled < Error", false,
		},
		{"other message", "java.lang.Error: a\n" + click, "java.lang.Error: b\n" + click, trace.Exact, "", true},
		{
			"numbers in the message",
			"java.lang.Error: 12 @1f3a\n" + click,
			"java.lang.Error: 7 @99\n" + click,
			trace.Exact, "", false,
		},
		{
			"other line",
			null + click,
			null + strings.Replace(click, ":12", ":13", 1),
			trace.Method, "Jar.java:13 for", false,
		},
		{
			"no line",
			null + click,
			null + strings.Replace(click, "Jar.java:12", "Unknown Source:4", 1),
			trace.Method, "", false,
		},
		{
			"other caller",
			null + click,
			null + strings.Replace(click, "onClick", "onLongClick", 1),
			trace.Point, "other app frames", false,
		},
		{
			"other crash point",
			null + click,
			null + strings.Replace(click, "Jar.open", "Jar.close", 1),
			trace.None, "crash point", false,
		},
		{
			"other exception",
			null + click,
			"java.lang.Error: y\n" + click,
			trace.None, "wanted is java.lang.NullPointerException", true,
		},
		{
			"related exception",
			"java.lang.IndexOutOfBoundsException\n" + click,
			"java.lang.ArrayIndexOutOfBoundsException: length=0; index=0\n" + click,
			trace.Method, "ArrayIndex", false,
		},
		{"framework wraps the got one", null + click, start + null + click + root, trace.Exact, "", false},
		{"framework wraps the wanted one", start + null + click + root, null + click + root, trace.Exact, "", false},
		{
			"onClick of XML",
			"java.lang.IllegalStateException: Could not execute method for android:onClick\n" + root +
				"Caused by: java.lang.reflect.InvocationTargetException\n" +
				"\tat java.lang.reflect.Method.invoke(Native Method)\n\t... 1 more\nCaused by: " +
				null + click + "\t... 3 more\n",
			null + click + root,
			trace.Exact, "", false,
		},
		{
			"AsyncTask",
			"java.lang.RuntimeException: An error occured while executing doInBackground()\n" + root +
				"Caused by: " + null + click + "\t... 1 more\n",
			null + click + root,
			trace.Exact, "", false,
		},
		{
			"the app wraps",
			"org.jam.Spoiled: x\n" + click + "Caused by: " + null +
				"\tat org.jam.Lid.turn(Lid.java:1)\n\t... 2 more\n",
			null + "\tat org.jam.Lid.turn(Lid.java:1)\n" + click,
			trace.Point, "chain is NullPointerException, wanted is Spoiled", false,
		},
		{
			"more frames spelled out",
			"org.jam.Spoiled: x\n" + click + root + "Caused by: " + null +
				"\tat org.jam.Lid.turn(Lid.java:1)\n" + click + root,
			"org.jam.Spoiled: x\n" + click + root + "Caused by: " + null +
				"\tat org.jam.Lid.turn(Lid.java:1)\n\t... 4 more\n",
			trace.Exact, "", false,
		},
		{
			"no lines at all",
			"java.lang.Error\n\tat org.jam.a.a(Unknown Source:4)\n" + root,
			"java.lang.Error\n\tat org.jam.a.a(Unknown Source)\n" + root,
			trace.Exact, "no lines to compare", false,
		},
		{
			"the place in code without lines",
			"java.lang.Error\n\tat org.jam.a.a(Unknown Source:4)\n" + root,
			"java.lang.Error\n\tat org.jam.a.a(Unknown Source:4)\n" + root,
			trace.Exact, "with lines", false,
		},
		{
			"another place in code without lines",
			"java.lang.Error\n\tat org.jam.a.a(Unknown Source:4)\n" + root,
			"java.lang.Error\n\tat org.jam.a.a(Unknown Source:9)\n" + root,
			trace.Method, "Unknown Source:9", false,
		},
		{
			"further cause of the framework",
			null + click + root,
			null + click + root + "Caused by: java.io.IOException\n\tat java.io.X.y(X.java:1)\n\t... 4 more\n",
			trace.Exact, "further cause, java.io.IOException", false,
		},
		{
			"said twice",
			null + click + root,
			"java.lang.NullPointerException: about to\n" + click + root + "Caused by: " + null +
				"\tat java.io.X.y(X.java:1)\n\t... 4 more\n",
			trace.Exact, "with lines", false,
		},
		{
			"further cause",
			null + click + root,
			null + click + root + "Caused by: java.io.IOException\n\tat org.jam.X.y(X.java:1)\n\t... 4 more\n",
			trace.Method, "further cause, java.io.IOException", false,
		},
		{
			"wanted breaks off",
			null + "\tat org.jam.Jar.open(Jar.java:12)\n",
			null + click + root,
			trace.Exact, "", false,
		},
		{
			"wanted does not break off",
			null + "\tat org.jam.Jar.open(Jar.java:12)\n" + root,
			null + click + root,
			trace.Point, "", false,
		},
		{
			"got breaks off",
			null + click + root,
			null + "\tat org.jam.Jar.open(Jar.java:12)\n",
			trace.Point, "", false,
		},
		{
			"accessors and lambda classes",
			null +
				strings.Replace(click, "\tat org.jam.Main", "\tat org.jam.Main.access$100(Main.kt:9)\n"+
					"\tat org.jam.-$$Lambda$Main$xyz.run(Unknown Source:2)\n\tat org.jam.Main", 1),
			null +
				strings.Replace(click, "\tat org.jam.Main",
					"\tat org.jam.Main$$ExternalSyntheticLambda3.run(D8$$SyntheticClass:0)\n\tat org.jam.Main", 1),
			trace.Exact, "", false,
		},
		{
			"libraries differ",
			null + click + "\tat androidx.fragment.app.Fragment.performResume(Fragment.java:1)\n" + root,
			null + click + "\tat androidx.fragment.app.Fragment.a(Fragment.java:2)\n" + root,
			trace.Exact, "", false,
		},
		{
			"library only",
			null + "\tat android.support.x.A.b(A.java:1)\n" + root,
			null + "\tat androidx.y.A.b(A.java:1)\n" + root,
			trace.Exact, "", false,
		},
		{
			"library only, other method",
			null + "\tat androidx.x.A.b(A.java:1)\n" + root,
			null + "\tat androidx.x.A.c(A.java:1)\n" + root,
			trace.None, "crash point", false,
		},
		{
			"framework only",
			"java.lang.Error: bad 1\n" + root,
			"java.lang.Error: bad 2\n" + oldRoot,
			trace.Point, "no app frames", false,
		},
		{
			"framework only, other message",
			"java.lang.Error: good\n" + root,
			"java.lang.Error: bad\n" + root,
			trace.None, "messages differ", true,
		},
		{
			"framework only, got has app frames",
			"java.lang.Error\n" + root,
			"java.lang.Error\n" + click + root,
			trace.None, "this crash has", false,
		},
		{"simple name", "NullPointerException\n" + click, null + click, trace.Exact, "", false},
		{"frames only", click, null + click, trace.Method, "unknown cause", false},
		{
			"stack overflow",
			"java.lang.StackOverflowError: stack size 8MB\n" + strings.Repeat(click, 10),
			"java.lang.StackOverflowError\n\tat java.lang.A.b(A.java:1)\n" + strings.Repeat(click, 30),
			trace.Exact, "call each other", false,
		},
		{
			"stack overflow elsewhere",
			"java.lang.StackOverflowError\n" + strings.Repeat(click, 10),
			"java.lang.StackOverflowError\n" + strings.Repeat("\tat org.jam.Other.go(Other.java:1)\n", 30),
			trace.None, "other methods", false,
		},
		{
			"copied by coroutines",
			null + click,
			null + "\tat org.jam.Main.call(Main.kt:9)\nCaused by: " + null + click,
			trace.Exact, "", false,
		},
	} {
		m := trace.Compare(one(t, c.want), one(t, c.got), inJam)
		if m.Level != c.level || !strings.Contains(m.Why, c.why) || m.Message == c.otherMessage {
			t.Errorf("%s: level %s, want %s; message agrees: %v; why: %s", c.name, m.Level, c.level, m.Message, m.Why)
		}
	}
}

func TestCompareLevels(t *testing.T) {
	t.Parallel()
	native := trace.Trace{Native: &trace.NativeCrash{Signal: "SIGSEGV"}}
	if m := trace.Compare(native, one(t, null+click), inJam); m.Level != trace.None {
		t.Errorf("native against Java: %s", m.Level)
	}
	names := ""
	for _, l := range []trace.Level{trace.None, trace.Point, trace.Method, trace.Exact, 99} {
		names += l.String() + " "
	}
	if names != "none point method exact exact " {
		t.Errorf("names of the levels: %s", names)
	}
}

func TestComparePairs(t *testing.T) {
	t.Parallel()
	want := one(t, start+null+click+root)
	got := one(t, null+"\tat java.util.X.y(X.java:1)\n"+strings.Replace(click, ":12", ":13", 1)+oldRoot)
	m := trace.Compare(want, got, inJam)
	var lines []string
	for _, p := range m.Pairs {
		f := want.Chain[p.WantThrowable].Frames[p.WantFrame]
		g := got.Chain[p.GotThrowable].Frames[p.GotFrame]
		if f.Class != g.Class || f.Method != g.Method {
			t.Errorf("%s paired with %s", f, g)
		}
		line := f.String()
		if p.App {
			line += " app"
		}
		if p.Line {
			line += " line"
		}
		lines = append(lines, line)
	}
	const all = "org.jam.Jar.open(Jar.java:12) app, org.jam.Main$1.onClick(Main.kt:40) app line, " +
		"android.view.View.performClick(View.java:7448)"
	if s := strings.Join(lines, ", "); s != all {
		t.Errorf("pairs %s", s)
	}
}

// Where no frame is the app's the message is all that can agree; without one nothing is sure.
func TestCompare_byMessage(t *testing.T) {
	t.Parallel()
	const frames = "\n\tat android.os.Handler.handleCallback(Handler.java:938)\n"
	added := "java.lang.IllegalStateException: Fragment already added: Info{a1b2c3d #0 info}" + frames
	for text, want := range map[string]bool{
		added:                                 true,
		null + click + root:                   false,
		"java.lang.RuntimeException" + frames: false,
	} {
		if m := trace.Compare(one(t, text), one(t, text), inJam); m.ByMessage != want {
			t.Errorf("by its message: %v for\n%s", m.ByMessage, text)
		}
	}
}

func TestSign(t *testing.T) {
	t.Parallel()
	base := trace.Sign(one(t, null+click+root), inJam)
	if len(base) != 16 {
		t.Errorf("signature %q", base)
	}
	for name, text := range map[string]string{
		"other Android":        nullJVM + click + oldRoot,
		"wrapped by framework": start + null + click + root,
		"other caller line":    null + strings.Replace(click, ":40", ":41", 1) + root,
	} {
		if s := trace.Sign(one(t, text), inJam); s != base {
			t.Errorf("%s: signature %s, want %s", name, s, base)
		}
	}
	seen := map[string]string{base: "base"}
	for name, text := range map[string]string{
		"other line":                    null + strings.Replace(click, ":12", ":13", 1) + root,
		"other exception":               "java.lang.Error\n" + click + root,
		"other method":                  null + strings.Replace(click, "open", "close", 1) + root,
		"framework only":                "java.lang.Error: bad\n" + root,
		"framework only, other message": "java.lang.Error: good\n" + root,
		"native":                        "signal 11 (SIGSEGV)\n#00 pc 01 libx.so\n",
		"anr":                           "ANR in org.jam\nReason: slow\n",
	} {
		s := trace.Sign(one(t, text), inJam)
		if other, ok := seen[s]; ok {
			t.Errorf("%s has the signature of %s", name, other)
		}
		seen[s] = name
	}
}

func TestNormalMessage(t *testing.T) {
	t.Parallel()
	for _, same := range [][]string{
		{"length=0; index=0", "Index 0 out of bounds for length 0", "Invalid index 3, size is 2", "Index: 0, Size: 0"},
		{`Invalid int: ""`, `For input string: ""`},
		{"a.B cannot be cast to c.D",
			"class a.B cannot be cast to class c.D (a.B and c.D are in unnamed module of loader x)"},
		{"Binary XML file line #49: Error inflating class X",
			"Binary XML file line #7: Binary XML file line #7: Error inflating class X"},
		{"view org.jam.V{1f3a2 V.E 0,0-10,20 #7f0a01}", "view org.jam.V{9cd01 V.E 0,7-55,20 #7f0a02}"},
		{"Attempt to get length of null array", `Cannot read the array length because "<local1>" is null`},
	} {
		for _, m := range same[1:] {
			if trace.NormalMessage(m) != trace.NormalMessage(same[0]) {
				t.Errorf("%q gives %q, %q gives %q", same[0], trace.NormalMessage(same[0]), m, trace.NormalMessage(m))
			}
		}
	}
	if trace.NormalMessage("no jar") == trace.NormalMessage("no lid") {
		t.Error("different messages are the same")
	}
}

// TestMatch_SameLines: an index that Android 13 told by another exception is the same crash if its lines are.
func TestMatch_SameLines(t *testing.T) {
	t.Parallel()
	crash := func(exception string, line int) trace.Trace {
		return trace.Trace{Chain: []trace.Throwable{{Class: exception, Frames: []trace.Frame{
			{Class: "java.util.ArrayList", Method: "get", File: "ArrayList.java", Line: line},
			{Class: "com.foo.Main", Method: "onClick", File: "Main.java", Line: line},
			{Class: "com.foo.Row", Method: "show", File: "Row.java", Line: 7},
		}}}}
	}
	want := crash("java.lang.ArrayIndexOutOfBoundsException", 4)
	for _, c := range []struct {
		exception string
		line      int
		level     trace.Level
		same      bool
	}{
		{"java.lang.IndexOutOfBoundsException", 4, trace.Method, true},
		{"java.lang.IndexOutOfBoundsException", 5, trace.Method, false},
		{"java.lang.ArrayIndexOutOfBoundsException", 4, trace.Exact, true},
	} {
		if m := trace.Compare(want, crash(c.exception, c.line), nil); m.Level != c.level || m.SameLines() != c.same {
			t.Errorf("%s on line %d: %v, on the same lines %t", c.exception, c.line, m.Level, m.SameLines())
		}
	}
}
