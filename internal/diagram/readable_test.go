package diagram_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"talpa/internal/diagram"
)

func names(d *diagram.Diagram) []string {
	var all []string
	for _, n := range d.Nodes() {
		all = append(all, n.ID)
	}
	return all
}

func TestReadable(t *testing.T) {
	t.Parallel()
	// A chain of 20 with a target at its end, and 30 leaves on its first node.
	d := diagram.New("widgets", "chain")
	d.Group(diagram.Group{ID: "box", Kind: "activity", Label: "Box"})
	for i := range 20 {
		d.Node(diagram.Node{ID: fmt.Sprintf("n%02d", i), Kind: "widget", Label: "n", Target: i == 19})
	}
	for i := range 30 {
		d.Node(diagram.Node{ID: fmt.Sprintf("leaf%02d", i), Kind: "widget", Label: fmt.Sprintf("leaf %d\nButton", i), Group: "box"})
	}
	for i := range 19 {
		d.Edge(fmt.Sprintf("n%02d", i), fmt.Sprintf("n%02d", i+1), "sets", "")
	}
	for i := range 30 {
		d.Edge("n00", fmt.Sprintf("leaf%02d", i), "sets", "text")
	}
	if d.Readable(100, 100) != d {
		t.Error("a small picture changed")
	}
	merged := d.Readable(21, 100)
	i := slices.IndexFunc(merged.Nodes(), func(n diagram.Node) bool { return n.ID == "leaf00" })
	if len(merged.Nodes()) != 21 || i < 0 || merged.Nodes()[i].Label != "leaf 0\nleaf 1\nleaf 2\nand 27 more" {
		t.Errorf("leaves with the same edges are not one: %+v", merged.Nodes())
	}
	if near := d.Readable(5, 100); !slices.Equal(names(near), []string{"n15", "n16", "n17", "n18", "n19"}) ||
		!strings.Contains(near.Title, "within 4 steps") {
		t.Errorf("near the target: %q %q", names(near), near.Title)
	}
	if d.Title != "chain" || len(d.Nodes()) != 50 {
		t.Error("the picture itself changed")
	}
}

// TestReadableBounds makes large pictures without a target: they come out within the
// bounds, and the same each time.
func TestReadableBounds(t *testing.T) {
	t.Parallel()
	build := func() *diagram.Diagram {
		d := diagram.New("callgraph", "calls")
		for i := range 400 {
			group := fmt.Sprintf("g%d", i%40)
			d.Group(diagram.Group{ID: group, Kind: "class", Label: group})
			d.Node(diagram.Node{ID: fmt.Sprint(i), Kind: "method", Label: "m", Group: group, Entry: i == 7})
		}
		for i := range 400 {
			for j := 1; j < 6; j++ {
				d.Edge(fmt.Sprint(i), fmt.Sprint(i*j*7%400), "call", "")
			}
		}
		return d
	}
	boxes := build().Readable(40, 1000)
	if len(boxes.Nodes()) != 40 || !strings.Contains(boxes.Title, "each box") || boxes.Nodes()[7].Label != "g7" || !boxes.Nodes()[7].Entry {
		t.Errorf("%d nodes, %s", len(boxes.Nodes()), boxes.Title)
	}
	few := build().Readable(30, 60)
	if len(few.Nodes()) > 30 || len(few.Edges()) > 60 || len(few.Nodes()) < 2 || !slices.Contains(names(few), "g7") {
		t.Errorf("%d nodes, %d edges, %q", len(few.Nodes()), len(few.Edges()), names(few))
	}
	if !slices.Equal(names(few), names(build().Readable(30, 60))) {
		t.Error("not the same each time")
	}
}
