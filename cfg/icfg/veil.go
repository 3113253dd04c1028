package icfg

import (
	"slices"
	"strings"

	"talpa/dex/apk"
)

// Veil is what the XML of a layout says that keeps users from an element at first:
// that the element, or one around it, is not visible, or that it is not enabled.
type Veil struct {
	Attribute string // "visibility", "enabled"
	Name      string // resource name of the element that has it, "id/panel"
	Class     string // its Java class as the layout names it
}

// Veils are those of each element of a resource name, in all layouts and
// configurations; nil if one of the elements has none, or if there are none. They
// are of elements that the framework and its libraries leave as they are: views
// without children or plain containers, inside of plain containers, with an id of
// the app's own. A veil around an <include> is not one of what that includes.
func (p *Program) Veils(name string) [][]Veil {
	if p.xml.free[name] {
		return nil
	}
	return p.xml.veils[name]
}

// plainContainers are the view classes, by simple name in the framework and in its
// libraries alike, that never show or hide their children.
var plainContainers = []string{
	"LinearLayout", "RelativeLayout", "FrameLayout", "ScrollView", "HorizontalScrollView", "TableLayout", "TableRow",
	"GridLayout", "RadioGroup", "LinearLayoutCompat", "CardView", "NestedScrollView", "ConstraintLayout",
}

// widgetLibraries are the packages that have the plain containers beside the
// framework.
var widgetLibraries = []string{
	"android.support.v7.widget.", "android.support.v4.widget.", "androidx.cardview.widget.", "androidx.core.widget.",
	"androidx.constraintlayout.widget.", "android.support.constraint.", "androidx.gridlayout.widget.",
	"androidx.appcompat.widget.",
}

// plain says that an element is a container which leaves its children alone. In a
// ConstraintLayout helpers without a place of their own may hide others.
func (x *xmlIndex) plain(v *apk.View) bool {
	if v == nil || v.Kind != apk.KindView || strings.HasPrefix(x.resources.Name(v.ID.ID), "android:") {
		return false
	}
	class := shortClass(v.Class)
	for _, prefix := range widgetLibraries {
		if rest, ok := strings.CutPrefix(v.Class, prefix); ok {
			class = rest
		}
	}
	return slices.Contains(plainContainers, class) && (class != "ConstraintLayout" ||
		!slices.ContainsFunc(v.Children, func(c *apk.View) bool { return shortClass(c.Class) == "" && !x.plain(c) }))
}

// veil adds the veils of an element to those around it, and notes all of them for
// its name. A root of a layout has none: an <include> may set it otherwise.
func (x *xmlIndex) veil(v, parent *apk.View, name string, around []Veil) []Veil {
	own := strings.HasPrefix(name, "id/") && v.Kind == apk.KindView && x.plain(parent)
	leaf := len(v.Children) == 0 && slices.Contains(leafClasses, shortClass(v.Class))
	var disabled []Veil
	if own && (leaf || x.plain(v)) {
		if v.Visibility != apk.Visible {
			around = append(slices.Clip(around), Veil{"visibility", name, v.Class})
		}
		if leaf && v.Enabled == apk.No {
			disabled = []Veil{{"enabled", name, v.Class}} // says nothing of what is inside
		}
	}
	if all := slices.Concat(around, disabled); name != "" && v.Kind == apk.KindView && len(all) > 0 {
		x.veils[name] = append(x.veils[name], all)
	} else if name != "" {
		x.free[name] = true
	}
	if v.InflatedID.ID != 0 {
		x.free[x.resources.Name(v.InflatedID.ID)] = true
	}
	return around
}
