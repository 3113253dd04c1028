package graph

// Tree is a dominator tree. Node a dominates node b if every path from the
// root to b passes a; each node dominates itself.
type Tree struct {
	// Idom is each node's immediate dominator: the closest one other than the
	// node itself. It is -1 for the root and for nodes that cannot be reached.
	Idom []int32
	// A preorder walk of the tree enters a node at first and has left the nodes
	// below it at last: b is below a if b's interval lies in a's.
	first, last []int32
}

// Dominates reports whether a dominates b. Nodes that cannot be reached from
// the root are dominated by themselves only.
func (t *Tree) Dominates(a, b int32) bool {
	return a == b || t.first[a] > 0 && t.first[a] <= t.first[b] && t.first[b] <= t.last[a]
}

// Dominators computes the dominator tree as seen from root.
//
// The algorithm is that of Lengauer and Tarjan, "A fast algorithm for finding
// dominators in a flowgraph" (1979), in its simple form, which takes
// O(edges * log nodes) on any input: graphs may come from hostile files.
func (g *Graph) Dominators(root int32) *Tree {
	d := newDomBuilder(g, root)
	d.semidominators(g.Reverse())
	idom := make([]int32, g.Len())
	for v := range idom {
		idom[v] = -1
	}
	for i := 1; i < len(d.node); i++ {
		if d.idom[i] != d.semi[i] {
			d.idom[i] = d.idom[d.idom[i]]
		}
		idom[d.node[i]] = d.node[d.idom[i]]
	}
	return newTree(idom, d.node)
}

// domBuilder works on preorder numbers of a depth-first search; node and num
// translate them.
type domBuilder struct {
	node []int32 // preorder number to node
	num  []int32 // node to preorder number, -1 if not reachable

	parent, semi, idom []int32
	ancestor, label    []int32 // the forest of eval, -1 for its roots
	bucket, chain      []int32 // lists of numbers by semidominator: head, next; -1 ends
	path               []int32 // scratch of eval
}

func newDomBuilder(g *Graph, root int32) *domBuilder {
	d := &domBuilder{num: make([]int32, g.Len())}
	for v := range d.num {
		d.num[v] = -1
	}
	enter := func(v, parent int32) frame {
		d.num[v] = int32(len(d.node))
		d.node = append(d.node, v)
		d.parent = append(d.parent, parent)
		return frame{v, g.start[v]}
	}
	stack := []frame{enter(root, -1)}
	for len(stack) > 0 {
		top := &stack[len(stack)-1]
		if top.edge == g.start[top.node+1] {
			stack = stack[:len(stack)-1]
			continue
		}
		w := g.next[top.edge]
		top.edge++
		if d.num[w] < 0 {
			stack = append(stack, enter(w, d.num[top.node]))
		}
	}
	n := len(d.node)
	flat := make([]int32, 6*n)
	for i, list := range []*[]int32{&d.semi, &d.idom, &d.ancestor, &d.label, &d.bucket, &d.chain} {
		*list = flat[i*n : (i+1)*n]
	}
	for i := range int32(n) {
		d.semi[i], d.label[i] = i, i
		d.ancestor[i], d.bucket[i], d.chain[i] = -1, -1, -1
	}
	return d
}

func (d *domBuilder) semidominators(back *Graph) {
	for i := int32(len(d.node)) - 1; i > 0; i-- {
		for _, p := range back.Succs(d.node[i]) {
			if d.num[p] >= 0 {
				d.semi[i] = min(d.semi[i], d.semi[d.eval(d.num[p])])
			}
		}
		d.chain[i], d.bucket[d.semi[i]] = d.bucket[d.semi[i]], i
		parent := d.parent[i]
		d.ancestor[i] = parent
		for v := d.bucket[parent]; v >= 0; v = d.chain[v] {
			d.idom[v] = parent
			if u := d.eval(v); d.semi[u] < d.semi[v] {
				d.idom[v] = u
			}
		}
		d.bucket[parent] = -1
	}
}

// eval gives the number with the smallest semidominator on the path from v to
// the root of its tree in the forest, the root excluded, and shortens that path.
func (d *domBuilder) eval(v int32) int32 {
	if d.ancestor[v] < 0 {
		return v
	}
	d.path = d.path[:0]
	for u := v; d.ancestor[d.ancestor[u]] >= 0; u = d.ancestor[u] {
		d.path = append(d.path, u)
	}
	for i := len(d.path) - 1; i >= 0; i-- {
		u := d.path[i]
		a := d.ancestor[u]
		if d.semi[d.label[a]] < d.semi[d.label[u]] {
			d.label[u] = d.label[a]
		}
		d.ancestor[u] = d.ancestor[a]
	}
	return d.label[v]
}

// newTree numbers the intervals; preorder lists parents before their children.
func newTree(idom, preorder []int32) *Tree {
	t := &Tree{Idom: idom, first: make([]int32, len(idom)), last: make([]int32, len(idom))}
	size := make([]int32, len(idom))
	for i := len(preorder) - 1; i > 0; i-- {
		v := preorder[i]
		size[v]++
		size[idom[v]] += size[v]
	}
	// The children of a node take consecutive intervals behind its own number;
	// next is where the next child begins.
	next := make([]int32, len(idom))
	for i, v := range preorder {
		if i == 0 {
			size[v]++
			t.first[v] = 1
		} else {
			t.first[v] = next[idom[v]]
			next[idom[v]] += size[v]
		}
		next[v] = t.first[v] + 1
		t.last[v] = t.first[v] + size[v] - 1
	}
	return t
}
