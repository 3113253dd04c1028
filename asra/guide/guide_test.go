package guide_test

import (
	"bytes"
	"encoding/json"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"talpa/asra/guide"
)

const (
	onClick = "Lcom/foo/Main$1;->onClick(Landroid/view/View;)V"
	onMenu  = "Lcom/foo/Main;->onOptionsItemSelected(Landroid/view/MenuItem;)Z"
	crash   = "Lcom/foo/Parser;->parse(Ljava/lang/String;)I"
)

// sample is a guide in which every field of the format is set.
func sample() *guide.Guide {
	one := int64(1)
	button := guide.Widget{ID: "id/add", Class: "android.widget.Button", Text: "Add", Screen: "com.foo.Main"}
	enabled := guide.Subject{Kind: guide.SubjectAttribute, Name: "enabled", Widget: button}
	method := guide.Subject{Kind: guide.SubjectMethod, Name: onMenu}
	return &guide.Guide{
		Version: guide.Version,
		App: guide.App{
			Package: "com.foo", VersionName: "1.2", VersionCode: 12, MinSDK: 16, TargetSDK: 30, SHA256: "0123abcd",
			Launcher: "com.foo.Main", Permissions: []string{"android.permission.CAMERA"}, NativeLibs: []string{"libx.so"},
		},
		Target: guide.Target{
			Exception: "java.lang.NumberFormatException", Message: "For input string: \"\"",
			Precision: guide.PrecisionLine, Method: crash, Offsets: []int{0, 7}, Callback: onClick,
			Frames: []guide.Frame{{
				Class: "com.foo.Parser", Method: "parse", File: "Parser.java", Line: 12,
				InApp: true, Resolved: []string{crash}, LineFound: true,
			}},
			Doubts: []guide.Doubt{{Kind: guide.DoubtNoUse, Method: crash, Name: "length"}},
		},
		Level: guide.LevelASRA,
		Components: []guide.Component{{
			Name: "com.foo.Main", Kind: guide.Activity, Exported: true, Launcher: true, Verdict: guide.Necessary,
			Distance: 0, Opens: []string{"com.foo.Help"}, Actions: []string{"android.intent.action.MAIN"},
		}},
		Callbacks: []guide.Callback{
			{
				Method: onClick, Role: guide.RoleClick, Components: []string{"com.foo.Main"},
				Widgets: []guide.Widget{button}, Verdict: guide.Necessary, Rule: "R8", Reason: guide.Reason{Kind: guide.ReasonLeads},
				Why: []guide.Step{{
					Rule:   "R2",
					Reason: guide.Reason{Kind: guide.StepWrites, Subject: method, Object: enabled, Method: onClick, Reader: onMenu},
					Values: []guide.Interval{{Min: &one, Max: &one}}, Because: &guide.Reason{Kind: guide.ReasonOnStack},
				}},
				Conditions: []guide.Condition{{
					Subject: guide.Subject{Kind: guide.SubjectAttribute, Name: "length", Widget: button}, Min: &one, Max: &one, Not: []int64{3}, Text: "x", Where: onClick,
				}},
				Distance: 1,
			},
			{
				Method: onMenu, Role: guide.RoleMenu, Verdict: guide.Unknown, Rule: "R16", Reason: guide.Reason{Kind: guide.ReasonRunsOn},
				Accepts: []string{"id/a"}, Rejects: []string{"id/b"}, Distance: -1,
				Widgets: []guide.Widget{{ID: "id/a", Menu: true}},
			},
		},
		Crash: sampleCrash(), Plan: samplePlan(),
		Milestones: []guide.Milestone{{
			Activity: "com.foo.Main", Callback: onClick, Widgets: []guide.Widget{button}, Role: guide.RoleClick,
		}},
		Inputs: []guide.Input{{
			Kind: guide.InputText, Cause: guide.CauseParsed, Widget: button, Parser: "java.lang.Integer.parseInt", Where: crash,
			Values: []string{""}, Permission: "android.permission.CAMERA", Action: "com.foo.PICK", Extras: []string{"key"},
			Callback: onMenu,
		}},
		Dependencies: []guide.Dependency{{
			Kind: guide.Sets, Setter: onMenu, Tester: onClick, Subject: enabled, Trigger: button,
		}},
		Settings: []guide.Setting{{
			Key: "unit", Title: "Unit", Screen: "xml/settings", Openers: []guide.Widget{button}, Choices: []string{"m"},
			Reader: crash, Distance: 2,
		}},
		Strings: []string{"12"},
		Notes:   []string{"a remark"},
		Stats: guide.Stats{
			Classes: 3, Methods: 9, Instructions: 99, CallEdges: 8, ReachableMethods: 7, RelevantMethods: 2,
			CallbacksPruned: 1, PrunedInstructions: 4, Facts: 5, Fallback: "facts", AnalysisMillis: 3,
		},
	}
}

func TestRoundTrip(t *testing.T) {
	t.Parallel()
	data, err := guide.Encode(sample())
	if err != nil {
		t.Fatal(err)
	}
	got, err := guide.Decode(data)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(sample(), got); diff != "" {
		t.Errorf("decoded guide differs (-want +got):\n%s", diff)
	}
}

func TestDecodeErrors(t *testing.T) {
	t.Parallel()
	good, err := guide.Encode(sample())
	if err != nil {
		t.Fatal(err)
	}
	tests := []struct{ name, old, new, want string }{
		{"not JSON", "{", "<", "line 1"},
		{"no version", `"version": 2`, `"stats": {}`, "not a guide"},
		{"older version", `"version": 2`, `"version": 1`, "version 1, but this talpa reads version 2: written by an older talpa; run `talpa analyze"},
		{"newer version", `"version": 2`, `"version": 3`, "written by a newer talpa"},
		{"unknown field", `"level"`, `"levels"`, "levels"},
		{"wrong type", `"minSdk": 16`, `"minSdk": "x"`, "line 7"},
		{"bad verdict", `"verdict": "unknown"`, `"verdict": "maybe"`, "maybe"},
		{"bad method", `"method": "` + onMenu, `"method": "` + "onMenu", "DEX method name"},
		{"bad distance", `"distance": -1`, `"distance": -2`, "distance -2"},
		{"prune without reason", `"rule": "R16"`, `"rule": ""`, "rule and reason"},
		{"bad reason", `"kind": "runs-relevant"`, `"kind": "magic"`, "reason: kind \"magic\""},
		{"bad step", `"kind": "writes"`, `"kind": "magic"`, "step 0: kind \"magic\""},
		{"bad subject", `"kind": "attribute",
      "name": "length"`, `"kind": "screen",
      "name": "length"`, "condition 0: subject: kind \"screen\""},
		{"attribute without name", `"name": "enabled"`, `"name": ""`, "without a name"},
		{"bad cause", `"cause": "parsed"`, `"cause": "magic"`, "input 0: cause \"magic\""},
		{"bad dependency", `"kind": "sets"`, `"kind": "magic"`, "dependency 0: kind \"magic\""},
		{"accepted and rejected", `"id/b"`, `"id/a"`, "both"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			bad := strings.Replace(string(good), test.old, test.new, 1)
			if bad == string(good) {
				t.Fatalf("%q does not occur in the sample", test.old)
			}
			_, err := guide.Decode([]byte(bad))
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("error %v, want one with %q", err, test.want)
			}
		})
	}
	if _, err := guide.Decode(append(good, "{}"...)); err == nil {
		t.Error("text after the document was accepted")
	}
}

func TestValidateKeepsLifecycle(t *testing.T) {
	t.Parallel()
	g := sample()
	g.Callbacks[0].Role, g.Callbacks[0].Verdict = guide.RoleLifecycle, guide.Irrelevant
	if err := g.Validate(); err == nil {
		t.Error("a pruned life cycle callback was accepted")
	}
	g = sample()
	g.Callbacks[0].Verdict, g.Level = guide.Irrelevant, guide.LevelNone
	if err := g.Validate(); err == nil {
		t.Error("a prune at level none was accepted")
	}
}

func TestSchema(t *testing.T) {
	t.Parallel()
	compiled := compileSchema(t)
	data, err := guide.Encode(sample())
	if err != nil {
		t.Fatal(err)
	}
	if err := compiled.Validate(unmarshal(t, data)); err != nil {
		t.Errorf("the schema refuses the sample: %v", err)
	}
	for _, change := range [][2]string{
		{`"version": 2`, `"version": 1`},
		{`"kind": "attribute"`, `"kind": "magic"`},
		{`"kind": "runs-relevant"`, `"kind": "magic"`},
		{`"cause": "parsed"`, `"cause": "magic"`},
		{`"kind": "sets"`, `"kind": "magic"`},
		{`"role": "click"`, `"role": "clack"`},
		{`"distance": -1`, `"distance": -2`},
		{`"notes"`, `"remarks"`},
	} {
		bad := bytes.Replace(data, []byte(change[0]), []byte(change[1]), 1)
		if compiled.Validate(unmarshal(t, bad)) == nil {
			t.Errorf("the schema accepts %s", change[1])
		}
	}
}

// TestSchemaNamesAllFields keeps schema and structs together, both ways.
func TestSchemaNamesAllFields(t *testing.T) {
	t.Parallel()
	var doc struct {
		Properties map[string]any `json:"properties"`
		Defs       map[string]struct {
			Properties map[string]any `json:"properties"`
		} `json:"$defs"`
	}
	if err := json.Unmarshal(guide.Schema(), &doc); err != nil {
		t.Fatal(err)
	}
	types := map[string]any{
		"app": guide.App{}, "target": guide.Target{}, "frame": guide.Frame{}, "component": guide.Component{},
		"callback": guide.Callback{}, "widget": guide.Widget{}, "condition": guide.Condition{},
		"milestone": guide.Milestone{}, "input": guide.Input{}, "dependency": guide.Dependency{}, "stats": guide.Stats{},
		"setting": guide.Setting{}, "subject": guide.Subject{}, "reason": guide.Reason{}, "step": guide.Step{},
		"interval": guide.Interval{}, "guard": guide.Guard{}, "doubt": guide.Doubt{}, "want": guide.Want{},
		"source": guide.Source{}, "crash": guide.CrashCondition{}, "plan": guide.Plan{}, "goal": guide.Goal{},
		"achiever": guide.Achiever{},
	}
	field := func(f reflect.StructField) string {
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		return name
	}
	check := func(name string, v any, properties map[string]any) {
		typ := reflect.TypeOf(v)
		var want []string
		for i := range typ.NumField() {
			if embedded := typ.Field(i); embedded.Anonymous {
				for j := range embedded.Type.NumField() {
					want = append(want, field(embedded.Type.Field(j)))
				}
				continue
			}
			want = append(want, field(typ.Field(i)))
		}
		slices.Sort(want)
		if diff := cmp.Diff(want, slices.Sorted(maps.Keys(properties))); diff != "" {
			t.Errorf("%s: fields of struct and schema differ (-struct +schema):\n%s", name, diff)
		}
	}
	check("guide", guide.Guide{}, doc.Properties)
	for name, v := range types {
		check(name, v, doc.Defs[name].Properties)
	}
}

func TestSummary(t *testing.T) {
	t.Parallel()
	g := sample()
	g.Notes = []string{"bell \a and escape \x1b[31m"}
	const why = `R2       com.foo.Main.onOptionsItemSelected changes enabled of id/add "Add" to 1`
	if text := g.Summary(); !strings.Contains(text, why) {
		t.Errorf("no %q in:\n%s", why, text)
	}
	g.Callbacks[0].Why = nil
	text := g.Summary()
	for _, want := range []string{"com.foo.Parser.parse (matched to the line)", "id/add \"Add\"", `input      text id/add "Add", parsed by Integer.parseInt`} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in:\n%s", want, text)
		}
	}
	if strings.ContainsAny(text, "\a\x1b") {
		t.Errorf("control characters in:\n%q", text)
	}
}

func TestShortMethod(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		onClick: "com.foo.Main$1.onClick",
		"x":     "x",
		"":      "",
	} {
		if got := guide.ShortMethod(in); got != want {
			t.Errorf("ShortMethod(%q) = %q, want %q", in, got, want)
		}
	}
}

// FuzzDecode states that whatever Decode accepts is valid, is accepted by the
// schema and survives another round.
func FuzzDecode(f *testing.F) {
	data, err := guide.Encode(sample())
	if err != nil {
		f.Fatal(err)
	}
	f.Add(data)
	f.Add([]byte(`{"version":2,"app":{"package":""},"target":{"exception":"","precision":"none"},"level":"none",` +
		`"components":null,"callbacks":null,"stats":{}}`))
	f.Add([]byte(`{"version":2}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		g, err := guide.Decode(data)
		if err != nil {
			return
		}
		again, err := guide.Encode(g)
		if err != nil {
			t.Fatalf("accepted but cannot be encoded: %v", err)
		}
		g2, err := guide.Decode(again)
		if err != nil {
			t.Fatalf("own output refused: %v", err)
		}
		third, err := guide.Encode(g2)
		if err != nil || !bytes.Equal(again, third) {
			t.Fatalf("second round differs (%v)", err)
		}
		_ = g.Summary()
	})
}

func compileSchema(t *testing.T) *jsonschema.Schema {
	t.Helper()
	compiler := jsonschema.NewCompiler()
	if err := compiler.AddResource("guide.json", unmarshal(t, guide.Schema())); err != nil {
		t.Fatal(err)
	}
	compiled, err := compiler.Compile("guide.json")
	if err != nil {
		t.Fatal(err)
	}
	return compiled
}

func unmarshal(t *testing.T, data []byte) any {
	t.Helper()
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	return doc
}
