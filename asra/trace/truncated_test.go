package trace_test

import (
	"strings"
	"testing"

	"talpa/asra/trace"
)

// TestCompareTruncated compares with traces of which only the framework's wrapper is left.
func TestCompareTruncated(t *testing.T) {
	t.Parallel()
	const frames = "\n\tat android.app.ActivityThread.performLaunchActivity(ActivityThread.java:4048)" +
		"\n\tat android.app.ActivityThread.main(ActivityThread.java:8705)"
	const null = "java.lang.NullPointerException: Attempt to invoke virtual method 'void a.B.c()' on a null object " +
		"reference"
	crash := func(wrapper, cause string) string {
		return "java.lang.RuntimeException: " + wrapper + ": " + cause + frames +
			"\nCaused by: " + cause + "\n\tat a.Main.onCreate(Main.java:9)\n\t... 1 more\n"
	}
	const start, resume = "Unable to start activity ComponentInfo{a/a.Main}", "Unable to resume activity {a/a.Main}"
	const result = "Failure delivering result ResultInfo{who=null, request=1} to activity {a/a."
	service := func(id, in string) string {
		return "Unable to start service a.Work@" + id + " with Intent { " + in + "cmp=a/.Work }"
	}
	for name, c := range map[string]struct {
		wrapper, cause string // of the wanted trace
		got            string
		same           bool
	}{
		"same":             {start, "java.lang.NullPointerException", crash(start, null), true},
		"same message":     {start, null, crash(start, null), true},
		"other exception":  {start, "java.lang.IllegalStateException", crash(start, null), false},
		"other message":    {start, "a.Lost: x", crash(start, "a.Lost: y"), false},
		"other activity":   {"Unable to start activity ComponentInfo{a/a.Two}", "a.Lost", crash(start, "a.Lost"), false},
		"other callback":   {resume, "java.lang.NullPointerException", crash(start, null), false},
		"not in a wrapper": {start, "java.lang.NullPointerException", null + "\n\tat a.Main.onClick(Main.java:7)", false},
		"service":          {service("b1261ec8", ""), "a.Lost", crash(service("5", "flg=0x4 "), "a.Lost"), true},
		"result": {result + "Main}", "a.Lost", crash(strings.Replace(result, "null", "x", 1)+"Main}", "a.Lost"),
			true},
		"result to another": {result + "Two}", "a.Lost", crash(result+"Main}", "a.Lost"), false},
	} {
		want := "java.lang.RuntimeException: " + c.wrapper + ": " + c.cause + frames + "\n"
		inApp := func(class string) bool { return strings.HasPrefix(class, "a.") }
		m := trace.Compare(one(t, want), one(t, c.got), inApp)
		if (m.Level == trace.Point) != c.same {
			t.Errorf("%s: %s, %s", name, m.Level, m.Why)
		}
		if c.same && len(m.Pairs) != 2 {
			t.Errorf("%s: %d pairs", name, len(m.Pairs))
		}
	}
	// With the cause in the text the comparison is the usual one.
	whole := one(t, crash(start, null))
	if m := trace.Compare(whole, whole, nil); m.Level != trace.Exact {
		t.Errorf("a whole trace and itself: %s, %s", m.Level, m.Why)
	}
}
