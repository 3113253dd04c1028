package junit

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"strings"
	"testing"
	"unicode"

	"talpa/asra/trace"
	"talpa/fuzz/crash"
	"talpa/fuzz/event"
	"talpa/fuzz/report"
	"talpa/fuzz/report/reporttest"
)

// TestEncode: by each verdict, one test that passes, fails or is an error as the exit code says; of
// findings each fails. The counts are those of the tests, and what the app says breaks nothing.
func TestEncode(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]struct{ tests, failures, errors int }{
		"reproduced": {1, 0, 0}, "not-reproduced": {1, 1, 0}, "no-verdict": {1, 0, 1}, "interrupted": {1, 0, 1},
		"findings": {3, 3, 0}, "no-findings": {1, 0, 0}, "replay": {1, 0, 0},
	} {
		run := reporttest.Runs()[name]
		data, err := Encode(run)
		if err != nil {
			t.Fatal(err)
		}
		var got suites
		d := xml.NewDecoder(bytes.NewReader(data))
		d.Strict = true
		if err := d.Decode(&got); err != nil {
			t.Fatalf("%s: %v\n%s", name, err, data)
		}
		s := got.Suites[0]
		if s.Tests != want.tests || s.Failures != want.failures || s.Errors != want.errors || len(s.Cases) != want.tests ||
			got.Tests != s.Tests || got.Failures != s.Failures || got.Errors != s.Errors {
			t.Errorf("%s: %d tests, %d failures, %d errors in %d cases; want %+v", name, s.Tests, s.Failures, s.Errors,
				len(s.Cases), want)
		}
		if passes := s.Failures+s.Errors == 0; passes != (run.Verdict().ExitCode() == 0) {
			t.Errorf("%s: passes %v, exit code %d", name, passes, run.Verdict().ExitCode())
		}
		for _, c := range s.Cases {
			if c.Name == "" || c.Class == "" || c.Failure != nil && (c.Failure.Message == "" || c.Failure.Type == "") ||
				c.Error != nil && c.Error.Message == "" {
				t.Errorf("%s: %+v", name, c)
			}
		}
		if s.Properties[0] != (property{"verdict", string(run.Verdict())}) || s.Timestamp != "2026-11-02T03:04:05" ||
			s.Time != "12.500" {
			t.Errorf("%s: %+v", name, s)
		}
	}
}

// TestCases_crash: the test of a crash has the name of its exception and the class that threw it.
func TestCases_crash(t *testing.T) {
	t.Parallel()
	runs := reporttest.Runs()
	wanted := cases(runs["not-reproduced"])[0]
	if wanted.Class != "org.mole.Hill$1" ||
		wanted.Name != "java.lang.IllegalStateException at org.mole.Hill$1.onClick(Hill.kt:40)" {
		t.Errorf("%+v", wanted)
	}
	if found := cases(runs["findings"])[0]; found.Class != "org.mole.Hill$1" || found.Failure.Type != "java" {
		t.Errorf("%+v", found)
	}
	if bare := cases(&report.Run{Job: "fuzz", State: report.Failed,
		Fault: "no device"}); bare[0].Error.Message != "no device" || bare[0].Class != "talpa" || bare[0].Name != "fuzz" {
		t.Errorf("%+v", bare)
	}
}

// decode reads a report back, strictly.
func decode(t *testing.T, r *report.Run) suite {
	t.Helper()
	data, err := Encode(r)
	if err != nil {
		t.Fatal(err)
	}
	var got suites
	if err := xml.Unmarshal(data, &got); err != nil {
		t.Fatalf("%v\n%.2000q", err, data)
	}
	if len(got.Suites) != 1 {
		t.Fatalf("%d suites", len(got.Suites))
	}
	return got.Suites[0]
}

// TestEncode_hostile: what an app says comes back as it was, but for characters that XML cannot hold,
// and adds neither elements nor attributes.
func TestEncode_hostile(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"]]>": "]]>", "<![CDATA[x]]>": "<![CDATA[x]]>", "</failure></testcase>": "</failure></testcase>",
		"&lt;&amp;": "&lt;&amp;",
		`" x="'`:    `" x="'`, "<!-- -->": "<!-- -->", "a\x00b\x08\x1b[0m": "a\uFFFDb\uFFFD\uFFFD[0m", "\xff\xfe": "\uFFFD",
		"\uFFFE\uFFFF": "\uFFFD\uFFFD", "\u0085": "\uFFFD", "\U0001F600é": "\U0001F600é", "a\tb": "a\tb",
		"%s%n": "%s%n", strings.Repeat("x\n", 1<<17): strings.Repeat("x\n", 1<<17),
	} {
		c := crash.Crash{Kind: crash.Java, Trace: trace.Trace{Chain: []trace.Throwable{{Class: "a.B", Message: text}}}}
		s := decode(t, &report.Run{
			Job: "fuzz", State: report.Done, Command: text, App: report.App{Package: "p" + text, File: text},
			Notes:    []string{text, "end"},
			Findings: []report.Finding{{Kind: text, Title: text, Detail: text}, {Title: "t", Crash: &c}},
		})
		one := s.Cases[0]
		if one.Name != "1: "+want || one.Class != "p"+want || one.Failure.Message != want || one.Failure.Type != want ||
			strings.TrimSuffix(one.Failure.Text, "\n") != strings.TrimSuffix(want, "\n") {
			t.Errorf("%.60q comes back as %.400s", text, fmt.Sprintf("%+v", one))
		}
		if s.Name != "talpa fuzz p"+want || s.Out != want+"\nend" || s.Properties[2].Value != want ||
			s.Properties[6] != (property{"command", want}) || len(s.Cases) != 2 || len(s.Properties) != 7 {
			t.Errorf("%.60q: %.400s", text, fmt.Sprintf("%+v", s))
		}
		if first, _, _ := strings.Cut(want, "\n"); !strings.Contains(s.Cases[1].Failure.Text, first) {
			t.Errorf("%.60q is not in %.400v", text, s.Cases[1].Failure.Text)
		}
	}
}

// TestEncode_reason: the error of a run without a verdict says why there is none.
func TestEncode_reason(t *testing.T) {
	t.Parallel()
	for want, edit := range map[string]func(*report.Run){
		"no Java": func(r *report.Run) { r.State, r.Fault = report.Failed, "no Java" },
		"talpa or its device failed: it is not known why": func(r *report.Run) { r.State = report.Failed },
		"only 3 events were tried in 12.5 s: too few to say that it does not happen; give it more --time": func(
			r *report.Run) {
			r.Search.Events = 3
		},
		"the crash happened; the time was up before fresh processes confirmed it: u.talpa": func(r *report.Run) {
			r.Unconfirmed = "u.talpa"
		},
		"the crash happened; stopped before fresh processes confirmed it: u.talpa": func(r *report.Run) {
			r.State, r.Unconfirmed = report.Interrupted, "u.talpa"
		},
		"somebody stopped the run before the crash happened": func(r *report.Run) { r.State = report.Interrupted },
		"somebody stopped the run before anything was found": func(r *report.Run) {
			r.State, r.Job = report.Interrupted,
				"fuzz"
		},
	} {
		r := reporttest.Runs()["not-reproduced"]
		edit(r)
		s := decode(t, r)
		if s.Errors != 1 || s.Failures != 0 || s.Cases[0].Error.Message != want ||
			s.Cases[0].Error.Type != string(r.Verdict()) {
			t.Errorf("want %q: %+v", want, s.Cases[0].Error)
		}
	}
}

// TestEncode_stopped: a search that was stopped after it found something reports what it found.
func TestEncode_stopped(t *testing.T) {
	t.Parallel()
	r := reporttest.Runs()["findings"]
	r.State = report.Interrupted
	if s := decode(t, r); s.Failures != 3 || s.Errors != 0 {
		t.Errorf("%d failures, %d errors", s.Failures, s.Errors)
	}
}

// TestFindings_text: the text of a finding is its detail, the trace and the script, each on lines of
// its own; what has no title goes by its kind.
func TestFindings_text(t *testing.T) {
	t.Parallel()
	c := crash.Crash{Kind: crash.Java, Trace: trace.Trace{Chain: []trace.Throwable{{Class: "a.B"}}}}
	script := &event.Script{Package: "p", Events: []event.Event{{Kind: event.Launch}}}
	all := findings(&report.Run{Findings: []report.Finding{
		{Kind: "rule", Detail: "detail", Crash: &c, Script: script, Seconds: 1.5}, {Detail: "line\n"}, {},
	}})
	if want := "detail\n" + c.Trace.Format() + "script:\n" + string(script.Encode()); all[0].Failure.Text != want {
		t.Errorf("%q, want %q", all[0].Failure.Text, want)
	}
	if all[0].Name != "1: rule" || all[0].Failure.Message != "rule" || all[0].Time != "1.500" || all[0].Class != "talpa" {
		t.Errorf("%+v", all[0])
	}
	if all[1].Failure.Text != "line\n" || all[1].Name != "2: finding" || all[2].Failure.Type != "finding" {
		t.Errorf("%+v, %+v", all[1].Failure, all[2].Failure)
	}
}

// TestSeconds: a clock that was set back gives no negative time.
func TestSeconds(t *testing.T) {
	t.Parallel()
	for in, want := range map[float64]string{0: "0.000", -3: "0.000", 0.0004: "0.000", 1.9996: "2.000",
		90061.5: "90061.500"} {
		if got := seconds(in); got != want {
			t.Errorf("%v is %s, want %s", in, got, want)
		}
	}
}

// FuzzLegal: what is written is text that XML 1.0 can hold, and once more changes nothing.
func FuzzLegal(f *testing.F) {
	for _, seed := range []string{"", "a", "\x00", "\xed\xa0\x80", "]]>\r\n", "\uFFFF"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, s string) {
		got := legal(s)
		if legal(got) != got {
			t.Errorf("%q becomes %q, which becomes %q", s, got, legal(got))
		}
		for _, r := range got {
			if r != '\n' && r != '\t' && (unicode.IsControl(r) || r == 0xFFFE || r == 0xFFFF) {
				t.Errorf("%q in %q", r, got)
			}
		}
	})
}
