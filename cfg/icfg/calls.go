package icfg

import (
	"talpa/cfg/callgraph"
	"talpa/dex"
)

// callEdges adds the edges between methods, and those from types to what is called on their
// instances. A call into a method that a library calls back is no edge where it goes through the
// library's type: who has the object registered decides then, by the edge from its type.
func (b *codeBuilder) callEdges() {
	targets := map[uint32]int{} // of the call at a position: initialisers of classes are none
	for id := range callgraph.MethodID(b.calls.Len()) {
		from := b.calls.Owner(id)
		clear(targets)
		for _, e := range b.calls.Out(id) {
			if e.Kind == callgraph.Call {
				targets[e.PC]++
			}
		}
		for _, e := range b.calls.Out(id) {
			if e.Kind == callgraph.Call && b.callbacks.called[e.To] && b.throughLibrary(from, e) {
				continue
			}
			b.edge(Call, Node(id), Node(e.To), e.PC)
			if e.Kind == callgraph.Call {
				b.list[len(b.list)-1].Among = among(targets[e.PC])
			}
		}
		if b.callbacks.called[id] {
			b.edge(CallbackEdge, b.Type(from), Node(id), 0)
		}
	}
	for t := range callgraph.TypeID(b.types.Len()) {
		if b.types.Class(t) == nil {
			continue
		}
		if super := b.types.Super(t); super != callgraph.NoType && b.types.Class(super) != nil {
			b.edge(Inherit, b.Type(t), b.Type(super), 0)
		}
		for _, name := range b.types.Class(t).Interfaces {
			if up := b.types.ID(name); up != callgraph.NoType && b.types.Class(up) != nil {
				b.edge(Inherit, b.Type(t), b.Type(up), 0)
			}
		}
	}
}

// throughLibrary says that code of one vendor calls a method of another one
// through a type that is not the other's: a library calls its user back.
func (b *codeBuilder) throughLibrary(from callgraph.TypeID, e callgraph.Edge) bool {
	to := b.vendors[b.calls.Owner(e.To)]
	if b.vendors[from] == to {
		return false
	}
	caller := b.calls.Method(e.From)
	in := caller.Code().At(e.PC)
	if in.Op.Ref() != dex.RefMethod {
		return false
	}
	return callgraph.Vendor(caller.Class.File.MethodAt(in.Index).Class) != to
}
