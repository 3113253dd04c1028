package icfg

import (
	"maps"
	"slices"
	"strings"

	"talpa/cfg/callgraph"
	"talpa/dex"
	"talpa/dex/apk"
)

// addItem notes a menu item that code makes.
func (w *binder) addItem(m callgraph.MethodID, in *dex.Insn, ref dex.MethodRef) {
	w.xml.made[m] = append(w.xml.made[m], w.menuAdd(m, in, ref)...)
}

// menuMakers says which methods make the menus whose items a handler gets.
var menuMakers = map[string][]string{
	"onOptionsItemSelected":    {"onCreateOptionsMenu", "onPrepareOptionsMenu"},
	"onMenuItemSelected":       {"onCreateOptionsMenu", "onPrepareOptionsMenu", "onCreateContextMenu", "onCreateMenu"},
	"onContextItemSelected":    {"onCreateContextMenu"},
	"onActionItemClicked":      {"onCreateActionMode", "onPrepareActionMode"},
	"onSupportNavigateUp":      {},
	"onNavigationItemSelected": {},
}

// menus binds the items of menus to the methods that handle them: those of the
// same class, or of one above or below it, with the code that they call in it.
func (w *binder) menus() {
	for i := range w.p.Callbacks {
		cb := &w.p.Callbacks[i]
		makers, ok := menuMakers[w.b.calls.Method(cb.Method).Name]
		if cb.Role != "menu" || !ok {
			continue
		}
		var items []Widget
		for _, t := range slices.Sorted(maps.Keys(w.b.family(w.b.calls.Owner(cb.Method)))) {
			items = append(items, w.madeIn(t, makers)...)
		}
		// The handler of a navigation view gets the items of the view's menu.
		for _, widget := range slices.Clone(cb.Widgets) {
			for _, menu := range w.xml.menuOf[widget.ID] {
				items = append(items, w.xml.items[menu]...)
			}
		}
		if len(items) > 0 {
			cb.Widgets = nil
			w.bind(cb.Method, items...)
		}
	}
}

// madeIn are the menu items that methods of the given names make, with the
// methods of the same vendor that they call directly.
func (w *binder) madeIn(t callgraph.TypeID, names []string) []Widget {
	var all []Widget
	for _, m := range w.b.types.Class(t).Methods {
		id := w.b.calls.ID(m)
		if id == callgraph.NoMethod || !slices.Contains(names, m.Name) {
			continue
		}
		all = append(all, w.menuItems(id)...)
		for _, e := range w.b.calls.Out(id) {
			if w.b.vendors[w.b.calls.Owner(e.To)] == w.b.vendors[t] {
				all = append(all, w.menuItems(e.To)...)
			}
		}
	}
	return all
}

// xmlClicks binds the widgets whose clicks XML sends to a method, of the
// layouts that the method's class inflates; of all layouts if it inflates none
// of those that name the method.
func (w *binder) xmlClicks() {
	for i := range w.p.Callbacks {
		cb := &w.p.Callbacks[i]
		m := w.b.calls.Method(cb.Method)
		var near, far []Widget
		for e := range w.p.Preds(Node(cb.Method)) {
			if e.Kind != Handle {
				continue
			}
			_, r := w.p.Kind(e.From)
			for _, c := range w.b.clicks {
				if c.method != m.Name || c.resource != w.p.resource[r] {
					continue
				}
				far = append(far, c.widget)
				if w.inflates(w.b.calls.Owner(cb.Method), e.From) {
					near = append(near, c.widget)
				}
			}
		}
		if len(near) > 0 {
			far = near
		}
		w.bind(cb.Method, far...)
	}
}

// inflates says whether a class, or one above or below it, names a resource.
func (w *binder) inflates(t callgraph.TypeID, resource Node) bool {
	family := w.b.family(t)
	for e := range w.p.Preds(resource) {
		kind, m := w.p.Kind(e.From)
		if e.Kind == Inflate && kind == MethodNode && family[w.b.calls.Owner(callgraph.MethodID(m))] {
			return true
		}
	}
	return false
}

// preferences binds the classes of preferences to the entries that XML makes of
// them.
func (w *binder) preferences() {
	for i := range w.b.in.Preferences {
		root := w.b.in.Preferences[i].Root
		if root == nil {
			continue
		}
		root.Walk(func(pref *apk.Preference) {
			t, ok := w.b.classType(pref.Class)
			if !ok {
				return
			}
			for _, m := range w.b.types.Class(t).Methods {
				if id := w.b.calls.ID(m); id != callgraph.NoMethod && strings.HasPrefix(m.Name, "on") {
					w.bind(id, Widget{Class: pref.Class, Text: pref.Title, Screen: -1})
				}
			}
		})
	}
}

// contextMenus binds the views that a class registers for a context menu to the
// method that makes it: a long click there brings the menu up.
func (w *binder) contextMenus() {
	for _, u := range w.b.calls.Index.Calls("registerForContextMenu", "(Landroid/view/View;)V") {
		in := w.b.calls.Method(u.Method).Code().At(u.PC)
		widgets := w.described(u.Method, &in, w.trace.Argument(u.Method, &in, 1), 0)
		if len(widgets) == 0 {
			continue
		}
		for t := range w.b.family(w.b.enclosing(w.b.calls.Owner(u.Method))) {
			for _, m := range w.b.types.Class(t).Methods {
				if id := w.b.calls.ID(m); m.Name == "onCreateContextMenu" && id != callgraph.NoMethod {
					w.bind(id, widgets...)
				}
			}
		}
	}
}
