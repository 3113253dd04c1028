package widget

import (
	"cmp"
	"strings"

	"talpa/cfg/callgraph"
	"talpa/dex"
	"talpa/dex/apk"
)

// NamePreferences gives entries of preference screens the key and the title that their class, one of the app's own,
// sets as constants in its constructors, where the XML has none. A title of the dialog stands in for one of the entry.
func NamePreferences(screens []apk.PreferenceScreen, h *callgraph.Hierarchy, resources *apk.Resources) {
	for i := range screens {
		if screens[i].Root == nil {
			continue
		}
		screens[i].Root.Walk(func(pref *apk.Preference) {
			t, ok := h.AppClass(pref.Class)
			if !ok || pref.Key != "" && pref.Title != "" {
				return
			}
			for _, m := range h.Class(t).Methods {
				if m.IsConstructor() && m.Code() != nil {
					named := setOnItself(m, resources)
					pref.Key = cmp.Or(pref.Key, named["setKey"])
					pref.Title = cmp.Or(pref.Title, named["setTitle"], named["setDialogTitle"])
				}
			}
		})
	}
}

// setOnItself are the texts that a constructor gives to setters of the object itself, by the name of the setter.
func setOnItself(m *dex.Method, resources *apk.Resources) map[string]string {
	code := m.Code()
	itself := code.Registers - code.Ins
	texts, named := map[uint16]string{}, map[string]string{}
	for in := range code.Insns() {
		switch {
		case in.Op == dex.OpConstString || in.Op == dex.OpConstStringJumbo:
			texts[in.A()] = code.File.StringAt(in.Index)
		case in.Op == dex.OpConst || in.Op == dex.OpConstHigh16:
			texts[in.A()] = stringResource(resources, apk.ID(uint32(in.Lit)))
		case in.Op.Invokes() && in.Op.Ref() == dex.RefMethod && in.N == 2 && in.Reg(0) == itself:
			if name := code.File.MethodAt(in.Index).Name; strings.HasPrefix(name, "set") {
				named[name] = texts[in.Reg(1)]
			}
		default:
			if reg, _, ok := in.Def(); ok {
				delete(texts, reg)
			}
		}
	}
	return named
}

// stringResource is the text of a string resource, "" for other numbers.
func stringResource(resources *apk.Resources, id apk.ID) string {
	if r := resources.Get(id); r == nil || r.Type != "string" {
		return ""
	}
	return resources.Text(apk.Value{Type: apk.TypeReference, Data: uint32(id)})
}
