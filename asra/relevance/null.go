package relevance

import (
	"strings"

	"talpa/asra/appcode"
	"talpa/asra/guide"
	"talpa/cfg/callgraph"
	"talpa/cfg/icfg"
	"talpa/cfg/origin"
	"talpa/dex"
)

// nulls applies R21 to a NullPointerException: it follows what can have been null
// back to the constants null that it can come from. Handlers that lead to the code with
// such a constant are necessary; other sources are noted for people where the message
// names the use.
func (s *sources) nulls() {
	if !s.Reach.Known() || !strings.HasSuffix(s.Target.Exception, "NullPointerException") {
		return
	}
	m := s.Reach.Chain[0]
	named := nullUse(s.Target.Message) != ""
	seen := map[callgraph.MethodID]bool{}
	for _, use := range s.nullUses(m) {
		for _, v := range s.App.ValuesAt(m, use.pc, use.reg) {
			switch {
			case v.Kind == origin.Int && v.Int == 0 && !seen[v.In]:
				source := s.App.Calls.Method(v.In)
				if !appcode.Own(source) || appcode.OnLeaving(source.Name) || !named && source.IsConstructor() {
					continue
				}
				seen[v.In] = true
				s.nullFrom(v.In)
				s.nullSources = append(s.nullSources, NullSource{In: v.In})
			case v.Kind == origin.Result && v.Owner != "" && named:
				call := dex.MethodRef{Class: v.Owner, Name: v.Name, Desc: v.Desc}
				s.nullSources = append(s.nullSources, NullSource{In: v.In, Call: call.String()})
			}
		}
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
func (s *sources) nullUses(m callgraph.MethodID) []use {
	name := nullUse(s.Target.Message)
	method := s.App.Calls.Method(m)
	if method.Code() == nil || name == "" && s.Target.Message != "" {
		return nil
	}
	var all, onLine []use
	line := 0
	if len(s.Reach.Lines[0]) > 0 {
		line = method.Code().Line(s.Reach.Lines[0][0])
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

// nullFrom makes the handlers necessary that lead to a method with the null by a cheap path:
// dear ones go through half of the app, and everything would be necessary.
func (s *sources) nullFrom(source callgraph.MethodID) {
	s.leadingTo(source, func(cb *icfg.Callback, widgets []icfg.Widget) {
		s.boundedDepend(leadsToNull, guide.Dependency{
			Kind: guide.LeadsToNull, Setter: s.name(cb.Method), Tester: s.name(source),
			Subject: guide.Subject{Kind: guide.SubjectNull}, Trigger: s.trigger(widgets),
		})
		s.promote(cb.Method, leadsToNull, "R21", guide.Reason{Kind: guide.ReasonNull})
	})
}
