package asra

import (
	"slices"
	"strings"

	"talpa/asra/guide"
	"talpa/cfg/callgraph"
	"talpa/cfg/origin"
	"talpa/dex"
)

// nullSources applies R21 to a NullPointerException: it follows what can have been null
// back to the constants null that it can come from. Handlers that lead to the code with
// such a constant are necessary; other sources are noted for people where the message
// names the use.
func (a *analysis) nullSources() {
	if len(a.chain) == 0 || !strings.HasSuffix(a.target.Exception, "NullPointerException") {
		return
	}
	m := a.chain[0]
	named := nullUse(a.target.Message) != ""
	sources := map[callgraph.MethodID]bool{}
	for _, use := range a.nullUses(m) {
		for _, v := range a.q.ValuesAt(m, use.pc, use.reg) {
			switch {
			case v.Kind == origin.Int && v.Int == 0 && !sources[v.In]:
				source := a.p.Calls.Method(v.In)
				if !a.ownCode(source) || slices.Contains(leaving, source.Name) || !named && source.IsConstructor() {
					continue
				}
				sources[v.In] = true
				a.nullFrom(v.In)
				a.noteOnce("the null can be a constant in " + guide.ShortMethod(source.String()))
			case v.Kind == origin.Result && v.Owner != "" && named:
				source := guide.ShortMethod((dex.MethodRef{Class: v.Owner, Name: v.Name, Desc: v.Desc}).String())
				a.noteOnce("the null can be a result of " + source + " in " +
					guide.ShortMethod(a.p.Calls.Method(v.In).String()))
			}
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

// use is a register whose object is used by an instruction.
type use struct {
	reg uint16
	pc  uint32
}

// maxNullUses bounds the uses that are followed where many can be meant.
const maxNullUses = 24

// nullUses are the uses of which one was of null: the receivers of calls and the objects of
// field accesses, at the crash line, of the name that the message tells. Android before 5
// told none: then any of the line can be meant, or of the method where the line is not
// known or of another build, as one is that uses nothing.
func (a *analysis) nullUses(m callgraph.MethodID) []use {
	name := nullUse(a.target.Message)
	method := a.p.Calls.Method(m)
	if method.Code() == nil || name == "" && a.target.Message != "" {
		return nil
	}
	var all, onLine []use
	line := 0
	if len(a.lines[0]) > 0 {
		line = method.Code().Line(a.lines[0][0])
	}
	for in := range method.Code().Insns() {
		u, used, ok := useOf(method, &in)
		switch {
		case !ok || name != "" && used != name:
		case line != 0 && method.Code().Line(in.Off) == line:
			onLine = append(onLine, u)
		default:
			all = append(all, u)
		}
	}
	switch {
	case name != "":
		return onLine[:min(1, len(onLine))]
	case len(onLine) > 0:
		return onLine
	}
	return all[:min(maxNullUses, len(all))]
}

// useOf is the use of an object that fails for null, if an instruction is one, and the name
// of the method or field. The object of the method itself is none.
func useOf(m *dex.Method, in *dex.Insn) (u use, name string, ok bool) {
	file, code := m.Class.File, m.Code()
	switch {
	case in.Op.Invokes() && in.Op.Ref() == dex.RefMethod && in.Op.Call() != dex.CallStatic && in.N > 0:
		u, name = use{in.Regs[0], in.Off}, file.MethodAt(in.Index).Name
	case (in.Op.ReadsField() || in.Op.WritesField()) && in.Op < dex.OpSget && in.N > 1:
		u, name = use{in.B(), in.Off}, file.FieldAt(in.Index).Name
	default:
		return u, "", false
	}
	return u, name, m.IsStatic() || u.reg != code.Registers-code.Ins
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
		d := guide.Dependency{
			Kind: guide.LeadsToNull, Setter: cb.Method, Tester: where, Subject: guide.Subject{Kind: guide.SubjectNull},
		}
		if leading := a.leadingTo(id, w); len(leading) > 0 {
			d.Trigger = leading[0]
		}
		a.dependency(d)
		a.promote(cb.Method, "R21", guide.Reason{Kind: guide.ReasonNull})
	}
}

// maxDependencies bounds what the guide lists.
const maxDependencies = 200
