package widget_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"talpa/cfg/icfg/icfgtest"
	"talpa/cfg/icfg/widget"
	"talpa/dex/apk"
	"talpa/dex/apk/apktest"
	"talpa/dex/dextest"
)

// index reads the XML resources of a small app; "NS" stands for the namespace.
func index(t *testing.T, files map[string]string) (*widget.Index, *apk.Resources) {
	t.Helper()
	app := apktest.New("t")
	app.Manifest(`<manifest xmlns:android="http://schemas.android.com/apk/res/android" package="t"/>`)
	for name, xml := range files {
		name, config, _ := strings.Cut(name, " ")
		app.FileFor(name, config, strings.Replace(xml, "NS", icfgtest.NS, 1))
	}
	app.DEX(dextest.Bytes(t, ".class LA;\n.super Ljava/lang/Object;\n"))
	archive, err := app.Parse()
	if err != nil {
		t.Fatal(err)
	}
	layouts, err := archive.Layouts()
	if err != nil {
		t.Fatal(err)
	}
	menus, err := archive.Menus()
	if err != nil {
		t.Fatal(err)
	}
	screens, err := archive.Preferences()
	if err != nil {
		t.Fatal(err)
	}
	return widget.NewIndex(archive.Resources(), layouts, menus, screens, func(string) bool { return false }), archive.Resources()
}

// TestHiddenOrDisabled states which elements the XML keeps users from at first, and where
// that cannot be told for sure.
func TestHiddenOrDisabled(t *testing.T) {
	t.Parallel()
	const gone, off = `android:visibility="2"`, `android:enabled="false"`
	for name, c := range map[string]struct {
		xml  map[string]string
		want []string // attribute and element of each state; of several elements one after the other
	}{
		"button that is gone":     {one(`<LinearLayout NS><Button android:id="@+id/b" ` + gone + `/></LinearLayout>`), []string{"visibility id/b"}},
		"button that is disabled": {one(`<LinearLayout NS><Button android:id="@+id/b" ` + off + `/></LinearLayout>`), []string{"enabled id/b"}},
		"button in a panel that is gone": {
			one(`<LinearLayout NS><LinearLayout android:id="@+id/panel" ` + gone + `><Button android:id="@+id/b"/></LinearLayout></LinearLayout>`),
			[]string{"visibility id/panel"}},
		"both": {
			one(`<LinearLayout NS><LinearLayout android:id="@+id/panel" ` + gone + `><Button android:id="@+id/b" ` + off + `/></LinearLayout></LinearLayout>`),
			[]string{"visibility id/panel", "enabled id/b"}},
		"button that is shown":                      {one(`<LinearLayout NS><Button android:id="@+id/b"/></LinearLayout>`), nil},
		"root: an include may show it":              {one(`<Button NS android:id="@+id/b" ` + gone + `/>`), nil},
		"disabled panel: says nothing of its child": {one(`<LinearLayout NS><LinearLayout android:id="@+id/panel" ` + off + `><Button android:id="@+id/b"/></LinearLayout></LinearLayout>`), nil},
		"panel of a class of its own: may show it":  {one(`<LinearLayout NS><t.Panel android:id="@+id/panel" ` + gone + `><Button android:id="@+id/b"/></t.Panel></LinearLayout>`), nil},
		"panel without an id: nobody can show it by one": {
			one(`<LinearLayout NS><LinearLayout ` + gone + `><Button android:id="@+id/b"/></LinearLayout></LinearLayout>`), nil},
		"hidden in one configuration, shown in the other": {map[string]string{
			"layout/main":      `<LinearLayout NS><Button android:id="@+id/b" ` + gone + `/></LinearLayout>`,
			"layout/main land": `<LinearLayout NS><Button android:id="@+id/b"/></LinearLayout>`,
		}, nil},
		"hidden in both configurations": {map[string]string{
			"layout/main":      `<LinearLayout NS><Button android:id="@+id/b" ` + gone + `/></LinearLayout>`,
			"layout/main land": `<LinearLayout NS><Button android:id="@+id/b" ` + gone + `/></LinearLayout>`,
		}, []string{"visibility id/b", "visibility id/b"}},
	} {
		t.Run(strings.ReplaceAll(name, " ", "_"), func(t *testing.T) {
			t.Parallel()
			x, _ := index(t, c.xml)
			var got []string
			for _, element := range x.HiddenOrDisabled("id/b") {
				for _, s := range element {
					got = append(got, s.Attribute+" "+s.Name)
				}
			}
			if !slices.Equal(got, c.want) {
				t.Errorf("states %q, want %q", got, c.want)
			}
		})
	}
}

func one(layout string) map[string]string { return map[string]string{"layout/main": layout} }

// TestIndex_surroundings states what is around an element, and what has no children.
func TestIndex_surroundings(t *testing.T) {
	t.Parallel()
	x, _ := index(t, map[string]string{
		"layout/main": `<LinearLayout NS android:id="@+id/root"><FrameLayout android:id="@+id/box"><Button android:id="@+id/b"/></FrameLayout>` +
			`<t.Own android:id="@+id/own"/></LinearLayout>`,
		"layout/other": `<ScrollView NS android:id="@+id/scroll"><Button android:id="@+id/b"/></ScrollView>`,
	})
	got := slices.Sorted(slices.Values(x.Around("id/b")))
	if want := []string{"id/box", "id/root", "id/scroll"}; !slices.Equal(got, want) {
		t.Errorf("around %q, want %q", got, want)
	}
	for name, want := range map[string]bool{"id/b": true, "id/box": false, "id/own": false, "id/unknown": false} {
		if got := x.Leaf(name); got != want {
			t.Errorf("%s has no children: %v, want %v", name, got, want)
		}
	}
}

// TestIndex_preferences states what the index knows of preference screens.
func TestIndex_preferences(t *testing.T) {
	t.Parallel()
	x, res := index(t, map[string]string{
		"xml/one": `<PreferenceScreen NS><CheckBoxPreference android:key="sound" android:title="Sound"/><Preference android:title="no key"/></PreferenceScreen>`,
		"xml/two": `<PreferenceScreen NS><CheckBoxPreference android:key="sound" android:title="Noise"/></PreferenceScreen>`,
	})
	var got []string
	for _, p := range x.PreferencesOf("sound") {
		got = append(got, fmt.Sprintf("%s %s on %s", p.Key, p.Widget.Text, p.Name))
	}
	slices.Sort(got)
	if want := []string{"sound Noise on xml/two", "sound Sound on xml/one"}; !slices.Equal(got, want) {
		t.Errorf("preferences %q, want %q", got, want)
	}
	if n := len(x.Preferences()); n != 2 {
		t.Errorf("%d preferences with a key, want 2", n)
	}
	if keys := x.KeysOn(res.ID("xml/one")); !slices.Equal(keys, []string{"sound"}) {
		t.Errorf("keys %q", keys)
	}
	if keys := x.KeysOn(res.ID("id/none")); keys != nil {
		t.Errorf("keys %q of what is no screen", keys)
	}
}

// TestWalkLayout_stub_and_include walks through what brings in other layouts: the views of
// both, and the element that brings them around them.
func TestWalkLayout_stub_and_include(t *testing.T) {
	t.Parallel()
	x, res := index(t, map[string]string{
		"layout/main": `<LinearLayout NS android:id="@+id/root"><include layout="@layout/part" android:id="@+id/here"/>` +
			`<ViewStub android:id="@+id/stub" android:layout="@layout/late"/></LinearLayout>`,
		"layout/part": `<merge NS><Button android:id="@+id/b"/></merge>`,
		"layout/late": `<Button NS android:id="@+id/late"/>`,
	})
	got := map[string]string{}
	x.WalkLayout(res.ID("layout/main"), func(v *apk.View, around []*apk.View) {
		var names []string
		for _, up := range around {
			names = append(names, up.ID.Name)
		}
		got[v.ID.Name] = strings.Join(names, " ")
	})
	for name, want := range map[string]string{
		"id/root": "", "id/here": "id/root", "id/b": " id/here id/root", "id/stub": "id/root", "id/late": "id/stub id/root",
	} {
		if around, walked := got[name]; !walked || around != want {
			t.Errorf("%s is in %q (walked: %v), want %q", name, around, walked, want)
		}
	}
}

// TestWalkLayout_include_of_itself ends.
func TestWalkLayout_include_of_itself(t *testing.T) {
	t.Parallel()
	x, res := index(t, map[string]string{
		"layout/main": `<LinearLayout NS android:id="@+id/root"><include layout="@layout/part"/></LinearLayout>`,
		"layout/part": `<merge NS><Button android:id="@+id/ask" android:enabled="false"/><include layout="@layout/main"/></merge>`,
	})
	var got []string
	x.WalkLayout(res.ID("layout/main"), func(v *apk.View, around []*apk.View) {
		got = append(got, fmt.Sprintf("%s enabled %d in %d", v.ID.Name, v.Enabled, len(around)))
	})
	want := []string{"id/root enabled 0 in 0", " enabled 0 in 1", " enabled 0 in 2", "id/ask enabled -1 in 3", " enabled 0 in 3"}
	if !slices.Equal(got, want) {
		t.Errorf("walked\n%q, want\n%q", got, want)
	}
}

// TestString states by what people know a widget.
func TestString(t *testing.T) {
	t.Parallel()
	for want, w := range map[string]widget.Widget{
		"id/b":               {Name: "id/b", Text: "Go", Class: "android.widget.Button"},
		`"Go"`:               {Text: "Go", Class: "android.widget.Button"},
		"android.widget.Foo": {Class: "android.widget.Foo"},
	} {
		if got := w.String(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// TestWidgetsAt describes what the receiver of a call can be, in a program.
func TestWidgetsAt(t *testing.T) {
	t.Parallel()
	const find = "invoke-virtual {p0, v0}, Lt/Main;->findViewById(I)Landroid/view/View;\nmove-result-object v0"
	const show = "invoke-virtual {v0}, Landroid/view/View;->bringToFront()V"
	for name, c := range map[string]struct {
		body []string
		want []string
	}{
		"found by id":          {[]string{"const v0, {id/b}", find, show}, []string{"id/b"}},
		"one of two":           {[]string{"const v0, {id/b}", "if-eqz p1, :on", "const v0, {id/c}", ":on", find, show}, []string{"id/b", "id/c"}},
		"root of an inflation": {[]string{"const v0, {layout/main}", "invoke-virtual {p0, v0}, Lt/Main;->inflate(I)Landroid/view/View;", "move-result-object v0", show}, []string{"id/root"}},
		"an unknown view":      {[]string{"const/4 v0, 0x0", show}, nil},
	} {
		t.Run(strings.ReplaceAll(name, " ", "_"), func(t *testing.T) {
			t.Parallel()
			p := icfgtest.Build(t, map[string]string{
				"app": "activity t.Main\n",
				"in.smali": icfgtest.Class("Main", "Landroid/app/Activity;", nil,
					icfgtest.Method("onCreate(Landroid/os/Bundle;)V", c.body...), icfgtest.Method("inflate(I)Landroid/view/View;")),
				"layout/main": `<LinearLayout ` + icfgtest.NS + ` android:id="@+id/root"><Button android:id="@+id/b"/><Button android:id="@+id/c"/></LinearLayout>`,
			})
			m := icfgtest.MethodOf(t, p, "Main.onCreate")
			var got []string
			for in := range p.Calls.Method(m).Code().Insns() {
				if in.Op.Invokes() && p.Calls.Method(m).Class.File.MethodAt(in.Index).Name == "bringToFront" {
					for _, w := range p.Query().WidgetsAt(m, in.Off, in.Reg(0)) {
						got = append(got, w.Name)
					}
				}
			}
			slices.Sort(got)
			if !slices.Equal(got, c.want) {
				t.Errorf("widgets %q, want %q", got, c.want)
			}
		})
	}
}
