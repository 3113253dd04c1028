package widget

import (
	"slices"
	"strings"

	"talpa/cfg/callgraph"
	"talpa/cfg/origin"
	"talpa/cfg/values"
	"talpa/dex"
	"talpa/dex/apk"
)

// Describer says which widgets a value stands for. It remembers what it has looked at,
// and so serves one goroutine.
type Describer struct {
	*values.Tracer
	shared
	lookups int // values looked at for the present question
}

// shared is what all describers of an app read.
type shared struct {
	calls     *callgraph.Graph
	types     *callgraph.Hierarchy
	resources *apk.Resources
	index     *Index
	inflated  func(m callgraph.MethodID) []apk.ID
	made      map[callgraph.MethodID][]Widget // menu items that a method adds
}

// WidgetsAt describes the widgets that a register can hold before the
// instruction at position pc of a method; empty if nothing is known.
func (d *Describer) WidgetsAt(m callgraph.MethodID, pc uint32, reg uint16) []Widget {
	var all []Widget
	for _, s := range d.ValuesAt(m, pc, reg) {
		all = append(all, d.describe(s, 0)...)
	}
	return all
}

// withID is the widget of a resource id.
func (d *Describer) withID(id apk.ID) (Widget, bool) {
	if widget, ok := d.index.byID[id]; ok {
		return widget, true
	}
	name := d.resources.Name(id)
	if !strings.HasPrefix(strings.TrimPrefix(name, "android:"), "id/") {
		return Widget{}, false
	}
	return Widget{ID: id, Name: name, Screen: -1}, true
}

// described turns the origins of a receiver into widgets.
func (d *Describer) described(m callgraph.MethodID, in *dex.Insn, sites []values.Site, depth int) []Widget {
	var all []Widget
	for _, s := range sites {
		all = append(all, d.describe(s, depth)...)
	}
	if len(all) == 0 && isPopup(d.calls.Method(m).Class.File.MethodAt(in.Index).Class) {
		all = d.menuItems(m)
	}
	return all
}

// Bounds of the chains of calls looked through, as of builders: their length,
// and the values looked at for one question.
const (
	maxDescribe = 6
	maxLookups  = 120
)

func (d *Describer) describe(s values.Site, depth int) []Widget {
	if depth == 0 {
		d.lookups = 0
	}
	if d.lookups++; d.lookups > maxLookups {
		return nil
	}
	switch s.Kind {
	case origin.New:
		if d.types.IsSubtype(s.Text, "Landroid/view/View;") {
			return []Widget{d.newView(s)}
		}
	case origin.Field, origin.Static:
		return d.boundField(s)
	case origin.Param:
		if m := d.calls.Method(s.In); s.Int == 0 && !m.IsStatic() {
			return d.index.byClass[dex.JavaName(m.Class.Descriptor)]
		}
	case origin.Result:
		if s.Name == "getListView" {
			return []Widget{listView}
		}
		return d.callResult(s, depth)
	}
	return nil
}

// listView is the list of a ListActivity or ListFragment.
var listView = Widget{Name: "android:id/list", Class: "android.widget.ListView", Screen: -1}

// newView describes a view that code makes, with the text and id that it gets in
// the same method.
func (d *Describer) newView(s values.Site) Widget {
	widget := Widget{Class: dex.JavaName(s.Text), Screen: -1}
	a := d.Origins(s.In)
	if a == nil {
		return widget
	}
	for in := range a.Graph.Code.Insns() {
		if in.Op.Call() != dex.CallVirtual {
			continue
		}
		name := a.Graph.Code.File.MethodAt(in.Index).Name
		if name != "setText" && name != "setId" && name != "setContentDescription" {
			continue
		}
		if made := a.Args(&in, 0); len(made) != 1 || made[0].Kind != origin.New || made[0].PC != s.PC {
			continue
		}
		if name != "setId" {
			widget.Text = d.ArgumentText(s.In, &in, 1)
		} else if ids := d.Ints(s.In, &in, 1); len(ids) == 1 {
			widget.ID = apk.ID(uint32(ids[0]))
			widget.Name = d.resources.Name(widget.ID)
		}
	}
	return widget
}

// boundField guesses the widget behind a field of generated view holders, whose
// fields are named after the ids: buttonOk for id/button_ok.
func (d *Describer) boundField(s values.Site) []Widget {
	if !d.types.IsSubtype(s.Desc, "Landroid/view/View;") {
		return nil
	}
	for _, name := range []string{s.Name, snakeCase(s.Name), strings.TrimPrefix(snakeCase(s.Name), "m_")} {
		if id := d.resources.ID("id/" + name); id != 0 {
			if widget, ok := d.withID(id); ok {
				return []Widget{widget}
			}
		}
	}
	return nil
}

// snakeCase turns buttonOk into button_ok.
func snakeCase(s string) string {
	var b strings.Builder
	for i, r := range s {
		if r >= 'A' && r <= 'Z' {
			if i > 0 {
				b.WriteByte('_')
			}
			r += 'a' - 'A'
		}
		b.WriteRune(r)
	}
	return b.String()
}

// callResult describes what a call returns.
func (d *Describer) callResult(s values.Site, depth int) []Widget {
	if s.Owner == "" || depth > maxDescribe {
		return nil
	}
	code := d.calls.Method(s.In).Code()
	call := code.At(s.PC)
	first := 1
	if call.Op.Call() == dex.CallStatic {
		first = 0
	}
	for i, p := range dex.Params(s.Desc) {
		switch p {
		case "I":
			if widgets := d.byResource(s, &call, first+i); len(widgets) > 0 {
				return widgets
			}
		case "Ljava/lang/CharSequence;", "Ljava/lang/String;":
			if pref, ok := d.index.prefs.widget[d.ArgumentText(s.In, &call, first+i)]; ok {
				return []Widget{pref}
			}
		}
	}
	if s.Name == "add" && isMenu(s.Owner) {
		return d.menuAdd(s.In, &call, dex.MethodRef{Class: s.Owner, Name: s.Name, Desc: s.Desc})
	}
	if s.Name == "getActionView" || s.Desc == values.ActionView { // a view without an id gets that of its item
		return d.described(s.In, &call, d.Argument(s.In, &call, 0), depth+1)
	}
	// A builder returns itself: the call before has the widget.
	if first == 1 && (dex.MethodRef{Desc: s.Desc}).Return() == s.Owner {
		return d.described(s.In, &call, d.Argument(s.In, &call, 0), depth+1)
	}
	return nil
}

// byResource describes the result of a call that takes a resource id: the
// widget of an id, the root of a layout.
func (d *Describer) byResource(s values.Site, call *dex.Insn, arg int) []Widget {
	var all []Widget
	for _, id := range d.Ints(s.In, call, arg) {
		if id <= 0xffffff {
			continue
		}
		if root, ok := d.index.roots[apk.ID(uint32(id))]; ok {
			all = append(all, root)
		} else if widget, ok := d.withID(apk.ID(uint32(id))); ok {
			all = append(all, widget)
		}
	}
	return all
}

func isMenu(class string) bool {
	return class == "Landroid/view/Menu;" || class == "Landroid/view/ContextMenu;" || class == "Landroid/view/SubMenu;"
}

func isPopup(class string) bool { return strings.HasSuffix(class, "PopupMenu;") }

// menuAdd describes the item that a call of Menu.add makes: add(title), or add(group, id, order,
// title).
func (d *Describer) menuAdd(m callgraph.MethodID, in *dex.Insn, ref dex.MethodRef) []Widget {
	params := ref.Params()
	item := Widget{Menu: true, Screen: -1, Text: d.ArgumentText(m, in, len(params))}
	if len(params) == 4 {
		ids := d.Ints(m, in, 2)
		if len(ids) == 1 {
			item.Number, item.HasNumber = ids[0], true
			if known, ok := d.withID(apk.ID(uint32(ids[0]))); ok && ids[0] > 0xffffff {
				item.ID, item.Name = known.ID, known.Name
			}
		}
	}
	if item.Text == "" && !item.HasNumber {
		return nil
	}
	return []Widget{item}
}

// menuItems are the items of all menus that a method inflates or makes.
func (d *Describer) menuItems(m callgraph.MethodID) []Widget {
	all := slices.Clone(d.made[m])
	for _, id := range d.inflated(m) {
		all = append(all, d.index.items[id]...)
	}
	return all
}
