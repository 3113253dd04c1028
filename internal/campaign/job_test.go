package campaign

import (
	"math"
	"os"
	"path/filepath"
	"testing"
	"time"
)

func TestParseSeeds(t *testing.T) {
	for text, want := range map[string]Seeds{"7": {7, 7}, "1-10": {1, 10}, "0-0": {0, 0}} {
		if got, err := ParseSeeds(text); err != nil || got != want {
			t.Errorf("%q: %v, %v", text, got, err)
		}
	}
	for _, text := range []string{"", "x", "1-", "-1", "5-4", "1-100001", "1-2-3", "0-9223372036854775807"} {
		if got, err := ParseSeeds(text); err == nil {
			t.Errorf("%q: %v", text, got)
		}
	}
}

func TestID(t *testing.T) {
	job := Job{APK: "a", Seed: 1, Configuration: Configuration{"asra", "guided"}, App: "x.apk", Attempts: 3}
	same := job
	same.App, same.TraceOf, same.Attempts = "y.apk", "t", 1
	if job.ID() != same.ID() {
		t.Error("names make another job")
	}
	other := job
	other.Seed = math.MaxInt64
	if job.ID() == other.ID() {
		t.Error("another seed is the same job")
	}
}

func TestNewReport(t *testing.T) {
	job := func(app, level string, seed int64) Job {
		return Job{App: app, Configuration: Configuration{level, "guided"}, Seed: seed}
	}
	found := func(events int, after float64, titles ...string) *Result {
		r := &Result{Success: true, Events: events, FoundAfter: after}
		for _, title := range titles {
			r.add(Finding{Title: title, Count: 1})
		}
		return r
	}
	got := NewReport("c", []*Outcome{
		{Job: job("a", "asra", 1), Result: found(10, 1, "x", "y")},
		{Job: job("a", "asra", 2), Result: found(30, 2, "x")},
		{Job: job("a", "asra", 3), Result: &Result{Events: 999}},
		{ID: "JOB", Job: job("a", "none", 1), Error: "no device"},
		{Job: job("b", "none", 1), Result: found(5, 0.5)},
		{Job: job("b", "none", 2), Skipped: "cancelled"},
		{Job: Job{App: "b", Configuration: Configuration{"none", "guided"}, Seed: 3, Time: time.Minute}, Result: found(9,
			0.5)},
	}).Summary()
	want, err := os.ReadFile(filepath.Join("testdata", "report.txt"))
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}
