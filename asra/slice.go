package asra

import (
	"talpa/cfg"
	"talpa/cfg/callgraph"
	"talpa/dex"
)

// slice says of each block of a method whether it can decide that the method
// leads on to the target, or with what: rules R1 to R5 and R8 walked backward over
// the branches of one method. It is the blocks from which control can get to a
// step onward; and, where the step is not a call but only makes something (an
// object, an intent) that is used later, those that control can get to from it.
// The other blocks, such as the arms of a switch that serve other widgets, are
// left to R17. nil means all of the method.
func (a *analysis) slice(m callgraph.MethodID) []bool {
	if s, known := a.slices[m]; known {
		return s
	}
	s := a.findSlice(m)
	a.slices[m] = s
	return s
}

func (a *analysis) findSlice(m callgraph.MethodID) []bool {
	an := a.originsOf(m)
	if an == nil {
		return nil
	}
	graph := an.Graph
	in := make([]bool, len(graph.Blocks))
	steps := a.onward(m)
	for _, s := range steps {
		b := graph.BlockAt(s.pc)
		if b == nil {
			return nil
		}
		spread(graph, in, b.ID, false)
		if op := graph.Code.At(s.pc).Op; !op.Invokes() || op.Ref() != dex.RefMethod || s.to == callgraph.NoMethod {
			spread(graph, in, b.ID, true)
		}
	}
	if len(steps) == 0 {
		return nil
	}
	return in
}

// spread marks the blocks before a block, or behind it.
func spread(g *cfg.Graph, in []bool, from int32, forward bool) {
	seen := make([]bool, len(g.Blocks))
	seen[from] = true
	for todo := []int32{from}; len(todo) > 0; {
		b := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		in[b] = true
		next := g.Preds(b)
		if forward {
			next = nil
			for _, e := range g.Succs(b) {
				next = append(next, e.To)
			}
		}
		for _, n := range next {
			if !seen[n] {
				seen[n] = true
				todo = append(todo, n)
			}
		}
	}
}

// inSlice returns a function that says whether an instruction of a method is in
// its slice; nil if all are.
func (a *analysis) inSlice(m callgraph.MethodID) func(pc uint32) bool {
	s := a.slice(m)
	if s == nil {
		return nil
	}
	graph := a.originsOf(m).Graph
	return func(pc uint32) bool {
		b := graph.BlockAt(pc)
		return b == nil || s[b.ID]
	}
}
