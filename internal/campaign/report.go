package campaign

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"
	"time"
)

// Report compares the configurations of a campaign on each of its apps.
type Report struct {
	Name     string     `json:"name"`
	Rows     []Row      `json:"rows"`
	Buckets  []Bucket   `json:"buckets,omitempty"`
	Outcomes []*Outcome `json:"outcomes"`
}

// Row is one app, crash, configuration and limits. The medians are over the jobs with success.
type Row struct {
	App           string        `json:"app"`
	Trace         string        `json:"trace,omitempty"`
	Configuration Configuration `json:"configuration"`
	// Settings are what else tells the row from others of the report, in words; "" if nothing does.
	Settings string  `json:"settings,omitempty"`
	Jobs     int     `json:"jobs"`
	Success  int     `json:"success"`
	Dead     int     `json:"dead,omitempty"`
	Skipped  int     `json:"skipped,omitempty"`       // not needed
	Events   float64 `json:"medianEvents,omitempty"`  // of the search
	Seconds  float64 `json:"medianSeconds,omitempty"` // to the crash; of the whole job without a trace
	Crashes  int     `json:"crashes"`                 // distinct ones met, without the wanted one
}

// Report makes the report of what is over so far.
func (c *Campaign) Report(ctx context.Context) (*Report, error) {
	all, err := c.Outcomes(ctx)
	if err != nil {
		return nil, err
	}
	return NewReport(c.options.Name, all), nil
}

// NewReport groups outcomes, which are in the order of Job.compare: by app, crash, configuration and seed.
func NewReport(name string, all []*Outcome) *Report {
	r := &Report{Name: name, Buckets: buckets(all), Outcomes: all}
	var first []Job // of each row
	for len(all) > 0 {
		n := 1
		for n < len(all) && all[n].Job.compareRow(all[0].Job) == 0 {
			n++
		}
		r.Rows = append(r.Rows, newRow(all[:n]))
		first = append(first, all[0].Job)
		all = all[n:]
	}
	for i := range r.Rows {
		r.Rows[i].Settings = first[i].tell(first)
	}
	return r
}

// All are the rows with their jobs.
func (r *Report) All() iter.Seq2[Row, []*Outcome] {
	return func(yield func(Row, []*Outcome) bool) {
		rest := r.Outcomes
		for _, row := range r.Rows {
			if !yield(row, rest[:row.Jobs]) {
				return
			}
			rest = rest[row.Jobs:]
		}
	}
}

// settings are what jobs may differ in beside app, trace and configuration, in words.
func (j Job) settings() []string {
	limit := func(n int, what string) string {
		if n == 0 {
			return "any number of " + what
		}
		return fmt.Sprintf("%d %s", n, what)
	}
	network := "no network"
	if j.Network {
		network = "network"
	}
	return []string{
		"app " + short(j.APK), "trace " + short(j.Trace), "mapping " + short(j.Mapping), fmt.Sprintf("crash %d", j.Crash),
		duration(j.Time), limit(j.Events, "events"), "rewriter " + j.Rewriter, "match " + j.Match,
		limit(j.Confirm, "confirmations"), "oracles " + strings.Join(j.Oracles, " "), network,
		"files of oracles " + strings.Join(j.OracleFiles, " "),
	}
}

// duration tells how long a job searches.
func duration(d time.Duration) string {
	if d == 0 {
		return "any time"
	}
	return d.String()
}

// short is the begin of a SHA-256.
func short(sum string) string { return sum[:min(len(sum), 8)] }

// tell says in which settings a job differs from those of other rows with its app, trace and
// configuration.
func (j Job) tell(rows []Job) string {
	var words []string
	mine := j.settings()
	for i, word := range mine {
		if slices.ContainsFunc(rows, func(k Job) bool { return k.title() == j.title() && k.settings()[i] != word }) {
			words = append(words, word)
		}
	}
	return strings.Join(words, ", ")
}

// title is what a row is called.
func (j Job) title() [3]string { return [3]string{j.App, j.TraceOf, j.Configuration.String()} }

// newRow sums up the outcomes of one group.
func newRow(all []*Outcome) Row {
	job := all[0].Job
	row := Row{App: job.App, Trace: job.TraceOf, Configuration: job.Configuration, Jobs: len(all)}
	var events, seconds []float64
	titles := map[string]bool{}
	for _, o := range all {
		if o.Skipped != "" {
			row.Skipped++
			continue
		}
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

// compareRow orders jobs by what makes a row: all but the seed.
func (j Job) compareRow(k Job) int {
	network := func(j Job) int {
		if j.Network {
			return 1
		}
		return 0
	}
	return cmp.Or(cmp.Compare(j.App, k.App), cmp.Compare(j.TraceOf, k.TraceOf),
		cmp.Compare(j.Configuration.Level, k.Configuration.Level),
		cmp.Compare(j.Configuration.Generator, k.Configuration.Generator),
		cmp.Compare(j.APK, k.APK), cmp.Compare(j.Trace, k.Trace), cmp.Compare(j.Mapping, k.Mapping),
		cmp.Compare(j.Crash, k.Crash), cmp.Compare(j.Time, k.Time), cmp.Compare(j.Events, k.Events),
		cmp.Compare(j.Rewriter, k.Rewriter), cmp.Compare(j.Match, k.Match), cmp.Compare(j.Confirm, k.Confirm),
		slices.Compare(j.Oracles, k.Oracles), slices.Compare(j.OracleFiles, k.OracleFiles),
		cmp.Compare(network(j), network(k)))
}

// compare orders jobs by row and seed.
func (j Job) compare(k Job) int { return cmp.Or(j.compareRow(k), cmp.Compare(j.Seed, k.Seed)) }

// Summary is the report as a table.
func (r *Report) Summary() string {
	var b strings.Builder
	t := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t,
		"app\ttrace\tconfiguration\tjobs\tsuccess\tnot needed\tgiven up\tevents\tseconds\tother crashes\tsettings")
	for _, row := range r.Rows {
		fmt.Fprintf(t, "%s\t%s\t%v\t%d\t%d\t%d\t%d\t%.0f\t%.1f\t%d\t%s\n", row.App, cmp.Or(row.Trace, "-"), row.Configuration,
			row.Jobs, row.Success, row.Skipped, row.Dead, row.Events, row.Seconds, row.Crashes, cmp.Or(row.Settings, "-"))
	}
	t.Flush()
	b.WriteString("events and seconds: median of the jobs with success\n")
	writeBuckets(&b, r.Buckets)
	for _, o := range r.Outcomes {
		if o.Dead() {
			fmt.Fprintf(&b, "given up: %s %v: %s\n", o.ID, o.Job, o.Error)
		}
	}
	return b.String()
}

// ExtractAll unpacks the run folders of all jobs, each into its own folder of dir. Those that
// cannot be unpacked do not keep it from the others.
func (c *Campaign) ExtractAll(ctx context.Context, r *Report, dir string) error {
	var failed []error
	for _, o := range r.Outcomes {
		if err := ctx.Err(); err != nil {
			return errors.Join(append(failed, err)...)
		}
		if err := c.Extract(ctx, o, filepath.Join(dir, filepath.Base(o.ID))); err != nil {
			failed = append(failed, err)
		}
	}
	return errors.Join(failed...)
}
