package values

import (
	"slices"
	"strings"

	"talpa/cfg/callgraph"
	"talpa/cfg/origin"
	"talpa/dex"
	"talpa/dex/apk"
)

// WidgetIDs are the resource names ("id/add") of all widgets that a register can
// hold before the instruction at position pc of a method. Unlike a description of the widget, which
// tells what is likely, it gives nothing and false if it cannot name every one.
// Whoever asks rests a verdict on the answer, so that a search that came to any bound says nothing.
func (t *Tracer) WidgetIDs(m callgraph.MethodID, pc uint32, reg uint16) (names []string, all bool) {
	s := newSearch(t)
	s.register(m, pc, reg, 0)
	if s.partial || len(s.found) == 0 {
		return nil, false
	}
	for _, site := range s.found {
		if site.Kind == origin.Int && site.Int == 0 {
			continue // null has no attributes
		}
		name := t.definiteID(site)
		if name == "" {
			return nil, false
		}
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names, len(names) > 0
}

// definiteID is the resource name of the one widget that a value must be: what a method that finds
// things looks up by one constant id. A helper of the app that is called like find and takes an id
// counts as well: what it finds bears that id.
func (t *Tracer) definiteID(s Site) string {
	if s.Kind != origin.Result || !strings.HasPrefix(s.Name, "find") && s.Name != "requireViewById" {
		return ""
	}
	call := t.calls.Method(s.In).Code().At(s.PC)
	first := 1
	if call.Op.Call() == dex.CallStatic {
		first = 0
	}
	arg := slices.Index(dex.Params(s.Desc), "I")
	reg, ok := origin.ArgRegister(t.calls.Method(s.In).Class.File, &call, first+arg)
	if !ok || arg < 0 {
		return ""
	}
	search := newSearch(t)
	search.register(s.In, s.PC, reg, 0)
	if search.partial || len(search.found) != 1 || search.found[0].Kind != origin.Int {
		return ""
	}
	name := t.resources.Name(apk.ID(uint32(search.found[0].Int)))
	if !strings.HasPrefix(strings.TrimPrefix(name, "android:"), "id/") {
		return ""
	}
	return name
}

// Texts are all texts that argument i of a call can be, the receiver being 0: constants and string
// resources, in every configuration. Unlike ArgumentText it gives nothing and false if it cannot
// tell every one. Texts are sorted, each once, since resources have one for each configuration.
func (t *Tracer) Texts(m callgraph.MethodID, in *dex.Insn, i int) (texts []string, all bool) {
	reg, ok := origin.ArgRegister(t.calls.Method(m).Class.File, in, i)
	if !ok {
		return nil, false
	}
	s := newSearch(t)
	s.register(m, in.Off, reg, 0)
	if s.partial {
		return nil, false
	}
	for _, site := range s.found {
		switch some := t.definiteTexts(site); {
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
func (t *Tracer) Classes(m callgraph.MethodID, in *dex.Insn, i int) (classes []string, all bool) {
	reg, ok := origin.ArgRegister(t.calls.Method(m).Class.File, in, i)
	if !ok {
		return nil, false
	}
	s := newSearch(t)
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

// definiteTexts are the texts that a value can be; none if they are not known.
// Android gives a string resource in the language of the device, of which any may be set.
func (t *Tracer) definiteTexts(s Site) []string {
	switch {
	case s.Kind == origin.String:
		return []string{s.Text}
	case s.Kind == origin.Result && (s.Name == "getString" || s.Name == "getText") && strings.HasPrefix(s.Desc, "(I)"):
		call := t.calls.Method(s.In).Code().At(s.PC)
		reg, ok := origin.ArgRegister(t.calls.Method(s.In).Class.File, &call, 1)
		if !ok || call.Op.Call() == dex.CallStatic {
			return nil
		}
		search := newSearch(t)
		search.register(s.In, s.PC, reg, 0)
		var texts []string
		for _, id := range search.found {
			some := t.resources.Texts(apk.Value{Type: apk.TypeReference, Data: uint32(id.Int)})
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
