package trace

import (
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// head is a frame as printed: class, method, file and line, the last of which may be missing.
var head = regexp.MustCompile(`^(.+)\.([^.(]+)\(([^:]+?)(?::(\d+))?\)$`)

// TestParseFrames reads frames of real crashes, lambdas, coroutines and shrunk names
// among them, raw and out of a log.
func TestParseFrames(t *testing.T) {
	data, err := os.ReadFile("testdata/frames.txt")
	if err != nil {
		t.Fatal(err)
	}
	read := 0
	for line := range strings.Lines(string(data)) {
		row := strings.Split(strings.TrimSpace(line), "\t")
		if len(row) != 3 || row[1] == "-" {
			continue
		}
		read++
		lowest := row[2] + "(SourceFile)"
		lines := []string{"java.lang.IllegalStateException: no page", "\tat " + row[1], "\tat " + lowest,
			"\tat android.os.Looper.loop(Looper.java:193)"}
		for _, prefix := range []string{"", "E/AndroidRuntime( 2532): "} {
			traces, err := Parse(prefix + strings.Join(lines, "\n"+prefix) + "\n")
			if err != nil || len(traces) != 1 || len(traces[0].Chain) != 1 || len(traces[0].Chain[0].Frames) != 3 {
				t.Errorf("%s: %+v, %v", row[0], traces, err)
				continue
			}
			for i, printed := range []string{row[1], lowest} {
				if got, want := traces[0].Chain[0].Frames[i], frameOf(t, printed); got != want {
					t.Errorf("%s: frame %q\n is %+v\nwant %+v", row[0], printed, got, want)
				}
			}
		}
	}
	if read != 65 {
		t.Errorf("%d heads with frames are read, want 65", read)
	}
}

// frameOf takes a printed frame apart.
func frameOf(t *testing.T, printed string) Frame {
	t.Helper()
	m := head.FindStringSubmatch(printed)
	if m == nil {
		t.Fatalf("not a frame: %q", printed)
	}
	f := Frame{Class: m[1], Method: m[2], File: m[3]}
	if f.File == "Unknown Source" {
		f.File = "" // the number after it is a position in the code
	}
	if m[4] != "" {
		n, err := strconv.Atoi(m[4])
		if err != nil {
			t.Fatal(err)
		}
		f.Line = n
	}
	return f
}
