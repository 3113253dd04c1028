package asra

import (
	"slices"
	"strings"

	"talpa/cfg/callgraph"
	"talpa/cfg/origin"
	"talpa/dex"
)

// effect is what a piece of code reads and changes, as far as other code can
// see it. Fields are taken by name, whatever object they are in; stored state
// by its sort.
type effect struct {
	reads, writes map[string]bool
	// lasting says that something was done whose effect is not known, and what.
	// screen says the same of calls that change the screen they run on only.
	lasting, screen string
}

// effects holds the effects of single methods, once asked for.
type effects struct {
	a      *analysis
	known  map[callgraph.MethodID]*effect
	needed map[callgraph.MethodID]bool // methods whose reads are needed
}

// of is the effect of one method's own instructions.
func (x *effects) of(m callgraph.MethodID) *effect {
	e, ok := x.known[m]
	if !ok {
		e = x.part(m, func(uint32) bool { return true })
		x.known[m] = e
	}
	return e
}

// part is the effect of those of a method's instructions that runs accepts by
// their position.
func (x *effects) part(m callgraph.MethodID, runs func(pc uint32) bool) *effect {
	e := &effect{reads: map[string]bool{}, writes: map[string]bool{}}
	method := x.a.p.Calls.Method(m)
	code := method.Code()
	if code == nil {
		if method.Access.Has(dex.AccNative) {
			e.lasting = "native code"
		}
		return e
	}
	for in := range code.Insns() {
		switch {
		case !runs(in.Off):
		case in.Op.ReadsField():
			e.reads["field "+x.field(code, &in)] = true
		case in.Op.WritesField():
			if !x.fresh(m, &in, in.Op >= dex.OpSput) {
				e.writes["field "+x.field(code, &in)] = true
			}
		case in.Op >= dex.OpAput && in.Op <= dex.OpAputShort:
			x.arrayWrite(m, &in, e)
		case in.Op.Invokes():
			x.call(m, code, &in, e)
		}
	}
	return e
}

func (x *effects) field(code *dex.Code, in *dex.Insn) string {
	f := x.a.p.Calls.Index.Field(code.File.FieldAt(in.Index))
	return f.Class + f.Name
}

// fresh says that a write goes to an object that the method made itself, or is
// making: nobody else has it yet.
func (x *effects) fresh(m callgraph.MethodID, in *dex.Insn, static bool) bool {
	method := x.a.p.Calls.Method(m)
	if static {
		return method.IsClassInit()
	}
	if method.IsConstructor() && in.N > 1 && in.B() == method.Code().ThisReg() {
		return true
	}
	g := x.a.gatesOf(m)
	return g != nil && allNew(g.an.At(in.Off, in.B()))
}

// arrayWrite notes the change of an array: of one that a field holds as one of
// the field. Counters of coverage tools are nobody's business.
func (x *effects) arrayWrite(m callgraph.MethodID, in *dex.Insn, e *effect) {
	g := x.a.gatesOf(m)
	if g == nil {
		e.lasting = "an array"
		return
	}
	for _, o := range g.an.At(in.Off, in.B()) {
		switch {
		case o.Kind == origin.Field, o.Kind == origin.Static:
			f := x.a.p.Calls.Index.Field(dex.FieldRef{Class: o.Owner, Name: o.Name, Type: o.Desc})
			e.writes["field "+f.Class+f.Name] = true
		case o.Kind == origin.Array, o.Kind == origin.Result && strings.HasPrefix(o.Name, "$jacoco"):
		default:
			e.lasting = "an array"
		}
	}
}

func allNew(origins []origin.Origin) bool {
	return len(origins) > 0 && !slices.ContainsFunc(origins, func(o origin.Origin) bool {
		return o.Kind != origin.New && o.Kind != origin.Array
	})
}
