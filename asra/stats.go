package asra

import (
	"talpa/asra/guide"
	"talpa/cfg/callgraph"
	"talpa/cfg/icfg"
)

// stats counts each method once. What can be reached is counted twice, with the bodies of pruned
// callbacks and without: instructions that only the first count has are those that pruning takes off.
func (s *stages) stats() guide.Stats {
	calls := s.app.Calls
	out := guide.Stats{
		Classes: calls.Stats.Classes, Methods: calls.Stats.Methods,
		Instructions: calls.Stats.Insns, CallEdges: calls.Stats.Edges, Facts: s.relevance.Facts(),
		Fallback: s.relevance.Fallback(),
	}
	if out.Fallback == "" && s.reach.Routes.CutShort() {
		out.Fallback = "routes"
	}
	pruned := map[callgraph.MethodID]bool{}
	for _, cb := range s.callbacks {
		if s.relevance.Of(cb.Method).Verdict == guide.Irrelevant {
			out.CallbacksPruned++
			pruned[cb.Method] = true
		}
	}
	// The sum over methods, not over callbacks: what two callbacks share is counted once, and stays as
	// long as one of them is kept.
	before := s.reachable(nil)
	after := before
	if len(pruned) > 0 {
		after = s.reachable(pruned)
	}
	for id := range callgraph.MethodID(calls.Len()) {
		n := s.app.Method(id)
		if s.reach.Has(n) {
			out.RelevantMethods++
		}
		if !before[n] {
			continue
		}
		out.ReachableMethods++
		if code := calls.Method(id).Code(); code != nil && (!after[n] || pruned[id]) {
			for range code.Insns() {
				out.PrunedInstructions++
			}
		}
	}
	return out
}

// reachable marks the nodes that can be reached from what other apps and Android
// start: the launcher, exported components, providers, receivers, the application.
// The bodies of pruned methods do not count.
func (s *stages) reachable(pruned map[callgraph.MethodID]bool) []bool {
	seen := make([]bool, s.app.Len())
	var todo []icfg.Node
	add := func(n icfg.Node) {
		if !seen[n] {
			seen[n] = true
			todo = append(todo, n)
		}
	}
	for i := range s.app.Components {
		c := &s.app.Components[i]
		if c.Launcher || c.Exported || c.Kind != icfg.Activity && c.Kind != icfg.Service {
			add(s.app.Component(i))
		}
	}
	for len(todo) > 0 {
		n := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if kind, m := s.app.Kind(n); kind == icfg.MethodNode && pruned[callgraph.MethodID(m)] {
			continue
		}
		for e := range s.app.Succs(n) {
			add(e.To)
		}
	}
	return seen
}
