package report_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"talpa/asra/guide"
	"talpa/asra/trace"
	"talpa/fuzz/crash"
	"talpa/fuzz/event"
	"talpa/fuzz/report"
	"talpa/fuzz/ui"
	"talpa/internal/golden"
)

var (
	style    = regexp.MustCompile(`(?s)<style>.*?</style>`)
	pictures = regexp.MustCompile(`data:image/png;base64,[^"]+`)
)

// skeleton is a page without its style and pictures, for reviews.
func skeleton(t *testing.T, r *report.Run) string {
	t.Helper()
	page, err := report.Page(r, "run")
	if err != nil {
		t.Fatal(err)
	}
	s := style.ReplaceAllString(string(page), "<style>…</style>")
	return pictures.ReplaceAllString(s, "data:image/png;base64,…")
}

func TestPage(t *testing.T) {
	t.Parallel()
	golden.Equal(t, filepath.Join("testdata", "reproduced.html"), []byte(skeleton(t, sample(t))))
}

// TestPageStates checks the verdict of runs that ended otherwise.
func TestPageStates(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name   string
		change func(*report.Run)
		want   []string
		not    []string
	}{
		{"exact", func(r *report.Run) { r.Found.Match = &trace.Match{Level: trace.Exact} },
			[]string{`"verdict good"`, "The messages differ."}, nil},
		{
			"not reproduced", func(r *report.Run) { r.Found = nil },
			[]string{`"verdict bad"`, "<strong>Not reproduced</strong>", "512 events in 1 min 14 s", "Stack trace<"},
			[]string{"Happened", "script.talpa", `id="steps"`},
		},
		{
			"interrupted", func(r *report.Run) { r.Found, r.State = nil, report.Interrupted },
			[]string{`"verdict idle"`, "Interrupted"}, nil,
		},
		{
			"saved in between", func(r *report.Run) { r.Found, r.State = nil, report.Running },
			[]string{`"verdict idle"`, "Still running"}, nil,
		},
		{
			"failed", func(r *report.Run) { r.Found, r.State, r.Fault = nil, report.Failed, "device lost" },
			[]string{`"verdict idle"`, "No verdict", "device lost"}, nil,
		},
		{
			"replayed", func(r *report.Run) { r.Job = "replay" },
			[]string{"<strong>Happened again</strong>"}, nil,
		},
		{
			"replay in vain", func(r *report.Run) { r.Job, r.Found = "replay", nil },
			[]string{"<strong>Did not happen</strong>"}, nil,
		},
		{
			"fuzzed", func(r *report.Run) { r.Job, r.Found, r.Wanted = "fuzz", nil, nil },
			[]string{`"verdict bad"`, "<strong>1 finding</strong>", "<h2>Findings</h2>"}, []string{"Other crashes met"},
		},
		{
			"fuzzed in vain", func(r *report.Run) { r.Job, r.Found, r.Wanted, r.Findings = "fuzz", nil, nil, nil },
			[]string{`"verdict good"`, "No findings"}, []string{"<h2>Findings</h2>"},
		},
		{"empty", func(r *report.Run) { *r = report.Run{} }, []string{"No verdict", "0 events were tried"}, []string{"<h2>S"}},
	} {
		r := sample(t)
		c.change(r)
		page := skeleton(t, r)
		for _, s := range c.want {
			if !strings.Contains(page, s) {
				t.Errorf("%s: the page lacks %s", c.name, s)
			}
		}
		for _, s := range c.not {
			if strings.Contains(page, s) {
				t.Errorf("%s: the page has %s", c.name, s)
			}
		}
	}
}

// TestPageSelfContained: nothing on the page is loaded from elsewhere.
func TestPageSelfContained(t *testing.T) {
	t.Parallel()
	page, err := report.Page(sample(t), "run")
	if err != nil {
		t.Fatal(err)
	}
	links := regexp.MustCompile(`(?i)(?:href|src|url|action)\s*[=(]\s*["']?([^"')\s>]+)`)
	for _, m := range links.FindAllStringSubmatch(string(page), -1) {
		if !strings.HasPrefix(m[1], "#") && !strings.HasPrefix(m[1], "data:image/png;base64,") {
			t.Errorf("the page refers to %s", m[1])
		}
	}
	for _, s := range []string{"<script", "javascript:", "@import", "http-equiv=\"refresh\""} {
		if strings.Contains(strings.ToLower(string(page)), s) {
			t.Errorf("the page has %s", s)
		}
	}
}

// hostile puts s wherever text of an app can get into a run.
func hostile(t *testing.T, s string) *report.Run {
	t.Helper()
	r := sample(t)
	frame := trace.Frame{Class: s, Method: s, File: s, Line: 1}
	bad := trace.Trace{Process: s, Thread: s, Chain: []trace.Throwable{{Class: s, Message: s, Frames: []trace.Frame{frame}}}}
	selector := ui.Selector{ID: s, Class: s, Text: s, Desc: s}
	script := &event.Script{Package: s, Device: s, Events: []event.Event{
		{Kind: event.Text, Target: selector, X: 1, Y: 1, Value: s},
		{Kind: event.Key, Arg: s}, {Kind: event.Start, Intent: &event.Intent{Action: s, Data: s}},
	}}
	r.Wanted, r.WantedText, r.Command, r.Fault, r.Version = &bad, s, s, s, s
	r.App = report.App{File: s, Package: s, VersionName: s, SHA256: s}
	r.Device = report.Device{Serial: s, Model: s, API: 1}
	r.Notes, r.Fidelity, r.Rewriter = []string{s}, []string{s}, s
	r.Phases, r.Versions = []report.Phase{{Name: s, Seconds: 1}}, []report.Item{{Name: s, Value: s}}
	r.Found = &report.Finding{
		Kind: s, Title: s, Detail: s, Crash: &crash.Crash{Kind: crash.Java, Trace: bad, Text: s}, Script: script,
		Match: &trace.Match{Level: trace.Point, Why: s},
		Steps: []report.Step{{Event: script.Events[0], Activity: s, Note: s, Shot: []byte(s)}},
	}
	r.Findings = []report.Finding{*r.Found}
	widget := guide.Widget{ID: s, Class: s, Text: s, Screen: s}
	r.Guide.Target.Method, r.Guide.Notes = s, []string{s}
	r.Guide.Callbacks[0] = guide.Callback{Method: s, Verdict: guide.Irrelevant, Rule: s, Reason: guide.Reason{Kind: guide.ReasonAddsRows, Subject: guide.Subject{Name: s}}, Widgets: []guide.Widget{widget}}
	r.Guide.Milestones[0] = guide.Milestone{Activity: s, Callback: s, Widgets: []guide.Widget{widget}}
	r.Guide.Inputs[0] = guide.Input{Kind: guide.InputKind(s), Cause: guide.CauseAwaited, Action: s, Values: []string{s}}
	r.Guide.Dependencies[0] = guide.Dependency{
		Setter: s, Tester: s, Subject: guide.Subject{Kind: guide.SubjectAttribute, Name: s, Widget: widget},
	}
	r.Guide.Stats.Fallback = s
	return r
}

// tags are the elements of a page in order, without text.
func tags(page string) []string {
	return regexp.MustCompile(`</?[a-zA-Z][a-zA-Z0-9]*`).FindAllString(page, -1)
}

// TestPageHostile: text that looks like markup changes nothing in the
// structure of the page, and leaves no trace of what would act.
func TestPageHostile(t *testing.T) {
	t.Parallel()
	plain := tags(skeleton(t, hostile(t, "plain.Text")))
	beyond := tags(skeleton(t, hostile(t, "pläin.Text"))) // adb cannot type it, which the page says
	for _, s := range []string{
		`<script>alert(1)</script>`, `"><img src=x onerror=alert(1)>`, `' onload='alert(1)`, `</style><b>`, `</title><b>`,
		`{{.Title}}`, `javascript:alert(1)`, `&lt;b&gt;`, `<!--`, `]]>`, "\u202egpj.exe\u202c", "\x1b[31m", "a\x00b", "\xff\xfe",
		strings.Repeat("<", 100_000),
	} {
		page := skeleton(t, hostile(t, s))
		want := plain
		if strings.ContainsFunc(s, func(r rune) bool { return r < ' ' || r > '~' }) {
			want = beyond
		}
		if got := tags(page); !slices.Equal(got, want) {
			t.Errorf("%.40q changes the structure of the page: %d tags, not %d", s, len(got), len(want))
		}
		if strings.ContainsAny(page, "\u202e\u202c\x1b\x00") || strings.Contains(page, "<script") || strings.Contains(page, "<img") {
			t.Errorf("%.40q gets through", s)
		}
		if len(page) > 2<<20 {
			t.Errorf("%.40q makes a page of %d bytes", s, len(page))
		}
	}
}

func TestSave(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "a", "run")
	d, err := report.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	r := sample(t)
	if err := d.AppendLog([]byte("one\n")); err != nil {
		t.Fatal(err)
	}
	if err := d.AppendLog([]byte("two\n")); err != nil {
		t.Fatal(err)
	}
	for range 2 { // a checkpoint, and the end
		if err := d.Save(r); err != nil {
			t.Fatal(err)
		}
	}
	want := "CrashTest.kt findings/1/CrashEspressoTest.kt findings/1/CrashTest.kt findings/1/flow.yaml " +
		"findings/1/repro.py findings/1/repro.sh findings/1.talpa findings/1.txt flow.yaml guide.json log.txt " +
		"report.html repro.py repro.sh run.json " +
		"screens/1.png screens/2.png screens/3.png screens/4.png screens/5.png screens/6.png screens/7.png " +
		"script.talpa trace-got.txt trace-pasted.txt trace-wanted.txt"
	if got := files(t, path); got != want {
		t.Errorf("files %s, want %s", got, want)
	}
	if log, err := os.ReadFile(d.Path("log.txt")); err != nil || string(log) != "one\ntwo\n" {
		t.Errorf("log %q, %v", log, err)
	}
	script, err := os.ReadFile(d.Path("script.talpa"))
	if err != nil {
		t.Fatal(err)
	}
	if again, err := event.Decode(script); err != nil || len(again.Events) != len(r.Found.Script.Events) {
		t.Errorf("the script does not read back: %v", err)
	}
	if info, err := os.Stat(d.Path("repro.sh")); err != nil || info.Mode().Perm()&0o100 == 0 {
		t.Errorf("repro.sh cannot be run: %v", err)
	}
	for _, name := range []string{"trace-wanted.txt", "trace-got.txt"} {
		text, err := os.ReadFile(d.Path(name))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := trace.Parse(string(text)); err != nil {
			t.Errorf("%s does not read back: %v", name, err)
		}
	}

	// The next run in the same folder leaves nothing of this one, and nothing else is touched.
	for _, name := range []string{"mine.txt", "screens/mine.txt", report.FileUnconfirmed, report.FilePruned} {
		if err := os.WriteFile(filepath.Join(path, name), nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := report.Create(path); err != nil {
		t.Fatal(err)
	}
	if got := files(t, path); got != "mine.txt screens/mine.txt" {
		t.Errorf("files after the next run began: %s", got)
	}
}

// A file that has the name of one of ours and is somebody else's is not overwritten.
func TestCreateWhereOthersHaveFiles(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		file, text string
		refused    bool
	}{
		"a page of others":        {"report.html", "<p>mine</p>", true},
		"a run.json of others":    {"run.json", `{"jobs": 3}`, true},
		"a script without a run":  {"script.talpa", "talpa 1\n", true},
		"run.json of another run": {"run.json", `{"schema": 1, "job": "fuzz"}`, false},
		"notes":                   {"notes.html", "", false},
	} {
		path := filepath.Join(t.TempDir(), "[a*b?]")
		if err := os.Mkdir(path, 0o755); err != nil {
			t.Fatal(err)
		}
		file := filepath.Join(path, c.file)
		if err := os.WriteFile(file, []byte(c.text), 0o644); err != nil {
			t.Fatal(err)
		}
		_, err := report.Create(path)
		if refused := err != nil && strings.Contains(err.Error(), c.file); refused != c.refused {
			t.Errorf("%s: error %v, want one: %v", name, err, c.refused)
		}
		left, _ := os.ReadFile(file)
		if c.refused && string(left) != c.text {
			t.Errorf("%s: it holds %q now", name, left)
		}
	}
}

func files(t *testing.T, dir string) string {
	t.Helper()
	var names []string
	err := filepath.WalkDir(dir, func(path string, e os.DirEntry, err error) error {
		if err == nil && !e.IsDir() {
			name, _ := filepath.Rel(dir, path)
			names = append(names, filepath.ToSlash(name))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return strings.Join(names, " ")
}

// TestSave_unsaved: whichever file of a reproduced run cannot be written, the run has no verdict, and
// the page and run.json say so as far as they can be written.
func TestSave_unsaved(t *testing.T) {
	t.Parallel()
	for _, lost := range []string{"script.talpa", "report.html", "run.json"} {
		d, err := report.Create(t.TempDir())
		if err != nil {
			t.Fatal(err)
		}
		if err := os.MkdirAll(d.Path(lost+"/in-the-way"), 0o755); err != nil {
			t.Fatal(err)
		}
		r := sample(t)
		if v := r.Verdict(); v != report.Reproduced {
			t.Fatalf("the sample is %s", v)
		}
		if err := d.Save(r); err == nil || !strings.Contains(err.Error(), filepath.FromSlash(lost)) {
			t.Errorf("%s: %v", lost, err)
		}
		if r.Verdict() != report.NoVerdict || !strings.Contains(r.Reason(), filepath.FromSlash(lost)) {
			t.Errorf("%s: %s, %s", lost, r.Verdict(), r.Reason())
		}
		for name, want := range map[string]string{"report.html": "<strong>No verdict", "run.json": `"verdict": "no-verdict"`} {
			if text, err := os.ReadFile(d.Path(name)); name != lost && (err != nil || !strings.Contains(string(text), want)) {
				t.Errorf("%s is lost, and %s does not say so (%v)", lost, name, err)
			}
		}
	}
}

func TestRunJSON(t *testing.T) {
	t.Parallel()
	d, err := report.Create(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	if err := d.Save(sample(t)); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(d.Path("run.json"))
	if err != nil {
		t.Fatal(err)
	}
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	if err := compileSchema(t).Validate(value); err != nil {
		t.Error(err)
	}
	golden.Equal(t, filepath.Join("testdata", "run.json"), data)
}

func compileSchema(t *testing.T) *jsonschema.Schema {
	t.Helper()
	schema, err := jsonschema.UnmarshalJSON(bytes.NewReader(report.JSONSchema()))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("run.schema.json", schema); err != nil {
		t.Fatal(err)
	}
	return c.MustCompile("run.schema.json")
}

// TestSchemaNamesAllFields: what run.json holds is in its schema.
func TestSchemaNamesAllFields(t *testing.T) {
	t.Parallel()
	d, err := report.Create(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	r := sample(t)
	r.Fault, r.Found.Detail = "x", "x"
	if err := d.Save(r); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(d.Path("run.json"))
	if err != nil {
		t.Fatal(err)
	}
	var run map[string]any
	if err := json.Unmarshal(data, &run); err != nil {
		t.Fatal(err)
	}
	var schema struct {
		Properties map[string]any
		Defs       map[string]struct{ Properties map[string]any } `json:"$defs"`
	}
	if err := json.Unmarshal(report.JSONSchema(), &schema); err != nil {
		t.Fatal(err)
	}
	check := func(what string, got, known map[string]any) {
		for name := range got {
			if _, ok := known[name]; !ok {
				t.Errorf("the schema lacks %s of %s", name, what)
			}
		}
	}
	found, _ := run["found"].(map[string]any)
	wanted, _ := run["wanted"].(map[string]any)
	check("the run", run, schema.Properties)
	check("a finding", found, schema.Defs["finding"].Properties)
	check("a crash", wanted, schema.Defs["crash"].Properties)
	if len(run) < 18 || len(found) < 9 || len(wanted) < 5 {
		t.Errorf("the sample is not full: %d, %d, %d fields", len(run), len(found), len(wanted))
	}
}

func TestCreateErrors(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	file := filepath.Join(dir, "file")
	if err := os.WriteFile(file, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{file, filepath.Join(file, "below")} {
		if _, err := report.Create(path); err == nil || !strings.Contains(err.Error(), "-o") {
			t.Errorf("%s: error %v does not name the way out", path, err)
		}
	}
	if _, err := report.Create(filepath.Join(dir, "x\x00y")); err == nil || errors.Is(err, report.ErrFull) {
		t.Errorf("impossible name: %v", err)
	}
}
