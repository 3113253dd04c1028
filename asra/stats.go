package asra

import (
	"talpa/asra/guide"
	"talpa/cfg/callgraph"
	"talpa/cfg/icfg"
)

// stats counts each method once.
func (a *analysis) stats() {
	s := &a.g.Stats
	s.Classes, s.Methods = a.p.Calls.Stats.Classes, a.p.Calls.Stats.Methods
	s.Instructions, s.CallEdges = a.p.Calls.Stats.Insns, a.p.Calls.Stats.Edges
	pruned := map[callgraph.MethodID]bool{}
	for i := range a.g.Callbacks {
		if cb := &a.g.Callbacks[i]; cb.Verdict == guide.Irrelevant {
			s.CallbacksPruned++
			pruned[a.methods[cb.Method]] = true
		}
	}
	before := a.reachable(nil)
	after := before
	if len(pruned) > 0 {
		after = a.reachable(pruned)
	}
	for id := range callgraph.MethodID(a.p.Calls.Len()) {
		if a.way.has(a.p.Method(id)) {
			s.RelevantMethods++
		}
		n := a.p.Method(id)
		if !before[n] {
			continue
		}
		s.ReachableMethods++
		if code := a.p.Calls.Method(id).Code(); code != nil && (!after[n] || pruned[id]) {
			for range code.Insns() {
				s.PrunedInstructions++
			}
		}
	}
}

// reachable marks the nodes that can be reached from what other apps and Android
// start: the launcher, exported components, providers, receivers, the application.
// The bodies of pruned methods do not count.
func (a *analysis) reachable(pruned map[callgraph.MethodID]bool) []bool {
	seen := make([]bool, a.p.Len())
	var todo []icfg.Node
	add := func(n icfg.Node) {
		if !seen[n] {
			seen[n] = true
			todo = append(todo, n)
		}
	}
	for i := range a.p.Components {
		c := &a.p.Components[i]
		if c.Launcher || c.Exported || c.Kind != icfg.Activity && c.Kind != icfg.Service {
			add(a.p.Component(i))
		}
	}
	for len(todo) > 0 {
		n := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if kind, m := a.p.Kind(n); kind == icfg.MethodNode && pruned[callgraph.MethodID(m)] {
			continue
		}
		for e := range a.p.Succs(n) {
			add(e.To)
		}
	}
	return seen
}
