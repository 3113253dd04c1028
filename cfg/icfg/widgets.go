package icfg

import (
	"slices"
	"strings"

	"talpa/cfg/callgraph"
	"talpa/cfg/origin"
	"talpa/dex"
	"talpa/dex/apk"
)

// maxWidgets bounds the widgets of one callback.
const maxWidgets = 64

// binder finds the widgets that callbacks are bound to: those on which a
// listener is registered, those whose clicks XML sends to a method, the items
// of the menus that a class inflates.
type binder struct {
	*builder
	values  values
	lookups int                             // values looked at for the present question
	byID    map[apk.ID]Widget               // elements of layouts and menus
	roots   map[apk.ID]Widget               // root elements of layouts
	byClass map[string][]Widget             // elements of layouts, by Java class
	screens map[string][]ShownPreference    // preferences with their screens, by key
	shown   []ShownPreference               // all of them, in order
	prefs   map[string]Widget               // preferences, by key
	menuOf  map[apk.ID][]apk.ID             // menus of views that show one, by the view's id
	items   map[apk.ID][]Widget             // items of a menu resource
	made    map[callgraph.MethodID][]Widget // menu items that a method adds
	around  map[string][]string             // ids of the elements around those with an id
	leaf    map[string]bool                 // ids of elements: they can have no children
	veils   map[string][][]Veil             // of the elements of an id that have some
	free    map[string]bool                 // ids of which an element has none
	keys    map[Node][]string               // keys of a preference screen
}

// bindWidgets fills Callback.Widgets.
func (b *builder) bindWidgets() {
	w := &binder{
		builder: b, byID: map[apk.ID]Widget{}, roots: map[apk.ID]Widget{},
		byClass: map[string][]Widget{}, prefs: map[string]Widget{}, screens: map[string][]ShownPreference{},
		menuOf: map[apk.ID][]apk.ID{}, items: map[apk.ID][]Widget{}, made: map[callgraph.MethodID][]Widget{},
		around: map[string][]string{}, leaf: map[string]bool{}, keys: map[Node][]string{},
		veils: map[string][][]Veil{}, free: map[string]bool{},
	}
	w.values.calls, w.values.steps = b.calls, maxValueSteps
	w.values.isResource = func(id apk.ID) bool { return w.p.Resources.Get(id) != nil }
	w.p.finder = w
	w.indexXML()
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

// indexXML reads the layouts, menus and preferences.
func (w *binder) indexXML() {
	for i := range w.in.Layouts {
		l := &w.in.Layouts[i]
		if l.Root == nil {
			continue
		}
		if _, known := w.roots[l.ID]; !known {
			w.roots[l.ID] = viewWidget(l.Root)
		}
		w.indexTree(l.Root, nil, nil, nil)
		l.Root.Walk(func(v *apk.View) {
			widget := viewWidget(v)
			if v.ID.ID != 0 {
				w.merge(v.ID.ID, widget)
				if v.Menu.ID != 0 {
					w.menuOf[v.ID.ID] = append(w.menuOf[v.ID.ID], v.Menu.ID)
				}
			}
			if _, app := w.classType(v.Class); app && !slices.Contains(w.byClass[v.Class], widget) {
				w.byClass[v.Class] = append(w.byClass[v.Class], widget)
			}
		})
	}
	for i := range w.in.Menus {
		m := &w.in.Menus[i]
		m.Walk(func(item *apk.MenuItem) {
			if item.Group {
				return
			}
			widget := itemWidget(item)
			if item.ID.ID != 0 {
				w.merge(item.ID.ID, widget)
			}
			if !slices.Contains(w.items[m.ID], widget) {
				w.items[m.ID] = append(w.items[m.ID], widget)
			}
		})
	}
	for i := range w.in.Preferences {
		if root := w.in.Preferences[i].Root; root != nil {
			root.Walk(func(pref *apk.Preference) {
				if pref.Key != "" {
					widget := Widget{Class: pref.Class, Text: pref.Title, Screen: -1}
					w.prefs[pref.Key] = widget
					node := w.p.resNode[w.in.Preferences[i].ID]
					shown := ShownPreference{pref.Key, widget, pref.Entries, node, w.p.Resources.Name(w.in.Preferences[i].ID)}
					w.screens[pref.Key] = append(w.screens[pref.Key], shown)
					w.shown = append(w.shown, shown)
					w.keys[node] = append(w.keys[node], pref.Key)
				}
			})
		}
	}
}

// merge keeps of several elements with one id what they agree on.
func (w *binder) merge(id apk.ID, widget Widget) {
	old, known := w.byID[id]
	if !known {
		w.byID[id] = widget
		return
	}
	if old.Class != widget.Class {
		old.Class = ""
	}
	if old.Text != widget.Text {
		old.Text = ""
	}
	w.byID[id] = old
}

// withID is the widget of a resource id.
func (w *binder) withID(id apk.ID) (Widget, bool) {
	if widget, ok := w.byID[id]; ok {
		return widget, true
	}
	name := w.p.Resources.Name(id)
	if !strings.HasPrefix(strings.TrimPrefix(name, "android:"), "id/") {
		return Widget{}, false
	}
	return Widget{ID: id, Name: name, Screen: -1}, true
}

// registrations looks at every call that hands an object with callbacks over.
func (w *binder) registrations() {
	hands := w.hands()
	calls := w.calls.Index.CallsTo(func(ref dex.MethodRef) bool {
		return adds(ref) || hands.any(ref.Desc)
	})
	for _, u := range calls {
		if narrowVendor(w.vendors[w.calls.Owner(u.Method)]) {
			continue
		}
		code := w.calls.Method(u.Method).Code()
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
	listeners := w.listeners(w.values.argument(m, in, i), param)
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
func (w *binder) listeners(sites []valueSite, param string) []callgraph.TypeID {
	var all []callgraph.TypeID
	add := func(desc string) {
		t := w.types.ID(desc)
		if t != callgraph.NoType && w.types.Class(t) != nil && w.types.IsSubtype(desc, param) && !slices.Contains(all, t) {
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
			if m := w.calls.Method(s.In); s.Int == 0 && !m.IsStatic() {
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
	for ; t != callgraph.NoType && w.types.Class(t) != nil; t = w.types.Super(t) {
		for _, m := range w.types.Class(t).Methods {
			id := w.calls.ID(m)
			if id == callgraph.NoMethod || seen[m.Name+m.Desc] {
				continue
			}
			cb := w.p.CallbackOf(id)
			if cb == nil || cb.Base == "" || !bindable(cb.Role) {
				continue
			}
			if !w.types.IsSubtype(param, cb.Base) && !w.types.IsSubtype(cb.Base, param) {
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
	return w.described(m, in, w.values.argument(m, in, 0), 0)
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
		if text := w.values.text(w.p.Resources, m, in, i+1); text != "" {
			base.Text = text
			return []Widget{base}
		}
		for _, id := range w.values.constants(m, in, i+1) {
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

// described turns the origins of a receiver into widgets.
func (w *binder) described(m callgraph.MethodID, in *dex.Insn, sites []valueSite, depth int) []Widget {
	var all []Widget
	for _, s := range sites {
		all = append(all, w.describe(s, depth)...)
	}
	if len(all) == 0 && isPopup(w.calls.Method(m).Class.File.MethodAt(in.Index).Class) {
		all = w.menuItems(m)
	}
	return all
}

// Bounds of the chains of calls looked through, as of builders: their length,
// and the values looked at for one question.
const (
	maxDescribe = 6
	maxLookups  = 120
)

func (w *binder) describe(s valueSite, depth int) []Widget {
	if depth == 0 {
		w.lookups = 0
	}
	if w.lookups++; w.lookups > maxLookups {
		return nil
	}
	switch s.Kind {
	case origin.New:
		if w.types.IsSubtype(s.Text, "Landroid/view/View;") {
			return []Widget{w.newView(s)}
		}
	case origin.Field, origin.Static:
		return w.boundField(s)
	case origin.Param:
		if m := w.calls.Method(s.In); s.Int == 0 && !m.IsStatic() {
			return w.byClass[dex.JavaName(m.Class.Descriptor)]
		}
	case origin.Result:
		if s.Name == "getListView" {
			return []Widget{listView}
		}
		return w.callResult(s, depth)
	}
	return nil
}

// listView is the list of a ListActivity or ListFragment.
var listView = Widget{Name: "android:id/list", Class: "android.widget.ListView", Screen: -1}

// newView describes a view that code makes, with the text and id that it gets in
// the same method.
func (w *binder) newView(s valueSite) Widget {
	widget := Widget{Class: dex.JavaName(s.Text), Screen: -1}
	a := w.values.cache.Of(w.calls.Method(s.In))
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
			widget.Text = w.values.text(w.p.Resources, s.In, &in, 1)
		} else if ids := w.values.constants(s.In, &in, 1); len(ids) == 1 {
			widget.ID = apk.ID(uint32(ids[0]))
			widget.Name = w.p.Resources.Name(widget.ID)
		}
	}
	return widget
}

// boundField guesses the widget behind a field of generated view holders, whose
// fields are named after the ids: buttonOk for id/button_ok.
func (w *binder) boundField(s valueSite) []Widget {
	if !w.types.IsSubtype(s.Desc, "Landroid/view/View;") {
		return nil
	}
	for _, name := range []string{s.Name, snakeCase(s.Name), strings.TrimPrefix(snakeCase(s.Name), "m_")} {
		if id := w.p.Resources.ID("id/" + name); id != 0 {
			if widget, ok := w.withID(id); ok {
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
func (w *binder) callResult(s valueSite, depth int) []Widget {
	if s.Owner == "" || depth > maxDescribe {
		return nil
	}
	code := w.calls.Method(s.In).Code()
	call := code.At(s.PC)
	first := 1
	if call.Op.Call() == dex.CallStatic {
		first = 0
	}
	for i, p := range dex.Params(s.Desc) {
		switch p {
		case "I":
			if widgets := w.byResource(s, &call, first+i); len(widgets) > 0 {
				return widgets
			}
		case "Ljava/lang/CharSequence;", "Ljava/lang/String;":
			if pref, ok := w.prefs[w.values.text(w.p.Resources, s.In, &call, first+i)]; ok {
				return []Widget{pref}
			}
		}
	}
	if s.Name == "add" && isMenu(s.Owner) {
		return w.menuAdd(s.In, &call, dex.MethodRef{Class: s.Owner, Name: s.Name, Desc: s.Desc})
	}
	// A builder returns itself: the call before has the widget.
	if first == 1 && (dex.MethodRef{Desc: s.Desc}).Return() == s.Owner {
		return w.described(s.In, &call, w.values.argument(s.In, &call, 0), depth+1)
	}
	return nil
}

// byResource describes the result of a call that takes a resource id: the
// widget of an id, the root of a layout.
func (w *binder) byResource(s valueSite, call *dex.Insn, arg int) []Widget {
	var all []Widget
	for _, id := range w.values.constants(s.In, call, arg) {
		if id <= 0xffffff {
			continue
		}
		if root, ok := w.roots[apk.ID(uint32(id))]; ok {
			all = append(all, root)
		} else if widget, ok := w.withID(apk.ID(uint32(id))); ok {
			all = append(all, widget)
		}
	}
	return all
}

func isMenu(class string) bool {
	return class == "Landroid/view/Menu;" || class == "Landroid/view/ContextMenu;" || class == "Landroid/view/SubMenu;"
}

func isPopup(class string) bool { return strings.HasSuffix(class, "PopupMenu;") }

// fixedIDs binds the callbacks of classes that fix the id of their widget.
func (w *binder) fixedIDs() {
	for i := range w.p.Callbacks {
		cb := &w.p.Callbacks[i]
		if len(cb.Widgets) == 0 && w.calls.Method(cb.Method).Name == "onListItemClick" {
			cb.Widgets = []Widget{listView}
		}
	}
}
