// Package notice answers which changes of the list behind an adapter the adapter is not told of, as it has to be by a
// call of notifyDataSetChanged or one of its kind.
package notice

import (
	"slices"
	"strings"

	"talpa/asra/appcode"
	"talpa/asra/plan/field"
	"talpa/cfg/callgraph"
	"talpa/cfg/icfg"
	"talpa/cfg/origin"
	"talpa/dex"
)

const (
	// maxDepth bounds the calls between a change and its notice, or its callback.
	maxDepth = 3
	// maxLists bounds the fields that hold the list of an adapter.
	maxLists = 4
)

// Lists are the fields that hold what a method of an adapter counts: those that it reads, and those from which its
// makers and setters are given the same list.
func Lists(app *appcode.Reader, m callgraph.MethodID) []*dex.Field {
	an := app.OriginsOf(m)
	if an == nil {
		return nil
	}
	var all []*dex.Field
	add := func(from []origin.Origin) {
		for _, o := range from {
			refs := []dex.FieldRef{o.FieldRef()}
			if o.Kind == origin.Result {
				refs = field.Returned(app, o)
			} else if o.Kind != origin.Field && o.Kind != origin.Static {
				continue
			}
			for _, ref := range refs {
				f := field.Of(app, dex.JavaName(ref.Class), ref.Name)
				if f != nil && len(all) < maxLists && !slices.Contains(all, f) {
					all = append(all, f)
				}
			}
		}
	}
	for in := range an.Graph.Code.Insns() {
		if in.Op.Invokes() && in.Op.Ref() == dex.RefMethod && an.Graph.Code.File.MethodAt(in.Index).Name == "size" {
			add(an.Args(&in, 0))
		}
	}
	for i := 0; i < len(all); i++ {
		for _, w := range app.Calls.Index.Writes(all[i].Ref()) {
			by := app.OriginsOf(w.Method)
			if by == nil {
				continue
			}
			put := by.Graph.Code.At(w.PC)
			for _, o := range by.At(w.PC, put.A()) {
				add(given(app, w.Method, o))
			}
		}
	}
	return all
}

// given are the values that callers hand over as a parameter of a method, and the fields into which they put what they
// have made; the values themselves of what is none.
func given(app *appcode.Reader, m callgraph.MethodID, o origin.Origin) (all []origin.Origin) {
	if o.Kind != origin.Param {
		return []origin.Origin{o}
	}
	i, ok := origin.ParamIndex(app.Calls.Method(m), int(o.Int))
	for e := range app.Calls.In(m) {
		if an := app.OriginsOf(e.From); ok && e.Kind == callgraph.Call && an != nil {
			call := an.Graph.Code.At(e.PC)
			for _, arg := range an.Args(&call, i) {
				all = append(all, arg)
				if arg.Kind == origin.New {
					all = append(all, put(an, arg)...)
				}
			}
		}
	}
	return all
}

// put are the fields into which a method puts a new object.
func put(an *origin.Analysis, made origin.Origin) (all []origin.Origin) {
	for in := range an.Graph.Code.Insns() {
		if in.Op.WritesField() && slices.Contains(an.At(in.Off, in.A()), made) {
			f := an.Graph.Code.File.FieldAt(in.Index)
			all = append(all, origin.Origin{Kind: origin.Field, Owner: f.Class, Name: f.Name, Desc: f.Type})
		}
	}
	return all
}

// WithoutNotify are the places in callbacks from which control comes to some call on what a field holds and goes on
// without telling an adapter; names are those of the calls.
func WithoutNotify(app *appcode.Reader, f *dex.Field, names []string) []callgraph.Use {
	var all []callgraph.Use
	for _, u := range field.CallsOn(app, f, names) {
		for _, from := range untold(app, u, 0) {
			if !slices.Contains(all, from) {
				all = append(all, from)
			}
		}
	}
	return all
}

// untold are the places in callbacks from which control comes to a place and goes on without telling an adapter.
func untold(app *appcode.Reader, u callgraph.Use, depth int) []callgraph.Use {
	an := app.OriginsOf(u.Method)
	if an == nil || depth > maxDepth || tells(app, an, u, depth) {
		return nil
	}
	if app.CallbackOf(u.Method) != nil {
		return []callgraph.Use{u}
	}
	var all []callgraph.Use
	for e := range app.Preds(app.Method(u.Method)) {
		if from := app.MethodAt(e.From); e.Kind == icfg.Call && from != callgraph.NoMethod {
			all = append(all, untold(app, callgraph.Use{Method: from, PC: e.PC}, depth+1)...)
		}
	}
	return all
}

// tells says that whatever control does after a place, it passes a call that tells an adapter.
func tells(app *appcode.Reader, an *origin.Analysis, u callgraph.Use, depth int) bool {
	at := an.Graph.BlockAt(u.PC)
	for in := range an.Graph.Code.Insns() {
		if !in.Op.Invokes() || in.Op.Ref() != dex.RefMethod || at == nil {
			continue
		}
		b := an.Graph.BlockAt(in.Off)
		after := b.ID == at.ID && in.Off > u.PC || b.ID != at.ID && an.Graph.PostDominates(b.ID, at.ID)
		if after && notifies(app, u.Method, in, depth) {
			return true
		}
	}
	return false
}

// notifies says that a call tells an adapter, or is of a method of the app that has such a call.
func notifies(app *appcode.Reader, m callgraph.MethodID, in dex.Insn, depth int) bool {
	ref := app.Calls.Method(m).Class.File.MethodAt(in.Index)
	if strings.HasPrefix(ref.Name, "notify") && ref.Name != "notify" && ref.Name != "notifyAll" ||
		ref.Name == "setAdapter" || ref.Name == "submitList" {
		return true
	}
	if depth >= maxDepth {
		return false
	}
	for _, callee := range app.Calls.Targets(app.Calls.Method(m), in) {
		code := app.Calls.Method(callee).Code()
		if code == nil {
			continue
		}
		for inner := range code.Insns() {
			if inner.Op.Invokes() && inner.Op.Ref() == dex.RefMethod && notifies(app, callee, inner, depth+1) {
				return true
			}
		}
	}
	return false
}
