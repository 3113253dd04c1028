package effect

import (
	"slices"
	"strings"

	"talpa/asra/appcode"
	"talpa/asra/attr"
	"talpa/asra/guide"
	"talpa/cfg/callgraph"
	"talpa/cfg/origin"
	"talpa/dex"
	"talpa/specs"
)

// meaning is what is known of a framework method: the rows of specs that fit it.
// A method can have rows in several tables: call asks them in the order of what is told most exactly.
type meaning struct {
	calls          []specs.Call
	getter, setter *specs.AttributeRow
	class          specs.EffectClass // "" if there is none
	family         string            // of the type's contents, "" if it has none
}

// meaning looks a method up in the tables of specs, once for each type that it is called
// on: a row may be of a type further up.
func (x *Summaries) meaning(typ, name string) *meaning {
	key := [2]string{typ, name}
	if m, known := x.meanings[key]; known {
		return m
	}
	subtype := x.app.Hierarchy.IsSubtype
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

// call adds the effect of a call that leaves the app's own code. The order of the cases is the
// order of trust: a row of the very method, then an attribute, then what the app's own classes say,
// then the class of effects in effects.txt, and guesses by a name last, only for types that the
// tables know. What no case takes is a lasting effect (R20), the first of which is named in the
// guide.
func (s *scan) call(in *dex.Insn) {
	if in.Op.Ref() != dex.RefMethod {
		return // of a lambda: its body is in the graph
	}
	if s.inOwnCode(*in) {
		return
	}
	ref := s.code.File.MethodAt(in.Index)
	typ := s.x.receiverOf(s.code.File, in.Index)
	s.handedContents(in, ref)
	if readsZone(ref) {
		s.read(Fact{Kind: Zone})
	}
	mean := s.x.meaning(typ, ref.Name)
	s.closing(in, typ, ref.Name)
	switch {
	case s.stored(in, mean):
	case mean.getter != nil:
		s.getAttribute(in, ref.Name, mean.getter)
	case mean.setter != nil:
		s.setAttribute(in, typ, ref.Name, mean.setter)
	case s.x.unimplemented(ref):
	case defaultHandler(in, ref.Name), s.knownClass(in, ref), s.reflected(in, ref):
	case mean.class != "" && (mean.class != specs.EffectOwn || !pureName(typ, ref.Name)):
		s.classed(in, mean, typ)
	case pureName(typ, ref.Name):
		s.asks(in, typ, mean)
	case mean.family != "" && in.Op.Call() != dex.CallStatic:
		s.own(in, mean.family)
	case s.onNewObject(in, typ):
	case slices.ContainsFunc(screenTypes, func(t string) bool { return s.app.Hierarchy.IsSubtype(typ, t) }):
		s.write(Fact{Screen, "", Here})
	case s.e.Lasting == nil:
		called := dex.MethodRef{Class: typ, Name: ref.Name, Desc: ref.Desc}
		s.e.Lasting = &guide.Reason{
			Kind: guide.ReasonCalls, Subject: guide.Subject{Kind: guide.SubjectMethod, Name: called.String()},
		}
	}
}

// knownClass says that a call asks for a class by a constant name: its initialiser,
// if it is the app's, is in the graph.
func (s *scan) knownClass(in *dex.Insn, ref dex.MethodRef) bool {
	if ref.Class != "Ljava/lang/Class;" || ref.Name != "forName" {
		return false
	}
	an := s.origins()
	return an != nil && appcode.ConstantText(an, in, 0) != ""
}

// classed is for calls with a row in effects.txt.
func (s *scan) classed(in *dex.Insn, mean *meaning, typ string) {
	ref := s.app.Calls.Method(s.m).Code().File.MethodAt(in.Index)
	switch mean.class {
	case specs.EffectPure:
	case specs.EffectOwn:
		s.changes(in, typ, mean)
	case specs.EffectLook:
		if !s.isNew(in) {
			s.look(in, ref.Name, s.write)
			if size, ok := resizes(typ, ref.Name); ok {
				s.write(size)
			}
		}
	case specs.EffectListen:
		if !s.isNew(in) {
			s.attribute(in, "clickable", s.write)
		}
	case specs.EffectClick:
		s.ofWidgets(in, Fact{Kind: Click}, s.write)
		s.write(Fact{Kind: Attribute, Name: "checked"})
	case specs.EffectDialog:
		if !s.isNew(in) {
			s.write(Fact{Dialog, "", Here})
		}
	case specs.EffectGone:
		if s.ownDialog(in) {
			break
		}
		s.e.Closes = true
		if s.x.locked {
			s.write(Fact{Dialog, "", Here})
		}
	case specs.EffectRows:
		if !s.isNew(in) {
			s.write(Fact{Rows, "", Here})
		}
	case specs.EffectLeave:
		s.e.Leaves = true
	case specs.EffectAnswer:
		s.write(Fact{Kind: Answer})
	case specs.EffectCancel:
		s.write(Fact{Kind: Schedule})
	case specs.EffectBroadcast:
		s.write(Fact{Kind: Broadcast})
	case specs.EffectZone:
		s.write(Fact{Kind: Zone})
	default:
		s.write(Fact{placeFacts[mean.class], "", Here})
	}
}

// ownDialog says that a handler of a dialog's button takes away the dialog that it is
// given: the dialog goes with any of its buttons.
// com.android.internal.app.AlertController (mButtonHandler) posts the dismissal with
// every press of a button, so that to dismiss it in the handler changes nothing. A
// handler that code calls itself has no such dialog.
func (s *scan) ownDialog(in *dex.Insn) bool {
	cb, an := s.app.CallbackOf(s.m), s.origins()
	if cb == nil || an == nil || cb.Base != "Landroid/content/DialogInterface$OnClickListener;" || len(cb.Widgets) == 0 {
		return false
	}
	for _, w := range cb.Widgets {
		if !strings.HasPrefix(w.Name, "android:id/button") {
			return false
		}
	}
	for e := range s.app.Calls.In(s.m) {
		if e.Kind == callgraph.Call {
			return false // with another dialog, perhaps
		}
	}
	on := an.Args(in, 0)
	return len(on) == 1 && on[0].Kind == origin.Param && on[0].Int == 1
}

// placeFacts are the facts that effects on the screen change.
var placeFacts = map[specs.EffectClass]Kind{
	specs.EffectScreen: Screen, specs.EffectRows: Rows, specs.EffectMenu: Menu, specs.EffectDraw: Draw,
	specs.EffectFocus: Focus, specs.EffectDialog: Dialog,
}

// asks notes what a call that only tells something can see.
func (s *scan) asks(in *dex.Insn, typ string, mean *meaning) {
	subtype := s.app.Hierarchy.IsSubtype
	switch {
	case in.Op.Call() == dex.CallStatic || in.N == 0:
	case mean.family != "":
		an := s.origins()
		if an == nil {
			s.read(Fact{Kind: Content, Name: mean.family})
		} else if origins := an.Args(in, 0); !allNew(origins) {
			s.contents(mean.family, s.x.objects.of(s.m, an, origins), func(f Fact) { s.read(f) })
		}
	case subtype(typ, "Landroid/view/View;"):
		s.look(in, s.app.Calls.Method(s.m).Code().File.MethodAt(in.Index).Name, s.read)
	case subtype(typ, "Landroid/widget/Adapter;"):
		s.read(Fact{Kind: Rows})
	}
}

// unimplemented says that a call is of an abstract method of the app's own that nothing implements:
// there is no object to call. A proxy of an interface would be one; who makes it has to name the
// interface. Those of annotations only tell what is in the file. So the call throws or is never
// reached; its effect is none. It takes the whole app to be in the hierarchy: code that is loaded
// at run time is not modelled.
func (x *Summaries) unimplemented(ref dex.MethodRef) bool {
	h := x.app.Hierarchy
	t := h.ID(ref.Class)
	if t == callgraph.NoType || h.Class(t) == nil || len(x.app.Calls.Dispatch(ref)) > 0 {
		return false
	}
	m := h.Class(t).Method(ref.Name, ref.Desc)
	if m == nil || !m.IsAbstract() {
		return false
	}
	return !h.IsInterface(t) || h.Class(t).Access.Has(dex.AccAnnotation) ||
		len(x.app.Calls.Index.ConstClasses(ref.Class)) == 0
}

// defaultHandler says that a callback calls the one that it overrides. Those of the framework's own
// classes do nothing for events that they do not know, and what they do in a life cycle happens
// whatever the app does; but some handle Back, keys and touches. Those that handle are Activity's
// and View's: onBackPressed ends the activity, onKeyDown opens a search or a menu, onTouchEvent of
// a view clicks it.
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
func (x *Summaries) receiverOf(f *dex.File, index uint32) string {
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

// receiver is the framework type that a call is on: the first one above a class of the app. So that
// Lp/MyActivity;->finish() finds the row of android.app.Activity. What a class implements comes
// before its superclass, as Hierarchy.Supertypes has it.
func (x *Summaries) receiver(ref dex.MethodRef) string {
	h := x.app.Hierarchy
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

// inOwnCode says that the call ends in methods whose effects are looked at themselves. A target
// inside of the platform's packages that an app carries along (a support library) is read by the
// tables, as the framework is: its code is vast, and its meaning is known.
func (s *scan) inOwnCode(in dex.Insn) bool {
	targets := s.app.Calls.Targets(s.app.Calls.Method(s.m), in)
	return len(targets) > 0 && !slices.ContainsFunc(targets, func(t callgraph.MethodID) bool {
		return appcode.Platform(s.app.Calls.Method(t).Class.Descriptor)
	})
}

// pureName says that a method of a collection or a view of the framework, or of the platform's
// libraries, only tells something, by its name. It is only asked where the tables have no row of
// the method: "next" moves an iterator, which nobody else has, and "getAndSet" of an atomic changes
// it.
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

// readsZone says that a call may ask for the time zone, also to write a date of whose class the
// caller need not know. toString and format are among them since the object behind may be a date:
// the answer errs by reading the zone too often, which keeps who sets it.
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
