package icfg

import (
	"slices"

	"talpa/cfg/callgraph"
	"talpa/dex"
)

// handovers adds the edges from methods that hand an object which they did not make,
// the receiver or a parameter, to whoever calls it back: setPositiveButton(…, this).
// The object was there before, and its type has its callbacks anyway; but it is the
// handing over that makes them run.
func (b *builder) handovers() {
	handed, bulky := b.handed(), b.below(bulkyTypes...)
	for id := range callgraph.MethodID(b.calls.Len()) {
		code := b.calls.Method(id).Code()
		if code == nil || narrowVendor(b.vendors[b.calls.Owner(id)]) {
			continue
		}
		var known *parameters
		for in := range code.Insns() {
			if !in.Op.Invokes() || in.Op.Ref() != dex.RefMethod {
				continue
			}
			at := 1
			if in.Op.Call() == dex.CallStatic {
				at = 0
			}
			for _, p := range code.File.MethodAt(in.Index).Params() {
				if p[0] == 'L' && at < int(in.N) && handed(p) && !bulky(p) {
					if known == nil {
						known = parametersOf(b.calls.Method(id))
					}
					b.handover(id, &in, known.types(callRegister(&in, at)), p)
				}
				at++
				if dex.IsWide(p) {
					at++
				}
			}
		}
	}
}

func callRegister(in *dex.Insn, i int) uint16 {
	if in.IsRange() {
		return in.Regs[0] + uint16(i)
	}
	return in.Reg(i)
}

// handover adds the edges to those callbacks of classes that they have by the type
// of a parameter.
func (b *builder) handover(m callgraph.MethodID, in *dex.Insn, classes []string, param string) {
	for _, class := range classes {
		if !b.types.IsSubtype(class, param) {
			continue
		}
		seen := map[string]bool{}
		for t := b.types.ID(class); t != callgraph.NoType && b.types.Class(t) != nil; t = b.types.Super(t) {
			for _, method := range b.types.Class(t).Methods {
				to := b.calls.ID(method)
				index, known := b.p.callback[to]
				if to == m || !known || seen[method.Name+method.Desc] {
					continue
				}
				base := b.p.Callbacks[index].Base
				if base != "" && (b.types.IsSubtype(param, base) || b.types.IsSubtype(base, param)) {
					seen[method.Name+method.Desc] = true
					b.edge(Use, Node(m), Node(to), in.Off)
				}
			}
		}
	}
}

// parameters are the static types of what a method's parameters hold, by register,
// copies included.
type parameters struct {
	byRegister map[uint16][]string
}

func parametersOf(m *dex.Method) *parameters {
	p := &parameters{byRegister: map[uint16][]string{}}
	code := m.Code()
	reg := code.ThisReg()
	if !m.IsStatic() {
		p.byRegister[reg] = []string{m.Class.Descriptor}
		reg++
	}
	for _, typ := range dex.Params(m.Desc) {
		if typ[0] == 'L' {
			p.byRegister[reg] = []string{typ}
		}
		reg++
		if dex.IsWide(typ) {
			reg++
		}
	}
	for in := range code.Insns() {
		if in.Op == dex.OpMoveObject || in.Op == dex.OpMoveObjectFrom16 || in.Op == dex.OpMoveObject16 {
			for _, typ := range p.byRegister[in.B()] {
				if !slices.Contains(p.byRegister[in.A()], typ) {
					p.byRegister[in.A()] = append(p.byRegister[in.A()], typ)
				}
			}
		}
	}
	return p
}

func (p *parameters) types(reg uint16) []string { return p.byRegister[reg] }
