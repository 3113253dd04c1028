// Package kind answers of which kind the rows of a list are that are drawn by a layout without some view, and who makes
// an element of that kind. A kind is a number: what getItemViewType gives, or a field of the element.
package kind

import (
	"slices"

	"talpa/asra/appcode"
	"talpa/asra/guide"
	"talpa/asra/plan/achieve"
	"talpa/asra/plan/field"
	"talpa/asra/plan/variant"
	"talpa/cfg/callgraph"
	"talpa/cfg/icfg"
	"talpa/cfg/origin"
	"talpa/dex"
)

// maxDepth bounds the calls between where an element is made and who says of which kind.
const maxDepth = 4

// Conditions are what holds wherever control comes to a position in a method.
type Conditions func(m callgraph.MethodID, pc uint32) []guide.Condition

// WithoutView are the conditions on fields of elements under which a class of the family of an adapter inflates a
// layout that lacks a view, by its resource name, which another of its layouts has; none where each has it, or none.
func WithoutView(app *appcode.Reader, adapter callgraph.TypeID, view string, holds Conditions) []guide.Condition {
	var all []guide.Condition
	had := false
	for _, t := range app.Hierarchy.Family(adapter) {
		class := app.Hierarchy.Class(t)
		if class == nil {
			continue
		}
		for _, m := range class.Methods {
			id := app.Calls.ID(m)
			if id == callgraph.NoMethod {
				continue
			}
			for _, o := range inflated(app, id) {
				if variant.Has(app, uint32(o.Int), view) {
					had = true
					continue
				}
				for _, c := range holds(id, o.PC) {
					all = append(all, ofElement(app, m, c, holds)...)
				}
			}
		}
	}
	if !had {
		return nil
	}
	return all
}

// inflated are the layouts that a method inflates, as constants.
func inflated(app *appcode.Reader, m callgraph.MethodID) (all []origin.Origin) {
	an := app.OriginsOf(m)
	if an == nil {
		return nil
	}
	for in := range an.Graph.Code.Insns() {
		if !in.Op.Invokes() || in.Op.Ref() != dex.RefMethod || an.Graph.Code.File.MethodAt(in.Index).Name != "inflate" {
			continue
		}
		for i := range len(dex.Params(an.Graph.Code.File.MethodAt(in.Index).Desc)) {
			for _, o := range an.Args(&in, i+1) {
				if o.Kind == origin.Int && o.Int > 0xffffff && !slices.Contains(all, o) {
					all = append(all, o)
				}
			}
		}
	}
	return all
}

// ofElement are the conditions on fields that one in a method comes to: itself, or what getItemViewType has to give
// for the argument that it is about.
func ofElement(app *appcode.Reader, m *dex.Method, c guide.Condition, holds Conditions) []guide.Condition {
	if c.Subject.Kind == guide.SubjectField {
		return []guide.Condition{c}
	}
	if c.Subject.Kind != guide.SubjectArgument || m.Name != "onCreateViewHolder" {
		return nil
	}
	var all []guide.Condition
	for _, typed := range m.Class.Methods {
		an := (*origin.Analysis)(nil)
		if typed.Name == "getItemViewType" && typed.Desc == "(I)I" {
			an = app.OriginsOf(app.Calls.ID(typed))
		}
		if an == nil {
			continue
		}
		for in := range an.Graph.Code.Insns() {
			if in.Op != dex.OpReturn {
				continue
			}
			for _, o := range an.At(in.Off, in.A()) {
				all = append(all, given(app, typed, o, c, holds)...)
			}
		}
	}
	return all
}

// given are the conditions on fields under which a method gives a value that a condition allows.
func given(
	app *appcode.Reader, m *dex.Method, o origin.Origin, c guide.Condition, holds Conditions,
) (all []guide.Condition) {
	var refs []dex.FieldRef
	switch o.Kind {
	case origin.Int:
		if achieve.Allows(c, o.Int) {
			for _, of := range holds(app.Calls.ID(m), o.PC) {
				if of.Subject.Kind == guide.SubjectField {
					all = append(all, of)
				}
			}
		}
		return all
	case origin.Field:
		refs = []dex.FieldRef{o.FieldRef()}
	case origin.Result:
		refs = field.Returned(app, o)
	}
	for _, f := range refs {
		of := c
		of.Subject = guide.Subject{Kind: guide.SubjectField, Name: f.Name, Class: dex.JavaName(f.Class)}
		all = append(all, of)
	}
	return all
}

// Made are the places at which an object is made with a field that is a number which a condition allows: where its
// constructor, or who made it, writes a constant, or is given one.
func Made(app *appcode.Reader, f *dex.Field, c guide.Condition) []callgraph.Use {
	var all []callgraph.Use
	for _, w := range app.Calls.Index.Writes(f.Ref()) {
		if an := app.OriginsOf(w.Method); an != nil {
			put := an.Graph.Code.At(w.PC)
			if !makes(app.Calls.Method(w.Method), f, an.At(w.PC, put.B())) {
				continue
			}
			all = append(all, from(app, w, an.At(w.PC, put.A()), c, 0)...)
		}
	}
	return all
}

// makes says that a write is to a new object: of its constructor, or of the method that has just made it.
func makes(m *dex.Method, f *dex.Field, of []origin.Origin) bool {
	constructs := m.IsConstructor() && m.Class == f.Class
	return len(of) == 1 && (of[0].Kind == origin.New || constructs && of[0].Kind == origin.Param)
}

// from are the places at which a number that a condition allows is written, or is given to who writes it.
func from(app *appcode.Reader, u callgraph.Use, values []origin.Origin, c guide.Condition, depth int) []callgraph.Use {
	var all []callgraph.Use
	if depth > maxDepth {
		return nil
	}
	for _, o := range values {
		switch o.Kind {
		case origin.Int:
			if achieve.Allows(c, o.Int) {
				all = append(all, u)
			}
		case origin.Param:
			i, ok := origin.ParamIndex(app.Calls.Method(u.Method), int(o.Int))
			for e := range app.Preds(app.Method(u.Method)) {
				by := app.MethodAt(e.From)
				if !ok || e.Kind != icfg.Call || by == callgraph.NoMethod || app.OriginsOf(by) == nil {
					continue
				}
				an := app.OriginsOf(by)
				call := an.Graph.Code.At(e.PC)
				all = append(all, from(app, callgraph.Use{Method: by, PC: e.PC}, an.Args(&call, i), c, depth+1)...)
			}
		}
	}
	return all
}
