package icfg

import (
	"slices"
	"strings"

	"talpa/cfg/callgraph"
	"talpa/dex"
	"talpa/dex/apk"
)

// creations adds the edges from methods to the types that they instantiate or
// name, and to the components that they start.
func (b *builder) creations() {
	index := b.calls.Index
	for t := range callgraph.TypeID(b.types.Len()) {
		class := b.types.Class(t)
		if class == nil {
			continue
		}
		for _, u := range index.Allocs(class.Descriptor) {
			b.edge(Create, Node(u.Method), b.p.Type(t), u.PC)
		}
		for _, u := range index.ConstClasses(class.Descriptor) {
			if !b.onlyNamed(u) {
				b.named(t, u)
			}
		}
		if name := class.JavaName(); strings.Contains(name, ".") {
			for _, u := range index.Strings(name) {
				b.named(t, u)
			}
		}
	}
}

// named adds the edge for a class that a method names.
func (b *builder) named(t callgraph.TypeID, u callgraph.Use) {
	b.reflective(t)
	if c, ok := b.componentOf[t]; ok {
		b.edge(Open, Node(u.Method), b.p.Component(c), u.PC)
		return
	}
	b.edge(Create, Node(u.Method), b.p.Type(t), u.PC)
}

// reflective adds the edges to the constructors of a class that the framework, or
// reflection, instantiates: no call leads there.
func (b *builder) reflective(t callgraph.TypeID) {
	if b.reflected[t] {
		return
	}
	b.reflected[t] = true
	for _, m := range b.types.Class(t).Methods {
		if id := b.calls.ID(m); id != callgraph.NoMethod && (m.IsConstructor() || m.IsClassInit()) {
			b.edge(CallbackEdge, b.p.Type(t), Node(id), 0)
		}
	}
	for up := t; up != callgraph.NoType && b.types.Class(up) != nil; up = b.types.Super(up) {
		for _, m := range b.calls.InterfaceInits(up) {
			b.edge(CallbackEdge, b.p.Type(t), Node(m), 0)
		}
		if up == t {
			continue // its own is among the methods above
		}
		if m := b.types.Class(up).Method("<clinit>", "()V"); m != nil {
			b.edge(CallbackEdge, b.p.Type(t), Node(b.calls.ID(m)), 0)
		}
	}
}

// onlyNamed says that a class constant serves to get the class's name for people,
// as in log tags: the next instruction asks for it. The full name also serves to
// instantiate, unless the class itself, or one nested in it, asks.
func (b *builder) onlyNamed(u callgraph.Use) bool {
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

// fieldUses adds the edges from methods that read a field to the classes whose
// instances the field may hold, for fields of types with callbacks that someone
// must hand to the framework: listeners, tasks, handlers. Components, views and
// fragments are left out: they are no news to whoever holds one.
func (b *builder) fieldUses() {
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
					b.edge(Use, Node(u.Method), b.p.Type(h), u.PC)
				}
			}
		}
	}
}

// maxHeirs bounds the subclasses that a static field's type is followed to.
const maxHeirs = 16

// staticReads finds for each method the classes whose instances the static fields
// that it reads can hold: through them components share objects.
func (b *builder) staticReads() map[callgraph.MethodID][]callgraph.TypeID {
	reads := map[callgraph.MethodID][]callgraph.TypeID{}
	for t := range callgraph.TypeID(b.types.Len()) {
		class := b.types.Class(t)
		if class == nil {
			continue
		}
		for _, f := range class.Fields[:class.NumStatic] {
			ref := f.Ref()
			if ref.Type[0] != 'L' || ref.Type == class.Descriptor && class.Access.Has(dex.AccEnum) {
				continue // the initialiser that fills it makes the instances
			}
			held := b.held(ref)
			for _, h := range held {
				if heirs := b.heirs(h); len(heirs) <= maxHeirs {
					held = append(held, heirs...)
				}
			}
			if len(held) == 0 {
				continue
			}
			for _, u := range b.calls.Index.Reads(ref) {
				reads[u.Method] = append(reads[u.Method], held...)
			}
		}
	}
	return reads
}

// heirs are the classes of the app below one, as many as are of interest.
func (b *builder) heirs(t callgraph.TypeID) []callgraph.TypeID {
	var all []callgraph.TypeID
	for sub := range b.types.Subtypes(t) {
		if sub != t && b.types.Class(sub) != nil {
			if all = append(all, sub); len(all) > maxHeirs {
				break
			}
		}
	}
	return all
}

// held are the classes whose instances a field can hold: those that fit it and
// that a method writing it creates, and its own type.
func (b *builder) held(ref dex.FieldRef) []callgraph.TypeID {
	var held []callgraph.TypeID
	seen := map[callgraph.TypeID]bool{}
	add := func(t callgraph.TypeID) {
		if !seen[t] && b.types.Class(t) != nil && b.types.IsSubtype(b.types.Name(t), ref.Type) {
			seen[t] = true
			held = append(held, t)
		}
	}
	if t := b.types.ID(ref.Type); t != callgraph.NoType {
		add(t)
	}
	for _, u := range b.calls.Index.Writes(ref) {
		for _, t := range b.calls.Index.Created(u.Method) {
			add(t)
		}
	}
	return held
}

// actions adds the edges from methods that name an action to the components
// that the manifest lets it start. An action of the platform means the app's own
// activity only if that asks for data which the app itself defines.
func (b *builder) actions() {
	for i := range b.p.Components {
		c := &b.p.Components[i]
		for _, action := range c.Actions {
			if strings.HasPrefix(action, "android.intent.action.") && c.Kind == Activity && !c.own[action] {
				continue
			}
			for _, u := range b.calls.Index.Strings(action) {
				b.edge(Open, Node(u.Method), b.p.Component(i), u.PC)
			}
		}
	}
}

// ownData says that a filter asks for data of a kind that only this app has:
// types of a provider's rows, schemes that nobody else uses.
func ownData(f *apk.IntentFilter) bool {
	for _, d := range f.Data {
		if strings.Contains(d.MIMEType, "/vnd.") || strings.HasPrefix(d.MIMEType, "vnd.") {
			return true
		}
		switch d.Scheme {
		case "", "http", "https", "file", "content", "mailto", "tel", "geo", "sms", "smsto", "market", "ftp", "data":
		default:
			return true
		}
	}
	return false
}

// dialogs adds the edges from calls of Activity.showDialog to the methods that
// make the dialogs, in the class that calls and those above and below it. Where
// there are such calls, they stand in for the framework.
func (b *builder) dialogs() {
	const create = "onCreateDialog"
	makers := map[callgraph.MethodID]bool{}
	for _, desc := range []string{"(I)V", "(ILandroid/os/Bundle;)Z"} {
		for _, u := range b.calls.Index.Calls("showDialog", desc) {
			for _, t := range b.types.Family(b.types.Enclosing(b.calls.Owner(u.Method))) {
				for _, m := range b.types.Class(t).Methods {
					if id := b.calls.ID(m); m.Name == create && id != callgraph.NoMethod && b.called[id] {
						b.edge(Show, Node(u.Method), Node(id), u.PC)
						makers[id] = true
					}
				}
			}
		}
	}
	b.edges = slices.DeleteFunc(b.edges, func(e Edge) bool {
		return e.Kind == CallbackEdge && makers[callgraph.MethodID(e.To)]
	})
}

// answers adds the edges from methods that wait for an answer to those of the
// class around them, or of one above or below it, that take it. The order of the edges
// decides between explanations of equal length, so it is a fixed one: last class first.
func (b *builder) answers() {
	takers := map[string]string{
		"startActivityForResult": "onActivityResult", "startIntentSenderForResult": "onActivityResult",
		"startActivityFromFragment": "onActivityResult", "requestPermissions": "onRequestPermissionsResult",
	}
	calls := b.calls.Index.CallsTo(func(ref dex.MethodRef) bool { return takers[ref.Name] != "" })
	for _, u := range calls {
		owner := b.calls.Owner(u.Method)
		if callgraph.Platform(b.vendors[owner]) {
			continue
		}
		code := b.calls.Method(u.Method).Code()
		in := code.At(u.PC)
		taker := takers[code.File.MethodAt(in.Index).Name]
		for _, t := range slices.Backward(b.types.Family(b.types.Enclosing(owner))) {
			for _, m := range b.types.Class(t).Methods {
				if to := b.calls.ID(m); m.Name == taker && to != callgraph.NoMethod && b.called[to] {
					b.edge(Answer, Node(u.Method), Node(to), u.PC)
				}
			}
		}
	}
}
