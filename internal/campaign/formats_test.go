package campaign

import (
	"context"
	"encoding/csv"
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
