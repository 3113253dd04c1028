package spec

import (
	"errors"
	"math/rand"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"talpa/fuzz"
	"talpa/fuzz/oracle"
	"talpa/fuzz/oracle/oracletest"
)

// tried is what trying a file out on the model app came to.
func tried(t *testing.T, name, source, bug string) *Checked {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	const keys = `{"keyviews": [{"view": "<node text='Save'/>"}, {"view": "<node content-desc='Delete'/>"},
		{"view": "<node text='Yes'/>"}]}`
	if err := errors.Join(os.WriteFile(path, []byte(source), 0o600),
		os.WriteFile(filepath.Join(filepath.Dir(path), "keyviews_notes.json"), []byte(keys), 0o600)); err != nil {
		t.Fatal(err)
	}
	f, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewSource(1))
	o := f.New(rng)
	result := &fuzz.Result{}
	for range 4 {
		for _, p := range oracletest.NewNotes(bug).Search(t, o.(oracletest.Oracle), rng, oracletest.Search{Length: 80}) {
			result.Progress.Events++
			for _, v := range p.Found {
				result.Others = append(result.Others, &fuzz.Finding{Violation: v, Count: 1})
			}
		}
	}
	result.Tallies = oracle.Panel{o}.Tallies()
	return f.Conclude(result)
}

const rules = `state = {"notes": []}

def add(app):
    title = app.word()
    app.tap(resourceId = "add")
    app.type(title, resourceId = "text")
    app.tap(resourceId = "save")
    app.state["notes"].append(title)
    app.check(app.has(text = title), "it is listed")

rule("add", add, when = lambda page: page.has(resourceId = "add") and len(page.state["notes"]) < 5,
     probability = 0.01)
`

// TestCheck says of each property what is in the way, with the line.
func TestCheck(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		source, bug string
		holds       bool
		line        int
		want        string
	}{
		"right":            {rules, "", true, 3, ""},
		"a bug of the app": {rules, "third note is lost", false, 3, "1 times: add: it is listed"},
		"a widget that is none": {strings.Replace(rules, `"save"`, `"safe"`, 1), "", false, 3,
			`line 7: tap: no widget with resourceId="safe"; the screen has resourceId="save"`},
		"a precondition that never holds": {strings.Replace(rules, `page.has(resourceId = "add")`, `page.has(text = "Addd")`,
			1),
			"", false, 3, `held on no screen: none had text="Addd" (line 11)`},
		"a fault of the code": {strings.Replace(rules, "app.word()", "app.words()", 1), "", false, 3, "test: "},
	} {
		got := tried(t, "test.star", c.source, c.bug)
		if name == "a fault of the code" {
			c.want = "the property itself is wrong"
		}
		p := got.Properties[0]
		if got.Holds != c.holds || p.Holds != c.holds || p.Line != c.line ||
			c.want != "" && !slices.ContainsFunc(p.Wrong, func(s string) bool { return strings.Contains(s, c.want) }) {
			t.Errorf("%s: %+v, want %q", name, got, c.want)
		}
		if text := got.Summary(); !strings.Contains(text, "add (line 3): ") || strings.Contains(text, "FAIL") == c.holds {
			t.Errorf("%s: %s", name, text)
		}
	}
}

// TestCheck_ruleWithoutCheck: a rule that checks nothing is never judged, and keeps no other one from its turn.
func TestCheck_ruleWithoutCheck(t *testing.T) {
	t.Parallel()
	look := "\ndef look(app):\n    app.tap(resourceId = \"add\")\n    app.back()\n\n" +
		"rule(\"look\", look, when = lambda page: page.has(resourceId = \"add\"))\n"
	got := tried(t, "test.star", rules+look, "")
	if add := got.Properties[0]; !add.Holds || add.Judged < 3 {
		t.Errorf("%+v", got)
	}
}

// TestCheckSpecification tries out a specification of PBFDroid.
func TestCheckSpecification(t *testing.T) {
	t.Parallel()
	data, err := os.ReadFile(filepath.Join("..", "..", "..", "fuzz", "oracle", "dmf", "testdata", "dmf_notes.json"))
	if err != nil {
		t.Fatal(err)
	}
	got := tried(t, "dmf_notes.json", string(data), "")
	lines := []int{got.Properties[0].Line, got.Properties[1].Line, got.Properties[2].Line}
	if !got.Properties[0].Holds || !slices.Equal(lines, []int{3, 24, 45}) {
		t.Errorf("lines %v, %+v", lines, got)
	}
	wrong := tried(t, "dmf_notes.json", strings.Replace(string(data), `"text": "Save"`, `"text": "Safe"`, 1), "")
	if p := wrong.Properties[0]; p.Holds || len(p.Wrong) != 2 ||
		!strings.Contains(p.Wrong[1], `step 3, click: no widget save (text "Safe")`) {
		t.Errorf("%+v", p)
	}
	if _, err := Open(filepath.Join(t.TempDir(), "none.json")); err == nil {
		t.Error("a file that is not there")
	}
}
