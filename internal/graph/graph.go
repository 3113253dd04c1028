// Package graph holds directed graphs over dense integer nodes in compressed
// sparse rows, and the algorithms that the static half needs: reachability,
// distances, strongly connected components, dominators, control dependence.
//
// Nodes are 0 to Len()-1. Parallel edges and self loops are allowed; successors
// keep the order in which their edges were given. Rows are two flat arrays, so
// a graph of 40,000 nodes and 110,000 edges is built and searched in some
// milliseconds. All algorithms are iterative: deep graphs do not exhaust the
// stack. A Graph never changes after it was made.
package graph

import "fmt"

// Graph is an immutable directed graph.
type Graph struct {
	start []int32 // of node v: its successors are next[start[v]:start[v+1]]
	next  []int32
}

// Edge leads from one node to another.
type Edge struct{ From, To int32 }

// New makes a graph of n nodes. It panics if an edge names a node outside of
// 0 to n-1, which is a fault of the caller.
func New(n int, edges []Edge) *Graph {
	g := &Graph{start: make([]int32, n+1), next: make([]int32, len(edges))}
	for _, e := range edges {
		if e.From < 0 || int(e.From) >= n || e.To < 0 || int(e.To) >= n {
			panic(fmt.Sprintf("graph: edge %d -> %d in a graph of %d nodes", e.From, e.To, n))
		}
		g.start[e.From+1]++
	}
	for v := range n {
		g.start[v+1] += g.start[v]
	}
	fill := make([]int32, n)
	for _, e := range edges {
		g.next[g.start[e.From]+fill[e.From]] = e.To
		fill[e.From]++
	}
	return g
}

// Len is the number of nodes.
func (g *Graph) Len() int { return len(g.start) - 1 }

// Size is the number of edges.
func (g *Graph) Size() int { return len(g.next) }

// Succs are the successors of v. Do not change the slice.
func (g *Graph) Succs(v int32) []int32 { return g.next[g.start[v]:g.start[v+1]] }

// Reverse turns all edges around.
func (g *Graph) Reverse() *Graph {
	edges := make([]Edge, 0, len(g.next))
	for v := range int32(g.Len()) {
		for _, w := range g.Succs(v) {
			edges = append(edges, Edge{From: w, To: v})
		}
	}
	return New(g.Len(), edges)
}

// Reach marks the nodes that can be reached from the roots, which count as
// reached themselves.
func (g *Graph) Reach(roots ...int32) []bool {
	seen := make([]bool, g.Len())
	var todo []int32
	for _, r := range roots {
		if !seen[r] {
			seen[r] = true
			todo = append(todo, r)
		}
	}
	for len(todo) > 0 {
		v := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, w := range g.Succs(v) {
			if !seen[w] {
				seen[w] = true
				todo = append(todo, w)
			}
		}
	}
	return seen
}

// Distances gives for each node the number of edges on a shortest path from
// any of the roots, -1 if there is none.
func (g *Graph) Distances(roots ...int32) []int32 {
	dist := make([]int32, g.Len())
	for v := range dist {
		dist[v] = -1
	}
	var queue []int32
	for _, r := range roots {
		if dist[r] < 0 {
			dist[r] = 0
			queue = append(queue, r)
		}
	}
	for head := 0; head < len(queue); head++ {
		v := queue[head]
		for _, w := range g.Succs(v) {
			if dist[w] < 0 {
				dist[w] = dist[v] + 1
				queue = append(queue, w)
			}
		}
	}
	return dist
}

// Path is a shortest path from any of the roots to v, both ends included; nil
// if there is none.
func (g *Graph) Path(v int32, roots ...int32) []int32 {
	dist := g.Distances(roots...)
	if dist[v] < 0 {
		return nil
	}
	back := g.Reverse()
	path := make([]int32, dist[v]+1)
	for i := len(path) - 1; ; i-- {
		path[i] = v
		if i == 0 {
			return path
		}
		for _, p := range back.Succs(v) {
			if dist[p] == dist[v]-1 {
				v = p
				break
			}
		}
	}
}

// frame is a node of a depth-first search with its next edge.
type frame struct{ node, edge int32 }

// PostOrder lists the nodes reachable from root, each after the nodes that a
// depth-first search finds below it.
func (g *Graph) PostOrder(root int32) []int32 {
	seen := make([]bool, g.Len())
	seen[root] = true
	stack := []frame{{root, g.start[root]}}
	var order []int32
	for len(stack) > 0 {
		top := &stack[len(stack)-1]
		if top.edge == g.start[top.node+1] {
			order = append(order, top.node)
			stack = stack[:len(stack)-1]
			continue
		}
		w := g.next[top.edge]
		top.edge++
		if !seen[w] {
			seen[w] = true
			stack = append(stack, frame{w, g.start[w]})
		}
	}
	return order
}
