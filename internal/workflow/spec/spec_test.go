package spec

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"talpa/fuzz"
	"talpa/fuzz/crash"
	"talpa/fuzz/event"
	"talpa/fuzz/oracle/oracletest"
	"talpa/fuzz/ui"
)

// TestConvert: what cannot be used is said, and a file that is none is refused.
func TestConvert(t *testing.T) {
	t.Parallel()
	got, err := Convert(filepath.Join("..", "testdata", "dmf_granary.json"))
	if err != nil || got.Rules != 3 || len(got.Remarks) > 0 || !strings.Contains(got.Source, `rule("rename sack"`) {
		t.Errorf("%+v, %v", got, err)
	}
	path := filepath.Join(t.TempDir(), "none.json")
	if err := os.WriteFile(path, []byte(`{"dmfs": []}`), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Convert(path); err == nil || !strings.Contains(err.Error(), "none.json: no functions") {
		t.Errorf("a file without functions: %v", err)
	}
}

// replayed is a replay of adding a note on the model app.
func replayed(t *testing.T) *fuzz.Outcome {
	t.Helper()
	app, out := oracletest.NewNotes(""), &fuzz.Outcome{}
	for _, id := range []string{"add", "text", "save"} {
		s := app.Screen(t)
		e := event.Event{Kind: event.Tap, Target: ui.Selector{ID: "notes:id/" + id}}
		if id == "text" {
			e.Kind, e.Value = event.Text, "eggs"
		}
		e, at, ok := event.Resolve(e, s)
		if !ok {
			t.Fatalf("no widget %s", id)
		}
		out.Steps = append(out.Steps, fuzz.Step{Event: e, Widget: at, Before: s})
		app.Do(e)
	}
	out.End = app.Screen(t)
	return out
}

// TestDraft: a draft is judged by the screens that it was made of, and is none where they cannot be
// those of a rule.
func TestDraft(t *testing.T) {
	t.Parallel()
	if got, err := Draft("add.talpa", "notes", replayed(t)); err != nil || !got.Judged || got.Why != "" {
		t.Errorf("%+v, %v", got, err)
	}
	for want, edit := range map[string]func(*fuzz.Outcome){
		"event 2, ": func(o *fuzz.Outcome) { o.Steps[1].Missing = true },
		"crashes":   func(o *fuzz.Outcome) { o.Crashes = []crash.Crash{{Kind: crash.Java}} },
		"nothing":   func(o *fuzz.Outcome) { o.Steps = nil },
	} {
		out := replayed(t)
		edit(out)
		if _, err := Draft("add.talpa", "notes", out); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
	short := replayed(t)
	short.Steps, short.End = short.Steps[:1], short.Steps[1].Before
	if got, err := Draft("open.talpa", "notes", short); err != nil || !got.Judged {
		t.Errorf("a draft that checks what is new at the end: %+v, %v", got, err)
	}
	short.End = short.Steps[0].Before
	if got, err := Draft("open.talpa", "notes", short); err != nil || got.Judged || got.Why == "" {
		t.Errorf("a draft that checks nothing: %+v, %v", got, err)
	}
}
