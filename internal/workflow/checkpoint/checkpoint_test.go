package checkpoint

import (
	"log/slog"
	"os"
	"reflect"
	"strings"
	"testing"
	"time"

	"talpa/asra/trace"
	"talpa/fuzz"
	"talpa/fuzz/crash"
	"talpa/fuzz/event"
	"talpa/fuzz/oracle"
	"talpa/fuzz/report"
	"talpa/internal/workflow/tally"
)

// steps is a script of n events.
func steps(n int) *event.Script {
	s := &event.Script{Package: "org.mole", Seed: 3}
	for range n {
		s.Events = append(s.Events, event.Event{Kind: event.Launch})
	}
	return s
}

// found is a crash with a script of n events.
func found(signature string, n int) *fuzz.Finding {
	c := crash.Crash{Kind: crash.Java, Signature: signature, Trace: trace.Trace{Chain: []trace.Throwable{{
		Class: "java.lang.IllegalStateException", Message: "full", Frames: []trace.Frame{{Class: "org.mole.Hill",
			Method: "dig",
			File:   "Hill.java", Line: 7}},
	}}}}
	return &fuzz.Finding{Violation: oracle.Violation{Oracle: "crash", Signature: signature, Title: c.Title(), Crash: &c},
		Crash: c, Script: steps(n), Count: 2, Events: 11, Elapsed: 1500 * time.Millisecond}
}

// writer writes into a new folder by a clock that the test moves.
func writer(t *testing.T, begin Checkpoint) (w *Writer, dir string, now *time.Time) {
	t.Helper()
	dir, at := t.TempDir(), time.Unix(1000, 0)
	d, err := report.Create(dir)
	if err != nil {
		t.Fatal(err)
	}
	return NewWriter(d, begin, func() time.Time { return at }, slog.New(slog.DiscardHandler)), dir, &at
}

func open(t *testing.T, dir string) *Checkpoint {
	t.Helper()
	c, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// TestWriter: at each moment the folder has all that was met, and what was spent up to five
// seconds ago, whatever ends the job.
func TestWriter(t *testing.T) {
	t.Parallel()
	w, dir, now := writer(t, Checkpoint{Job: "reproduce", SHA256: "s"})
	if c := open(t, dir); c.Commands != 1 || c.Events != 0 {
		t.Errorf("at the beginning: %+v", c)
	}
	w.Spent(20, 2)
	if c := open(t, dir); c.Events != 0 {
		t.Errorf("written at once: %d events", c.Events)
	}
	*now = now.Add(each)
	w.Spent(70, 7)
	if c := open(t, dir); c.Events != 70 || c.Searched != 7 {
		t.Errorf("after five seconds: %+v", c)
	}
	w.Stopped(71, 8)
	if c := open(t, dir); c.Events != 71 || c.Searched != 8 {
		t.Errorf("after a search: %+v", c)
	}
	first := found("a", 4)
	w.Met(first)
	w.Met(found("a", 3)) // the same again
	w.Met(found("b", 2))
	c := open(t, dir)
	if len(c.Met) != 2 || c.Waiting != 2 {
		t.Fatalf("met: %+v", c.Met)
	}
	if got := c.Findings()[0]; !reflect.DeepEqual(got, first) {
		t.Errorf("read again:\n%+v\nwas\n%+v", got, first)
	}
	for name, want := range map[string]string{"findings/1.talpa": "launch", "findings/2.txt": "not tried again"} {
		if text, err := os.ReadFile(dir + "/" + name); err != nil || !strings.Contains(string(text), want) {
			t.Errorf("%s: %q, %v", name, text, err)
		}
	}
	w.Nearer(&fuzz.Nearest{Waits: "has to rain", Events: 9, Script: steps(5)})
	w.Changed(0, false)
	w.Changed(28, true)
	if c := open(t, dir); c.API != 28 || !c.StandIns || c.Near() != nil {
		t.Errorf("on other devices: %+v", c)
	}
	w.Nearer(&fuzz.Nearest{Waits: "has to rain", Events: 9, Script: steps(5)})
	covered := tally.Coverage{Screens: []string{"org.mole/.Hill"}, Ran: []fuzz.Ran{{Method: "m", Events: 2, First: 3}}}
	w.End(report.NotReproduced, []*fuzz.Finding{found("a", 3)}, 0, covered)
	c = open(t, dir)
	if c.Verdict != report.NotReproduced || len(c.Met) != 1 || c.Waiting != 0 || len(c.Near().Events) != 5 ||
		!reflect.DeepEqual(c.Coverage, covered) {
		t.Errorf("at the end: %+v", c)
	}
	if sum := c.Tally(); sum.Search.Events != 71 || len(sum.Others) != 1 || !reflect.DeepEqual(sum.Coverage(), covered) {
		t.Errorf("as a sum: %+v", sum)
	}
}

// TestWriter_goes_on: a second command counts on top of the first.
func TestWriter_goes_on(t *testing.T) {
	t.Parallel()
	w, dir, _ := writer(t, Checkpoint{Job: "fuzz", Commands: 1, Events: 100, Searched: 10,
		Met: []Violation{violation(found("a", 1))}})
	w.Met(found("a", 1))
	w.Met(found("b", 1))
	if c := open(t, dir); c.Commands != 2 || c.Events != 100 || len(c.Met) != 2 {
		t.Errorf("%+v", c)
	}
}

// TestOpen_refused: what is no checkpoint is told with the way out.
func TestOpen_refused(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ text, want string }{
		"no file":       {"", "leave out --resume to begin anew"},
		"cut off":       {`{"schema":1`, "unexpected end"},
		"newer":         {`{"schema":2}`, "another talpa wrote it"},
		"negative":      {`{"schema":1,"commands":1,"events":-1}`, "counts that cannot be"},
		"endless":       {`{"schema":1,"commands":1,"searched":1e300}`, "counts that cannot be"},
		"waits for -1":  {`{"schema":1,"commands":1,"waiting":-1}`, "counts that cannot be"},
		"no command":    {`{"schema":1}`, "counts that cannot be"},
		"null":          {"null", "another talpa wrote it"},
		"bad script":    {`{"schema":1,"commands":1,"met":[{"title":"x","script":"no"}]}`, `the script of "x"`},
		"bad near":      {`{"schema":1,"commands":1,"nearest":{"script":"no"}}`, "the nearest script"},
		"not even JSON": {"\x00", "invalid character"},
	} {
		dir := t.TempDir()
		if c.text != "" {
			if err := os.WriteFile(dir+"/"+report.FileCheckpoint, []byte(c.text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := Open(dir); err == nil || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(),
			"--resume "+dir) {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
	if _, err := Open("/nowhere"); err == nil {
		t.Error("opened a folder that is not there")
	}
}

// TestCheck: a run goes on with its own app and crash only, and where something is left to do; a
// refusal says how to go on or to begin anew.
func TestCheck(t *testing.T) {
	t.Parallel()
	job := Checkpoint{Job: "reproduce", SHA256: "0123456789abcdef", Crash: "npe"}
	for name, c := range map[string]struct {
		past Checkpoint
		want string
	}{
		"the same":    {job, ""},
		"another job": {Checkpoint{Job: "fuzz", SHA256: job.SHA256}, "talpa fuzz --resume RUN goes on with it"},
		"another build": {Checkpoint{Job: "reproduce", SHA256: "fedcba9876543210", Crash: "npe"},
			"another build of the app"},
		"another crash": {Checkpoint{Job: "reproduce", SHA256: job.SHA256, Crash: "ise", Title: "ise"}, "looks for ise"},
		"it is over": {Checkpoint{Job: "reproduce", SHA256: job.SHA256, Crash: "npe", Verdict: report.Reproduced},
			"talpa replay RUN"},
		"it found none": {Checkpoint{Job: "reproduce", SHA256: job.SHA256, Crash: "npe", Verdict: report.NotReproduced},
			""},
		"it was stopped":  {Checkpoint{Job: "reproduce", SHA256: job.SHA256, Crash: "npe", Verdict: report.Stopped}, ""},
		"it had no luck":  {Checkpoint{Job: "reproduce", SHA256: job.SHA256, Crash: "npe", Verdict: report.NoVerdict}, ""},
		"it never ended":  {Checkpoint{Job: "reproduce", SHA256: job.SHA256, Crash: "npe", Verdict: ""}, ""},
		"it was for fuzz": {Checkpoint{Job: "fuzz"}, "that is a run of talpa fuzz"},
	} {
		err := c.past.Check("RUN", &job)
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
}

// TestLeft: what is spent is taken off a budget; a budget that is spent is refused, unless a script
// waits to be tried again.
func TestLeft(t *testing.T) {
	t.Parallel()
	past := Checkpoint{Searched: 40, Events: 500}
	waits := Checkpoint{Searched: 40, Events: 500, unconfirmed: steps(1)}
	findings := Checkpoint{Searched: 40, Waiting: 1}
	for name, c := range map[string]struct {
		past   Checkpoint
		limit  time.Duration
		events int
		want   time.Duration
		err    string
	}{
		"some is left":              {past, time.Minute, 0, 20 * time.Second, ""},
		"no bound":                  {past, 0, 0, 0, ""},
		"events only":               {past, 0, 600, 0, ""},
		"time is up":                {past, 30 * time.Second, 0, 0, "--time 1m0s"},
		"events are up":             {past, 0, 500, 0, "--events 1000"},
		"time is up, but it waits":  {waits, 30 * time.Second, 0, time.Second, ""},
		"events up, but it waits":   {waits, time.Minute, 100, 20 * time.Second, ""},
		"time is up, findings wait": {findings, 30 * time.Second, 0, time.Second, ""},
	} {
		got, err := c.past.Left("RUN", c.limit, c.events)
		if got != c.want || (err == nil) != (c.err == "") || err != nil && !strings.Contains(err.Error(), c.err) {
			t.Errorf("%s: %v, %v; want %v, %q", name, got, err, c.want, c.err)
		}
	}
}

// TestDiffer: settings that are said in another way are named as the run has them.
func TestDiffer(t *testing.T) {
	t.Parallel()
	past := Checkpoint{Settings: map[string]string{"seed": "1", "level": "paper", "match": "point"}}
	got := past.Differ(map[string]string{"seed": "2", "level": "asra", "match": "point", "new": "x"})
	if strings.Join(got, " ") != "--level=paper --seed=1" {
		t.Error(got)
	}
}

// TestUnconfirmed_waits: the script in the folder comes back as what a search found.
func TestUnconfirmed_waits(t *testing.T) {
	t.Parallel()
	w, dir, _ := writer(t, Checkpoint{Job: "reproduce", Title: "ise"})
	if c := open(t, dir); c.Unconfirmed() != nil || c.Near() != nil {
		t.Error("something waits in a new folder")
	}
	u := &Unconfirmed{Dir: w.dir, SHA256: "s"}
	if err := u.Keep(steps(6)); err != nil {
		t.Fatal(err)
	}
	if f := open(t, dir).Unconfirmed(); f == nil || len(f.Script.Events) != 6 || f.Violation.Title != "ise" {
		t.Errorf("%+v", f)
	}
}

func FuzzDecode(f *testing.F) {
	c := Checkpoint{Job: "fuzz", Commands: 1, Met: []Violation{violation(found("a", 2))}}
	data, err := c.Encode()
	if err != nil {
		f.Fatal(err)
	}
	f.Add(data)
	for _, kind := range []crash.Kind{crash.Native, crash.ANR, crash.Java, ""} {
		c.Met[0].Crash = &crash.Crash{Kind: kind} // without what the kind has
		data, err := c.Encode()
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	f.Add([]byte(`{"schema":1,"commands":1,"nearest":{"script":"talpa script 1\n"}}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		c, err := Decode(data)
		if err != nil {
			return
		}
		for _, f := range c.Findings() {
			_ = f.Crash.Title()
			_ = f.Crash.Trace.Format()
		}
		c.Near()
		if _, err := c.Encode(); err != nil {
			t.Errorf("%q cannot be written again: %v", data, err)
		}
	})
}
