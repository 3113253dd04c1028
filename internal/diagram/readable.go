package diagram

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// maxAlike is how many names a node shows that stands for several.
const maxAlike = 4

// Readable is the picture made small enough for a person: at most so many nodes and
// edges. Nodes without edges go, those with the same edges become one; then what is far from the target goes;
// then boxes become nodes; at last the least connected nodes go. The title says what
// was done. A picture that is small enough stays as it is.
func (d *Diagram) Readable(nodes, edges int) *Diagram {
	fits := func(p *Diagram) bool { return len(p.nodes) <= nodes && len(p.edges) <= edges }
	if fits(d) {
		return d
	}
	out := d.merged()
	note := "alike ones are drawn as one, those without edges are left out"
	centres := append(out.Targets(), out.onWay()...)
	for depth := 4; depth > 0 && len(centres) > 0 && !fits(out); depth-- {
		if near := out.Around(centres, depth); fits(near) && len(near.edges) > 0 {
			out, note = near, fmt.Sprintf("only what is within %d steps of the target and the way there", depth)
		}
	}
	if !fits(out) && len(out.groups) > 0 {
		out, note = out.collapsed(), "one node for each box"
	}
	if !fits(out) {
		out, note = out.busiest(nodes, edges), "only what has the most edges"
	}
	out.Title = fmt.Sprintf("%s (%d nodes and %d edges of %d and %d: %s)",
		d.Title, len(out.nodes), len(out.edges), len(d.nodes), len(d.edges), note)
	return out
}

// onWay are the IDs of the nodes on the way to the target.
func (d *Diagram) onWay() []string {
	var ids []string
	for i := range d.nodes {
		if d.nodes[i].Way {
			ids = append(ids, d.nodes[i].ID)
		}
	}
	return ids
}

// merged makes nodes one that nothing tells apart: of one kind, in one box, with the
// same edges. Those without any go. Targets, the way and entries stay.
func (d *Diagram) merged() *Diagram {
	edges := map[string][]string{}
	for _, e := range d.edges {
		labels := strings.Join(e.Labels, "\x00")
		edges[e.From] = append(edges[e.From], "to\x00"+e.To+"\x00"+e.Kind+"\x00"+labels)
		edges[e.To] = append(edges[e.To], "from\x00"+e.From+"\x00"+e.Kind+"\x00"+labels)
	}
	first := map[string]string{}   // by what tells nodes apart: the node that stands for them
	stands := map[string]string{}  // by node
	alike := map[string][]string{} // labels
	for i := range d.nodes {
		n := &d.nodes[i]
		slices.Sort(edges[n.ID])
		key := n.Kind + "\x00" + n.Group + "\x00" + strings.Join(edges[n.ID], "\x01")
		if n.Target || n.Way || n.Entry {
			key = n.ID
		}
		if _, known := first[key]; !known {
			first[key] = n.ID
		}
		stands[n.ID] = first[key]
		line, _, _ := strings.Cut(n.Label, "\n")
		alike[first[key]] = append(alike[first[key]], line)
	}
	out := d.Keep(func(n *Node) bool {
		return stands[n.ID] == n.ID && (len(edges[n.ID]) > 0 || n.Target || n.Way || n.Entry)
	})
	for i := range out.nodes {
		names := alike[out.nodes[i].ID]
		if len(names) < 2 {
			continue
		}
		if len(names) > maxAlike {
			names = append(names[:maxAlike-1:maxAlike-1], fmt.Sprintf("and %d more", len(names)-maxAlike+1))
		}
		out.nodes[i].Label = strings.Join(names, "\n")
	}
	return out
}

// collapsed makes one node of each box; nodes outside of boxes stay.
func (d *Diagram) collapsed() *Diagram {
	out := New(d.Of, d.Title)
	out.TopDown = d.TopDown
	for _, g := range d.groups {
		out.Node(Node{ID: g.ID, Kind: g.Kind, Label: g.Label})
	}
	at := map[string]string{}
	for _, n := range d.nodes {
		at[n.ID] = n.ID
		if n.Group == "" {
			out.Node(n)
			continue
		}
		at[n.ID] = n.Group
		box := out.Node(Node{ID: n.Group})
		box.Target, box.Way, box.Entry = box.Target || n.Target, box.Way || n.Way, box.Entry || n.Entry
	}
	for _, e := range d.edges {
		if from, to := at[e.From], at[e.To]; from != to {
			out.Edge(from, to, e.Kind, "")
		}
	}
	return out
}

// busiest keeps the nodes with the most edges, as many as the bounds allow, and the
// marked ones before all others.
func (d *Diagram) busiest(nodes, edges int) *Diagram {
	count := map[string]int{}
	for _, e := range d.edges {
		count[e.From]++
		count[e.To]++
	}
	for i := range d.nodes {
		if n := &d.nodes[i]; n.Target || n.Way || n.Entry {
			count[n.ID] += len(d.edges)
		}
	}
	ids := slices.SortedFunc(maps.Keys(d.node), func(a, b string) int {
		return cmp.Or(cmp.Compare(count[b], count[a]), cmp.Compare(a, b))
	})
	for n := min(nodes, len(ids)); ; n = n * 3 / 4 {
		keep := map[string]bool{}
		for _, id := range ids[:n] {
			keep[id] = true
		}
		if out := d.Keep(func(n *Node) bool { return keep[n.ID] }); len(out.edges) <= edges || n < 2 {
			return out
		}
	}
}
