package widget

import (
	"slices"
	"strings"

	"talpa/dex/apk"
)

// Index is what the layouts, menus and preference screens of an app say of widgets.
// It is frozen once made.
type Index struct {
	resources *apk.Resources
	layouts   map[apk.ID][]*apk.Layout // one for each configuration
	byID      map[apk.ID]Widget        // elements of layouts and menus
	roots     map[apk.ID]Widget        // root elements of layouts
	byClass   map[string][]Widget      // elements of layouts, by Java class
	menuOf    map[apk.ID][]apk.ID      // menus of views that show one, by the view's id
	items     map[apk.ID][]Widget      // items of a menu resource
	around    map[string][]string      // ids of the elements around those with an id
	leaf      map[string]bool          // ids of elements: they can have no children
	hidden    hiddenIndex
	prefs     preferenceIndex
}

// NewIndex reads layouts, menus and preference screens. The function isClass says
// whether the app defines a class, by its Java name.
func NewIndex(
	resources *apk.Resources, layouts []apk.Layout, menus []apk.Menu, screens []apk.PreferenceScreen,
	isClass func(javaName string) bool,
) *Index {
	x := &Index{
		resources: resources, layouts: map[apk.ID][]*apk.Layout{},
		byID: map[apk.ID]Widget{}, roots: map[apk.ID]Widget{}, byClass: map[string][]Widget{},
		menuOf: map[apk.ID][]apk.ID{}, items: map[apk.ID][]Widget{}, around: map[string][]string{}, leaf: map[string]bool{},
		hidden: hiddenIndex{map[string][][]InitialState{}, map[string]bool{}},
	}
	for i := range layouts {
		x.layout(&layouts[i], isClass)
	}
	for i := range menus {
		x.menu(&menus[i])
	}
	x.prefs = indexPreferences(resources, screens)
	return x
}

// layout reads the layout of one configuration.
func (x *Index) layout(l *apk.Layout, isClass func(javaName string) bool) {
	x.layouts[l.ID] = append(x.layouts[l.ID], l)
	if l.Root == nil {
		return
	}
	if _, known := x.roots[l.ID]; !known {
		x.roots[l.ID] = OfView(l.Root)
	}
	x.indexTree(l.Root, nil, nil, nil)
	l.Root.Walk(func(v *apk.View) {
		w := OfView(v)
		if v.ID.ID != 0 {
			x.merge(v.ID.ID, w)
			if v.Menu.ID != 0 {
				x.menuOf[v.ID.ID] = append(x.menuOf[v.ID.ID], v.Menu.ID)
			}
		}
		if isClass(v.Class) && !slices.Contains(x.byClass[v.Class], w) {
			x.byClass[v.Class] = append(x.byClass[v.Class], w)
		}
	})
}

// menu reads the menu of one configuration.
func (x *Index) menu(m *apk.Menu) {
	m.Walk(func(item *apk.MenuItem) {
		if item.Group {
			return
		}
		w := OfItem(item)
		if item.ID.ID != 0 {
			x.merge(item.ID.ID, w)
		}
		if !slices.Contains(x.items[m.ID], w) {
			x.items[m.ID] = append(x.items[m.ID], w)
		}
	})
}

// merge keeps of several elements with one id what they agree on.
func (x *Index) merge(id apk.ID, w Widget) {
	old, known := x.byID[id]
	if !known {
		x.byID[id] = w
		return
	}
	if old.Class != w.Class {
		old.Class = ""
	}
	if old.Text != w.Text {
		old.Text = ""
	}
	x.byID[id] = old
}

// leafClasses are the view classes, by simple name in the framework and in its
// libraries alike, that never have children.
var leafClasses = []string{
	"View", "TextView", "Button", "EditText", "ImageView", "ImageButton", "CheckBox", "RadioButton", "Switch",
	"ToggleButton", "ProgressBar", "SeekBar", "RatingBar", "CheckedTextView", "Chronometer", "TextClock", "Space",
	"AutoCompleteTextView", "MultiAutoCompleteTextView", "QuickContactBadge",
}

// indexTree notes what is around each element of a layout; parent is the nearest
// one, nil around a root.
func (x *Index) indexTree(v, parent *apk.View, around []string, states []InitialState) {
	name := ""
	if v.ID.ID != 0 {
		name = x.resources.Name(v.ID.ID)
		for _, up := range around {
			if !slices.Contains(x.around[name], up) {
				x.around[name] = append(x.around[name], up)
			}
		}
		simple := v.Kind == apk.KindView && len(v.Children) == 0 && slices.Contains(leafClasses, shortClass(v.Class))
		if old, known := x.leaf[name]; !known || old {
			x.leaf[name] = simple
		}
		around = append(slices.Clip(around), name)
	}
	states = x.state(v, parent, name, states)
	for _, child := range v.Children {
		x.indexTree(child, v, around, states)
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

// Around are the resource names of the elements around those with a resource
// name, in all layouts, menus left out.
func (x *Index) Around(name string) []string { return x.around[name] }

// Leaf says that the layouts know elements of a resource name, and that all of
// them are of framework classes that have no children.
func (x *Index) Leaf(name string) bool {
	leaf, known := x.leaf[name]
	return known && leaf
}
