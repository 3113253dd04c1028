package campaign

import (
	"bytes"
	"cmp"
	"context"
	"encoding/csv"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"talpa/asra/trace"
	"talpa/fuzz/report"
	"talpa/fuzz/report/junit"
	"talpa/fuzz/report/sarif"
	"talpa/internal/shellword"
)

// Ending is how a job ended, in a word.
func (o *Outcome) Ending() string {
	switch {
	case o.Skipped != "":
		return "not-needed"
	case o.Dead():
		return "given-up"
	case o.Result.Success:
		return "success"
	}
	return "no-success"
}

// CSV is a line for each job that is over (RFC 4180), with the names of the columns first. Times are
// in seconds, moments in RFC 3339.
func (r *Report) CSV() ([]byte, error) {
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	lines := [][]string{{
		"id", "app", "trace", "level", "generator", "seed", "ending", "match", "steps", "stability", "events", "found_after",
		"seconds", "findings", "failed_attempts", "worker", "ended", "why",
	}}
	for _, o := range r.Outcomes {
		result := Result{}
		if o.Result != nil {
			result = *o.Result
		}
		lines = append(lines, []string{
			o.ID, o.Job.App, o.Job.TraceOf, o.Job.Configuration.Level, o.Job.Configuration.Generator,
			strconv.FormatInt(o.Job.Seed, 10), o.Ending(), result.Match, strconv.Itoa(result.Steps),
			strconv.Itoa(result.Stability), strconv.Itoa(result.Events), fmt.Sprintf("%.3f", result.FoundAfter),
			fmt.Sprintf("%.3f", result.Seconds), strconv.Itoa(len(result.Findings)), strconv.Itoa(len(o.Attempts)), o.Worker,
			o.Ended.UTC().Format(time.RFC3339), o.Error + o.Skipped,
		})
	}
	err := w.WriteAll(lines)
	return b.Bytes(), err
}

// JUnit is a suite for each row and a test for each job, in JUnit's XML: a job with a trace passes where
// the crash happened again, one without where nothing was found, as single runs do.
func (r *Report) JUnit() ([]byte, error) {
	var all []junit.Suite
	for row, jobs := range r.All() {
		s := junit.Suite{Name: row.name(), Started: jobs[0].Ended}
		for _, o := range jobs {
			if o.Ended.Before(s.Started) {
				s.Started = o.Ended
			}
			s.Tests = append(s.Tests, o.test(row))
		}
		all = append(all, s)
	}
	return junit.EncodeSuites(all)
}

// name tells a row from the others of its report.
func (r Row) name() string {
	words := []string{r.App, r.Trace, r.Configuration.String(), r.Settings}
	return strings.Join(slices.DeleteFunc(words, func(s string) bool { return s == "" }), " ")
}

// test is a job as a test.
func (o *Outcome) test(row Row) junit.Test {
	t := junit.Test{Name: fmt.Sprintf("seed %d", o.Job.Seed), Class: row.name(), Text: "job " + o.ID}
	switch wanted := o.Job.Trace != ""; {
	case o.Skipped != "":
		t.Outcome, t.Message = junit.Skipped, o.Skipped
	case o.Dead():
		t.Outcome, t.Message = junit.Error, cmp.Or(o.Error, "given up")
		for _, a := range o.Attempts {
			t.Text += fmt.Sprintf("\n%s %s: %s", a.Began.UTC().Format(time.RFC3339), a.Worker, a.Error)
		}
	case wanted && !o.Result.Success:
		t.Outcome, t.Message = junit.Failed, "not reproduced in "+report.Counted(o.Result.Events, "event")
	case !wanted && o.Result.Success:
		t.Outcome, t.Message = junit.Failed, report.Counted(len(o.Result.Findings), "finding")
		for _, f := range o.Result.Findings {
			t.Text += "\n" + f.Title
		}
	}
	if o.Result != nil {
		t.Seconds = o.Result.Seconds
	}
	return t
}

// SARIF is a result for each bucket, as SARIF 2.1.0. Source is the folder of the app's sources in
// its repository.
func (r *Report) SARIF(source string) ([]byte, error) {
	m := sarif.Many{Command: "talpa campaign report --name " + shellword.Quote(r.Name),
		Properties: map[string]any{"campaign": r.Name, "jobs": len(r.Outcomes)}}
	for i, o := range r.Outcomes {
		if i == 0 || o.Ended.Before(m.From) {
			m.From = o.Ended
		}
		if o.Ended.After(m.To) {
			m.To = o.Ended
		}
	}
	for _, b := range r.Buckets {
		m.Crashes = append(m.Crashes, sarif.Crash{
			Exception: b.Exception, Signature: b.Signature,
			Title: fmt.Sprintf("%s\nmet by %s of %s", b.Title, report.Counted(b.Jobs, "job"), strings.Join(b.Apps, ", ")),
			Frame: trace.Frame{Class: b.Class, Method: b.Method, File: b.File, Line: b.Line},
		})
	}
	return sarif.EncodeMany(m, source)
}

// Metrics is the status in the text form of Prometheus, version 0.0.4.
func (s *Status) Metrics() string {
	var b strings.Builder
	name := strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`).Replace(s.Name)
	metric := func(metric, help string) {
		fmt.Fprintf(&b, "# HELP %s %s\n# TYPE %s gauge\n", metric, help, metric)
	}
	silent := 0
	for _, r := range s.Running {
		if r.Silent {
			silent++
		}
	}
	metric("talpa_campaign_jobs", "Jobs by where they stand.")
	for _, one := range []struct {
		state string
		n     int
	}{
		{"waiting", s.Waiting}, {"running", len(s.Running) - silent}, {"silent", silent}, {"success", s.Success},
		{"no-success", s.Done - s.Success}, {"not-needed", s.Skipped}, {"given-up", len(s.Dead)},
	} {
		fmt.Fprintf(&b, "talpa_campaign_jobs{campaign=\"%s\",state=\"%s\"} %d\n", name, one.state, one.n)
	}
	metric("talpa_campaign_failed_attempts", "Failed attempts at jobs that are not over.")
	fmt.Fprintf(&b, "talpa_campaign_failed_attempts{campaign=\"%s\"} %d\n", name, s.Retries)
	return b.String()
}

// Watch asks for the status (Campaign.Status) again and again, shows each that differs from the one
// before, and ends with the last when no job waits or runs, or with ctx.
func Watch(ctx context.Context, every time.Duration, ask func(context.Context) (*Status, error),
	show func(*Status)) (*Status, error) {
	shown := ""
	for {
		s, err := ask(ctx)
		if err != nil {
			return nil, err
		}
		if now := s.Summary(); now != shown {
			show(s)
			shown = now
		}
		if s.Waiting == 0 && len(s.Running) == 0 || sleep(ctx, every) != nil {
			return s, nil
		}
	}
}
