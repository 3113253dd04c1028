package crash_test

import (
	"strings"
	"testing"

	"talpa/asra/trace"
	"talpa/fuzz/crash"
)

const log = `11-21 09:00:00.000   100   120 I ActivityManager: Start proc 300:org.example.jam/u0a10 for activity
11-21 09:00:01.000   300   300 W System.err: java.io.IOException: no jar
11-21 09:00:01.000   300   300 W System.err: 	at org.example.jam.Shelf.open(Shelf.java:30)
11-21 09:00:01.000   300   300 W System.err: 	at org.example.jam.Main.onResume(Main.java:22)
11-21 09:00:01.100   300   300 D Jam     : still here
11-21 09:00:02.000   300   300 E AndroidRuntime: FATAL EXCEPTION: main
11-21 09:00:02.000   300   300 E AndroidRuntime: Process: org.example.jam, PID: 300
11-21 09:00:02.000   300   300 E AndroidRuntime: java.lang.IllegalStateException: lid 7 is stuck
11-21 09:00:02.001   100   101 I ActivityManager: something of another process
11-21 09:00:02.000   300   300 E AndroidRuntime: 	at org.example.jam.Jar.open(Jar.java:12)
11-21 09:00:02.000   300   300 E AndroidRuntime: 	at org.example.jam.Main$1.onClick(Main.java:40)
11-21 09:00:02.000   300   300 E AndroidRuntime: 	at android.view.View.performClick(View.java:7000)
11-21 09:00:02.000   300   300 E AndroidRuntime: 	at com.android.internal.os.ZygoteInit.main(ZygoteInit.java:900)
11-21 09:00:03.000   400   400 E AndroidRuntime: FATAL EXCEPTION: main
11-21 09:00:03.000   400   400 E AndroidRuntime: Process: org.other, PID: 400
11-21 09:00:03.000   400   400 E AndroidRuntime: java.lang.NullPointerException
11-21 09:00:03.000   400   400 E AndroidRuntime: 	at org.other.Main.onCreate(Main.java:1)
11-21 09:00:04.000   100   101 E ActivityManager: ANR in org.example.jam (org.example.jam/.Main)
11-21 09:00:04.000   100   101 E ActivityManager: PID: 300
11-21 09:00:04.000   100   101 E ActivityManager: Reason: Input dispatching timed out
`

// TestScannerChunks finds the same crashes however the log is cut.
func TestScannerChunks(t *testing.T) {
	t.Parallel()
	for _, size := range []int{1, 7, 100, 1000, len(log)} {
		s := crash.NewScanner("org.example.jam", nil)
		var kinds []string
		for at := 0; at < len(log); at += size {
			for _, c := range s.Feed([]byte(log[at:min(len(log), at+size)])) {
				kinds = append(kinds, string(c.Kind)+"@"+c.Stamp)
			}
		}
		for _, c := range s.Flush() {
			kinds = append(kinds, string(c.Kind)+"@"+c.Stamp)
		}
		want := "logged@11-21 09:00:01.000 java@11-21 09:00:02.000 anr@11-21 09:00:04.000"
		if got := strings.Join(kinds, " "); got != want {
			t.Errorf("chunks of %d bytes: %s, want %s", size, got, want)
		}
	}
}

func TestScannerFields(t *testing.T) {
	t.Parallel()
	s := crash.NewScanner("org.example.jam", nil)
	found := append(s.Feed([]byte(log)), s.Flush()...)
	if len(found) != 3 {
		t.Fatalf("%d crashes, want 3", len(found))
	}
	c := found[1]
	if !c.Fatal() || c.Trace.Process != "org.example.jam" || c.Trace.PID != 300 || c.Trace.Thread != "main" {
		t.Errorf("crash %+v", c)
	}
	if strings.Contains(c.Text, "another process") || strings.Count(c.Text, "\n") != 7 {
		t.Errorf("text of the crash:\n%s", c.Text)
	}
	want := "java.lang.IllegalStateException: lid 7 is stuck at org.example.jam.Jar.open(Jar.java:12)"
	if c.Title() != want {
		t.Errorf("title %q, want %q", c.Title(), want)
	}
}

func wanted(t *testing.T, text string) trace.Trace {
	t.Helper()
	traces, err := trace.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return traces[0]
}

func TestMatcher(t *testing.T) {
	t.Parallel()
	s := crash.NewScanner("org.example.jam", nil)
	found := append(s.Feed([]byte(log)), s.Flush()...)
	stuck := "java.lang.IllegalStateException: lid 9 is stuck\n\tat org.example.jam.Jar.open(Jar.java:12)\n" +
		"\tat org.example.jam.Main$1.onClick(Main.java:40)\n\tat android.os.Looper.loop(Looper.java:1)\n"
	io := "java.io.IOException: no jar\n\tat org.example.jam.Shelf.open(Shelf.java:30)\n" +
		"\tat org.example.jam.Main.onResume(Main.java:22)\n"
	for _, c := range []struct {
		name, want string
		least      trace.Level
		lines      bool
		accepted   bool
		level      trace.Level
	}{
		{"exact", stuck, 0, false, true, trace.Exact},
		{"exact, other message", strings.ReplaceAll(stuck, "is stuck", "is open"), 0, true, true, trace.Exact},
		{"another line of this app", strings.ReplaceAll(stuck, ":12", ":13"), 0, true, true, trace.Method},
		{"a caller's line", strings.NewReplacer(":40", ":41", "is stuck", "is open").Replace(stuck), 0, true, true, trace.Method},
		{"another line and message of this app", strings.NewReplacer(":12", ":13", "is stuck", "is open").Replace(stuck), 0,
			true, false, trace.Method},
		{"another message, stale line", strings.NewReplacer(":12", ":13", "is stuck", "is open").Replace(stuck), 0,
			false, true, trace.Method},
		{"stale line", strings.ReplaceAll(stuck, ":12", ":13"), 0, false, true, trace.Method},
		{"stale line, exact asked for", strings.ReplaceAll(stuck, ":12", ":13"), trace.Exact, false, false, trace.Method},
		{"only logged", io, 0, false, false, trace.Exact},
		{"logged was wanted", "E Guard: " + strings.ReplaceAll(strings.TrimSpace(io), "\n", "\nE Guard: "), 0, false, true, trace.Exact},
		{"another exception", strings.ReplaceAll(stuck, "IllegalState", "Arithmetic"), 0, false, false, trace.None},
	} {
		v, ok := crash.Matcher{Want: wanted(t, c.want), Least: c.least, Lines: c.lines}.Best(found)
		if !ok || v.Accepted != c.accepted || v.Match.Level != c.level {
			t.Errorf("%s: accepted %v at level %s (%s), want %v at %s",
				c.name, v.Accepted, v.Match.Level, v.Match.Why, c.accepted, c.level)
		}
	}
	if _, ok := (crash.Matcher{}).Best(nil); ok {
		t.Error("a best crash of none")
	}
}

func FuzzScanner(f *testing.F) {
	f.Add([]byte(log), 10)
	f.Fuzz(func(t *testing.T, text []byte, size int) {
		size = max(1, min(size, len(text)), len(text)/8) // a scan of all is not cheap
		s := crash.NewScanner("org.example.jam", nil)
		for at := 0; at < len(text); at += size {
			s.Feed(text[at:min(len(text), at+size)])
		}
		s.Flush()
		if len(s.Flush()) > 0 {
			t.Error("a second flush found a crash")
		}
	})
}

// TestANRDump reads an ANR whose message is followed by the threads.
func TestANRDump(t *testing.T) {
	t.Parallel()
	for _, states := range [][2]string{{"prio=5 tid=1 Runnable", "daemon prio=5 tid=20 Waiting"}, {"RUNNABLE", "WAITING"}} {
		checkANR(t, states[0], states[1])
	}
}

func checkANR(t *testing.T, main, other string) {
	t.Helper()
	text := "11-21 09:00:04.000   100   100 E ActivityManager: "
	dump := text + strings.Join([]string{
		"ANR in org.example.jam (org.example.jam/.Main)", "PID: 300", "Reason: Input dispatching timed out",
		`"main" ` + main, "\tat org.example.jam.Jar.open(Jar.java:12)", "\tat org.example.jam.Main.onResume(Main.java:22)",
		"", `"Thread-2" ` + other, "\tat java.lang.Object.wait(Native Method)",
	}, "\n"+text) + "\n"
	s := crash.NewScanner("org.example.jam", nil)
	found := append(s.Feed([]byte(dump)), s.Flush()...)
	if len(found) != 1 || found[0].Kind != crash.ANR || !found[0].Fatal() {
		t.Fatalf("found %+v", found)
	}
	anr := found[0].Trace.ANR
	if len(anr.Frames) != 2 || anr.Frames[0].String() != "org.example.jam.Jar.open(Jar.java:12)" {
		t.Errorf("frames of the main thread: %v", anr.Frames)
	}
	if found[0].Title() != "not responding: Input dispatching timed out" ||
		found[0].Sentence() != "the app was not responding: Input dispatching timed out" {
		t.Errorf("title %q, sentence %q", found[0].Title(), found[0].Sentence())
	}
}

// TestScannerReadsLinesAsTheyStand: a log is no pasted text, so that what an app
// writes into it cannot move the lines of a crash.
func TestScannerReadsLinesAsTheyStand(t *testing.T) {
	t.Parallel()
	s := crash.NewScanner("org.example.jam", nil)
	noise := `11-21 09:41:07.240   300   300 I Jam: {"was":"x\n\tat a.B.c(D.java:1)"}` + "\r\n"
	found := append(s.Feed([]byte(noise+log)), s.Flush()...)
	plain := crash.NewScanner("org.example.jam", nil)
	want := append(plain.Feed([]byte(log)), plain.Flush()...)
	if len(found) != len(want) {
		t.Fatalf("%d crashes, want %d", len(found), len(want))
	}
	for i, c := range found {
		if c.Text != want[i].Text || c.Stamp != want[i].Stamp {
			t.Errorf("crash %d:\n%s\nwant\n%s", i, c.Text, want[i].Text)
		}
	}
}

// A message can be longer than any log that is read at once; the crash is told once, with
// all its frames, as soon as its thread says something else.
func TestScannerLongMessageInPieces(t *testing.T) {
	t.Parallel()
	const head = "07-02 16:00:46.303  28  29 E AndroidRuntime: "
	lines := []string{
		head + "FATAL EXCEPTION: main\n", head + "Process: org.mole, PID: 28\n",
		head + "java.lang.IllegalStateException: Expected:\n", head + "TableInfo {\n",
	}
	for range 300 {
		lines = append(lines, head+"    Column { name = 'x' },\n", "07-02 16:00:46.303  90  90 I other: says something\n")
	}
	lines = append(lines, head+"\tat org.mole.Main.onCreate(Main.java:7)\n",
		head+"\tat android.app.Activity.performCreate(Activity.java:70)\n")
	s := crash.NewScanner("org.mole", nil)
	for _, line := range lines {
		if found := s.Feed([]byte(line)); len(found) > 0 {
			t.Fatalf("told after %q: %+v", line, found)
		}
	}
	found := s.Feed([]byte("07-02 16:00:46.310  28  29 I Process: Sending signal. PID: 28 SIG: 9\n" +
		"07-02 16:00:46.311  90  90 I other: says something\n"))
	if len(found) != 1 || found[0].Kind != crash.Java || len(found[0].Trace.Chain[0].Frames) != 2 {
		t.Errorf("%+v", found)
	}
	if rest := s.Flush(); len(rest) > 0 {
		t.Errorf("told twice: %+v", rest)
	}
}

// TestTitle_bare: a crash of which a file tells no more than its kind has a title.
func TestTitle_bare(t *testing.T) {
	t.Parallel()
	for _, kind := range []crash.Kind{crash.Java, crash.ANR, crash.Native, crash.Logged} {
		if got := (crash.Crash{Kind: kind}).Title(); got != string(kind) {
			t.Errorf("%s: %q", kind, got)
		}
	}
}
