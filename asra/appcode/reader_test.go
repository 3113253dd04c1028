package appcode_test

import (
	"context"
	"log/slog"
	"slices"
	"strings"
	"testing"

	"talpa/asra/appcode"
	"talpa/asra/attr"
	"talpa/asra/guide"
	"talpa/cfg/callgraph"
	"talpa/cfg/icfg"
	"talpa/cfg/origin"
	"talpa/dex"
	"talpa/dex/apk"
	"talpa/dex/dextest"
	"talpa/specs"
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

// reader is a reader of a small app with the activities named.
func reader(t *testing.T, code string, activities ...string) *appcode.Reader {
	t.Helper()
	calls, err := callgraph.New(context.Background(), dextest.Set(t, code), specs.Framework(), callgraph.Options{})
	if err != nil {
		t.Fatal(err)
	}
	m := &apk.Manifest{Package: "t"}
	for _, name := range activities {
		m.Activities = append(m.Activities, apk.Activity{Component: apk.Component{Name: name, Enabled: true}})
	}
	p, err := icfg.Build(context.Background(), icfg.Input{Manifest: m, Calls: calls})
	if err != nil {
		t.Fatal(err)
	}
	return appcode.New(p)
}

// find is the one method whose name ends so, as in "Main;->open".
func find(t *testing.T, r *appcode.Reader, part string) callgraph.MethodID {
	t.Helper()
	found := callgraph.NoMethod
	for m := range r.Calls.Len() {
		if strings.Contains(r.Calls.Method(callgraph.MethodID(m)).String(), part+"(") {
			if found != callgraph.NoMethod {
				t.Fatalf("two methods %s", part)
			}
			found = callgraph.MethodID(m)
		}
	}
	if found == callgraph.NoMethod {
		t.Fatalf("no method %s", part)
	}
	return found
}

// names are the classes and names of methods, sorted.
func names(r *appcode.Reader, methods []callgraph.MethodID) string {
	all := []string{}
	for _, m := range methods {
		method := r.Calls.Method(m)
		class := method.Class.JavaName()
		all = append(all, class[strings.LastIndexByte(class, '.')+1:]+"."+method.Name)
	}
	slices.Sort(all)
	return strings.Join(all, " ")
}

// places are the components of a method's screens.
func places(r *appcode.Reader, m callgraph.MethodID) string {
	all := []string{}
	for _, c := range r.PlacesOf(m) {
		all = append(all, r.Components[c].Name[strings.LastIndexByte(r.Components[c].Name, '.')+1:])
	}
	return strings.Join(all, " ")
}

// TestReader asks of methods of burrow what runs them, where, and who opens the place.
func TestReader(t *testing.T) {
	t.Parallel()
	r := burrow(t)
	for _, c := range []struct {
		method, runners, places, openers string
		component                        bool
	}{
		{"HomeActivity;->onCreate", "HomeActivity.onCreate", "HomeActivity", "", true},
		{"ConvertActivity$2;->onClick", "ConvertActivity$2.onClick", "ConvertActivity", "HomeActivity.onClick", false},
		{"NotesActivity;->add", "NotesActivity$1.onClick", "NotesActivity", "HomeActivity.onClick", true},
		{
			"TimerActivity;->access$100", "TimerActivity$1.onClick TimerActivity$Tick.run", "TimerActivity",
			"HomeActivity.openTimer", true,
		},
		{"OptionsActivity;->onCreate", "OptionsActivity.onCreate", "OptionsActivity", "NotesActivity.onOptionsItemSelected", true},
		{"SyncService;->onStartCommand", "SyncService.onStartCommand", "SyncService", "", true},
		{"R$id;-><init>", "", "", "", false},
	} {
		t.Run(c.method, func(t *testing.T) {
			m := find(t, r, c.method)
			if got := names(r, r.Runners(m)); got != c.runners {
				t.Errorf("run by %q, want %q", got, c.runners)
			}
			if got := places(r, m); got != c.places {
				t.Errorf("works on %q, want %q", got, c.places)
			}
			if got := names(r, r.OpenersOf(m)); got != c.openers {
				t.Errorf("opened by %q, want %q", got, c.openers)
			}
			if got := r.OfComponent(m); got != c.component {
				t.Errorf("of a component: %v", got)
			}
			if got := r.MethodAt(r.Method(m)); got != m {
				t.Errorf("method %d of the node of %d", got, m)
			}
		})
	}
}

const placesCode = `
.class public Lt/One;
.super Landroid/app/Activity;
.method public onCreate(Landroid/os/Bundle;)V
    .registers 3
    new-instance v0, Lt/Only;
    invoke-direct {v0}, Lt/Only;-><init>()V
    invoke-virtual {v0}, Lt/Only;->use()V
    new-instance v0, Lt/Both;
    invoke-direct {v0}, Lt/Both;-><init>()V
    invoke-virtual {v0}, Lt/Both;->use()V
    new-instance v0, Lt/Row;
    invoke-direct {v0}, Lt/Row;-><init>()V
    invoke-virtual {v0}, Lt/Row;->use()V
    invoke-static {}, Lt/Tools;->help()V
    return-void
.end method

.class public Lt/Two;
.super Landroid/app/Activity;
.method public onCreate(Landroid/os/Bundle;)V
    .registers 3
    new-instance v0, Lt/Both;
    invoke-direct {v0}, Lt/Both;-><init>()V
    invoke-virtual {v0}, Lt/Both;->use()V
    invoke-static {}, Lt/Tools;->help()V
    return-void
.end method

.class public Lt/Only;
.super Ljava/lang/Object;
.method public constructor <init>()V
    .registers 2
    invoke-direct {p0}, Ljava/lang/Object;-><init>()V
    return-void
.end method
.method public use()V
    .registers 2
    new-instance v0, Lt/Inner;
    invoke-direct {v0}, Lt/Inner;-><init>()V
    invoke-virtual {v0}, Lt/Inner;->use()V
    return-void
.end method

.class public Lt/Inner;
.super Lt/Plain;
.method public constructor <init>()V
    .registers 1
    invoke-direct {p0}, Lt/Plain;-><init>()V
    return-void
.end method
.method public use()V
    .registers 1
    invoke-static {}, Lt/Tools;->help()V
    return-void
.end method

.class public Lt/Both;
.super Lt/Plain;
.method public constructor <init>()V
    .registers 1
    invoke-direct {p0}, Lt/Plain;-><init>()V
    return-void
.end method
.method public use()V
    .registers 1
    return-void
.end method

.class public Lt/Row;
.super Landroid/view/View;
.method public constructor <init>()V
    .registers 1
    return-void
.end method
.method public use()V
    .registers 1
    return-void
.end method

.class public Lt/Plain;
.super Ljava/lang/Object;
.method public constructor <init>()V
    .registers 1
    invoke-direct {p0}, Ljava/lang/Object;-><init>()V
    return-void
.end method

.class public Lt/Tools;
.super Ljava/lang/Object;
.method public static help()V
    .registers 0
    return-void
.end method
`

// TestPlacesOf: an object works on the screen of the one activity that makes it; what
// several make, or the framework can make, works wherever it can run.
func TestPlacesOf(t *testing.T) {
	t.Parallel()
	r := reader(t, placesCode, "t.One", "t.Two")
	for name, c := range map[string]struct{ method, want string }{
		"method_of_an_activity":         {"Lt/One;->onCreate", "One"},
		"object_of_one_activity":        {"Lt/Only;->use", "One"},
		"object_of_an_object_of_it":     {"Lt/Inner;->use", "One"},
		"object_of_two_activities":      {"Lt/Both;->use", "One Two"},
		"static_method_called_by_both":  {"Lt/Tools;->help", "One Two"},
		"view_that_a_layout_could_make": {"Lt/Row;->use", "One"},
	} {
		t.Run(name, func(t *testing.T) {
			m := find(t, r, c.method)
			if got := places(r, m); got != c.want {
				t.Errorf("%q, want %q", got, c.want)
			}
			if again := places(r, m); again != c.want {
				t.Errorf("asked again: %q", again)
			}
		})
	}
}

// TestOriginsOf: values of a method are found once; a method without code has none.
func TestOriginsOf(t *testing.T) {
	t.Parallel()
	r := reader(t, `
.class public abstract Lt/Main;
.super Ljava/lang/Object;
.method public static open()V
    .registers 2
    const-string v0, "key"
    const/4 v1, 0x7
    invoke-static {v0, v1}, Lt/Main;->put(Ljava/lang/String;I)V
    return-void
.end method
.method public static native put(Ljava/lang/String;I)V
.end method
`)
	if an := r.OriginsOf(find(t, r, "Lt/Main;->put")); an != nil {
		t.Error("a native method has values")
	}
	m := find(t, r, "Lt/Main;->open")
	an := r.OriginsOf(m)
	if an == nil || r.OriginsOf(m) != an {
		t.Fatal("no values, or others the second time")
	}
	for in := range r.Calls.Method(m).Code().Insns() {
		if !in.Op.Invokes() {
			continue
		}
		if got := appcode.ConstantText(an, &in, 0); got != "key" {
			t.Errorf("text %q", got)
		}
		if got := appcode.ConstantText(an, &in, 1); got != "" {
			t.Errorf("a number is text %q", got)
		}
		if n, ok := appcode.Constant(an.Args(&in, 1)); n != 7 || !ok {
			t.Errorf("number %d, %v", n, ok)
		}
	}
}

// TestConstants: what values are known to be, and all where one is not known.
func TestConstants(t *testing.T) {
	t.Parallel()
	one, two := origin.Origin{Kind: origin.Int, Int: 1}, origin.Origin{Kind: origin.Int, Int: 2}
	made, param := origin.Origin{Kind: origin.New}, origin.Origin{Kind: origin.Param}
	for name, c := range map[string]struct {
		in   []origin.Origin
		want attr.Values
	}{
		"one_number":           {[]origin.Origin{one}, attr.Only(1)},
		"two_numbers":          {[]origin.Origin{one, two}, attr.Only(1).Union(attr.Only(2))},
		"object":               {[]origin.Origin{made}, attr.Only(0).Complement()},
		"null_or_object":       {[]origin.Origin{{Kind: origin.Int}, made}, attr.All()},
		"parameter":            {[]origin.Origin{one, param}, attr.All()},
		"code_out_of_reach":    {nil, attr.All()},
		"number_and_an_object": {[]origin.Origin{one, made}, attr.Only(0).Complement()},
	} {
		if got := appcode.Constants(c.in); got.String() != c.want.String() {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
	if _, ok := appcode.Constant([]origin.Origin{one, two}); ok {
		t.Error("two numbers are one constant")
	}
}

// TestAttributeUses: who sets and gets the text of burrow's widgets.
func TestAttributeUses(t *testing.T) {
	t.Parallel()
	r := burrow(t)
	var got []string
	for _, u := range r.AttributeUses(
		func(attribute string) bool { return attribute == "text" },
		func(m *dex.Method) bool { return !strings.Contains(m.Class.Descriptor, "NotesActivity") },
	) {
		does := " gets "
		if u.Set {
			does = " sets "
		}
		got = append(got, r.Calls.Method(u.In).Name+does+u.Attribute+" of "+strings.TrimSpace(u.Widget.Name+" "+u.Widget.Text))
	}
	slices.Sort(got)
	want := []string{
		"onClick gets text of id/amount", "onClick sets text of id/result", "onCreate sets text of Pick",
		"run sets text of id/clock 0",
	}
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestWidgetNames: names count only if all widgets of a callback have one.
func TestWidgetNames(t *testing.T) {
	t.Parallel()
	a, b, unnamed := icfg.Widget{Name: "id/a"}, icfg.Widget{Name: "id/b"}, icfg.Widget{Text: "Pick"}
	for name, c := range map[string]struct {
		in    []icfg.Widget
		want  []string
		known bool
	}{
		"all_named":   {[]icfg.Widget{a, b}, []string{"id/a", "id/b"}, true},
		"named_twice": {[]icfg.Widget{a, a}, []string{"id/a"}, true},
		"one_unnamed": {[]icfg.Widget{a, unnamed}, []string{""}, false},
		"none":        {nil, []string{""}, false},
	} {
		got, known := appcode.WidgetNames(&icfg.Callback{Widgets: c.in})
		if !slices.Equal(got, c.want) || known != c.known {
			t.Errorf("%s: %q, %v", name, got, known)
		}
	}
}

// TestNumber: the place in a list of choices goes before the id, which tests compare as a
// signed number.
func TestNumber(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		in   icfg.Widget
		want int64
		ok   bool
	}{
		{icfg.Widget{ID: 0x7f010001}, 0x7f010001, true},
		{icfg.Widget{ID: 0xffffffff}, -1, true},
		{icfg.Widget{ID: 0x7f010001, Number: 0, HasNumber: true}, 0, true},
		{icfg.Widget{}, 0, false},
	} {
		if got, ok := appcode.Number(c.in); got != c.want || ok != c.ok {
			t.Errorf("%+v: %d, %v", c.in, got, ok)
		}
	}
}

// TestSameWidget: ids decide where there are any, texts elsewhere.
func TestSameWidget(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		a, b guide.Widget
		want bool
	}{
		{guide.Widget{ID: "id/a", Text: "A"}, guide.Widget{ID: "id/a"}, true},
		{guide.Widget{ID: "id/a", Text: "A"}, guide.Widget{ID: "id/b", Text: "A"}, false},
		{guide.Widget{ID: "id/a", Text: "A"}, guide.Widget{Text: "A"}, false},
		{guide.Widget{Text: "A"}, guide.Widget{Text: "A"}, true},
		{guide.Widget{}, guide.Widget{}, false},
	} {
		if got := appcode.SameWidget(c.a, c.b); got != c.want {
			t.Errorf("%+v and %+v: %v", c.a, c.b, got)
		}
		subject := func(w guide.Widget) guide.Subject {
			return guide.Subject{Kind: guide.SubjectAttribute, Name: "text", Widget: w}
		}
		if got := appcode.SameAttribute(subject(c.a), subject(c.b)); got != c.want {
			t.Errorf("text of %+v and of %+v: %v", c.a, c.b, got)
		}
	}
}

// TestPlatform: libraries of the platform are told by their package.
func TestPlatform(t *testing.T) {
	t.Parallel()
	for class, want := range map[string]bool{
		"Landroidx/fragment/app/Fragment;": true, "Lkotlin/Unit;": true, "Lorg/jacoco/agent/Offline;": true,
		"Lcom/google/android/material/Tab;": true, "Lcom/google/Main;": false, "Lt/Main;": false, "Landroidy/Main;": false,
	} {
		if got := appcode.Platform(class); got != want {
			t.Errorf("%s: %v", class, got)
		}
	}
}

// TestNeedsRow: handlers of rows in burrow, and none else.
func TestNeedsRow(t *testing.T) {
	t.Parallel()
	r := burrow(t)
	var got []callgraph.MethodID
	for i := range r.Callbacks {
		if appcode.NeedsRow(r.Program, &r.Callbacks[i]) {
			got = append(got, r.Callbacks[i].Method)
		}
	}
	if names(r, got) != "NotesActivity.onContextItemSelected" {
		t.Errorf("%s", names(r, got))
	}
}
