package reach

import (
	"talpa/cfg"
	"talpa/cfg/callgraph"
)

// slice says of each block of a method whether it can decide that the method
// reaches the target, or with what: rules R1 to R5 and R8 walked backward over
// the branches of one method. It is the blocks from which control can get to a
// step onward; and, where the step is not a call but only makes something (an
// object, an intent) that is used later, those that control can get to from it.
// The other blocks, such as the cases of a switch that serve other widgets, are
// left to R17. nil means all of the method.
func (r *Result) slice(m callgraph.MethodID) []bool {
	if s, known := r.slices[m]; known {
		return s
	}
	s := r.findSlice(m)
	r.slices[m] = s
	return s
}

// findSlice is slice without the memory.
func (r *Result) findSlice(m callgraph.MethodID) []bool {
	an := r.app.OriginsOf(m)
	if an == nil {
		return nil
	}
	graph := an.Graph
	in := make([]bool, len(graph.Blocks))
	steps := r.TowardTarget(m)
	for _, s := range steps {
		b := graph.BlockAt(s.PC)
		if b == nil {
			return nil
		}
		markReachable(graph, in, b.ID, false)
		if !s.Calls(graph.Code) {
			markReachable(graph, in, b.ID, true)
		}
	}
	if len(steps) == 0 {
		return nil
	}
	return in
}

// markReachable marks the blocks before a block, or behind it.
func markReachable(g *cfg.Graph, in []bool, from int32, forward bool) {
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

// InSlice returns a function that says whether an instruction of a method is in
// its slice; nil if all are.
func (r *Result) InSlice(m callgraph.MethodID) func(pc uint32) bool {
	s := r.slice(m)
	if s == nil {
		return nil
	}
	graph := r.app.OriginsOf(m).Graph
	return func(pc uint32) bool {
		b := graph.BlockAt(pc)
		return b == nil || s[b.ID]
	}
}
