package hidden_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"talpa/asra/appcode"
	"talpa/asra/hidden"
	"talpa/cfg/callgraph"
	"talpa/cfg/icfg/icfgtest"
)

// app is an activity that gives the button b of its layout a listener, t.Tap. What a test
// adds to its onCreate finds b in v1, the listener in v2 and the activity in p0.
type app struct {
	elements string // what is inside of the root of the layout
	land     string // the same of the layout for the landscape; "" if there is none
	onCreate string
	members  string // of the activity
	classes  string
	tap      string // further members of t.Tap
	runs     string // in Tap.onClick, after the first instruction
	super    string // of t.Tap, if not Object
	app      string // further lines of the manifest
}

const (
	gone    = ` android:visibility="2"`
	off     = ` android:enabled="false"`
	b       = `<Button android:id="@+id/b"/>`
	bGone   = `<Button android:id="@+id/b"` + gone + `/>`
	bOff    = `<Button android:id="@+id/b"` + off + `/>`
	bInGone = `<LinearLayout android:id="@+id/panel"` + gone + `>` + b + `</LinearLayout>`
)

// handlers are the handlers of the app that cannot run, each with the reason.
func (a app) handlers(t *testing.T, onStack ...string) []string {
	t.Helper()
	root := func(inside string) string {
		return "<LinearLayout " + icfgtest.NS + ">" + inside + "</LinearLayout>"
	}
	super := a.super
	if super == "" {
		super = "Ljava/lang/Object;"
	}
	files := map[string]string{
		"app":         "activity t.Main\n" + a.app,
		"layout/main": root(a.elements),
		"in.smali": icfgtest.Class("Main", "Landroid/app/Activity;", nil,
			icfgtest.Method("onCreate(Landroid/os/Bundle;)V",
				"const v0, {layout/main}", "invoke-virtual {p0, v0}, Lt/Main;->setContentView(I)V",
				find("b"), icfgtest.New("v2", "Tap"),
				"invoke-virtual {v1, v2}, Landroid/view/View;->setOnClickListener(Landroid/view/View$OnClickListener;)V", a.onCreate),
			a.members) +
			icfgtest.Class("Tap", super, []string{"Landroid/view/View$OnClickListener;"},
				icfgtest.Method("onClick(Landroid/view/View;)V", "const/4 v0, 0x0", a.runs), a.tap) + a.classes,
	}
	if a.land != "" {
		files["layout/main land"] = root(a.land)
	}
	p := icfgtest.Build(t, files)
	var stack []callgraph.MethodID
	for _, name := range onStack {
		stack = append(stack, icfgtest.MethodOf(t, p, name))
	}
	found := hidden.Handlers(appcode.New(p), func(m callgraph.MethodID) bool { return slices.Contains(stack, m) })
	var all []string
	for _, m := range slices.Sorted(maps.Keys(found)) {
		method, why := p.Calls.Method(m), found[m]
		all = append(all, strings.TrimSpace(fmt.Sprintf("%s.%s: %s %s %s",
			strings.TrimPrefix(method.Class.JavaName(), "t."), method.Name, why.Kind, why.Subject.Widget.ID, why.Object.Widget.ID)))
	}
	return all
}

// find puts a view of the layout into v1, by its id.
func find(id string) string {
	return "const v0, {id/" + id + "}\ninvoke-virtual {p0, v0}, Lt/Main;->findViewById(I)Landroid/view/View;\nmove-result-object v1"
}

// set calls a setter of the view in v1 with a constant.
func set(setter string, value int) string {
	return fmt.Sprintf("const/4 v3, %d\ninvoke-virtual {v1, v3}, Landroid/view/View;->%s", value, setter)
}

const (
	setVisibility = "setVisibility(I)V"
	setEnabled    = "setEnabled(Z)V"
	onClick       = "Landroid/view/View;->setOnClickListener(Landroid/view/View$OnClickListener;)V"
)

// cannotRun is what is said of the listener of a button that the XML hides itself.
var cannotRun = []string{"Tap.onClick: hidden id/b"}

// TestHandlers_hidden: which states of XML keep a handler of clicks from running (R22).
func TestHandlers_hidden(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		app  app
		want []string
	}{
		"click_on_a_shown_view":                     {app{elements: b}, nil},
		"click_on_a_hidden_view":                    {app{elements: bGone}, cannotRun},
		"click_on_a_disabled_view":                  {app{elements: bOff}, []string{"Tap.onClick: disabled id/b"}},
		"click_on_a_view_in_a_hidden_panel":         {app{elements: bInGone}, []string{"Tap.onClick: hidden id/panel id/b"}},
		"two_elements_of_the_name_both_hidden":      {app{elements: bGone + bInGone}, cannotRun},
		"two_elements_of_the_name_one_shown":        {app{elements: bGone + b}, nil},
		"hidden_in_both_configurations":             {app{elements: bGone, land: bInGone}, cannotRun},
		"hidden_in_one_of_two_configurations":       {app{elements: bGone, land: b}, nil},
		"shown_first_hidden_in_landscape":           {app{elements: b, land: bGone}, nil},
		"widget_of_no_layout":                       {app{elements: `<Button android:id="@+id/c"/>`}, nil},
		"panel_without_a_name_may_be_found_by_code": {app{elements: `<LinearLayout` + gone + `>` + b + `</LinearLayout>`}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := c.app.handlers(t); !slices.Equal(got, c.want) {
				t.Errorf("cannot run: %q, want %q", got, c.want)
			}
		})
	}
}

// TestHandlers_revealed: which code may show or enable what hides the button b; constants
// that leave it as it is do not.
func TestHandlers_revealed(t *testing.T) {
	t.Parallel()
	const show, hide, unknown = 0, 2, "invoke-virtual {p0}, Lt/Main;->getTaskId()I\nmove-result v3\n"
	other := `<TextView android:id="@+id/other"/>`
	for name, c := range map[string]struct {
		elements, onCreate, classes string
		want                        []string
	}{
		"visible_set_on_it":             {bGone, set(setVisibility, show), "", nil},
		"gone_set_on_it":                {bGone, set(setVisibility, hide), "", cannotRun},
		"invisible_set_on_it":           {bGone, set(setVisibility, 1), "", cannotRun},
		"an_unknown_value_set_on_it":    {bGone, unknown + "invoke-virtual {v1, v3}, Landroid/view/View;->" + setVisibility, "", nil},
		"visible_set_on_another_name":   {bGone + other, find("other") + "\n" + set(setVisibility, show), "", cannotRun},
		"visible_set_on_its_panel":      {bInGone, find("panel") + "\n" + set(setVisibility, show), "", nil},
		"visible_set_inside_the_panel":  {bInGone, set(setVisibility, show), "", []string{"Tap.onClick: hidden id/panel id/b"}},
		"visible_set_on_an_unknown_one": {bGone, "invoke-virtual {p0}, Lt/Main;->getCurrentFocus()Landroid/view/View;\nmove-result-object v1\n" + set(setVisibility, show), "", nil},
		"visible_set_on_an_unknown_one_of_another_class": {bGone, "new-instance v1, Landroid/widget/ImageView;\n" +
			"invoke-direct {v1, p0}, Landroid/widget/ImageView;-><init>(Landroid/content/Context;)V\n" +
			"const/4 v3, 0\ninvoke-virtual {v1, v3}, Landroid/widget/ImageView;->setVisibility(I)V", "", cannotRun},
		"enabled_set_on_a_hidden_one":   {bGone, set(setEnabled, 1), "", cannotRun},
		"enabled_set_on_a_disabled_one": {bOff, set(setEnabled, 1), "", nil},
		"disabled_again":                {bOff, set(setEnabled, 0), "", []string{"Tap.onClick: disabled id/b"}},
		"visible_set_on_a_disabled_one": {bOff, set(setVisibility, show), "", []string{"Tap.onClick: disabled id/b"}},
		"only_one_of_two_states_removed": {`<LinearLayout android:id="@+id/panel"` + gone + `>` + bOff + `</LinearLayout>`,
			set(setEnabled, 1), "", []string{"Tap.onClick: hidden id/panel id/b"}},
		"code_names_the_attribute":     {bGone, `const-string v3, "visibility"`, "", nil},
		"code_names_the_setter":        {bGone, `const-string v3, "setVisibility"`, "", nil},
		"code_names_another_attribute": {bGone, `const-string v3, "alpha"`, "", cannotRun},
		"a_library_names_the_attribute": {bGone, "", ".class public Landroidx/a/Anim;\n.super Ljava/lang/Object;\n" +
			".method public run()V\n.registers 2\nconst-string v0, \"visibility\"\nreturn-void\n.end method\n", cannotRun},
		"handed_to_a_framework_method_that_shows": {bGone,
			"const/4 v3, 0\ninvoke-virtual {v3, v1}, Landroid/widget/AdapterView;->setEmptyView(Landroid/view/View;)V", "", nil},
		"handed_to_a_framework_method_that_does_not": {bGone,
			"const/4 v3, 0\ninvoke-virtual {v3, v1}, Landroid/view/ViewGroup;->bringChildToFront(Landroid/view/View;)V", "", cannotRun},
		"handed_to_code_of_the_app_that_leaves_it": {bGone,
			"invoke-static {v1}, Lt/Help;->show(Landroid/view/View;)V",
			".class public Lt/Help;\n.super Ljava/lang/Object;\n.method public static show(Landroid/view/View;)V\n.registers 2\nreturn-void\n.end method\n", cannotRun},
		"handed_to_a_static_library_method_that_shows": {bGone,
			"invoke-static {v1}, Landroidx/help/Views;->fadeIn(Landroid/view/View;)V", "", nil},
		"visible_set_by_a_view_of_a_subclass_on_itself":    {bGone, "", showsItself("Landroid/widget/Button;"), nil},
		"visible_set_by_a_view_of_another_class_on_itself": {bGone, "", showsItself("Landroid/widget/ImageView;"), cannotRun},
		"its_id_given_to_another_view": {bGone + other, find("other") +
			"\nconst v3, {id/b}\ninvoke-virtual {v1, v3}, Landroid/view/View;->setId(I)V", "", nil},
		"an_unknown_id_given_to_a_view": {bGone + other, find("other") + "\n" + unknown +
			"invoke-virtual {v1, v3}, Landroid/view/View;->setId(I)V", "", nil},
		"a_generated_id_given_to_a_view": {bGone + other, find("other") +
			"\ninvoke-static {}, Landroid/view/View;->generateViewId()I\nmove-result v3\n" +
			"invoke-virtual {v1, v3}, Landroid/view/View;->setId(I)V", "", cannotRun},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := (app{elements: c.elements, onCreate: c.onCreate, classes: c.classes}).handlers(t); !slices.Equal(got, c.want) {
				t.Errorf("cannot run: %q, want %q", got, c.want)
			}
		})
	}
}

// showsItself is a view class of the app with a method that shows its own object.
func showsItself(super string) string {
	return icfgtest.Class("Own", super, nil,
		icfgtest.Method("appear()V", "const/4 v0, 0", "invoke-virtual {p0, v0}, Lt/Own;->setVisibility(I)V"))
}

// TestHandlers_shared: the listener of a hidden button that something else may run.
func TestHandlers_shared(t *testing.T) {
	t.Parallel()
	twoHidden := bGone + `<Button android:id="@+id/c"` + gone + `/>`
	listen := "\ninvoke-virtual {v1, v2}, " + onClick
	field := ".field tap:Lt/Tap;\n"
	for name, c := range map[string]struct {
		app  app
		want []string
	}{
		"of_a_shown_view_too":    {app{elements: bGone + `<Button android:id="@+id/c"/>`, onCreate: find("c") + listen}, nil},
		"of_another_hidden_view": {app{elements: twoHidden, onCreate: find("c") + listen}, cannotRun},
		"of_an_unknown_view_too": {app{elements: bGone, onCreate: "invoke-virtual {p0}, Lt/Main;->getCurrentFocus()Landroid/view/View;\n" +
			"move-result-object v1" + listen}, nil},
		"by_a_setter_of_the_app": {app{elements: bGone, onCreate: "invoke-virtual {v1, v2}, Lt/Own;->setOnClickListener(Landroid/view/View$OnClickListener;)V",
			classes: icfgtest.Class("Own", "Landroid/widget/Button;", nil,
				icfgtest.Method("setOnClickListener(Landroid/view/View$OnClickListener;)V"))}, nil},
		"kept_in_a_field": {app{elements: bGone, members: field, onCreate: "iput-object v2, p0, Lt/Main;->tap:Lt/Tap;"}, nil},
		"called_by_code":  {app{elements: bGone, onCreate: "invoke-virtual {v2, v1}, Lt/Tap;->onClick(Landroid/view/View;)V"}, nil},
		"called_through_its_interface": {app{elements: bGone,
			onCreate: "const/4 v3, 0\ninvoke-interface {v3, v1}, Landroid/view/View$OnClickListener;->onClick(Landroid/view/View;)V"}, nil},
		"clicked_by_code":              {app{elements: bGone, onCreate: "invoke-virtual {v1}, Landroid/view/View;->performClick()Z"}, nil},
		"another_view_clicked_by_code": {app{elements: bGone + `<Button android:id="@+id/c"/>`, onCreate: find("c") + "\ninvoke-virtual {v1}, Landroid/view/View;->performClick()Z"}, cannotRun},
		"hands_itself_out":             {app{elements: bGone, runs: "invoke-static {p0}, Lt/Help;->keep(Ljava/lang/Object;)V", classes: help}, nil},
		"uses_a_field_of_its_own":      {app{elements: bGone, tap: ".field n:I\n", runs: "iput v0, p0, Lt/Tap;->n:I\niget v0, p0, Lt/Tap;->n:I"}, cannotRun},
		"puts_itself_into_a_field":     {app{elements: bGone, tap: ".field me:Lt/Tap;\n", runs: "iput-object p0, p0, Lt/Tap;->me:Lt/Tap;"}, nil},
		"has_a_superclass_with_code":   {app{elements: bGone, super: "Lt/Base;", classes: icfgtest.Class("Base", "Ljava/lang/Object;", nil)}, nil},
		"has_a_subclass":               {app{elements: bGone, classes: icfgtest.Class("More", "Lt/Tap;", nil)}, nil},
		"another_object_of_a_shown_view": {app{elements: bGone + `<Button android:id="@+id/c"/>`,
			onCreate: find("c") + "\n" + icfgtest.New("v3", "Tap") + "\ninvoke-virtual {v1, v3}, " + onClick}, nil},
		"another_object_of_a_hidden_view": {app{elements: twoHidden,
			onCreate: find("c") + "\n" + icfgtest.New("v3", "Tap") + "\ninvoke-virtual {v1, v3}, " + onClick}, cannotRun},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := c.app.handlers(t); !slices.Equal(got, c.want) {
				t.Errorf("cannot run: %q, want %q", got, c.want)
			}
		})
	}
}

// help is a class that can keep an object.
const help = ".class public Lt/Help;\n.super Ljava/lang/Object;\n" +
	".method public static keep(Ljava/lang/Object;)V\n.registers 1\nreturn-void\n.end method\n"

// TestHandlers_named_in_XML: a method that a layout names for clicks.
func TestHandlers_named_in_XML(t *testing.T) {
	t.Parallel()
	const named = ` android:onClick="go"`
	goes := icfgtest.Method("go(Landroid/view/View;)V")
	for name, c := range map[string]struct {
		elements, members, onCreate string
		want                        []string
	}{
		"of_a_hidden_view":                        {b + `<Button android:id="@+id/c"` + gone + named + `/>`, goes, "", []string{"Main.go: hidden id/c"}},
		"of_a_shown_view":                         {b + `<Button android:id="@+id/c"` + named + `/>`, goes, "", nil},
		"of_a_hidden_view_and_a_shown_one":        {`<Button android:id="@+id/b"` + named + `/><Button android:id="@+id/c"` + gone + named + `/>`, goes, "", nil},
		"of_a_hidden_view_and_one_without_a_name": {b + `<Button` + named + `/><Button android:id="@+id/c"` + gone + named + `/>`, goes, "", nil},
		"of_a_hidden_view_and_called_by_code": {b + `<Button android:id="@+id/c"` + gone + named + `/>`, goes,
			"invoke-virtual {p0, v1}, Lt/Main;->go(Landroid/view/View;)V", nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := (app{elements: c.elements, members: c.members, onCreate: c.onCreate}).handlers(t); !slices.Equal(got, c.want) {
				t.Errorf("cannot run: %q, want %q", got, c.want)
			}
		})
	}
}

// TestHandlers_other_events: R22 speaks of clicks and long clicks, and not of what ran.
func TestHandlers_other_events(t *testing.T) {
	t.Parallel()
	listener := func(method, iface string) string {
		return icfgtest.Class("Other", "Ljava/lang/Object;", []string{iface}, icfgtest.Method(method))
	}
	give := func(setter string) string {
		return icfgtest.New("v3", "Other") + "\ninvoke-virtual {v1, v3}, Landroid/view/View;->" + setter
	}
	long := app{
		elements: bGone, onCreate: give("setOnLongClickListener(Landroid/view/View$OnLongClickListener;)V"),
		classes: listener("onLongClick(Landroid/view/View;)Z", "Landroid/view/View$OnLongClickListener;"),
	}
	if got, want := long.handlers(t), append(slices.Clone(cannotRun), "Other.onLongClick: hidden id/b"); !slices.Equal(got, want) {
		t.Errorf("a long click on a hidden view: %q, want %q", got, want)
	}
	focus := app{
		elements: bGone, onCreate: give("setOnFocusChangeListener(Landroid/view/View$OnFocusChangeListener;)V"),
		classes: listener("onFocusChange(Landroid/view/View;Z)V", "Landroid/view/View$OnFocusChangeListener;"),
	}
	if got := focus.handlers(t); !slices.Equal(got, cannotRun) {
		t.Errorf("the focus of a hidden view: %q, want %q", got, cannotRun)
	}
	if got := (app{elements: bGone}).handlers(t, "Tap.onClick"); len(got) > 0 {
		t.Errorf("a handler on the stack, which did run: %q", got)
	}
}
