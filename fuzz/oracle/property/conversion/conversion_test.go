package conversion

import (
	"math/rand"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"talpa/fuzz/event"
	"talpa/fuzz/oracle/dmf"
	"talpa/fuzz/oracle/oracletest"
	"talpa/fuzz/oracle/property"
	"talpa/internal/corpus"
	"talpa/internal/golden"
)

// notes is the specification of the model app, with the key views that lie beside it.
var notes = filepath.Join("..", "..", "dmf", "testdata", "dmf_notes.json")

func converted(t *testing.T, path string) (*dmf.Spec, *property.Spec, string) {
	t.Helper()
	spec, err := dmf.Read(path)
	if err != nil {
		t.Fatal(err)
	}
	source := Starlark(filepath.Base(path), spec)
	rules, err := property.Parse("converted.star", []byte(source))
	if err != nil {
		t.Fatalf("%s: %v\n%s", path, err, source)
	}
	return spec, rules, source
}

// TestStarlark holds the converted file of the model app against what a person would expect to read.
func TestStarlark(t *testing.T) {
	t.Parallel()
	_, _, source := converted(t, notes)
	golden.Equal(t, filepath.Join("testdata", "notes.star"), []byte(source))
}

// TestBothFormsJudgeTheSame plays searches that the specification drives, and demands that the
// converted rules see the same in the same events: each bug at once, and none in a right app.
func TestBothFormsJudgeTheSame(t *testing.T) {
	t.Parallel()
	spec, rules, _ := converted(t, notes)
	for _, bug := range []string{"", "third note is lost", "deletes the last", "search misses short ones"} {
		found, judged := 0, 0
		for seed := range int64(30) {
			rng := rand.New(rand.NewSource(seed))
			all := oracletest.NewNotes(bug).Search(t, dmf.New(spec, rng), rng, oracletest.Search{Length: 150, First: true})
			o, app := property.New(rules, nil), oracletest.NewNotes(bug)
			for i, p := range all {
				got := app.Play(t, o, p.Event)
				if len(got.Found) != len(p.Found) {
					t.Fatalf("%q, seed %d, event %d: %+v by rules, %+v by the specification", bug, seed, i, got.Found, p.Found)
				}
				if len(p.Found) > 0 {
					function, _, _ := strings.Cut(p.Found[0].Signature, "|")
					rule, _, _ := strings.Cut(got.Found[0].Signature, "|")
					if found++; rule != function {
						t.Errorf("%q: rule %q is blamed, and function %q", bug, rule, function)
					}
				}
			}
			for _, tally := range o.Tallies() {
				judged += tally.Judged
			}
		}
		if judged < 60 || (found > 0) != (bug != "") {
			t.Errorf("%q: found %d times, judged %d times", bug, found, judged)
		}
	}
}

// TestRulesFindBugsThemselves has the converted rules drive the searches.
func TestRulesFindBugsThemselves(t *testing.T) {
	t.Parallel()
	_, rules, _ := converted(t, notes)
	for bug, want := range map[string]string{"": "", "third note is lost": "add note: row is on the screen",
		"deletes the last":         "delete note: gone is not on the screen",
		"search misses short ones": "search note: hit is on the screen"} {
		found := 0
		for seed := range int64(30) {
			rng := rand.New(rand.NewSource(seed))
			all := oracletest.NewNotes(bug).Search(t, property.New(rules, rng), rng, oracletest.Search{Length: 200, First: true})
			for _, v := range all[len(all)-1].Found {
				if found++; v.Title != want {
					t.Errorf("%q: %+v", bug, v)
				}
			}
		}
		if (found >= 5) != (bug != "") {
			t.Errorf("%q: found in %d of 30 searches", bug, found)
		}
	}
}

// TestWords: what functions may have that the model app's do not.
func TestWords(t *testing.T) {
	t.Parallel()
	const spec = `{"dmfs": [
 {"name": "if 1", "type": "edit", "datatype": "it's", "proportion": "0", "widgets": [
  {"name": "for", "class": "android.widget.EditText", "instance": "1"}, {"name": "blank"},
  {"name": "key", "resource-id": "com.android.systemui:id/back"}, {"name": "later", "text": "late.text"},
  {"name": "late", "UI_layout_num": "9", "resource-id": "a:id/late"}, {"name": "some", "text": "it's::random"}],
  "events": [{"widget": "for", "action": "edit", "text": "say \"hi\"\n", "force": false},
   {"widget": "key", "action": "click"}, {"action": "drag", "text": "1,2, 3,4"}, {"action": "sleep", "text": "90"},
   {"action": "sleep", "text": "0"}, {"action": "start"}, {"action": "leftscreen"}, {"action": "home"},
   {"action": "scrollto", "text": "End"}, {"action": "scroll_left", "widget": "for"}, {"action": "scroll_forward"},
   {"widget": "later", "action": "click", "force": true}, {"widget": "some", "action": "longclick", "force": true}],
  "impacts": [{"operator": "add conflict", "object": "late.text"}, {"operator": "add noduplicate",
"object": "late.text"},
   {"operator": "clear"}],
  "preconditions": [{"widget": "some", "relation": "in"}, {"widget": "for", "relation": "not in", "datatype": "it's"},
   {"datatype": "it's", "relation": "is empty"}],
  "post-conditions": [{"widget": "blank", "relation": "in"}]},
 {"name": "nothing", "type": "view", "datatype": "x", "proportion": "30", "widgets": [],
  "events": [{"widget": "missing", "action": "click"}]},
 {"name": "if 1", "type": "add", "datatype": "x", "proportion": "1", "widgets": [{"name": "w",
"xpath": "//*[@text=\"a\"]"}],
  "events": [{"widget": "w", "action": "click"}], "impacts": []}]}`
	path := filepath.Join(t.TempDir(), "dmf_words.json")
	if err := os.WriteFile(path, []byte(spec), 0o600); err != nil {
		t.Fatal(err)
	}
	_, rules, source := converted(t, path)
	golden.Equal(t, filepath.Join("testdata", "words.star"), []byte(source))
	if len(rules.Rules) != 1 || rules.Rules[0].Name != "if 1" {
		t.Errorf("rules %+v", rules.Rules)
	}
	app := oracletest.NewNotes("")
	for _, v := range app.Play(t, property.New(rules, nil), event.Event{Kind: event.Back}).Found {
		t.Errorf("a condition cannot be asked: %+v", v)
	}
}

// TestCorpus converts every published specification; each function that the oracle of specifications
// can use becomes a rule.
func TestCorpus(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob(filepath.Join(corpus.Dir(t), "dmf", "*", "dmf_*.json"))
	if err != nil || len(files) < 20 {
		t.Fatalf("%d published specifications, %v", len(files), err)
	}
	lost := 0
	for _, path := range files {
		spec, rules, source := converted(t, path)
		want := 0
		for i := range spec.Functions {
			if spec.Functions[i].Weight > 0 {
				want++
			}
		}
		if len(rules.Rules) != want {
			t.Errorf("%s: %d rules of %d functions", path, len(rules.Rules), want)
		}
		lost += strings.Count(strings.ToLower(source), "not converted")
		// Every condition and every rule's beginning is asked once: code that fails is a finding.
		o, app := property.New(rules, nil), oracletest.NewNotes("")
		for _, v := range app.Play(t, o, event.Event{Kind: event.Back}).Found {
			t.Errorf("%s: %+v", path, v)
		}
	}
	t.Logf("%d specifications, %d places without a counterpart", len(files), lost)
}

// TestParts converts specifications that hold one thing each, and reads what comes of it.
func TestParts(t *testing.T) {
	t.Parallel()
	golden.Cases(t, "testdata/parts/*.txtar", func(t *testing.T, files map[string]string) map[string]string {
		dir := t.TempDir()
		for _, name := range []string{"dmf_x.json", "keyviews_x.json"} {
			if text, ok := files[name]; ok {
				if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
					t.Fatal(err)
				}
			}
		}
		_, _, source := converted(t, filepath.Join(dir, "dmf_x.json"))
		return map[string]string{"want.star": strings.ReplaceAll(source, helpers, "\n(helpers)")}
	})
}
