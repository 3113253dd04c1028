package report

import (
	"bytes"
	"cmp"
	_ "embed"
	"fmt"
	"html/template"
	"path"
	"path/filepath"
	"strings"
	"sync"

	"talpa/asra/guide"
	"talpa/asra/trace"
	"talpa/fuzz/export"
	"talpa/fuzz/oracle"
	"talpa/internal/shellword"
)

//go:embed page.html
var pageText string

//go:embed page.css
var pageStyle string

// Style is the style sheet of the page, for other pages that look like it.
func Style() string { return pageStyle }

// pageTemplate is parsed when the first report is written.
var pageTemplate = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("page").Parse(pageText))
})

// page is what the template shows. All text in it has been through clean.
type page struct {
	Style   template.CSS
	Title   string
	Lead    string // what the run was, in a line
	Banner  banner
	Facts   []Item
	Crash   string // of the found or wanted crash: the exception's message
	Found   *findingView
	Traces  []block
	HasGot  bool
	Nearest string // how well the traces agree, or what came nearest
	Again   []command
	Gaps    []string
	Path    *pathView
	Guide   *guideView
	Others  []findingView
	Fuzz    bool // Others are the findings, not by-catch
	Notes   []string
	// Properties is what became of the properties of oracles.
	Properties []propertyView
	Remarks    []string // fidelity
	Phases     []bar
	Tables     []table
	Made       string
	Signed     string // signature of the wanted crash
}

// banner is the verdict. Class is "good", "fair", "bad" or "idle".
type banner struct{ Class, Word, Line string }

// command is something to type, and what it does.
type command struct{ What, Line string }

// bar is a row of a bar chart; Percent is of the longest.
type bar struct {
	Name, Value string
	Percent     float64
}

// table is a captioned list of names and values.
type table struct {
	Caption string
	Items   []Item
}

// propertyView is a property on the page: a row of a table.
type propertyView struct {
	Name                                   string
	Held, Begun, BrokenOff, Judged, Failed int
	Details                                []string // why it was never judged, or broken off
}

// findingView is a finding on the page.
type findingView struct {
	Title, Kind, Detail string
	Facts               []Item
	Steps               []stepView
	Pairs               []pairView // of Steps, where two runs are compared
	Trace               string
	Script              string
	ID                  string // anchor
	Again               []command
	Gaps                []string
}

// Page makes the HTML page of a run: one file, complete in itself. dir is the run directory, as whoever
// started the run names it: the commands on the page are for where they were.
func Page(r *Run, dir string) ([]byte, error) {
	b := builder{run: r, dir: dir}
	p := b.page()
	var out bytes.Buffer
	if err := pageTemplate().Execute(&out, p); err != nil {
		return nil, fmt.Errorf("making the page: %w", err)
	}
	return out.Bytes(), nil
}

// foundID is the anchor of the wanted crash's steps.
const foundID = "steps"

// builder collects what a page shows.
type builder struct {
	run   *Run
	dir   string
	album album
}

func (b *builder) page() *page {
	r := b.run
	p := &page{
		Style: template.CSS(pageStyle), //nolint:gosec // our own file
		Title: b.title(), Lead: b.lead(), Banner: b.banner(), Facts: b.facts(), Again: b.again(),
		Notes: cleanAll(r.Notes), Properties: properties(r.Properties), Remarks: cleanAll(r.Fidelity),
		Fuzz:   r.Wanted == nil && r.Job == "fuzz",
		Phases: phases(r.Phases), Tables: b.tables(), Made: clean(r.Version, maxTitle),
	}
	if r.Found != nil {
		v := b.finding(*r.Found, foundID)
		p.Found = &v
		if r.Found.Script != nil {
			p.Gaps = gaps(r.exports(*r.Found))
		}
	}
	if r.Guide != nil {
		p.Guide = newGuideView(r.Guide, r.Rewriter)
	}
	p.Path = b.path()
	b.traces(p)
	for i, f := range r.Findings {
		v := b.finding(f, fmt.Sprintf("finding-%d", i+1))
		name := fmt.Sprintf("%s/%d", dirFindings, i+1)
		v.Again, v.Gaps = b.replays(f, name+".talpa", name), gaps(b.run.exports(f))
		p.Others = append(p.Others, v)
	}
	return p
}

func properties(all []oracle.Tally) []propertyView {
	rows := make([]propertyView, len(all))
	for i := range all {
		t := &all[i]
		rows[i] = propertyView{clean(t.Oracle+": "+t.Property, maxTitle), t.Held, t.Begun, t.BrokenOff, t.Judged, t.Failed,
			cleanAll(t.Details())}
	}
	return rows
}

// traces fills in the comparison of the wanted trace with the one met.
func (b *builder) traces(p *page) {
	want := b.run.Wanted
	if want != nil {
		p.Signed = trace.Sign(*want, b.run.InApp)
		if cause, ok := want.Cause(); ok {
			p.Crash = clean(cause.Message, maxText)
		}
	}
	var got *trace.Trace
	var match *trace.Match
	if f := b.run.Found; f != nil && f.Crash != nil {
		got, match = &f.Crash.Trace, f.Match
	}
	if want == nil && got == nil {
		return
	}
	if match != nil {
		p.Nearest = sentence(clean(match.Why, maxText))
		if match.Level > trace.None && !match.Message {
			p.Nearest += " The messages differ."
		}
	}
	if want == nil {
		want, got = got, nil
	}
	p.HasGot = got != nil
	p.Traces = sideBySide(want, got, match, b.run.InApp)
}

func (b *builder) title() string {
	r := b.run
	t := r.Wanted
	if r.Found != nil && r.Found.Crash != nil && t == nil {
		t = &r.Found.Crash.Trace
	}
	if t == nil {
		return clean(r.App.Package, maxTitle)
	}
	cause, _ := t.Cause()
	title := guide.SimpleName(cause.Class)
	if title == "" {
		title = "Crash"
	}
	if _, frame, ok := t.Point(r.InApp); ok {
		title += " in " + guide.SimpleName(frame.Class) + "." + frame.Method
	}
	return clean(title, maxTitle)
}

func (b *builder) lead() string {
	r := b.run
	lead := r.App.Package
	if r.App.VersionName != "" {
		lead += " " + r.App.VersionName
	}
	if !r.Started.IsZero() {
		lead += ", " + r.Started.UTC().Format("2 January 2006, 15:04 UTC")
	}
	return clean(lead, maxTitle)
}

// banner is the verdict in a word and a line.
func (b *builder) banner() banner {
	r := b.run
	if r.Found != nil && !r.Unsaved {
		return foundBanner(r)
	}
	switch r.Verdict() {
	case Violated:
		line := "in " + Counted(r.Search.Events, "event")
		if r.Fault != "" {
			line += "; then " + r.BrokenOff() + ": " + clean(r.Fault, maxTitle)
		}
		return banner{"bad", Counted(len(r.Findings), "finding"), line}
	case Clean:
		return banner{"good", "No findings", "in " + Counted(r.Search.Events, "event")}
	case NoVerdict:
		return banner{"idle", "No verdict", clean(r.Reason(), maxTitle)}
	case Stopped:
		return banner{"idle", "Interrupted", clean(r.Reason(), maxTitle)}
	case NotReproduced:
		if r.Job == "replay" {
			return banner{"bad", "Did not happen", "the script ran, the crash did not come"}
		}
		line := fmt.Sprintf("%s in %s did not cause the crash", Counted(r.Search.Events, "event"), duration(r.Seconds))
		return banner{"bad", "Not reproduced", line}
	}
	return banner{"idle", "Still running", "or ended without a word; this is what was known so far"}
}

// foundBanner says how well the crash agrees.
func foundBanner(r *Run) banner {
	v := banner{"good", "Reproduced", "the same exceptions and app frames, with lines"}
	if r.Job == "replay" {
		v.Word = "Happened again"
	}
	if r.Found.Match == nil {
		v.Line = "the app crashed"
		return v
	}
	switch r.Found.Match.Level {
	case trace.Exact:
	case trace.Method:
		v.Line = "the same exceptions and app methods; some lines differ"
	case trace.Point:
		v.Class, v.Line = "fair", "the same exception at the same place; the way to it differs"
	default:
		v.Class, v.Word, v.Line = "bad", "Another crash", clean(r.Found.Match.Why, maxTitle)
	}
	return v
}

// facts are the figures beside the verdict.
func (b *builder) facts() []Item {
	r := b.run
	var facts []Item
	add := func(name, value string) {
		if value != "" {
			facts = append(facts, Item{name, clean(value, maxTitle)})
		}
	}
	if f := r.Found; f != nil {
		if f.Match != nil {
			add("Match", f.Match.Level.String())
		}
		if f.Script != nil {
			steps := Counted(len(f.Script.Events), "step")
			if f.Shrunk != nil && f.Shrunk.From > len(f.Script.Events) {
				steps += fmt.Sprintf(", of %d", f.Shrunk.From)
			}
			add("Script", steps)
		}
		if f.Stability != nil {
			add("Worked", fmt.Sprintf("%d of %d times", f.Stability.Hits, f.Stability.Runs))
		}
		if f.Seconds > 0 {
			add("Found after", duration(f.Seconds))
		}
	}
	if r.Search.Events > 0 {
		add("Events tried", fmt.Sprint(r.Search.Events))
	}
	if g := r.Guide; g != nil && g.Stats.CallbacksPruned > 0 && r.Rewriter != "" {
		add("Callbacks pruned", fmt.Sprintf("%d of %d", g.Stats.CallbacksPruned, len(g.Callbacks)))
	}
	if r.Seconds > 0 {
		add("Whole run", duration(r.Seconds))
	}
	return facts
}

// again lists the ways to run the script once more.
func (b *builder) again() []command {
	r := b.run
	var all []command
	if r.Found != nil {
		all = b.replays(*r.Found, "", "")
	}
	if r.Command == "" {
		return all
	}
	if (r.Job == "reproduce" || r.Job == "fuzz") && r.Found == nil && r.Search.Events > 0 && r.Fault == "" {
		further := "talpa " + r.Job + " --resume " + b.file("")
		switch {
		case r.State != Done || r.Unconfirmed != "": // there is something to do, and time for it
		case r.MaxEvents > 0 && r.Search.Events >= r.MaxEvents:
			further += fmt.Sprintf(" --events %d", 2*r.MaxEvents)
		default:
			further += " --time LONGER"
		}
		all = append(all, command{"The search, from where it ended", further})
	}
	search := clean(strings.ReplaceAll(r.Command, "\n", " "), maxText)
	all = append(all, command{"The whole search", search})
	if r.Job == "reproduce" && r.Found == nil && r.State == Done {
		seedless := search
		for _, form := range []string{" --seed %d", " --seed=%d"} {
			seedless = strings.TrimSuffix(seedless, fmt.Sprintf(form, r.Seed))
		}
		all = append(all, command{"The search with other random choices", fmt.Sprintf("%s --seed %d", seedless, r.Seed+1)})
		if r.Rewriter != "" {
			all = append(all, command{"The search without pruning", search + " --level none"})
		}
	}
	return all
}

// replays lists the ways to run a finding's script, which is in a file of the run directory ("" is the
// run's own); what other tools take is in a folder of it.
func (b *builder) replays(f Finding, file, folder string) []command {
	if f.Script == nil {
		return nil
	}
	apk := shellword.Quote(clean(cmp.Or(b.run.App.File, "app.apk"), maxTitle))
	all := []command{
		{"On the embedded device", "talpa replay " + b.file(file) + " " + apk},
		{"On an emulator or a phone", "talpa replay " + b.file(file) + " " + apk + " --device SERIAL"},
	}
	for _, e := range b.run.exports(f) {
		line := e.Run
		switch {
		case e.Text == nil:
			continue
		case line == "":
			line = path.Join(folder, e.Name) + ", in a test module"
		default:
			line += " " + b.file(path.Join(folder, e.Name))
		}
		if e.Name == export.NameShell {
			line = "adb install -r " + apk + " && " + line
		}
		all = append(all, command{"With " + e.Tool, line})
	}
	return all
}

// file quotes the path of a file of the run directory for a shell.
func (b *builder) file(name string) string {
	return shellword.Quote(clean(path.Join(cmp.Or(filepath.ToSlash(b.dir), "."), name), maxTitle))
}

// gaps says which events the files for other tools lack.
func gaps(files []export.File) []string {
	var all []string
	for _, f := range files {
		for _, g := range f.Gaps {
			verb := " lacks "
			if f.Text == nil {
				verb = " is not written: "
			}
			all = append(all, clean(f.Name+verb+g.String(), maxTitle))
		}
	}
	return all
}

// tables are the small print: app, device, versions.
func (b *builder) tables() []table {
	r := b.run
	app := table{Caption: "App"}
	app.add("Package", r.App.Package)
	app.add("Version", strings.TrimSpace(r.App.VersionName+number(" (%d)", int(r.App.VersionCode))))
	app.add("Minimum SDK", number("%d", r.App.MinSDK))
	app.add("Target SDK", number("%d", r.App.TargetSDK))
	app.add("File", r.App.File)
	app.add("SHA-256", r.App.SHA256)
	dev := table{Caption: "Device"}
	kind := "emulator or phone"
	if r.Device.Virtual {
		kind = "embedded device"
	}
	if r.Device.API > 0 || r.Device.Model != "" {
		dev.add("Kind", kind)
	}
	dev.add("Model", r.Device.Model)
	dev.add("Serial", r.Device.Serial)
	dev.add("Android API", number("%d", r.Device.API))
	if r.Device.Width > 0 {
		dev.add("Display", fmt.Sprintf("%d × %d, %d dpi", r.Device.Width, r.Device.Height, r.Device.Density))
	}
	run := table{Caption: "Run"}
	run.add("talpa", r.Version)
	run.add("Seed", fmt.Sprint(r.Seed))
	run.add("Events", number("%d", r.Search.Events))
	run.add("Episodes", number("%d", r.Search.Episodes))
	run.add("Screens", number("%d", r.Search.States))
	run.add("Activities", number("%d", len(r.Search.Activities)))
	for _, v := range r.Versions {
		run.add(v.Name, v.Value)
	}
	var all []table
	for _, t := range []table{app, dev, run} {
		if len(t.Items) > 0 {
			all = append(all, t)
		}
	}
	return all
}

func (t *table) add(name, value string) {
	if value != "" {
		t.Items = append(t.Items, Item{clean(name, maxTitle), clean(value, maxTitle)})
	}
}

func number(format string, n int) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprintf(format, n)
}

func phases(all []Phase) []bar {
	longest := 0.0
	for _, p := range all {
		longest = max(longest, p.Seconds)
	}
	var bars []bar
	for _, p := range all {
		b := bar{Name: clean(p.Name, maxTitle), Value: duration(p.Seconds)}
		if longest > 0 && p.Seconds > 0 {
			b.Percent = p.Seconds / longest * 100
		}
		bars = append(bars, b)
	}
	return bars
}

func cleanAll(texts []string) []string {
	out := make([]string, len(texts))
	for i, s := range texts {
		out[i] = clean(s, maxText)
	}
	return out
}
