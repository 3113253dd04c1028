package widget

import (
	"slices"
	"strings"

	"talpa/dex/apk"
)

// InitialState is what the XML of a layout says that keeps users from an element at
// first: that the element, or one around it, is not visible, or that it is not enabled.
type InitialState struct {
	Attribute string // "visibility", "enabled"
	Name      string // resource name of the element that has it, "id/panel"
	Class     string // its Java class as the layout names it
}

// hiddenIndex finds the elements that are hidden or disabled at first, by resource name.
type hiddenIndex struct {
	states map[string][][]InitialState // of the elements of a name that are
	open   map[string]bool             // an element of the name is not
}

// HiddenOrDisabled are the states that keep users from each element of a resource name,
// in all layouts and configurations; nil if nothing keeps them from one of the elements,
// or if there are none. They are of elements that the framework and its libraries leave
// as they are: views without children or plain containers, inside of plain containers,
// with an id of the app's own. A state around an <include> is not one of what that
// includes.
func (x *Index) HiddenOrDisabled(name string) [][]InitialState {
	if x.hidden.open[name] {
		return nil
	}
	return x.hidden.states[name]
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
func (x *Index) plain(v *apk.View) bool {
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

// state adds the states of an element to those around it, and notes all of them for
// its name. A root of a layout has none: an <include> may set it otherwise.
func (x *Index) state(v, parent *apk.View, name string, around []InitialState) []InitialState {
	own := strings.HasPrefix(name, "id/") && v.Kind == apk.KindView && x.plain(parent)
	leaf := len(v.Children) == 0 && slices.Contains(leafClasses, shortClass(v.Class))
	var disabled []InitialState
	if own && (leaf || x.plain(v)) {
		if v.Visibility != apk.Visible {
			around = append(slices.Clip(around), InitialState{"visibility", name, v.Class})
		}
		if leaf && v.Enabled == apk.No {
			disabled = []InitialState{{"enabled", name, v.Class}} // says nothing of what is inside
		}
	}
	if all := slices.Concat(around, disabled); name != "" && v.Kind == apk.KindView && len(all) > 0 {
		x.hidden.states[name] = append(x.hidden.states[name], all)
	} else if name != "" {
		x.hidden.open[name] = true
	}
	if v.InflatedID.ID != 0 {
		x.hidden.open[x.resources.Name(v.InflatedID.ID)] = true
	}
	return around
}
