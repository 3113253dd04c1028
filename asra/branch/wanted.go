package branch

import (
	"slices"

	"talpa/asra/appcode"
	"talpa/asra/attr"
	"talpa/cfg"
	"talpa/cfg/callgraph"
	"talpa/cfg/origin"
	"talpa/dex"
	"talpa/specs"
)

// WantedReads say what matters of what a method reads: the values, by the position
// of the read, and what matters of what helpers read, by the position of the call.
// Of reads elsewhere all values matter.
type WantedReads struct {
	In     callgraph.MethodID
	Values map[uint32]attr.Values
	Asked  map[uint32]*WantedReads
}

// add notes what matters of a state that a method reads for its tests, or, with
// returned, for its result. It leaves out a read that is more than its tests: one that is
// read twice may have two values, and of one that escapes every value may matter to
// somebody. What is not noted counts in full, so leaving out errs by needing too much.
func (w *WantedReads) add(x *Table, g *Constraints, s Subject, v attr.Values, returned bool) {
	if v.IsAll() || !s.Read || g.readTwice(s.Key, s.PC) || g.escapes(s.Key, s.PC, returned) {
		return
	}
	if s.Helper == nil {
		if x.exact(g, s) {
			w.Values[s.PC] = v
		}
		return
	}
	if inner := x.wantedOf(s.Helper, v); inner != nil {
		w.Asked[s.PC] = inner
	}
}

// NewWantedReads says of a method that all values matter of all that it reads.
func NewWantedReads(in callgraph.MethodID) *WantedReads {
	return &WantedReads{In: in, Values: map[uint32]attr.Values{}, Asked: map[uint32]*WantedReads{}}
}

// wantedOf is what matters of what a helper reads if some of its results matter; nil
// if that is everything.
func (x *Table) wantedOf(h *Helper, results attr.Values) *WantedReads {
	w := NewWantedReads(h.In)
	for i := range h.Tells {
		t := &h.Tells[i]
		w.add(x, x.Of(h.In), t.S, t.Wanted(results), t.Same)
	}
	if len(w.Values)+len(w.Asked) == 0 {
		return nil
	}
	return w
}

// exact says that what is read has the values that are written: of attributes, that
// getter and setter speak of the same thing.
func (x *Table) exact(g *Constraints, s Subject) bool {
	in := g.Origins.Graph.Code.At(s.PC)
	if in.Op.ReadsField() {
		return true
	}
	if !in.Op.Invokes() || in.Op.Ref() != dex.RefMethod {
		return false
	}
	ref := g.Origins.Graph.Code.File.MethodAt(in.Index)
	row, ok := attr.Getter(ref.Class, ref.Name, x.app.Hierarchy.IsSubtype)
	return ok && attr.Valued(&row) && (ref.Return() == "Z") == (row.Kind == specs.KindBool)
}

// readTwice says that a subject is read elsewhere too, or can be read again before
// it is tested.
func (g *Constraints) readTwice(key string, pc uint32) bool {
	for _, other := range g.sources[key] {
		if other != pc {
			return true
		}
	}
	b := g.Origins.Graph.BlockAt(pc)
	return b == nil || onCycle(g.Origins.Graph, b.ID)
}

// onCycle says that control can come back to a block.
func onCycle(g *cfg.Graph, block int32) bool {
	flow := g.Flow()
	return flow.Reach(flow.Succs(block)...)[block]
}

// escapes says that the value read at pc may go elsewhere than into tests of the
// subject and, with returned, the result of the method.
func (g *Constraints) escapes(key string, pc uint32, returned bool) bool {
	graph := g.Origins.Graph
	var uses []uint16
	for b := range graph.Blocks {
		end := graph.Blocks[b].End
		for in := range graph.Insns(int32(b)) {
			if appcode.Copies(in.Op) || in.Next() == end && g.tests[b].key == key || returned && in.Op.Returns() {
				continue
			}
			uses = in.AppendUses(uses[:0])
			if slices.ContainsFunc(uses, func(reg uint16) bool { return comesFrom(g.Origins.At(in.Off, reg), pc) }) {
				return true
			}
		}
	}
	return false
}

// comesFrom says that one of some origins may be what the instruction at pc reads: what
// is not known may be.
func comesFrom(origins []origin.Origin, pc uint32) bool {
	return slices.ContainsFunc(origins, func(o origin.Origin) bool {
		return o.Kind == origin.Unknown || o.Kind != origin.Param && o.PC == pc
	})
}
