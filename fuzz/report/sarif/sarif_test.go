package sarif

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"talpa/asra/trace"
	"talpa/fuzz/report/reporttest"
)

// schemas are what a report is checked against: the form that we write, which allows nothing but
// what it names, and the standard's own schema where TALPA_SARIF_SCHEMA names its file.
func schemas(t *testing.T) []*jsonschema.Schema {
	t.Helper()
	files := []string{filepath.Join("testdata", "profile.json")}
	if standard := os.Getenv("TALPA_SARIF_SCHEMA"); standard != "" {
		files = append(files, standard)
	}
	var all []*jsonschema.Schema
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(data))
		if err != nil {
			t.Fatal(err)
		}
		c := jsonschema.NewCompiler()
		c.AssertFormat()
		if err := c.AddResource("schema.json", doc); err != nil {
			t.Fatal(err)
		}
		s, err := c.Compile("schema.json")
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, s)
	}
	return all
}

// decoded reads what was written, which has to be valid by all schemas.
func decoded(t *testing.T, all []*jsonschema.Schema, name string, data []byte) log {
	t.Helper()
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range all {
		if err := s.Validate(doc); err != nil {
			t.Errorf("%s: %v\n%s", name, err, data)
		}
	}
	var got log
	if err := json.Unmarshal(data, &got); err != nil {
		t.Fatal(err)
	}
	return got
}

// TestEncode_valid: each verdict gives a document that the schemas take, with as many results as
// crashes and other findings, and the exit code of the command.
func TestEncode_valid(t *testing.T) {
	t.Parallel()
	all := schemas(t)
	for name, results := range map[string]int{"reproduced": 1, "not-reproduced": 0, "no-verdict": 0, "interrupted": 0,
		"findings": 3, "no-findings": 0, "replay": 1} {
		r := reporttest.Runs()[name]
		data, err := Encode(r, "app/src/main/java")
		if err != nil {
			t.Fatal(err)
		}
		got := decoded(t, all, name, data)
		one := got.Runs[0]
		if len(one.Results) != results || one.Invocations[0].ExitCode != r.Verdict().ExitCode() ||
			one.Invocations[0].Successful == (r.Verdict().ExitCode() > 1) {
			t.Errorf("%s: %d results, %+v", name, len(one.Results), one.Invocations)
		}
		for _, x := range one.Results {
			if one.Tool.Driver.Rules[x.RuleIndex].ID != x.RuleID {
				t.Errorf("%s: %s has the index of another rule", name, x.RuleID)
			}
		}
	}
}

// TestEncode_reason: a run without a verdict says why in a notification, one with a verdict has none.
func TestEncode_reason(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{"interrupted": "somebody stopped the run before anything was found",
		"no-verdict": "no Java", "not-reproduced": "", "findings": ""} {
		data, err := Encode(reporttest.Runs()[name], "")
		if err != nil {
			t.Fatal(err)
		}
		var got log
		if err := json.Unmarshal(data, &got); err != nil {
			t.Fatal(err)
		}
		said := got.Runs[0].Invocations[0].Notifications
		if want == "" && len(said) > 0 || want != "" && (len(said) != 1 || said[0].Message.Text != want) {
			t.Errorf("%s: %+v, want %q", name, said, want)
		}
	}
}

// TestLocation: a crash lies at the line of the deepest frame of the app, below the folder of
// sources; frames of the framework have no file of the repository's.
func TestLocation(t *testing.T) {
	t.Parallel()
	r := reporttest.Runs()["reproduced"]
	for source, want := range map[string]string{
		"": "org/mole/Hill.kt", "app/src/main/java": "app/src/main/java/org/mole/Hill.kt", "./app/": "app/org/mole/Hill.kt",
		"/app": "app/org/mole/Hill.kt", "../..": "org/mole/Hill.kt", "my app": "my%20app/org/mole/Hill.kt",
	} {
		out := run{}
		e := encoder{r.InApp, source, &out}
		e.add(*r.Found)
		l := out.Results[0].Locations[0]
		if l.Physical == nil || l.Physical.Artifact.URI != want || l.Physical.Region.StartLine != 40 {
			t.Errorf("%q: %+v", source, l.Physical)
		}
		if outer := out.Results[0].Stacks[0].Frames[0].Location; outer.Physical != nil ||
			outer.Logical[0].Name != "android.os.Looper.loop" {
			t.Errorf("a frame of the framework: %+v", outer)
		}
		if gone := out.Results[0].Stacks[1].Frames[2].Location; gone.Physical != nil {
			t.Errorf("a frame without a file: %+v", gone.Physical)
		}
	}
	e := encoder{r.InApp, "", &run{}}
	if l := e.location(trace.Frame{Class: "org.mole.Hill", Method: "m", File: "../../etc/passwd",
		Line: 1}); l.Physical != nil {
		t.Errorf("a file that is a path: %+v", l.Physical)
	}
}

// TestEncodeMany: crashes of many runs give a document that the schemas take, also where there are none
// and where nothing is known of one but its title.
func TestEncodeMany(t *testing.T) {
	t.Parallel()
	all := schemas(t)
	for _, crashes := range [][]Crash{nil, {
		{Exception: "a.E", Title: "boom", Signature: "01", Frame: trace.Frame{Class: "a.B", Method: "m", File: "B.kt",
			Line: 3}},
		{Exception: "a.E", Title: "boom again", Frame: trace.Frame{Class: "a.B", Method: "n"}},
		{Title: "a row is lost"}, {},
	}} {
		data, err := EncodeMany(Many{Command: "talpa campaign report", Properties: map[string]any{"jobs": 2},
			Crashes: crashes}, "app")
		if err != nil {
			t.Fatal(err)
		}
		got := decoded(t, all, "crashes", data)
		results, rules := got.Runs[0].Results, got.Runs[0].Tool.Driver.Rules
		if len(results) != len(crashes) || len(crashes) > 0 && (len(rules) != 2 || results[1].RuleIndex != 0 ||
			results[0].Locations[0].Physical.Artifact.URI != "app/a/B.kt" || results[3].Message.Text != "finding") {
			t.Errorf("%s", data)
		}
	}
}
