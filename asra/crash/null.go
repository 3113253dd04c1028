package crash

import (
	"slices"

	"talpa/asra/branch"
	"talpa/asra/condition"
	"talpa/asra/guide"
	"talpa/cfg"
	"talpa/cfg/callgraph"
	"talpa/cfg/origin"
	"talpa/dex"
	"talpa/specs"
)

// itself says that the value followed is the null that failed, and not something that it was made of.
func (w *walk) itself() bool { return w.out.Kind == guide.CrashNull && w.derived == 0 }

// null notes a null that stands in the code, with what the branches want before it and before it goes
// on: where a method gives null for a setting or an extra of some value, that is what a person has to bring
// about (R21).
func (w *walk) null(at place, o origin.Origin, depth int) {
	var all []guide.Condition
	for _, pc := range []uint32{o.PC, at.pc} {
		for _, c := range condition.At(w.app, w.branches, at.m, pc) {
			known := slices.ContainsFunc(all, func(old guide.Condition) bool { return old.Subject == c.Subject })
			if !known && c.Subject.Kind != guide.SubjectArgument && len(all) < maxNullConditions {
				all = append(all, c)
			}
		}
	}
	w.add(guide.Source{
		Subject: guide.Subject{Kind: guide.SubjectConstant, Name: "null"},
		Where:   w.app.Calls.Method(at.m).String(), Conditions: all,
	})
	w.tried(at.m)
	if len(all) == 0 {
		w.decided(at, at.pc, depth)
		before := len(w.found)
		w.decided(at, o.PC, depth) // compilers join the ways on which a method returns
		w.found = append(w.found[:before:before], statuses(w.found[before:])...)
	}
}

// statuses are those of the candidates that are the status of a server's answer.
func statuses(all []candidate) []candidate {
	return slices.DeleteFunc(slices.Clone(all), func(c candidate) bool { return c.Subject.Kind != guide.SubjectStatus })
}

// decided follows what the branches test on which the place of a null depends, or where it goes on: where the tests are
// of no one subject, such as of an enum by a table, what their values are made of decides none the less.
func (w *walk) decided(at place, pc uint32, depth int) {
	an := w.app.OriginsOf(at.m)
	w.derived++
	defer func(before guide.Want) { w.derived, w.want, w.number = w.derived-1, before, nil }(w.want)
	for i, e := range an.Graph.Controls(an.Graph.BlockAt(pc).ID) {
		if i == maxDeciding {
			return
		}
		branch, ok := an.Graph.Last(e.From)
		if !ok || !slices.Contains([]cfg.Kind{cfg.True, cfg.False, cfg.Case, cfg.Default}, e.Kind) {
			continue
		}
		w.want = guide.Want{Class: guide.WantChanged}
		none := branch.Op == dex.OpIfEqz || branch.Op == dex.OpIfLez
		some := branch.Op == dex.OpIfNez || branch.Op == dex.OpIfGtz
		if none && e.Kind == cfg.True || some && e.Kind == cfg.False {
			w.want = guide.Want{Class: guide.WantEmpty}
		}
		w.number = compared(an, &branch, e.Kind == cfg.True)
		w.register(at.m, branch.Off, branch.A(), depth)
		if branch.Op >= dex.OpIfEq && branch.Op <= dex.OpIfLe {
			w.register(at.m, branch.Off, branch.B(), depth)
		}
	}
}

// compared is the number that a branch finds in a register where control goes this way; nil if it tells none.
func compared(an *origin.Analysis, branch *dex.Insn, taken bool) *int64 {
	if branch.Op != dex.OpIfEq && branch.Op != dex.OpIfNe || taken != (branch.Op == dex.OpIfEq) {
		return nil
	}
	for _, reg := range []uint16{branch.A(), branch.B()} {
		if at := an.At(branch.Off, reg); len(at) == 1 && at[0].Kind == origin.Int {
			return &at[0].Int
		}
	}
	return nil
}

// wanted is what is wanted of a subject that branches test: where control goes the way of zero, rows, files and lists
// are to be empty. Of others that may be the answer to a question about them, so that any other value may do.
func (w *walk) wanted(kind guide.SubjectKind) guide.Want {
	if kind == guide.SubjectStatus && w.number != nil {
		return guide.Want{Class: guide.WantNumber, Min: w.number, Max: w.number}
	}
	if w.want.Class == guide.WantEmpty && !slices.Contains(things[:4], kind) {
		return guide.Want{Class: guide.WantChanged}
	}
	return w.want
}

// things are what can be empty; a field only where what it holds can.
var things = []guide.SubjectKind{
	guide.SubjectTable, guide.SubjectColumn, guide.SubjectContents, guide.SubjectFile, guide.SubjectField,
}

// maxDeciding bounds the branches that are asked of one null.
const maxDeciding = 8

// tried notes what a method that gives null tries first, of what fails outside of the app: a server, a file.
// Such methods catch the exception and give null.
func (w *walk) tried(m callgraph.MethodID) {
	code := w.app.Calls.Method(m).Code()
	tries := code.Tries()
	for in := range code.Insns() {
		inside := func(t dex.Try) bool { return t.Start <= in.Off && in.Off < t.End }
		if !in.Op.Invokes() || in.Op.Ref() != dex.RefMethod || !slices.ContainsFunc(tries, inside) {
			continue
		}
		ref := code.File.MethodAt(in.Index)
		for _, c := range specs.SourceCalls(ref.Name) {
			kind, outside := subjects[c.Source]
			if c.Source == specs.SourceStatus || c.Source == specs.SourceBody {
				kind, outside = guide.SubjectServer, true
			}
			if outside && w.app.Hierarchy.IsSubtype(ref.Class, c.Type) {
				w.note(m, guide.Subject{Kind: kind})
			}
		}
	}
}

// maxNullConditions bounds the conditions that are told of one null.
const maxNullConditions = 4

// neverNull says that a field holds an object from the end of its object's constructor on: each
// constructor writes it, and nothing that is written anywhere is null. That a constructor of a superclass
// reads it before is not looked at.
func (w *walk) neverNull(field dex.FieldRef, writes []callgraph.Use) bool {
	class := w.app.Hierarchy.Set().Class(w.app.Calls.Index.Field(field).Class)
	if class == nil || len(writes) == 0 || len(writes) > maxFan {
		return false
	}
	writers := map[callgraph.MethodID]bool{}
	for _, u := range writes {
		if !w.writesObject(u) {
			return false
		}
		writers[u.Method] = true
	}
	for _, m := range class.Methods {
		if m.IsConstructor() && !w.delegates(m) && !writers[w.app.Calls.ID(m)] {
			return false
		}
	}
	return true
}

// writesObject says that what an instruction writes to a field is never null.
func (w *walk) writesObject(u callgraph.Use) bool {
	an := w.app.OriginsOf(u.Method)
	if an == nil {
		return false
	}
	in := w.app.Calls.Method(u.Method).Code().At(u.PC)
	all := an.At(u.PC, in.A())
	return len(all) > 0 && !slices.ContainsFunc(all, func(o origin.Origin) bool { return !w.app.NeverNull(o) })
}

// delegates says that a constructor calls another one of its class, which writes the fields.
func (w *walk) delegates(m *dex.Method) bool {
	id := w.app.Calls.ID(m)
	for _, e := range w.app.Calls.Out(id) {
		if to := w.app.Calls.Method(e.To); e.To != id && to.Class == m.Class && to.IsConstructor() {
			return true
		}
	}
	return false
}

// elements follows what is stored in the array that a register has before an instruction, where the
// array is one that the method made or that a field holds: all elements are one. False if nothing is
// known to be stored.
func (w *walk) elements(m callgraph.MethodID, pc uint32, reg uint16, depth int) bool {
	an := w.app.OriginsOf(m)
	if an == nil {
		return false
	}
	known := false
	for _, array := range an.At(pc, reg) {
		switch array.Kind {
		case origin.Array:
			known = w.filled(m, an, array, depth) || known
			known = w.stores(m, array, depth) || known
		case origin.Field, origin.Static:
			reads := w.app.Calls.Index.Reads(array.FieldRef())
			seen := map[callgraph.MethodID]bool{}
			for _, u := range reads {
				if !seen[u.Method] && len(seen) < maxFan {
					seen[u.Method] = true
					known = w.stores(u.Method, array, depth) || known
				}
			}
		}
	}
	return known
}

// filled follows the elements with which an instruction makes an array, and says whether it has any.
func (w *walk) filled(m callgraph.MethodID, an *origin.Analysis, array origin.Origin, depth int) bool {
	in := an.Graph.Code.At(array.PC)
	if in.Op != dex.OpFilledNewArray && in.Op != dex.OpFilledNewArrayRange {
		return false
	}
	for i := range int(in.N) {
		w.register(m, array.PC, in.Reg(i), depth)
	}
	return in.N > 0
}

// mapped says that an instruction takes an element of the table by which compilers switch over an enum: then the
// index decides.
func (w *walk) mapped(an *origin.Analysis, get *dex.Insn) bool {
	if get.Op != dex.OpAget {
		return false
	}
	at := an.At(get.Off, get.B())
	return len(at) == 1 && branch.IsEnumTable(at[0])
}

// stores follows the objects that a method stores in an array, and says whether there are any.
func (w *walk) stores(m callgraph.MethodID, array origin.Origin, depth int) bool {
	an := w.app.OriginsOf(m)
	if an == nil {
		return false
	}
	same := func(o origin.Origin) bool {
		if array.Kind == origin.Array {
			return o == array
		}
		return (o.Kind == origin.Field || o.Kind == origin.Static) && o.FieldRef() == array.FieldRef()
	}
	known := false
	for in := range an.Graph.Code.Insns() {
		if in.Op == dex.OpAputObject && slices.ContainsFunc(an.At(in.Off, in.B()), same) {
			known = true
			w.register(m, in.Off, in.A(), depth)
		}
	}
	return known
}
