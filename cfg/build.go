package cfg

import (
	"cmp"
	"slices"
	"sort"

	"talpa/dex"
	"talpa/internal/graph"
)

// builder makes one Graph and is thrown away.
type builder struct {
	g       *Graph
	insns   []dex.Insn
	tries   []dex.Try
	leaders []bool // by instruction: starts a block
	succs   []Edge // of all blocks, in order
	edges   int    // counted, also those that are too many
}

// index finds the instruction at position pc; false if none starts there.
func (b *builder) index(pc uint32) (int, bool) {
	return sort.Find(len(b.insns), func(i int) int { return int(int64(pc) - int64(b.insns[i].Off)) })
}

func (b *builder) lead(pc uint32) {
	if i, ok := b.index(pc); ok {
		b.leaders[i] = true
	}
}

// handlers are those of the try range around position pc.
func (b *builder) handlers(pc uint32) []dex.Handler {
	i := sort.Search(len(b.tries), func(i int) bool { return b.tries[i].End > pc })
	if i < len(b.tries) && b.tries[i].Start <= pc {
		return b.tries[i].Handlers
	}
	return nil
}

// mark finds where blocks begin.
func (b *builder) mark() {
	b.leaders = make([]bool, len(b.insns))
	b.leaders[0] = true
	for i := range b.insns {
		in := &b.insns[i]
		ends := !in.Op.Continues()
		switch {
		case in.Op.Branches():
			b.lead(in.Target())
			ends = true
		case in.Op.Switches():
			for arm := range b.g.Code.Cases(*in) {
				b.lead(arm.Target)
			}
			ends = true
		case in.Op.Throws() && len(b.handlers(in.Off)) > 0:
			ends = true
		case i+1 < len(b.insns) && b.insns[i+1].Off != in.Next():
			ends = true // a payload follows: control cannot
		}
		if ends && i+1 < len(b.insns) {
			b.leaders[i+1] = true
		}
	}
	for _, t := range b.tries {
		b.lead(t.Start)
		b.lead(t.End)
		for _, h := range t.Handlers {
			b.lead(h.Target)
		}
	}
}

// cut makes the blocks.
func (b *builder) cut() {
	n := 1
	for _, leads := range b.leaders {
		if leads {
			n++
		}
	}
	b.g.Blocks = make([]Block, 0, n)
	for start := 0; start < len(b.insns); {
		end := start + 1
		for end < len(b.insns) && !b.leaders[end] {
			end++
		}
		id := int32(len(b.g.Blocks))
		b.g.Blocks = append(b.g.Blocks, Block{ID: id, Insns: b.insns[start:end:end]})
		start = end
	}
	b.g.Blocks = append(b.g.Blocks, Block{ID: int32(len(b.g.Blocks))})
}

// add counts all edges but keeps no more than New accepts.
func (b *builder) add(from int32, e Edge) {
	if b.edges++; b.edges > maxEdges {
		return
	}
	e.From = from
	b.succs = append(b.succs, e)
}

// jump adds an edge to the block at position pc. A position without an
// instruction is the end of the method or a payload, which only unreachable
// code runs into.
func (b *builder) jump(from int32, pc uint32, e Edge) {
	blocks := b.g.Blocks[:len(b.g.Blocks)-1]
	to, ok := sort.Find(len(blocks), func(i int) int { return cmp.Compare(pc, blocks[i].Insns[0].Off) })
	if ok {
		e.To = int32(to)
		b.add(from, e)
	}
}

func (b *builder) connect() {
	exit := int32(len(b.g.Blocks) - 1)
	for id := range exit {
		if b.edges > maxEdges {
			return
		}
		in := b.g.Blocks[id].Last()
		switch {
		case in.Op.Returns():
			b.add(id, Edge{To: exit, Kind: Return})
		case in.Op.Branches() && in.Op.Continues():
			b.jump(id, in.Target(), Edge{Kind: True})
			b.jump(id, in.Next(), Edge{Kind: False})
		case in.Op.Branches():
			b.jump(id, in.Target(), Edge{Kind: Next})
		case in.Op.Switches():
			for arm := range b.g.Code.Cases(*in) {
				b.jump(id, arm.Target, Edge{Kind: Case, Key: arm.Key})
			}
			b.jump(id, in.Next(), Edge{Kind: Default})
		case in.Op.Continues():
			b.jump(id, in.Next(), Edge{Kind: Next})
		}
		if in.Op.Throws() {
			b.catch(id, in, exit)
		}
	}
	b.deal()
}

// deal gives the blocks their edges, cut out of one slice for each direction.
func (b *builder) deal() {
	blocks := b.g.Blocks
	b.succs = slices.Clip(b.succs)
	entering := make([]int, len(blocks)+1)
	for _, e := range b.succs {
		entering[e.To+1]++
	}
	preds := make([]Edge, len(b.succs))
	at := 0
	for id := range blocks {
		entering[id+1] += entering[id]
		blocks[id].Preds = preds[entering[id]:entering[id]:entering[id+1]]
		start := at
		for at < len(b.succs) && b.succs[at].From == int32(id) {
			at++
		}
		blocks[id].Succs = b.succs[start:at:at]
	}
	for _, e := range b.succs {
		blocks[e.To].Preds = append(blocks[e.To].Preds, e)
	}
}

// catch adds the ways that an exception of the block's last instruction takes.
func (b *builder) catch(id int32, in *dex.Insn, exit int32) {
	for _, h := range b.handlers(in.Off) {
		b.jump(id, h.Target, Edge{Kind: Catch, Type: h.Type})
		if h.Type == "" || h.Type == "Ljava/lang/Throwable;" {
			return
		}
	}
	if in.Op == dex.OpThrow {
		b.add(id, Edge{To: exit, Kind: Throw})
	}
}

// order computes what follows from blocks and edges, once.
func (g *Graph) order() *Graph {
	g.ordered.Do(g.finish)
	return g
}

func (g *Graph) finish() {
	n := len(g.Blocks)
	exit := int32(n - 1)
	var edges []graph.Edge
	last := make([]int32, n) // last block that has an edge to this one, plus 1
	for id := range g.Blocks {
		for _, e := range g.Blocks[id].Succs {
			if last[e.To] != int32(id)+1 {
				last[e.To] = int32(id) + 1
				edges = append(edges, graph.Edge{From: e.From, To: e.To})
			}
		}
	}
	g.flow = graph.New(n, edges)
	g.dom = g.flow.Dominators(0)
	g.pdom = graph.New(n, g.leave(edges, exit)).Reverse().Dominators(exit)
}

// leave adds an edge to the exit from one block of every region that cannot
// get there, the last in address order, so that all blocks have post-dominators.
func (g *Graph) leave(edges []graph.Edge, exit int32) []graph.Edge {
	back := g.flow.Reverse()
	leaves := back.Reach(exit)
	edges = slices.Clip(edges)
	var todo []int32
	for v := exit - 1; v >= 0; v-- {
		if leaves[v] {
			continue
		}
		edges = append(edges, graph.Edge{From: v, To: exit})
		leaves[v] = true
		for todo = append(todo, v); len(todo) > 0; {
			w := todo[len(todo)-1]
			todo = todo[:len(todo)-1]
			for _, p := range back.Succs(w) {
				if !leaves[p] {
					leaves[p] = true
					todo = append(todo, p)
				}
			}
		}
	}
	return edges
}
