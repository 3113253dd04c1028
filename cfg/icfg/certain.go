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
func (p *Program) WidgetIDs(m callgraph.MethodID, pc uint32, reg uint16) (names []string, all bool) {
	p.lock.Lock()
	defer p.lock.Unlock()
	s := newValueSearch(&p.finder.values)
	s.register(m, pc, reg, 0)
	if s.partial || len(s.found) == 0 {
		return nil, false
	}
	for _, site := range s.found {
		if site.Kind == origin.Int && site.Int == 0 {
			continue // null has no attributes
		}
		name := p.finder.certainID(site)
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
func (w *binder) certainID(s valueSite) string {
	if s.Kind != origin.Result || !strings.HasPrefix(s.Name, "find") && s.Name != "requireViewById" {
		return ""
	}
	call := w.calls.Method(s.In).Code().At(s.PC)
	first := 1
	if call.Op.Call() == dex.CallStatic {
		first = 0
	}
	arg := slices.Index(dex.Params(s.Desc), "I")
	reg, ok := origin.ArgRegister(w.calls.Method(s.In).Class.File, &call, first+arg)
	if !ok || arg < 0 {
		return ""
	}
	search := newValueSearch(&w.values)
	search.register(s.In, s.PC, reg, 0)
	if search.partial || len(search.found) != 1 || search.found[0].Kind != origin.Int {
		return ""
	}
	name := w.p.Resources.Name(apk.ID(uint32(search.found[0].Int)))
	if !strings.HasPrefix(strings.TrimPrefix(name, "android:"), "id/") {
		return ""
	}
	return name
}

// Texts are all texts that argument i of a call can be, the receiver being 0:
// constants and string resources, in every configuration. Unlike ArgumentText it
// gives nothing and false if it cannot tell every one.
func (p *Program) Texts(m callgraph.MethodID, in *dex.Insn, i int) (texts []string, all bool) {
	reg, ok := origin.ArgRegister(p.Calls.Method(m).Class.File, in, i)
	if !ok {
		return nil, false
	}
	p.lock.Lock()
	defer p.lock.Unlock()
	s := newValueSearch(&p.finder.values)
	s.register(m, in.Off, reg, 0)
	if s.partial {
		return nil, false
	}
	for _, site := range s.found {
		switch some := p.finder.certainTexts(site); {
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
func (p *Program) Classes(m callgraph.MethodID, in *dex.Insn, i int) (classes []string, all bool) {
	reg, ok := origin.ArgRegister(p.Calls.Method(m).Class.File, in, i)
	if !ok {
		return nil, false
	}
	p.lock.Lock()
	defer p.lock.Unlock()
	s := newValueSearch(&p.finder.values)
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
func (w *binder) certainTexts(s valueSite) []string {
	switch {
	case s.Kind == origin.String:
		return []string{s.Text}
	case s.Kind == origin.Result && (s.Name == "getString" || s.Name == "getText") && strings.HasPrefix(s.Desc, "(I)"):
		call := w.calls.Method(s.In).Code().At(s.PC)
		reg, ok := origin.ArgRegister(w.calls.Method(s.In).Class.File, &call, 1)
		if !ok || call.Op.Call() == dex.CallStatic {
			return nil
		}
		search := newValueSearch(&w.values)
		search.register(s.In, s.PC, reg, 0)
		var texts []string
		for _, id := range search.found {
			some := w.p.Resources.Texts(apk.Value{Type: apk.TypeReference, Data: uint32(id.Int)})
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

// Around are the resource names of the elements around those with a resource
// name, in all layouts, menus left out.
func (p *Program) Around(name string) []string { return p.finder.around[name] }

// Leaf says that the layouts know elements of a resource name, and that all of
// them are of framework classes that have no children.
func (p *Program) Leaf(name string) bool {
	leaf, known := p.finder.leaf[name]
	return known && leaf
}

// PreferenceKeys are the keys of the preferences on the screen that a resource
// node describes; none for other nodes.
func (p *Program) PreferenceKeys(n Node) []string { return p.finder.keys[n] }

// leafClasses are the view classes, by simple name in the framework and in its
// libraries alike, that never have children.
var leafClasses = []string{
	"View", "TextView", "Button", "EditText", "ImageView", "ImageButton", "CheckBox", "RadioButton", "Switch",
	"ToggleButton", "ProgressBar", "SeekBar", "RatingBar", "CheckedTextView", "Chronometer", "TextClock", "Space",
	"AutoCompleteTextView", "MultiAutoCompleteTextView", "QuickContactBadge",
}

// indexTree notes what is around each element of a layout; parent is the nearest
// one, nil around a root.
func (w *binder) indexTree(v, parent *apk.View, around []string, veils []Veil) {
	name := ""
	if v.ID.ID != 0 {
		name = w.p.Resources.Name(v.ID.ID)
		for _, up := range around {
			if !slices.Contains(w.around[name], up) {
				w.around[name] = append(w.around[name], up)
			}
		}
		simple := v.Kind == apk.KindView && len(v.Children) == 0 && slices.Contains(leafClasses, shortClass(v.Class))
		if old, known := w.leaf[name]; !known || old {
			w.leaf[name] = simple
		}
		around = append(slices.Clip(around), name)
	}
	veils = w.veil(v, parent, name, veils)
	for _, child := range v.Children {
		w.indexTree(child, v, around, veils)
	}
}

// shortClass is the simple name of a class of the framework or its view libraries;
// "" for classes of others, which may do as they like.
func shortClass(class string) string {
	for _, prefix := range []string{
		"android.widget.", "android.view.", "android.support.v7.widget.AppCompat", "androidx.appcompat.widget.AppCompat", "",
	} {
		if rest, ok := strings.CutPrefix(class, prefix); ok && !strings.Contains(rest, ".") {
			return rest
		}
	}
	return ""
}
