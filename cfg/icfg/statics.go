package icfg

import (
	"talpa/cfg/callgraph"
	"talpa/dex"
)

// maxSubclasses bounds the subclasses that a static field's type is followed to.
const maxSubclasses = 16

// staticReads finds for each method the classes whose instances the static fields that it reads can
// hold: through them components share objects. Fields of the platform's classes are left out, since
// nothing is known of who fills them.
func (b *app) staticReads() map[callgraph.MethodID][]callgraph.TypeID {
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
				if below := b.appSubclasses(h); len(below) <= maxSubclasses {
					held = append(held, below...)
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

// appSubclasses are the classes of the app below one, as many as are of interest.
// One more than the bound is returned where there are too many: the caller then takes none, as a type that
// half of the app is below tells nothing.
func (b *app) appSubclasses(t callgraph.TypeID) []callgraph.TypeID {
	var all []callgraph.TypeID
	for sub := range b.types.Subtypes(t) {
		if sub != t && b.types.Class(sub) != nil {
			if all = append(all, sub); len(all) > maxSubclasses {
				break
			}
		}
	}
	return all
}

// held are the classes whose instances a field can hold: those that fit it and that a method
// writing it creates, and its own type. What a writing method makes for other fields of the type is
// among them; what it gets from elsewhere is not, and stands in the field's own type.
func (b *app) held(ref dex.FieldRef) []callgraph.TypeID {
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
