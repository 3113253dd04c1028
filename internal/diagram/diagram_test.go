package diagram_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"talpa/internal/diagram"
)

// chain is a picture a -> b -> c -> d, and x -> c.
func chain() *diagram.Diagram {
	d := diagram.New("screens", "title")
	d.Group(diagram.Group{ID: "g", Kind: "activity", Label: "box"})
	d.Group(diagram.Group{ID: "h", Kind: "activity", Label: "other"})
	for _, id := range []string{"a", "b", "c", "d", "x"} {
		group := "g"
		if id == "d" {
			group = "h"
		}
		d.Node(diagram.Node{ID: id, Kind: "activity", Label: "label " + id, Group: group, Target: id == "c"})
	}
	for _, e := range []string{"ab", "bc", "cd", "xc", "bc"} {
		d.Edge(e[:1], e[1:], "opens", "by "+e)
	}
	return d
}

func TestAround(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		depth        int
		nodes, boxes string
	}{
		{0, "c", "g"}, {1, "bcdx", "gh"}, {9, "abcdx", "gh"},
	} {
		got := chain()
		got = got.Around(got.Targets(), c.depth)
		nodes, boxes := "", ""
		for _, n := range got.Nodes() {
			nodes += n.ID
		}
		for _, g := range got.Groups() {
			boxes += g.ID
		}
		if nodes != c.nodes || boxes != c.boxes {
			t.Errorf("depth %d: nodes %q in boxes %q, want %q in %q", c.depth, nodes, boxes, c.nodes, c.boxes)
		}
		for _, e := range got.Edges() {
			if !strings.Contains(nodes, e.From) || !strings.Contains(nodes, e.To) {
				t.Errorf("depth %d: edge %s -> %s leaves the picture", c.depth, e.From, e.To)
			}
		}
	}
	side := chain().Around([]string{"a"}, 9)
	if side.Has("x") {
		t.Error("x is neither before nor behind a, yet it is kept")
	}
}

func TestMerge(t *testing.T) {
	t.Parallel()
	d := chain()
	d.Edge("b", "c", "opens", "more")
	d.Edge("b", "gone", "opens", "")
	d.Node(diagram.Node{ID: "a", Label: "another"})
	if n := len(d.Edges()); n != 4 {
		t.Errorf("%d edges, want 4", n)
	}
	if got := strings.Join(d.Edges()[1].Labels, ","); got != "by bc,more" {
		t.Errorf("labels %q", got)
	}
	if d.Nodes()[0].Label != "label a" {
		t.Error("a node was replaced")
	}
}

func TestJSON(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	if err := diagram.New("cfg", "empty").WriteJSON(&out); err != nil {
		t.Fatal(err)
	}
	var got map[string]any
	if err := json.Unmarshal(out.Bytes(), &got); err != nil {
		t.Fatal(err)
	}
	for _, key := range []string{"groups", "nodes", "edges"} {
		if list, ok := got[key].([]any); !ok || len(list) != 0 {
			t.Errorf("%s of an empty picture is %v, not a list", key, got[key])
		}
	}
}

// TestHostileLabels states that no text of an app gets out of its quotes.
func TestHostileLabels(t *testing.T) {
	t.Parallel()
	hostile := "\"]; evil [label=\"\\\x00\xff\n" + strings.Repeat("x", 500)
	for _, kind := range []string{"widget", "block"} {
		d := diagram.New("widgets", hostile)
		d.Group(diagram.Group{ID: hostile, Label: hostile})
		d.Node(diagram.Node{ID: hostile, Kind: kind, Label: hostile, Group: hostile})
		d.Edge(hostile, hostile, "opens", hostile)
		var out bytes.Buffer
		if err := d.WriteDOT(&out); err != nil {
			t.Fatal(err)
		}
		text := strings.NewReplacer(`\\`, "", `\"`, "").Replace(out.String())
		for i, part := range strings.Split(text, `"`) {
			if i%2 == 0 && strings.Contains(part, "evil") {
				t.Errorf("%s: text of a label is outside of quotes: %s", kind, part)
			}
		}
	}
}
