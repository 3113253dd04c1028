package asra_test

import (
	"context"
	"strings"
	"testing"

	"talpa/asra"
	"talpa/asra/guide"
	"talpa/asra/locate"
	"talpa/asra/trace"
	"talpa/cfg/callgraph"
	"talpa/cfg/icfg"
	"talpa/dex/dextest"
	"talpa/specs"
)

// testedApp is an activity with two handlers: one sets the field mode, the other
// reads it into v0, tests it and comes to the crash at ":crash".
const testedApp = `
.class public Lt/Main;
.super Landroid/app/Activity;
.field mode:I
.field other:I
.method protected onCreate(Landroid/os/Bundle;)V
    .registers 5
    const v0, 0x7f010001
    invoke-virtual {p0, v0}, Lt/Main;->findViewById(I)Landroid/view/View;
    move-result-object v0
    new-instance v1, Lt/Crash;
    invoke-direct {v1, p0}, Lt/Crash;-><init>(Lt/Main;)V
    invoke-virtual {v0, v1}, Landroid/view/View;->setOnClickListener(Landroid/view/View$OnClickListener;)V
    const v0, 0x7f010002
    invoke-virtual {p0, v0}, Lt/Main;->findViewById(I)Landroid/view/View;
    move-result-object v0
    new-instance v1, Lt/Set;
    invoke-direct {v1, p0}, Lt/Set;-><init>(Lt/Main;)V
    invoke-virtual {v0, v1}, Landroid/view/View;->setOnClickListener(Landroid/view/View$OnClickListener;)V
    return-void
.end method
.method crash()V
    .registers 2
    .line 5
    const v0, 0
    throw v0
.end method
.class public Lt/Crash;
.super Ljava/lang/Object;
.implements Landroid/view/View$OnClickListener;
.field final main:Lt/Main;
.method constructor <init>(Lt/Main;)V
    .registers 2
    invoke-direct {p0}, Ljava/lang/Object;-><init>()V
    iput-object p1, p0, Lt/Crash;->main:Lt/Main;
    return-void
.end method
.method public onClick(Landroid/view/View;)V
    .registers 6
    .line 20
    iget-object v1, p0, Lt/Crash;->main:Lt/Main;
    iget v0, v1, Lt/Main;->mode:I
    TEST
    .line 28
    :out
    return-void
    :crash
    .line 30
    invoke-virtual {v1}, Lt/Main;->crash()V
    .line 31
    return-void
    TABLE
.end method
.class public Lt/Set;
.super Ljava/lang/Object;
.implements Landroid/view/View$OnClickListener;
.field final main:Lt/Main;
.method constructor <init>(Lt/Main;)V
    .registers 2
    invoke-direct {p0}, Ljava/lang/Object;-><init>()V
    iput-object p1, p0, Lt/Set;->main:Lt/Main;
    return-void
.end method
.method public onClick(Landroid/view/View;)V
    .registers 6
    iget-object v1, p0, Lt/Set;->main:Lt/Main;
    SET
    return-void
.end method
`

const testedTrace = `activity t.Main
at t.Main.crash 5
at t.Crash.onClick 30
at android.view.View.performClick 1`

// TestTestedValues states of each form of a test which values of a setter keep it:
// those with which control gets to the crash, and whatever is not known.
func TestTestedValues(t *testing.T) {
	t.Parallel()
	const constant = "const v0, %\niput v0, v1, Lt/Main;->mode:I"
	set := func(n string) string { return strings.ReplaceAll(constant, "%", n) }
	for _, test := range []struct {
		name, code, table string
		keep, drop        []string
	}{
		{"eq", "const v2, 3\nif-eq v0, v2, :crash", "", []string{"3"}, []string{"2", "4", "0", "-3"}},
		{"ne", "const v2, 3\nif-ne v0, v2, :crash", "", []string{"2", "-3"}, []string{"3"}},
		{"lt", "const v2, 3\nif-lt v0, v2, :crash", "", []string{"2", "-9"}, []string{"3", "4"}},
		{"le", "const v2, 3\nif-le v0, v2, :crash", "", []string{"3", "2"}, []string{"4"}},
		{"gt", "const v2, 3\nif-gt v0, v2, :crash", "", []string{"4"}, []string{"3", "2"}},
		{"ge", "const v2, 3\nif-ge v0, v2, :crash", "", []string{"3", "4"}, []string{"2"}},
		{"mirrored", "const v2, 3\nif-lt v2, v0, :crash", "", []string{"4"}, []string{"3"}},
		{"true", "if-nez v0, :crash", "", []string{"1"}, []string{"0"}},
		{"false", "if-eqz v0, :crash", "", []string{"0"}, []string{"1"}},
		{"fall through", "if-nez v0, :out\ngoto :crash", "", []string{"0"}, []string{"1"}},
		{"and", "if-lez v0, :out\nconst v2, 9\nif-gt v0, v2, :out\ngoto :crash", "", []string{"1", "9"}, []string{"0", "10"}},
		{"or", "const v2, 7\nif-eq v0, v2, :crash\nconst v2, 9\nif-eq v0, v2, :crash", "", []string{"7", "9"}, []string{"8"}},
		{
			"packed switch", "packed-switch v0, :table", ":table\n.packed-switch 4\n:out\n:crash\n:out\n.end packed-switch",
			[]string{"5"}, []string{"4", "6", "7"},
		},
		{
			"sparse switch", "sparse-switch v0, :table\ngoto :out",
			":table\n.sparse-switch\n10 -> :out\n20 -> :crash\n.end sparse-switch", []string{"20"}, []string{"10", "0", "30"},
		},
		{
			"default", "sparse-switch v0, :table\ngoto :crash", ":table\n.sparse-switch\n10 -> :out\n20 -> :out\n.end sparse-switch",
			[]string{"0", "30"}, []string{"10", "20"},
		},
		{"no test", "goto :crash", "", []string{"0", "1"}, nil},
		{"both ways", "if-eqz v0, :crash\ngoto :crash", "", []string{"0", "1"}, nil},
		{"read twice", "if-eqz v0, :out\niget v2, v1, Lt/Main;->mode:I\nif-eqz v2, :crash", "", []string{"0", "1"}, nil},
		{"used otherwise", "iput v0, v1, Lt/Main;->other:I\nif-eqz v0, :crash", "", []string{"0", "1"}, nil},
		{"arithmetic", "add-int/lit8 v0, v0, 1\nif-eqz v0, :crash", "", []string{"0", "1"}, nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			for _, n := range test.keep {
				if dropsSetter(t, test.code, test.table, set(n)) {
					t.Errorf("the handler that sets %s is dropped", n)
				}
			}
			for _, n := range test.drop {
				if !dropsSetter(t, test.code, test.table, set(n)) {
					t.Errorf("the handler that sets %s is kept", n)
				}
			}
		})
	}
	for name, unknown := range map[string]string{
		"computed": "iget v0, v1, Lt/Main;->other:I\niput v0, v1, Lt/Main;->mode:I",
		"cut off":  "const v0, 0x100\nint-to-byte v0, v0\niput v0, v1, Lt/Main;->mode:I",
		"either":   "const v0, 1\nif-eqz p1, :set\nconst v0, 0\n:set\niput v0, v1, Lt/Main;->mode:I",
		"toggled":  "iget v0, v1, Lt/Main;->mode:I\nxor-int/lit8 v0, v0, 1\niput v0, v1, Lt/Main;->mode:I",
	} {
		if dropsSetter(t, "if-nez v0, :crash", "", unknown) {
			t.Errorf("the handler is dropped that sets what is not known (%s)", name)
		}
	}
}

// TestSensitivityField states who is named as a setter of a tested field and of a
// tested setting, by value, and that attr names nobody.
func TestSensitivityField(t *testing.T) {
	t.Parallel()
	const (
		test    = "if-nez v0, :crash"
		setting = `const-string v2, "sure"
const v3, 0
invoke-interface {v1, v2, v3}, Landroid/content/SharedPreferences;->getBoolean(Ljava/lang/String;Z)Z
move-result v0
if-nez v0, :crash`
		put = `const-string v2, "sure"
const v3, %
invoke-interface {v1, v2, v3}, Landroid/content/SharedPreferences$Editor;->putBoolean(Ljava/lang/String;Z)Landroid/content/SharedPreferences$Editor;`
	)
	for _, row := range []struct {
		name, code, set, want string
		level                 asra.Sensitivity
	}{
		{"field", test, "const v0, 1\niput v0, v1, Lt/Main;->mode:I", "field t.Main.mode", asra.SensitivityField},
		{"other value", test, "const v0, 0\niput v0, v1, Lt/Main;->mode:I", "", asra.SensitivityField},
		{"attr", test, "const v0, 1\niput v0, v1, Lt/Main;->mode:I", "", asra.SensitivityAttr},
		{"setting", setting, strings.ReplaceAll(put, "%", "1"), "preference sure", asra.SensitivityField},
		{"setting to no", setting, strings.ReplaceAll(put, "%", "0"), "", asra.SensitivityField},
	} {
		g := withSetter(t, row.code, "", row.set, asra.Options{Sensitivity: row.level})
		found := ""
		for _, d := range g.Dependencies {
			if strings.HasPrefix(d.Setter, "Lt/Set;->onClick") && strings.HasPrefix(d.Tester, "Lt/Crash;->onClick") {
				found = d.Subject.String()
			}
		}
		if found != row.want {
			t.Errorf("%s: sets %q, want %q", row.name, found, row.want)
		}
		for _, cb := range g.Callbacks {
			if strings.HasPrefix(cb.Method, "Lt/Set;->onClick") && (cb.Verdict == guide.Necessary) != (row.want != "") {
				t.Errorf("%s: the handler is %s", row.name, cb.Verdict)
			}
		}
	}
}

// dropsSetter says whether the handler with the given code is dropped.
func dropsSetter(t *testing.T, code, table, set string) bool {
	t.Helper()
	for _, cb := range withSetter(t, code, table, set, asra.Options{}).Callbacks {
		if strings.HasPrefix(cb.Method, "Lt/Set;->onClick") {
			return cb.Verdict == guide.Irrelevant
		}
	}
	t.Fatal("the guide lacks the handler")
	return false
}

// withSetter is the guide of testedApp with the given code.
func withSetter(t *testing.T, code, table, set string, opts asra.Options) *guide.Guide {
	t.Helper()
	return withSetterIn(t, testedApp, code, table, set, opts)
}

func withSetterIn(t *testing.T, app, code, table, set string, opts asra.Options) *guide.Guide {
	t.Helper()
	smali := strings.NewReplacer("TEST", code, "TABLE", table, "SET", set).Replace(app)
	classes := dextest.Set(t, smali)
	calls, err := callgraph.New(context.Background(), classes, specs.Framework(), callgraph.Options{})
	if err != nil {
		t.Fatal(err)
	}
	manifest, crash, level := parseApp(t, testedTrace)
	p, err := icfg.Build(context.Background(), icfg.Input{Manifest: manifest, Calls: calls})
	if err != nil {
		t.Fatal(err)
	}
	target, err := locate.Resolve(classes, []trace.Trace{crash}, locate.Options{})
	if err != nil {
		t.Fatal(err)
	}
	opts.Level = level
	g, err := asra.Analyze(context.Background(), p, target, opts)
	if err != nil {
		t.Fatal(err)
	}
	if err := g.Validate(); err != nil {
		t.Error(err)
	}
	return g
}
