package trace_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"talpa/asra/trace"
	"talpa/internal/corpus"
)

// TestCorpus reads the published crashes as they lie there: the default choice
// has the exception and the crash point that their descriptions name. The exception is
// the innermost cause, or the innermost one with a frame of the app.
func TestCorpus(t *testing.T) {
	for _, c := range corpus.Cases(t) {
		t.Run(c.Name, func(t *testing.T) {
			t.Parallel()
			text, err := os.ReadFile(c.Trace)
			if err != nil {
				t.Fatal(err)
			}
			traces, err := trace.Parse(string(text))
			if err != nil {
				t.Fatal(err)
			}
			i, err := trace.Choose(traces, trace.Hint{Package: c.Package})
			if err != nil {
				t.Fatal(err)
			}
			got := traces[i]
			cause, _ := got.Cause()
			thrown, _, _ := got.Point(nil)
			if !sameException(cause, c.Exception) && !sameException(thrown, c.Exception) {
				t.Errorf("exception %s: %s, want %s", cause.Class, cause.Message, c.Exception)
			}
			if !hasPoint(got, c) {
				t.Errorf("crash point %s missing in\n%s", c.Target, got.Format())
			}
			again, err := trace.Parse(got.Format())
			if err != nil || len(again) != 1 || again[0].Format() != got.Format() {
				t.Errorf("printing and reading again changed the trace (%v):\n%s", err, got.Format())
			}
		})
	}
}

// sameException compares with the description, which is quoted as in a CSV
// file and cut after 140 characters.
func sameException(cause trace.Throwable, want string) bool {
	if strings.HasPrefix(want, `"`) {
		want = strings.ReplaceAll(strings.TrimSuffix(strings.TrimPrefix(want, `"`), `"`), `""`, `"`)
	}
	return strings.HasPrefix(cause.Class+": "+cause.Message, strings.TrimRight(want, `"`))
}

// hasPoint says whether the crash point is the described one: the deepest app
// frame, or the deepest one in the package of the application.
func hasPoint(got trace.Trace, c corpus.Case) bool {
	if _, f, ok := got.Point(nil); ok && f.String() == c.Target {
		return true
	}
	_, f, ok := got.Point(func(class string) bool { return strings.HasPrefix(class, c.Package+".") })
	return ok && f.String() == c.Target
}

func TestCorpusCounts(t *testing.T) {
	want := map[string]string{
		"AIMSICD_debug": "78 IllegalArgumentException 22, 108 NullPointerException 12, " +
			"202 ActivityNotFoundException 20, 250 StringIndexOutOfBoundsException",
	}
	for _, c := range corpus.Cases(t) {
		text, err := os.ReadFile(c.Trace)
		if err != nil {
			t.Fatal(err)
		}
		traces, err := trace.Parse(string(text))
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, tr := range traces {
			cause, _ := tr.Cause()
			simple := cause.Class[strings.LastIndex(cause.Class, ".")+1:]
			got = append(got, fmt.Sprintf("%d %s %d", tr.Line, simple, len(cause.Frames)))
		}
		t.Logf("%s: %v", c.Name, got)
		if w := want[c.Name]; w == "" && len(traces) != 1 {
			t.Errorf("%s: %d traces, want 1", c.Name, len(traces))
		} else if !strings.HasPrefix(strings.Join(got, ", "), w) {
			t.Errorf("%s: %v, want %s", c.Name, got, w)
		}
	}
}
