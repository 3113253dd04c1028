package asra

import (
	"slices"
	"strings"

	"talpa/asra/attr"
	"talpa/cfg/callgraph"
	"talpa/cfg/origin"
	"talpa/dex"
	"talpa/specs"
)

// attribute notes an attribute of each widget that a call can be on.
func (x *effects) attribute(m callgraph.MethodID, in *dex.Insn, attribute string, note func(f fact)) {
	x.ofWidgets(m, in, fact{kind: attributeFact, name: attribute}, note)
}

// attributeName is the name of an attribute in facts: items of menus are no views,
// also where both have attributes of one name.
func attributeName(row *specs.AttributeRow) string {
	if row.Type == "Landroid/view/MenuItem;" || row.Type == "Landroid/view/Menu;" {
		return itemAttribute(row.Attribute)
	}
	return row.Attribute
}

func itemAttribute(name string) string { return name + " (item)" }

// look notes a part of how each widget looks that a call can be on.
func (x *effects) look(m callgraph.MethodID, in *dex.Insn, method string, note func(f fact)) {
	x.ofWidgets(m, in, fact{kind: lookFact, name: looks(method)}, note)
}

// ofWidgets notes a fact of each widget that a call can be on.
func (x *effects) ofWidgets(m callgraph.MethodID, in *dex.Insn, f fact, note func(f fact)) {
	if in.Op.Call() == dex.CallStatic || in.N == 0 {
		note(f)
		return
	}
	names, all := x.a.q.WidgetIDs(m, in.Off, in.Regs[0])
	for _, name := range names {
		f.owner = name
		note(f)
	}
	if !all {
		note(f)
	}
}

// alsoChanges are the classes of effects that setting an attribute has beside.
var alsoChanges = map[string][]specs.EffectClass{
	"actionexpanded": {specs.EffectScreen}, "added": {specs.EffectScreen}, "cancelled": {specs.EffectCancel},
	"checkeditem": {specs.EffectMenu}, "child": {specs.EffectScreen}, "children": {specs.EffectScreen},
	"choicemode": {specs.EffectScreen}, "count": {specs.EffectRows}, "destination": {specs.EffectScreen},
	"drawer": {specs.EffectScreen}, "drawerlock": {specs.EffectScreen}, "emptyview": {specs.EffectScreen},
	"expanded": {specs.EffectRows}, "expandedbar": {specs.EffectScreen}, "flipping": {specs.EffectScreen},
	"focused": {specs.EffectFocus}, "fragments": {specs.EffectScreen}, "headers": {specs.EffectRows},
	"iconified": {specs.EffectScreen}, "itemchecked": {specs.EffectRows},
	"menuitems": {specs.EffectMenu, specs.EffectScreen}, "offscreen": {specs.EffectRows},
	"page": {specs.EffectScreen, specs.EffectRows}, "panel": {specs.EffectScreen}, "popup": {specs.EffectRows},
	"query": {specs.EffectRows}, "selectedid": {specs.EffectScreen}, "sheet": {specs.EffectScreen},
	"showing": {specs.EffectDialog, specs.EffectScreen}, "tab": {specs.EffectScreen, specs.EffectRows},
	"textfilter": {specs.EffectRows}, "userhint": {specs.EffectScreen},
}

// alsoReads are the kinds of facts that an attribute depends on beside.
var alsoReads = map[string][]factKind{
	"added": {screenFact}, "children": {screenFact, rowsFact}, "count": {rowsFact}, "destination": {screenFact},
	"firstvisible": {rowsFact, sizeFact}, "focused": {focusFact}, "fragments": {screenFact}, "headers": {rowsFact},
	"height": {sizeFact}, "itemchecked": {rowsFact}, "left": {sizeFact}, "menuitems": {menuFact, screenFact},
	"page": {rowsFact}, "position": {rowsFact}, "right": {sizeFact}, "rowcount": {rowsFact},
	"rowspan": {rowsFact, sizeFact}, "scroll": {sizeFact}, "showing": {dialogFact, screenFact}, "tab": {screenFact},
	"bottom": {sizeFact}, "top": {sizeFact}, "width": {sizeFact}, "windowfocus": {dialogFact, screenFact},
	"x": {sizeFact}, "y": {sizeFact},
}

// getAttribute notes that an attribute is read. What is shown depends on all that
// is around it.
func (x *effects) getAttribute(
	m callgraph.MethodID, in *dex.Insn, method string, row *specs.AttributeRow, e *effect,
) {
	switch {
	case row.Kind == specs.KindLook:
		x.look(m, in, method, e.read)
	case method == "isShown":
		e.read(fact{kind: attributeFact, name: row.Attribute})
	default:
		x.attribute(m, in, attributeName(row), func(f fact) { e.get(f, in.Off) })
		if row.Type == "Landroid/view/MenuItem;" {
			e.read(fact{kind: attributeFact, name: itemAttribute("menuitems")}) // of its group
		}
		if row.Type == "Landroid/view/View;" && row.Attribute == "visibility" {
			e.read(fact{kind: attributeFact, name: itemAttribute("visibility")}) // of the item that shows the view
		}
	}
	for _, kind := range alsoReads[row.Attribute] {
		e.read(fact{kind: kind})
	}
	if row.Attribute == "checkedid" {
		e.read(fact{kind: attributeFact, name: "checked"})
	}
}

// setAttribute notes the change of an attribute (R2), with the value if it is a
// constant. What a view without children leaves free or takes is the business of
// the room on its screen; other views may have any others inside.
func (x *effects) setAttribute(
	m callgraph.MethodID, in *dex.Insn, typ, method string, row *specs.AttributeRow, e *effect,
) {
	if x.isNew(m, in) {
		return
	}
	if size, ok := resizes(typ, method); ok {
		defer e.write(size)
	}
	if row.Kind == specs.KindLook {
		x.look(m, in, method, e.write)
		return
	}
	values := setValues(x.a.originsOf(m), in, method, row)
	shows := row.Attribute == "visibility" && x.a.p.Hierarchy.IsSubtype(typ, "Landroid/view/View;")
	x.attribute(m, in, attributeName(row), func(f fact) {
		if shows && !x.a.p.Leaf(f.owner) {
			f.owner = ""
		}
		e.set(f, values)
	})
	if shows && !values.Equal(attr.Only(0)) {
		e.write(fact{roomFact, "", hereOwner})
	}
	if row.Attribute == "loaded" && e.lasting == "" {
		e.lasting = "loads a web page"
	}
	if row.Attribute == "checkedid" {
		e.write(fact{kind: attributeFact, name: "checked"})
	}
	if x.persists(typ) && row.Kind != specs.KindID && row.Attribute != "enabled" && row.Attribute != "summary" &&
		row.Attribute != "visibility" {
		e.write(fact{kind: preferenceFact})
	}
	for _, class := range alsoChanges[row.Attribute] {
		if class == specs.EffectCancel {
			e.write(fact{kind: scheduleFact})
		} else {
			e.write(fact{placeFacts[class], "", hereOwner})
		}
	}
}

// setValues are the values that a setter sets: one, if its argument is a constant
// and it is a setter of just that.
func setValues(an *origin.Analysis, in *dex.Insn, method string, row *specs.AttributeRow) attr.Values {
	if an == nil || !valued(row) || !strings.HasPrefix(method, "set") {
		return attr.All()
	}
	if n, ok := constant(an.Args(in, 1)); ok {
		return attr.Only(n)
	}
	return attr.All()
}

// looks names the part of how a view looks: the first word of what a method sets
// or gets, "background" for setBackgroundColor.
func looks(method string) string {
	name := method
	for _, verb := range []string{"set", "get", "is", "has", "should", "smooth", "full", "page", "start", "clear"} {
		if rest, ok := strings.CutPrefix(name, verb); ok && rest != "" && rest[0] >= 'A' && rest[0] <= 'Z' {
			name = rest
			break
		}
	}
	for i := 1; i < len(name); i++ {
		if name[i] >= 'A' && name[i] <= 'Z' {
			name = name[:i]
			break
		}
	}
	return strings.ToLower(name)
}

// sizeless are words in the names of setters that leave sizes and places alone.
var sizeless = []string{
	"Color", "Tint", "Background", "Foreground", "Alpha", "Description", "Enabled", "Clickable", "Checked", "Selected",
	"Activated", "Pressed", "Tag", "Accessibility", "Drawing", "Sound", "Haptic", "Status", "Cache", "Progress", "Focus",
	"Transition", "toggle",
}

// movers are words in the names of setters that draw a view elsewhere and have
// nothing laid out anew.
var movers = []string{"Translation", "Rotation", "Scale", "Pivot", "Elevation", "scroll", "Scroll"}

// resizes is the fact that a setter changes which may change how big views are and
// where; ok is false if it changes neither.
func resizes(typ, method string) (f fact, ok bool) {
	has := func(word string) bool { return strings.Contains(method, word) }
	switch f = (fact{sizeFact, "", hereOwner}); {
	case slices.ContainsFunc(sizeless, has):
		return f, false
	case typ == "Landroid/view/ViewPropertyAnimator;", slices.ContainsFunc(movers, has):
		f.name = placeOnly
	}
	return f, true
}
