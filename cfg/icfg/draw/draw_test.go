package draw_test

import (
	"bytes"
	"encoding/json"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"talpa/cfg/icfg"
	"talpa/cfg/icfg/draw"
	"talpa/cfg/icfg/icfgtest"
	"talpa/cfg/icfg/screen"
	"talpa/dex/dextest"
	"talpa/internal/diagram"
	"talpa/internal/golden"
)

const burrow = "../../../testdata/apps/burrow.apk"

func TestDraw(t *testing.T) {
	t.Parallel()
	p := icfgtest.Load(t, burrow)
	sync := dextest.Method(t, p.Hierarchy.Set(), "Ldev/talpa/burrow/SyncService;->onStartCommand(Landroid/content/Intent;II)I")
	for name, o := range map[string]draw.Options{
		"burrow-mains.json":  {},
		"burrow-around.json": {Around: sync, Depth: 4},
	} {
		picture, err := draw.Mains(p, o)
		if err != nil {
			t.Fatal(err)
		}
		compare(t, name, picture)
	}
	compare(t, "burrow-screens.json", draw.Screens(p, screen.Find(p), draw.Options{Target: sync}))
	compare(t, "burrow-layouts.json", draw.Layouts(p, screen.Find(p), draw.Options{}))
	other := icfgtest.Load(t, burrow)
	if _, err := draw.Mains(other, draw.Options{Around: sync}); err == nil {
		t.Error("a method of another program is drawn")
	}
}

func compare(t *testing.T, name string, picture *diagram.Diagram) {
	t.Helper()
	var out bytes.Buffer
	if err := picture.WriteJSON(&out); err != nil {
		t.Fatal(err)
	}
	golden.Equal(t, filepath.Join("testdata", name), out.Bytes())
}

// nodes are the labels of a picture's nodes, in its order, and edges its edges as "kind
// from to", by labels.
func nodes(t *testing.T, d *diagram.Diagram) (labels, edges []string) {
	t.Helper()
	var out bytes.Buffer
	if err := d.WriteJSON(&out); err != nil {
		t.Fatal(err)
	}
	var picture struct {
		Nodes []struct{ ID, Label string }
		Edges []struct {
			From, To, Kind string
			Labels         []string
		}
	}
	if err := json.Unmarshal(out.Bytes(), &picture); err != nil {
		t.Fatal(err)
	}
	names := map[string]string{}
	for _, n := range picture.Nodes {
		names[n.ID] = n.Label
		labels = append(labels, n.Label)
	}
	for _, e := range picture.Edges {
		edges = append(edges, strings.TrimSpace(e.Kind+" "+names[e.From]+" "+names[e.To]+" "+strings.Join(e.Labels, ",")))
	}
	return labels, edges
}

// twoScreens is an app whose first activity opens the second by a menu item.
func twoScreens(t *testing.T) *icfg.Program {
	t.Helper()
	return icfgtest.Build(t, map[string]string{
		"app": "activity t.Main\nactivity t.Second\n",
		"in.smali": icfgtest.Class("Main", "Landroid/app/Activity;", nil,
			icfgtest.Method("onCreate(Landroid/os/Bundle;)V", "const v0, {layout/main}"),
			icfgtest.Method("onCreateOptionsMenu(Landroid/view/Menu;)Z", "const v0, {menu/top}"),
			icfgtest.Method("onOptionsItemSelected(Landroid/view/MenuItem;)Z", "const-class v0, Lt/Second;")) +
			icfgtest.Class("Second", "Landroid/app/Activity;", nil, icfgtest.Method("onCreate(Landroid/os/Bundle;)V")),
		"layout/main": `<LinearLayout ` + icfgtest.NS + ` android:id="@+id/root"><Button android:id="@+id/go" android:text="Go"/></LinearLayout>`,
		"menu/top":    `<menu ` + icfgtest.NS + `><item android:id="@+id/more" android:title="More"/></menu>`,
	})
}

// TestScreens_label_of_an_opening is the widget that leads there, or the callback's name.
func TestScreens_label_of_an_opening(t *testing.T) {
	t.Parallel()
	p := twoScreens(t)
	s := screen.Find(p)
	for name, c := range map[string]struct {
		leading func(screen.Transition) []icfg.Widget
		want    []string
	}{
		"all widgets of the callback": {nil, []string{"opens Main Second id/more"}},
		"those that lead there": {func(screen.Transition) []icfg.Widget { return []icfg.Widget{{Text: "Chosen"}} },
			[]string{`opens Main Second "Chosen"`}},
		"none": {func(screen.Transition) []icfg.Widget { return nil }, []string{"opens Main Second onOptionsItemSelected"}},
	} {
		t.Run(strings.ReplaceAll(name, " ", "_"), func(t *testing.T) {
			t.Parallel()
			if _, got := nodes(t, draw.Screens(p, s, draw.Options{Leading: c.leading})); !slices.Equal(got, c.want) {
				t.Errorf("edges %q, want %q", got, c.want)
			}
		})
	}
}

// TestScreens_package draws the screens of one package or class only, and what opens them
// from elsewhere.
func TestScreens_package(t *testing.T) {
	t.Parallel()
	p := twoScreens(t)
	for prefix, want := range map[string][]string{
		"": {"Main", "Second"}, "t": {"Main", "Second"}, "t.Main": {"Main"}, "t.Mai": nil, "u": nil,
	} {
		if got, _ := nodes(t, draw.Screens(p, screen.Find(p), draw.Options{Package: prefix})); !slices.Equal(got, want) {
			t.Errorf("package %q: screens %q, want %q", prefix, got, want)
		}
	}
}

// TestLayouts_tree draws views below those around them, and items of menus.
func TestLayouts_tree(t *testing.T) {
	t.Parallel()
	p := twoScreens(t)
	labels, edges := nodes(t, draw.Layouts(p, screen.Find(p), draw.Options{}))
	if want := []string{"root\nLinearLayout", "go\n\"Go\"\nButton", "more\n\"More\""}; !slices.Equal(labels, want) {
		t.Errorf("nodes %q, want %q", labels, want)
	}
	if want := []string{"parent root\nLinearLayout go\n\"Go\"\nButton"}; !slices.Equal(edges, want) {
		t.Errorf("edges %q, want %q", edges, want)
	}
}

// TestMains_opening draws the edge from the callback that starts a component to that
// component's main.
func TestMains_opening(t *testing.T) {
	t.Parallel()
	d, err := draw.Mains(twoScreens(t), draw.Options{})
	if err != nil {
		t.Fatal(err)
	}
	_, edges := nodes(t, d)
	var got []string
	for _, e := range edges {
		if strings.HasPrefix(e, "opens") {
			got = append(got, e)
		}
	}
	if want := []string{"opens Main.onOptionsItemSelected\nid/more main"}; !slices.Equal(got, want) {
		t.Errorf("openings %q, want %q", got, want)
	}
}
