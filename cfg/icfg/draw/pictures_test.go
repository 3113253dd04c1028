package draw_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"talpa/cfg/callgraph"
	"talpa/cfg/icfg"
	"talpa/cfg/icfg/draw"
	"talpa/cfg/icfg/icfgtest"
	"talpa/cfg/icfg/screen"
)

// near are the nodes at most depth edges from one, level by level.
func near(p *icfg.Program, from icfg.Node, depth int, forward bool) map[icfg.Node]bool {
	all := map[icfg.Node]bool{from: true}
	for range depth {
		next := map[icfg.Node]bool{}
		for n := range icfg.Node(p.Len()) {
			for e := range p.Succs(n) {
				if forward && all[e.From] {
					next[e.To] = true
				} else if !forward && all[e.To] {
					next[e.From] = true
				}
			}
		}
		for n := range next {
			all[n] = true
		}
	}
	return all
}

// TestMains_around: the neighbourhood of each method is what a search by levels over all edges
// finds, along edges and against them, and the method is its target.
func TestMains_around(t *testing.T) {
	t.Parallel()
	p := twoScreens(t)
	for id := range callgraph.MethodID(p.Calls.Len()) {
		for depth := 1; depth <= 3; depth++ {
			want := near(p, p.Method(id), depth, true)
			for n := range near(p, p.Method(id), depth, false) {
				want[n] = true
			}
			d, err := draw.Mains(p, draw.Options{Around: p.Calls.Method(id), Depth: depth})
			if err != nil {
				t.Fatal(err)
			}
			for n := range icfg.Node(p.Len()) {
				if d.Has(fmt.Sprint(n)) != want[n] {
					t.Fatalf("%s within %d of %s: drawn %v", p.String(n), depth, p.Calls.Method(id), d.Has(fmt.Sprint(n)))
				}
			}
			if got := d.Targets(); len(got) != 1 || got[0] != fmt.Sprint(p.Method(id)) {
				t.Fatalf("targets %q", got)
			}
		}
	}
}

// TestMains_package draws the callbacks of a package only; the components stay those of it.
func TestMains_package(t *testing.T) {
	t.Parallel()
	p := twoScreens(t)
	for prefix, want := range map[string]int{"": 2, "t": 2, "t.Second": 1, "t.Sec": 0, "u": 0} {
		d, err := draw.Mains(p, draw.Options{Package: prefix})
		if err != nil {
			t.Fatal(err)
		}
		if got := len(d.Groups()); got != want {
			t.Errorf("package %q: %d components, want %d", prefix, got, want)
		}
		for _, e := range d.Edges() {
			if !d.Has(e.From) || !d.Has(e.To) {
				t.Errorf("package %q: an edge leaves the picture", prefix)
			}
		}
	}
}

// TestLayouts_facts: what the XML states of a view and of an item, and nothing that it does not.
func TestLayouts_facts(t *testing.T) {
	t.Parallel()
	p := icfgtest.Build(t, map[string]string{
		"app": "activity t.Main",
		"in.smali": icfgtest.Class("Main", "Landroid/app/Activity;", nil,
			icfgtest.Method("onCreate(Landroid/os/Bundle;)V", "const v0, {layout/main}"),
			icfgtest.Method("onCreateOptionsMenu(Landroid/view/Menu;)Z", "const v0, {menu/top}")),
		"layout/part": `<Button ` + icfgtest.NS + ` android:id="@+id/own" android:onClick="save"/>`,
		"layout/main": `<LinearLayout ` + icfgtest.NS + `><Button android:id="@+id/b" android:visibility="2" android:enabled="false" android:hint="h"/>` +
			`<include layout="@layout/part" android:id="@+id/given"/><CheckBox android:checked="true"/></LinearLayout>`,
		"layout/main land": `<LinearLayout ` + icfgtest.NS + `/>`,
		"menu/top": `<menu ` + icfgtest.NS + `><group><item android:id="@+id/more" android:title="More" android:enabled="false"/></group>` +
			`<item android:title="Sub"><menu><item android:id="@+id/deep"/></menu></item></menu>`,
	})
	d := draw.Layouts(p, screen.Find(p), draw.Options{})
	var got []string
	for _, n := range d.Nodes() {
		var facts []string
		for _, key := range []string{"resource", "visibility", "enabled", "checked", "hint", "onClick", "text"} {
			if v := n.Facts[key]; v != "" {
				facts = append(facts, key+"="+v)
			}
		}
		for key, v := range n.Facts {
			if v == "" {
				t.Errorf("%s is said to be nothing", key)
			}
		}
		got = append(got, strings.TrimSpace(n.Kind+" "+strings.Join(facts, " ")))
	}
	slices.Sort(got)
	want := []string{
		"item resource=id/deep", "item resource=id/more enabled=false text=More", "item text=Sub",
		"widget", "widget", "widget checked=true", "widget resource=id/b visibility=gone enabled=false hint=h", "widget resource=id/given onClick=save",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	configurations := 0
	for _, n := range d.Nodes() {
		if first, _, _ := strings.Cut(n.Label, "\n"); strings.HasSuffix(first, "main") || strings.HasSuffix(first, "main-land") {
			configurations++
		}
	}
	if configurations != 2 {
		t.Errorf("%d roots say which configuration they are of", configurations)
	}
	if empty := draw.Layouts(p, screen.Find(p), draw.Options{Package: "u"}); len(empty.Nodes())+len(empty.Groups()) > 0 {
		t.Error("another package has layouts")
	}
}
