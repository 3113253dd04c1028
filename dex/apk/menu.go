package apk

// Menu is one menu file in one configuration.
type Menu struct {
	XMLResource
	Items []MenuItem
}

// MenuItem is an <item> or a <group> of a menu.
type MenuItem struct {
	// Group says that this is a <group>: it is no entry itself.
	Group bool
	ID    Ref
	Title string
	// OnClick is the method that android:onClick names, "" if none.
	OnClick                              string
	Visible, Enabled, Checkable, Checked Tri
	// ShowAsAction holds the flags of showAsAction: 1 ifRoom, 2 always, 4
	// withText, 8 collapseActionView; 0 means that it is in the overflow menu.
	ShowAsAction uint32
	// ActionView is the Java class of a view in place of the item, ActionLayout
	// its layout, ActionProvider the class that makes it.
	ActionView, ActionProvider string
	ActionLayout               Ref
	Line                       int
	// Items are the entries of a group or submenu.
	Items []MenuItem
}

// Walk calls f for each item and group of the menu, parents first.
func (m *Menu) Walk(f func(*MenuItem)) { walkItems(m.Items, f) }

func walkItems(items []MenuItem, f func(*MenuItem)) {
	for i := range items {
		f(&items[i])
		walkItems(items[i].Items, f)
	}
}

// Menus decodes all menus; see Layouts for the error.
func (a *Archive) Menus() ([]Menu, error) {
	var list []Menu
	r := attrReader{a.resources}
	err := a.eachXML("menu", func(x XMLResource, doc *Document) {
		list = append(list, Menu{x, r.menuItems(doc.Root)})
	})
	return list, err
}

func (r attrReader) menuItems(parent *Element) []MenuItem {
	var items []MenuItem
	for _, e := range parent.Children {
		switch e.Name {
		case "item":
			items = append(items, r.menuItem(e))
		case "group":
			items = append(items, MenuItem{
				Group:   true,
				ID:      r.ref(e, attrID, "id"),
				Visible: r.tri(e, attrVisible, "visible"),
				Enabled: r.tri(e, attrEnabled, "enabled"),
				Line:    e.Line,
				Items:   r.groupItems(e),
			})
		}
	}
	return items
}

// groupItems are the items of a group, checkable if the group says so.
func (r attrReader) groupItems(e *Element) []MenuItem {
	items := r.menuItems(e)
	if n, ok := r.value(e, attrCheckableBehavior, "checkableBehavior").Int(); ok && n != 0 {
		for i := range items {
			if items[i].Checkable == Unset {
				items[i].Checkable = Yes
			}
		}
	}
	return items
}

func (r attrReader) menuItem(e *Element) MenuItem {
	item := MenuItem{
		ID:             r.ref(e, attrID, "id"),
		Title:          r.text(e, attrTitle, "title"),
		OnClick:        r.text(e, attrOnClick, "onClick"),
		Visible:        r.tri(e, attrVisible, "visible"),
		Enabled:        r.tri(e, attrEnabled, "enabled"),
		Checkable:      r.tri(e, attrCheckable, "checkable"),
		Checked:        r.tri(e, attrChecked, "checked"),
		ActionView:     r.either(e, attrActionViewClass, "actionViewClass"),
		ActionProvider: r.either(e, attrActionProvider, "actionProviderClass"),
		ActionLayout:   r.ref(e, attrActionLayout, "actionLayout"),
		Line:           e.Line,
	}
	if item.ActionLayout.ID == 0 {
		item.ActionLayout = r.appRef(e, "actionLayout")
	}
	show, ok := r.value(e, attrShowAsAction, "showAsAction").Int()
	if !ok {
		v, _ := e.AppAttr("showAsAction")
		show, _ = v.Int()
	}
	item.ShowAsAction = uint32(show)
	for _, c := range e.Children {
		if c.Name == "menu" {
			item.Items = r.menuItems(c)
		}
	}
	return item
}

// either reads an attribute from the android: or the app: namespace, where the
// support libraries have their copies.
func (r attrReader) either(e *Element, id ID, name string) string {
	if s := r.text(e, id, name); s != "" {
		return s
	}
	return r.app(e, name)
}
