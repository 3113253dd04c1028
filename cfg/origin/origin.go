// Package origin finds where the values in a method's registers come from: a
// constant, a string, a new object, a parameter, a field, the result of a call.
//
// It is the classical reaching-definitions analysis, taken through copies and
// casts, so that "the argument of this call" becomes "the object made at this
// instruction". Sets of origins are small; one that grows beyond a handful
// becomes unknown. What other methods do with fields, arguments and results is
// not followed here.
package origin

import (
	"slices"

	"talpa/cfg"
	"talpa/dex"
)

// Kind is the kind of an origin.
type Kind uint8

// The kinds of origins.
const (
	Unknown Kind = iota
	Int          // an integer constant, or null as 0
	String       // a string constant
	Class        // a class constant
	New          // a new object
	Param        // a parameter
	Field        // read from an instance field
	Static       // read from a static field
	Result       // returned by a call
	Array        // a new array
	Other        // computed: see the instruction at PC
)

// Origin is one place that a value can come from.
type Origin struct {
	Kind Kind
	// PC is the position in code units of the instruction that made the value;
	// for Result, of the call. It has no meaning for Unknown and Param.
	PC uint32
	// Int is the constant of Int; for Param the number of the parameter's
	// register, 0 for the receiver of an instance method.
	Int int64
	// Text is the string of String, the type descriptor of Class, New and Array.
	Text string
	// Owner, Name and Desc name the field or method of Field, Static and Result.
	Owner, Name, Desc string
}

// limit is the size from which a set of origins counts as unknown.
const limit = 8

// maxCells bounds registers times blocks, and with it the memory of one method.
const maxCells = 2 << 20

// Analysis answers for one method. It is not safe for concurrent use.
type Analysis struct {
	Graph *cfg.Graph
	defs  []Origin // by number; 0 is Unknown
	sets  setTable
	in    [][]uint32 // by block: the set in each register at its start; nil if unreached
	byPC  map[uint32]int32
	// the state last asked for
	block int32
	next  int
	regs  []uint32
}

// Analyze computes the origins in a method. It returns nil for a graph too big
// to analyse.
func Analyze(g *cfg.Graph) *Analysis {
	regs := int(g.Code.Registers)
	if regs*len(g.Blocks) > maxCells {
		return nil
	}
	a := &Analysis{
		Graph: g, defs: []Origin{{}}, in: make([][]uint32, len(g.Blocks)), byPC: map[uint32]int32{}, block: -1,
	}
	a.sets.init()
	entry := make([]uint32, regs)
	first := regs - int(g.Code.Ins)
	for i := range int(g.Code.Ins) {
		if first+i >= 0 && first+i < regs {
			entry[first+i] = a.sets.single(a.define(Origin{Kind: Param, Int: int64(i)}))
		}
	}
	a.number()
	a.solve(entry)
	return a
}

func (a *Analysis) define(o Origin) int32 {
	a.defs = append(a.defs, o)
	return int32(len(a.defs) - 1)
}

// number gives every instruction that makes a value its origin.
func (a *Analysis) number() {
	file := a.Graph.Code.File
	for b := range a.Graph.Blocks {
		for i := range a.Graph.Blocks[b].Insns {
			in := &a.Graph.Blocks[b].Insns[i]
			o := Origin{PC: in.Off}
			switch {
			case in.Op >= dex.OpConst4 && in.Op <= dex.OpConstWideHigh16:
				o.Kind, o.Int = Int, in.Lit
			case in.Op == dex.OpConstString || in.Op == dex.OpConstStringJumbo:
				o.Kind, o.Text = String, file.StringAt(in.Index)
			case in.Op == dex.OpConstClass:
				o.Kind, o.Text = Class, file.TypeAt(in.Index)
			case in.Op == dex.OpNewInstance:
				o.Kind, o.Text = New, file.TypeAt(in.Index)
			case in.Op == dex.OpNewArray || in.Op == dex.OpFilledNewArray || in.Op == dex.OpFilledNewArrayRange:
				o.Kind, o.Text = Array, file.TypeAt(in.Index)
			case in.Op.ReadsField():
				f := file.FieldAt(in.Index)
				o.Kind, o.Owner, o.Name, o.Desc = Field, f.Class, f.Name, f.Type
				if in.Op >= dex.OpSget {
					o.Kind = Static
				}
			case in.Op.Ref() == dex.RefMethod && in.Op.Invokes():
				m := file.MethodAt(in.Index)
				o.Kind, o.Owner, o.Name, o.Desc = Result, m.Class, m.Name, m.Desc
			case in.Op.Invokes():
				o.Kind = Result
			default:
				if _, _, ok := in.Def(); !ok || copies(in.Op) || in.Op.TakesResult() {
					continue
				}
				o.Kind = Other
			}
			a.byPC[in.Off] = a.define(o)
		}
	}
}

// copies says that the instruction passes a value on unchanged.
func copies(op dex.Op) bool {
	return op >= dex.OpMove && op <= dex.OpMoveObject16 || op == dex.OpCheckCast
}

// solve iterates over the blocks until nothing changes.
func (a *Analysis) solve(entry []uint32) {
	a.in[0] = entry
	work := []int32{0}
	queued := make([]bool, len(a.in))
	queued[0] = true
	state := make([]uint32, len(entry))
	for len(work) > 0 {
		b := work[0]
		work = work[1:]
		queued[b] = false
		block := &a.Graph.Blocks[b]
		copy(state, a.in[b])
		var before []uint32 // at the last instruction: what handlers see
		var pending int32
		for i := range block.Insns {
			if i == len(block.Insns)-1 {
				before = slices.Clone(state)
			}
			pending = a.step(state, &block.Insns[i], a.pending(b, i, pending))
		}
		for _, e := range block.Succs {
			from := state
			if e.Kind == cfg.Catch {
				from = before
			}
			if a.meet(e.To, from) && !queued[e.To] {
				queued[e.To] = true
				work = append(work, e.To)
			}
		}
	}
}

// pending is the result that a move-result at instruction i of a block takes:
// of the instruction before it, which may end the block before.
func (a *Analysis) pending(block int32, i int, last int32) int32 {
	if i > 0 || !a.Graph.Blocks[block].Insns[0].Op.TakesResult() {
		return last
	}
	for _, e := range a.Graph.Blocks[block].Preds {
		if prev := a.Graph.Blocks[e.From].Last(); prev != nil && prev.Op.GivesResult() {
			return a.byPC[prev.Off]
		}
	}
	return 0
}

// step changes the state as the instruction does. pending is the origin of the
// result waiting to be moved; the new one is returned.
func (a *Analysis) step(state []uint32, in *dex.Insn, pending int32) int32 {
	def := a.byPC[in.Off]
	reg, wide, ok := in.Def()
	switch {
	case !ok || int(reg) >= len(state):
	case in.Op == dex.OpCheckCast:
	case copies(in.Op):
		state[reg] = state[in.B()]
	case in.Op.TakesResult():
		state[reg] = a.sets.single(pending)
	default:
		state[reg] = a.sets.single(def)
	}
	if ok && wide && int(reg)+1 < len(state) {
		state[reg+1] = top
	}
	if in.Op.GivesResult() {
		return def
	}
	return 0
}

// meet joins a state into a block's entry.
func (a *Analysis) meet(block int32, state []uint32) bool {
	old := a.in[block]
	if old == nil {
		a.in[block] = slices.Clone(state)
		return true
	}
	changed := false
	for r, set := range state {
		if joined := a.sets.union(old[r], set); joined != old[r] {
			old[r] = joined
			changed = true
		}
	}
	return changed
}

// At returns the origins of the value in a register before the instruction at
// position pc. An empty result means that control cannot get there.
func (a *Analysis) At(pc uint32, reg uint16) []Origin {
	block := a.Graph.BlockAt(pc)
	if block == nil || a.in[block.ID] == nil || int(reg) >= len(a.in[block.ID]) {
		return nil
	}
	a.seek(block, pc)
	ids := a.sets.elems[a.regs[reg]]
	out := make([]Origin, len(ids))
	for i, id := range ids {
		out[i] = a.defs[id]
	}
	return out
}

// seek makes a.regs the state before pc. Questions usually come in address
// order, so it goes on from where the last one ended if it can.
func (a *Analysis) seek(block *cfg.Block, pc uint32) {
	if a.block != block.ID || a.next > 0 && block.Insns[a.next-1].Off >= pc {
		a.block, a.next = block.ID, 0
		a.regs = append(a.regs[:0], a.in[block.ID]...)
	}
	for a.next < len(block.Insns) && block.Insns[a.next].Off < pc {
		var last int32
		if a.next > 0 {
			last = a.byPC[block.Insns[a.next-1].Off]
		}
		a.step(a.regs, &block.Insns[a.next], a.pending(block.ID, a.next, last))
		a.next++
	}
}

// Args returns the origins of argument i of the call at in, where 0 is the
// receiver of calls that have one. Wide arguments count once.
func (a *Analysis) Args(in *dex.Insn, i int) []Origin {
	reg, ok := ArgRegister(a.Graph.Code.File, in, i)
	if !ok {
		return nil
	}
	return a.At(in.Off, reg)
}

// ArgRegister returns the register of argument i of a call, where 0 is the
// receiver of calls that have one; a wide argument is in it and the next.
func ArgRegister(file *dex.File, in *dex.Insn, i int) (uint16, bool) {
	if in.Op.Ref() != dex.RefMethod || !in.Op.Invokes() || i < 0 {
		return 0, false
	}
	n := 0 // register operands before the argument
	if in.Op.Call() != dex.CallStatic {
		if i == 0 {
			return operand(in, 0)
		}
		i--
		n++
	}
	for _, p := range file.MethodAt(in.Index).Params() {
		if i == 0 {
			return operand(in, n)
		}
		i--
		n++
		if dex.IsWide(p) {
			n++
		}
	}
	return 0, false
}

func operand(in *dex.Insn, n int) (uint16, bool) {
	if n >= int(in.N) {
		return 0, false
	}
	if in.IsRange() {
		return in.Regs[0] + uint16(n), true
	}
	return in.Reg(n), true
}
