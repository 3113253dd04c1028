package condition_test

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"talpa/asra/appcode"
	"talpa/asra/branch"
	"talpa/asra/condition"
	"talpa/asra/guide"
	"talpa/asra/locate"
	"talpa/asra/reach"
	"talpa/asra/trace"
	"talpa/cfg/callgraph"
	"talpa/cfg/icfg/icfgtest"
	"talpa/dex/apk"
)

// app is an activity with the buttons a, b and c and the text field e, which listens to
// clicks on all three buttons. What a test runs in onClick finds the view in p1, 5 in v5;
// it crashes at ":crash", where it calls crash().
type app struct {
	click    []string
	members  string
	elements string // of the layout, if not the buttons and the text field
	sense    condition.Sensitivity
	onStack  bool // the trace has onClick as well
}

const elements = `<Button android:id="@+id/a"/><Button android:id="@+id/b"/><Button android:id="@+id/c"/><EditText android:id="@+id/e"/>`

// find runs the stages up to the conditions.
func (a app) find(t *testing.T) (*appcode.Reader, condition.Result) {
	t.Helper()
	inside := a.elements
	if inside == "" {
		inside = elements
	}
	var listen []string
	for _, id := range []string{"a", "b", "c"} {
		if strings.Contains(inside, "id/"+id+`"`) {
			listen = append(listen, "const v0, {id/"+id+"}", "invoke-virtual {p0, v0}, Lt/Main;->findViewById(I)Landroid/view/View;", "move-result-object v1",
				"invoke-virtual {v1, p0}, Landroid/view/View;->setOnClickListener(Landroid/view/View$OnClickListener;)V")
		}
	}
	click := append([]string{"const/4 v5, 5"}, a.click...)
	if strings.Contains(strings.Join(click, "\n"), ":crash") {
		click = append(click, "return-void", ":crash", ".line 7", "invoke-virtual {p0}, Lt/Main;->crash()V")
	}
	p := icfgtest.Build(t, map[string]string{
		"app":         "activity t.Main",
		"layout/main": "<LinearLayout " + icfgtest.NS + ">" + inside + "</LinearLayout>",
		"in.smali": icfgtest.Class("Main", "Landroid/app/Activity;", []string{"Landroid/view/View$OnClickListener;"},
			".field n:I\n.field on:Z\n",
			icfgtest.Method("onCreate(Landroid/os/Bundle;)V", slices.Concat([]string{
				"const v0, {layout/main}", "invoke-virtual {p0, v0}, Lt/Main;->setContentView(I)V"}, listen)...),
			icfgtest.Method("onClick(Landroid/view/View;)V", click...),
			icfgtest.Method("crash()V", ".line 5", "const/4 v0, 0", "throw v0"),
			icfgtest.Method("spare(Landroid/view/View;)V", "iget v0, p0, Lt/Main;->n:I", "if-eqz v0, :end", "nop", ":end"), a.members),
	})
	frames := []trace.Frame{{Class: "t.Main", Method: "crash", Line: 5}}
	if a.onStack {
		frames = append(frames, trace.Frame{Class: "t.Main", Method: "onClick", Line: 7})
	}
	target, err := locate.Resolve(p.Hierarchy.Set(), []trace.Trace{{Chain: []trace.Throwable{{
		Class: "java.lang.NullPointerException", Frames: frames,
	}}}}, locate.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if a.sense == "" {
		a.sense = condition.Field
	}
	r := appcode.New(p)
	table := branch.New(r)
	reached := reach.Find(r, table, reach.NewStack(r, &target), func(callgraph.MethodID) bool { return false })
	return r, condition.Find(r, table, reached, reached.Callbacks(), a.sense)
}

// ofClick are the conditions of onClick, a line each, and the widgets that it accepts.
func (a app) ofClick(t *testing.T) (conditions, accepts []string) {
	t.Helper()
	r, all := a.find(t)
	of := all.Of(icfgtest.MethodOf(t, r.Program, "Main.onClick"))
	for _, c := range of.Conditions {
		conditions = append(conditions, render(r, &c))
	}
	return conditions, of.Accepts
}

// render writes a condition: what it is about, its widget, then the values; ids by name.
func render(r *appcode.Reader, c *guide.Condition) string {
	number := func(n int64) string {
		if name := r.Resources.Name(apk.ID(uint32(n))); name != "" {
			return name
		}
		return strconv.FormatInt(n, 10)
	}
	words := []string{string(c.Subject.Kind), c.Subject.Name, c.Subject.Widget.ID}
	if c.Min != nil {
		words = append(words, ">= "+number(*c.Min))
	}
	if c.Max != nil {
		words = append(words, "<= "+number(*c.Max))
	}
	for _, n := range c.Not {
		words = append(words, "not "+number(n))
	}
	if c.Text != "" {
		words = append(words, fmt.Sprintf("is %q", c.Text))
	}
	return strings.Join(slices.DeleteFunc(words, func(w string) bool { return w == "" }), " ")
}

var getID = []string{"invoke-virtual {p1}, Landroid/view/View;->getId()I", "move-result v0", "const v1, {id/a}", "const v2, {id/b}"}

// TestFind_accepts: with which of the widgets that it serves a handler reaches the crash
// (R16).
func TestFind_accepts(t *testing.T) {
	t.Parallel()
	with := func(lines ...string) []string { return slices.Concat(getID, lines) }
	for name, c := range map[string]struct {
		click               []string
		conditions, accepts []string
	}{
		"no_test_accepts_all":   {[]string{"goto :crash"}, nil, nil},
		"equal_to_one":          {with("if-eq v0, v1, :crash"), []string{"attribute id >= id/a <= id/a"}, []string{"id/a"}},
		"unequal_to_one":        {with("if-ne v0, v1, :crash"), []string{"attribute id not id/a"}, []string{"id/b", "id/c"}},
		"either_of_two":         {with("if-eq v0, v1, :crash", "if-eq v0, v2, :crash"), []string{"attribute id >= id/a <= id/b"}, []string{"id/a", "id/b"}},
		"neither_of_two":        {with("if-eq v0, v1, :end", "if-ne v0, v2, :crash", ":end"), []string{"attribute id not id/a not id/b"}, []string{"id/c"}},
		"arm_of_a_switch":       {with("sparse-switch v0, :table", "return-void", ":table", ".sparse-switch", "{id/a} -> :end", "{id/c} -> :crash", ".end sparse-switch", ":end"), []string{"attribute id >= id/c <= id/c"}, []string{"id/c"}},
		"default_of_a_switch":   {with("sparse-switch v0, :table", "goto :crash", ":end", "return-void", ":table", ".sparse-switch", "{id/a} -> :end", "{id/b} -> :end", ".end sparse-switch"), []string{"attribute id not id/a not id/b"}, []string{"id/c"}},
		"id_of_another_view":    {[]string{"const v0, {id/e}", "invoke-virtual {p0, v0}, Lt/Main;->findViewById(I)Landroid/view/View;", "move-result-object v0", "invoke-virtual {v0}, Landroid/view/View;->getId()I", "move-result v0", "const v1, {id/a}", "if-eq v0, v1, :crash"}, []string{"attribute id id/e >= id/a <= id/a"}, nil},
		"tested_in_a_callee":    {[]string{"invoke-virtual {p0, p1}, Lt/Main;->to(Landroid/view/View;)V"}, []string{"attribute id >= id/b <= id/b"}, []string{"id/b"}},
		"id_that_no_widget_has": {with("const v1, 0x12345", "if-eq v0, v1, :crash"), []string{"attribute id >= 74565 <= 74565"}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			to := icfgtest.Method("to(Landroid/view/View;)V", slices.Concat([]string{
				"invoke-virtual {p1}, Landroid/view/View;->getId()I", "move-result v0", "const v1, {id/b}", "if-ne v0, v1, :end",
				"invoke-virtual {p0}, Lt/Main;->crash()V", ":end"})...)
			conditions, accepts := app{click: c.click, members: to}.ofClick(t)
			if !slices.Equal(conditions, c.conditions) {
				t.Errorf("conditions %q, want %q", conditions, c.conditions)
			}
			if !slices.Equal(accepts, c.accepts) {
				t.Errorf("accepts %q, want %q", accepts, c.accepts)
			}
		})
	}
}

// TestFind_path: what the branches on the path want of fields, attributes, texts and
// settings (R3, R4), and of which widget.
func TestFind_path(t *testing.T) {
	t.Parallel()
	field := func(lines ...string) []string { return append([]string{"iget v0, p0, Lt/Main;->n:I"}, lines...) }
	text := func(lines ...string) []string {
		return append([]string{"const v0, {id/e}", "invoke-virtual {p0, v0}, Lt/Main;->findViewById(I)Landroid/view/View;", "move-result-object v0",
			"check-cast v0, Landroid/widget/EditText;", "invoke-virtual {v0}, Landroid/widget/EditText;->getText()Landroid/text/Editable;", "move-result-object v0",
			"invoke-virtual {v0}, Ljava/lang/Object;->toString()Ljava/lang/String;", "move-result-object v0"}, lines...)
	}
	equals := []string{`const-string v1, "yes"`, "invoke-virtual {v0, v1}, Ljava/lang/String;->equals(Ljava/lang/Object;)Z", "move-result v2"}
	empty := []string{"invoke-virtual {v0}, Ljava/lang/String;->isEmpty()Z", "move-result v2"}
	judged := []string{`const-string v1, "yes"`, "invoke-virtual {p1, v1}, Ljava/lang/String;->equals(Ljava/lang/Object;)Z", "move-result v2",
		"if-eqz v2, :end", "invoke-virtual {p0}, Lt/Main;->crash()V", ":end"}
	length := []string{"invoke-virtual {v0}, Ljava/lang/String;->length()I", "move-result v2"}
	checked := []string{"const v0, {id/a}", "invoke-virtual {p0, v0}, Lt/Main;->findViewById(I)Landroid/view/View;", "move-result-object v0",
		"invoke-virtual {v0}, Landroid/view/View;->isEnabled()Z", "move-result v2"}
	manyHoles := field()
	for n := range 40 {
		manyHoles = append(manyHoles, fmt.Sprintf("const v1, %d", 2*n), "if-eq v0, v1, :end")
	}
	for name, c := range map[string]struct {
		click []string
		want  []string
	}{
		"field_equal":                  {field("if-eq v0, v5, :crash"), []string{"field n >= 5 <= 5"}},
		"field_unequal":                {field("if-ne v0, v5, :crash"), []string{"field n not 5"}},
		"field_above":                  {field("if-gt v0, v5, :crash"), []string{"field n >= 6"}},
		"field_below":                  {field("if-lt v0, v5, :crash"), []string{"field n <= 4"}},
		"field_between":                {field("if-gt v0, v5, :end", "if-gtz v0, :crash", ":end"), []string{"field n >= 1 <= 5"}},
		"field_between_but_one":        {field("if-gt v0, v5, :end", "const/4 v1, 3", "if-eq v0, v1, :end", "if-gtz v0, :crash", ":end"), []string{"field n >= 1 <= 5 not 3"}},
		"field_outside_of_an_interval": {field("if-gt v0, v5, :crash", "const/4 v1, 3", "if-lt v0, v1, :crash"), []string{"field n not 3 not 4 not 5"}},
		"more_holes_than_are_listed":   {append(manyHoles, "goto :crash", ":end"), nil},
		"both_ways_lead_to_the_crash":  {field("if-eq v0, v5, :crash", "goto :crash"), nil},
		"truth_value_that_has_to_be":   {[]string{"iget-boolean v0, p0, Lt/Main;->on:Z", "if-nez v0, :crash"}, []string{"field on not 0"}},
		"attribute_on_its_widget":      {append(checked, "if-nez v2, :crash"), []string{"attribute enabled id/a >= 1 <= 1"}},
		"attribute_that_must_not_be":   {append(checked, "if-eqz v2, :crash"), []string{"attribute enabled id/a >= 0 <= 0"}},
		"text_that_equals":             {text(append(equals, "if-nez v2, :crash")...), []string{`attribute text id/e is "yes"`}},
		"text_that_differs":            {text(append(equals, "if-eqz v2, :crash")...), nil},
		"text_that_is_empty":           {text(append(empty, "if-nez v2, :crash")...), []string{"attribute length id/e <= 0"}},
		"text_that_is_not_empty":       {text(append(empty, "if-eqz v2, :crash")...), []string{"attribute length id/e >= 1"}},
		"text_that_is_longer":          {text(append(length, "if-gt v2, v5, :crash")...), []string{"attribute length id/e >= 6"}},
		"two_tests_of_two_values":      {append(field("if-ne v0, v5, :end", "iget-boolean v0, p0, Lt/Main;->on:Z", "if-nez v0, :crash"), ":end"), []string{"field n >= 5 <= 5", "field on not 0"}},
		"a_helper_that_asks_for_it":    {[]string{"invoke-virtual {p0}, Lt/Main;->ready()Z", "move-result v0", "if-nez v0, :crash"}, []string{"field n >= 1"}},
		"a_helper_that_must_say_no":    {[]string{"invoke-virtual {p0}, Lt/Main;->ready()Z", "move-result v0", "if-eqz v0, :crash"}, []string{"field n <= 0"}},
		"in_what_the_handler_calls":    {[]string{"invoke-virtual {p0}, Lt/Main;->inner()V"}, []string{"field n >= 5 <= 5"}},
		"text_that_a_helper_is_given":  {text("invoke-virtual {p0, v0}, Lt/Main;->once(Ljava/lang/String;)V"), []string{`attribute text id/e is "yes"`}},
		"text_of_one_of_two_calls":     {text("invoke-virtual {p0, v0}, Lt/Main;->twice(Ljava/lang/String;)V"), []string{`attribute text is "yes"`}},
		"behind_the_call_on_the_path":  {[]string{"invoke-virtual {p0}, Lt/Main;->crash()V", "iget v0, p0, Lt/Main;->n:I", "if-eqz v0, :end", "nop", ":end"}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			members := icfgtest.Method("ready()Z", "iget v0, p0, Lt/Main;->n:I", "if-lez v0, :no", "const/4 v0, 1", "return v0", ":no") +
				icfgtest.Method("once(Ljava/lang/String;)V", judged...) + icfgtest.Method("twice(Ljava/lang/String;)V", judged...) +
				icfgtest.Method("other()V", `const-string v1, "no"`, "invoke-virtual {p0, v1}, Lt/Main;->twice(Ljava/lang/String;)V") +
				icfgtest.Method("inner()V", "iget v0, p0, Lt/Main;->n:I", "const/4 v1, 5", "if-ne v0, v1, :end", "invoke-virtual {p0}, Lt/Main;->crash()V", ":end")
			if got, _ := (app{click: c.click, members: members}).ofClick(t); !slices.Equal(got, c.want) {
				t.Errorf("conditions %q, want %q", got, c.want)
			}
		})
	}
}

// TestFind_sensitivity: with Attr, what is no widget's is no condition and no test; with
// Field it is both, once.
func TestFind_sensitivity(t *testing.T) {
	t.Parallel()
	click := slices.Concat([]string{"iget v0, p0, Lt/Main;->n:I", "if-ne v0, v5, :end"}, getID, []string{"if-eq v0, v1, :crash", ":end"})
	for sense, want := range map[condition.Sensitivity][]string{
		condition.Attr:  {"attribute id >= id/a <= id/a"},
		condition.Field: {"attribute id >= id/a <= id/a", "field n >= 5 <= 5"},
	} {
		a := app{click: click, sense: sense}
		if got, _ := a.ofClick(t); !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", sense, got, want)
		}
		r, all := a.find(t)
		if len(all.Tests) != len(want)-1 {
			t.Fatalf("%s: %d tests, want %d", sense, len(all.Tests), len(want)-1)
		}
		for _, test := range all.Tests {
			if test.Subject.Says.Name != "n" || test.Wanted.String() != "5" || test.In != icfgtest.MethodOf(t, r.Program, "Main.onClick") {
				t.Errorf("test of %s for %s", test.Subject.Says.Name, test.Wanted)
			}
		}
	}
}

// TestFind_hidden: that widgets which the XML hides or disables are shown and enabled is a
// condition (R22), of those only with which the handler reaches the crash.
func TestFind_hidden(t *testing.T) {
	t.Parallel()
	const hiddenA = `<Button android:id="@+id/a" android:visibility="2"/>`
	const shownB = `<Button android:id="@+id/b"/>`
	onA := slices.Concat(getID, []string{"if-eq v0, v1, :crash"})
	id := "attribute id >= id/a <= id/a"
	for name, c := range map[string]struct {
		elements string
		click    []string
		want     []string
	}{
		"hidden":              {hiddenA, []string{"goto :crash"}, []string{"attribute visibility id/a >= 0 <= 0"}},
		"disabled":            {`<Button android:id="@+id/a" android:enabled="false"/>`, []string{"goto :crash"}, []string{"attribute enabled id/a >= 1 <= 1"}},
		"in_a_hidden_panel":   {`<LinearLayout android:id="@+id/panel" android:visibility="2"><Button android:id="@+id/a" android:enabled="false"/></LinearLayout>`, []string{"goto :crash"}, []string{"attribute visibility id/panel >= 0 <= 0", "attribute enabled id/a >= 1 <= 1"}},
		"shown":               {`<Button android:id="@+id/a"/>`, []string{"goto :crash"}, nil},
		"one_of_two_shown":    {hiddenA + shownB, []string{"goto :crash"}, nil},
		"the_accepted_hidden": {hiddenA + shownB, onA, []string{id, "attribute visibility id/a >= 0 <= 0"}},
		"the_accepted_shown":  {`<Button android:id="@+id/a"/><Button android:id="@+id/b" android:visibility="2"/>`, onA, []string{id}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got, _ := (app{click: c.click, elements: c.elements}).ofClick(t); !slices.Equal(got, c.want) {
				t.Errorf("conditions %q, want %q", got, c.want)
			}
		})
	}
}

// TestFind_callbacks: conditions are of callbacks that reach the crash or are on the stack,
// and say in which method they hold.
func TestFind_callbacks(t *testing.T) {
	t.Parallel()
	click := []string{"iget v0, p0, Lt/Main;->n:I", "if-eq v0, v5, :crash"}
	for _, onStack := range []bool{false, true} {
		r, all := app{click: click, onStack: onStack}.find(t)
		m := icfgtest.MethodOf(t, r.Program, "Main.onClick")
		of := all.Of(m)
		if len(of.Conditions) != 1 || of.Conditions[0].Where != r.Calls.Method(m).String() {
			t.Errorf("on the stack %v: %+v", onStack, of.Conditions)
		}
		for _, name := range []string{"Main.onCreate", "Main.spare"} {
			if of := all.Of(icfgtest.MethodOf(t, r.Program, name)); len(of.Conditions)+len(of.Accepts) > 0 {
				t.Errorf("%s, which does not reach the crash: %+v", name, of)
			}
		}
	}
}

// TestFind_bound: no more than 16 conditions of one callback are told.
func TestFind_bound(t *testing.T) {
	t.Parallel()
	var click []string
	members := ""
	for i := range 20 {
		members += fmt.Sprintf(".field f%d:I\n", i)
		click = append(click, fmt.Sprintf("iget v0, p0, Lt/Main;->f%d:I", i), "if-ne v0, v5, :end")
	}
	got, _ := app{click: append(click, "goto :crash", ":end"), members: members}.ofClick(t)
	if len(got) != 16 {
		t.Errorf("%d conditions, want 16", len(got))
	}
}
