// Package field answers what code does with fields: what it keeps in them and what it takes out.
package field

import (
	"slices"

	"talpa/asra/appcode"
	"talpa/cfg/callgraph"
	"talpa/cfg/origin"
	"talpa/dex"
)

// Of is a field of the app by the Java name of its class, or of one below; nil if the app does not have it.
// The nearest class that has one of that name is meant, as the runtime resolves names.
func Of(app *appcode.Reader, class, name string) *dex.Field {
	t := app.Hierarchy.ID(dex.Descriptor(class))
	if t == callgraph.NoType {
		return nil
	}
	for t := range app.Hierarchy.Supertypes(t) {
		c := app.Hierarchy.Class(t)
		if c == nil {
			continue
		}
		if i := slices.IndexFunc(c.Fields, func(f *dex.Field) bool { return f.Ref().Name == name }); i >= 0 {
			return c.Fields[i]
		}
	}
	return nil
}

// Passed says that a method can end without coming by a place in it.
// The field may then stay as it was, though its callback ran.
func Passed(app *appcode.Reader, u callgraph.Use) bool {
	an := app.OriginsOf(u.Method)
	return an != nil && !an.Graph.PostDominates(an.Graph.BlockAt(u.PC).ID, an.Graph.BlockAt(0).ID)
}

// WritesNull says that a write to a field can write null by itself.
// DEX has one constant for null and the number 0, and the field's type tells which is meant.
func WritesNull(app *appcode.Reader, w callgraph.Use) bool {
	an := app.OriginsOf(w.Method)
	if an == nil {
		return false
	}
	in := an.Graph.Code.At(w.PC)
	return slices.ContainsFunc(an.At(w.PC, in.A()), func(o origin.Origin) bool {
		return o.Kind == origin.Int && o.Int == 0
	})
}

// ReadFirst says that a method reads a field before it writes it, as one does that makes an object when it is first
// asked for it. Such a field fills itself again wherever it is wanted, so nothing is missing in a new object. Who
// uses what it has just put there reads it too, but later.
func ReadFirst(app *appcode.Reader, w callgraph.Use, f *dex.Field) bool {
	return slices.ContainsFunc(app.Calls.Index.Reads(f.Ref()), func(u callgraph.Use) bool {
		return u.Method == w.Method && u.PC < w.PC
	})
}

// HeldIn says that a value is what a field holds.
func HeldIn(o origin.Origin, f *dex.Field) bool {
	return (o.Kind == origin.Field || o.Kind == origin.Static) && o.FieldRef() == f.Ref()
}

// Returned are the fields that a method of the app returns the values of: a getter, or what compilers make for
// classes that read a private field of the class around them. None where it may return something else.
func Returned(app *appcode.Reader, result origin.Origin) (fields []dex.FieldRef) {
	m := app.Hierarchy.Set().Method(dex.MethodRef{Class: result.Owner, Name: result.Name, Desc: result.Desc})
	if m == nil {
		return nil
	}
	an := app.OriginsOf(app.Calls.ID(m))
	if an == nil {
		return nil
	}
	for in := range an.Graph.Code.Insns() {
		if in.Op != dex.OpReturnObject {
			continue
		}
		for _, o := range an.At(in.Off, in.A()) {
			if o.Kind != origin.Field && o.Kind != origin.Static {
				return nil
			}
			fields = append(fields, o.FieldRef())
		}
	}
	return fields
}
