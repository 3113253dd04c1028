package widget

import (
	"slices"
	"strings"

	"talpa/cfg/callgraph"
	"talpa/cfg/icfg/listener"
	"talpa/cfg/origin"
	"talpa/cfg/values"
	"talpa/dex"
	"talpa/dex/apk"
)

// MaxWidgets bounds the widgets of one callback. A handler that serves more serves them alike.
const MaxWidgets = 64

// Input is what bindings are found in. It is read only, and asked in the order of the methods, so
// that of too many widgets the same ones are kept in every run.
type Input struct {
	Calls       *callgraph.Graph
	Resources   *apk.Resources
	Index       *Index
	Preferences []apk.PreferenceScreen
	Listeners   *listener.Types
	Vendors     []string   // by type
	Callbacks   []Callback // in the order of their methods
	Clicks      []Click
	Shown       []Shown // the texts of composables
	// Inflated are the resources that a method names, Inflaters the methods that name a
	// resource, and Naming the resources whose XML names a method for clicks.
	Inflated  func(m callgraph.MethodID) []apk.ID
	Inflaters func(id apk.ID) []callgraph.MethodID
	Naming    func(m callgraph.MethodID) []apk.ID
}

// Callback is a method that the framework or a library calls: its role in the guide, and
// the descriptor of the type whose method it overrides, "" for a handler named in XML.
type Callback struct {
	Method callgraph.MethodID
	Role   string
	Base   string
}

// Click is a click handler that XML names.
type Click struct {
	Resource apk.ID // of the layout or menu
	Method   string
	Widget   Widget
}

// Shown is a callback of a composable, and the text that people see there; "" if unknown.
// It takes no widget's place: composables have no ids.
type Shown struct {
	Method callgraph.MethodID
	Text   string
}

// Bindings are the widgets of an app's callbacks, and what describes others. They are
// frozen: any number of goroutines may ask them, and make themselves a Describer.
// A callback without widgets is one of which nothing is known, not one that no widget has.
type Bindings struct {
	widgets map[callgraph.MethodID][]Widget
	facts   values.Facts
	shared
}

// Of are the widgets that a callback is bound to, as far as known.
func (b *Bindings) Of(m callgraph.MethodID) []Widget { return b.widgets[m] }

// Describer returns a new Describer, which starts from what was found out for the
// bindings.
func (b *Bindings) Describer() *Describer {
	return &Describer{shared: b.shared, Tracer: b.facts.Tracer(values.MaxSteps)}
}

// binder makes Bindings.
type binder struct {
	*Describer
	in        *Input
	callbacks map[callgraph.MethodID]*Callback
	widgets   map[callgraph.MethodID][]Widget
}

// Bind finds the widgets that callbacks are bound to: those on which a listener is registered,
// those whose clicks XML sends to a method, the items of the menus that a class inflates.
// Registrations in code come before what XML names, since MaxWidgets keeps the first ones and code
// decides last at run time. The last step is for composables, whose texts package icfg has found.
func Bind(in Input) *Bindings {
	b := &binder{
		Describer: &Describer{
			shared: shared{
				calls: in.Calls, types: in.Calls.Hierarchy, resources: in.Resources, index: in.Index, inflated: in.Inflated,
				made: map[callgraph.MethodID][]Widget{},
			},
			Tracer: values.New(in.Calls, in.Resources, values.MaxSteps),
		},
		in: &in, callbacks: map[callgraph.MethodID]*Callback{}, widgets: map[callgraph.MethodID][]Widget{},
	}
	for i := range in.Callbacks {
		b.callbacks[in.Callbacks[i].Method] = &in.Callbacks[i]
	}
	b.registrations()
	b.xmlClicks()
	b.menus()
	b.contextMenus()
	b.preferences()
	b.fixedIDs()
	for _, s := range in.Shown {
		if s.Text != "" {
			b.bind(s.Method, Widget{Text: s.Text, Screen: -1})
		}
	}
	return &Bindings{b.widgets, b.Freeze(), b.shared}
}

// bind adds widgets to a callback. Methods that are no callbacks get none: who calls them decides
// what they serve.
func (b *binder) bind(m callgraph.MethodID, widgets ...Widget) {
	if b.callbacks[m] == nil {
		return
	}
	for _, w := range widgets {
		if len(b.widgets[m]) < MaxWidgets && !slices.Contains(b.widgets[m], w) {
			b.widgets[m] = append(b.widgets[m], w)
		}
	}
}

// vendor tells who wrote a type.
func (b *binder) vendor(t callgraph.TypeID) string { return b.in.Vendors[t] }

// registrations looks at every call that hands an object with callbacks over.
func (b *binder) registrations() {
	calls := b.calls.Index.CallsTo(func(ref dex.MethodRef) bool {
		return adds(ref) || b.in.Listeners.Taken(ref.Desc)
	})
	for _, u := range calls {
		if callgraph.Platform(b.vendor(b.calls.Owner(u.Method))) {
			continue
		}
		code := b.calls.Method(u.Method).Code()
		in := code.At(u.PC)
		ref := code.File.MethodAt(in.Index)
		if adds(ref) {
			b.addItem(u.Method, &in, ref)
		}
		first := 1
		if in.Op.Call() == dex.CallStatic {
			first = 0
		}
		for i, p := range ref.Params() {
			if b.in.Listeners.Handed(p) {
				b.registration(u.Method, &in, ref, first+i, p)
			}
		}
	}
}

// adds says that a method makes an item of a menu.
func adds(ref dex.MethodRef) bool { return ref.Name == "add" && isMenu(ref.Class) }

// registration binds the callbacks of argument i of a call to the widgets that
// the call is about.
func (b *binder) registration(m callgraph.MethodID, in *dex.Insn, ref dex.MethodRef, i int, param string) {
	listeners := b.listeners(b.Argument(m, in, i), param)
	if len(listeners) == 0 {
		return
	}
	widgets := b.subjects(m, in, ref)
	if len(widgets) == 0 {
		return
	}
	for _, t := range listeners {
		for _, cb := range b.callbacksOf(t, param) {
			b.bind(cb, widgets...)
		}
	}
}

// listeners are the classes that the values can be instances of.
func (b *binder) listeners(sites []values.Site, param string) []callgraph.TypeID {
	var all []callgraph.TypeID
	add := func(desc string) {
		t := b.types.ID(desc)
		if t != callgraph.NoType && b.types.Class(t) != nil && b.types.IsSubtype(desc, param) && !slices.Contains(all, t) {
			all = append(all, t)
		}
	}
	for _, s := range sites {
		switch s.Kind {
		case origin.New:
			add(s.Text)
		case origin.Field, origin.Static:
			add(s.Desc)
		case origin.Param:
			if m := b.calls.Method(s.In); s.Int == 0 && !m.IsStatic() {
				add(m.Class.Descriptor)
			}
		case origin.Result:
			add(dex.MethodRef{Desc: s.Desc}.Return())
		}
	}
	return all
}

// callbacksOf are the callbacks that an instance of a class has by a type: the
// overridden methods of the type, in the class or the nearest one above it.
func (b *binder) callbacksOf(t callgraph.TypeID, param string) []callgraph.MethodID {
	var all []callgraph.MethodID
	seen := map[string]bool{}
	for ; t != callgraph.NoType && b.types.Class(t) != nil; t = b.types.Super(t) {
		for _, m := range b.types.Class(t).Methods {
			id := b.calls.ID(m)
			if id == callgraph.NoMethod || seen[m.Name+m.Desc] {
				continue
			}
			cb := b.callbacks[id]
			if cb == nil || cb.Base == "" || !listener.Bindable(cb.Role) {
				continue
			}
			if !b.types.IsSubtype(param, cb.Base) && !b.types.IsSubtype(cb.Base, param) {
				continue
			}
			seen[m.Name+m.Desc] = true
			all = append(all, id)
		}
	}
	return all
}

// subjects are the widgets that a registering call is about: its receiver, or
// the button that a dialog builder is told to make.
func (b *binder) subjects(m callgraph.MethodID, in *dex.Insn, ref dex.MethodRef) []Widget {
	if widgets := b.dialogItems(m, in, ref); len(widgets) > 0 {
		return widgets
	}
	return b.described(m, in, b.Argument(m, in, 0), 0)
}

// dialogItems are the buttons and rows that a call on a dialog or its builder
// makes.
func (b *binder) dialogItems(m callgraph.MethodID, in *dex.Insn, ref dex.MethodRef) []Widget {
	if !strings.Contains(ref.Class, "Dialog") && !strings.Contains(ref.Class, "Snackbar") {
		return nil
	}
	base := Widget{Screen: -1}
	switch ref.Name {
	case "setPositiveButton":
		base.Name, base.Number, base.HasNumber = "android:id/button1", -1, true
	case "setNegativeButton", "setButton2": // by the older names of AlertDialog, too
		base.Name, base.Number, base.HasNumber = "android:id/button2", -2, true
	case "setNeutralButton", "setButton3":
		base.Name, base.Number, base.HasNumber = "android:id/button3", -3, true
	case "setButton", "setItems", "setSingleChoiceItems", "setMultiChoiceItems", "setAction":
	default:
		return nil
	}
	for i, p := range ref.Params() {
		if p != "I" && p != "Ljava/lang/CharSequence;" && p != "Ljava/lang/String;" {
			continue
		}
		if text := b.ArgumentText(m, in, i+1); text != "" {
			base.Text = text
			return []Widget{base}
		}
		for _, id := range b.Ints(m, in, i+1) {
			if res := b.resources.Get(apk.ID(uint32(id))); res != nil && res.Type == "array" {
				return rows(b.resources.Strings(res.ID))
			}
		}
	}
	if base.Name == "" {
		return nil
	}
	return []Widget{base}
}

func rows(texts []string) []Widget {
	var all []Widget
	for i, text := range texts {
		all = append(all, Widget{Text: text, Screen: -1, Number: int64(i), HasNumber: true})
	}
	return all
}

// fixedIDs binds the callbacks of classes that fix the id of their widget.
func (b *binder) fixedIDs() {
	for i := range b.in.Callbacks {
		cb := &b.in.Callbacks[i]
		if len(b.widgets[cb.Method]) == 0 && b.calls.Method(cb.Method).Name == "onListItemClick" {
			b.widgets[cb.Method] = []Widget{listView}
		}
	}
}
