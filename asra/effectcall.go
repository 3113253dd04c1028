package asra

import (
	"slices"
	"strings"

	"talpa/asra/attr"
	"talpa/asra/guide"
	"talpa/cfg/callgraph"
	"talpa/cfg/icfg"
	"talpa/cfg/origin"
	"talpa/dex"
	"talpa/specs"
)

// meaning is what is known of a framework method: the rows of specs that fit it.
type meaning struct {
	calls          []specs.Call
	getter, setter *specs.AttributeRow
	class          specs.EffectClass // "" if there is none
	family         string            // of the type's contents, "" if it has none
}

func (x *effects) meaning(typ, name string) *meaning {
	key := [2]string{typ, name}
	if m, known := x.meanings[key]; known {
		return m
	}
	subtype := x.a.p.Hierarchy.IsSubtype
	m := &meaning{calls: attr.Calls(typ, name, subtype), family: x.family(typ)}
	if m.family == typ {
		m.calls = nil // streams into memory
	}
	if row, ok := attr.Getter(typ, name, subtype); ok {
		m.getter = &row
	}
	if row, ok := attr.Setter(typ, name, subtype); ok {
		m.setter = &row
	}
	m.class, _ = specs.Effect(typ, name, x.supertypes(typ))
	x.meanings[key] = m
	return m
}

// call adds the effect of a call that leaves the app's own code.
func (x *effects) call(m callgraph.MethodID, code *dex.Code, in *dex.Insn, e *effect) {
	if in.Op.Ref() != dex.RefMethod {
		return // of a lambda: its body is in the graph
	}
	ref := code.File.MethodAt(in.Index)
	typ := x.receiver(ref)
	if x.inOwnCode(m, *in) {
		return
	}
	x.handedContents(m, in, ref, e)
	mean := x.meaning(typ, ref.Name)
	switch {
	case x.stored(m, code, in, mean, e):
	case mean.getter != nil:
		x.getAttribute(m, in, ref.Name, mean.getter, e)
	case mean.setter != nil:
		x.setAttribute(m, in, typ, ref.Name, mean.setter, e)
	case x.unimplemented(ref):
	case defaultHandler(in, ref.Name), x.knownClass(m, in, ref):
	case mean.class != "" && (mean.class != specs.EffectOwn || !pureName(typ, ref.Name)):
		x.classed(m, in, mean, typ, e)
	case pureName(typ, ref.Name):
		x.asks(m, in, typ, mean, e)
	case mean.family != "" && in.Op.Call() != dex.CallStatic:
		x.own(m, in, mean.family, e)
	case x.onNewObject(m, in, typ):
	case slices.ContainsFunc(screenTypes, func(t string) bool { return x.a.p.Hierarchy.IsSubtype(typ, t) }):
		e.write(fact{screenFact, "", hereOwner})
	case e.lasting == "":
		e.lasting = "calls " + guide.ShortMethod((dex.MethodRef{Class: typ, Name: ref.Name, Desc: ref.Desc}).String())
	}
}

// knownClass says that a call asks for a class by a constant name: its initialiser,
// if it is the app's, is in the graph.
func (x *effects) knownClass(m callgraph.MethodID, in *dex.Insn, ref dex.MethodRef) bool {
	g := x.a.gatesOf(m)
	return g != nil && ref.Class == "Ljava/lang/Class;" && ref.Name == "forName" && constantText(g.an, in, 0) != ""
}

// stored is for calls with a meaning in specs.Calls; false for others.
func (x *effects) stored(m callgraph.MethodID, code *dex.Code, in *dex.Insn, mean *meaning, e *effect) bool {
	for _, c := range mean.calls {
		if sort, ok := strings.CutPrefix(string(c.Kind), specs.ReadPrefix); ok {
			for _, f := range x.storedFacts(m, in, sort) {
				e.read(f)
			}
			return true
		}
		if sort, ok := strings.CutPrefix(string(c.Kind), specs.WritePrefix); ok {
			for _, f := range x.storedFacts(m, in, sort) {
				e.write(f)
			}
			return true
		}
		switch c.Kind {
		case specs.CallActivity, specs.CallResult, specs.CallService:
			if x.startsUnknown(m, code) && e.lasting == "" {
				e.lasting = "starts an unknown " + strings.Replace(string(c.Kind), "result", "activity", 1)
			}
			return true
		case specs.CallMenu:
			e.write(fact{menuFact, "", hereOwner})
			return true
		case specs.CallParse, specs.CallCompare, specs.CallFind,
			specs.CallIntentClass, specs.CallIntentAction, specs.CallSchedule:
			return true
		case specs.CallInflate:
			if x.attaches(m, in) {
				e.write(fact{screenFact, "", hereOwner})
			}
			return true
		}
	}
	return false
}

// storedFacts are the facts of stored state of a sort that a call touches.
func (x *effects) storedFacts(m callgraph.MethodID, in *dex.Insn, sort string) []fact {
	f := fact{kind: factKind(sort)}
	switch f.kind {
	case preferenceFact:
		if g := x.a.gatesOf(m); g != nil {
			f.name = constantText(g.an, in, 1)
		}
	case databaseFact:
		var all []fact
		for _, table := range x.tables(m, in) {
			all = append(all, fact{kind: databaseFact, name: table})
		}
		if len(all) > 0 {
			return all
		}
	}
	return []fact{f}
}

// maxStatement is the length from which a statement is not read.
const maxStatement = 4096

// tables are the words of the first text that a call on a database is given, one
// of which names the table; none if the text is not constant, if the contents have
// an address instead, or if the database changes other tables along.
func (x *effects) tables(m callgraph.MethodID, in *dex.Insn) []string {
	g := x.a.gatesOf(m)
	if g == nil || x.cascades || in.Op.Call() == dex.CallStatic {
		return nil
	}
	params := g.an.Graph.Code.File.MethodAt(in.Index).Params()
	i := slices.Index(params, "Ljava/lang/String;")
	if i < 0 || slices.Contains(params, "Landroid/net/Uri;") {
		return nil
	}
	text := constantText(g.an, in, 1+i)
	if text == "" || len(text) > maxStatement {
		return nil
	}
	words := strings.FieldsFunc(strings.ToLower(text), func(r rune) bool {
		return r != '_' && (r < '0' || r > '9') && (r < 'a' || r > 'z')
	})
	slices.Sort(words)
	return slices.Compact(words)
}

// attaches says that what a call inflates is put into the screen at once.
func (x *effects) attaches(m callgraph.MethodID, in *dex.Insn) bool {
	g := x.a.gatesOf(m)
	if g == nil {
		return true
	}
	first := 1
	if in.Op.Call() == dex.CallStatic {
		first = 0
	}
	for i, p := range g.an.Graph.Code.File.MethodAt(in.Index).Params() {
		n, known := constant(g.an.Args(in, first+i))
		switch {
		case p == "Z":
			return !known || n != 0
		case p == "Landroid/view/ViewGroup;" && known && n == 0:
			return false
		}
	}
	return true
}

// attribute notes an attribute of each widget that a call can be on.
func (x *effects) attribute(m callgraph.MethodID, in *dex.Insn, row *specs.AttributeRow, note func(f fact)) {
	f := fact{kind: attributeFact, name: row.Attribute}
	if in.Op.Call() == dex.CallStatic || in.N == 0 {
		note(f)
		return
	}
	names, all := x.a.p.WidgetIDs(m, in.Off, in.Regs[0])
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
		x.attribute(m, in, &specs.AttributeRow{Attribute: looks(method)}, func(f fact) { e.read(f) })
	case method == "isShown":
		e.read(fact{kind: attributeFact, name: row.Attribute})
	default:
		x.attribute(m, in, row, func(f fact) { e.read(f) })
	}
	for _, kind := range alsoReads[row.Attribute] {
		e.read(fact{kind: kind})
	}
	if row.Attribute == "checkedid" {
		e.read(fact{kind: attributeFact, name: "checked"})
	}
}

// persists says that setting an attribute of the type stores a setting.
func (x *effects) persists(typ string) bool {
	for _, t := range []string{
		"Landroid/preference/Preference;", "Landroid/support/v7/preference/Preference;", "Landroidx/preference/Preference;",
	} {
		if x.a.p.Hierarchy.IsSubtype(typ, t) {
			return true
		}
	}
	return false
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
	if resizes(method) {
		defer e.write(fact{sizeFact, "", hereOwner})
	}
	if row.Kind == specs.KindLook {
		x.attribute(m, in, &specs.AttributeRow{Attribute: looks(method)}, func(f fact) { e.write(f) })
		return
	}
	values := x.setValues(m, in, method, row)
	shows := row.Attribute == "visibility" && x.a.p.Hierarchy.IsSubtype(typ, "Landroid/view/View;")
	x.attribute(m, in, row, func(f fact) {
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
func (x *effects) setValues(m callgraph.MethodID, in *dex.Insn, method string, row *specs.AttributeRow) attr.Values {
	g := x.a.gatesOf(m)
	if g == nil || row.Kind == specs.KindText || row.Attribute == "clickable" || !strings.HasPrefix(method, "set") {
		return attr.All()
	}
	if n, ok := constant(g.an.Args(in, 1)); ok {
		return attr.Only(n)
	}
	return attr.All()
}

// placeFacts are the facts that effects on the screen change.
var placeFacts = map[specs.EffectClass]factKind{
	specs.EffectScreen: screenFact, specs.EffectRows: rowsFact, specs.EffectMenu: menuFact, specs.EffectDraw: drawFact,
	specs.EffectFocus: focusFact, specs.EffectDialog: dialogFact,
}

// classed is for calls with a row in effects.txt.
func (x *effects) classed(m callgraph.MethodID, in *dex.Insn, mean *meaning, typ string, e *effect) {
	ref := x.a.p.Calls.Method(m).Code().File.MethodAt(in.Index)
	widget := func(name string) {
		x.attribute(m, in, &specs.AttributeRow{Attribute: name}, func(f fact) { e.write(f) })
	}
	switch mean.class {
	case specs.EffectPure:
	case specs.EffectOwn:
		x.changes(m, in, typ, mean, e)
	case specs.EffectLook:
		if !x.isNew(m, in) {
			widget(looks(ref.Name))
			if resizes(ref.Name) {
				e.write(fact{sizeFact, "", hereOwner})
			}
		}
	case specs.EffectListen:
		if !x.isNew(m, in) {
			widget("clickable")
		}
	case specs.EffectClick:
		x.attribute(m, in, &specs.AttributeRow{}, func(f fact) { e.write(fact{clickFact, "", f.owner}) })
		e.write(fact{kind: attributeFact, name: "checked"})
	case specs.EffectDialog:
		if !x.isNew(m, in) {
			e.write(fact{dialogFact, "", hereOwner})
		}
	case specs.EffectGone:
		e.closes = true
		if x.locked {
			e.write(fact{dialogFact, "", hereOwner})
		}
	case specs.EffectRows:
		if !x.isNew(m, in) {
			e.write(fact{rowsFact, "", hereOwner})
		}
	case specs.EffectLeave:
		e.leaves = true
	case specs.EffectAnswer:
		e.write(fact{kind: answerFact})
	case specs.EffectCancel:
		e.write(fact{kind: scheduleFact})
	case specs.EffectBroadcast:
		e.write(fact{kind: broadcastFact})
	default:
		e.write(fact{placeFacts[mean.class], "", hereOwner})
	}
}

// changes is for calls that change objects: the one that they are on, or, for
// static ones, those that they are given.
func (x *effects) changes(m callgraph.MethodID, in *dex.Insn, typ string, mean *meaning, e *effect) {
	if in.Op.Call() != dex.CallStatic {
		family := mean.family
		if family == "" {
			family = typ
		}
		x.own(m, in, family, e)
		return
	}
	g := x.a.gatesOf(m)
	if g == nil {
		e.write(fact{kind: contentFact})
		return
	}
	for i, p := range g.an.Graph.Code.File.MethodAt(in.Index).Params() {
		if family := x.family(p); family != "" {
			if origins := g.an.Args(in, i); !allNew(origins) {
				x.contents(family, x.objects.of(m, g, origins), func(f fact) { e.write(f) })
			}
		}
	}
}

// own notes the change of the contents of the object that a call is on.
func (x *effects) own(m callgraph.MethodID, in *dex.Insn, family string, e *effect) {
	g := x.a.gatesOf(m)
	if g == nil {
		e.write(fact{kind: contentFact, name: family})
		return
	}
	if origins := g.an.Args(in, 0); !x.newChain(g, origins, 0) {
		x.contents(family, x.objects.of(m, g, origins), func(f fact) { e.write(f) })
	}
}

// asks notes what a call that only tells something can see.
func (x *effects) asks(m callgraph.MethodID, in *dex.Insn, typ string, mean *meaning, e *effect) {
	subtype := x.a.p.Hierarchy.IsSubtype
	switch {
	case in.Op.Call() == dex.CallStatic || in.N == 0:
	case mean.family != "":
		g := x.a.gatesOf(m)
		if g == nil {
			e.read(fact{kind: contentFact, name: mean.family})
		} else if origins := g.an.Args(in, 0); !allNew(origins) {
			x.contents(mean.family, x.objects.of(m, g, origins), func(f fact) { e.read(f) })
		}
	case subtype(typ, "Landroid/view/View;"):
		name := looks(x.a.p.Calls.Method(m).Code().File.MethodAt(in.Index).Name)
		x.attribute(m, in, &specs.AttributeRow{Attribute: name}, func(f fact) { e.read(f) })
	case subtype(typ, "Landroid/widget/Adapter;"):
		e.read(fact{kind: rowsFact})
	}
}

// looks is the attribute that stands for a part of how a view looks: the first
// word of what a method sets or gets, "background" for setBackgroundColor.
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
	return "look: " + strings.ToLower(name)
}

// unimplemented says that a call is on an interface of the app's own that nothing
// implements: there is no object to call. A proxy would be one; who makes it has
// to name the interface. Those of annotations only tell what is in the file.
func (x *effects) unimplemented(ref dex.MethodRef) bool {
	h := x.a.p.Hierarchy
	t := h.ID(ref.Class)
	if t == callgraph.NoType || h.Class(t) == nil || !h.IsInterface(t) || len(x.a.p.Calls.Dispatch(ref)) > 0 ||
		h.Class(t).Method(ref.Name, ref.Desc) == nil {
		return false
	}
	return h.Class(t).Access.Has(dex.AccAnnotation) || len(x.a.p.Calls.Index.ConstClasses(ref.Class)) == 0
}

// sizeless are words in the names of setters that leave sizes and places alone.
var sizeless = []string{
	"Color", "Tint", "Background", "Foreground", "Alpha", "Description", "Enabled", "Clickable", "Checked", "Selected",
	"Activated", "Pressed", "Tag", "Accessibility", "Drawing", "Sound", "Haptic", "Status", "Cache", "Progress", "Focus",
	"Transition", "toggle",
}

// resizes says that a setter may change how big views are and where.
func resizes(method string) bool {
	return !slices.ContainsFunc(sizeless, func(word string) bool { return strings.Contains(method, word) })
}

// handedContents notes that the framework can read the contents of what a call
// hands to it.
func (x *effects) handedContents(m callgraph.MethodID, in *dex.Insn, ref dex.MethodRef, e *effect) {
	first := 1
	if in.Op.Call() == dex.CallStatic {
		first = 0
	}
	for i, p := range ref.Params() {
		family := x.family(p)
		if family == "" {
			continue
		}
		g := x.a.gatesOf(m)
		if g == nil {
			e.read(fact{kind: contentFact, name: family})
		} else if origins := g.an.Args(in, first+i); !allNew(origins) && !counters(origins) {
			x.contents(family, x.objects.of(m, g, origins), func(f fact) { e.read(f) })
		}
	}
}

// family groups types whose objects have contents that calls change, so that an
// object has the same family whatever type it is known by; "" for other types.
func (x *effects) family(typ string) string {
	switch {
	case typ == "" || typ[0] != 'L' && typ[0] != '[':
		return ""
	case typ[0] == '[':
		return "array"
	case typ == "Ljava/lang/StringBuilder;", typ == "Ljava/lang/StringBuffer;", typ == "Ljava/lang/Appendable;":
		return "text"
	case strings.HasPrefix(typ, "Ljava/util/concurrent/") && !strings.HasPrefix(typ, "Ljava/util/concurrent/atomic/"):
		for _, kind := range []string{"Concurrent", "CopyOnWrite", "Queue;", "Deque;"} {
			if strings.Contains(typ, kind) {
				return "collection"
			}
		}
		return ""
	case strings.HasPrefix(typ, "Ljava/util/Timer"), strings.HasPrefix(typ, "Ljava/util/logging/"):
		return ""
	case strings.HasPrefix(typ, "Ljava/util/regex/"), strings.HasPrefix(typ, "Ljava/util/concurrent/atomic/"),
		strings.HasPrefix(typ, "Ljava/util/zip/"):
		return typ
	case typ == "Ljava/util/Locale;", typ == "Ljava/util/UUID;", typ == "Ljava/util/Objects;",
		typ == "Ljava/util/Arrays;", typ == "Ljava/util/Collections;", typ == "Ljava/util/Comparator;",
		typ == "Ljava/util/TimeZone;", typ == "Ljava/util/Currency;":
		return ""
	case typ == "Ljava/util/Date;", typ == "Ljava/util/Calendar;", typ == "Ljava/util/GregorianCalendar;":
		return "date"
	case strings.HasPrefix(typ, "Ljava/util/"), typ == "Ljava/lang/Iterable;":
		return "collection"
	case typ == "Landroid/content/Intent;", typ == "Landroid/os/Bundle;", typ == "Landroid/os/BaseBundle;":
		return "bundle"
	}
	class, _ := specs.Effect(typ, "", func(func(string) bool) {})
	if class == specs.EffectOwn || typ == "Landroid/database/Cursor;" {
		return typ
	}
	return ""
}

// maxChain bounds a chain of calls on one object: append(...).append(...).
const maxChain = 40

// newChain says that an object is one that the method made itself, also behind
// calls that return the object that they are on.
func (x *effects) newChain(g *gates, origins []origin.Origin, depth int) bool {
	for _, o := range origins {
		switch {
		case o.Kind == origin.New, o.Kind == origin.Array:
		case depth < maxChain && x.builds(o):
			call := g.an.Graph.Code.At(o.PC)
			if call.Op.Call() == dex.CallStatic || !x.newChain(g, g.an.Args(&call, 0), depth+1) {
				return false
			}
		default:
			return false
		}
	}
	return len(origins) > 0
}

// builds says that a value is the result of a builder's call: the builder itself,
// or what it makes.
func (x *effects) builds(o origin.Origin) bool {
	return returnsItself(o) ||
		o.Kind == origin.Result && o.Name == "animate" ||
		o.Kind == origin.Result && o.Name == "getMenu" && strings.HasSuffix(o.Owner, "PopupMenu;") ||
		o.Kind == origin.Result && (o.Name == "create" || o.Name == "show" || o.Name == "build") &&
			strings.HasSuffix(o.Owner, "Builder;")
}

// isNew says that a call is on an object that the method made itself: nobody hears
// of it while the method has it.
func (x *effects) isNew(m callgraph.MethodID, in *dex.Insn) bool {
	g := x.a.gatesOf(m)
	return g != nil && in.Op.Call() != dex.CallStatic && x.newChain(g, g.an.Args(in, 0), 0)
}

// onNewObject is isNew for objects of those packages whose methods, unlike the
// start of a thread, do nothing beyond them.
func (x *effects) onNewObject(m callgraph.MethodID, in *dex.Insn, typ string) bool {
	for _, p := range []string{
		"Landroid/util/", "Lorg/json/", "Landroid/widget/", "Landroid/view/", "Landroid/app/", "Landroid/support/",
		"Landroidx/",
	} {
		if strings.HasPrefix(typ, p) {
			return x.isNew(m, in)
		}
	}
	return false
}

// startsUnknown says that a method may start an activity of the app without an
// Open edge that says so: by an action that one of the app's filters names, or
// with an intent that it did not make.
func (x *effects) startsUnknown(m callgraph.MethodID, code *dex.Code) bool {
	for e := range x.a.p.Succs(x.a.p.Method(m)) {
		if e.Kind == icfg.Open {
			return false
		}
	}
	action := false
	for in := range code.Insns() {
		if in.Op != dex.OpConstString && in.Op != dex.OpConstStringJumbo {
			continue
		}
		text := code.File.StringAt(in.Index)
		for i := range x.a.p.Components {
			if slices.Contains(x.a.p.Components[i].Actions, text) {
				return true
			}
		}
		action = action || strings.Contains(text, ".action.") || strings.HasPrefix(text, "android.settings.")
	}
	return !action
}

// defaultHandler says that a callback calls the one that it overrides. Those of the
// framework's own classes do nothing for events that they do not know, and what
// they do in a life cycle happens whatever the app does; but some handle Back,
// keys and touches.
func defaultHandler(in *dex.Insn, name string) bool {
	if in.Op.Call() != dex.CallSuper || !strings.HasPrefix(name, "on") {
		return false
	}
	switch name {
	case "onBackPressed", "onKeyDown", "onKeyUp", "onTouchEvent", "onNavigateUp", "onSearchRequested":
		return false
	}
	return true
}

// screenTypes are the types whose methods change the screen that they belong to.
var screenTypes = []string{
	"Landroid/app/Activity;", "Landroid/view/View;", "Landroid/view/Window;", "Landroid/app/Dialog;",
	"Landroid/view/Menu;", "Landroid/view/MenuItem;", "Landroid/app/ActionBar;", "Landroid/app/Fragment;",
	"Landroid/app/FragmentManager;", "Landroid/app/FragmentTransaction;", "Landroid/widget/Adapter;",
	"Landroid/view/LayoutInflater;", "Landroid/view/MenuInflater;", "Landroid/preference/Preference;",
	"Landroid/webkit/WebSettings;", "Landroid/text/Spannable;", "Landroid/view/ViewTreeObserver;",
	"Landroid/support/v4/app/Fragment;", "Landroid/support/v4/app/FragmentManager;",
	"Landroid/support/v4/app/FragmentTransaction;", "Landroid/support/v7/app/ActionBar;",
	"Landroidx/fragment/app/Fragment;", "Landroidx/fragment/app/FragmentManager;",
	"Landroidx/fragment/app/FragmentTransaction;", "Landroidx/appcompat/app/ActionBar;",
}

// receiver is the framework type that a call is on: the first one above a class
// of the app.
func (x *effects) receiver(ref dex.MethodRef) string {
	h := x.a.p.Hierarchy
	t := h.ID(ref.Class)
	if t == callgraph.NoType || h.Class(t) == nil {
		return ref.Class
	}
	framework := specs.Framework()
	for up := range h.Supertypes(t) {
		if _, declared := framework.Declares(h.Name(up), ref.Name+ref.Desc); declared {
			return h.Name(up)
		}
	}
	return ref.Class
}

// inOwnCode says that the call ends in methods whose effects are looked at
// themselves.
func (x *effects) inOwnCode(m callgraph.MethodID, in dex.Insn) bool {
	targets := x.a.p.Calls.Targets(x.a.p.Calls.Method(m), in)
	return len(targets) > 0 && !slices.ContainsFunc(targets, func(t callgraph.MethodID) bool {
		return platformClass(x.a.p.Calls.Method(t).Class.Descriptor)
	})
}

// pureName says that a method of a collection or a view of the framework, or of
// the platform's libraries, only tells something, by its name.
func pureName(typ, name string) bool {
	for _, p := range []string{"get", "is", "has", "size", "contains", "iterator", "indexOf", "to", "equals", "hashCode",
		"entrySet", "keySet", "values", "compare", "length", "describe", "next", "subList", "isEmpty", "listIterator",
		"lastIndexOf", "peek", "element", "first", "last", "should", "key", "value"} {
		rest, ok := strings.CutPrefix(name, p)
		if ok && (rest == "" || rest[0] >= 'A' && rest[0] <= 'Z') && !strings.HasPrefix(rest, "And") {
			return true
		}
	}
	return name == "<init>" && !strings.HasPrefix(typ, "Ljava/io/") && !strings.HasPrefix(typ, "Ljava/net/")
}
