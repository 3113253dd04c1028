package icfg

import (
	"slices"

	"talpa/cfg/callgraph"
	"talpa/cfg/origin"
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
		var known map[uint16][]string
		for in := range code.Insns() {
			if !in.Op.Invokes() || in.Op.Ref() != dex.RefMethod {
				continue
			}
			receivers := 1
			if in.Op.Call() == dex.CallStatic {
				receivers = 0
			}
			for i, p := range code.File.MethodAt(in.Index).Params() {
				if p[0] != 'L' || !handed(p) || bulky(p) {
					continue
				}
				reg, ok := origin.ArgRegister(code.File, &in, receivers+i)
				if !ok {
					continue
				}
				if known == nil {
					known = parameterTypes(b.calls.Method(id))
				}
				b.handover(id, &in, known[reg], p)
			}
		}
	}
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

// parameterTypes are the static types of what a method's parameters hold, by register,
// copies included.
func parameterTypes(m *dex.Method) map[uint16][]string {
	types := map[uint16][]string{}
	code := m.Code()
	reg := code.ThisReg()
	if !m.IsStatic() {
		types[reg] = []string{m.Class.Descriptor}
		reg++
	}
	for _, typ := range dex.Params(m.Desc) {
		if typ[0] == 'L' {
			types[reg] = []string{typ}
		}
		reg++
		if dex.IsWide(typ) {
			reg++
		}
	}
	for in := range code.Insns() {
		if in.Op == dex.OpMoveObject || in.Op == dex.OpMoveObjectFrom16 || in.Op == dex.OpMoveObject16 {
			for _, typ := range types[in.B()] {
				if !slices.Contains(types[in.A()], typ) {
					types[in.A()] = append(types[in.A()], typ)
				}
			}
		}
	}
	return types
}
