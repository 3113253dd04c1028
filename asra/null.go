package asra

import (
	"slices"
	"strings"

	"talpa/asra/guide"
	"talpa/cfg/callgraph"
	"talpa/cfg/origin"
	"talpa/dex"
)

// nullSources applies R21 to a NullPointerException whose message names what
// was used on null: it follows the used value back to the constants null that
// it can come from. Handlers that lead to the code with such a constant are
// necessary; other sources are noted for people.
func (a *analysis) nullSources() {
	if len(a.chain) == 0 || !strings.HasSuffix(a.target.Exception, "NullPointerException") {
		return
	}
	m := a.chain[0]
	reg, pc, ok := a.nullRegister(m)
	if !ok {
		return
	}
	for _, v := range a.p.ValuesAt(m, pc, reg) {
		switch {
		case v.Kind == origin.Int && v.Int == 0:
			if source := a.p.Calls.Method(v.In); a.ownCode(source) && !slices.Contains(leaving, source.Name) {
				a.nullFrom(v.In)
				a.noteOnce("the null can be a constant in " + guide.ShortMethod(source.String()))
			}
		case v.Kind == origin.Result && v.Owner != "":
			source := guide.ShortMethod((dex.MethodRef{Class: v.Owner, Name: v.Name, Desc: v.Desc}).String())
			a.noteOnce("the null can be a result of " + source + " in " +
				guide.ShortMethod(a.p.Calls.Method(v.In).String()))
		}
	}
}

// maxNotes bounds the remarks of a guide.
const maxNotes = 40

func (a *analysis) noteOnce(note string) {
	if len(a.g.Notes) < maxNotes && !slices.Contains(a.g.Notes, note) {
		a.g.Notes = append(a.g.Notes, note)
	}
}

// nullRegister is the register that was null, and where: at the crash line, the
// receiver of the call, or the object of the field access, that the message
// names.
func (a *analysis) nullRegister(m callgraph.MethodID) (reg uint16, pc uint32, ok bool) {
	name := nullUse(a.target.Message)
	code := a.p.Calls.Method(m).Code()
	if name == "" || code == nil || len(a.lines[0]) == 0 {
		return 0, 0, false
	}
	line := code.Line(a.lines[0][0])
	for in := range code.Insns() {
		if code.Line(in.Off) != line {
			continue
		}
		switch {
		case in.Op.Invokes() && in.Op.Ref() == dex.RefMethod && in.Op.Call() != dex.CallStatic && in.N > 0:
			if code.File.MethodAt(in.Index).Name == name {
				return in.Regs[0], in.Off, true
			}
		case (in.Op.ReadsField() || in.Op.WritesField()) && in.Op < dex.OpSget && in.N > 1:
			if code.File.FieldAt(in.Index).Name == name {
				return in.B(), in.Off, true
			}
		}
	}
	return 0, 0, false
}

// nullUse is the bare name of the method or field that the message says was
// used on null: "Attempt to invoke virtual method 'int a.B.size()' on a null
// object reference".
func nullUse(message string) string {
	_, rest, ok := strings.Cut(message, "'")
	if !ok || !strings.HasPrefix(message, "Attempt to ") {
		return ""
	}
	use, _, ok := strings.Cut(rest, "'")
	if !ok {
		return ""
	}
	use, _, _ = strings.Cut(use, "(")
	return use[strings.LastIndexByte(use, '.')+1:]
}

// nullFrom makes the handlers necessary that lead to a method with the null.
func (a *analysis) nullFrom(source callgraph.MethodID) {
	w := a.routes.walkAgain()
	w.limit = maxStoredCost
	w.seed(a.p.Method(source), 1)
	w.run()
	where := a.p.Calls.Method(source).String()
	for i := range a.g.Callbacks {
		cb := &a.g.Callbacks[i]
		id := a.methods[cb.Method]
		if !isEvent(string(cb.Role)) || !w.has(a.p.Method(id)) || makesForCaller(a.p.Calls.Method(id)) {
			continue
		}
		d := guide.Dependency{Setter: cb.Method, Tester: where, Attribute: "null"}
		if leading := a.leadingTo(id, w); len(leading) > 0 {
			d.Widget = leading[0]
		}
		a.dependency(d)
		a.promote(cb.Method, "R21", "it leads to where the null comes from")
	}
}

// maxDependencies bounds what the guide lists.
const maxDependencies = 200
