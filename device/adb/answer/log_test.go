package answer

import (
	"fmt"
	"strings"
	"testing"
)

const head = "--------- beginning of main\n"

func line(stamp, text string) string { return stamp + "  100  100 E Tag: " + text + "\n" }

// read gives the answers one after the other to a log, and returns what was fresh of each.
func read(l *Log, answers ...string) []string {
	var fresh []string
	for _, a := range answers {
		fresh = append(fresh, string(l.Fresh([]byte(a))))
	}
	return fresh
}

func TestLogTellsEachLineOnce(t *testing.T) {
	t.Parallel()
	a, b, c := line("01-02 10:00:00.001", "a"), line("01-02 10:00:00.001", "b"), line("01-02 10:00:00.002", "c")
	l := NewLog("01-02 09:00:00.000")
	got := read(l, head+a, head+a+b, head+a+b+b+c, c)
	for i, want := range []string{a, b, b + c, ""} {
		if got[i] != want {
			t.Errorf("answer %d: %q, want %q", i, got[i], want)
		}
	}
	if l.Since() != "01-02 10:00:00.002" {
		t.Errorf("goes on at %s", l.Since())
	}
}

func TestLogOverNewYear(t *testing.T) {
	t.Parallel()
	old, fresh := line("12-31 23:59:59.900", "old"), line("01-01 00:00:00.100", "crash")
	l := NewLog("12-31 23:59:00.000")
	if got := read(l, old, old+fresh, fresh); got[1] != fresh || got[2] != "" {
		t.Errorf("%q", got)
	}
	if l.Since() != "01-01 00:00:00.100" {
		t.Errorf("goes on at %s", l.Since())
	}
}

func TestLogWithClockSetBack(t *testing.T) {
	t.Parallel()
	first, second := line("05-05 10:00:00.000", "first"), line("05-05 09:00:00.000", "second")
	early := line("05-05 09:30:00.000", "early")
	l := NewLog("05-05 08:00:00.000")
	got := read(l, early+first, first+second, early+first+second)
	for i, want := range []string{early + first, second, ""} {
		if got[i] != want {
			t.Errorf("answer %d: %q, want %q", i, got[i], want)
		}
	}
}

func TestLogWithBuffersOutOfOrder(t *testing.T) {
	t.Parallel()
	main, crash := line("05-05 10:00:00.005", "main"), line("05-05 10:00:00.003", "crash")
	if got := read(NewLog("05-05 10:00:00.000"), main, main+crash); got[1] != crash {
		t.Errorf("a line of another buffer is lost: %q", got)
	}
}

func TestLogRemembersBounded(t *testing.T) {
	t.Parallel()
	l := NewLog("05-05 10:00:00.000")
	var out strings.Builder
	for i := range remembered + 500 {
		out.WriteString(line("05-05 10:00:00.000", fmt.Sprint(i)))
	}
	l.Fresh([]byte(out.String()))
	if len(l.seen) != remembered || len(l.order) != remembered {
		t.Errorf("remembers %d lines, %d in order", len(l.seen), len(l.order))
	}
}

func FuzzAnswers(f *testing.F) {
	f.Add("mCurrentFocus=Window{6a2 u0 a.b/a.b.Main}\n<hierarchy></hierarchy>\nFailure [A_B: c]")
	f.Add(line("12-31 23:59:59.900", "x") + "Error: y\nPhysical size: 3x4")
	f.Fuzz(func(t *testing.T, out string) {
		if c := Front(out); c != "" && strings.Count(c, "/") != 1 {
			t.Errorf("front %q", c)
		}
		if xml, err := Hierarchy([]byte(out)); err == nil && !strings.Contains(out, string(xml)) {
			t.Errorf("hierarchy %q", xml)
		}
		_, _, _ = Size(out)
		_, _ = Install(out), Start(out)
		l := NewLog("")
		if got := l.Fresh([]byte(out)); !strings.HasSuffix(out, "\n") && len(got) > len(out) {
			t.Errorf("%d bytes out of %d", len(got), len(out))
		}
		if got := l.Fresh([]byte(out)); len(got) > 0 && strings.Count(out, "\n") < remembered {
			t.Errorf("told twice: %q", got)
		}
	})
}
