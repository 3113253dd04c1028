package branch_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"talpa/asra/appcode"
	"talpa/asra/attr"
	"talpa/asra/branch"
	"talpa/cfg/callgraph"
	"talpa/cfg/icfg/icfgtest"
	"talpa/dex"
)

// program is an app whose activity t.Main has the fields n and m, on, box and two buttons,
// a static one of t.Other, and the methods given; "in" is the one that is asked.
type program struct {
	app   *appcode.Reader
	table *branch.Table
	in    callgraph.MethodID
}

// newProgram makes one, with a layout that has the elements a and b; onCreate stores a in a
// field, the first button.
func newProgram(t *testing.T, in string, members ...string) program {
	t.Helper()
	fields := ".field n:I\n.field m:I\n.field on:Z\n.field box:Ljava/lang/Object;\n.field first:Landroid/view/View;\n"
	main := icfgtest.Class("Main", "Landroid/app/Activity;", []string{"Landroid/view/View$OnClickListener;"},
		append([]string{fields, icfgtest.Method("onCreate(Landroid/os/Bundle;)V",
			"const v0, {layout/main}", "invoke-virtual {p0, v0}, Lt/Main;->setContentView(I)V",
			"const v0, {id/a}", "invoke-virtual {p0, v0}, Lt/Main;->findViewById(I)Landroid/view/View;", "move-result-object v1",
			"iput-object v1, p0, Lt/Main;->first:Landroid/view/View;",
			"invoke-virtual {v1, p0}, Landroid/view/View;->setOnClickListener(Landroid/view/View$OnClickListener;)V")}, members...)...)
	app := appcode.New(icfgtest.Build(t, map[string]string{
		"app":         "activity t.Main",
		"layout/main": "<LinearLayout " + icfgtest.NS + `><Button android:id="@+id/a"/><EditText android:id="@+id/b"/></LinearLayout>`,
		"in.smali":    main + ".class public Lt/Other;\n.super Ljava/lang/Object;\n.field static n:I\n",
	}))
	return program{app, branch.New(app), icfgtest.MethodOf(t, app.Program, "Main."+in)}
}

// body is a method "go" of the activity that runs some lines; n is in v0, 5 in v1.
func body(lines ...string) string {
	return icfgtest.Method("go()V", append([]string{"iget v0, p0, Lt/Main;->n:I", "const/4 v1, 0x5"}, lines...)...)
}

// lines are the values with which control gets to each line of the method, "LINE VALUES",
// for the one value that it tests. It fails the test if the method tests more, or less.
func (p program) lines(t *testing.T) string {
	t.Helper()
	g := p.table.Of(p.in)
	if len(g.Subjects()) != 1 {
		t.Fatalf("%d tested values, want 1: %v", len(g.Subjects()), keys(g))
	}
	return p.linesOf(t, g.Subjects()[0].Key)
}

// linesOf is lines for the value of a key.
func (p program) linesOf(t *testing.T, key string) string {
	t.Helper()
	g := p.table.Of(p.in)
	lines, err := g.Origins.Graph.Code.Lines()
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for _, l := range lines {
		all = append(all, fmt.Sprintf("%d %s", l.Line, g.At(key, l.Off)))
	}
	return strings.Join(all, "; ")
}

func keys(g *branch.Constraints) []string {
	var all []string
	for _, s := range g.Subjects() {
		all = append(all, s.Key)
	}
	return all
}

// branches is a conditional branch that falls through to line 2 and jumps to line 3.
func branches(test string) string {
	return body(test+", :there", ".line 2", "return-void", ":there", ".line 3")
}

// TestConstraints_comparison: both ways out of each conditional branch (R3, R4), with the
// tested value on either side, and against zero.
func TestConstraints_comparison(t *testing.T) {
	t.Parallel()
	for test, want := range map[string]string{
		"if-eq v0, v1": "2 ..4, 6..; 3 5",
		"if-ne v0, v1": "2 5; 3 ..4, 6..",
		"if-lt v0, v1": "2 5..; 3 ..4",
		"if-ge v0, v1": "2 ..4; 3 5..",
		"if-gt v0, v1": "2 ..5; 3 6..",
		"if-le v0, v1": "2 6..; 3 ..5",
		"if-eq v1, v0": "2 ..4, 6..; 3 5",
		"if-ne v1, v0": "2 5; 3 ..4, 6..",
		"if-lt v1, v0": "2 ..5; 3 6..",
		"if-ge v1, v0": "2 6..; 3 ..5",
		"if-gt v1, v0": "2 5..; 3 ..4",
		"if-le v1, v0": "2 ..4; 3 5..",
		"if-eqz v0":    "2 ..-1, 1..; 3 0",
		"if-nez v0":    "2 0; 3 ..-1, 1..",
		"if-ltz v0":    "2 0..; 3 ..-1",
		"if-gez v0":    "2 ..-1; 3 0..",
		"if-gtz v0":    "2 ..0; 3 1..",
		"if-lez v0":    "2 1..; 3 ..0",
	} {
		t.Run(strings.NewReplacer(" ", "_", ",", "").Replace(test), func(t *testing.T) {
			t.Parallel()
			if got := newProgram(t, "go", branches(test)).lines(t); got != want {
				t.Errorf("%s, want %s", got, want)
			}
		})
	}
}

// TestConstraints_flow: what several branches on one value leave of it, line by line.
func TestConstraints_flow(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		lines []string
		want  string
	}{
		"both_tests_of_a_conjunction": {
			[]string{"if-lez v0, :no", "if-gt v0, v1, :no", ".line 2", "nop", "goto :end", ":no", ".line 3", "nop", ":end", ".line 4"},
			"2 1..5; 3 ..0, 6..; 4 ..",
		},
		"either_test_of_a_disjunction": {
			[]string{"if-lez v0, :yes", "if-gt v0, v1, :yes", "goto :no", ":yes", ".line 2", "return-void", ":no", ".line 3"},
			"2 ..0, 6..; 3 1..5",
		},
		"a_test_that_contradicts_the_one_before": {
			[]string{"if-ne v0, v1, :end", "if-eqz v0, :never", ".line 2", "return-void", ":never", ".line 3", "return-void", ":end", ".line 4"},
			"2 5; 3 none; 4 ..4, 6..",
		},
		"behind_a_loop_what_left_it": {
			[]string{":again", ".line 2", "invoke-virtual {p0}, Lt/Main;->finish()V", "if-ne v0, v1, :again", ".line 3"},
			"2 ..; 3 5",
		},
		"in_a_loop_what_stays_in_it": {
			[]string{":again", ".line 2", "if-gt v0, v1, :out", ".line 3", "invoke-virtual {p0}, Lt/Main;->finish()V", "goto :again", ":out", ".line 4"},
			"2 ..; 3 ..5; 4 6..",
		},
		"packed_switch": {
			[]string{"packed-switch v0, :table", ".line 2", "return-void", ":a", ".line 3", "return-void", ":b", ".line 4", "return-void",
				":table", ".packed-switch -0x1", ":a", ":b", ":a", ".end packed-switch"},
			"2 ..-2, 2..; 3 -1, 1; 4 0",
		},
		"sparse_switch": {
			[]string{"sparse-switch v0, :table", ".line 2", "return-void", ":a", ".line 3", "return-void", ":b", ".line 4", "return-void",
				":table", ".sparse-switch", "-0x9 -> :a", "0x2 -> :b", "0x64 -> :a", ".end sparse-switch"},
			"2 ..-10, -8..1, 3..99, 101..; 3 -9, 100; 4 2",
		},
		"switch_arm_that_falls_into_the_next": {
			[]string{"packed-switch v0, :table", ".line 2", "return-void", ":a", ".line 3", "nop", ":b", ".line 4", "return-void",
				":table", ".packed-switch 0x1", ":a", ":b", ".end packed-switch"},
			"2 ..0, 3..; 3 1; 4 1..2",
		},
		"switch_arm_and_default_in_one": {
			[]string{"packed-switch v0, :table", ":a", ".line 2", "return-void", ":b", ".line 3", "return-void",
				":table", ".packed-switch 0x1", ":a", ":b", ".end packed-switch"},
			"2 ..1, 3..; 3 2",
		},
		"switch_behind_a_comparison": {
			[]string{"if-gt v0, v1, :end", "packed-switch v0, :table", ".line 2", "return-void", ":a", ".line 3", "return-void", ":end", ".line 4",
				"return-void", ":table", ".packed-switch 0x5", ":a", ":a", ".end packed-switch"},
			"2 ..4; 3 5; 4 6..",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := newProgram(t, "go", body(c.lines...)).lines(t); got != c.want {
				t.Errorf("%s, want %s", got, c.want)
			}
		})
	}
}

// TestConstraints_two_subjects: a branch on one value says nothing of another.
func TestConstraints_two_subjects(t *testing.T) {
	t.Parallel()
	p := newProgram(t, "go", body("if-ne v0, v1, :no", "iget v2, p0, Lt/Main;->m:I", "if-eqz v2, :no", ".line 2", "return-void", ":no", ".line 3"))
	for key, want := range map[string]string{
		"f:Lt/Main;n": "2 5; 3 ..",
		"f:Lt/Main;m": "2 ..-1, 1..; 3 ..",
		"f:Lt/Main;x": "2 ..; 3 ..",
	} {
		if got := p.linesOf(t, key); got != want {
			t.Errorf("%s: %s, want %s", key, got, want)
		}
	}
}

// TestConstraints_subject: which values are told apart, under which key, and what the guide
// calls them.
func TestConstraints_subject(t *testing.T) {
	t.Parallel()
	const view = "Landroid/view/View;"
	for name, c := range map[string]struct {
		signature string
		lines     []string
		key, says string // no key: no rule speaks of the value
	}{
		"field":           {"go()V", []string{"iget v0, p0, Lt/Main;->on:Z"}, "f:Lt/Main;on", "field on"},
		"static_field":    {"go()V", []string{"sget v0, Lt/Other;->n:I"}, "f:Lt/Other;n", "field n"},
		"null_test":       {"go()V", []string{"iget-object v0, p0, Lt/Main;->box:Ljava/lang/Object;"}, "f:Lt/Main;box", "field box"},
		"argument":        {"go(JI)V", []string{"move v0, p3"}, "p3", "argument "},
		"id_of_a_view":    {"go(" + view + ")V", []string{"invoke-virtual {p1}, " + view + "->getId()I", "move-result v0"}, "a:id:p1", "attribute id"},
		"attribute":       {"go(" + view + ")V", []string{"invoke-virtual {p1}, " + view + "->isEnabled()Z", "move-result v0"}, "a:enabled:p1", "attribute enabled"},
		"id_by_two_calls": {"go(" + view + ")V", []string{"check-cast p1, Landroid/widget/Button;", "invoke-virtual {p1}, Landroid/widget/Button;->getId()I", "move-result v0"}, "a:id:p1", "attribute id"},
		"text_against_a_constant": {"go(Ljava/lang/String;)V", []string{`const-string v1, "yes"`,
			"invoke-virtual {p1, v1}, Ljava/lang/String;->equals(Ljava/lang/Object;)Z", "move-result v0"}, "t:yes:p1", "attribute text"},
		"constant_against_a_text": {"go(Ljava/lang/String;)V", []string{`const-string v1, "yes"`,
			"invoke-virtual {v1, p1}, Ljava/lang/String;->equals(Ljava/lang/Object;)Z", "move-result v0"}, "t:yes:p1", "attribute text"},
		"text_against_a_text": {"go(Ljava/lang/String;Ljava/lang/String;)V", []string{
			"invoke-virtual {p1, p2}, Ljava/lang/String;->equals(Ljava/lang/Object;)Z", "move-result v0"}, "", ""},
		"length_of_a_text": {"go(Ljava/lang/String;)V", []string{"invoke-virtual {p1}, Ljava/lang/String;->length()I", "move-result v0"}, "l:p1", "attribute length"},
		"empty_text":       {"go(Ljava/lang/String;)V", []string{"invoke-virtual {p1}, Ljava/lang/String;->isEmpty()Z", "move-result v0"}, "e:p1", "attribute empty"},
		"the_empty_text": {"go(Ljava/lang/String;)V", []string{`const-string v1, ""`,
			"invoke-virtual {p1, v1}, Ljava/lang/String;->equals(Ljava/lang/Object;)Z", "move-result v0"}, "e:p1",
			"attribute empty"},
		"setting": {"go(Landroid/content/SharedPreferences;)V", []string{`const-string v1, "sound"`, "const/4 v2, 0",
			"invoke-interface {p1, v1, v2}, Landroid/content/SharedPreferences;->getBoolean(Ljava/lang/String;Z)Z", "move-result v0"}, "s:sound", "setting sound"},
		"setting_of_an_unknown_key": {"go(Landroid/content/SharedPreferences;Ljava/lang/String;)V", []string{"const/4 v2, 0",
			"invoke-interface {p1, p2, v2}, Landroid/content/SharedPreferences;->getBoolean(Ljava/lang/String;Z)Z", "move-result v0"}, "", ""},
		"sum":                   {"go(I)V", []string{"add-int/lit8 v0, p1, 0x1"}, "", ""},
		"one_of_two_values":     {"go(II)V", []string{"move v0, p1", "if-eq p1, p2, :same", "move v0, p2", ":same"}, "", ""},
		"unknown_result":        {"go()V", []string{"invoke-static {}, Ljava/lang/System;->gc()I", "move-result v0"}, "", ""},
		"result_of_the_runtime": {"go()V", []string{"invoke-virtual {p0}, Lt/Main;->getTaskId()I", "move-result v0"}, "", ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := newProgram(t, "go", icfgtest.Method(c.signature, append(slices.Clone(c.lines), "if-eqz v0, :end", "nop", ":end")...))
			g := p.table.Of(p.in)
			if c.key == "" {
				if got := keys(g); len(got) > 0 {
					t.Errorf("tests %q, want nothing", got)
				}
				return
			}
			if got := keys(g); !slices.Equal(got, []string{c.key}) {
				t.Fatalf("tests %q, want %q", got, c.key)
			}
			s := g.Subjects()[0]
			if got := string(s.Says.Kind) + " " + s.Says.Name; got != c.says {
				t.Errorf("it is %q, want %q", got, c.says)
			}
		})
	}
}

// TestConstraints_same_widget: "view == first" is a test of the id of the view that the
// callback is given, if the other side is one widget that is known.
func TestConstraints_same_widget(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		lines []string
		want  string // values of the id of p1 at line 2 and 3, with A for the number of id/a
	}{
		"field_that_holds_one":   {[]string{"iget-object v0, p0, Lt/Main;->first:Landroid/view/View;", "if-ne p1, v0, :no"}, "A"},
		"the_other_way_around":   {[]string{"iget-object v0, p0, Lt/Main;->first:Landroid/view/View;", "if-ne v0, p1, :no"}, "A"},
		"found_on_the_spot":      {[]string{"const v0, {id/a}", "invoke-virtual {p0, v0}, Lt/Main;->findViewById(I)Landroid/view/View;", "move-result-object v0", "if-ne p1, v0, :no"}, "A"},
		"a_view_that_is_unknown": {[]string{"invoke-virtual {p0}, Lt/Main;->getCurrentFocus()Landroid/view/View;", "move-result-object v0", "if-ne p1, v0, :no"}, ".."},
		"the_activity_itself":    {[]string{"iget-object v0, p0, Lt/Main;->first:Landroid/view/View;", "if-ne p0, v0, :no"}, ".."},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := newProgram(t, "onClick", icfgtest.Method("onClick(Landroid/view/View;)V",
				append(slices.Clone(c.lines), ".line 2", "return-void", ":no", ".line 3")...))
			at := attr.All()
			if c.want == "A" {
				at = attr.Only(int64(p.app.Resources.ID("id/a")))
			}
			want := "2 " + at.String() + "; 3 " + attr.All().String()
			if !at.IsAll() {
				want = "2 " + at.String() + "; 3 " + at.Complement().String()
			}
			if got := keys(p.table.Of(p.in)); at.IsAll() && len(got) > 0 {
				t.Errorf("tests %q, want nothing", got)
			}
			if got := p.linesOf(t, branch.IDKey(1)); got != want {
				t.Errorf("%s, want %s", got, want)
			}
		})
	}
}

// TestConstraints_large_switch: a switch with hundreds of cases is a table of characters or
// states, and tests nothing.
func TestConstraints_large_switch(t *testing.T) {
	t.Parallel()
	for cases, tests := range map[int]bool{512: true, 513: false} {
		list := strings.TrimSuffix(strings.Repeat(":a\n", cases), "\n")
		p := newProgram(t, "go", body("packed-switch v0, :table", "return-void", ":a", "nop", "return-void",
			":table", ".packed-switch 0x0", list, ".end packed-switch"))
		if got := p.table.Of(p.in).Tests("f:Lt/Main;n"); got != tests {
			t.Errorf("%d cases: tested %v, want %v", cases, got, tests)
		}
	}
}

// TestOf_without_code: an abstract method has no constraints, and the same ones come back
// for the same method.
func TestOf_without_code(t *testing.T) {
	t.Parallel()
	p := newProgram(t, "go", branches("if-eqz v0"), ".method public native machine()V\n.end method\n")
	if g := p.table.Of(icfgtest.MethodOf(t, p.app.Program, "Main.machine")); g != nil {
		t.Errorf("a native method tests %q", keys(g))
	}
	if first, again := p.table.Of(p.in), p.table.Of(p.in); first != again {
		t.Error("asked again, the table answers otherwise")
	}
}

// TestConstraints_helper: what the result of a method of the app tells of the field n
// (R9, R11): the values of n with which the caller jumps, and those with which it goes on.
func TestConstraints_helper(t *testing.T) {
	t.Parallel()
	const read = "iget v0, p0, Lt/Main;->n:I"
	for name, c := range map[string]struct {
		helper, test string
		tells        string // what the result of the branch not taken says of n; "" if it tells nothing
	}{
		"accessor":                {read, "if-nez v0", "0"},
		"accessor_compared":       {read, "if-lt v0, v1", "5.."},
		"test_with_two_returns":   {read + "\nif-lez v0, :no\nconst/4 v0, 1\nreturn v0\n:no\nconst/4 v0, 0", "if-eqz v0", "1.."},
		"test_with_one_return":    {read + "\nif-lez v0, :no\nconst/4 v0, 1\ngoto :ret\n:no\nconst/4 v0, 0\n:ret", "if-eqz v0", "1.."},
		"always_the_same":         {"const/4 v0, 1", "if-eqz v0", ""},
		"sum":                     {read + "\nadd-int/lit8 v0, v0, 1", "if-eqz v0", ""},
		"two_fields":              {read + "\nif-eqz v0, :end\niget v0, p0, Lt/Main;->m:I\n:end", "if-eqz v0", ""},
		"asks_a_helper":           {"invoke-virtual {p0}, Lt/Main;->inner()I\nmove-result v0", "if-nez v0", "0"},
		"asks_itself":             {"invoke-virtual {p0}, Lt/Main;->ask()I\nmove-result v0", "if-nez v0", ""},
		"an_unknown_method_asked": {"invoke-virtual {p0}, Lt/Main;->getTaskId()I\nmove-result v0", "if-nez v0", ""},
		"larger_than_a_helper_is": {strings.Repeat("nop\n", 130) + read, "if-nez v0", ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := newProgram(t, "go", icfgtest.Method("ask()I", c.helper, "return v0"),
				icfgtest.Method("inner()I", read, "return v0"),
				icfgtest.Method("go()V", "const/4 v1, 0x5", "invoke-virtual {p0}, Lt/Main;->ask()I", "move-result v0", c.test+", :there", ".line 2", "return-void", ":there"))
			g := p.table.Of(p.in)
			if c.tells == "" {
				if got := keys(g); len(got) > 0 {
					t.Errorf("tests %q, want nothing", got)
				}
				return
			}
			if len(g.Subjects()) != 1 || g.Subjects()[0].Helper == nil {
				t.Fatalf("tests %q, want the result of a helper", keys(g))
			}
			s := g.Subjects()[0]
			lines, err := g.Origins.Graph.Code.Lines()
			if err != nil {
				t.Fatal(err)
			}
			if got := told(s.Helper, g.At(s.Key, lines[0].Off)); got.String() != c.tells {
				t.Errorf("n is %s there, want %s", got, c.tells)
			}
		})
	}
}

// TestConstraints_helper_overridden: a call that may run two methods asks none of them.
func TestConstraints_helper_overridden(t *testing.T) {
	t.Parallel()
	ask := icfgtest.Method("ask()I", "iget v0, p0, Lt/Main;->n:I", "return v0")
	p := newProgram(t, "go", ask, icfgtest.Method("go()V", "invoke-virtual {p0}, Lt/Main;->ask()I", "move-result v0", "if-eqz v0, :end", "nop", ":end"),
		icfgtest.Class("More", "Lt/Main;", nil, icfgtest.Method("ask()I")))
	if got := keys(p.table.Of(p.in)); len(got) > 0 {
		t.Errorf("tests %q, want nothing", got)
	}
}

// told are the values of the field that the innermost of some helpers reads.
func told(h *branch.Helper, results attr.Values) attr.Values {
	v := h.Tells[0].Wanted(results)
	if inner := h.Tells[0].S.Helper; inner != nil {
		return told(inner, v)
	}
	return v
}

// TestWanted: of which reads only some values matter: those that go into tests of the value
// and nowhere else.
func TestWanted(t *testing.T) {
	t.Parallel()
	const read, test = "iget v0, p0, Lt/Main;->n:I", "if-eqz v0, :end"
	for name, c := range map[string]struct {
		lines []string
		some  bool // the first read: not all values matter
	}{
		"tested_only":               {[]string{read, test, "nop", ":end"}, true},
		"copied_then_tested":        {[]string{read, "move v2, v0", "if-eqz v2, :end", "nop", ":end"}, true},
		"tested_twice":              {[]string{read, test, "const/4 v1, 5", "if-eq v0, v1, :end", "nop", ":end"}, true},
		"stored_as_well":            {[]string{read, test, "iput v0, p0, Lt/Main;->m:I", ":end"}, false},
		"passed_on_as_well":         {[]string{read, test, "invoke-virtual {p0, v0}, Lt/Main;->setResult(I)V", ":end"}, false},
		"computed_with_as_well":     {[]string{read, test, "add-int/lit8 v2, v0, 1", ":end"}, false},
		"read_at_two_places":        {[]string{read, test, read, test, "nop", ":end"}, false},
		"read_in_a_loop":            {[]string{":again", read, "if-nez v0, :again", "nop"}, false},
		"read_before_a_loop":        {[]string{read, ":again", "invoke-virtual {p0}, Lt/Main;->finish()V", "if-nez v0, :again", "nop"}, true},
		"attribute_that_is_valued":  {[]string{"invoke-virtual {p1}, Landroid/view/View;->isEnabled()Z", "move-result v0", test, "nop", ":end"}, true},
		"length_that_is_no_state":   {[]string{"invoke-virtual {p2}, Ljava/lang/String;->length()I", "move-result v0", test, "nop", ":end"}, false},
		"argument_that_is_no_state": {[]string{"move v0, p3", test, "nop", ":end"}, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := newProgram(t, "go", icfgtest.Method("go(Landroid/view/View;Ljava/lang/String;I)V", c.lines...))
			g := p.table.Of(p.in)
			if len(g.Subjects()) != 1 {
				t.Fatalf("tests %q", keys(g))
			}
			w := p.table.Wanted(g, func(string) attr.Values { return attr.Only(1) })
			if w.In != p.in || len(w.Asked) > 0 {
				t.Errorf("in method %d, helpers %v", w.In, w.Asked)
			}
			pcs := slices.Collect(maps.Keys(w.Values))
			if got := len(pcs) == 1 && w.Values[pcs[0]].Equal(attr.Only(1)); got != c.some || !c.some && len(pcs) > 0 {
				t.Errorf("values %v, some matter: want %v", w.Values, c.some)
			}
			if all := p.table.Wanted(g, func(string) attr.Values { return attr.All() }); len(all.Values) > 0 {
				t.Errorf("where all values matter: %v", all.Values)
			}
		})
	}
}

// TestWanted_helper: what matters of what a helper reads, by the call that asks it; nothing
// is said of one that does more with it than test it.
func TestWanted_helper(t *testing.T) {
	t.Parallel()
	positive := []string{"iget v0, p0, Lt/Main;->n:I", "if-lez v0, :no", "const/4 v0, 1", "return v0", ":no", "const/4 v0, 0", "return v0"}
	stores := slices.Insert(slices.Clone(positive), 1, "iput v0, p0, Lt/Main;->m:I")
	for name, c := range map[string]struct {
		helper  []string
		results attr.Values
		want    string // values of n; "" if all matter
	}{
		"asked_for_yes":      {positive, attr.Only(1), "1.."},
		"asked_for_no":       {positive, attr.Only(0), "..0"},
		"asked_for_either":   {positive, attr.Only(0, 1), ""},
		"stores_it_as_well":  {stores, attr.Only(1), ""},
		"gives_it_as_it_is":  {[]string{"iget v0, p0, Lt/Main;->n:I", "return v0"}, attr.Only(7), "7"},
		"all_results_matter": {positive, attr.All(), ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := newProgram(t, "go", icfgtest.Method("ask()I", c.helper...),
				icfgtest.Method("go()V", "invoke-virtual {p0}, Lt/Main;->ask()I", "move-result v0", "if-eqz v0, :end", "nop", ":end"))
			w := p.table.Wanted(p.table.Of(p.in), func(string) attr.Values { return c.results })
			got := ""
			for _, asked := range w.Asked {
				if asked.In != icfgtest.MethodOf(t, p.app.Program, "Main.ask") {
					t.Errorf("the helper is method %d", asked.In)
				}
				for _, v := range asked.Values {
					got += v.String()
				}
			}
			if got != c.want || len(w.Values) > 0 {
				t.Errorf("n: %q, want %q; read by the caller itself: %v", got, c.want, w.Values)
			}
		})
	}
}

// TestPrimary: by which of its parameters a callback tells widgets apart.
func TestPrimary(t *testing.T) {
	t.Parallel()
	for signature, want := range map[string]string{
		"onClick(Landroid/view/View;)V":                                   "a:id:p1",
		"onMenuItemClick(Landroid/view/MenuItem;)Z":                       "a:id:p1",
		"onMenuItemSelected(ILandroid/view/MenuItem;)Z":                   "a:id:p2",
		"onClick(Landroid/content/DialogInterface;I)V":                    "p2",
		"onItemClick(Landroid/widget/AdapterView;Landroid/view/View;IJ)V": "p3",
		"onRating(JLandroid/view/View;)V":                                 "a:id:p3",
		"onBoth(Landroid/view/View;Landroid/view/View;)V":                 "a:id:p1",
		"onTouch(Landroid/view/View;I)Z":                                  "a:id:p1",
		"onCheckedChanged(Landroid/widget/RadioGroup;I)V":                 "p2",
		"run()V":                      "",
		"onText(Ljava/lang/String;)V": "",
	} {
		name, desc, _ := strings.Cut(signature, "(")
		key, ok := branch.Primary(&dex.Method{Name: name, Desc: "(" + desc})
		if key != want || ok != (want != "") {
			t.Errorf("%s: %q %v, want %q", signature, key, ok, want)
		}
	}
}

// TestPassed: under which key the callee of a call knows what the caller tests (R10, R12).
func TestPassed(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		callee, call, key, want string
	}{
		"argument_of_a_virtual_method":  {"to(I)V", "invoke-virtual {p0, p2}, Lt/Main;->to(I)V", "p2", "p1"},
		"second_argument":               {"to(II)V", "invoke-virtual {p0, v0, p2}, Lt/Main;->to(II)V", "p2", "p2"},
		"behind_a_wide_one":             {"to(JI)V", "invoke-virtual {p0, v0, v1, p2}, Lt/Main;->to(JI)V", "p2", "p3"},
		"argument_of_a_static_method":   {"static to(I)V", "invoke-static {p2}, Lt/Main;->to(I)V", "p2", "p0"},
		"behind_a_wide_one_of_a_static": {"static to(JI)V", "invoke-static {v0, v1, p2}, Lt/Main;->to(JI)V", "p2", "p2"},
		"view_whose_id_is_tested":       {"to(Landroid/view/View;)V", "invoke-virtual {p0, p1}, Lt/Main;->to(Landroid/view/View;)V", "a:id:p1", "a:id:p1"},
		"id_itself": {"to(I)V", "invoke-virtual {p1}, Landroid/view/View;->getId()I\nmove-result v2\n" +
			"invoke-virtual {p0, v2}, Lt/Main;->to(I)V", "a:id:p1", "p1"},
		"a_constant": {"to(I)V", "const/4 v2, 1\ninvoke-virtual {p0, v2}, Lt/Main;->to(I)V", "p2", ""},
		"a_sum":      {"to(I)V", "add-int/lit8 v2, p2, 1\ninvoke-virtual {p0, v2}, Lt/Main;->to(I)V", "p2", ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := newProgram(t, "go", icfgtest.Method(c.callee),
				icfgtest.Method("go(Landroid/view/View;I)V", "const-wide/16 v0, 0", c.call))
			g, to := p.table.Of(p.in), icfgtest.MethodOf(t, p.app.Program, "Main.to")
			for in := range g.Origins.Graph.Code.Insns() {
				if in.Op.Invokes() && slices.Contains(p.app.Calls.Targets(p.app.Calls.Method(p.in), in), to) {
					if got := p.table.Passed(g, &in, c.key, to); got != c.want {
						t.Errorf("%q, want %q", got, c.want)
					}
					return
				}
			}
			t.Fatal("no call")
		})
	}
}
