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
	tries   []dex.Try
	starts  []uint32         // positions of the instructions
	leaders []uint64         // a bit for each position: a block starts there, if an instruction does
	types   map[string]int32 // index into the types of exceptions
	edges   int              // counted, also those that are too many
}

func (b *builder) lead(pc uint32) {
	if pc < b.g.Code.Units {
		b.leaders[pc/64] |= 1 << (pc % 64)
	}
}

func (b *builder) leads(pc uint32) bool { return b.leaders[pc/64]&(1<<(pc%64)) != 0 }

// handlers are those of the try range around position pc.
func (b *builder) handlers(pc uint32) []dex.Handler {
	i := sort.Search(len(b.tries), func(i int) bool { return b.tries[i].End > pc })
	if i < len(b.tries) && b.tries[i].Start <= pc {
		return b.tries[i].Handlers
	}
	return nil
}

// mark finds where instructions and blocks begin.
func (b *builder) mark() {
	code := b.g.Code
	b.leaders = make([]uint64, code.Units/64+1)
	b.starts = make([]uint32, 0, code.Units/2)
	next := uint32(0)
	for in := range code.Insns() {
		if in.Off != next {
			b.lead(in.Off) // behind a payload, which control cannot pass
		}
		next = in.Next()
		b.starts = append(b.starts, in.Off)
		ends := !in.Op.Continues()
		switch {
		case in.Op.Branches():
			b.lead(in.Target())
			ends = true
		case in.Op.Switches():
			for c := range code.Cases(in) {
				b.lead(c.Target)
			}
			ends = true
		case in.Op.Throws() && len(b.handlers(in.Off)) > 0:
			ends = true
		}
		if ends {
			b.lead(next)
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
	for i, pc := range b.starts {
		if i == 0 || b.leads(pc) {
			n++
		}
	}
	blocks := make([]Block, 0, n)
	for i, pc := range b.starts {
		if i == 0 || b.leads(pc) {
			blocks = append(blocks, Block{ID: int32(len(blocks)), Start: pc})
		}
		blocks[len(blocks)-1].last = pc
	}
	for i := range blocks {
		last := b.g.Code.At(blocks[i].last)
		blocks[i].End = last.Next()
	}
	b.g.Blocks = append(blocks, Block{ID: int32(len(blocks)), Start: b.g.Code.Units, End: b.g.Code.Units})
}

// add counts all edges but keeps no more than New accepts.
func (b *builder) add(from int32, e Edge) {
	if b.edges++; b.edges > maxEdges {
		return
	}
	e.From = from
	b.g.succs = append(b.g.succs, e)
}

// jump adds an edge to the block at position pc. A position without an
// instruction is the end of the method or a payload, which only unreachable
// code runs into.
func (b *builder) jump(from int32, pc uint32, e Edge) {
	blocks := b.g.Blocks[:len(b.g.Blocks)-1]
	to, ok := sort.Find(len(blocks), func(i int) int { return cmp.Compare(pc, blocks[i].Start) })
	if ok {
		e.To = int32(to)
		b.add(from, e)
	}
}

func (b *builder) connect() {
	exit := int32(len(b.g.Blocks) - 1)
	for id := range exit {
		b.g.Blocks[id].succs = uint32(len(b.g.succs))
		if b.edges > maxEdges {
			return
		}
		in := b.g.Code.At(b.g.Blocks[id].last)
		switch {
		case in.Op.Returns():
			b.add(id, Edge{To: exit, Kind: Return})
		case in.Op.Branches() && in.Op.Continues():
			b.jump(id, in.Target(), Edge{Kind: True})
			b.jump(id, in.Next(), Edge{Kind: False})
		case in.Op.Branches():
			b.jump(id, in.Target(), Edge{Kind: Next})
		case in.Op.Switches():
			for c := range b.g.Code.Cases(in) {
				b.jump(id, c.Target, Edge{Kind: Case, Key: c.Key})
			}
			b.jump(id, in.Next(), Edge{Kind: Default})
		case in.Op.Continues():
			b.jump(id, in.Next(), Edge{Kind: Next})
		}
		if in.Op.Throws() {
			b.catch(id, &in, exit)
		}
	}
	b.g.succs = slices.Clip(b.g.succs)
	b.g.Blocks[exit].succs = uint32(len(b.g.succs))
	b.enter()
}

// enter gives the blocks the origins of the edges into them, in the order of the
// edges.
func (b *builder) enter() {
	blocks := b.g.Blocks
	at := make([]uint32, len(blocks)+1)
	for _, e := range b.g.succs {
		at[e.To+1]++
	}
	for id := range blocks {
		at[id+1] += at[id]
		blocks[id].preds = at[id]
	}
	b.g.preds = make([]int32, len(b.g.succs))
	for _, e := range b.g.succs {
		b.g.preds[at[e.To]] = e.From
		at[e.To]++
	}
}

// catch adds the ways that an exception of the block's last instruction takes.
func (b *builder) catch(id int32, in *dex.Insn, exit int32) {
	for _, h := range b.handlers(in.Off) {
		b.jump(id, h.Target, Edge{Kind: Catch, Key: b.caught(h.Type)})
		if h.Type == "" || h.Type == "Ljava/lang/Throwable;" {
			return
		}
	}
	if in.Op == dex.OpThrow {
		b.add(id, Edge{To: exit, Kind: Throw})
	}
}

// caught is the number of a type of exceptions.
func (b *builder) caught(typ string) int32 {
	n, known := b.types[typ]
	if !known {
		if b.types == nil {
			b.types = map[string]int32{}
		}
		n = int32(len(b.g.caught))
		b.types[typ] = n
		b.g.caught = append(b.g.caught, typ)
	}
	return n
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
	for _, e := range g.succs {
		if last[e.To] != e.From+1 {
			last[e.To] = e.From + 1
			edges = append(edges, graph.Edge{From: e.From, To: e.To})
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
