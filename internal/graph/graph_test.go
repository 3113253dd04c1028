package graph

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// random draws a graph of up to 12 nodes, with parallel edges and self loops.
func random(t *rapid.T) *Graph {
	n := rapid.IntRange(1, 12).Draw(t, "nodes")
	node := rapid.Int32Range(0, int32(n-1))
	edges := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) Edge {
		return Edge{From: node.Draw(t, "from"), To: node.Draw(t, "to")}
	}), 0, 3*n).Draw(t, "edges")
	return New(n, edges)
}

// without is the graph with all edges at a node taken away.
func without(g *Graph, gone int32) *Graph {
	var edges []Edge
	for v := range int32(g.Len()) {
		for _, w := range g.Succs(v) {
			if v != gone && w != gone {
				edges = append(edges, Edge{v, w})
			}
		}
	}
	return New(g.Len(), edges)
}

// TestDominators: a dominates b if b cannot be reached once a is taken away.
func TestDominators(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		g := random(t)
		tree := g.Dominators(0)
		reach := g.Reach(0)
		for a := range int32(g.Len()) {
			left := without(g, a).Reach(0)
			for b := range int32(g.Len()) {
				want := a == b || reach[a] && reach[b] && (a == 0 || !left[b])
				if got := tree.Dominates(a, b); got != want {
					t.Fatalf("Dominates(%d, %d) = %v in %v", a, b, got, g)
				}
			}
		}
		for b, idom := range tree.Idom {
			if (idom < 0) != (b == 0 || !reach[b]) {
				t.Fatalf("immediate dominator of %d is %d in %v", b, idom, g)
			}
			for a := range int32(g.Len()) {
				if idom >= 0 && a != int32(b) && tree.Dominates(a, int32(b)) && !tree.Dominates(a, idom) {
					t.Fatalf("%d dominates %d, but not its immediate dominator %d in %v", a, b, idom, g)
				}
			}
		}
	})
}

// TestReach compares with the closure by repeated relaxation.
func TestReach(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		g := random(t)
		dist := make([]int32, g.Len())
		for v := range dist {
			dist[v] = -1
		}
		dist[0] = 0
		for range g.Len() {
			for v := range int32(g.Len()) {
				for _, w := range g.Succs(v) {
					if dist[v] >= 0 && (dist[w] < 0 || dist[w] > dist[v]+1) {
						dist[w] = dist[v] + 1
					}
				}
			}
		}
		if got := g.Distances(0); !slices.Equal(got, dist) {
			t.Fatalf("Distances gave %v, want %v in %v", got, dist, g)
		}
		order := g.PostOrder(0)
		for v, ok := range g.Reach(0) {
			if ok != (dist[v] >= 0) || ok != slices.Contains(order, int32(v)) {
				t.Fatalf("Reach or PostOrder is wrong about %d in %v", v, g)
			}
			path := g.Path(int32(v), 0)
			if len(path) != int(dist[v]+1) {
				t.Fatalf("path %v to %d, want %d edges in %v", path, v, dist[v], g)
			}
			for i := 1; i < len(path); i++ {
				if !slices.Contains(g.Succs(path[i-1]), path[i]) {
					t.Fatalf("path %v takes an edge that is not in %v", path, g)
				}
			}
		}
	})
}

func TestComponents(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		g := random(t)
		component, count := g.Components()
		for a := range int32(g.Len()) {
			if component[a] < 0 || int(component[a]) >= count {
				t.Fatalf("component %d of %d", component[a], count)
			}
			from := g.Reach(a)
			for b := range int32(g.Len()) {
				if same := from[b] && g.Reach(b)[a]; same != (component[a] == component[b]) {
					t.Fatalf("%d and %d are in components %d and %d of %v", a, b, component[a], component[b], g)
				}
			}
			for _, b := range g.Succs(a) {
				if component[b] > component[a] {
					t.Fatalf("edge %d -> %d leads up from component %d to %d", a, b, component[a], component[b])
				}
			}
		}
	})
}

func TestReverse(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		g := random(t)
		back := g.Reverse()
		if back.Size() != g.Size() || back.Len() != g.Len() {
			t.Fatalf("%v has other sizes than %v", back, g)
		}
		for v := range int32(g.Len()) {
			for _, w := range g.Succs(v) {
				if !slices.Contains(back.Succs(w), v) {
					t.Fatalf("no edge %d -> %d in %v", w, v, back)
				}
			}
		}
	})
}

func TestDeepGraph(t *testing.T) {
	t.Parallel()
	const n = 1 << 18
	edges := make([]Edge, 0, 2*n)
	for v := range int32(n - 1) {
		edges = append(edges, Edge{v, v + 1}, Edge{v + 1, 0})
	}
	g := New(n, edges)
	if tree := g.Dominators(0); tree.Idom[n-1] != n-2 {
		t.Errorf("the last node's dominator is %d", tree.Idom[n-1])
	}
	if _, count := g.Components(); count != 1 {
		t.Errorf("%d components, want 1", count)
	}
	if order := g.PostOrder(0); len(order) != n {
		t.Errorf("%d nodes in post-order", len(order))
	}
}

func TestNewRefusesForeignNodes(t *testing.T) {
	t.Parallel()
	defer func() {
		if recover() == nil {
			t.Error("no panic")
		}
	}()
	New(1, []Edge{{0, 1}})
}
