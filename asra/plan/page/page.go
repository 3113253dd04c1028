// Package page answers with which number code shows one of its fragments: the row of a drawer, the tab, the page of a
// pager. Fragments are kept in arrays and lists, or made by a switch over the number.
//
// It does not know what a user does for a number.
package page

import (
	"maps"
	"slices"

	"talpa/asra/appcode"
	"talpa/asra/plan/field"
	"talpa/cfg/callgraph"
	"talpa/cfg/origin"
	"talpa/dex"
	"talpa/specs"
)

// Choice is a place in the code that shows a fragment.
type Choice struct {
	callgraph.Use
	// Number is the number for which the callback shows it, which Method is then; -1 says that whatever comes to the
	// place shows it.
	Number int
}

// Numbers are the values with which control comes to a position in a method, of a parameter by its register; none
// where they are many, or not tested.
type Numbers func(m callgraph.MethodID, register int64, pc uint32) []int

const (
	// maxDepth bounds the calls and fields between a number and what uses it.
	maxDepth = 4
	// maxClasses bounds the classes between a fragment and what listens in it.
	maxClasses = 3
)

// search looks for the choices of one fragment.
type search struct {
	app     *appcode.Reader
	numbers Numbers
	found   []Choice
}

// Fragment is the descriptor of the fragment that a class is part of: itself, the one around it, or the only class
// that makes it; "" if there is none.
func Fragment(app *appcode.Reader, class *dex.Class) string {
	h := app.Hierarchy
	t := h.ID(class.Descriptor)
	for range maxClasses {
		if t == callgraph.NoType {
			return ""
		}
		if slices.ContainsFunc(specs.Fragments(), func(f string) bool { return h.IsSubtype(h.Name(t), f) }) {
			return h.Name(t)
		}
		if outer := h.Enclosing(t); outer != t {
			t = outer
			continue
		}
		t = onlyMaker(app, h.Name(t))
	}
	return ""
}

// onlyMaker is the class that alone makes objects of a class; NoType if none does, or several do.
func onlyMaker(app *appcode.Reader, class string) callgraph.TypeID {
	only := callgraph.NoType
	for _, u := range app.Calls.Index.Allocs(class) {
		maker := app.Calls.Owner(u.Method)
		if only != callgraph.NoType && only != maker {
			return callgraph.NoType
		}
		only = maker
	}
	return only
}

// Of are the choices of a fragment, by its descriptor.
func Of(app *appcode.Reader, fragment string, numbers Numbers) []Choice {
	s := &search{app: app, numbers: numbers}
	for _, u := range app.Calls.Index.Allocs(fragment) {
		s.made(u, 0)
	}
	return s.found
}

// add notes a choice, once.
func (s *search) add(c Choice) {
	if !slices.Contains(s.found, c) {
		s.found = append(s.found, c)
	}
}

// made follows an object from where it is made, or is the result of a call: by a switch, into a collection, out of a
// method that only makes it.
func (s *search) made(u callgraph.Use, depth int) {
	an := s.app.OriginsOf(u.Method)
	if an == nil || depth > maxDepth {
		return
	}
	m := s.app.Calls.Method(u.Method)
	if s.tested(m, u) {
		return
	}
	is := func(o origin.Origin) bool { return o.PC == u.PC && (o.Kind == origin.New || o.Kind == origin.Result) }
	for in := range an.Graph.Code.Insns() {
		switch {
		case in.Op == dex.OpAputObject && slices.ContainsFunc(an.At(in.Off, in.A()), is):
			if k, ok := constant(an.At(in.Off, in.C())); ok {
				s.kept(u.Method, an, an.At(in.Off, in.B()), k, depth)
			}
		case in.Op == dex.OpReturnObject && slices.ContainsFunc(an.At(in.Off, in.A()), is):
			for e := range s.app.Calls.In(u.Method) {
				if e.Kind == callgraph.Call {
					s.made(callgraph.Use{Method: e.From, PC: e.PC}, depth+1)
				}
			}
		case in.Op.Invokes() && in.Op.Ref() == dex.RefMethod:
			s.given(u.Method, an, &in, is, depth)
		}
	}
}

// tested says that a parameter of the method tells whether the object is made there, and goes to where the parameter
// comes from.
func (s *search) tested(m *dex.Method, u callgraph.Use) bool {
	found := false
	for register, p := range m.ParamRegisters() {
		if p == "I" {
			for _, k := range s.numbers(u.Method, register, u.PC) {
				found = true
				s.number(u.Method, u.PC, []origin.Origin{{Kind: origin.Param, Int: register}}, k, 0)
			}
		}
	}
	return found
}

// given follows an object into a collection, or into the method of the app that puts it into one: into a list in the
// order of the calls, into a map by its key.
func (s *search) given(
	m callgraph.MethodID, an *origin.Analysis, in *dex.Insn, is func(o origin.Origin) bool, depth int,
) {
	ref := an.Graph.Code.File.MethodAt(in.Index)
	arg := -1
	for i := range len(dex.Params(ref.Desc)) {
		if slices.ContainsFunc(an.Args(in, i+1), is) {
			arg = i + 1
		}
	}
	if arg < 0 || in.Op.Call() == dex.CallStatic {
		return
	}
	switch ref.Name {
	case "put", "append":
		if k, ok := constant(an.Args(in, 1)); ok && arg == 2 {
			s.kept(m, an, an.Args(in, 0), k, depth)
		}
		return
	case "add":
		s.kept(m, an, an.Args(in, 0), before(an, in), depth)
		return
	}
	for _, callee := range s.app.Calls.Targets(s.app.Calls.Method(m), *in) {
		an2 := s.app.OriginsOf(callee)
		if an2 == nil {
			continue
		}
		for in2 := range an2.Graph.Code.Insns() {
			if !in2.Op.Invokes() || in2.Op.Ref() != dex.RefMethod ||
				an2.Graph.Code.File.MethodAt(in2.Index).Name != "add" {
				continue
			}
			if slices.ContainsFunc(an2.Args(&in2, 1), func(o origin.Origin) bool { return s.isParam(callee, o, arg) }) {
				s.kept(callee, an2, an2.Args(&in2, 0), before(an, in), depth)
			}
		}
	}
}

// isParam says that a value is an argument of the call of a method.
func (s *search) isParam(m callgraph.MethodID, o origin.Origin, arg int) bool {
	i, ok := origin.ParamIndex(s.app.Calls.Method(m), int(o.Int))
	return o.Kind == origin.Param && ok && i == arg
}

// before counts the calls of the same method on the same object that stand before a call: as lists are filled, one
// after the other.
func before(an *origin.Analysis, call *dex.Insn) int {
	n := 0
	ref, on := an.Graph.Code.File.MethodAt(call.Index), an.Args(call, 0)
	for in := range an.Graph.Code.Insns() {
		if in.Off < call.Off && in.Op.Invokes() && in.Op.Ref() == dex.RefMethod &&
			an.Graph.Code.File.MethodAt(in.Index).Name == ref.Name && slices.EqualFunc(an.Args(&in, 0), on, same) {
			n++
		}
	}
	return n
}

// same says that two values are the same object, as far as one method tells: a field is read anew each time.
func same(a, b origin.Origin) bool {
	if a.Kind == origin.Field || a.Kind == origin.Static {
		a.PC, b.PC = 0, 0
	}
	return a == b
}

// constant is the number that a value always is.
func constant(from []origin.Origin) (int, bool) {
	if len(from) != 1 || from[0].Kind != origin.Int || from[0].Int < 0 {
		return 0, false
	}
	return int(from[0].Int), true
}

// kept follows a collection into the fields that hold it, also by way of a constructor, and to where they are asked
// for an element.
func (s *search) kept(m callgraph.MethodID, an *origin.Analysis, in []origin.Origin, k, depth int) {
	for _, o := range in {
		for _, f := range s.fields(m, an, o, depth) {
			s.asked(f, k, depth)
		}
	}
}

// fields are those that hold an object of a method.
func (s *search) fields(m callgraph.MethodID, an *origin.Analysis, o origin.Origin, depth int) []dex.FieldRef {
	switch o.Kind {
	case origin.Field, origin.Static:
		return []dex.FieldRef{o.FieldRef()}
	case origin.New, origin.Array, origin.Result, origin.Param:
	default:
		return nil
	}
	if depth > maxDepth {
		return nil
	}
	var all []dex.FieldRef
	is := func(other origin.Origin) bool { return other == o }
	for in := range an.Graph.Code.Insns() {
		switch {
		case in.Op.WritesField():
			if slices.ContainsFunc(an.At(in.Off, in.A()), is) {
				all = append(all, an.Graph.Code.File.FieldAt(in.Index))
			}
		case in.Op.Invokes() && in.Op.Ref() == dex.RefMethod:
			ref := an.Graph.Code.File.MethodAt(in.Index)
			for i := range len(dex.Params(ref.Desc)) {
				if !slices.ContainsFunc(an.Args(&in, i+1), is) || in.Op.Call() == dex.CallStatic {
					continue
				}
				for _, callee := range s.app.Calls.Targets(s.app.Calls.Method(m), in) {
					if into := s.app.OriginsOf(callee); into != nil {
						all = append(all, s.fieldsOf(callee, into, i+1, depth+1)...)
					}
				}
			}
		}
	}
	return all
}

// fieldsOf are the fields that hold an argument of a method.
func (s *search) fieldsOf(m callgraph.MethodID, an *origin.Analysis, arg, depth int) []dex.FieldRef {
	for register := range int64(s.app.Calls.Method(m).Code().Ins) {
		if o := (origin.Origin{Kind: origin.Param, Int: register}); s.isParam(m, o, arg) {
			return s.fields(m, an, o, depth)
		}
	}
	return nil
}

// asked goes to where code takes an element out of what a field holds.
func (s *search) asked(ref dex.FieldRef, k, depth int) {
	f := field.Of(s.app, dex.JavaName(ref.Class), ref.Name)
	if f == nil {
		return
	}
	held := func(o origin.Origin) bool { return field.HeldIn(s.app, o, f) }
	for _, m := range slices.Sorted(maps.Keys(field.Readers(s.app, f))) {
		an := s.app.OriginsOf(m)
		if an == nil {
			continue
		}
		for in := range an.Graph.Code.Insns() {
			switch {
			case in.Op == dex.OpAgetObject && slices.ContainsFunc(an.At(in.Off, in.B()), held):
				s.number(m, in.Off, an.At(in.Off, in.C()), k, depth+1)
			case in.Op.Invokes() && in.Op.Ref() == dex.RefMethod && an.Graph.Code.File.MethodAt(in.Index).Name == "get" &&
				slices.ContainsFunc(an.Args(&in, 0), held):
				s.number(m, in.Off, an.Args(&in, 1), k, depth+1)
			}
		}
	}
}

// number goes to who gives the number for an element: a callback that is told it, or whoever calls with a constant.
func (s *search) number(m callgraph.MethodID, pc uint32, from []origin.Origin, k, depth int) {
	if depth > maxDepth {
		return
	}
	an := s.app.OriginsOf(m)
	for _, o := range from {
		switch o.Kind {
		case origin.Int:
			if o.Int == int64(k) {
				s.add(Choice{callgraph.Use{Method: m, PC: pc}, -1})
			}
		case origin.Param:
			if s.app.CallbackOf(m) != nil {
				s.add(Choice{callgraph.Use{Method: m, PC: pc}, k})
			}
			i, ok := origin.ParamIndex(s.app.Calls.Method(m), int(o.Int))
			for e := range s.app.Calls.In(m) {
				if by := s.app.OriginsOf(e.From); ok && e.Kind == callgraph.Call && by != nil {
					call := by.Graph.Code.At(e.PC)
					s.number(e.From, e.PC, by.Args(&call, i), k, depth+1)
				}
			}
		case origin.Result:
			if o.Name == "getPosition" && s.app.CallbackOf(m) != nil { // of a tab
				s.add(Choice{callgraph.Use{Method: m, PC: pc}, k})
			} else if o.Name == "intValue" || o.Name == "valueOf" {
				call := an.Graph.Code.At(o.PC)
				s.number(m, pc, an.Args(&call, 0), k, depth+1)
			}
		case origin.Field, origin.Static:
			for _, w := range s.app.Calls.Index.Writes(o.FieldRef()) {
				if by := s.app.OriginsOf(w.Method); by != nil {
					put := by.Graph.Code.At(w.PC)
					s.number(w.Method, w.PC, by.At(w.PC, put.A()), k, depth+1)
				}
			}
		}
	}
}
