package effect_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"talpa/asra/appcode"
	"talpa/asra/attr"
	"talpa/asra/effect"
	"talpa/asra/guide"
	"talpa/cfg/callgraph"
	"talpa/cfg/icfg"
	"talpa/dex/apk"
	"talpa/dex/dextest"
	"talpa/internal/golden"
	"talpa/specs"
)

// summaries are those of a small app with t.Main as its activity, and others that a line
// of app names, with the action that they take ("t.Other t.action.OTHER").
func summaries(t *testing.T, code, app string) (*appcode.Reader, *effect.Summaries) {
	t.Helper()
	m := &apk.Manifest{Package: "t"}
	for line := range strings.Lines("t.Main\n" + app) {
		name, action, _ := strings.Cut(strings.TrimSpace(line), " ")
		a := apk.Activity{Component: apk.Component{Name: name, Enabled: true}}
		if action != "" {
			a.Filters = []apk.IntentFilter{{Actions: []string{action}}}
		}
		m.Activities = append(m.Activities, a)
	}
	calls, err := callgraph.New(context.Background(), dextest.Set(t, code), specs.Framework(), callgraph.Options{})
	if err != nil {
		t.Fatal(err)
	}
	p, err := icfg.Build(context.Background(), icfg.Input{Calls: calls, Manifest: m})
	if err != nil {
		t.Fatal(err)
	}
	reader := appcode.New(p)
	return reader, effect.New(reader)
}

// TestOf states what each method of a small app reads and changes: "want" has a line for
// each, with the facts. "app" names further activities.
func TestOf(t *testing.T) {
	t.Parallel()
	golden.Cases(t, "testdata/*.txtar", func(t *testing.T, files map[string]string) map[string]string {
		app, x := summaries(t, files["in.smali"], files["app"])
		var b strings.Builder
		for m := range app.Calls.Len() {
			method := app.Calls.Method(callgraph.MethodID(m))
			if method.Name == "<init>" || method.Name == "<clinit>" {
				continue
			}
			e := x.Of(callgraph.MethodID(m))
			if again := x.Of(callgraph.MethodID(m)); again != e {
				t.Errorf("%s has another summary the second time", method)
			}
			fmt.Fprintf(&b, "%s.%s:%s\n", method.Class.JavaName(), method.Name, render(app, e))
		}
		return map[string]string{"want": b.String()}
	})
}

// render writes an effect in a line.
func render(app *appcode.Reader, e *effect.Effect) string {
	var b strings.Builder
	for _, a := range e.Reads {
		b.WriteString(" reads " + access(a))
	}
	for _, a := range e.Writes {
		b.WriteString(" writes " + access(a))
	}
	if e.Lasting != nil {
		fmt.Fprintf(&b, " lasting(%s)", e.Lasting.Kind)
	}
	if e.Leaves {
		b.WriteString(" leaves")
	}
	if e.Closes {
		b.WriteString(" closes")
	}
	for _, n := range e.Starts {
		b.WriteString(" starts(" + app.String(n) + ")")
	}
	if b.Len() == 0 {
		return " nothing"
	}
	return b.String()
}

// access writes a fact: kind, name and owner, and the values if not all.
func access(a effect.Access) string {
	parts := []string{string(a.Fact.Kind)}
	for _, p := range []string{a.Fact.Name, a.Fact.Owner} {
		if p != "" {
			parts = append(parts, p)
		}
	}
	if !a.Values.IsAll() {
		parts = append(parts, a.Values.String())
	}
	return "(" + strings.Join(parts, ", ") + ")"
}

// TestPart: only the instructions that run count, and of what they read the values wanted.
func TestPart(t *testing.T) {
	t.Parallel()
	app, x := summaries(t, `
.class public Lt/Main;
.super Landroid/app/Activity;
.field static a:I
.field static b:I
.method public static open()V
    .registers 1
    sget v0, Lt/Main;->a:I
    sput v0, Lt/Main;->b:I
    return-void
.end method
`, "")
	m := callgraph.MethodID(0)
	if all := render(app, x.Of(m)); all != " reads (field, Lt/Main;a) writes (field, Lt/Main;b)" {
		t.Errorf("all: %s", all)
	}
	first := func(pc uint32) bool { return pc == 0 }
	if got := render(app, x.Part(m, first, nil)); got != " reads (field, Lt/Main;a)" {
		t.Errorf("the first: %s", got)
	}
	if got := render(app, x.Part(m, func(uint32) bool { return false }, nil)); got != " nothing" {
		t.Errorf("none: %s", got)
	}
	got := x.Part(m, effect.Anywhere, map[uint32]attr.Values{0: attr.Only(3)})
	if len(got.Reads) != 1 || !got.Reads[0].Values.Equal(attr.Only(3)) {
		t.Errorf("wanted 3: %s", render(app, got))
	}
	if got := app.Calls.Method(m).Name; got != "open" {
		t.Errorf("the method is %s", got)
	}
}

// TestSubject: how facts are named in a guide.
func TestSubject(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		in   effect.Fact
		want guide.Subject
	}{
		"field": {
			effect.Fact{Kind: effect.Field, Name: "Lt/Main;list", Owner: "Lt/Main;"},
			guide.Subject{Kind: guide.SubjectField, Class: "t.Main", Name: "list"},
		},
		"attribute": {
			effect.Fact{Kind: effect.Attribute, Name: "enabled", Owner: "id/ok"},
			guide.Subject{Kind: guide.SubjectAttribute, Name: "enabled", Widget: guide.Widget{ID: "id/ok"}},
		},
		"attribute_of_a_menu_item": {
			effect.Fact{Kind: effect.Attribute, Name: effect.ItemAttribute("enabled"), Owner: "id/ok"},
			guide.Subject{Kind: guide.SubjectAttribute, Name: "enabled", Widget: guide.Widget{ID: "id/ok", Menu: true}},
		},
		"setting":  {effect.Fact{Kind: effect.Preference, Name: "on"}, guide.Subject{Kind: guide.SubjectSetting, Name: "on"}},
		"contents": {effect.Fact{Kind: effect.Content, Name: "list", Owner: "3:4"}, guide.Subject{Kind: guide.SubjectContents}},
		"screen":   {effect.Fact{Kind: effect.Screen, Owner: "t.Main"}, guide.Subject{Kind: guide.SubjectScreen, Class: "t.Main"}},
		"click": {
			effect.Fact{Kind: effect.Click, Owner: "id/ok"},
			guide.Subject{Kind: guide.SubjectClick, Widget: guide.Widget{ID: "id/ok"}},
		},
	} {
		if got := c.in.Subject(); got != c.want {
			t.Errorf("%s: %+v, want %+v", name, got, c.want)
		}
	}
}

// TestHiddenTargets: a call with too many targets has no edges; its targets are told here,
// or the one that fits the object, where the method makes that itself.
func TestHiddenTargets(t *testing.T) {
	t.Parallel()
	code := `
.class public Lt/Main;
.super Landroid/app/Activity;
.method public any(Lt/Shape;)V
    .registers 2
    invoke-interface {p1}, Lt/Shape;->draw()V
    return-void
.end method
.method public own()V
    .registers 2
    new-instance v0, Lt/Shape2;
    invoke-direct {v0}, Lt/Shape2;-><init>()V
    invoke-interface {v0}, Lt/Shape;->draw()V
    return-void
.end method
.method public direct()V
    .registers 1
    invoke-virtual {p0}, Lt/Main;->own()V
    return-void
.end method

.class public abstract interface Lt/Shape;
.super Ljava/lang/Object;
.method public abstract draw()V
.end method
`
	const shapes = 40
	for i := range shapes {
		code += fmt.Sprintf(`
.class public Lt/Shape%d;
.super Ljava/lang/Object;
.implements Lt/Shape;
.method public constructor <init>()V
    .registers 1
    invoke-direct {p0}, Ljava/lang/Object;-><init>()V
    return-void
.end method
.method public draw()V
    .registers 1
    return-void
.end method
`, i)
	}
	app, x := summaries(t, code, "")
	for m := range app.Calls.Len() {
		id := callgraph.MethodID(m)
		got := x.HiddenTargets(id)
		switch app.Calls.Method(id).Name {
		case "any":
			if len(got) != shapes {
				t.Errorf("any: %d targets, want %d", len(got), shapes)
			}
		case "own":
			if len(got) > 1 || len(got) == 1 && app.Calls.Method(got[0]).Class.JavaName() != "t.Shape2" {
				t.Errorf("own: %d targets, want that of Shape2", len(got))
			}
		case "direct":
			if len(got) > 0 {
				t.Errorf("direct: %d targets, although there is an edge", len(got))
			}
		}
	}
}
