package icfg

import (
	"iter"
	"math/bits"
	"slices"

	"talpa/cfg/callgraph"
	"talpa/dex/apk"
)

// Node numbers the nodes of a Program: methods first, then types, components
// and resources.
type Node int32

// NodeKind is the kind of a node.
type NodeKind uint8

// The kinds of nodes.
const (
	MethodNode NodeKind = iota
	TypeNode
	ComponentNode
	ResourceNode
)

// EdgeKind says why an edge is there; see the package comment.
type EdgeKind uint8

// The kinds of edges.
const (
	Call EdgeKind = iota
	Create
	Use
	Inherit
	CallbackEdge
	Open
	Run
	Inflate
	Declare
	Handle
	Answer
	Show
)

var edgeNames = [...]string{
	"call", "create", "use", "inherit", "callback", "open", "run", "inflate", "declare", "handle", "answer", "show",
}

// String is the kind in lower case.
func (k EdgeKind) String() string { return edgeNames[k] }

// Edge leads from a node to one that it makes possible.
type Edge struct {
	From, To Node
	Kind     EdgeKind
	// Among says of a Call how many methods its instruction may call, and of a Declare by an
	// annotation how many classes that lists: the logarithm to base 2, rounded down, so 0 where there is
	// only this one.
	Among uint8
	// PC is the position in code units of the instruction behind the edge, for
	// edges that leave a method.
	PC uint32
}

// numbering gives nodes their numbers: methods, types, components and resources one after
// the other, so that the number of a method or a type in the call graph is that of its
// node, less the first of its kind. It is fixed before the first edge is made.
type numbering struct {
	firsts   [4]Node // first node of each kind
	size     Node
	resource []apk.ID // of the resource nodes
	resNode  map[apk.ID]Node
}

// Kind says what a node is, and its number among its kind: a MethodID, a TypeID,
// an index into Components, or a number for Resource.
func (n *numbering) Kind(at Node) (NodeKind, int32) {
	for k := ResourceNode; k > MethodNode; k-- {
		if at >= n.firsts[k] {
			return k, int32(at - n.firsts[k])
		}
	}
	return MethodNode, int32(at)
}

// Method returns the node of a method.
func (n *numbering) Method(m callgraph.MethodID) Node { return Node(m) }

// Type returns the node of a type.
func (n *numbering) Type(t callgraph.TypeID) Node { return n.firsts[TypeNode] + Node(t) }

// Component returns the node of Components[i].
func (n *numbering) Component(i int) Node { return n.firsts[ComponentNode] + Node(i) }

// graph are the edges between the nodes, by both ends. Both directions have the same
// edges, and each keeps the order in which the builders found them: by node, then by
// builder, then by place in the code. Explanations, and with them guides, depend on it.
type graph struct {
	numbering
	edges  []Edge  // by From
	start  []int32 // by node: first of its edges
	back   []int32 // edges by To
	backAt []int32
}

// newGraph sorts the edges by both ends. It is a counting sort by either end, linear in the edges
// and stable.
func newGraph(nodes numbering, edges []Edge) graph {
	g := graph{numbering: nodes}
	g.start = make([]int32, g.size+2)
	g.backAt = make([]int32, g.size+2)
	for _, e := range edges {
		g.start[e.From+1]++
		g.backAt[e.To+1]++
	}
	for n := range g.size {
		g.start[n+1] += g.start[n]
		g.backAt[n+1] += g.backAt[n]
	}
	g.edges = make([]Edge, len(edges))
	next := append([]int32(nil), g.start...)
	for _, e := range edges {
		g.edges[next[e.From]] = e
		next[e.From]++
	}
	g.back = make([]int32, len(edges))
	copy(next, g.backAt)
	for i, e := range g.edges {
		g.back[next[e.To]] = int32(i)
		next[e.To]++
	}
	return g
}

// among is Edge.Among for one of so many.
func among(n int) uint8 { return uint8(bits.Len(uint(n)) - 1) }

// Len is the number of nodes.
func (g *graph) Len() int { return int(g.size) }

// Size is the number of edges.
func (g *graph) Size() int { return len(g.edges) }

// Succs yields the edges that leave a node.
func (g *graph) Succs(n Node) iter.Seq[Edge] {
	return func(yield func(Edge) bool) {
		for _, e := range g.edges[g.start[n]:g.start[n+1]] {
			if !yield(e) {
				return
			}
		}
	}
}

// Preds yields the edges that enter a node.
func (g *graph) Preds(n Node) iter.Seq[Edge] {
	return func(yield func(Edge) bool) {
		for _, i := range g.back[g.backAt[n]:g.backAt[n+1]] {
			if !yield(g.edges[i]) {
				return
			}
		}
	}
}

// Inflated are the resources that a method names, in the order of its edges.
func (g *graph) Inflated(m callgraph.MethodID) []apk.ID {
	var all []apk.ID
	for e := range g.Succs(g.Method(m)) {
		if kind, r := g.Kind(e.To); e.Kind == Inflate && kind == ResourceNode {
			all = append(all, g.resource[r])
		}
	}
	return all
}

// inflaters are the methods that name a resource.
func (g *graph) inflaters(id apk.ID) []callgraph.MethodID {
	var all []callgraph.MethodID
	for e := range g.Preds(g.resNode[id]) {
		if kind, m := g.Kind(e.From); e.Kind == Inflate && kind == MethodNode {
			all = append(all, callgraph.MethodID(m))
		}
	}
	return all
}

// InflatersOf are the methods that name a resource, or one that brings it in.
func (g *graph) InflatersOf(id apk.ID) []callgraph.MethodID {
	var all []callgraph.MethodID
	seen := map[apk.ID]bool{id: true}
	for todo := []apk.ID{id}; len(todo) > 0; todo = todo[1:] {
		for _, m := range g.inflaters(todo[0]) {
			if !slices.Contains(all, m) {
				all = append(all, m)
			}
		}
		for e := range g.Preds(g.resNode[todo[0]]) {
			if kind, r := g.Kind(e.From); e.Kind == Declare && kind == ResourceNode && !seen[g.resource[r]] {
				seen[g.resource[r]] = true
				todo = append(todo, g.resource[r])
			}
		}
	}
	return all
}

// naming are the resources whose XML names a method for clicks.
func (g *graph) naming(m callgraph.MethodID) []apk.ID {
	var all []apk.ID
	for e := range g.Preds(g.Method(m)) {
		if kind, r := g.Kind(e.From); e.Kind == Handle && kind == ResourceNode {
			all = append(all, g.resource[r])
		}
	}
	return all
}
