package icfg

import (
	"slices"
	"strings"

	"talpa/cfg/callgraph"
	"talpa/cfg/origin"
	"talpa/cfg/values"
	"talpa/dex"
	"talpa/dex/apk"
)

// maxWidgets bounds the widgets of one callback.
const maxWidgets = 64

// binder finds the widgets that callbacks are bound to: those on which a
// listener is registered, those whose clicks XML sends to a method, the items
// of the menus that a class inflates.
type binder struct {
	describer
	b *builder
}

// bindWidgets fills Callback.Widgets, and gives the Program what its queries share.
func (b *builder) bindWidgets() {
	w := &binder{describer{p: b.p, xml: indexXML(b), trace: values.New(b.calls, b.p.Resources, values.MaxSteps)}, b}
	w.registrations()
	w.xmlClicks()
	w.menus()
	w.contextMenus()
	w.preferences()
	w.fixedIDs()
	for _, c := range b.composed {
		if c.text != "" {
			w.bind(c.method, Widget{Text: c.text, Screen: -1})
		}
	}
	b.p.xml, b.p.facts = w.xml, w.trace.Freeze()
}

// bind adds a widget to a callback.
func (w *binder) bind(m callgraph.MethodID, widgets ...Widget) {
	cb := w.p.CallbackOf(m)
	if cb == nil {
		return
	}
	for _, widget := range widgets {
		if len(cb.Widgets) < maxWidgets && !slices.Contains(cb.Widgets, widget) {
			cb.Widgets = append(cb.Widgets, widget)
		}
	}
}

// registrations looks at every call that hands an object with callbacks over.
func (w *binder) registrations() {
	hands := w.b.hands()
	calls := w.b.calls.Index.CallsTo(func(ref dex.MethodRef) bool {
		return adds(ref) || hands.any(ref.Desc)
	})
	for _, u := range calls {
		if narrowVendor(w.b.vendors[w.b.calls.Owner(u.Method)]) {
			continue
		}
		code := w.b.calls.Method(u.Method).Code()
		in := code.At(u.PC)
		ref := code.File.MethodAt(in.Index)
		if adds(ref) {
			w.addItem(u.Method, &in, ref)
		}
		first := 1
		if in.Op.Call() == dex.CallStatic {
			first = 0
		}
		for i, p := range ref.Params() {
			if hands.param(p) {
				w.registration(u.Method, &in, ref, first+i, p)
			}
		}
	}
}

// adds says that a method makes an item of a menu.
func adds(ref dex.MethodRef) bool { return ref.Name == "add" && isMenu(ref.Class) }

// narrowVendor says that the vendor's code is of the platform's libraries: what
// they register on their own widgets tells nothing about the app.
func narrowVendor(vendor string) bool { return slices.Contains(narrow, vendor) }

// registration binds the callbacks of argument i of a call to the widgets that
// the call is about.
func (w *binder) registration(m callgraph.MethodID, in *dex.Insn, ref dex.MethodRef, i int, param string) {
	listeners := w.listeners(w.trace.Argument(m, in, i), param)
	if len(listeners) == 0 {
		return
	}
	widgets := w.subjects(m, in, ref)
	if len(widgets) == 0 {
		return
	}
	for _, t := range listeners {
		for _, cb := range w.callbacksOf(t, param) {
			w.bind(cb, widgets...)
		}
	}
}

// listeners are the classes that the values can be instances of.
func (w *binder) listeners(sites []values.Site, param string) []callgraph.TypeID {
	var all []callgraph.TypeID
	add := func(desc string) {
		t := w.b.types.ID(desc)
		if t != callgraph.NoType && w.b.types.Class(t) != nil && w.b.types.IsSubtype(desc, param) && !slices.Contains(all, t) {
			all = append(all, t)
		}
	}
	for _, s := range sites {
		switch s.Kind {
		case origin.New:
			add(s.Text)
		case origin.Field, origin.Static:
			add(s.Desc)
		case origin.Param:
			if m := w.b.calls.Method(s.In); s.Int == 0 && !m.IsStatic() {
				add(m.Class.Descriptor)
			}
		case origin.Result:
			add(dex.MethodRef{Desc: s.Desc}.Return())
		}
	}
	return all
}

// callbacksOf are the callbacks that an instance of a class has by a type: the
// overridden methods of the type, in the class or the nearest one above it.
func (w *binder) callbacksOf(t callgraph.TypeID, param string) []callgraph.MethodID {
	var all []callgraph.MethodID
	seen := map[string]bool{}
	for ; t != callgraph.NoType && w.b.types.Class(t) != nil; t = w.b.types.Super(t) {
		for _, m := range w.b.types.Class(t).Methods {
			id := w.b.calls.ID(m)
			if id == callgraph.NoMethod || seen[m.Name+m.Desc] {
				continue
			}
			cb := w.p.CallbackOf(id)
			if cb == nil || cb.Base == "" || !bindable(cb.Role) {
				continue
			}
			if !w.b.types.IsSubtype(param, cb.Base) && !w.b.types.IsSubtype(cb.Base, param) {
				continue
			}
			seen[m.Name+m.Desc] = true
			all = append(all, id)
		}
	}
	return all
}

// bindable says that callbacks of the role belong to one widget each.
func bindable(role string) bool {
	switch role {
	case "lifecycle", "system", "draw", "adapter", "result", "async":
		return false
	}
	return true
}

// subjects are the widgets that a registering call is about: its receiver, or
// the button that a dialog builder is told to make.
func (w *binder) subjects(m callgraph.MethodID, in *dex.Insn, ref dex.MethodRef) []Widget {
	if widgets := w.dialogItems(m, in, ref); len(widgets) > 0 {
		return widgets
	}
	return w.described(m, in, w.trace.Argument(m, in, 0), 0)
}

// dialogItems are the buttons and rows that a call on a dialog or its builder
// makes.
func (w *binder) dialogItems(m callgraph.MethodID, in *dex.Insn, ref dex.MethodRef) []Widget {
	if !strings.Contains(ref.Class, "Dialog") && !strings.Contains(ref.Class, "Snackbar") {
		return nil
	}
	base := Widget{Screen: -1}
	switch ref.Name {
	case "setPositiveButton":
		base.Name, base.Number, base.HasNumber = "android:id/button1", -1, true
	case "setNegativeButton":
		base.Name, base.Number, base.HasNumber = "android:id/button2", -2, true
	case "setNeutralButton":
		base.Name, base.Number, base.HasNumber = "android:id/button3", -3, true
	case "setButton", "setItems", "setSingleChoiceItems", "setMultiChoiceItems", "setAction":
	default:
		return nil
	}
	for i, p := range ref.Params() {
		if p != "I" && p != "Ljava/lang/CharSequence;" && p != "Ljava/lang/String;" {
			continue
		}
		if text := w.trace.ArgumentText(m, in, i+1); text != "" {
			base.Text = text
			return []Widget{base}
		}
		for _, id := range w.trace.Ints(m, in, i+1) {
			if res := w.p.Resources.Get(apk.ID(uint32(id))); res != nil && res.Type == "array" {
				return rows(w.p.Resources.Strings(res.ID))
			}
		}
	}
	if base.Name == "" {
		return nil
	}
	return []Widget{base}
}

func rows(texts []string) []Widget {
	var all []Widget
	for i, text := range texts {
		all = append(all, Widget{Text: text, Screen: -1, Number: int64(i), HasNumber: true})
	}
	return all
}

// fixedIDs binds the callbacks of classes that fix the id of their widget.
func (w *binder) fixedIDs() {
	for i := range w.p.Callbacks {
		cb := &w.p.Callbacks[i]
		if len(cb.Widgets) == 0 && w.b.calls.Method(cb.Method).Name == "onListItemClick" {
			cb.Widgets = []Widget{listView}
		}
	}
}
