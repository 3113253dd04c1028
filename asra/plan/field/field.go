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

// Named are the fields with a name in a class, by its Java name.
// Obfuscated classes can have several of one name, which differ in their types only.
func Named(app *appcode.Reader, class, name string) []dex.FieldRef {
	var all []dex.FieldRef
	c := app.Hierarchy.Set().Class(dex.Descriptor(class))
	if c == nil {
		return nil
	}
	for i := range c.Fields {
		if f := c.Fields[i].Ref(); f.Name == name {
			all = append(all, f)
		}
	}
	return all
}

// FilledBy are the classes of callbacks with which control comes to a write of a field.
func FilledBy(app *appcode.Reader, f *dex.Field, callback func(name string) bool) []string {
	var all []string
	for _, w := range app.Calls.Index.Writes(f.Ref()) {
		for _, r := range app.Runners(w.Method) {
			by := app.Calls.Method(r)
			if callback(by.Name) && !slices.Contains(all, by.Class.Descriptor) {
				all = append(all, by.Class.Descriptor)
			}
		}
	}
	return all
}

// OfSingle says that a field is of a class whose one object a static field of the class holds, as singletons are made:
// it lives as long as the process.
func OfSingle(app *appcode.Reader, f *dex.Field) bool {
	return slices.ContainsFunc(f.Class.Fields, func(of *dex.Field) bool {
		return of.Access.Has(dex.AccStatic) && of.Ref().Type == f.Class.Descriptor
	})
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

// Nulling are the methods that may write null to a field: those that do, and those of which it is not known what they
// write. What a compiler makes for inner classes to write a private field by is what its callers write.
func Nulling(app *appcode.Reader, f *dex.Field) []callgraph.MethodID {
	var all []callgraph.MethodID
	maybeNull := func(o origin.Origin) bool { return !app.NeverNull(o) }
	add := func(m callgraph.MethodID, from []origin.Origin) {
		if !slices.Contains(all, m) && (len(from) == 0 || slices.ContainsFunc(from, maybeNull)) {
			all = append(all, m)
		}
	}
	for _, w := range app.Calls.Index.Writes(f.Ref()) {
		an := app.OriginsOf(w.Method)
		if an == nil {
			add(w.Method, nil)
			continue
		}
		in := an.Graph.Code.At(w.PC)
		from := an.At(w.PC, in.A())
		index, accessor := accessed(app.Calls.Method(w.Method), from)
		if !accessor {
			add(w.Method, from)
			continue
		}
		for e := range app.Calls.In(w.Method) {
			if an := app.OriginsOf(e.From); e.Kind == callgraph.Call && an != nil {
				call := an.Graph.Code.At(e.PC)
				add(e.From, an.Args(&call, index))
			}
		}
	}
	return all
}

// accessed is the number of the argument that a method of a compiler's own writes; false for other methods.
func accessed(m *dex.Method, from []origin.Origin) (int, bool) {
	if !m.Access.Has(dex.AccSynthetic) || !m.IsStatic() || len(from) != 1 || from[0].Kind != origin.Param {
		return 0, false
	}
	return origin.ParamIndex(m, int(from[0].Int))
}

// ReadFirst says that a method reads a field before it writes it, as one does that makes an object when it is first
// asked for it. Such a field fills itself again wherever it is wanted, so nothing is missing in a new object. Who
// uses what it has just put there reads it too, but later.
func ReadFirst(app *appcode.Reader, w callgraph.Use, f *dex.Field) bool {
	return slices.ContainsFunc(app.Calls.Index.Reads(f.Ref()), func(u callgraph.Use) bool {
		return u.Method == w.Method && u.PC < w.PC
	})
}

// HeldIn says that a value is what a field holds, or what a getter of it gives.
func HeldIn(app *appcode.Reader, o origin.Origin, f *dex.Field) bool {
	switch o.Kind {
	case origin.Field, origin.Static:
		return o.FieldRef() == f.Ref()
	case origin.Result:
		return slices.Contains(Returned(app, o), f.Ref())
	}
	return false
}

// Readers are the methods that read a field, and those that call one which only returns it.
func Readers(app *appcode.Reader, f *dex.Field) map[callgraph.MethodID]bool {
	all := map[callgraph.MethodID]bool{}
	for _, u := range app.Calls.Index.Reads(f.Ref()) {
		all[u.Method] = true
		if len(returned(app, u.Method)) == 0 {
			continue
		}
		for e := range app.Calls.In(u.Method) {
			all[e.From] = true
		}
	}
	return all
}

// Returned are the fields that a method of the app returns the values of: a getter, or what compilers make for
// classes that read a private field of the class around them. None where it may return something else.
func Returned(app *appcode.Reader, result origin.Origin) (fields []dex.FieldRef) {
	m := app.Hierarchy.Set().Method(dex.MethodRef{Class: result.Owner, Name: result.Name, Desc: result.Desc})
	if m == nil {
		return nil
	}
	return returned(app, app.Calls.ID(m))
}

// returned are the fields that a method returns the values of; none where it may return something else.
func returned(app *appcode.Reader, m callgraph.MethodID) (fields []dex.FieldRef) {
	an := app.OriginsOf(m)
	if an == nil {
		return nil
	}
	for _, values := range an.Returns() {
		for _, o := range values {
			if o.Kind != origin.Field && o.Kind != origin.Static {
				return nil
			}
			fields = append(fields, o.FieldRef())
		}
	}
	return fields
}
