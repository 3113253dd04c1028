// Package dataflow solves monotone equations over a graph: a semilattice of
// facts, a transfer function for each node, a worklist. It knows nothing of
// code or of Android.
//
// The solver follows Kildall's scheme. It ends because Join must be monotone
// and chains in the lattice finite; where they are not, or are too long, the
// budget ends it, and the caller learns that the result is not a fixed point.
package dataflow

import (
	"context"
	"errors"
)

// ErrBudget says that the solver gave up before the fixed point.
var ErrBudget = errors.New("data-flow budget used up")

// Graph is a directed graph over the nodes 0 to Len-1. Facts flow along it: for
// a backward analysis, Next yields the predecessors in control flow.
type Graph interface {
	Len() int
	// Next calls yield for each node that n's fact flows to.
	Next(n int, yield func(m int))
}

// Lattice joins facts. Facts are values: no function may change one in place.
type Lattice[F any] interface {
	// Join returns the least upper bound of a and b, and whether it differs
	// from a by structure.
	Join(a, b F) (joined F, changed bool)
}

// Transfer computes the fact that leaves node n from the fact that enters it.
// It must be monotone.
type Transfer[F any] func(n int, in F) F

// Problem is one system of equations.
type Problem[F any] struct {
	Graph    Graph
	Lattice  Lattice[F]
	Transfer Transfer[F]
	// Seeds are the facts that enter nodes from outside.
	Seeds map[int]F
	// Order ranks nodes: lower ranks are visited first. nil ranks by number.
	Order []int
	// MaxSteps bounds the number of transfer calls; 0 means 1000 for each node.
	MaxSteps int
}

// Result holds the fixed point: the facts that enter each node, and whether
// anything reached it at all.
type Result[F any] struct {
	In      []F
	Reached []bool
	Steps   int // transfer calls made
}

// Solve computes the least fixed point above the seeds. With ErrBudget or the
// context's error the result is what had been found by then, a lower bound.
func Solve[F any](ctx context.Context, p Problem[F]) (Result[F], error) {
	n := p.Graph.Len()
	s := &solver[F]{
		Problem: p,
		res:     Result[F]{In: make([]F, n), Reached: make([]bool, n)},
		work:    newWorklist(n, p.Order),
	}
	limit := p.MaxSteps
	if limit == 0 {
		limit = 1000 * n
	}
	for node, fact := range p.Seeds {
		s.meet(node, fact)
	}
	for {
		node, ok := s.work.pop()
		if !ok {
			return s.res, nil
		}
		if s.res.Steps >= limit {
			return s.res, ErrBudget
		}
		if s.res.Steps%1024 == 0 && ctx.Err() != nil {
			return s.res, ctx.Err()
		}
		s.res.Steps++
		out := p.Transfer(node, s.res.In[node])
		p.Graph.Next(node, func(m int) { s.meet(m, out) })
	}
}

type solver[F any] struct {
	Problem[F]
	res  Result[F]
	work *worklist
}

// meet joins a fact into node's entry and queues the node if that changed it.
func (s *solver[F]) meet(node int, fact F) {
	if !s.res.Reached[node] {
		s.res.Reached[node] = true
		s.res.In[node] = fact
		s.work.push(node)
		return
	}
	joined, changed := s.Lattice.Join(s.res.In[node], fact)
	if changed {
		s.res.In[node] = joined
		s.work.push(node)
	}
}
