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
	subtype := x.a.p.Hierarchy.IsSubtype
	for _, c := range attr.Calls(typ, ref.Name, subtype) {
		kind := string(c.Kind)
		switch {
		case strings.HasPrefix(kind, specs.ReadPrefix):
			e.reads[strings.TrimPrefix(kind, specs.ReadPrefix)] = true
			return
		case strings.HasPrefix(kind, specs.WritePrefix):
			e.writes[strings.TrimPrefix(kind, specs.WritePrefix)] = true
			return
		}
		switch c.Kind {
		case specs.CallActivity:
			if x.startsUnknown(m, code) {
				e.lasting = "the start of an unknown activity"
			}
			return
		case specs.CallParse, specs.CallCompare, specs.CallFind, specs.CallInflate, specs.CallMenu,
			specs.CallIntentClass, specs.CallIntentAction, specs.CallSchedule:
			return
		case specs.CallShow:
			if subtype(typ, "Landroid/app/Dialog;") || strings.Contains(typ, "Dialog") || strings.Contains(typ, "Toast") {
				return
			}
		}
	}
	if row, ok := attr.Getter(typ, ref.Name, subtype); ok {
		e.reads["attribute "+row.Attribute] = true
		return
	}
	if pureName(typ, ref.Name) {
		return
	}
	name := guide.ShortMethod((dex.MethodRef{Class: typ, Name: ref.Name, Desc: ref.Desc}).String())
	if mutable(typ) && in.Op.Call() != dex.CallStatic {
		if !x.changes(m, in, e) {
			e.lasting = name
		}
		return
	}
	if specs.Harmless(typ, ref.Name) || defaultHandler(in, ref.Name) || x.setsOwnAttribute(typ, ref.Name, e) {
		return
	}
	if g := x.a.gatesOf(m); g != nil && ownObject(typ) && in.Op.Call() != dex.CallStatic && allNew(g.an.Args(in, 0)) {
		return
	}
	if slices.ContainsFunc(screenTypes, func(t string) bool { return subtype(typ, t) }) {
		e.screen = name
		return
	}
	e.lasting = name
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

// defaultHandler says that a handler of events calls the one that it overrides:
// those of the framework's own classes do nothing for items that they do not know.
func defaultHandler(in *dex.Insn, name string) bool {
	if in.Op.Call() != dex.CallSuper {
		return false
	}
	switch name {
	case "onOptionsItemSelected", "onContextItemSelected", "onMenuItemSelected", "onLongClick", "onListItemClick":
		return true
	}
	return false
}

// mutable says that objects of the type are changed by calls on them: texts in
// the making, dates, collections.
func mutable(typ string) bool {
	switch {
	case typ == "Ljava/lang/StringBuilder;", typ == "Ljava/lang/StringBuffer;":
		return true
	case strings.HasPrefix(typ, "Ljava/util/concurrent/"), strings.HasPrefix(typ, "Ljava/util/Timer"),
		strings.HasPrefix(typ, "Ljava/util/regex/"), strings.HasPrefix(typ, "Ljava/util/logging/"):
		return false
	}
	return strings.HasPrefix(typ, "Ljava/util/")
}

// changes notes the change of an object that a field holds as one of the field.
// It is false for an object that may be held where the method cannot see.
func (x *effects) changes(m callgraph.MethodID, in *dex.Insn, e *effect) bool {
	g := x.a.gatesOf(m)
	return g != nil && x.held(g, g.an.Args(in, 0), e, 0)
}

// maxChain bounds a chain of calls on one object: append(...).append(...).
const maxChain = 40

func (x *effects) held(g *gates, origins []origin.Origin, e *effect, depth int) bool {
	for _, o := range origins {
		switch {
		case o.Kind == origin.New:
		case o.Kind == origin.Field, o.Kind == origin.Static:
			f := x.a.p.Calls.Index.Field(dex.FieldRef{Class: o.Owner, Name: o.Name, Type: o.Desc})
			e.writes["field "+f.Class+f.Name] = true
		case depth < maxChain && returnsItself(o):
			call := g.an.Graph.Code.At(o.PC)
			if call.Op.Call() != dex.CallStatic && !x.held(g, g.an.Args(&call, 0), e, depth+1) {
				return false
			}
		default:
			return false
		}
	}
	return len(origins) > 0
}

// returnsItself says that a value is the result of a call that returns, by its
// type, the object that it is on.
func returnsItself(o origin.Origin) bool {
	return o.Kind == origin.Result && o.Owner != "" && (dex.MethodRef{Desc: o.Desc}).Return() == o.Owner
}

// quiet are the attributes that no callback hears of and that do not decide
// whether a widget can be used.
var quiet = []string{
	"hint", "error", "title", "summary", "alpha", "rotation", "rotationx", "rotationy", "scalex", "scaley", "x", "y", "z",
	"elevation", "activated", "selected", "pressed", "hovered", "tag", "keepscreenon", "direction", "text",
}

// setsOwnAttribute notes the change of an attribute as such, so that it counts
// only if relevant code reads the attribute. Texts that are typed into are left
// to the caller: watchers hear of their changes.
func (x *effects) setsOwnAttribute(typ, name string, e *effect) bool {
	subtype := x.a.p.Hierarchy.IsSubtype
	row, ok := attr.Setter(typ, name, subtype)
	if !ok || !slices.Contains(quiet, row.Attribute) || subtype(typ, "Landroid/widget/EditText;") {
		return false
	}
	e.writes["attribute "+row.Attribute] = true
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
		"entrySet", "keySet", "values", "compare", "length", "describe", "next", "subList"} {
		rest, ok := strings.CutPrefix(name, p)
		if ok && (rest == "" || rest[0] >= 'A' && rest[0] <= 'Z') && !strings.HasPrefix(rest, "And") {
			return true
		}
	}
	return name == "<init>" && !strings.HasPrefix(typ, "Ljava/io/") && !strings.HasPrefix(typ, "Ljava/net/")
}

// ownObject says that an object of the type keeps what it is told to itself, so
// that nobody hears of it while the method that made it has it.
func ownObject(typ string) bool {
	for _, p := range []string{"Landroid/util/", "Lorg/json/", "Landroid/widget/", "Landroid/view/"} {
		if strings.HasPrefix(typ, p) {
			return true
		}
	}
	return false
}
