// Package diagram holds a picture of a graph as plain data: nodes, edges, and
// boxes around nodes, each with a kind that decides how it looks. It is written
// as JSON (for programs, docs/graphs.md has the shape) or in Graphviz's language
// (for layout); laying out is the business of others.
//
// The package knows nothing of apps. Whoever draws chooses identifiers that are
// stable from run to run, so that two drawings of one app can be compared.
package diagram

import (
	"maps"
	"slices"
)

// Diagram is a picture. Fill it with Group, Node and Edge.
type Diagram struct {
	// Of says what is drawn: widgets, screens, layouts, callgraph, icfg, cfg.
	Of string
	// Title stands above the picture.
	Title string
	// TopDown ranks from top to bottom instead of from left to right.
	TopDown bool

	groups []Group
	nodes  []Node
	edges  []Edge
	group  map[string]int
	node   map[string]int
	edge   map[link]int
}

type link struct{ from, to, kind string }

// Group is a box around nodes, for example a screen.
type Group struct {
	ID    string `json:"id"`
	Kind  string `json:"kind"`
	Label string `json:"label"`
}

// Node is something drawn.
type Node struct {
	ID    string `json:"id"`
	Kind  string `json:"kind"`
	Label string `json:"label"` // lines separated by \n
	Group string `json:"group,omitempty"`
	// Target marks the node that the picture is about.
	Target bool `json:"target,omitempty"`
	// OnPath marks a node on the path to the target.
	OnPath bool `json:"onPath,omitempty"`
	// Entry marks a node where the user can begin.
	Entry bool `json:"entry,omitempty"`
	// Facts is what else is known, for programs only.
	Facts map[string]string `json:"facts,omitempty"`
}

// Edge leads from one node to another. There is one edge of a kind between two
// nodes; what several have to say is in Labels.
type Edge struct {
	From   string   `json:"from"`
	To     string   `json:"to"`
	Kind   string   `json:"kind"`
	Labels []string `json:"labels,omitempty"`
}

// New makes an empty picture.
func New(of, title string) *Diagram {
	return &Diagram{Of: of, Title: title, group: map[string]int{}, node: map[string]int{}, edge: map[link]int{}}
}

// Group adds a box, unless there is one with its ID.
func (d *Diagram) Group(g Group) {
	if _, known := d.group[g.ID]; !known {
		d.group[g.ID] = len(d.groups)
		d.groups = append(d.groups, g)
	}
}

// Node adds a node and returns it, or the one that has its ID already. The
// pointer is good until the next call of Node.
func (d *Diagram) Node(n Node) *Node {
	i, known := d.node[n.ID]
	if !known {
		i = len(d.nodes)
		d.node[n.ID] = i
		d.nodes = append(d.nodes, n)
	}
	return &d.nodes[i]
}

// Has says whether there is a node of this ID.
func (d *Diagram) Has(id string) bool {
	_, ok := d.node[id]
	return ok
}

// Edge adds an edge between two nodes that there are, or a label to the one of
// its kind between them. An empty label adds nothing.
func (d *Diagram) Edge(from, to, kind, label string) {
	if !d.Has(from) || !d.Has(to) {
		return
	}
	l := link{from, to, kind}
	i, known := d.edge[l]
	if !known {
		i = len(d.edges)
		d.edge[l] = i
		d.edges = append(d.edges, Edge{From: from, To: to, Kind: kind})
	}
	if e := &d.edges[i]; label != "" && !slices.Contains(e.Labels, label) {
		e.Labels = append(e.Labels, label)
	}
}

// Nodes, Edges and Groups are the parts in the order in which they were added.
// Do not change the slices.
func (d *Diagram) Nodes() []Node { return d.nodes }

// Edges are the edges; see Nodes.
func (d *Diagram) Edges() []Edge { return d.edges }

// Groups are the boxes; see Nodes.
func (d *Diagram) Groups() []Group { return d.groups }

// Around keeps the nodes at most depth edges from one of the centres, following
// edges in their direction or against it, but not both on one path. Boxes that
// get empty go.
func (d *Diagram) Around(centres []string, depth int) *Diagram {
	ahead, behind := map[string][]string{}, map[string][]string{}
	for _, e := range d.edges {
		ahead[e.From] = append(ahead[e.From], e.To)
		behind[e.To] = append(behind[e.To], e.From)
	}
	near := walk(centres, ahead, depth)
	maps.Copy(near, walk(centres, behind, depth))
	return d.Keep(func(n *Node) bool { return near[n.ID] })
}

func walk(centres []string, next map[string][]string, depth int) map[string]bool {
	seen := map[string]bool{}
	for _, c := range centres {
		seen[c] = true
	}
	level := centres
	for ; depth > 0 && len(level) > 0; depth-- {
		var further []string
		for _, id := range level {
			for _, to := range next[id] {
				if !seen[to] {
					seen[to] = true
					further = append(further, to)
				}
			}
		}
		level = further
	}
	return seen
}

// Keep is the picture with those nodes only that keep accepts, the edges
// between them and the boxes around them.
func (d *Diagram) Keep(keep func(*Node) bool) *Diagram {
	out := New(d.Of, d.Title)
	out.TopDown = d.TopDown
	full := map[string]bool{}
	for i := range d.nodes {
		if keep(&d.nodes[i]) {
			full[d.nodes[i].Group] = true
		}
	}
	for _, g := range d.groups {
		if full[g.ID] {
			out.Group(g)
		}
	}
	for i := range d.nodes {
		if keep(&d.nodes[i]) {
			out.Node(d.nodes[i])
		}
	}
	for _, e := range d.edges {
		if out.Has(e.From) && out.Has(e.To) {
			out.edge[link{e.From, e.To, e.Kind}] = len(out.edges)
			out.edges = append(out.edges, e)
		}
	}
	return out
}

// Targets are the IDs of the marked nodes.
func (d *Diagram) Targets() []string {
	var ids []string
	for i := range d.nodes {
		if d.nodes[i].Target {
			ids = append(ids, d.nodes[i].ID)
		}
	}
	return ids
}
