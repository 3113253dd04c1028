package cfg

import (
	"fmt"
	"iter"
	"sync"

	"talpa/dex"
	"talpa/internal/graph"
)

// Kind says why control takes an edge.
type Kind uint8

// The kinds of edges; see the package comment.
const (
	Next Kind = iota
	True
	False
	Case
	Default
	Catch
	Return
	Throw
)

var kindNames = [...]string{"next", "true", "false", "case", "default", "catch", "return", "throw"}

// String is the kind in lower case.
func (k Kind) String() string { return kindNames[k] }

// Edge leads from one block to another.
type Edge struct {
	From, To int32 // block numbers
	// Key is that of Case; of Catch it is a number for Graph.Caught.
	Key  int32
	Kind Kind
}

// Block is a basic block: the instructions from position Start up to End, in code
// units. Those of the exit are equal.
type Block struct {
	ID         int32
	Start, End uint32
	last       uint32 // position of the last instruction
	succs      uint32 // where its edges begin in those of the graph
	preds      uint32 // where its entries begin in those of the graph
}

// Graph is the control-flow graph of a method. It is immutable, and safe for
// several goroutines.
//
// Thousands of them are kept at once, so that they hold only what cannot be had
// from the code again: instructions are decoded when they are asked for.
type Graph struct {
	Method *dex.Method
	Code   *dex.Code
	Blocks []Block // by ID, in address order; the last is the exit

	succs  []Edge   // of all blocks, in their order
	preds  []int32  // where the edges into each block come from
	caught []string // types of exceptions, by the key of Catch edges

	// What follows from blocks and edges is computed when it is asked for: most
	// graphs serve to find values, not to order blocks.
	ordered sync.Once
	flow    *graph.Graph // blocks and edges, parallel edges once
	dom     *graph.Tree
	pdom    *graph.Tree
}

// maxEdges bounds a graph: a hostile method may have many handlers around many
// instructions. The largest graphs of real apps have some ten thousand edges.
const maxEdges = 1 << 20

// New builds the graph of a method. It fails for methods without code (abstract
// and native ones, and those whose code is broken), and for hostile ones with
// more than a million edges.
func New(m *dex.Method) (*Graph, error) {
	code := m.Code()
	if code == nil {
		return nil, fmt.Errorf("cfg: %s has no code", m)
	}
	b := &builder{g: &Graph{Method: m, Code: code}, tries: code.Tries()}
	b.mark()
	b.cut()
	b.connect()
	if b.edges > maxEdges {
		return nil, fmt.Errorf("cfg: %s has more than %d edges", m, maxEdges)
	}
	return b.g, nil
}

// Exit is the exit block.
func (g *Graph) Exit() *Block { return &g.Blocks[len(g.Blocks)-1] }

// Succs are the edges that leave a block: True before False, cases in payload order
// before Default, Catch last.
func (g *Graph) Succs(block int32) []Edge {
	from, to := g.Blocks[block].succs, uint32(len(g.succs))
	if int(block)+1 < len(g.Blocks) {
		to = g.Blocks[block+1].succs
	}
	return g.succs[from:to:to]
}

// Preds are the blocks that the edges into a block come from, a block once for each
// of its edges.
func (g *Graph) Preds(block int32) []int32 {
	from, to := g.Blocks[block].preds, uint32(len(g.preds))
	if int(block)+1 < len(g.Blocks) {
		to = g.Blocks[block+1].preds
	}
	return g.preds[from:to:to]
}

// Insns yields the instructions of a block; none of the exit.
func (g *Graph) Insns(block int32) iter.Seq[dex.Insn] {
	b := &g.Blocks[block]
	return g.Code.InsnsIn(b.Start, b.End)
}

// Last is the instruction that ends a block; false for the exit.
func (g *Graph) Last(block int32) (in dex.Insn, ok bool) {
	b := &g.Blocks[block]
	if b.Start == b.End {
		return dex.Insn{}, false
	}
	return g.Code.At(b.last), true
}

// Caught is the descriptor of the exceptions for which control takes a Catch edge,
// "" for all.
func (g *Graph) Caught(e Edge) string {
	if e.Kind != Catch {
		return ""
	}
	return g.caught[e.Key]
}

// BlockAt is the block that holds the instruction at position pc; nil if no
// instruction starts or continues there.
func (g *Graph) BlockAt(pc uint32) *Block {
	lo, hi := 0, len(g.Blocks)-1
	for lo < hi {
		mid := (lo + hi) / 2
		if g.Blocks[mid].Start <= pc {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	if lo == 0 || pc >= g.Blocks[lo-1].End {
		return nil
	}
	return &g.Blocks[lo-1]
}

// Reachable marks the blocks that control can reach from the entry.
func (g *Graph) Reachable() []bool { return g.order().flow.Reach(0) }

// Idom is the immediate dominator of a block, -1 for the entry and for blocks
// that cannot be reached.
func (g *Graph) Idom(block int32) int32 { return g.order().dom.Idom[block] }

// Ipdom is the immediate post-dominator of a block, -1 for the exit. Blocks
// that cannot leave (endless loops) are treated as if one of them could.
func (g *Graph) Ipdom(block int32) int32 { return g.order().pdom.Idom[block] }

// Dominates reports whether every path from the entry to b passes a.
func (g *Graph) Dominates(a, b int32) bool { return g.order().dom.Dominates(a, b) }

// Passed are the branches and switches that control has passed wherever it comes to a position, in order of blocks,
// with the edges that it took. The block behind such an edge has no other predecessor: one that has is met without the
// test as well, and a test on one of two paths is none.
func (g *Graph) Passed(pc uint32) iter.Seq2[dex.Insn, Edge] {
	return func(yield func(dex.Insn, Edge) bool) {
		at := g.BlockAt(pc)
		if at == nil {
			return
		}
		for b := range g.Blocks {
			for _, e := range g.Succs(int32(b)) {
				if len(g.Preds(e.To)) != 1 || !g.Dominates(e.To, at.ID) {
					continue
				}
				if last, ok := g.Last(e.From); ok && !yield(last, e) {
					return
				}
			}
		}
	}
}

// PostDominates reports whether every path from b to the exit passes a.
func (g *Graph) PostDominates(a, b int32) bool { return g.order().pdom.Dominates(a, b) }

// Controls are the edges that decide whether a block runs, its control
// dependences (Ferrante, Ottenstein and Warren 1987): those from which every
// path leads through the block, while their origin has a path around it. The
// cost is that of a walk over all edges of the method.
func (g *Graph) Controls(block int32) []Edge {
	var deps []Edge
	g.order()
	for _, e := range g.succs {
		if g.pdom.Dominates(block, e.To) && (block == e.From || !g.pdom.Dominates(block, e.From)) {
			deps = append(deps, e)
		}
	}
	return deps
}

// Flow is the graph of block numbers, each edge once. The algorithms of
// internal/graph apply to it.
func (g *Graph) Flow() *graph.Graph { return g.order().flow }
