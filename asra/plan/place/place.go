// Package place answers where the place in a list, with which code asks for an element, was remembered: the fields that
// keep it, and those whose elements are such places.
//
// It does not know who writes these fields.
package place

import (
	"slices"

	"talpa/asra/appcode"
	"talpa/asra/plan/field"
	"talpa/cfg/callgraph"
	"talpa/cfg/origin"
	"talpa/dex"
)

// Kept is a field that remembers places.
type Kept struct {
	Field *dex.Field
	// Elements says that the field has a collection, whose elements are the places.
	Elements bool
}

// maxDepth bounds the calls and sums that lie between the index and what remembers it.
const maxDepth = 6

// walk looks for the fields from which an index comes.
type walk struct {
	app   *appcode.Reader
	chain []callgraph.MethodID
	found []Kept
}

// OfIndex are the fields from which the index comes that an instruction uses, in the first of some methods, each of
// which the next one calls. A variable that an inner class captures is a field of that class.
func OfIndex(app *appcode.Reader, chain []callgraph.MethodID, pc uint32) []Kept {
	w := &walk{app: app, chain: chain}
	an := app.OriginsOf(chain[0])
	if an == nil {
		return nil
	}
	in := an.Graph.Code.At(pc)
	switch {
	case in.Op >= dex.OpAget && in.Op < dex.OpSget:
		w.all(chain[0], an, an.At(pc, in.C()), 0)
	case in.Op.Invokes() && in.Op.Ref() == dex.RefMethod:
		i := slices.Index(dex.Params(an.Graph.Code.File.MethodAt(in.Index).Desc), "I")
		if i < 0 || in.Op.Call() == dex.CallStatic {
			return nil
		}
		w.all(chain[0], an, an.Args(&in, i+1), 0)
	}
	return w.found
}

func (w *walk) all(m callgraph.MethodID, an *origin.Analysis, from []origin.Origin, depth int) {
	if depth > maxDepth {
		return
	}
	for _, o := range from {
		switch o.Kind {
		case origin.Field, origin.Static:
			w.add(o.FieldRef(), false)
		case origin.Param:
			w.parameter(m, o, depth+1)
		case origin.Result:
			w.result(m, an, o, depth+1)
		case origin.Other:
			in := an.Graph.Code.At(o.PC)
			switch { // a sum, of two registers or of one and a number
			case in.Op >= dex.OpAddInt && in.Op <= dex.OpRemDouble:
				w.all(m, an, an.At(o.PC, in.B()), depth+1)
				w.all(m, an, an.At(o.PC, in.C()), depth+1)
			case in.Op >= dex.OpAddInt2addr && in.Op <= dex.OpRemDouble2addr:
				w.all(m, an, an.At(o.PC, in.A()), depth+1)
				w.all(m, an, an.At(o.PC, in.B()), depth+1)
			case in.Op >= dex.OpAddIntLit16:
				w.all(m, an, an.At(o.PC, in.B()), depth+1)
			}
		}
	}
}

// add notes a field of the app that keeps a number, or a collection, once.
func (w *walk) add(ref dex.FieldRef, elements bool) {
	f := field.Of(w.app, dex.JavaName(ref.Class), ref.Name)
	number := ref.Type == "I" || ref.Type == "Ljava/lang/Integer;"
	if k := (Kept{f, elements}); f != nil && number != elements && !slices.Contains(w.found, k) {
		w.found = append(w.found, k)
	}
}

// parameter goes on to the next frame of the stack, which called the method.
func (w *walk) parameter(m callgraph.MethodID, o origin.Origin, depth int) {
	at := slices.Index(w.chain, m)
	i, ok := origin.ParamIndex(w.app.Calls.Method(m), int(o.Int))
	if at < 0 || at+1 >= len(w.chain) || !ok {
		return
	}
	for e := range w.app.Calls.In(m) {
		if an := w.app.OriginsOf(e.From); e.Kind == callgraph.Call && e.From == w.chain[at+1] && an != nil {
			in := an.Graph.Code.At(e.PC)
			w.all(e.From, an, an.Args(&in, i), depth)
		}
	}
}

// taking are the calls that give an element of a collection, or what gives its elements one after the other, by the
// documentation of java.util and android.util.SparseArray.
var taking = []string{
	"next", "previous", "iterator", "listIterator", "descendingIterator", "get", "remove", "removeFirst", "removeLast",
	"pop", "poll", "peek", "first", "last", "getFirst", "getLast", "keyAt", "valueAt", "toArray", "elementAt",
}

// result goes on to the object that a number was taken out of, or to the fields that a getter gives.
func (w *walk) result(m callgraph.MethodID, an *origin.Analysis, o origin.Origin, depth int) {
	call := an.Graph.Code.At(o.PC)
	switch {
	case o.Name == "intValue":
		w.all(m, an, an.Args(&call, 0), depth)
	case slices.Contains(taking, o.Name):
		for _, of := range an.Args(&call, 0) {
			switch of.Kind {
			case origin.Field, origin.Static:
				w.add(of.FieldRef(), true)
			case origin.Result:
				for _, ref := range field.Returned(w.app, of) {
					w.add(ref, true)
				}
				if depth <= maxDepth && slices.Contains(taking, of.Name) {
					w.result(m, an, of, depth+1)
				}
			}
		}
	default:
		for _, ref := range field.Returned(w.app, o) {
			w.add(ref, false)
		}
	}
}

// calls are the methods that give -1 for what is not in a list any more, by the documentation of RecyclerView, its view
// holders, AdapterView, ViewGroup and java.util.List: of a row that a touch has taken away and that is still on the
// screen.
var calls = []string{
	"getAdapterPosition", "getBindingAdapterPosition", "getAbsoluteAdapterPosition", "getLayoutPosition",
	"getChildAdapterPosition", "getChildLayoutPosition", "getPositionForView", "indexOfChild", "indexOf", "lastIndexOf",
}

// Asked says that a method asks for the place of something in a list, which is -1 once it is gone.
func Asked(m *dex.Method) bool {
	if m.Code() == nil {
		return false
	}
	for in := range m.Code().Insns() {
		if in.Op.Invokes() && in.Op.Ref() == dex.RefMethod &&
			slices.Contains(calls, m.Class.File.MethodAt(in.Index).Name) {
			return true
		}
	}
	return false
}
