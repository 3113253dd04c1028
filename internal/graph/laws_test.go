package graph

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// TestReverse_reach: turned around twice is the graph again, but for the order of successors, and
// what is reached backwards is who reaches.
func TestReverse_reach(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		g := random(t)
		back := g.Reverse()
		again := back.Reverse()
		if back.Len() != g.Len() || back.Size() != g.Size() {
			t.Fatalf("%d nodes and %d edges became %d and %d", g.Len(), g.Size(), back.Len(), back.Size())
		}
		for v := range int32(g.Len()) {
			a, b := slices.Clone(g.Succs(v)), slices.Clone(again.Succs(v))
			slices.Sort(a)
			slices.Sort(b)
			if !slices.Equal(a, b) {
				t.Fatalf("successors of %d are %v, turned around twice %v", v, a, b)
			}
			for w, reached := range g.Reach(v) {
				if back.Reach(int32(w))[v] != reached {
					t.Fatalf("%d reaches %d: %v, and not the other way", v, w, reached)
				}
			}
		}
	})
}

// TestPostOrder: in a graph without cycles every node comes after all that it leads to.
func TestPostOrder(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 12).Draw(t, "nodes")
		var edges []Edge
		for range rapid.IntRange(0, 3*n).Draw(t, "edges") {
			from := rapid.Int32Range(0, int32(n-1)).Draw(t, "from")
			to := rapid.Int32Range(0, int32(n-1)).Draw(t, "to")
			if from < to {
				edges = append(edges, Edge{from, to})
			}
		}
		g := New(n, edges)
		order := g.PostOrder(0)
		place := map[int32]int{}
		for i, v := range order {
			if _, twice := place[v]; twice {
				t.Fatalf("%d is listed twice in %v", v, order)
			}
			place[v] = i
		}
		for _, v := range order {
			for _, w := range g.Succs(v) {
				if place[w] > place[v] {
					t.Fatalf("%d comes after %d, which leads to it: %v", w, v, order)
				}
			}
		}
	})
}

// TestDistances_of_several_roots is the least of those from each, and a path from the nearest.
func TestDistances_of_several_roots(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		g := random(t)
		a, b := rapid.Int32Range(0, int32(g.Len()-1)).Draw(t, "a"), rapid.Int32Range(0, int32(g.Len()-1)).Draw(t, "b")
		both, da, db := g.Distances(a, b, a), g.Distances(a), g.Distances(b)
		for v, got := range both {
			want := da[v]
			if want < 0 || db[v] >= 0 && db[v] < want {
				want = db[v]
			}
			if got != want {
				t.Fatalf("%d is %d from %d and %d, want %d", v, got, a, b, want)
			}
			if path := g.Path(int32(v), a, b); got >= 0 && (path[0] != a && path[0] != b || path[len(path)-1] != int32(v)) {
				t.Fatalf("path %v to %d from %d or %d", path, v, a, b)
			}
		}
	})
}
