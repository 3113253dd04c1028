package campaign

import (
	"context"
	"encoding/csv"
	"encoding/xml"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"
)

func TestReport_CSV(t *testing.T) {
	t.Parallel()
	job := Job{App: `a, "b".apk`, TraceOf: "t.txt", Seed: 7, Configuration: Configuration{"asra", "guided"}}
	r := &Report{Outcomes: []*Outcome{
		{ID: "1", Job: job, Worker: "w", Ended: time.Unix(0, 0), Attempts: []Attempt{{}},
			Result: &Result{Success: true, Match: "exact", Steps: 4, Events: 20, FoundAfter: 1.5, Seconds: 9,
				Findings: []Finding{{}, {}}}},
		{ID: "2", Job: job, Result: &Result{}},
		{ID: "3", Job: job, Error: "no\ndevice"},
		{ID: "4", Job: job, Skipped: "solved by 1"},
	}}
	data, err := r.CSV()
	if err != nil {
		t.Fatal(err)
	}
	lines, err := csv.NewReader(strings.NewReader(string(data))).ReadAll()
	if err != nil || len(lines) != 5 {
		t.Fatalf("%d lines, %v", len(lines), err)
	}
	want := []string{
		"1", `a, "b".apk`, "t.txt", "asra", "guided", "7", "success", "exact", "4", "0", "20", "1.500", "9.000", "2", "1",
		"w", "1970-01-01T00:00:00Z", "",
	}
	if !slices.Equal(lines[1], want) {
		t.Errorf("%q", lines[1])
	}
	for i, want := range []string{"success", "no-success", "given-up", "not-needed"} {
		if got := lines[i+1][slices.Index(lines[0], "ending")]; got != want {
			t.Errorf("line %d: %s, want %s", i+1, got, want)
		}
	}
	if got := lines[3][slices.Index(lines[0], "why")]; got != "no\ndevice" {
		t.Errorf("why: %q", got)
	}
}

// finished is a report of a crash that one job met, one did not, one was not needed for and one was given
// up, and of an app that two jobs searched, one with findings.
func finished() *Report {
	app := func(name, trace string, seed int64) Job {
		return Job{App: name, TraceOf: trace, Trace: trace, Seed: seed, Configuration: Configuration{"asra", "guided"}}
	}
	day := func(n int) time.Time { return time.Date(2026, 3, n, 12, 0, 0, 0, time.UTC) }
	met := Finding{Title: "a.E: <b> & at a.B.m(B.java:7)", Signature: "0011", Count: 1,
		Place: Place{Exception: "a.E", Class: "a.B", Method: "m", File: "B.java", Line: 7}}
	row := Finding{Title: "a row is lost", Count: 2}
	return NewReport("mole's", []*Outcome{
		{ID: "1", Job: app("a.apk", "t.txt", 1), Ended: day(3), Result: &Result{Success: true, Met: &met, Seconds: 12.5}},
		{ID: "2", Job: app("a.apk", "t.txt", 2), Ended: day(2), Result: &Result{Events: 400, Seconds: 60}},
		{ID: "3", Job: app("a.apk", "t.txt", 3), Ended: day(3), Skipped: "solved by 1"},
		{ID: "4", Job: app("a.apk", "t.txt", 4), Ended: day(3), Error: "no device",
			Attempts: []Attempt{{Worker: "w", Error: "no Java"}}},
		{ID: "5", Job: app("b.apk", "", 1), Ended: day(4),
			Result: &Result{Success: true, Findings: []Finding{met, row}, Seconds: 30}},
		{ID: "6", Job: app("b.apk", "", 2), Ended: day(5), Result: &Result{Seconds: 30}},
	})
}

// A job with a trace passes where the crash happened again, one without where nothing was found; what
// was not needed is skipped, and what was given up an error that tells of its attempts.
func TestReport_JUnit(t *testing.T) {
	t.Parallel()
	data, err := finished().JUnit()
	if err != nil {
		t.Fatal(err)
	}
	type problem struct {
		Message string `xml:"message,attr"`
		Text    string `xml:",chardata"`
	}
	var got struct {
		Tests    int    `xml:"tests,attr"`
		Failures int    `xml:"failures,attr"`
		Errors   int    `xml:"errors,attr"`
		Skipped  int    `xml:"skipped,attr"`
		Time     string `xml:"time,attr"`
		Suites   []struct {
			Name      string `xml:"name,attr"`
			Timestamp string `xml:"timestamp,attr"`
			Cases     []struct {
				F *problem `xml:"failure"`
				E *problem `xml:"error"`
				S *problem `xml:"skipped"`
			} `xml:"testcase"`
		} `xml:"testsuite"`
	}
	if err := xml.Unmarshal(data, &got); err != nil {
		t.Fatalf("%v\n%s", err, data)
	}
	if got.Tests != 6 || got.Failures != 2 || got.Errors != 1 || got.Skipped != 1 || got.Time != "132.500" ||
		len(got.Suites) != 2 {
		t.Fatalf("%s", data)
	}
	crash, search := got.Suites[0], got.Suites[1]
	if crash.Name != "a.apk t.txt asra/guided" || crash.Timestamp != "2026-03-02T12:00:00" ||
		search.Name != "b.apk asra/guided" {
		t.Errorf("%+v, %+v", crash, search)
	}
	c := crash.Cases
	if c[0].F != nil || c[0].E != nil || c[1].F == nil || c[1].F.Message != "not reproduced in 400 events" ||
		c[2].S == nil || c[2].S.Message != "solved by 1" || c[3].E == nil || c[3].E.Message != "no device" ||
		!strings.Contains(c[3].E.Text, "w: no Java") {
		t.Errorf("%s", data)
	}
	c = search.Cases
	if c[0].F == nil || c[0].F.Message != "2 findings" || !strings.Contains(c[0].F.Text, "a row is lost") ||
		c[1].F != nil {
		t.Errorf("%s", data)
	}
}

// SARIF has each bucket once, at the line that the crash came from, with the signature that single
// runs give it.
func TestReport_SARIF(t *testing.T) {
	t.Parallel()
	data, err := finished().SARIF("app/src")
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		`"uri": "app/src/a/B.java"`, `"startLine": 7`, `"crashSignature/v1": "0011"`, `"ruleId": "a.E"`,
		`"startTimeUtc": "2026-03-02T12:00:00.000Z"`, `"endTimeUtc": "2026-03-05T12:00:00.000Z"`,
		`met by 2 jobs of a.apk, b.apk`, `"jobs": 6`,
	} {
		if strings.Count(string(data), want) != 1 {
			t.Errorf("not once: %s\n%s", want, data)
		}
	}
	if n := strings.Count(string(data), `"ruleIndex"`); n != 2 {
		t.Errorf("%d results", n)
	}
}

func TestStatus_Metrics(t *testing.T) {
	t.Parallel()
	s := &Status{Name: `a"b`, Waiting: 3, Running: []Running{{}, {Silent: true}}, Done: 5, Success: 2, Skipped: 1,
		Dead: []Dead{{}}, Retries: 4}
	got := s.Metrics()
	for _, want := range []string{
		"# TYPE talpa_campaign_jobs gauge\n", `talpa_campaign_jobs{campaign="a\"b",state="waiting"} 3` + "\n",
		`state="running"} 1`, `state="silent"} 1`, `state="success"} 2`, `state="no-success"} 3`, `state="not-needed"} 1`,
		`state="given-up"} 1`, `talpa_campaign_failed_attempts{campaign="a\"b"} 4` + "\n",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
}

// A watch shows what changes, and ends with the jobs, an error, or when it is told to.
func TestWatch(t *testing.T) {
	t.Parallel()
	run := func(ctx context.Context, answers ...*Status) (shown []int, last *Status, err error) {
		ask := func(context.Context) (*Status, error) {
			if len(answers) == 0 {
				return nil, errors.New("gone")
			}
			s := answers[0]
			answers = answers[1:]
			return s, nil
		}
		last, err = Watch(ctx, time.Millisecond, ask, func(s *Status) { shown = append(shown, s.Waiting) })
		return shown, last, err
	}
	shown, last, err := run(t.Context(), &Status{Waiting: 2}, &Status{Waiting: 2}, &Status{Running: []Running{{}}},
		&Status{})
	if !slices.Equal(shown, []int{2, 0, 0}) || last == nil || len(last.Running) != 0 || err != nil {
		t.Errorf("%v, %+v, %v", shown, last, err)
	}
	if _, last, err := run(t.Context(), &Status{Waiting: 2}); last != nil || err == nil {
		t.Errorf("the server is gone: %+v, %v", last, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if shown, last, err := run(ctx, &Status{Waiting: 2}); len(shown) != 1 || last == nil || err != nil {
		t.Errorf("told to end: %v, %+v, %v", shown, last, err)
	}
}
