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
	centres := append(out.Targets(), out.onPath()...)
	for depth := 4; depth > 0 && len(centres) > 0 && !fits(out); depth-- {
		if near := out.Around(centres, depth); fits(near) && len(near.edges) > 0 {
			out, note = near, fmt.Sprintf("only what is within %d steps of the target and the path there", depth)
		}
	}
	if !fits(out) && len(out.groups) > 0 {
		out, note = out.collapsed(), "one node for each box"
	}
	if !fits(out) {
		out, note = out.busiest(nodes, edges), "only what has the most edges"
	}
	out.Title = fmt.Sprintf("%s\n%d nodes and %d edges of %d and %d: %s",
		d.Title, len(out.nodes), len(out.edges), len(d.nodes), len(d.edges), note)
	return out
}

// onPath are the IDs of the nodes on the path to the target.
func (d *Diagram) onPath() []string {
	var ids []string
	for i := range d.nodes {
		if d.nodes[i].OnPath {
			ids = append(ids, d.nodes[i].ID)
		}
	}
	return ids
}

// merged makes nodes one that nothing tells apart: of one kind, in one box, with the
// same edges to all others, and the same among themselves. Nodes without edges go.
// Targets, the path and entries stay.
func (d *Diagram) merged() *Diagram {
	block := d.blocks()
	first := map[string]string{}   // by block: the node that stands for it
	alike := map[string][]string{} // by that node: labels
	for i := range d.nodes {
		n := &d.nodes[i]
		if _, known := first[block[n.ID]]; !known {
			first[block[n.ID]] = n.ID
		}
		line, _, _ := strings.Cut(n.Label, "\n")
		alike[first[block[n.ID]]] = append(alike[first[block[n.ID]]], line)
	}
	linked := map[string]bool{}
	for _, e := range d.edges {
		linked[e.From], linked[e.To] = true, true
	}
	out := d.Keep(func(n *Node) bool {
		return first[block[n.ID]] == n.ID && (linked[n.ID] || n.marked())
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

// marked says that the node must not go.
func (n *Node) marked() bool { return n.Target || n.OnPath || n.Entry }

// maxRounds bounds the refinement of blocks; each round makes more of them, or ends it.
const maxRounds = 12

// blocks names for each node the block of those that nothing tells apart from it. They
// start as kinds and boxes and are split while members differ in their edges; edges
// inside of a block count, but not to which member they lead.
func (d *Diagram) blocks() map[string]string {
	block := map[string]string{}
	for i := range d.nodes {
		n := &d.nodes[i]
		block[n.ID] = n.Kind + "\x00" + n.Group
		if n.marked() {
			block[n.ID] = n.ID
		}
	}
	for count := 0; count < maxRounds; count++ {
		edges := map[string][]string{}
		end := func(at, other, dir string, e *Edge) {
			if block[at] == block[other] {
				other = ""
			}
			edges[at] = append(edges[at], strings.Join(append([]string{dir, other, e.Kind}, e.Labels...), "\x00"))
		}
		for i := range d.edges {
			e := &d.edges[i]
			end(e.From, e.To, "to", e)
			end(e.To, e.From, "from", e)
		}
		names, next := map[string]string{}, map[string]string{}
		for id, b := range block {
			slices.Sort(edges[id])
			key := b + "\x01" + strings.Join(slices.Compact(edges[id]), "\x01")
			if old, known := names[key]; !known || id < old {
				names[key] = id
			}
			next[id] = key
		}
		blocks := map[string]bool{}
		for id, key := range next {
			next[id] = names[key]
			blocks[block[id]] = true
		}
		done := len(names) == len(blocks)
		block = next
		if done {
			break
		}
	}
	return block
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
		box.Target, box.OnPath, box.Entry = box.Target || n.Target, box.OnPath || n.OnPath, box.Entry || n.Entry
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
		if n := &d.nodes[i]; n.marked() {
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
