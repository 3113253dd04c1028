package icfg

import (
	"slices"
	"strings"

	"talpa/cfg/callgraph"
	"talpa/cfg/origin"
	"talpa/dex"
	"talpa/dex/apk"
)

// WidgetIDs are the resource names ("id/add") of all widgets that a register can
// hold before the instruction at position pc of a method. Unlike WidgetsAt, which
// tells what is likely, it gives nothing and false if it cannot name every one.
func (q *Query) WidgetIDs(m callgraph.MethodID, pc uint32, reg uint16) (names []string, all bool) {
	s := newValueSearch(&q.values)
	s.register(m, pc, reg, 0)
	if s.partial || len(s.found) == 0 {
		return nil, false
	}
	for _, site := range s.found {
		if site.Kind == origin.Int && site.Int == 0 {
			continue // null has no attributes
		}
		name := q.certainID(site)
		if name == "" {
			return nil, false
		}
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names, len(names) > 0
}

// certainID is the resource name of the one widget that a value must be: what a
// method that finds things looks up by one constant id.
func (q *Query) certainID(s valueSite) string {
	if s.Kind != origin.Result || !strings.HasPrefix(s.Name, "find") && s.Name != "requireViewById" {
		return ""
	}
	call := q.p.Calls.Method(s.In).Code().At(s.PC)
	first := 1
	if call.Op.Call() == dex.CallStatic {
		first = 0
	}
	arg := slices.Index(dex.Params(s.Desc), "I")
	reg, ok := origin.ArgRegister(q.p.Calls.Method(s.In).Class.File, &call, first+arg)
	if !ok || arg < 0 {
		return ""
	}
	search := newValueSearch(&q.values)
	search.register(s.In, s.PC, reg, 0)
	if search.partial || len(search.found) != 1 || search.found[0].Kind != origin.Int {
		return ""
	}
	name := q.p.Resources.Name(apk.ID(uint32(search.found[0].Int)))
	if !strings.HasPrefix(strings.TrimPrefix(name, "android:"), "id/") {
		return ""
	}
	return name
}

// Texts are all texts that argument i of a call can be, the receiver being 0:
// constants and string resources, in every configuration. Unlike ArgumentText it
// gives nothing and false if it cannot tell every one.
func (q *Query) Texts(m callgraph.MethodID, in *dex.Insn, i int) (texts []string, all bool) {
	reg, ok := origin.ArgRegister(q.p.Calls.Method(m).Class.File, in, i)
	if !ok {
		return nil, false
	}
	s := newValueSearch(&q.values)
	s.register(m, in.Off, reg, 0)
	if s.partial {
		return nil, false
	}
	for _, site := range s.found {
		switch some := q.certainTexts(site); {
		case site.Kind == origin.Int && site.Int == 0: // null is no text
		case len(some) == 0:
			return nil, false
		default:
			texts = append(texts, some...)
		}
	}
	slices.Sort(texts)
	return slices.Compact(texts), len(texts) > 0
}

// Classes are all classes, by descriptor, that the class object in argument i of a
// call can be, the receiver being 0; nothing and false if it cannot tell every one.
func (q *Query) Classes(m callgraph.MethodID, in *dex.Insn, i int) (classes []string, all bool) {
	reg, ok := origin.ArgRegister(q.p.Calls.Method(m).Class.File, in, i)
	if !ok {
		return nil, false
	}
	s := newValueSearch(&q.values)
	s.register(m, in.Off, reg, 0)
	for _, site := range s.found {
		switch {
		case site.Kind == origin.Int && site.Int == 0: // null is no class
		case s.partial || site.Kind != origin.Class:
			return nil, false
		case !slices.Contains(classes, site.Text):
			classes = append(classes, site.Text)
		}
	}
	return classes, len(classes) > 0
}

// certainTexts are the texts that a value can be; none if they are not known.
func (q *Query) certainTexts(s valueSite) []string {
	switch {
	case s.Kind == origin.String:
		return []string{s.Text}
	case s.Kind == origin.Result && (s.Name == "getString" || s.Name == "getText") && strings.HasPrefix(s.Desc, "(I)"):
		call := q.p.Calls.Method(s.In).Code().At(s.PC)
		reg, ok := origin.ArgRegister(q.p.Calls.Method(s.In).Class.File, &call, 1)
		if !ok || call.Op.Call() == dex.CallStatic {
			return nil
		}
		search := newValueSearch(&q.values)
		search.register(s.In, s.PC, reg, 0)
		var texts []string
		for _, id := range search.found {
			some := q.p.Resources.Texts(apk.Value{Type: apk.TypeReference, Data: uint32(id.Int)})
			if id.Kind != origin.Int || len(some) == 0 {
				return nil
			}
			texts = append(texts, some...)
		}
		if search.partial {
			return nil
		}
		return texts
	}
	return nil
}
