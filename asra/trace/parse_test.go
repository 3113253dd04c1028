package trace_test

import (
	"fmt"
	"strings"
	"testing"

	"talpa/asra/trace"
	"talpa/internal/golden"
)

// TestParse reads pasted texts of every form. Each file holds the text and
// what is to be found in it.
func TestParse(t *testing.T) {
	golden.Cases(t, "testdata/parse/*.txtar", func(_ *testing.T, files map[string]string) map[string]string {
		return map[string]string{"want": describe(trace.Parse(files["text"]))}
	})
}

// describe writes all that was parsed, and which trace is chosen.
func describe(traces []trace.Trace, err error) string {
	if err != nil {
		return "error: " + err.Error() + "\n"
	}
	var b strings.Builder
	for i, t := range traces {
		fmt.Fprintf(&b, "== %d: lines %d-%d", i+1, t.Line, t.End)
		for _, field := range []struct{ name, value string }{
			{"process", t.Process}, {"thread", t.Thread}, {"tag", t.Tag},
		} {
			if field.value != "" {
				fmt.Fprintf(&b, " %s=%q", field.name, field.value)
			}
		}
		if t.PID > 0 {
			fmt.Fprintf(&b, " pid=%d", t.PID)
		}
		if t.Fatal {
			b.WriteString(" fatal")
		}
		b.WriteString("\n" + t.Format())
	}
	if i, err := trace.Choose(traces, trace.Hint{}); err != nil {
		fmt.Fprintf(&b, "chosen: error: %v\n", err)
	} else {
		fmt.Fprintf(&b, "chosen: %d\n", i+1)
	}
	return b.String()
}

func TestParseEmpty(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"", " \n\t", "\ufeff\r\n"} {
		if _, err := trace.Parse(text); err == nil || !strings.Contains(err.Error(), trace.ErrEmpty.Error()) {
			t.Errorf("%q: %v", text, err)
		}
	}
}

func TestChooseProcess(t *testing.T) {
	t.Parallel()
	text := "FATAL EXCEPTION: main\nProcess: org.other, PID: 1\njava.lang.Error: other\n\tat org.other.A.b(A.java:1)\n" +
		"FATAL EXCEPTION: main\nProcess: org.jam:remote, PID: 2\njava.lang.Error: jam\n\tat org.jam.A.b(A.java:1)\n"
	traces, err := trace.Parse(text)
	if err != nil || len(traces) != 2 {
		t.Fatalf("%d traces, %v", len(traces), err)
	}
	for _, c := range []struct {
		pkg  string
		want int
	}{{"", 0}, {"org.other", 0}, {"org.jam", 1}, {"org.third", 0}} {
		if got, err := trace.Choose(traces, trace.Hint{Package: c.pkg}); err != nil || got != c.want {
			t.Errorf("package %q: trace %d (%v), want %d", c.pkg, got, err, c.want)
		}
	}
}

// Below a header that announces a crash the message ends at the first frame, however long
// it is; in other text an exception's name with long text below it is no crash.
func TestParseLongMessage(t *testing.T) {
	t.Parallel()
	const name, frame = "java.lang.IllegalStateException: Expected:\n", "\tat org.mole.Main.onCreate(Main.java:7)\n"
	long := strings.Repeat("  Column { name = 'x' },\n", 1000)
	traces, err := trace.Parse("FATAL EXCEPTION: main\nProcess: org.mole, PID: 28\n" + name + long + frame)
	if err != nil || len(traces) != 1 || len(traces[0].Chain) != 1 {
		t.Fatalf("%d traces, %v", len(traces), err)
	}
	c := traces[0].Chain[0]
	if len(c.Frames) != 1 || strings.Count(c.Message, "Column") != 1000 {
		t.Errorf("%d frames, %d lines of message", len(c.Frames), strings.Count(c.Message, "Column"))
	}
	traces, err = trace.Parse(name + long + frame)
	if err == nil && len(traces[0].Chain) > 0 && traces[0].Chain[0].Class != "" {
		t.Errorf("without a header: %+v", traces[0].Chain[0].Class)
	}
}
