package reach_test

import (
	"fmt"
	"maps"
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
	"talpa/cfg/icfg/icfgtest"
)

// small is an app of t.Main, the launcher, and t.Second. The layout of Main has the buttons a
// and b; crash(), at line 5, is where it fails.
type small struct {
	members   string   // of t.Main
	second    string   // members of t.Second
	classes   string   // smali of further ones
	frames    []string // of the stack, innermost first: "Main.crash:5"
	cannotRun string   // a callback that cannot run
	listens   bool     // t.Main is a listener of clicks itself
	cutOff    bool     // the trace ends before the frames of the framework
}

const (
	crash     = ".method public crash()V\n.registers 2\n.line 5\nconst/4 v0, 0\nthrow v0\n.end method\n"
	callCrash = "invoke-virtual {p0}, Lt/Main;->crash()V"
	onClick   = "onClick(Landroid/view/View;)V"
	setClick  = "invoke-virtual {v1, v2}, Landroid/view/View;->setOnClickListener(Landroid/view/View$OnClickListener;)V"
)

// listener is a class with a handler of clicks.
func listener(name string, lines ...string) string {
	return icfgtest.Class(name, "Ljava/lang/Object;", []string{"Landroid/view/View$OnClickListener;"}, icfgtest.Method(onClick, lines...))
}

// button finds a view of the layout and puts it into v1.
func button(id string) string {
	return "const v0, {id/" + id + "}\ninvoke-virtual {p0, v0}, Lt/Main;->findViewById(I)Landroid/view/View;\nmove-result-object v1"
}

// create is the onCreate of t.Main that shows its layout.
func create(lines ...string) string {
	return icfgtest.Method("onCreate(Landroid/os/Bundle;)V",
		append([]string{"const v0, {layout/main}", "invoke-virtual {p0, v0}, Lt/Main;->setContentView(I)V"}, lines...)...)
}

// gives makes a listener of class name that of a button.
func gives(id, name string) string {
	return button(id) + "\n" + icfgtest.New("v2", name) + "\n" + setClick
}

// staticCrash calls a static method that fails, from anywhere.
const staticCrash = "invoke-static {}, Lt/Main;->fail()V"

const fail = ".method public static fail()V\n.registers 2\n.line 5\nconst/4 v0, 0\nthrow v0\n.end method\n"

func (s small) find(t *testing.T) (*appcode.Reader, *reach.Result) {
	t.Helper()
	var interfaces []string
	if s.listens {
		interfaces = []string{"Landroid/view/View$OnClickListener;"}
	}
	p := icfgtest.Build(t, map[string]string{
		"app":         "activity t.Main\nactivity t.Second",
		"layout/main": "<LinearLayout " + icfgtest.NS + `><Button android:id="@+id/a"/><Button android:id="@+id/b"/></LinearLayout>`,
		"in.smali": icfgtest.Class("Main", "Landroid/app/Activity;", interfaces, ".field spare:Ljava/lang/Object;\n", crash, fail, s.members) +
			icfgtest.Class("Second", "Landroid/app/Activity;", nil, s.second) + s.classes,
	})
	var frames []trace.Frame
	for _, text := range s.frames {
		var line int
		class, rest, _ := strings.Cut(text, ".")
		method, number, _ := strings.Cut(rest, ":")
		if _, err := fmt.Sscan(number, &line); err != nil {
			t.Fatal(err)
		}
		frames = append(frames, trace.Frame{Class: "t." + class, Method: method, Line: line})
	}
	if !s.cutOff {
		frames = append(frames, trace.Frame{Class: "android.os.Looper", Method: "loop", Line: 1})
	}
	target, err := locate.Resolve(p.Hierarchy.Set(), []trace.Trace{{Chain: []trace.Throwable{{
		Class: "java.lang.Error", Frames: frames,
	}}}}, locate.Options{})
	if err != nil {
		t.Fatal(err)
	}
	app := appcode.New(p)
	never := func(m callgraph.MethodID) bool {
		return s.cannotRun != "" && m == icfgtest.MethodOf(t, p, s.cannotRun)
	}
	return app, reach.Find(app, branch.New(app), reach.NewStack(app, &target), never)
}

// TestFind_distance: how many edges a method is from the crash point; -1 for none (R8, R14).
func TestFind_distance(t *testing.T) {
	t.Parallel()
	inFail := []string{"Main.fail:5"}
	for name, c := range map[string]struct {
		app  small
		want map[string]int
	}{
		"calls_of_calls": {
			small{frames: []string{"Main.crash:5"}, members: create() + icfgtest.Method("one()V", callCrash) + icfgtest.Method("two()V", "invoke-virtual {p0}, Lt/Main;->one()V") + icfgtest.Method("none()V")},
			map[string]int{"Main.crash": 0, "Main.one": 1, "Main.two": 2, "Main.none": -1, "Main.fail": -1},
		},
		"the_cheaper_of_two_paths": {
			small{frames: []string{"Main.crash:5"}, members: create() + icfgtest.Method("one()V", callCrash) + icfgtest.Method("two()V", "invoke-virtual {p0}, Lt/Main;->one()V", callCrash)},
			map[string]int{"Main.two": 1},
		},
		"recursion": {
			small{frames: []string{"Main.crash:5"}, members: create() + icfgtest.Method("one()V", "invoke-virtual {p0}, Lt/Main;->one()V", callCrash)},
			map[string]int{"Main.one": 1},
		},
		"handlers_of_which_one_fails": {
			small{frames: inFail, members: create(gives("a", "Good"), gives("b", "Bad")), classes: listener("Good") + listener("Bad", staticCrash)},
			map[string]int{"Bad.onClick": 1, "Good.onClick": -1},
		},
		"who_makes_the_listener_stands_in_for_the_framework": {
			small{frames: inFail, members: create(gives("a", "Arm")) + icfgtest.Method("arm()V", gives("b", "Bad")) + icfgtest.Method("idle()V", icfgtest.New("v2", "Idle")),
				classes: listener("Arm") + listener("Idle") + listener("Bad", staticCrash)},
			map[string]int{"Bad.onClick": 1, "Main.arm": 3, "Main.idle": -1, "Main.onCreate": -1},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			app, r := c.app.find(t)
			checkPaths(t, app, r)
			for method, want := range c.want {
				if got := r.Distance(app.Method(icfgtest.MethodOf(t, app.Program, method))); got != want {
					t.Errorf("%s: %d edges, want %d", method, got, want)
				}
			}
		})
	}
}

// TestFind_anchor: every path passes the frames of the stack (R13): who calls what is on the
// stack otherwise does not reach the crash.
func TestFind_anchor(t *testing.T) {
	t.Parallel()
	app := small{
		members: create(gives("a", "Tap"), gives("b", "Other")) +
			".method public static step()V\n.registers 1\n.line 20\ninvoke-static {}, Lt/Main;->fail()V\nreturn-void\n.end method\n",
		classes: listener("Tap", ".line 30", "invoke-static {}, Lt/Main;->step()V") + listener("Other", staticCrash),
	}
	for name, c := range map[string]struct {
		frames     []string
		anchor     string
		reaching   []string
		consistent bool
	}{
		"crash_point_alone":                   {[]string{"Main.fail:5"}, "Main.fail", []string{"Main.fail", "Main.step", "Tap.onClick", "Other.onClick"}, false},
		"callback_on_the_stack":               {[]string{"Main.fail:5", "Main.step:20", "Tap.onClick:30"}, "Tap.onClick", []string{"Tap.onClick"}, true},
		"callback_that_calls_it_itself":       {[]string{"Main.fail:5", "Other.onClick:1"}, "Other.onClick", []string{"Other.onClick"}, false},
		"lines_of_another_build":              {[]string{"Main.fail:5", "Main.step:99", "Tap.onClick:98"}, "Tap.onClick", []string{"Tap.onClick"}, false},
		"no_callback_starts_at_the_outermost": {[]string{"Main.fail:5", "Main.step:20"}, "Main.step", []string{"Main.step", "Tap.onClick"}, true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := app
			s.frames = c.frames
			app, r := s.find(t)
			checkPaths(t, app, r)
			if got := short(app, app.MethodAt(r.AnchorNode())); got != c.anchor {
				t.Errorf("starts at %s, want %s", got, c.anchor)
			}
			for _, m := range []string{"Main.fail", "Main.step", "Tap.onClick", "Other.onClick"} {
				if got, want := r.Has(app.Method(icfgtest.MethodOf(t, app.Program, m))), slices.Contains(c.reaching, m); got != want {
					t.Errorf("%s reaches it: %v, want %v", m, got, want)
				}
			}
			if r.Consistent() != c.consistent {
				t.Errorf("consistent %v, want %v", r.Consistent(), c.consistent)
			}
		})
	}
}

// short is a method without its package.
func short(app *appcode.Reader, m callgraph.MethodID) string {
	method := app.Calls.Method(m)
	return strings.TrimPrefix(method.Class.JavaName(), "t.") + "." + method.Name
}

// starts starts t.Second.
const starts = "new-instance v0, Landroid/content/Intent;\nconst-class v1, Lt/Second;\n" +
	"invoke-direct {v0, p0, v1}, Landroid/content/Intent;-><init>(Landroid/content/Context;Ljava/lang/Class;)V\n" +
	"invoke-virtual {p0, v0}, Lt/Main;->startActivity(Landroid/content/Intent;)V"

// inSecond is a crash as t.Second comes up, which Main.go starts from a button.
func inSecond() small {
	return small{
		members: icfgtest.Method("go()V", starts) + create(button("a"), "new-instance v2, Lt/Tap;", "invoke-direct {v2, p0}, Lt/Tap;-><init>(Lt/Main;)V", setClick),
		second:  ".method public onStart()V\n.registers 2\n.line 9\nconst/4 v0, 0\nthrow v0\n.end method\n",
		classes: ".class public Lt/Tap;\n.super Ljava/lang/Object;\n.implements Landroid/view/View$OnClickListener;\n.field main:Lt/Main;\n" +
			".method public constructor <init>(Lt/Main;)V\n.registers 2\ninvoke-direct {p0}, Ljava/lang/Object;-><init>()V\niput-object p1, p0, Lt/Tap;->main:Lt/Main;\nreturn-void\n.end method\n" +
			icfgtest.Method(onClick, "iget-object v0, p0, Lt/Tap;->main:Lt/Main;", "invoke-virtual {v0}, Lt/Main;->go()V"),
		frames: []string{"Second.onStart:9"},
	}
}

// TestFind_route: an activity is on the path if code on the path starts it (R15), unless only
// a handler that cannot run leads there (R22).
func TestFind_route(t *testing.T) {
	t.Parallel()
	nobody := inSecond()
	nobody.members = strings.Replace(nobody.members, "invoke-virtual {p0, v0}, Lt/Main;->startActivity(Landroid/content/Intent;)V", "nop", 1)
	nobody.members = strings.Replace(nobody.members, "const-class v1, Lt/Second;", "const-class v1, Lt/Main;", 1)
	stuck := inSecond()
	stuck.cannotRun = "Tap.onClick"
	for name, c := range map[string]struct {
		app   small
		begin string
		steps int // from t.Main
	}{
		"started_by_a_button":                   {inSecond(), "t.Main", 1},
		"started_by_nobody":                     {nobody, "t.Second", -1},
		"started_by_a_button_that_cannot_click": {stuck, "t.Second", -1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			app, r := c.app.find(t)
			checkPaths(t, app, r)
			main := slices.IndexFunc(app.Components, func(c icfg.Component) bool { return c.Launcher })
			if got := r.Routes.Steps(main); got != c.steps || (r.Routes.Cost(main) == 0) != (c.steps < 0) {
				t.Errorf("%d steps at cost %d, want %d", got, r.Routes.Cost(main), c.steps)
			}
			if r.Begin < 0 || app.Components[r.Begin].Name != c.begin {
				t.Errorf("begins at %d, want %s", r.Begin, c.begin)
			}
			opens := 0
			for _, e := range r.Route() {
				if e.Kind == icfg.Open {
					opens++
				}
			}
			if opens != max(c.steps, 0) {
				t.Errorf("%d starts on the path", opens)
			}
			if r.Routes.CutShort() {
				t.Error("cut short")
			}
		})
	}
}

// TestFind_contradiction: no path shows a dialog by a number that its maker does not take to
// the crash, or calls what the stack shows the framework to have called.
func TestFind_contradiction(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		number int
		cutOff bool
		want   bool // onCreate, which shows the dialog, is on the path from the launcher
	}{
		"number_of_another_dialog":      {1, true, false},
		"number_of_the_dialog":          {2, true, true},
		"crash_called_by_the_framework": {2, false, false},
	} {
		app, r := small{
			members: create(fmt.Sprintf("const/4 v3, %d", c.number), "invoke-virtual {p0, v3}, Lt/Main;->showDialog(I)V") +
				icfgtest.Method("onCreateDialog(I)Landroid/app/Dialog;", "const/4 v0, 2", "if-ne p1, v0, :end", callCrash, ":end"),
			frames: []string{"Main.crash:5"}, cutOff: c.cutOff,
		}.find(t)
		main := slices.IndexFunc(app.Components, func(c icfg.Component) bool { return c.Launcher })
		shown := slices.ContainsFunc(r.Routes.Path(main), func(e icfg.Edge) bool {
			return e.From == app.Method(icfgtest.MethodOf(t, app.Program, "Main.onCreate"))
		})
		if shown != c.want {
			t.Errorf("%s: on the path %v, want %v", name, shown, c.want)
		}
	}
}

// TestFind_contradictionOfText: of two buttons that have a helper start an activity the path takes the one whose text
// the helper takes to that activity.
func TestFind_contradictionOfText(t *testing.T) {
	t.Parallel()
	tap := func(name, text string) string {
		return icfgtest.Class(name, "Ljava/lang/Object;", []string{"Landroid/view/View$OnClickListener;"},
			".field main:Lt/Main;\n", icfgtest.Method(onClick, "iget-object v0, p0, Lt/"+name+";->main:Lt/Main;",
				`const-string v1, "`+text+`"`, "invoke-virtual {v0, v1}, Lt/Main;->go(Ljava/lang/String;)V"))
	}
	for _, help := range []string{"A", "B"} {
		s := inSecond()
		s.members = icfgtest.Method("go(Ljava/lang/String;)V", `const-string v0, "help"`,
			"invoke-virtual {v0, p1}, Ljava/lang/String;->equals(Ljava/lang/Object;)Z", "move-result v0", "if-eqz v0, :end",
			starts, ":end") + create(gives("a", "A"), gives("b", "B"))
		texts := map[string]string{"A": "quit", "B": "quit", help: "help"}
		s.classes = tap("A", texts["A"]) + tap("B", texts["B"])
		app, r := s.find(t)
		main := slices.IndexFunc(app.Components, func(c icfg.Component) bool { return c.Launcher })
		through := slices.ContainsFunc(r.Routes.Path(main), func(e icfg.Edge) bool {
			return e.From == app.Method(icfgtest.MethodOf(t, app.Program, help+".onClick"))
		})
		if !through {
			t.Errorf("the path does not go through %s, which asks for help", help)
		}
	}
}

// shared is an activity that listens to its buttons itself, and tells them apart by their ids.
func shared(lines ...string) small {
	listen := "invoke-virtual {v1, p0}, Landroid/view/View;->setOnClickListener(Landroid/view/View$OnClickListener;)V"
	app := small{listens: true, frames: []string{"Main.crash:5"}, members: create(button("a"), listen, button("b"), listen)}
	app.members += icfgtest.Method(onClick, append([]string{"invoke-virtual {p1}, Landroid/view/View;->getId()I", "move-result v0", "const v1, {id/a}"}, lines...)...)
	return app
}

// TestResult_Widgets: with which of its widgets a handler takes the path (R16), the tests of
// what it calls included (R12).
func TestResult_Widgets(t *testing.T) {
	t.Parallel()
	to := func(n int) string {
		next := callCrash
		if n > 0 {
			next = fmt.Sprintf("invoke-virtual {p0, p1}, Lt/Main;->to%d(I)V", n-1)
		}
		return icfgtest.Method(fmt.Sprintf("to%d(I)V", n), next)
	}
	test := icfgtest.Method("to0(I)V", "const v1, {id/b}", "if-ne p1, v1, :end", callCrash, ":end")
	deep := func(n int) string {
		all := test
		for i := 1; i <= n; i++ {
			all += to(i)
		}
		return all
	}
	// One button gives a, the other b, and what is called goes on with one of the two.
	gives := func(a, b, parameter string) []string {
		return []string{
			"if-ne v0, v1, :b", a, "goto :on", ":b", b, ":on",
			"invoke-virtual {p0, v3}, Lt/Main;->open(" + parameter + ")V",
		}
	}
	opens := func(test ...string) string {
		return icfgtest.Method("open(Ljava/lang/String;)V", slices.Concat([]string{`const-string v0, "help"`,
			"invoke-virtual {v0, p1}, Ljava/lang/String;->equals(Ljava/lang/Object;)Z", "move-result v0"}, test,
			[]string{callCrash, ":end"})...)
	}
	const text, number = "Ljava/lang/String;", "I"
	other := icfgtest.Method("open(I)V", "const/4 v0, 5", "if-ne p1, v0, :end", callCrash, ":end")
	for name, c := range map[string]struct {
		lines   []string
		members string
		want    []string
	}{
		"by_a_text_that_it_hands_on":   {gives(`const-string v3, "help"`, `const-string v3, "quit"`, text), opens("if-eqz v0, :end"), []string{"id/a"}},
		"by_a_text_that_it_is_not":     {gives(`const-string v3, "help"`, `const-string v3, "quit"`, text), opens("if-nez v0, :end"), []string{"id/b"}},
		"null_is_no_text":              {gives(`const-string v3, "help"`, "const/4 v3, 0", text), opens("if-eqz v0, :end"), []string{"id/a"}},
		"capitals_may_not_matter":      {gives(`const-string v3, "help"`, `const-string v3, "Help"`, text), opens("if-eqz v0, :end"), []string{"id/a", "id/b"}},
		"a_text_that_is_not_known":     {gives(`const-string v3, "help"`, "iget-object v3, p0, Lt/Main;->spare:Ljava/lang/Object;", text), opens("if-eqz v0, :end"), []string{"id/a", "id/b"}},
		"by_a_number_that_it_hands_on": {gives("const/4 v3, 4", "const/4 v3, 5", number), other, []string{"id/b"}},
		"both_hand_on_what_is_wanted":  {gives("const/4 v3, 5", "const/4 v3, 5", number), other, []string{"id/a", "id/b"}},
		"not_by_what_a_request_is_given": {
			[]string{"if-ne v0, v1, :end", "const/4 v1, 0", "const/4 v3, 7", "invoke-virtual {p0, v1, v3}, Lt/Main;->startActivityForResult(Landroid/content/Intent;I)V", ":end"},
			icfgtest.Method("onActivityResult(IILandroid/content/Intent;)V", "const/4 v0, 7", "if-ne p1, v0, :end", callCrash, ":end"), []string{"id/a"},
		},
		"all_without_a_test":         {[]string{callCrash}, "", []string{"id/a", "id/b"}},
		"one_by_its_id":              {[]string{"if-ne v0, v1, :end", callCrash, ":end"}, "", []string{"id/a"}},
		"the_others":                 {[]string{"if-eq v0, v1, :end", callCrash, ":end"}, "", []string{"id/b"}},
		"on_either_way":              {[]string{"if-eq v0, v1, :a", callCrash, "return-void", ":a", callCrash}, "", []string{"id/a", "id/b"}},
		"by_a_test_in_a_callee":      {[]string{"invoke-virtual {p0, v0}, Lt/Main;->to0(I)V"}, deep(0), []string{"id/b"}},
		"by_a_test_four_calls_deep":  {[]string{"invoke-virtual {p0, v0}, Lt/Main;->to3(I)V"}, deep(3), []string{"id/b"}},
		"not_by_one_that_is_deeper":  {[]string{"invoke-virtual {p0, v0}, Lt/Main;->to4(I)V"}, deep(4), []string{"id/a", "id/b"}},
		"by_both_tests_none_is_left": {[]string{"if-ne v0, v1, :end", "invoke-virtual {p0, v0}, Lt/Main;->to0(I)V", ":end"}, deep(0), []string{"id/a", "id/b"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := shared(c.lines...)
			s.members += c.members
			app, r := s.find(t)
			cb := app.CallbackOf(icfgtest.MethodOf(t, app.Program, "Main.onClick"))
			var got []string
			for _, w := range r.Widgets(cb, nil) {
				got = append(got, w.Name)
			}
			slices.Sort(got)
			if !slices.Equal(got, c.want) {
				t.Errorf("widgets %q, want %q", got, c.want)
			}
		})
	}
}

// TestResult_InSlice: the part of a handler that can decide whether it reaches the crash: what
// comes before the step onward, and not the other cases.
func TestResult_InSlice(t *testing.T) {
	t.Parallel()
	app, r := shared(".line 11", "if-ne v0, v1, :other", ".line 12", callCrash, ".line 13", "goto :end", ":other", ".line 14",
		"invoke-virtual {p0}, Lt/Main;->finish()V", ":end", ".line 15").find(t)
	m := icfgtest.MethodOf(t, app.Program, "Main.onClick")
	in := r.InSlice(m)
	if in == nil {
		t.Fatal("all of the handler")
	}
	code := app.Calls.Method(m).Code()
	lines, err := code.Lines()
	if err != nil {
		t.Fatal(err)
	}
	got := map[int]bool{}
	for _, l := range lines {
		got[l.Line] = in(l.Off)
	}
	if want := map[int]bool{11: true, 12: true, 13: true, 14: false, 15: false}; !maps.Equal(got, want) {
		t.Errorf("lines in the slice: %v, want %v", got, want)
	}
	if none := r.InSlice(icfgtest.MethodOf(t, app.Program, "Main.fail")); none != nil {
		t.Error("a method that does not reach the crash has a slice")
	}
}

// TestResult_Sites: the positions on the path from a callback to the crash, in it and in what
// it calls.
func TestResult_Sites(t *testing.T) {
	t.Parallel()
	app, r := shared("invoke-virtual {p0}, Lt/Main;->one()V").with(icfgtest.Method("one()V", callCrash)).find(t)
	var got []string
	for _, s := range r.Sites(icfgtest.MethodOf(t, app.Program, "Main.onClick")) {
		in := app.Calls.Method(s.In).Code().At(s.PC)
		got = append(got, short(app, s.In)+" calls "+app.Calls.Method(s.In).Class.File.MethodAt(in.Index).Name)
	}
	if want := []string{"Main.onClick calls one", "Main.one calls crash"}; !slices.Equal(got, want) {
		t.Errorf("sites %q, want %q", got, want)
	}
	if s := r.Sites(icfgtest.MethodOf(t, app.Program, "Main.fail")); len(s) > 0 {
		t.Errorf("sites of what does not reach the crash: %v", s)
	}
}

// with adds members to t.Main.
func (s small) with(members string) small {
	s.members += members
	return s
}

// TestWalker: near paths cost no more than the limit, and the paths of one question do not
// show in the next.
func TestWalker(t *testing.T) {
	t.Parallel()
	app, _ := small{frames: []string{"Main.crash:5"}, members: create() + icfgtest.Method("one()V", callCrash) +
		icfgtest.Method("two()V", "invoke-virtual {p0}, Lt/Main;->one()V") + icfgtest.Method("three()V", "invoke-virtual {p0}, Lt/Main;->two()V")}.find(t)
	node := func(name string) icfg.Node { return app.Method(icfgtest.MethodOf(t, app.Program, "Main."+name)) }
	w := reach.NewWalker(app.Program)
	for limit, want := range map[uint32]map[string]int{
		1: {"crash": 0, "one": -1, "two": -1, "three": -1},
		2: {"crash": 0, "one": 1, "two": -1, "three": -1},
		3: {"crash": 0, "one": 1, "two": 2, "three": -1},
	} {
		near := w.Near(node("crash"), limit)
		for name, n := range want {
			if got := near.Distance(node(name)); got != n {
				t.Errorf("limit %d: %s is %d away, want %d", limit, name, got, n)
			}
		}
	}
	at := w.At(map[icfg.Node]bool{node("two"): true})
	if at.Distance(node("two")) != 0 || at.Has(node("three")) || at.Has(node("crash")) {
		t.Error("paths of no edge lead elsewhere, or remember the walk before")
	}
}

// TestBack_refuse: no path takes an edge that is refused; the refusal sees what the path takes
// behind it.
func TestBack_refuse(t *testing.T) {
	t.Parallel()
	app, _ := small{frames: []string{"Main.crash:5"}, members: create() + icfgtest.Method("one()V", callCrash) +
		icfgtest.Method("two()V", "invoke-virtual {p0}, Lt/Main;->one()V", callCrash)}.find(t)
	node := func(name string) icfg.Node { return app.Method(icfgtest.MethodOf(t, app.Program, "Main."+name)) }
	refused := func(e icfg.Edge, next *icfg.Edge) bool {
		if (next == nil) != (e.To == node("crash")) {
			t.Errorf("behind %s is %v", app.String(e.To), next)
		}
		return e.From == node("two") && e.To == node("crash")
	}
	free, paths := reach.Back(app.Program, []icfg.Node{node("crash")}, nil), reach.Back(app.Program, []icfg.Node{node("crash")}, refused)
	if free.Distance(node("two")) != 1 || paths.Distance(node("two")) != 2 {
		t.Errorf("two is %d away, and %d with its own call refused; want 1 and 2", free.Distance(node("two")), paths.Distance(node("two")))
	}
	if path := paths.Path(node("two")); len(path) != 2 || path[0].To != node("one") || path[1].To != node("crash") {
		t.Errorf("path %v", path)
	}
}
