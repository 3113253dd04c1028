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
	"iter"
	"math"
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

// FieldRef is the field that a Field or Static was read from.
func (o *Origin) FieldRef() dex.FieldRef {
	return dex.FieldRef{Class: o.Owner, Name: o.Name, Type: o.Desc}
}

// limit is the size from which a set of origins counts as unknown.
const limit = 8

// maxCells bounds registers times blocks, and with it the memory of one method.
const maxCells = 2 << 20

// Analysis answers for one method. It is not safe for concurrent use; Fork gives
// another goroutine its own.
//
// Many of them are kept at once, so that they hold what cannot be had from the code again: where
// values are made, and which sets of them reach each block. An origin is a number here: 0 is
// Unknown, then come the parameters, then the instructions that make a value, in address order. The
// state is as of the Dalvik register machine, types left out: verified code never reads a register
// as another type than it was written with (ART's verifier), and for other code the answer is of no
// account.
type Analysis struct {
	Graph *cfg.Graph
	// constants tells the fields that stand for numbers; nil knows none.
	constants *Constants
	params    int32
	made      []uint32 // positions of the instructions that make a value
	sets      setTable
	in        []uint32 // by block, then register: the set at the block's start
	narrow    []uint16 // in, once all sets are known to have small handles; in is nil then
	reached   []bool   // by block
	// the state last asked for: block, the position of its next instruction, and what
	// the one before may have left for a move-result
	block   int32
	next    uint32
	pending int32
	regs    []uint32
}

// Fork returns an analysis of the same method that shares what it knows. It is cheap: one state of
// the registers.
func (a *Analysis) Fork() *Analysis {
	fork := *a
	fork.regs, fork.block = make([]uint32, len(a.regs)), -1
	return &fork
}

// Analyze computes the origins in a method. It returns nil for a graph too big to analyse. Time and
// memory are bounded by maxCells times limit: each of the cells climbs a lattice of that height.
func Analyze(g *cfg.Graph) *Analysis {
	regs := int(g.Code.Registers)
	if regs*len(g.Blocks) > maxCells {
		return nil
	}
	a := &Analysis{
		Graph: g, params: int32(g.Code.Ins), in: make([]uint32, regs*len(g.Blocks)), reached: make([]bool, len(g.Blocks)),
		regs: make([]uint32, regs), block: -1,
	}
	code := a.abstract()
	a.sets.singles = uint32(a.params) + uint32(len(a.made)) + 1
	entry := a.at(0)
	first := regs - int(g.Code.Ins)
	for i := range int(g.Code.Ins) {
		if first+i >= 0 && first+i < regs {
			entry[first+i] = a.sets.single(int32(i) + 1)
		}
	}
	a.solve(code)
	a.sets.close()
	a.pack()
	return a
}

// pack halves the room of what most methods keep.
func (a *Analysis) pack() {
	if int(a.sets.singles)+len(a.sets.larger) > math.MaxUint16 {
		return
	}
	a.narrow = make([]uint16, len(a.in))
	for i, set := range a.in {
		a.narrow[i] = uint16(set)
	}
	a.in = nil
}

// load makes a.regs the state at the start of a block, once all is solved.
func (a *Analysis) load(block int32) {
	if a.in != nil {
		copy(a.regs, a.at(block))
		return
	}
	for i, set := range a.narrow[int(block)*len(a.regs) : (int(block)+1)*len(a.regs)] {
		a.regs[i] = uint32(set)
	}
}

// effect is what an instruction does to one register.
type effect struct {
	reg   uint16
	wide  bool // the register behind it becomes unknown
	moves bool // it takes over what is in register from, else the value with a number
	from  uint16
	value int32
}

// abstraction is a method as its effects: what a block does to the registers, and
// how much of that an exception of its last instruction keeps from happening.
type abstraction struct {
	effects []effect
	blocks  []span
}

type span struct{ start, last, end int32 }

// abstract notes where values are made, and gives what solve repeats. An instruction that can throw
// is the last of its block (package cfg cuts there), so that handlers see the state before it: its
// register is not written when it throws.
func (a *Analysis) abstract() *abstraction {
	out := &abstraction{blocks: make([]span, len(a.Graph.Blocks))}
	for b := range a.Graph.Blocks {
		s := span{start: int32(len(out.effects))}
		pending := int32(0)
		for in := range a.Graph.Insns(int32(b)) {
			def := int32(0)
			if makes(&in) {
				a.made = append(a.made, in.Off)
				def = a.params + int32(len(a.made))
			}
			s.last = int32(len(out.effects))
			if e, ok := effectOf(&in, def, pending); ok && int(e.reg) < len(a.regs) {
				out.effects = append(out.effects, e)
			}
			if pending = 0; in.Op.GivesResult() {
				pending = def
			}
		}
		s.end = int32(len(out.effects))
		out.blocks[b] = s
	}
	a.made = slices.Clip(a.made)
	for b, s := range out.blocks {
		if v := a.left(int32(b)); v != 0 && s.start < s.end {
			out.effects[s.start].value = v // of the move-result that the block starts with
		}
	}
	return out
}

// effectOf says what an instruction that makes the value def does, where pending is
// the result that waits to be moved; ok is false if it changes no register.
func effectOf(in *dex.Insn, def, pending int32) (e effect, ok bool) {
	reg, wide, ok := in.Def()
	if !ok || in.Op == dex.OpCheckCast {
		return effect{}, false
	}
	e = effect{reg: reg, wide: wide, value: def}
	switch {
	case copies(in.Op):
		e.moves, e.from = true, in.B()
	case in.Op.TakesResult():
		e.value = pending
	}
	return e, true
}

// apply changes the state as an instruction does.
func (a *Analysis) apply(state []uint32, e *effect) {
	switch {
	case e.moves:
		state[e.reg] = state[e.from]
	default:
		state[e.reg] = a.sets.single(e.value)
	}
	if e.wide && int(e.reg)+1 < len(state) {
		state[e.reg+1] = top
	}
}

// at is the state at the start of a block.
func (a *Analysis) at(block int32) []uint32 {
	n := int32(len(a.regs))
	return a.in[block*n : (block+1)*n : (block+1)*n]
}

// makes says that an instruction makes a value.
func makes(in *dex.Insn) bool {
	if in.Op.Invokes() || in.Op == dex.OpFilledNewArray || in.Op == dex.OpFilledNewArrayRange {
		return true
	}
	_, _, ok := in.Def()
	return ok && !copies(in.Op) && !in.Op.TakesResult()
}

// number is that of the value which the instruction at pc makes, 0 if it makes
// none.
func (a *Analysis) number(pc uint32) int32 {
	if i, ok := slices.BinarySearch(a.made, pc); ok {
		return a.params + 1 + int32(i)
	}
	return 0
}

// origin is the origin with a number.
func (a *Analysis) origin(number int32) Origin {
	switch i := number - a.params - 1; {
	case number == 0:
		return Origin{}
	case i < 0:
		return Origin{Kind: Param, Int: int64(number - 1)}
	default:
		in := a.Graph.Code.At(a.made[i])
		o := originOf(a.Graph.Code.File, &in)
		if o.Kind == Static {
			if value, ok := a.constants.of(o.Owner, o.Name, o.Desc); ok {
				return Origin{Kind: Int, PC: o.PC, Int: value}
			}
		}
		return o
	}
}

// originOf describes the value that an instruction makes.
func originOf(file *dex.File, in *dex.Insn) Origin {
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
		o.Kind = Other
	}
	return o
}

// copies says that the instruction passes a value on unchanged.
func copies(op dex.Op) bool {
	return op >= dex.OpMove && op <= dex.OpMoveObject16 || op == dex.OpCheckCast
}

// solve iterates over the blocks until nothing changes. The order of the work list does not show in
// the result, which is the least fixpoint; the first-in-first-out one keeps the rounds few.
func (a *Analysis) solve(code *abstraction) {
	a.reached[0] = true
	work := []int32{0}
	queued := make([]bool, len(a.reached))
	queued[0] = true
	state := make([]uint32, len(a.regs))
	before := make([]uint32, len(a.regs)) // at the last instruction: what handlers see
	for len(work) > 0 {
		b := work[0]
		work = work[1:]
		queued[b] = false
		copy(state, a.at(b))
		s := code.blocks[b]
		for i := s.start; i < s.last; i++ {
			a.apply(state, &code.effects[i])
		}
		copy(before, state)
		for i := s.last; i < s.end; i++ {
			a.apply(state, &code.effects[i])
		}
		for _, e := range a.Graph.Succs(b) {
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

// left is the result that a move-result at the start of a block takes: of the
// instruction that ends the block before.
func (a *Analysis) left(block int32) int32 {
	b := &a.Graph.Blocks[block]
	if b.Start == b.End || !a.Graph.Code.OpAt(b.Start).TakesResult() {
		return 0
	}
	for _, from := range a.Graph.Preds(block) {
		if prev, ok := a.Graph.Last(from); ok && prev.Op.GivesResult() {
			return a.number(prev.Off)
		}
	}
	return 0
}

// meet joins a state into a block's entry. It says whether the entry grew, and with it whether the
// block is to be looked at again.
func (a *Analysis) meet(block int32, state []uint32) bool {
	old := a.at(block)
	if !a.reached[block] {
		a.reached[block] = true
		copy(old, state)
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

// At returns the origins of the value in a register before the instruction at position pc. An empty
// result means that control cannot get there. Origins come in the order of their numbers:
// parameters first, then by place in the code.
func (a *Analysis) At(pc uint32, reg uint16) []Origin {
	block := a.Graph.BlockAt(pc)
	if block == nil || !a.reached[block.ID] || int(reg) >= len(a.regs) {
		return nil
	}
	a.seek(block, pc)
	var room [limit]int32
	numbers := a.sets.appendTo(room[:0], a.regs[reg])
	out := make([]Origin, len(numbers))
	for i, n := range numbers {
		out[i] = a.origin(n)
	}
	return out
}

// Returns are the instructions by which the method returns a value, in order of the code, with what the value can be.
func (a *Analysis) Returns() iter.Seq2[dex.Insn, []Origin] {
	return func(yield func(dex.Insn, []Origin) bool) {
		for in := range a.Graph.Code.Insns() {
			if in.Op != dex.OpReturnObject && in.Op != dex.OpReturn && in.Op != dex.OpReturnWide {
				continue
			}
			if !yield(in, a.At(in.Off, in.A())) {
				return
			}
		}
	}
}

// seek makes a.regs the state before pc. Questions usually come in address order, so it goes on
// from where the last one ended if it can. The effects are worked out again: to keep them would
// take more room than all sets together.
func (a *Analysis) seek(block *cfg.Block, pc uint32) {
	if a.block != block.ID || a.next > pc {
		a.block, a.next, a.pending = block.ID, block.Start, a.left(block.ID)
		a.load(block.ID)
	}
	if a.next >= pc {
		return
	}
	for in := range a.Graph.Code.InsnsIn(a.next, pc) {
		def := int32(0)
		if makes(&in) {
			def = a.number(in.Off)
		}
		if e, ok := effectOf(&in, def, a.pending); ok && int(e.reg) < len(a.regs) {
			a.apply(a.regs, &e)
		}
		if a.pending = 0; in.Op.GivesResult() {
			a.pending = def
		}
		a.next = in.Next()
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
// False is for calls whose registers do not fit their descriptor, which only broken files have.
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

// ParamIndex returns which argument of a call of m a parameter register holds,
// with the numbers of ArgRegister; reg counts from the first parameter register,
// and is the first of the two of a wide one.
func ParamIndex(m *dex.Method, reg int) (int, bool) {
	at, index := 0, 0
	if !m.IsStatic() {
		if reg == 0 {
			return 0, true
		}
		at, index = 1, 1
	}
	for _, p := range dex.Params(m.Desc) {
		if at == reg {
			return index, true
		}
		at++
		if dex.IsWide(p) {
			at++
		}
		index++
	}
	return 0, false
}

func operand(in *dex.Insn, n int) (uint16, bool) {
	if n >= int(in.N) {
		return 0, false
	}
	return in.Reg(n), true
}
