package asra

import (
	"slices"

	"talpa/asra/appcode"
	"talpa/asra/attr"
	"talpa/asra/effect"
	"talpa/asra/guide"
	"talpa/cfg"
	"talpa/cfg/callgraph"
	"talpa/cfg/icfg"
	"talpa/cfg/origin"
	"talpa/dex"
	"talpa/specs"
)

// tested says of reads in a handler on the way which values matter (R3, R4): those
// with which control gets to a step onward. Who sets others only keeps the handler
// from leading on, and what it does then is looked at for itself (restOf).
//
// This holds for handlers of events alone: where one does not lead on because of
// a value that is not wanted, the user need not have caused the event. A read
// counts only if its value goes nowhere but into tests, and is read once before
// each step. The key is the position of the read; for others all values matter.
func (a *analysis) tested(cb *icfg.Callback) *wantedReads {
	m := a.p.Calls.Method(cb.Method)
	wanted := newWantedReads(cb.Method)
	g := a.gatesOf(cb.Method)
	if g == nil || !guide.Role(cb.Role).Prunable() || !handlesEvent(m) ||
		slices.Contains(a.chain, cb.Method) && !a.consistent() {
		return wanted
	}
	for e := range a.p.Calls.In(cb.Method) {
		if e.Kind == callgraph.Call {
			return wanted // not by an event alone
		}
	}
	for key, s := range g.keys {
		wanted.add(a, g, s, a.onwardValues(cb.Method, g, key), false)
	}
	return wanted
}

// onwardValues are the values of a subject with which control gets to a step onward.
func (a *analysis) onwardValues(m callgraph.MethodID, g *gates, key string) attr.Values {
	var all attr.Values
	for _, s := range a.onward(m) {
		if op := g.an.Graph.Code.At(s.pc).Op; !op.Invokes() || op.Ref() != dex.RefMethod || s.to == callgraph.NoMethod {
			return attr.All() // it makes something that what follows uses
		}
		all = all.Union(g.at(key, s.pc))
	}
	return all
}

// exact says that what is read has the values that are written: of attributes, that
// getter and setter speak of the same thing.
func (a *analysis) exact(g *gates, s subject) bool {
	in := g.an.Graph.Code.At(s.pc)
	if in.Op.ReadsField() {
		return true
	}
	if !in.Op.Invokes() || in.Op.Ref() != dex.RefMethod {
		return false
	}
	ref := g.an.Graph.Code.File.MethodAt(in.Index)
	row, ok := attr.Getter(ref.Class, ref.Name, a.p.Hierarchy.IsSubtype)
	return ok && effect.Valued(&row) && (ref.Return() == "Z") == (row.Kind == specs.KindBool)
}

// readTwice says that a subject is read elsewhere too, or can be read again before
// it is tested.
func (g *gates) readTwice(key string, pc uint32) bool {
	for _, other := range g.sources[key] {
		if other != pc {
			return true
		}
	}
	b := g.an.Graph.BlockAt(pc)
	return b == nil || onCycle(g.an.Graph, b.ID)
}

// onCycle says that control can come back to a block.
func onCycle(g *cfg.Graph, block int32) bool {
	flow := g.Flow()
	return flow.Reach(flow.Succs(block)...)[block]
}

// escapes says that the value read at pc may go elsewhere than into tests of the
// subject and, with returned, the result of the method.
func (g *gates) escapes(key string, pc uint32, returned bool) bool {
	graph := g.an.Graph
	var uses []uint16
	for b := range graph.Blocks {
		end := graph.Blocks[b].End
		for in := range graph.Insns(int32(b)) {
			if appcode.Copies(in.Op) || in.Next() == end && g.tests[b].key == key || returned && in.Op.Returns() {
				continue
			}
			uses = in.AppendUses(uses[:0])
			if slices.ContainsFunc(uses, func(reg uint16) bool { return comesFrom(g.an.At(in.Off, reg), pc) }) {
				return true
			}
		}
	}
	return false
}

func comesFrom(origins []origin.Origin, pc uint32) bool {
	return slices.ContainsFunc(origins, func(o origin.Origin) bool {
		return o.Kind == origin.Unknown || o.Kind != origin.Param && o.PC == pc
	})
}
