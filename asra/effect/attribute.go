package effect

import (
	"slices"
	"strings"

	"talpa/asra/appcode"
	"talpa/asra/attr"
	"talpa/asra/guide"
	"talpa/cfg/origin"
	"talpa/dex"
	"talpa/specs"
)

// attribute notes an attribute of each widget that a call can be on.
func (s *scan) attribute(in *dex.Insn, attribute string, note func(f Fact)) {
	s.ofWidgets(in, Fact{Kind: Attribute, Name: attribute}, note)
}

// attributeName is the name of an attribute in facts: items of menus are no views,
// also where both have attributes of one name.
func attributeName(row *specs.AttributeRow) string {
	if row.Type == "Landroid/view/MenuItem;" || row.Type == "Landroid/view/Menu;" {
		return ItemAttribute(row.Attribute)
	}
	return row.Attribute
}

// ItemAttribute is the name in facts of an attribute of menu items.
func ItemAttribute(name string) string { return name + itemSuffix }

// itemSuffix tells attributes of menu items from those of views.
const itemSuffix = " (item)"

// look notes a part of how each widget looks that a call can be on.
func (s *scan) look(in *dex.Insn, method string, note func(f Fact)) {
	s.ofWidgets(in, Fact{Kind: Look, Name: looks(method)}, note)
}

// ofWidgets notes a fact of each widget that a call can be on, and one without an owner, which
// overlaps with those of every widget, where it can be on others. The names are resource names, not
// views: the rows of a list share one, and so do the screens that include one layout.
func (s *scan) ofWidgets(in *dex.Insn, f Fact, note func(f Fact)) {
	if in.Op.Call() == dex.CallStatic || in.N == 0 {
		note(f)
		return
	}
	names, all := s.app.WidgetIDs(s.m, in.Off, in.Regs[0])
	for _, name := range names {
		f.Owner = name
		note(f)
	}
	if !all {
		note(f)
	}
}

// alsoChanges are the classes of effects that setting an attribute has beside.
// Who sets one of these attributes changes a part of the screen that no getter of the attribute tells: the row
// of a pager's page is another one, a drawer covers what lies under it. By the documentation of the class that
// has the setter.
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

// alsoReads are the kinds of facts that an attribute depends on beside. It is the other way round:
// the getter answers by state that other calls change, as a list's position by its rows and a
// view's height by the last layout.
var alsoReads = map[string][]Kind{
	"added": {Screen}, "children": {Screen, Rows}, "count": {Rows}, "destination": {Screen},
	"firstvisible": {Rows, Size}, "focused": {Focus}, "fragments": {Screen}, "headers": {Rows},
	"height": {Size}, "itemchecked": {Rows}, "left": {Size}, "menuitems": {Menu, Screen},
	"page": {Rows}, "position": {Rows}, "right": {Size}, "rowcount": {Rows},
	"rowspan": {Rows, Size}, "scroll": {Size}, "showing": {Dialog, Screen}, "tab": {Screen},
	"bottom": {Size}, "top": {Size}, "width": {Size}, "windowfocus": {Dialog, Screen},
	"x": {Size}, "y": {Size},
}

// getAttribute notes that an attribute is read. What is shown depends on all that
// is around it.
func (s *scan) getAttribute(in *dex.Insn, method string, row *specs.AttributeRow) {
	switch {
	case row.Kind == specs.KindLook:
		s.look(in, method, s.read)
	case method == "isShown":
		s.read(Fact{Kind: Attribute, Name: row.Attribute})
	default:
		s.attribute(in, attributeName(row), func(f Fact) { s.get(f, in.Off) })
		if row.Type == "Landroid/view/MenuItem;" {
			s.read(Fact{Kind: Attribute, Name: ItemAttribute("menuitems")}) // of its group
		}
		if row.Type == "Landroid/view/View;" && row.Attribute == "visibility" {
			s.read(Fact{Kind: Attribute, Name: ItemAttribute("visibility")}) // of the item that shows the view
		}
	}
	for _, kind := range alsoReads[row.Attribute] {
		s.read(Fact{Kind: kind})
	}
	if row.Attribute == "checkedid" {
		s.read(Fact{Kind: Attribute, Name: "checked"})
	}
}

// setAttribute notes the change of an attribute (R2), with the value if it is a constant. What a
// view without children leaves free or takes is the business of the room on its screen; other views
// may have any others inside. Of an object that nobody else has (isNew) nothing is told: whoever
// puts it on a screen writes the screen. Preferences store what is set where they persist
// (android.preference.Preference), which code reads by a key that the call does not name.
func (s *scan) setAttribute(in *dex.Insn, typ, method string, row *specs.AttributeRow) {
	if s.isNew(in) {
		return
	}
	if size, ok := resizes(typ, method); ok {
		defer s.write(size)
	}
	if row.Kind == specs.KindLook {
		s.look(in, method, s.write)
		return
	}
	values := SetValues(s.origins(), in, method, row)
	shows := row.Attribute == "visibility" && s.app.Hierarchy.IsSubtype(typ, "Landroid/view/View;")
	s.attribute(in, attributeName(row), func(f Fact) {
		if shows && !s.app.Leaf(f.Owner) {
			f.Owner = ""
		}
		s.set(f, values)
	})
	if shows && !values.Equal(attr.Only(0)) {
		s.write(Fact{Room, "", Here})
	}
	if row.Attribute == "loaded" && s.e.Lasting == nil {
		s.e.Lasting = &guide.Reason{Kind: guide.ReasonLoads}
	}
	if row.Attribute == "checkedid" {
		s.write(Fact{Kind: Attribute, Name: "checked"})
	}
	if s.x.persists(typ) && row.Kind != specs.KindID && row.Attribute != "enabled" && row.Attribute != "summary" &&
		row.Attribute != "visibility" {
		s.write(Fact{Kind: Preference})
	}
	for _, class := range alsoChanges[row.Attribute] {
		if class == specs.EffectCancel {
			s.write(Fact{Kind: Schedule})
		} else {
			s.write(Fact{placeFacts[class], "", Here})
		}
	}
}

// SetValues are the values that a setter sets: one, if its argument is a constant
// and it is a setter of just that. A method that toggles, or sets beside something else,
// sets any value.
func SetValues(an *origin.Analysis, in *dex.Insn, method string, row *specs.AttributeRow) attr.Values {
	if an == nil || !attr.Valued(row) || !strings.HasPrefix(method, "set") {
		return attr.All()
	}
	if n, ok := appcode.Constant(an.Args(in, 1)); ok {
		return attr.Only(n)
	}
	return attr.All()
}

// looks names the part of how a view looks: the first word of what a method sets or gets,
// "background" for setBackgroundColor. Getter and setter of one part meet in one word; that
// setBackgroundColor and setBackgroundTint meet there as well errs by overlapping.
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
func resizes(typ, method string) (f Fact, ok bool) {
	has := func(word string) bool { return strings.Contains(method, word) }
	switch f = (Fact{Size, "", Here}); {
	case slices.ContainsFunc(sizeless, has):
		return f, false
	case typ == "Landroid/view/ViewPropertyAnimator;", slices.ContainsFunc(movers, has):
		f.Name = PlaceOnly
	}
	return f, true
}
