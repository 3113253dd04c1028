package campaign

import (
	"bytes"
	"context"
	"encoding/csv"
	"fmt"
	"strconv"
	"strings"
	"time"
)

// ending is how a job ended, in a word.
func (o *Outcome) ending() string {
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
			strconv.FormatInt(o.Job.Seed, 10), o.ending(), result.Match, strconv.Itoa(result.Steps),
			strconv.Itoa(result.Stability), strconv.Itoa(result.Events), fmt.Sprintf("%.3f", result.FoundAfter),
			fmt.Sprintf("%.3f", result.Seconds), strconv.Itoa(len(result.Findings)), strconv.Itoa(len(o.Attempts)), o.Worker,
			o.Ended.UTC().Format(time.RFC3339), o.Error + o.Skipped,
		})
	}
	err := w.WriteAll(lines)
	return b.Bytes(), err
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
