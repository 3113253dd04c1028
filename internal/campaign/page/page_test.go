package page

import (
	"fmt"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"talpa/fuzz/report"
	"talpa/internal/campaign"
	"talpa/internal/golden"
)

var style = regexp.MustCompile(`(?s)<style>.*?</style>`)

// sample is a campaign: two configurations on one crash, one with two times, an app without a trace.
func sample() *campaign.Report {
	day := func(n int) time.Time { return time.Date(2026, 3, n, 12, 0, 0, 0, time.UTC) }
	guided, random := campaign.Configuration{Level: "asra", Generator: "guided"},
		campaign.Configuration{Level: "none", Generator: "random"}
	var all []*campaign.Outcome
	add := func(j campaign.Job, r *campaign.Result, why string) *campaign.Outcome {
		o := &campaign.Outcome{ID: fmt.Sprintf("%04x", 0xa000+len(all)), Job: j, Worker: "w1", Ended: day(1 + len(all)), Result: r,
			Error: why}
		all = append(all, o)
		return o
	}
	wanted := &campaign.Finding{Title: "a.E: <b>lost</b> at a.B.m(B.java:7)", Signature: "0011", Count: 1}
	met := func(events int) *campaign.Result {
		return &campaign.Result{Success: true, Match: "exact", Steps: 4, Stability: 5, Events: events, Growth: []int{1, 3},
			FoundAfter: float64(events) / 10, Seconds: 30, Met: wanted}
	}
	missed := func(events int) *campaign.Result {
		return &campaign.Result{Events: events, Seconds: 60, Growth: []int{1, 2, 50},
			Methods:  []report.Covered{{Events: 1, Methods: 120}, {Events: 9, Methods: 150}},
			Findings: []campaign.Finding{{Title: "a row is lost", Count: 2}}}
	}
	crash := func(c campaign.Configuration, seed int64) campaign.Job {
		return campaign.Job{App: "notes.apk", APK: "1f", TraceOf: "npe.txt", Trace: "aa", Configuration: c, Seed: seed,
			Time: 10 * time.Minute}
	}
	for i, events := range []int{5, 12, 12, 90} {
		add(crash(guided, int64(i+1)), met(events), "")
	}
	add(crash(guided, 5), missed(1200), "")
	add(crash(guided, 6), nil, "").Skipped = "solved by a000"
	for i, events := range []int{300, 2400} {
		add(crash(random, int64(i+1)), met(events), "")
	}
	add(crash(random, 3), missed(3000), "")
	add(crash(random, 4), missed(3000), "")
	add(crash(random, 5), nil, "no Java on \u202ew2")
	add(campaign.Job{App: "todo.apk", APK: "2f", Configuration: guided, Seed: 1}, missed(500), "").Result.Success = true
	add(campaign.Job{App: "todo.apk", APK: "2f", Configuration: guided, Seed: 2}, &campaign.Result{Events: 700, Seconds: 61}, "")
	return campaign.NewReport("nightly", all)
}

func linked(o *campaign.Outcome) string {
	if o.Result == nil {
		return ""
	}
	return o.ID + "/report.html"
}

func TestEncode(t *testing.T) {
	t.Parallel()
	data, err := Encode(sample(), linked)
	if err != nil {
		t.Fatal(err)
	}
	golden.Equal(t, filepath.Join("testdata", "page.html"), style.ReplaceAll(data, []byte("<style>…</style>")))
	for _, unwanted := range []string{"<b>", "\u202e", "<script", "http:", "https:", "ZgotmplZ"} {
		if strings.Contains(string(data), unwanted) {
			t.Errorf("the page has %q", unwanted)
		}
	}
	ids := map[string]bool{}
	for _, m := range regexp.MustCompile(` id="([^"]+)"`).FindAllSubmatch(data, -1) {
		if ids[string(m[1])] {
			t.Errorf("two elements have the ID %s", m[1])
		}
		ids[string(m[1])] = true
	}
	for _, m := range regexp.MustCompile(` href="#([^"]+)"`).FindAllSubmatch(data, -1) {
		if !ids[string(m[1])] {
			t.Errorf("a link leads to #%s, which is nowhere", m[1])
		}
	}
}

// TestEncode_grid: rows of the report that differ in more than their configuration have rows of their own.
func TestEncode_grid(t *testing.T) {
	t.Parallel()
	r := sample()
	longer := *r.Outcomes[0]
	longer.Job.Time, longer.ID = time.Hour, "b000"
	all := append(r.Outcomes[:6:6], &longer)
	data, err := Encode(campaign.NewReport("two times", append(all, r.Outcomes[6:]...)), nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"<small>10m0s</small>", "<small>1h0m0s</small>", ">1 of 1 reproduced",
		">4 of 5 reproduced", "talpa campaign report -o FOLDER"} {
		if !strings.Contains(string(data), want) {
			t.Errorf("the page lacks %s", want)
		}
	}
	if strings.Contains(string(data), `<a href="a000`) {
		t.Error("links to runs that are nowhere")
	}
}

// TestEncode_large: a campaign with nothing, and one with a hundred thousand jobs, whose page has bounds.
func TestEncode_large(t *testing.T) {
	t.Parallel()
	data, err := Encode(campaign.NewReport("new", nil), nil)
	if err != nil || !strings.Contains(string(data), "0 jobs are over") {
		t.Errorf("of nothing: %v", err)
	}
	var all []*campaign.Outcome
	for i := range 100_000 {
		o := &campaign.Outcome{ID: fmt.Sprint(i), Job: campaign.Job{App: fmt.Sprintf("%03d.apk", i/1000), TraceOf: "t", Trace: "t",
			Seed: int64(i)}}
		if i%10 > 0 {
			o.Result = &campaign.Result{Success: i%3 > 0, Events: i%977 + 1, Findings: []campaign.Finding{
				{Title: fmt.Sprint("crash ", i%1000), Count: 1}}}
		} else {
			o.Error = strings.Repeat("no device\n", 1000)
		}
		all = append(all, o)
	}
	if data, err = Encode(campaign.NewReport("large", all), linked); err != nil || len(data) > 16<<20 {
		t.Errorf("%d MB, %v", len(data)>>20, err)
	}
	if !strings.Contains(string(data), "and 900 more: talpa campaign report --csv") ||
		!strings.Contains(string(data), "<p class=\"small\">and 700 more: talpa campaign report --json") {
		t.Error("it does not say what it leaves out")
	}
}

// TestCame says what a row of each outcome is called.
func TestCame(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		row         campaign.Row
		class, text string
	}{
		"all given up":          {campaign.Row{Trace: "t", Jobs: 2, Dead: 2}, "idle", "none ran"},
		"not needed or dead":    {campaign.Row{Trace: "t", Jobs: 2, Dead: 1, Skipped: 1}, "idle", "none ran"},
		"none reproduced":       {campaign.Row{Trace: "t", Jobs: 3, Dead: 1}, "bad", "0 of 2 reproduced"},
		"some reproduced":       {campaign.Row{Trace: "t", Jobs: 3, Success: 2}, "fair", "2 of 3 reproduced"},
		"all that ran":          {campaign.Row{Trace: "t", Jobs: 5, Success: 2, Dead: 1, Skipped: 2}, "good", "2 of 2 reproduced"},
		"nothing found":         {campaign.Row{Jobs: 2}, "good", "0 of 2 found something"},
		"a finding is no good":  {campaign.Row{Jobs: 2, Success: 2}, "bad", "2 of 2 found something"},
		"no trace, all skipped": {campaign.Row{Jobs: 1, Skipped: 1}, "idle", "none ran"},
	} {
		if class, text := came(c.row); class != c.class || text != c.text {
			t.Errorf("%s: %s %q, want %s %q", name, class, text, c.class, c.text)
		}
	}
}

// TestClean: what others wrote is one bounded line without signs that hide or turn text.
func TestClean(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("é", maxText)
	for text, want := range map[string]string{
		"":                      "",
		"a\tb\nc":               "a b c",
		"\x00\x1b[31mred\u202e": "[31mred",
		"zero\u200bwidth":       "zerowidth",
		"bro\xffken":            "bro\ufffdken",
		long[:maxText]:          strings.Repeat("é", maxText/2),
		long[:maxText+1]:        strings.Repeat("é", maxText/2) + "…",
		"x" + long:              "x" + strings.Repeat("é", maxText/2-1) + "…",
	} {
		if got := clean(text); got != want {
			t.Errorf("%.20q (%d bytes): %.20q (%d bytes), want %.20q", text, len(text), got, len(got), want)
		}
	}
}

// TestEncode_links: the link of a run goes nowhere but to a page beside this one, whatever its job is called.
func TestEncode_links(t *testing.T) {
	t.Parallel()
	r := sample()
	data, err := Encode(r, func(*campaign.Outcome) string { return `javascript:alert("x")` })
	if err != nil {
		t.Fatal(err)
	}
	if page := string(data); strings.Contains(page, `href="javascript`) || !strings.Contains(page, "#ZgotmplZ") {
		t.Error("a script as a link")
	}
}

// TestEncode_kinds: in the table the ending of each job and the sum of each row, in the words of the page.
func TestEncode_kinds(t *testing.T) {
	t.Parallel()
	data, err := Encode(sample(), linked)
	if err != nil {
		t.Fatal(err)
	}
	for what, want := range map[string]string{
		"a crash that was met":           `<td class="good">reproduced</td><td class="num">5</td>`,
		"a search that ended without":    `<td class="bad">not reproduced</td><td class="num">1,200</td>`,
		"a job that was not needed":      "solved by a000",
		"a run without a trace":          `<td class="bad">1 finding</td>`,
		"a run that found nothing":       `<td class="good">0 findings</td>`,
		"what was met, and how often":    "exact, 4 steps, met again 5 times",
		"jobs given up have a section":   "<li><code>a00a</code>",
		"the count of what reproduced":   "<dt>Reproduced</dt><dd>6 of 9</dd>",
		"the count of what found":        "<dt>Found something</dt><dd>1 of 2</dd>",
		"the time of all jobs":           "<dt>Time of all jobs</dt>",
		"when the first and last ended":  "the first on 2026-03-01 12:00, the last on 2026-03-13 12:00 (UTC)",
		"half of the searches, in words": "half after 12 events",
	} {
		if !strings.Contains(string(data), want) {
			t.Errorf("%s: the page lacks %s", what, want)
		}
	}
}
