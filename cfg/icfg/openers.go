package icfg

import (
	"slices"

	"talpa/cfg/callgraph"
)

// Opening says that a callback, running under a component, can start another.
type Opening struct {
	Callback callgraph.MethodID
	To       int // index into Components
}

// Openings are the callbacks under a component from which another one can be started without a
// further callback in between, in order. The walk goes backwards from the start and ends at the
// first callback on each way: whatever runs it opens the component.
func (p *Program) Openings(c int) []Opening {
	var all []Opening
	// One array serves all walks: a node was met in this one if it has its stamp.
	seen := make([]int32, p.size)
	for i, d := range p.Components[c].Opens {
		stamp := int32(i) + 1
		todo := []Node{p.Component(d)}
		for len(todo) > 0 {
			n := todo[len(todo)-1]
			todo = todo[:len(todo)-1]
			for e := range p.Preds(n) {
				if (e.Kind == Open) != (n == p.Component(d)) || seen[e.From] == stamp || !p.Under(c, e.From) {
					continue
				}
				seen[e.From] = stamp
				if kind, m := p.Kind(e.From); kind == MethodNode && p.CallbackOf(callgraph.MethodID(m)) != nil {
					all = append(all, Opening{callgraph.MethodID(m), d})
					continue
				}
				todo = append(todo, e.From)
			}
		}
	}
	slices.SortFunc(all, func(a, b Opening) int {
		if a.Callback != b.Callback {
			return int(a.Callback - b.Callback)
		}
		return a.To - b.To
	})
	return all
}
