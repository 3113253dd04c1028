// Package page shows the report of a whole campaign as one HTML page: apps by configurations, how many
// events searches took to meet each crash, what was met beside it, and the runs of single jobs. As the
// page of a run it holds all it shows, needs no network and no JavaScript, and treats all text as
// hostile.
//
// The searches that were not needed or given up are counted, and stand in no curve: nothing is known of
// how long they would have taken. Coverage over time is that of screens, and of methods where jobs count them.
package page

import (
	"bytes"
	"cmp"
	_ "embed"
	"fmt"
	"html/template"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode"

	"talpa/fuzz/report"
	"talpa/internal/campaign"
)

//go:embed page.html
var pageText string

//go:embed page.css
var pageStyle string

var pageTemplate = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("page").Parse(pageText))
})

// Bounds of a page: a campaign can have a hundred thousand jobs.
const (
	maxJobs    = 100  // listed of a row
	maxListed  = 5000 // in all
	maxBuckets = 200
	maxText    = 400 // bytes of what a job says
)

// view is what the template shows.
type view struct {
	Style    template.CSS
	Name     string
	Lead     string
	Facts    []report.Item
	Columns  []string
	Grid     []gridRow
	Crashes  []crashView
	Buckets  []bucketView
	More     int // buckets that are not shown
	Dead     []jobView
	MoreDead int
	Linked   bool // some jobs have pages
}

// gridRow is an app with a crash, or without one, and what its configurations came to.
type gridRow struct {
	App, Trace, Settings string
	Cells                []cell
}

type cell struct {
	ID     string // of the row that it is about; "" = no such jobs
	Class  string
	Text   string
	Detail string
}

// crashView is an app with a crash, or without one.
type crashView struct {
	ID, App, Trace string
	Chart          *chart
	Coverage       []coverageView
	Rows           []rowView
}

// covered is what is drawn of what searches cover, in the order of builder.growths.
var covered = [2]struct{ title, unit string }{
	{"Screens (activities) that a search had met", "screens"},
	{"Methods of the app that a search had run, where jobs count them,", "methods"},
}

// coverageView is a drawing of how much was covered over time.
type coverageView struct {
	What string
	*chart
}

type rowView struct {
	ID, Name, Class, Text     string
	Skipped, Dead, Crashes    int
	Median, Interval, Seconds string
	Kind                      int // of its curve
	Jobs                      []jobView
	More                      int
}

type jobView struct {
	Seed                                int64
	ID, Link, Ending, Class, Said, What string
	Events, Seconds, Worker             string
}

type bucketView struct {
	Title, Link, Apps, First, Last string
	Jobs, Count                    int
	Wanted                         bool
}

// Encode makes the page of a report. link is where the page of a job's run lies, as a relative URL;
// "" is nowhere, and nil that no job has one.
func Encode(r *campaign.Report, link func(*campaign.Outcome) string) ([]byte, error) {
	if link == nil {
		link = func(*campaign.Outcome) string { return "" }
	}
	v := &view{Style: template.CSS(report.Style() + pageStyle), Name: clean(r.Name)} //nolint:gosec // our own files
	b := builder{view: v, link: link, links: map[string]string{}}
	for row, jobs := range r.All() {
		b.row(row, jobs)
	}
	b.grid(r)
	b.buckets(r.Buckets)
	b.facts(r)
	var out bytes.Buffer
	if err := pageTemplate().Execute(&out, v); err != nil {
		return nil, fmt.Errorf("making the page: %w", err)
	}
	return out.Bytes(), nil
}

// builder collects what the page shows.
type builder struct {
	view     *view
	link     func(*campaign.Outcome) string
	links    map[string]string // by the IDs of jobs
	searches [][]search        // of the rows of the last crash
	growths  [2][][]growth     // of the same: screens, methods
	listed   int
	dead     int
}

// row takes in a row of the report with its jobs.
func (b *builder) row(row campaign.Row, jobs []*campaign.Outcome) {
	v := b.view
	last := len(v.Crashes) - 1
	if last < 0 || v.Crashes[last].App != clean(row.App) || v.Crashes[last].Trace != clean(row.Trace) {
		last++
		v.Crashes = append(v.Crashes, crashView{ID: fmt.Sprintf("app-%d", last+1), App: clean(row.App),
			Trace: clean(row.Trace)})
		b.searches, b.growths = nil, [2][][]growth{}
	}
	c := &v.Crashes[last]
	name := row.Configuration.String()
	if row.Settings != "" {
		name += ", " + row.Settings
	}
	one := rowView{ID: fmt.Sprintf("%s-%d", c.ID, len(c.Rows)+1), Name: clean(name), Skipped: row.Skipped, Dead: row.Dead,
		Crashes: row.Crashes, Kind: len(c.Rows) % kinds}
	one.Class, one.Text = came(row)
	if row.Success > 0 {
		one.Seconds = fmt.Sprintf("%.1f", row.Seconds)
	}
	var searches []search
	var growths [2][]growth
	for _, o := range jobs {
		if o.Result != nil {
			growths[0] = append(growths[0], screens(o.Result))
		}
		if o.Result != nil && len(o.Result.Methods) > 0 { // of the others it is not known
			growths[1] = append(growths[1], methods(o.Result))
		}
		if o.Result != nil && row.Trace != "" { // without one a search goes on after it found something
			searches = append(searches, search{o.Result.Events, o.Result.Success})
		}
		b.job(&one, o)
	}
	one.Median, one.Interval = events(searches)
	c.Rows, b.searches = append(c.Rows, one), append(b.searches, searches)
	for i, g := range growths {
		b.growths[i] = append(b.growths[i], g)
	}
	names := make([]string, len(c.Rows))
	for i := range c.Rows {
		names[i] = c.Rows[i].Name
	}
	c.Coverage = nil
	for i, what := range covered {
		if drawn := newCoverage(what.unit, names, b.growths[i]); drawn != nil {
			c.Coverage = append(c.Coverage, coverageView{what.title, drawn})
		}
	}
	if slices.ContainsFunc(b.searches, func(s []search) bool { return len(s) > 0 }) {
		c.Chart = newChart(names, b.searches)
	}
}

// came says how many of the jobs that ran to their end did what was wanted.
func came(row campaign.Row) (class, text string) {
	ran := row.Jobs - row.Skipped - row.Dead
	switch {
	case ran == 0:
		return "idle", "none ran"
	case row.Trace == "" && row.Success == 0:
		return "good", fmt.Sprintf("0 of %d found something", ran)
	case row.Trace == "":
		return "bad", fmt.Sprintf("%d of %d found something", row.Success, ran)
	case row.Success == 0:
		class = "bad"
	case row.Success < ran:
		class = "fair"
	default:
		class = "good"
	}
	return class, fmt.Sprintf("%d of %d reproduced", row.Success, ran)
}

// events says after how many events half of the searches had met the crash, and what share of them had in
// the end, with its interval.
func events(all []search) (median, interval string) {
	steps := estimate(all)
	if len(steps) == 0 {
		return "", ""
	}
	end := steps[len(steps)-1]
	interval = fmt.Sprintf("%.0f %% (%.0f to %.0f)", 100*end.share, 100*end.low, 100*end.high)
	if n, ok := medianEvents(steps); ok {
		median = grouped(n)
	}
	return median, interval
}

// job takes in a job of a row.
func (b *builder) job(row *rowView, o *campaign.Outcome) {
	j := jobView{Seed: o.Job.Seed, ID: clean(o.ID), Link: b.link(o), Ending: strings.ReplaceAll(o.Ending(), "-", " "),
		Worker: clean(o.Worker), Said: clean(o.Error + o.Skipped)}
	if j.Link != "" {
		b.links[o.ID], b.view.Linked = j.Link, true
	}
	j.Class = map[string]string{"success": "good", "no-success": "bad", "given-up": "bad"}[o.Ending()]
	if o.Job.Trace == "" && o.Result != nil {
		j.Class = map[bool]string{true: "bad", false: "good"}[o.Result.Success]
		j.Ending = report.Counted(len(o.Result.Findings), "finding")
	} else if o.Result != nil {
		j.Ending = map[bool]string{true: "reproduced", false: "not reproduced"}[o.Result.Success]
	}
	if r := o.Result; r != nil {
		j.Events = grouped(r.Events)
		j.Seconds = fmt.Sprintf("%.1f", cmp.Or(r.FoundAfter, r.Seconds))
		if o.Job.Trace != "" && r.Success {
			j.What = fmt.Sprintf("%s, %s, met again %s", r.Match, report.Counted(r.Steps, "step"),
				report.Counted(r.Stability, "time"))
		}
	}
	if o.Dead() {
		j.What = clean(o.Job.String())
		if b.dead++; len(b.view.Dead) < maxJobs {
			b.view.Dead = append(b.view.Dead, j)
		} else {
			b.view.MoreDead++
		}
	}
	if len(row.Jobs) == maxJobs || b.listed == maxListed {
		row.More++
		return
	}
	b.listed++
	row.Jobs = append(row.Jobs, j)
}

// grid lays out the rows of the report: apps down, configurations across.
func (b *builder) grid(r *campaign.Report) {
	v := b.view
	for _, row := range r.Rows {
		if name := clean(row.Configuration.String()); !slices.Contains(v.Columns, name) {
			v.Columns = append(v.Columns, name)
		}
	}
	at, crash := 0, 0
	for _, row := range r.Rows {
		if at == len(v.Crashes[crash].Rows) {
			at, crash = 0, crash+1
		}
		shown := v.Crashes[crash].Rows[at]
		at++
		g := b.gridRow(gridRow{App: clean(row.App), Trace: clean(row.Trace), Settings: clean(row.Settings)})
		c := &g.Cells[slices.Index(v.Columns, clean(row.Configuration.String()))]
		*c = cell{ID: shown.ID, Class: shown.Class, Text: shown.Text}
		if shown.Median != "" && row.Trace != "" {
			c.Detail = "half after " + shown.Median + " events"
		}
	}
}

// gridRow is the row of the grid that is called as this one.
func (b *builder) gridRow(g gridRow) *gridRow {
	v := b.view
	i := slices.IndexFunc(v.Grid, func(h gridRow) bool {
		return h.App == g.App && h.Trace == g.Trace && h.Settings == g.Settings
	})
	if i < 0 {
		i = len(v.Grid)
		g.Cells = make([]cell, len(v.Columns))
		v.Grid = append(v.Grid, g)
	}
	return &v.Grid[i]
}

func (b *builder) buckets(all []campaign.Bucket) {
	for i, k := range all {
		if i == maxBuckets {
			b.view.More = len(all) - i
			return
		}
		b.view.Buckets = append(b.view.Buckets, bucketView{Title: clean(k.Title), Link: b.links[k.FirstJob],
			Apps: clean(strings.Join(k.Apps, ", ")), First: stamp(k.First), Last: stamp(k.Last), Jobs: k.Jobs, Count: k.Count,
			Wanted: k.Wanted})
	}
}

// facts sum the campaign up.
func (b *builder) facts(r *campaign.Report) {
	reproduced, wanted, found, fuzzed, skipped, seconds := 0, 0, 0, 0, 0, 0.0
	var from, to time.Time
	for _, o := range r.Outcomes {
		if o.Skipped != "" {
			skipped++
		}
		if res := o.Result; res != nil {
			seconds += res.Seconds
			one, all := &reproduced, &wanted
			if o.Job.Trace == "" {
				one, all = &found, &fuzzed
			}
			if *all++; res.Success {
				*one++
			}
		}
		if from.IsZero() || o.Ended.Before(from) && !o.Ended.IsZero() {
			from = o.Ended
		}
		if o.Ended.After(to) {
			to = o.Ended
		}
	}
	v := b.view
	v.Lead = report.Counted(len(r.Outcomes), "job") + " are over"
	if len(r.Outcomes) == 1 {
		v.Lead = "1 job is over"
	}
	if !to.IsZero() {
		v.Lead += fmt.Sprintf(", the first on %s, the last on %s (UTC)", stamp(from), stamp(to))
	}
	add := func(name, value string) { v.Facts = append(v.Facts, report.Item{Name: name, Value: value}) }
	if wanted > 0 {
		add("Reproduced", fmt.Sprintf("%d of %d", reproduced, wanted))
	}
	if fuzzed > 0 {
		add("Found something", fmt.Sprintf("%d of %d", found, fuzzed))
	}
	add("Not needed", fmt.Sprint(skipped))
	add("Given up", fmt.Sprint(b.dead))
	add("Distinct findings", fmt.Sprint(len(r.Buckets)))
	add("Time of all jobs", (time.Duration(seconds) * time.Second).String())
}

// stamp is a moment for people.
func stamp(t time.Time) string { return t.UTC().Format("2006-01-02 15:04") }

// clean makes a line of text that others made: bounded, and without what does not print or turns the
// direction of writing.
func clean(s string) string {
	more := len(s) > maxText
	if more {
		s = strings.ToValidUTF8(s[:maxText], "")
	}
	s = strings.Map(func(r rune) rune {
		if r == '\n' || r == '\t' {
			return ' '
		}
		if !unicode.IsPrint(r) {
			return -1
		}
		return r
	}, s)
	if more {
		s += "…"
	}
	return s
}
