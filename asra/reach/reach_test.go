package reach_test

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"talpa/asra/appcode"
	"talpa/asra/branch"
	"talpa/asra/locate"
	"talpa/asra/reach"
	"talpa/asra/trace"
	"talpa/cfg/callgraph"
	"talpa/cfg/icfg"
	"talpa/dex/apk"
	"talpa/internal/golden"
)

// burrow is the sample app with lists, menus, dialogs, timers and a service.
func burrow(t *testing.T) *appcode.Reader {
	t.Helper()
	archive, err := apk.Open("../../testdata/apps/burrow.apk")
	if err != nil {
		t.Fatal(err)
	}
	p, err := icfg.Load(context.Background(), archive, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	return appcode.New(p)
}

// target is what a pasted text means in an app.
func target(t *testing.T, app *appcode.Reader, text string) *locate.Target {
	t.Helper()
	traces, err := trace.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	found, err := locate.Resolve(app.Hierarchy.Set(), traces, locate.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return &found
}

// anything can run.
func anything(callgraph.MethodID) bool { return false }

// TestFind states for each of burrow's crashes the stack, the path from the launcher, and
// which callbacks and components reach the crash point, how far off.
func TestFind(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("../../testdata/traces/burrow-*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("no traces: %v", err)
	}
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".txt")
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			app := burrow(t)
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			r := reach.Find(app, branch.New(app), reach.NewStack(app, target(t, app, string(text))), anything)
			checkPaths(t, app, r)
			golden.Equal(t, filepath.Join("testdata", name+".reach"), []byte(render(app, r)))
		})
	}
}

// render writes what was found.
func render(app *appcode.Reader, r *reach.Result) string {
	var b strings.Builder
	short := func(m callgraph.MethodID) string {
		method := app.Calls.Method(m)
		class := method.Class.JavaName()
		return class[strings.LastIndexByte(class, '.')+1:] + "." + method.Name
	}
	for i, m := range r.Chain {
		mark := ""
		if i == r.Anchor {
			mark = " anchor"
		}
		fmt.Fprintf(&b, "stack %s %v%s\n", short(m), r.Lines[i], mark)
	}
	fmt.Fprintf(&b, "consistent %v\n", r.Consistent())
	for _, e := range r.Route() {
		fmt.Fprintf(&b, "route %s -> %s\n", app.String(e.From), app.String(e.To))
	}
	for c := range app.Components {
		if steps := r.Routes.Steps(c); steps >= 0 {
			fmt.Fprintf(&b, "component %s %d\n", app.Components[c].Name, steps)
		}
	}
	for _, cb := range r.Callbacks() {
		node := app.Method(cb.Method)
		if !r.Has(node) {
			continue
		}
		fmt.Fprintf(&b, "callback %s %d", short(cb.Method), r.Distance(node))
		for _, w := range r.Widgets(cb, r.Next(node)) {
			fmt.Fprintf(&b, " %q", strings.TrimSpace(w.Name+" "+w.Text))
		}
		b.WriteByte('\n')
		for _, s := range r.Sites(cb.Method) {
			fmt.Fprintf(&b, "\tpasses %s %d\n", short(s.In), s.PC)
		}
	}
	return b.String()
}

// checkPaths states what holds for all paths: each edge brings one nearer, and the last
// ends at the anchor.
func checkPaths(t *testing.T, app *appcode.Reader, r *reach.Result) {
	t.Helper()
	for m := range app.Calls.Len() {
		node := app.Method(callgraph.MethodID(m))
		if !r.Has(node) {
			if r.Distance(node) >= 0 || r.Next(node) != nil || len(r.Path(node)) > 0 {
				t.Errorf("%s is not reached, and has a path", app.String(node))
			}
			continue
		}
		if next := r.Next(node); next != nil && r.Distance(next.To) >= r.Distance(node) {
			t.Errorf("%s: %d, then %d", app.String(node), r.Distance(node), r.Distance(next.To))
		}
		for _, step := range r.TowardTarget(callgraph.MethodID(m)) {
			if code := app.Calls.Method(callgraph.MethodID(m)).Code(); step.PC >= code.Units {
				t.Errorf("%s has no position %d", app.String(node), step.PC)
			}
		}
	}
	if r.Known() && r.Distance(r.AnchorNode()) != 0 {
		t.Errorf("the anchor is %d away from itself", r.Distance(r.AnchorNode()))
	}
}

// TestFindWithoutTarget: where the crash point is not known, nothing reaches it.
func TestFindWithoutTarget(t *testing.T) {
	t.Parallel()
	app := burrow(t)
	text := "java.lang.Error\n\tat dev.talpa.burrow.HomeActivity.gone(HomeActivity.java:1)\n"
	r := reach.Find(app, branch.New(app), reach.NewStack(app, target(t, app, text)), anything)
	if r.Known() || r.Begin >= 0 || len(r.Route()) > 0 || r.Consistent() {
		t.Errorf("known %v, begins at %d, %d edges", r.Known(), r.Begin, len(r.Route()))
	}
	for m := range app.Calls.Len() {
		if r.Has(app.Method(callgraph.MethodID(m))) {
			t.Errorf("%s reaches nothing", app.Calls.Method(callgraph.MethodID(m)))
		}
	}
}

// TestFindRequestOfAnotherBuild: the trace has a request that no call of the app makes, so all that leads to the
// method that takes the answer is looked at, its component too, from which no method leads there.
func TestFindRequestOfAnotherBuild(t *testing.T) {
	t.Parallel()
	app := burrow(t)
	text, err := os.ReadFile("../../testdata/traces/burrow-picture.txt")
	if err != nil {
		t.Fatal(err)
	}
	other := strings.ReplaceAll(string(text), "request=7", "request=8")
	r := reach.Find(app, branch.New(app), reach.NewStack(app, target(t, app, other)), anything)
	if !r.Known() || len(r.Route()) == 0 {
		t.Errorf("known %v, %d edges", r.Known(), len(r.Route()))
	}
}

// TestFindThroughCallbacksThatCanRun: no path goes through a handler that the layout names and
// that cannot run (R22).
func TestFindThroughCallbacksThatCanRun(t *testing.T) {
	t.Parallel()
	app := burrow(t)
	text, err := os.ReadFile("../../testdata/traces/burrow-bell.txt")
	if err != nil {
		t.Fatal(err)
	}
	stack := reach.NewStack(app, target(t, app, string(text)))
	home := func(m callgraph.MethodID) bool {
		return strings.HasSuffix(app.Calls.Method(m).String(), "HomeActivity;->openTimer(Landroid/view/View;)V")
	}
	launcher := slices.IndexFunc(app.Components, func(c icfg.Component) bool { return c.Launcher })
	free, without := reach.Find(app, branch.New(app), stack, anything), reach.Find(app, branch.New(app), stack, home)
	if free.Begin != launcher || free.Routes.Steps(launcher) != 1 {
		t.Errorf("begins at %d, %d steps", free.Begin, free.Routes.Steps(launcher))
	}
	if without.Begin == launcher || without.Routes.Steps(launcher) >= 0 {
		t.Errorf("without the button that opens the timer, the launcher is %d steps away", without.Routes.Steps(launcher))
	}
}
