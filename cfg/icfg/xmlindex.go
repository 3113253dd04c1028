package icfg

import (
	"slices"
	"strings"

	"talpa/cfg/callgraph"
	"talpa/dex/apk"
)

// xmlIndex is what the layouts, menus and preference screens say of widgets. It does
// not change once callbacks are bound, and is shared by all queries.
type xmlIndex struct {
	resources *apk.Resources
	byID      map[apk.ID]Widget               // elements of layouts and menus
	roots     map[apk.ID]Widget               // root elements of layouts
	byClass   map[string][]Widget             // elements of layouts, by Java class
	screens   map[string][]ShownPreference    // preferences with their screens, by key
	shown     []ShownPreference               // all of them, in order
	prefs     map[string]Widget               // preferences, by key
	menuOf    map[apk.ID][]apk.ID             // menus of views that show one, by the view's id
	items     map[apk.ID][]Widget             // items of a menu resource
	made      map[callgraph.MethodID][]Widget // menu items that a method adds
	around    map[string][]string             // ids of the elements around those with an id
	leaf      map[string]bool                 // ids of elements: they can have no children
	veils     map[string][][]Veil             // of the elements of an id that have some
	free      map[string]bool                 // ids of which an element has none
	keys      map[Node][]string               // keys of a preference screen
}

// indexXML reads the layouts, menus and preferences.
func indexXML(b *builder) *xmlIndex {
	x := &xmlIndex{
		resources: b.p.Resources,
		byID:      map[apk.ID]Widget{}, roots: map[apk.ID]Widget{}, byClass: map[string][]Widget{}, prefs: map[string]Widget{},
		screens: map[string][]ShownPreference{}, keys: map[Node][]string{}, menuOf: map[apk.ID][]apk.ID{},
		items: map[apk.ID][]Widget{}, made: map[callgraph.MethodID][]Widget{}, around: map[string][]string{},
		leaf: map[string]bool{}, veils: map[string][][]Veil{}, free: map[string]bool{},
	}
	for i := range b.in.Layouts {
		l := &b.in.Layouts[i]
		if l.Root == nil {
			continue
		}
		if _, known := x.roots[l.ID]; !known {
			x.roots[l.ID] = viewWidget(l.Root)
		}
		x.indexTree(l.Root, nil, nil, nil)
		l.Root.Walk(func(v *apk.View) {
			widget := viewWidget(v)
			if v.ID.ID != 0 {
				x.merge(v.ID.ID, widget)
				if v.Menu.ID != 0 {
					x.menuOf[v.ID.ID] = append(x.menuOf[v.ID.ID], v.Menu.ID)
				}
			}
			if _, app := b.classType(v.Class); app && !slices.Contains(x.byClass[v.Class], widget) {
				x.byClass[v.Class] = append(x.byClass[v.Class], widget)
			}
		})
	}
	for i := range b.in.Menus {
		m := &b.in.Menus[i]
		m.Walk(func(item *apk.MenuItem) {
			if item.Group {
				return
			}
			widget := itemWidget(item)
			if item.ID.ID != 0 {
				x.merge(item.ID.ID, widget)
			}
			if !slices.Contains(x.items[m.ID], widget) {
				x.items[m.ID] = append(x.items[m.ID], widget)
			}
		})
	}
	for i := range b.in.Preferences {
		if root := b.in.Preferences[i].Root; root != nil {
			root.Walk(func(pref *apk.Preference) {
				if pref.Key != "" {
					widget := Widget{Class: pref.Class, Text: pref.Title, Screen: -1}
					x.prefs[pref.Key] = widget
					node := b.p.resNode[b.in.Preferences[i].ID]
					shown := ShownPreference{pref.Key, widget, pref.Entries, node, x.resources.Name(b.in.Preferences[i].ID)}
					x.screens[pref.Key] = append(x.screens[pref.Key], shown)
					x.shown = append(x.shown, shown)
					x.keys[node] = append(x.keys[node], pref.Key)
				}
			})
		}
	}
	return x
}

// merge keeps of several elements with one id what they agree on.
func (x *xmlIndex) merge(id apk.ID, widget Widget) {
	old, known := x.byID[id]
	if !known {
		x.byID[id] = widget
		return
	}
	if old.Class != widget.Class {
		old.Class = ""
	}
	if old.Text != widget.Text {
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
func (x *xmlIndex) indexTree(v, parent *apk.View, around []string, veils []Veil) {
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
	veils = x.veil(v, parent, name, veils)
	for _, child := range v.Children {
		x.indexTree(child, v, around, veils)
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
func (p *Program) Around(name string) []string { return p.xml.around[name] }

// Leaf says that the layouts know elements of a resource name, and that all of
// them are of framework classes that have no children.
func (p *Program) Leaf(name string) bool {
	leaf, known := p.xml.leaf[name]
	return known && leaf
}

// PreferenceKeys are the keys of the preferences on the screen that a resource
// node describes; none for other nodes.
func (p *Program) PreferenceKeys(n Node) []string { return p.xml.keys[n] }

// ShownPreference is an entry of a preference screen.
type ShownPreference struct {
	Key     string
	Widget  Widget
	Choices []string // what a list offers, as shown
	Screen  Node     // the screen's resource
	Name    string   // of that resource, "xml/settings"
}

// PreferenceScreens finds the screens that show the preference of a key.
func (p *Program) PreferenceScreens(key string) []ShownPreference {
	return p.xml.screens[key]
}

// ShownPreferences are the preferences of all screens, in the order of the resources
// and in theirs.
func (p *Program) ShownPreferences() []ShownPreference { return p.xml.shown }
