package junit

import (
	"bytes"
	"encoding/xml"
	"testing"

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
		Fault: "no device"}); bare[0].Error.Message != "no device" {
		t.Errorf("%+v", bare)
	}
}
