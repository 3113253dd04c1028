package asra

import (
	"slices"
	"strings"

	"talpa/asra/attr"
	"talpa/asra/guide"
	"talpa/cfg/callgraph"
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
	if x.inOwnCode(m, *in) {
		return
	}
	ref := code.File.MethodAt(in.Index)
	typ := x.receiverOf(code.File, in.Index)
	x.handedContents(m, in, ref, e)
	if readsZone(ref) {
		e.read(fact{kind: zoneFact})
	}
	mean := x.meaning(typ, ref.Name)
	switch {
	case x.stored(m, code, in, mean, e):
	case mean.getter != nil:
		x.getAttribute(m, in, ref.Name, mean.getter, e)
	case mean.setter != nil:
		x.setAttribute(m, in, typ, ref.Name, mean.setter, e)
	case x.unimplemented(ref):
	case defaultHandler(in, ref.Name), x.knownClass(m, in, ref), x.reflected(m, in, ref):
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
	if ref.Class != "Ljava/lang/Class;" || ref.Name != "forName" {
		return false
	}
	an := x.a.originsOf(m)
	return an != nil && constantText(an, in, 0) != ""
}

// classed is for calls with a row in effects.txt.
func (x *effects) classed(m callgraph.MethodID, in *dex.Insn, mean *meaning, typ string, e *effect) {
	ref := x.a.p.Calls.Method(m).Code().File.MethodAt(in.Index)
	switch mean.class {
	case specs.EffectPure:
	case specs.EffectOwn:
		x.changes(m, in, typ, mean, e)
	case specs.EffectLook:
		if !x.isNew(m, in) {
			x.look(m, in, ref.Name, e.write)
			if size, ok := resizes(typ, ref.Name); ok {
				e.write(size)
			}
		}
	case specs.EffectListen:
		if !x.isNew(m, in) {
			x.attribute(m, in, "clickable", e.write)
		}
	case specs.EffectClick:
		x.ofWidgets(m, in, fact{kind: clickFact}, e.write)
		e.write(fact{kind: attributeFact, name: "checked"})
	case specs.EffectDialog:
		if !x.isNew(m, in) {
			e.write(fact{dialogFact, "", hereOwner})
		}
	case specs.EffectGone:
		if x.ownDialog(m, in) {
			break
		}
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
	case specs.EffectZone:
		e.write(fact{kind: zoneFact})
	default:
		e.write(fact{placeFacts[mean.class], "", hereOwner})
	}
}

// ownDialog says that a handler of a dialog's button takes away the dialog that it is
// given: the dialog goes with any of its buttons.
func (x *effects) ownDialog(m callgraph.MethodID, in *dex.Insn) bool {
	cb, an := x.a.p.CallbackOf(m), x.a.originsOf(m)
	if cb == nil || an == nil || cb.Base != "Landroid/content/DialogInterface$OnClickListener;" || len(cb.Widgets) == 0 {
		return false
	}
	for _, w := range cb.Widgets {
		if !strings.HasPrefix(w.Name, "android:id/button") {
			return false
		}
	}
	for e := range x.a.p.Calls.In(m) {
		if e.Kind == callgraph.Call {
			return false // with another dialog, perhaps
		}
	}
	on := an.Args(in, 0)
	return len(on) == 1 && on[0].Kind == origin.Param && on[0].Int == 1
}

// placeFacts are the facts that effects on the screen change.
var placeFacts = map[specs.EffectClass]factKind{
	specs.EffectScreen: screenFact, specs.EffectRows: rowsFact, specs.EffectMenu: menuFact, specs.EffectDraw: drawFact,
	specs.EffectFocus: focusFact, specs.EffectDialog: dialogFact,
}

// asks notes what a call that only tells something can see.
func (x *effects) asks(m callgraph.MethodID, in *dex.Insn, typ string, mean *meaning, e *effect) {
	subtype := x.a.p.Hierarchy.IsSubtype
	switch {
	case in.Op.Call() == dex.CallStatic || in.N == 0:
	case mean.family != "":
		an := x.a.originsOf(m)
		if an == nil {
			e.read(fact{kind: contentFact, name: mean.family})
		} else if origins := an.Args(in, 0); !allNew(origins) {
			x.contents(mean.family, x.objects.of(m, an, origins), func(f fact) { e.read(f) })
		}
	case subtype(typ, "Landroid/view/View;"):
		x.look(m, in, x.a.p.Calls.Method(m).Code().File.MethodAt(in.Index).Name, e.read)
	case subtype(typ, "Landroid/widget/Adapter;"):
		e.read(fact{kind: rowsFact})
	}
}

// unimplemented says that a call is of an abstract method of the app's own that
// nothing implements: there is no object to call. A proxy of an interface would be
// one; who makes it has to name the interface. Those of annotations only tell what
// is in the file.
func (x *effects) unimplemented(ref dex.MethodRef) bool {
	h := x.a.p.Hierarchy
	t := h.ID(ref.Class)
	if t == callgraph.NoType || h.Class(t) == nil || len(x.a.p.Calls.Dispatch(ref)) > 0 {
		return false
	}
	m := h.Class(t).Method(ref.Name, ref.Desc)
	if m == nil || !m.IsAbstract() {
		return false
	}
	return !h.IsInterface(t) || h.Class(t).Access.Has(dex.AccAnnotation) ||
		len(x.a.p.Calls.Index.ConstClasses(ref.Class)) == 0
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

// receiverOf is receiver for the method with an index in a file.
func (x *effects) receiverOf(f *dex.File, index uint32) string {
	known := x.receivers[f]
	if known == nil {
		known = make([]string, f.NumMethods())
		x.receivers[f] = known
	}
	if known[index] == "" {
		known[index] = x.receiver(f.MethodAt(index))
	}
	return known[index]
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
		"lastIndexOf", "peek", "element", "first", "last", "should", "key", "value", "clone"} {
		rest, ok := strings.CutPrefix(name, p)
		if ok && (rest == "" || rest[0] >= 'A' && rest[0] <= 'Z') && !strings.HasPrefix(rest, "And") {
			return true
		}
	}
	return name == "<init>" && !strings.HasPrefix(typ, "Ljava/io/") && !strings.HasPrefix(typ, "Ljava/net/")
}

// readsZone says that a call may ask for the time zone, also to write a date of
// whose class the caller need not know.
func readsZone(ref dex.MethodRef) bool {
	switch ref.Class {
	case "Ljava/util/Calendar;", "Ljava/util/GregorianCalendar;", "Ljava/util/Date;", "Ljava/util/TimeZone;",
		"Ljava/util/Formatter;":
		return true
	case "Ljava/lang/Object;":
		return ref.Name == "toString"
	case "Ljava/lang/String;":
		return ref.Name == "format" || ref.Name == "valueOf"
	case "Ljava/lang/StringBuilder;", "Ljava/lang/StringBuffer;":
		return strings.HasPrefix(ref.Desc, "(Ljava/lang/Object;)")
	}
	return slices.ContainsFunc([]string{
		"Ljava/text/", "Ljava/time/", "Ljava/sql/", "Landroid/text/format/", "Landroid/icu/",
	}, func(prefix string) bool { return strings.HasPrefix(ref.Class, prefix) })
}
