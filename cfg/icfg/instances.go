package icfg

import (
	"strings"

	"talpa/cfg/callgraph"
	"talpa/dex"
)

// creations adds the edges from methods to the types that they instantiate or name, and to the
// components that they start. A name in a string counts if it is that of a class with a package:
// words without a dot stand everywhere.
func (b *codeBuilder) creations() {
	index := b.calls.Index
	for t := range callgraph.TypeID(b.types.Len()) {
		class := b.types.Class(t)
		if class == nil {
			continue
		}
		for _, u := range index.Allocs(class.Descriptor) {
			b.edge(Create, Node(u.Method), b.Type(t), u.PC)
		}
		for _, u := range index.ConstClasses(class.Descriptor) {
			if !b.onlyNamed(u) {
				b.namedByConstant(t, u)
			}
		}
		if name := class.JavaName(); strings.Contains(name, ".") {
			for _, u := range index.Strings(name) {
				b.named(t, u)
			}
		}
	}
}

// namedByConstant adds the edges for a class constant. A component that an intent in a field is for is started by
// those who read the field.
func (b *codeBuilder) namedByConstant(t callgraph.TypeID, u callgraph.Use) {
	c, ok := b.componentOf[t]
	if !ok {
		b.named(t, u)
		return
	}
	reads := b.keptIntent(u)
	if len(reads) == 0 {
		b.named(t, u)
		return
	}
	b.reflective(t)
	for _, read := range reads {
		b.edge(Open, Node(read.Method), b.Component(c), read.PC)
	}
}

// onlyNamed says that a class constant serves to get the class's name for people,
// as in log tags: the next instruction asks for it. The full name also serves to
// instantiate, unless the class itself, or one nested in it, asks.
func (b *codeBuilder) onlyNamed(u callgraph.Use) bool {
	code := b.calls.Method(u.Method).Code()
	in := code.At(u.PC)
	if in.Next() >= code.Units {
		return false
	}
	next := code.At(in.Next())
	if next.Op.Call() != dex.CallVirtual || next.N == 0 || next.Reg(0) != in.A() {
		return false
	}
	ref := code.File.MethodAt(next.Index)
	if ref.Class != "Ljava/lang/Class;" {
		return false
	}
	switch ref.Name {
	case "getSimpleName", "desiredAssertionStatus", "getPackage":
		return true
	case "getName", "getCanonicalName":
		asker, named := b.calls.Method(u.Method).Class.Descriptor, code.File.TypeAt(in.Index)
		return asker == named || strings.HasPrefix(asker, strings.TrimSuffix(named, ";")+"$")
	}
	return false
}

// fieldUses adds the edges from methods that read a field to the classes whose instances the field
// may hold, for fields of types with callbacks that someone must hand to the framework: listeners,
// tasks, handlers. Components, views and fragments are left out: they are no news to whoever holds
// one. The edge says that the holder may be what hands the object over, as in
// button.setOnClickListener(field).
func (b *codeBuilder) fieldUses() {
	index := b.calls.Index
	for t := range callgraph.TypeID(b.types.Len()) {
		class := b.types.Class(t)
		if class == nil {
			continue
		}
		for _, f := range class.Fields {
			ref := f.Ref()
			if f.Access.Has(dex.AccSynthetic) || !b.listeners.Handed(ref.Type) {
				continue
			}
			held := b.held(ref)
			if len(held) == 0 {
				continue
			}
			for _, u := range index.Reads(ref) {
				for _, h := range held {
					b.edge(Use, Node(u.Method), b.Type(h), u.PC)
				}
			}
		}
	}
}
