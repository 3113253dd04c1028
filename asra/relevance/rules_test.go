package relevance_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"talpa/asra/appcode"
	"talpa/asra/branch"
	"talpa/asra/condition"
	"talpa/asra/effect"
	"talpa/asra/hidden"
	"talpa/asra/locate"
	"talpa/asra/reach"
	"talpa/asra/relevance"
	"talpa/asra/trace"
	"talpa/cfg/callgraph"
	"talpa/cfg/icfg/icfgtest"
	"talpa/internal/golden"
)

// TestRules has a case for each rule of the package comment of asra: what the rule says of the
// handlers whose classes begin with Yes, and not of those that begin with No.
//
// "in.smali" is code with the macros of ruleSmali. "crash" has the frames, innermost first,
// "Main.fail" if it is missing; "layout" and "app" replace the parts of ruleFiles. "want" has
// the verdicts on the callbacks of all classes but Main.
func TestRules(t *testing.T) {
	t.Parallel()
	golden.Cases(t, "testdata/rules/*.txtar", func(t *testing.T, files map[string]string) map[string]string {
		in := ruleInput(t, files)
		r := find(t, in, asra)
		if r.Fallback() != "" {
			t.Errorf("the budget of %s ran out", r.Fallback())
		}
		var want strings.Builder
		verdicts := map[string]map[string]bool{"Yes": {}, "No": {}}
		for _, cb := range in.Callbacks {
			m := in.App.Calls.Method(cb.Method)
			class := strings.TrimPrefix(m.Class.JavaName(), "t.")
			if class == "Main" {
				continue
			}
			verdict := said(r.Of(cb.Method))
			for _, w := range r.Rejected(cb.Method) {
				verdict += " rejects " + w.Name
			}
			fmt.Fprintf(&want, "%s.%s %s\n", class, m.Name, verdict)
			for of := range verdicts {
				if strings.HasPrefix(class, of) {
					verdicts[of][verdict] = true
				}
			}
		}
		for verdict := range verdicts["Yes"] {
			if verdicts["No"][verdict] {
				t.Errorf("the rule holds and does not hold, and both give %s", verdict)
			}
		}
		if len(verdicts["Yes"]) == 0 || len(verdicts["No"]) == 0 {
			t.Error("the case lacks a handler for which the rule holds, or one for which it does not")
		}
		return map[string]string{"want": want.String()}
	})
}

// TestRules_have_cases states that no rule of the package comment of asra is without a case.
func TestRules_have_cases(t *testing.T) {
	t.Parallel()
	doc, err := os.ReadFile("../doc.go")
	if err != nil {
		t.Fatal(err)
	}
	rules := regexp.MustCompile(`(?m)^//\tR([0-9]+) `).FindAllSubmatch(doc, -1)
	if len(rules) < 22 {
		t.Fatalf("the package comment lists %d rules", len(rules))
	}
	for _, rule := range rules {
		if _, err := os.Stat(filepath.Join("testdata/rules", fmt.Sprintf("R%02s.txtar", rule[1]))); err != nil {
			t.Errorf("R%s: %v", rule[1], err)
		}
	}
}

// ruleInput runs the stages before relevance on a case.
func ruleInput(t *testing.T, files map[string]string) relevance.Input {
	t.Helper()
	p := icfgtest.Build(t, ruleFiles(files))
	crash := trace.Throwable{Class: "java.lang.NullPointerException"}
	if files["crash"] == "" {
		files["crash"] = "Main.fail"
	}
	for frame := range strings.Lines(files["crash"]) {
		class, method, _ := strings.Cut(strings.TrimSpace(frame), ".")
		crash.Frames = append(crash.Frames, trace.Frame{Class: "t." + class, Method: method, Line: 5})
	}
	target, err := locate.Resolve(p.Hierarchy.Set(), []trace.Trace{{Chain: []trace.Throwable{crash}}}, locate.Options{})
	if err != nil {
		t.Fatal(err)
	}
	app := appcode.New(p)
	branches := branch.New(app)
	stack := reach.NewStack(app, &target)
	cannotRun := hidden.Handlers(app, stack.OnStack)
	reached := reach.Find(app, branches, stack, func(m callgraph.MethodID) bool {
		_, never := cannotRun[m]
		return never
	})
	return relevance.Input{
		App: app, Branches: branches, Effects: effect.New(app), Target: &target, Reach: reached,
		Conditions: condition.Find(app, branches, reached, reached.Callbacks(), condition.Field),
		Callbacks:  reached.Callbacks(), CannotRun: cannotRun,
	}
}

// ruleFiles are the parts of the app of a case. Without a layout of its own it has a button
// for each listener that MAIN names, "id/yes" for Yes, a text d and a seek bar.
func ruleFiles(files map[string]string) map[string]string {
	layout, app := files["layout"], files["app"]
	if layout == "" {
		for _, name := range ruleListeners(files["in.smali"]) {
			layout += fmt.Sprintf("<Button android:id=\"@+id/%s\"/>", strings.ToLower(name))
		}
		layout += `<TextView android:id="@+id/d"/><SeekBar android:id="@+id/bar" android:max="10"/>`
	}
	if app == "" {
		app = "activity t.Main"
	}
	return map[string]string{
		"app": app, "in.smali": ruleSmali(files["in.smali"]),
		"layout/main": "<LinearLayout " + icfgtest.NS + ">" + layout + "</LinearLayout>",
	}
}

// ruleListeners are the words of the line MAIN(...).
func ruleListeners(text string) []string {
	_, rest, _ := strings.Cut(text, "MAIN(")
	names, _, _ := strings.Cut(rest, ")")
	return strings.Fields(names)
}

// ruleSmali writes out, beside the macros of smali: MAIN(A B), the activity t.Main with the
// members of ruleMain, which makes t.A the listener of the button a and so on, and what
// follows are members of it; D(v4), which finds the text of the layout, and BAR(v4) its seek
// bar.
func ruleSmali(text string) string {
	var out strings.Builder
	for line := range strings.Lines(text) {
		word, arg, _ := strings.Cut(strings.TrimSuffix(strings.TrimSpace(line), ")"), "(")
		switch word {
		case "MAIN":
			out.WriteString(ruleMain + "const v0, {layout/main}\ninvoke-virtual {p0, v0}, Lt/Main;->setContentView(I)V\nsput-object p0, Lt/Main;->self:Lt/Main;\n")
			for _, name := range strings.Fields(arg) {
				out.WriteString(ruleView("v1", strings.ToLower(name)) + icfgtest.New("v2", name) +
					"\ninvoke-virtual {v1, v2}, Landroid/view/View;->setOnClickListener(Landroid/view/View$OnClickListener;)V\n")
			}
			line = "return-void\n.end method\n"
		case "D":
			line = ruleView(arg, "d")
		case "BAR":
			line = ruleView(arg, "bar") + "check-cast " + arg + ", Landroid/widget/ProgressBar;\n"
		}
		out.WriteString(line)
	}
	return smali(out.String())
}

// ruleView finds a view of the layout; it uses v5.
func ruleView(register, id string) string {
	return fmt.Sprintf("sget-object %[1]s, Lt/Main;->self:Lt/Main;\nconst v5, {id/%[2]s}\n"+
		"invoke-virtual {%[1]s, v5}, Lt/Main;->findViewById(I)Landroid/view/View;\nmove-result-object %[1]s\n", register, id)
}

// ruleMain is the beginning of t.Main, up to the body of onCreate.
const ruleMain = `
.class public Lt/Main;
.super Landroid/app/Activity;
.field static self:Lt/Main;
.field static ready:I
.field static spare:I
.field static other:I
.field static thing:Ljava/lang/Object;
.method public constructor <init>()V
    .registers 1
    invoke-direct {p0}, Landroid/app/Activity;-><init>()V
    return-void
.end method
.method public static fail()V
    .registers 1
    .line 5
    const v0, 0
    throw v0
.end method
.method protected onCreate(Landroid/os/Bundle;)V
    .registers 8
`
