package relevance_test

import (
	"context"
	"errors"
	"reflect"
	"strings"
	"testing"

	"talpa/asra/appcode"
	"talpa/asra/branch"
	"talpa/asra/condition"
	"talpa/asra/effect"
	"talpa/asra/guide"
	"talpa/asra/locate"
	"talpa/asra/reach"
	"talpa/asra/relevance"
	"talpa/asra/trace"
	"talpa/cfg/callgraph"
	"talpa/cfg/icfg"
	"talpa/dex/apk"
	"talpa/dex/dextest"
	"talpa/specs"
)

// notesApp crashes when a row of a list is clicked. Reload reads rows and shows nothing,
// so that no fact leads from the crash to Add, which adds rows; only the source does by
// which a list needs some. Add does so if Main.ready is set, which Arm does. Spare sets
// what nobody reads.
const notesApp = `
.class public Lt/Main;
.super Landroid/app/Activity;
.field static db:Landroid/database/sqlite/SQLiteDatabase;
.field static ready:I
.field static spare:I
.method protected onCreate(Landroid/os/Bundle;)V
    .registers 6
    new-instance v0, Landroid/widget/ListView;
    invoke-direct {v0, p0}, Landroid/widget/ListView;-><init>(Landroid/content/Context;)V
    new-instance v1, Lt/Row;
    invoke-direct {v1}, Lt/Row;-><init>()V
    invoke-virtual {v0, v1}, Landroid/widget/ListView;->setOnItemClickListener(Landroid/widget/AdapterView$OnItemClickListener;)V
    BUTTON(Reload)
    BUTTON(Add)
    BUTTON(Arm)
    BUTTON(Spare)
    return-void
.end method
.class public Lt/Row;
.super Ljava/lang/Object;
.implements Landroid/widget/AdapterView$OnItemClickListener;
.method public constructor <init>()V
    .registers 1
    invoke-direct {p0}, Ljava/lang/Object;-><init>()V
    return-void
.end method
.method public onItemClick(Landroid/widget/AdapterView;Landroid/view/View;IJ)V
    .registers 8
    .line 5
    const v0, 0
    throw v0
.end method
LISTENER(Reload)
    sget-object v0, Lt/Main;->db:Landroid/database/sqlite/SQLiteDatabase;
    const-string v1, "SELECT text FROM notes"
    const v2, 0
    invoke-virtual {v0, v1, v2}, Landroid/database/sqlite/SQLiteDatabase;->rawQuery(Ljava/lang/String;[Ljava/lang/String;)Landroid/database/Cursor;
END
LISTENER(Add)
    sget v3, Lt/Main;->ready:I
    if-eqz v3, :no
    sget-object v0, Lt/Main;->db:Landroid/database/sqlite/SQLiteDatabase;
    const-string v1, "notes"
    const v2, 0
    invoke-virtual {v0, v1, v2, v2}, Landroid/database/sqlite/SQLiteDatabase;->insert(Ljava/lang/String;Ljava/lang/String;Landroid/content/ContentValues;)J
    :no
END
LISTENER(Arm)
    const v0, 1
    sput v0, Lt/Main;->ready:I
END
LISTENER(Spare)
    const v0, 1
    sput v0, Lt/Main;->spare:I
END
`

// smali writes out BUTTON(C), a button with the listener t.C, and LISTENER(C) ... END, the
// class of one.
func smali(text string) string {
	var out strings.Builder
	for line := range strings.Lines(text) {
		word, class, _ := strings.Cut(strings.TrimSuffix(strings.TrimSpace(line), ")"), "(")
		switch word {
		case "BUTTON":
			line = strings.ReplaceAll(`new-instance v0, Landroid/widget/Button;
invoke-direct {v0, p0}, Landroid/widget/Button;-><init>(Landroid/content/Context;)V
new-instance v1, Lt/NAME;
invoke-direct {v1}, Lt/NAME;-><init>()V
invoke-virtual {v0, v1}, Landroid/widget/Button;->setOnClickListener(Landroid/view/View$OnClickListener;)V
`, "NAME", class)
		case "LISTENER":
			line = strings.ReplaceAll(`.class public Lt/NAME;
.super Ljava/lang/Object;
.implements Landroid/view/View$OnClickListener;
.method public constructor <init>()V
    .registers 1
    invoke-direct {p0}, Ljava/lang/Object;-><init>()V
    return-void
.end method
.method public onClick(Landroid/view/View;)V
    .registers 8
`, "NAME", class)
		case "END":
			line = "return-void\n.end method\n"
		}
		out.WriteString(line)
	}
	return out.String()
}

// input runs the stages before relevance on an app whose launcher is t.Main and that
// crashes at line 5 of a method.
func input(t *testing.T, code, class, method string) relevance.Input {
	t.Helper()
	set := dextest.Set(t, smali(code))
	calls, err := callgraph.New(context.Background(), set, specs.Framework(), callgraph.Options{})
	if err != nil {
		t.Fatal(err)
	}
	launcher := apk.Component{Name: "t.Main", Enabled: true, Exported: true, Filters: []apk.IntentFilter{{
		Actions: []string{"android.intent.action.MAIN"}, Categories: []string{"android.intent.category.LAUNCHER"},
	}}}
	p, err := icfg.Build(context.Background(), icfg.Input{
		Calls: calls, Manifest: &apk.Manifest{Package: "t", Activities: []apk.Activity{{Component: launcher}}},
	})
	if err != nil {
		t.Fatal(err)
	}
	return stages(t, p, class, method)
}

// stages runs the stages before relevance on a program that crashes at line 5 of a method.
func stages(t *testing.T, p *icfg.Program, class, method string) relevance.Input {
	t.Helper()
	target, err := locate.Resolve(p.Hierarchy.Set(), []trace.Trace{{Chain: []trace.Throwable{{
		Class: "java.lang.NullPointerException", Frames: []trace.Frame{{Class: class, Method: method, Line: 5}},
	}}}}, locate.Options{})
	if err != nil {
		t.Fatal(err)
	}
	app := appcode.New(p)
	branches := branch.New(app)
	reached := reach.Find(app, branches, reach.NewStack(app, &target), func(callgraph.MethodID) bool { return false })
	return relevance.Input{
		App: app, Branches: branches, Effects: effect.New(app), Target: &target, Reach: reached,
		Conditions: condition.Find(app, branches, reached, reached.Callbacks(), condition.Field),
		Callbacks:  reached.Callbacks(), CannotRun: map[callgraph.MethodID]guide.Reason{},
	}
}

// handler is the method of the listener t.class.
func handler(t *testing.T, in relevance.Input, class string) callgraph.MethodID {
	t.Helper()
	for _, cb := range in.Callbacks {
		if in.App.Calls.Method(cb.Method).Class.Descriptor == "Lt/"+class+";" {
			return cb.Method
		}
	}
	t.Fatalf("no handler in t.%s", class)
	return callgraph.NoMethod
}

func find(t *testing.T, in relevance.Input, opts relevance.Options) relevance.Result {
	t.Helper()
	r, err := relevance.Find(context.Background(), in, opts)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// asra are the options of a usual analysis.
var asra = relevance.Options{Level: guide.LevelASRA, States: true}

// TestFind_a_promoted_handler_reads states that what a handler reads is needed which only a
// source names (R19), and who is irrelevant beside.
func TestFind_a_promoted_handler_reads(t *testing.T) {
	t.Parallel()
	in := input(t, notesApp, "t.Row", "onItemClick")
	r := find(t, in, asra)
	for _, c := range []struct {
		class, rule string
		verdict     guide.Verdict
		reason      guide.ReasonKind
	}{
		{"Row", "R13", guide.Necessary, guide.ReasonOnStack},
		{"Add", "R19", guide.Necessary, guide.ReasonAddsRows},
		{"Arm", "R19", guide.Unknown, guide.ReasonChanges},
		{"Reload", "R17", guide.Irrelevant, guide.ReasonNoEffect},
		{"Spare", "R17", guide.Irrelevant, guide.ReasonNoEffect},
	} {
		got := r.Of(handler(t, in, c.class))
		if got.Rule != c.rule || got.Verdict != c.verdict || got.Reason.Kind != c.reason {
			t.Errorf("%s: %+v, want %s by %s: %s", c.class, got, c.verdict, c.rule, c.reason)
		}
	}
	if reader := r.Of(handler(t, in, "Arm")).Reason.Reader; !strings.HasPrefix(reader, "Lt/Add;->onClick") {
		t.Errorf("%q depends on what Arm sets, want Add", reader)
	}
}

// TestFind_cannot_run_is_not_promoted states that a source does not name what cannot run
// (R22), so that what it reads is not needed either.
func TestFind_cannot_run_is_not_promoted(t *testing.T) {
	t.Parallel()
	in := input(t, notesApp, "t.Row", "onItemClick")
	hidden := guide.Reason{Kind: guide.ReasonHidden}
	in.CannotRun[handler(t, in, "Add")] = hidden
	r := find(t, in, asra)
	want := relevance.Verdict{Verdict: guide.Irrelevant, Rule: "R22", Reason: hidden}
	if got := r.Of(handler(t, in, "Add")); got != want {
		t.Errorf("what cannot run: %+v, want %+v", got, want)
	}
	if got := r.Of(handler(t, in, "Arm")); got.Verdict != guide.Irrelevant {
		t.Errorf("what only that reads is set by %+v", got)
	}
}

// TestFind_levels states what the weaker levels say of handlers that only a source names,
// and of others.
func TestFind_levels(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		level    guide.Level
		add, arm guide.Verdict
	}{
		{guide.LevelNone, guide.Necessary, guide.Unknown},
		{guide.LevelReach, guide.Irrelevant, guide.Irrelevant},
		{guide.LevelPaper, guide.Irrelevant, guide.Irrelevant},
		{guide.LevelASRA, guide.Necessary, guide.Unknown},
	} {
		in := input(t, notesApp, "t.Row", "onItemClick")
		r := find(t, in, relevance.Options{Level: c.level, States: true})
		add, arm := r.Of(handler(t, in, "Add")).Verdict, r.Of(handler(t, in, "Arm")).Verdict
		if add != c.add || arm != c.arm {
			t.Errorf("level %s: Add %s, Arm %s; want %s, %s", c.level, add, arm, c.add, c.arm)
		}
	}
}

// TestFind_budget states that a budget that runs out prunes nothing, and that the sources
// count all the same.
func TestFind_budget(t *testing.T) {
	t.Parallel()
	in := input(t, notesApp, "t.Row", "onItemClick")
	r := find(t, in, relevance.Options{Level: guide.LevelASRA, States: true, Budget: relevance.Budget{Facts: 1}})
	if r.Fallback() != "facts" {
		t.Fatalf("fallback %q", r.Fallback())
	}
	for _, cb := range in.Callbacks {
		if v := r.Of(cb.Method); v.Verdict == guide.Irrelevant || len(r.Rejected(cb.Method)) > 0 {
			t.Errorf("%s is pruned: %+v", in.App.Calls.Method(cb.Method), v)
		}
	}
	if v := r.Of(handler(t, in, "Add")); v.Verdict != guide.Necessary {
		t.Errorf("the handler that a source names: %+v", v)
	}
}

// TestFind_cancelled states that the error is that of the context.
func TestFind_cancelled(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := relevance.Find(ctx, input(t, notesApp, "t.Row", "onItemClick"), asra); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}

// TestResult_is_frozen states that nothing outside the package can change a result: it has
// no exported field, every method works on a copy, and what they return is one.
func TestResult_is_frozen(t *testing.T) {
	t.Parallel()
	typ := reflect.TypeFor[relevance.Result]()
	for i := range typ.NumField() {
		if f := typ.Field(i); f.IsExported() {
			t.Errorf("field %s can be set", f.Name)
		}
	}
	if n := reflect.PointerTo(typ).NumMethod(); n != typ.NumMethod() {
		t.Errorf("%d methods have pointer receivers", n-typ.NumMethod())
	}
	in := input(t, notesApp, "t.Row", "onItemClick")
	r := find(t, in, asra)
	if len(r.Dependencies()) == 0 || len(r.Near()) == 0 {
		t.Fatal("nothing to change")
	}
	r.Dependencies()[0].Setter = "changed"
	r.Near()[0] = callgraph.NoMethod
	if r.Dependencies()[0].Setter == "changed" || r.Near()[0] == callgraph.NoMethod {
		t.Error("what a method returned changes the result")
	}
}

// TestResult_Why states which rules the chains behind verdicts quote.
func TestResult_Why(t *testing.T) {
	t.Parallel()
	in := input(t, notesApp, "t.Row", "onItemClick")
	opts := asra
	opts.Explain = true
	r := find(t, in, opts)
	for class, want := range map[string]string{
		"Row": "R6", "Arm": "R2 R19", "Spare": "R17",
	} {
		var rules []string
		for _, step := range r.Why(in.App.CallbackOf(handler(t, in, class)), false) {
			rules = append(rules, step.Rule)
		}
		if got := strings.Join(rules, " "); got != want {
			t.Errorf("%s: %s, want %s", class, got, want)
		}
	}
	if find(t, in, asra).Why(in.App.CallbackOf(handler(t, in, "Row")), false) != nil {
		t.Error("explained without being asked")
	}
}
