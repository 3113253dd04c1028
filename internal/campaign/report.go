package campaign

import (
	"cmp"
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"
)

// Report compares the configurations of a campaign on each of its apps.
type Report struct {
	Name     string     `json:"name"`
	Rows     []Row      `json:"rows"`
	Outcomes []*Outcome `json:"outcomes"`
}

// Row is one app, crash and configuration. The medians are over the jobs with success.
type Row struct {
	App           string        `json:"app"`
	Trace         string        `json:"trace,omitempty"`
	Configuration Configuration `json:"configuration"`
	Jobs          int           `json:"jobs"`
	Success       int           `json:"success"`
	Dead          int           `json:"dead,omitempty"`
	Events        float64       `json:"medianEvents,omitempty"`  // of the search
	Seconds       float64       `json:"medianSeconds,omitempty"` // to the crash; of the whole job without a trace
	Crashes       int           `json:"crashes"`                 // distinct ones met, without the wanted one
}

// Report makes the report of what is over so far.
func (c *Campaign) Report(ctx context.Context) (*Report, error) {
	all, err := c.Outcomes(ctx)
	if err != nil {
		return nil, err
	}
	return newReport(c.options.Name, all), nil
}

// newReport groups outcomes, which are in order.
func newReport(name string, all []*Outcome) *Report {
	r := &Report{Name: name, Outcomes: all}
	for len(all) > 0 {
		n := 1
		for n < len(all) && all[n].Job.group() == all[0].Job.group() {
			n++
		}
		r.Rows = append(r.Rows, newRow(all[:n]))
		all = all[n:]
	}
	return r
}

// newRow sums up the outcomes of one group.
func newRow(all []*Outcome) Row {
	job := all[0].Job
	row := Row{App: job.App, Trace: job.TraceOf, Configuration: job.Configuration, Jobs: len(all)}
	var events, seconds []float64
	titles := map[string]bool{}
	for _, o := range all {
		if o.Dead() {
			row.Dead++
			continue
		}
		for _, f := range o.Result.Findings {
			titles[f.Title] = true
		}
		if !o.Result.Success {
			continue
		}
		row.Success++
		events = append(events, float64(o.Result.Events))
		seconds = append(seconds, cmp.Or(o.Result.FoundAfter, o.Result.Seconds))
	}
	row.Events, row.Seconds, row.Crashes = median(events), median(seconds), len(titles)
	return row
}

// median of values; 0 of none.
func median(values []float64) float64 {
	n := len(values)
	if n == 0 {
		return 0
	}
	slices.Sort(values)
	return (values[(n-1)/2] + values[n/2]) / 2
}

// group is what the jobs of a row share.
func (j Job) group() [5]string {
	return [5]string{j.App, j.APK, j.TraceOf, j.Trace, j.Configuration.String()}
}

// compare orders jobs by group and seed.
func (j Job) compare(k Job) int {
	a, b := j.group(), k.group()
	return cmp.Or(slices.Compare(a[:], b[:]), cmp.Compare(j.Seed, k.Seed), cmp.Compare(j.ID(), k.ID()))
}

// Summary is the report as a table.
func (r *Report) Summary() string {
	var b strings.Builder
	t := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "app\ttrace\tconfiguration\tjobs\tsuccess\tgiven up\tevents\tseconds\tother crashes")
	for _, row := range r.Rows {
		fmt.Fprintf(t, "%s\t%s\t%v\t%d\t%d\t%d\t%.0f\t%.1f\t%d\n", row.App, cmp.Or(row.Trace, "-"), row.Configuration,
			row.Jobs, row.Success, row.Dead, row.Events, row.Seconds, row.Crashes)
	}
	t.Flush()
	b.WriteString("events and seconds: median of the jobs with success\n")
	for _, o := range r.Outcomes {
		if o.Dead() {
			fmt.Fprintf(&b, "given up: %s %v: %s\n", o.ID, o.Job, o.Error)
		}
	}
	return b.String()
}

// ExtractAll unpacks the run folders of all jobs, each into its own folder of dir.
func (c *Campaign) ExtractAll(ctx context.Context, r *Report, dir string) error {
	for _, o := range r.Outcomes {
		if err := c.Extract(ctx, o, filepath.Join(dir, o.ID)); err != nil {
			return err
		}
	}
	return nil
}
