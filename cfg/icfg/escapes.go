package icfg

import (
	"slices"

	"talpa/cfg/callgraph"
	"talpa/cfg/origin"
	"talpa/dex"
)

// escapes adds the edges from methods that hand an object which they did not make, the receiver or
// a parameter, to whoever calls it back: setPositiveButton(…, this). The object was there before,
// and its type has its callbacks anyway; but it is the handing over that makes them run. Objects
// made in the method itself need no such edge: their making is one.
func (b *codeBuilder) escapes() {
	last, known := callgraph.NoMethod, map[uint16][]string(nil)
	calls := b.calls.Index.CallsTo(func(ref dex.MethodRef) bool { return b.listeners.Taken(ref.Desc) })
	for _, u := range calls {
		if callgraph.Platform(b.vendors[b.calls.Owner(u.Method)]) {
			continue
		}
		m := b.calls.Method(u.Method)
		in := m.Code().At(u.PC)
		if u.Method != last {
			last, known = u.Method, parameterTypes(m)
		}
		receivers := 1
		if in.Op.Call() == dex.CallStatic {
			receivers = 0
		}
		for i, p := range m.Class.File.MethodAt(in.Index).Params() {
			if reg, ok := origin.ArgRegister(m.Class.File, &in, receivers+i); ok && b.listeners.Handed(p) {
				b.escape(u.Method, &in, known[reg], p)
			}
		}
	}
}

// escape adds the edges to those callbacks of classes that they have by the type of a parameter. Of
// methods with one signature the most derived counts, which is the one that would run.
func (b *codeBuilder) escape(m callgraph.MethodID, in *dex.Insn, classes []string, param string) {
	for _, class := range classes {
		if !b.types.IsSubtype(class, param) {
			continue
		}
		seen := map[string]bool{}
		for t := b.types.ID(class); t != callgraph.NoType && b.types.Class(t) != nil; t = b.types.Super(t) {
			for _, method := range b.types.Class(t).Methods {
				to := b.calls.ID(method)
				called := b.callbacks.of(to)
				if to == m || called == nil || seen[method.Name+method.Desc] {
					continue
				}
				base := called.Base
				if base != "" && (b.types.IsSubtype(param, base) || b.types.IsSubtype(base, param)) {
					seen[method.Name+method.Desc] = true
					b.edge(Use, Node(m), Node(to), in.Off)
				}
			}
		}
	}
}

// parameterTypes are the static types of what a method's parameters hold, by register, copies
// included. Registers that are written again keep the types of what they held, which errs by too
// many edges; without a data-flow analysis this is cheap enough for every method that hands
// something over.
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
