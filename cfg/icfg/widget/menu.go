package widget

import (
	"slices"
	"strings"

	"talpa/cfg/callgraph"
	"talpa/cfg/icfg/listener"
	"talpa/dex"
	"talpa/dex/apk"
)

// addItem notes a menu item that code makes.
func (b *binder) addItem(m callgraph.MethodID, in *dex.Insn, ref dex.MethodRef) {
	b.made[m] = append(b.made[m], b.menuAdd(m, in, ref)...)
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

// menuMaker says how to tell the methods that make the menu of a handler: by name, or, where
// a shrinker changed the names, by the menu that they are given.
func menuMaker(handler *dex.Method) (makes func(*dex.Method) bool, ok bool) {
	if names, ok := menuMakers[handler.Name]; ok {
		return func(m *dex.Method) bool { return slices.Contains(names, m.Name) }, true
	}
	if !listener.IsShrunk(handler.Name) || !slices.Contains(dex.Params(handler.Desc), "Landroid/view/MenuItem;") {
		return nil, false
	}
	return func(m *dex.Method) bool { return slices.Contains(dex.Params(m.Desc), "Landroid/view/Menu;") }, true
}

// menus binds the items of menus to the methods that handle them: those of the
// same class, or of one above or below it, with the code that they call in it.
func (b *binder) menus() {
	for i := range b.in.Callbacks {
		cb := &b.in.Callbacks[i]
		if cb.Role != "menu" {
			continue
		}
		makes, ok := menuMaker(b.calls.Method(cb.Method))
		if !ok {
			continue
		}
		var items []Widget
		for _, t := range b.types.Family(b.calls.Owner(cb.Method)) {
			items = append(items, b.madeIn(t, makes)...)
		}
		// The handler of a navigation view gets the items of the view's menu.
		for _, widget := range b.widgets[cb.Method] {
			for _, menu := range b.index.menuOf[widget.ID] {
				items = append(items, b.index.items[menu]...)
			}
		}
		if len(items) == 0 {
			items = b.namedItems(cb.Method)
		}
		if len(items) > 0 {
			delete(b.widgets, cb.Method)
			b.bind(cb.Method, items...)
		}
	}
}

// namedItems are the items of menus whose ids a handler has as constants: a fragment hears of the items of the menu
// that its activity makes.
func (b *binder) namedItems(handler callgraph.MethodID) []Widget {
	code := b.calls.Method(handler).Code()
	if code == nil {
		return nil
	}
	var all []Widget
	add := func(id int32) {
		if w := b.index.byID[apk.ID(uint32(id))]; w.Menu && !slices.Contains(all, w) {
			all = append(all, w)
		}
	}
	for in := range code.Insns() {
		if in.Op == dex.OpConst {
			add(int32(in.Lit))
		}
		for arm := range code.Cases(in) {
			add(arm.Key)
		}
	}
	return all
}

// madeIn are the menu items that some methods of a class make, with the methods of the same
// vendor that they call directly.
func (b *binder) madeIn(t callgraph.TypeID, makes func(*dex.Method) bool) []Widget {
	var all []Widget
	for _, m := range b.types.Class(t).Methods {
		id := b.calls.ID(m)
		if id == callgraph.NoMethod || !makes(m) {
			continue
		}
		all = append(all, b.menuItems(id)...)
		for _, e := range b.calls.Out(id) {
			if b.vendor(b.calls.Owner(e.To)) == b.vendor(t) {
				all = append(all, b.menuItems(e.To)...)
			}
		}
	}
	return all
}

// xmlClicks binds the widgets whose clicks XML sends to a method, of the
// layouts that the method's class inflates; of all layouts if it inflates none
// of those that name the method.
func (b *binder) xmlClicks() {
	for i := range b.in.Callbacks {
		cb := &b.in.Callbacks[i]
		m := b.calls.Method(cb.Method)
		var near, far []Widget
		for _, resource := range b.in.Naming(cb.Method) {
			for _, c := range b.in.Clicks {
				if c.Method != m.Name || c.Resource != resource {
					continue
				}
				far = append(far, c.Widget)
				if b.inflates(b.calls.Owner(cb.Method), resource) {
					near = append(near, c.Widget)
				}
			}
		}
		if len(near) > 0 {
			far = near
		}
		b.bind(cb.Method, far...)
	}
}

// inflates says whether a class, or one above or below it, names a resource.
func (b *binder) inflates(t callgraph.TypeID, resource apk.ID) bool {
	family := b.types.Family(t)
	return slices.ContainsFunc(b.in.Inflaters(resource), func(m callgraph.MethodID) bool {
		_, found := slices.BinarySearch(family, b.calls.Owner(m))
		return found
	})
}

// preferences binds the classes of preferences to the entries that XML makes of
// them.
func (b *binder) preferences() {
	for i := range b.in.Preferences {
		root := b.in.Preferences[i].Root
		if root == nil {
			continue
		}
		root.Walk(func(pref *apk.Preference) {
			t, ok := b.types.AppClass(pref.Class)
			if !ok {
				return
			}
			for _, m := range b.types.Class(t).Methods {
				if id := b.calls.ID(m); id != callgraph.NoMethod && strings.HasPrefix(m.Name, "on") {
					b.bind(id, Widget{Class: pref.Class, Text: pref.Title, Screen: -1})
				}
			}
		})
	}
}

// contextMenus binds the views that a class registers for a context menu to the
// method that makes it: a long click there brings the menu up.
func (b *binder) contextMenus() {
	for _, u := range b.calls.Index.Calls("registerForContextMenu", "(Landroid/view/View;)V") {
		in := b.calls.Method(u.Method).Code().At(u.PC)
		widgets := b.described(u.Method, &in, b.Argument(u.Method, &in, 1), 0)
		if len(widgets) == 0 {
			continue
		}
		for _, t := range b.types.Family(b.types.Enclosing(b.calls.Owner(u.Method))) {
			for _, m := range b.types.Class(t).Methods {
				if id := b.calls.ID(m); m.Name == "onCreateContextMenu" && id != callgraph.NoMethod {
					b.bind(id, widgets...)
				}
			}
		}
	}
}
