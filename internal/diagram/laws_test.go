package diagram_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"talpa/internal/diagram"
	"talpa/internal/golden"
)

// random is a picture with up to so many nodes in some boxes.
func random(r *rand.Rand, most int) *diagram.Diagram {
	d := diagram.New("widgets", "random")
	n := 1 + r.IntN(most)
	for i := range n {
		group := ""
		if g := r.IntN(4); g > 0 {
			group = fmt.Sprint("g", g)
			d.Group(diagram.Group{ID: group, Kind: "activity", Label: "G " + group})
		}
		d.Node(diagram.Node{
			ID: fmt.Sprint("n", i), Kind: []string{"widget", "callback"}[r.IntN(2)], Label: fmt.Sprint("label ", i), Group: group,
			Target: r.IntN(20) == 0, OnPath: r.IntN(20) == 0, Entry: r.IntN(20) == 0,
		})
	}
	for range r.IntN(3 * n) {
		d.Edge(fmt.Sprint("n", r.IntN(n)), fmt.Sprint("n", r.IntN(n)), []string{"sets", "tests"}[r.IntN(2)], []string{"", "text"}[r.IntN(2)])
	}
	return d
}

// sound fails the test unless edges lead between nodes of the picture, boxes are those of
// nodes, and no ID is there twice.
func sound(t *testing.T, d *diagram.Diagram) {
	t.Helper()
	ids, boxes, used := map[string]bool{}, map[string]bool{}, map[string]bool{}
	for _, g := range d.Groups() {
		if boxes[g.ID] {
			t.Fatalf("box %s twice", g.ID)
		}
		boxes[g.ID] = true
	}
	for _, n := range d.Nodes() {
		if ids[n.ID] || !d.Has(n.ID) || n.Group != "" && !boxes[n.Group] {
			t.Fatalf("node %+v: twice, not found, or in no box", n)
		}
		ids[n.ID], used[n.Group] = true, true
	}
	for g := range boxes {
		if !used[g] {
			t.Fatalf("box %s is empty", g)
		}
	}
	seen := map[string]bool{}
	for _, e := range d.Edges() {
		key := e.From + "|" + e.To + "|" + e.Kind
		if !ids[e.From] || !ids[e.To] || seen[key] {
			t.Fatalf("edge %s leaves the picture, or is there twice", key)
		}
		seen[key] = true
		if labels := slices.Clone(e.Labels); len(slices.Compact(slices.Sorted(slices.Values(labels)))) != len(e.Labels) || slices.Contains(e.Labels, "") {
			t.Fatalf("edge %s has labels %q", key, e.Labels)
		}
	}
}

// TestAround_naive: what Around keeps is what a search by growing radius keeps, along edges and
// against them, but not both on one path.
func TestAround_naive(t *testing.T) {
	t.Parallel()
	r := golden.Rand(t)
	for range 200 {
		d := random(r, 12)
		centre, depth := d.Nodes()[r.IntN(len(d.Nodes()))].ID, r.IntN(4)
		want := map[string]bool{}
		for _, back := range []bool{false, true} {
			near := map[string]bool{centre: true}
			for range depth {
				more := map[string]bool{centre: true}
				for _, e := range d.Edges() {
					from, to := e.From, e.To
					if back {
						from, to = to, from
					}
					if near[from] {
						more[to] = true
					}
					if near[to] {
						more[to] = true
					}
				}
				for id := range near {
					more[id] = true
				}
				near = more
			}
			for id := range near {
				want[id] = true
			}
		}
		got := d.Around([]string{centre}, depth)
		sound(t, got)
		for _, n := range d.Nodes() {
			if got.Has(n.ID) != want[n.ID] {
				t.Fatalf("%s is kept around %s within %d: %v", n.ID, centre, depth, got.Has(n.ID))
			}
		}
		if !slices.EqualFunc(d.Around([]string{centre}, 0).Nodes(), []string{centre}, func(n diagram.Node, id string) bool { return n.ID == id }) {
			t.Fatal("within no step there is more than the centre")
		}
	}
}

// TestKeep: all or nothing, and nothing of the picture itself changes.
func TestKeep(t *testing.T) {
	t.Parallel()
	r := golden.Rand(t)
	for range 100 {
		d := random(r, 15)
		before := text(t, d)
		all := d.Keep(func(*diagram.Node) bool { return true })
		if got := text(t, all); got != before {
			t.Fatalf("all of it is\n%s\nand was\n%s", got, before)
		}
		if none := d.Keep(func(*diagram.Node) bool { return false }); len(none.Nodes())+len(none.Edges())+len(none.Groups()) > 0 {
			t.Fatal("nothing has something")
		}
		bits := r.Uint64()
		some := d.Keep(func(n *diagram.Node) bool { return bits>>len(n.ID+n.Label)&1 == 0 || n.Target })
		sound(t, some)
		if len(some.Nodes()) > 0 {
			first := some.Nodes()[0].ID
			some.Edge(first, first, "new", "x") // a copy can go on
			some.Node(diagram.Node{ID: "another"})
		}
		if text(t, d) != before {
			t.Fatal("the picture itself changed")
		}
	}
}

func text(t *testing.T, d *diagram.Diagram) string {
	t.Helper()
	var out bytes.Buffer
	if err := d.WriteJSON(&out); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// TestReadable_laws: a small picture is sound, within its bounds, keeps a node for the target,
// and is the same each time; one that fits is left alone.
func TestReadable_laws(t *testing.T) {
	t.Parallel()
	r := golden.Rand(t)
	for range 200 {
		d := random(r, 60)
		nodes, edges := 2+r.IntN(30), 2+r.IntN(40)
		got := d.Readable(nodes, edges)
		if len(d.Nodes()) <= nodes && len(d.Edges()) <= edges {
			if got != d {
				t.Fatal("a picture that fits changed")
			}
			continue
		}
		sound(t, got)
		if len(got.Nodes()) > nodes || len(got.Edges()) > edges && len(got.Nodes()) > 1 {
			t.Fatalf("%d nodes and %d edges, want at most %d and %d", len(got.Nodes()), len(got.Edges()), nodes, edges)
		}
		if text(t, d.Readable(nodes, edges)) != text(t, got) {
			t.Fatal("not the same each time")
		}
		if len(d.Targets()) > 0 && len(d.Targets()) < nodes/4 && len(got.Targets()) == 0 && len(got.Nodes()) == nodes {
			t.Fatalf("the targets %q are gone from %s", d.Targets(), got.Title)
		}
		if !strings.Contains(got.Title, fmt.Sprintf("of %d and %d", len(d.Nodes()), len(d.Edges()))) {
			t.Fatalf("the title does not say how much there was: %s", got.Title)
		}
	}
}

// TestWriteJSON_shape: the keys that docs/graphs.md names, and nothing that is not said.
func TestWriteJSON_shape(t *testing.T) {
	t.Parallel()
	d := diagram.New("screens", "a <title>")
	d.Group(diagram.Group{ID: "g", Kind: "activity", Label: "G"})
	d.Node(diagram.Node{ID: "a", Kind: "widget", Label: "A\nButton", Group: "g", Target: true, OnPath: true, Entry: true, Facts: map[string]string{"class": "Button"}})
	d.Node(diagram.Node{ID: "b", Kind: "widget", Label: "B"})
	d.Edge("a", "b", "sets", "text")
	d.Edge("b", "a", "tests", "")
	want := `{"version":2,"of":"screens","title":"a <title>","groups":[{"id":"g","kind":"activity","label":"G"}],` +
		`"nodes":[{"id":"a","kind":"widget","label":"A\nButton","group":"g","target":true,"onPath":true,"entry":true,"facts":{"class":"Button"}},` +
		`{"id":"b","kind":"widget","label":"B"}],"edges":[{"from":"a","to":"b","kind":"sets","labels":["text"]},{"from":"b","to":"a","kind":"tests"}]}`
	var got bytes.Buffer
	if err := json.Compact(&got, []byte(text(t, d))); err != nil {
		t.Fatal(err)
	}
	if got.String() != want {
		t.Errorf("got\n%s\nwant\n%s", got.String(), want)
	}
}

// TestWriteDOT_legend: a row for each kind that occurs, one for the target and one for the path.
func TestWriteDOT_legend(t *testing.T) {
	t.Parallel()
	d := diagram.New("widgets", "w")
	d.Node(diagram.Node{ID: "a", Kind: "widget", Target: true})
	d.Node(diagram.Node{ID: "b", Kind: "widget", OnPath: true})
	d.Edge("a", "b", "sets", "")
	for range 6 {
		d.Edge("b", "a", "tests", strings.Repeat("x", 200))
	}
	for i := range 9 {
		d.Edge("b", "a", "triggers", fmt.Sprint("label ", i))
	}
	var out bytes.Buffer
	if err := d.WriteDOT(&out); err != nil {
		t.Fatal(err)
	}
	dot := out.String()
	for want, times := range map[string]int{
		"target of the trace": 1, "on the path to the target": 1, "widget: resource name, text, class": 1, ">sets an attribute of<": 1,
		"menu item": 0, ">opens<": 0, "and 6 more": 1, strings.Repeat("x", 60): 0, "…": 1,
	} {
		if got := strings.Count(dot, want); got != times {
			t.Errorf("%q is there %d times, want %d, in\n%s", want, got, times, dot)
		}
	}
	if out.Reset(); diagram.New("cfg", "").WriteDOT(&out) != nil || strings.Contains(out.String(), "legend") {
		t.Error("a picture of nothing has a legend")
	}
}
