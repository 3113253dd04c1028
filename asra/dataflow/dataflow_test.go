package dataflow_test

import (
	"context"
	"errors"
	"testing"

	"pgregory.net/rapid"

	"talpa/asra/dataflow"
)

// adjacency is a graph as a list of successors.
type adjacency [][]int

func (a adjacency) Len() int { return len(a) }

func (a adjacency) Next(n int, yield func(int)) {
	for _, m := range a[n] {
		yield(m)
	}
}

// bits is the lattice of subsets of 64 elements.
type bits struct{}

func (bits) Join(a, b uint64) (uint64, bool) { return a | b, a|b != a }

func TestReachingBits(t *testing.T) {
	t.Parallel()
	// 0 -> 1 -> 2 -> 1, 2 -> 3; node n adds bit n. 4 is on its own.
	g := adjacency{{1}, {2}, {1, 3}, nil, nil}
	res, err := dataflow.Solve(context.Background(), dataflow.Problem[uint64]{
		Graph: g, Lattice: bits{},
		Transfer: func(n int, in uint64) uint64 { return in | 1<<n },
		Seeds:    map[int]uint64{0: 0},
	})
	if err != nil {
		t.Fatal(err)
	}
	want := []uint64{0b0000, 0b0111, 0b0111, 0b0111, 0}
	for n, in := range res.In {
		if in != want[n] || res.Reached[n] != (n != 4) {
			t.Errorf("node %d: in %04b reached %v, want %04b", n, in, res.Reached[n], want[n])
		}
	}
}

// counting is a lattice without finite chains.
type counting struct{}

func (counting) Join(a, b uint64) (uint64, bool) { return max(a, b), b > a }

func TestBudgetEndsEndlessChain(t *testing.T) {
	t.Parallel()
	problem := dataflow.Problem[uint64]{
		Graph: adjacency{{0}}, Lattice: counting{},
		Transfer: func(_ int, in uint64) uint64 { return in + 1 },
		Seeds:    map[int]uint64{0: 0}, MaxSteps: 50,
	}
	res, err := dataflow.Solve(context.Background(), problem)
	if !errors.Is(err, dataflow.ErrBudget) || res.Steps != 50 {
		t.Errorf("error %v after %d steps", err, res.Steps)
	}
	problem.MaxSteps = 0
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := dataflow.Solve(ctx, problem); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want %v", err, context.Canceled)
	}
}

// TestFixedPoint states, for random graphs, that the result is a fixed point,
// and that it does not depend on the order of visits.
func TestFixedPoint(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 20).Draw(t, "nodes")
		g := make(adjacency, n)
		gen, kill := make([]uint64, n), make([]uint64, n)
		for i := range g {
			g[i] = rapid.SliceOfN(rapid.IntRange(0, n-1), 0, 4).Draw(t, "next")
			gen[i], kill[i] = rapid.Uint64().Draw(t, "gen"), rapid.Uint64().Draw(t, "kill")
		}
		p := dataflow.Problem[uint64]{
			Graph: g, Lattice: bits{},
			Transfer: func(n int, in uint64) uint64 { return in&^kill[n] | gen[n] },
			Seeds:    map[int]uint64{0: rapid.Uint64().Draw(t, "seed")},
		}
		res, err := dataflow.Solve(context.Background(), p)
		if err != nil {
			t.Fatal(err)
		}
		for i := range g {
			for _, m := range g[i] {
				if out := p.Transfer(i, res.In[i]); res.Reached[i] && (!res.Reached[m] || out&^res.In[m] != 0) {
					t.Fatalf("edge %d -> %d is not satisfied", i, m)
				}
			}
		}
		p.Order = rapid.SliceOfN(rapid.IntRange(0, 100), n, n).Draw(t, "order")
		other, err := dataflow.Solve(context.Background(), p)
		if err != nil {
			t.Fatal(err)
		}
		for i := range res.In {
			if res.In[i] != other.In[i] {
				t.Fatalf("node %d: %x in one order, %x in another", i, res.In[i], other.In[i])
			}
		}
	})
}
