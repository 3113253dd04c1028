// Package hidden finds the handlers that cannot run because the XML of the app hides or
// disables what they serve, and nothing in the app reveals it (rule R22 of package asra).
//
// An element of a layout is hidden while its visibility, or that of something around it,
// is not "visible" in the XML; it is revealed by code that may set the attribute of a view
// of that name, or of one that cannot be told from it. Only code of the app is looked at;
// an animator or reflection that names the attribute may reveal anything.
//
// All questions are asked so that what is not known counts against hiding: a view whose
// name is not known may have any, a value that is not constant may show, a listener that
// gets out of sight may be given to a shown view. So a handler is found only if all of
// this holds, of each of its widgets: its names are known; each element of the names, in
// every configuration, has a state that nothing reveals; no code makes or renames a view to
// one of the names; no code clicks one of them; and the handler serves nothing else.
//
// Not modelled: code in native libraries, and views that the app makes without XML: they
// have no state of XML to begin with.
package hidden

import (
	"slices"
	"strings"

	"talpa/asra/appcode"
	"talpa/asra/guide"
	"talpa/cfg/callgraph"
	"talpa/cfg/icfg"
	"talpa/cfg/origin"
	"talpa/dex"
	"talpa/dex/apk"
)

// revealer is a call that may show or enable a view. The zero value may be on any view: its
// type is not known, and neither are its names.
type revealer struct {
	typ   string   // static type of the view
	names []string // resource names of the views that it can be; nil if they are not known
}

// finder answers which elements of layouts stay hidden, or disabled, as the XML makes
// them (R22).
type finder struct {
	app       *appcode.Reader
	revealers map[string][]revealer // by attribute
	named     map[string]bool       // resource names that code gives to views, "" for unknown ones
	clicks    *[]revealer           // views that code clicks
}

// Handlers applies R22: it finds the handlers of clicks that cannot run, and says why.
// onStack says of a method that it did run.
func Handlers(
	app *appcode.Reader, onStack func(m callgraph.MethodID) bool,
) map[callgraph.MethodID]guide.Reason {
	v := &finder{app: app, revealers: map[string][]revealer{}}
	found := map[callgraph.MethodID]guide.Reason{}
	for i := range app.Callbacks {
		cb := &app.Callbacks[i]
		// Other events come without a touch on the view: text by code, focus by the system.
		if cb.Role != "click" && cb.Role != "longclick" || onStack(cb.Method) {
			continue
		}
		names, known := appcode.WidgetNames(cb)
		if !known || slices.ContainsFunc(names, func(name string) bool { return v.of(name) == nil }) {
			continue
		}
		if !v.clicked(names) && v.servesOnly(cb, names) {
			found[cb.Method] = v.reason(names)
		}
	}
	return found
}

// of says what hides the elements of a resource name for good, one for each element of a resource name; nil
// if users can get at one of the elements.
func (v *finder) of(name string) []icfg.InitialState {
	var all []icfg.InitialState
	for _, element := range v.app.HiddenOrDisabled(name) {
		// One state that stays is enough: a button is as far away in a panel that is gone.
		i := slices.IndexFunc(element, func(by icfg.InitialState) bool { return !v.revealed(by) })
		if i < 0 {
			return nil
		}
		all = append(all, element[i])
	}
	if len(all) > 0 && (v.givenID()[""] || v.named[name]) {
		return nil // code may make another one
	}
	return all
}

// givenID are the resource names that code gives to views, "" if some are not known.
func (v *finder) givenID() map[string]bool {
	if v.named != nil {
		return v.named
	}
	v.named = map[string]bool{}
	v.callsTo([]string{"setId"}, func(m callgraph.MethodID, in *dex.Insn) bool {
		an := v.app.OriginsOf(m)
		if an == nil {
			v.named[""] = true
			return false
		}
		for _, o := range an.Args(in, 1) {
			switch {
			case o.Kind == origin.Int:
				v.named[v.app.Resources.Name(apk.ID(uint32(o.Int)))] = true
			case o.Kind != origin.Result || o.Name != "generateViewId": // those are never one of XML's
				v.named[""] = true
			}
		}
		return false
	})
	return v.named
}

// reason says what hides, or disables, the first of the names. All of them are hidden, so
// that one stands for all.
func (v *finder) reason(names []string) guide.Reason {
	named := func(id string) guide.Subject {
		return guide.Subject{Kind: guide.SubjectWidget, Widget: guide.Widget{ID: id}}
	}
	by := v.of(names[0])[0]
	reason := guide.Reason{Kind: guide.ReasonHidden, Subject: named(by.Name)}
	if by.Attribute == "enabled" {
		reason.Kind = guide.ReasonDisabled
	} else if by.Name != names[0] {
		reason.Object = named(names[0])
	}
	return reason
}

// revealed says that something in the app may show, or enable, an element.
func (v *finder) revealed(by icfg.InitialState) bool {
	calls, known := v.revealers[by.Attribute]
	if !known {
		calls = v.find(by.Attribute)
		v.revealers[by.Attribute] = calls
	}
	return v.any(calls, by.Name, dex.Descriptor(by.Class))
}

// any says that one of some calls may be on a view of a name and class. Names decide where
// they are known; else types do: a static type that is neither above nor below the class in
// the layout is of another view, unless it is an interface, which any class may have.
func (v *finder) any(calls []revealer, name, class string) bool {
	h := v.app.Hierarchy
	return slices.ContainsFunc(calls, func(l revealer) bool {
		if l.names != nil {
			return slices.Contains(l.names, name)
		}
		if l.typ == "" || class == "" || h.IsSubtype(class, l.typ) {
			return true
		}
		if h.IsSubtype(l.typ, class) { // libraries put their own classes in the place of the framework's
			return !strings.HasPrefix(l.typ, "Landroid/widget/")
		}
		id := h.ID(l.typ)
		return id != callgraph.NoType && h.IsInterface(id)
	})
}

// find are the calls in the app that may reveal by an attribute: its setters,
// unless they are given a constant that leaves it, and calls into the framework or
// its libraries that may call a setter of a view which they are given.
func (v *finder) find(attribute string) []revealer {
	setter := map[string]string{"visibility": "setVisibility", "enabled": "setEnabled"}[attribute]
	for _, text := range []string{attribute, setter} { // animators and reflection know it by name
		for _, u := range v.app.Calls.Index.Strings(text) {
			if appcode.Own(v.app.Calls.Method(u.Method)) {
				return []revealer{{}}
			}
		}
	}
	all := v.callsTo([]string{setter}, func(m callgraph.MethodID, in *dex.Insn) bool {
		an := v.app.OriginsOf(m)
		if an == nil {
			return true
		}
		n, known := appcode.Constant(an.Args(in, 1))
		// Shown is 0, and disabled is: a view stays hidden by what is not 0, disabled by 0.
		return !known || (attribute == "visibility") == (n == Visible)
	})
	if attribute == "visibility" {
		all = append(all, v.handed()...)
	}
	return all
}

// Visible is the value of the visibility of a view that can be seen.
const Visible = 0

// callsTo are the calls of methods of views, by bare name, that keep accepts.
func (v *finder) callsTo(names []string, keep func(m callgraph.MethodID, in *dex.Insn) bool) []revealer {
	var all []revealer
	for _, u := range v.app.Calls.Index.CallsTo(func(ref dex.MethodRef) bool {
		return slices.Contains(names, ref.Name) && v.app.Hierarchy.IsSubtype(ref.Class, "Landroid/view/View;")
	}) {
		m := v.app.Calls.Method(u.Method)
		if in := m.Code().At(u.PC); appcode.Own(m) && keep(u.Method, &in) {
			all = append(all, v.revealer(u.Method, &in, 0, m.Code().File.MethodAt(in.Index).Class))
		}
	}
	return all
}

// revealer is the call of a method with a view of static type typ as argument i.
func (v *finder) revealer(m callgraph.MethodID, in *dex.Insn, i int, typ string) revealer {
	an := v.app.OriginsOf(m)
	method := v.app.Calls.Method(m)
	if an == nil {
		return revealer{typ: typ}
	}
	if o := an.Args(in, i); len(o) == 1 && o[0].Kind == origin.Param && o[0].Int == 0 && !method.IsStatic() {
		return revealer{typ: method.Class.Descriptor}
	}
	reg, ok := origin.ArgRegister(method.Class.File, in, i)
	if !ok {
		return revealer{typ: typ}
	}
	if names, all := v.app.WidgetIDs(m, in.Off, reg); all {
		return revealer{typ, names}
	}
	return revealer{typ: typ}
}

// showing are words in the names of framework methods that may show a view which
// they are given.
var showing = []string{
	"visib", "show", "empty", "reveal", "fade", "open", "expand",
	"Visib", "Show", "Empty", "Reveal", "Fade", "Open", "Expand",
}

// handed are the calls into the framework and its libraries that may show a view
// which they are given. Calls that lead to code of the app are left out: what that does
// to the view is a call of a setter there, which find meets by itself.
func (v *finder) handed() []revealer {
	isView := func(p string) bool { return v.app.Hierarchy.IsSubtype(p, "Landroid/view/View;") }
	var all []revealer
	for _, u := range v.app.Calls.Index.CallsTo(func(ref dex.MethodRef) bool {
		return slices.ContainsFunc(showing, func(word string) bool { return strings.Contains(ref.Name, word) }) &&
			slices.ContainsFunc(ref.Params(), isView)
	}) {
		m := v.app.Calls.Method(u.Method)
		in := m.Code().At(u.PC)
		followed := slices.ContainsFunc(v.app.Calls.Targets(m, in), func(t callgraph.MethodID) bool {
			return appcode.Own(v.app.Calls.Method(t))
		})
		if !appcode.Own(m) || followed {
			continue
		}
		first := 1
		if in.Op.Call() == dex.CallStatic {
			first = 0
		}
		for i, p := range m.Code().File.MethodAt(in.Index).Params() {
			if isView(p) {
				all = append(all, v.revealer(u.Method, &in, first+i, p))
			}
		}
	}
	return all
}

// clicked says that code may click a view of one of the names, which works for
// hidden ones as well: performClick asks neither for visibility nor for enabled.
func (v *finder) clicked(names []string) bool {
	if v.clicks == nil {
		found := v.callsTo([]string{"performClick", "callOnClick", "performLongClick", "performContextClick"},
			func(callgraph.MethodID, *dex.Insn) bool { return true })
		v.clicks = &found
	}
	return slices.ContainsFunc(names, func(name string) bool { return v.any(*v.clicks, name, "") })
}

// servesOnly says that a handler of clicks runs for views of the names only: XML
// names it for no others, or each of its objects is made to be the listener of one of
// them and is given to nobody else; and no code calls it.
func (v *finder) servesOnly(cb *icfg.Callback, names []string) bool {
	m := v.app.Calls.Method(cb.Method)
	for e := range v.app.Calls.In(cb.Method) {
		if e.Kind == callgraph.Call {
			return false
		}
	}
	for _, u := range v.app.Calls.Index.Calls(m.Name, m.Desc) {
		caller := v.app.Calls.Method(u.Method)
		in := caller.Code().At(u.PC)
		if appcode.Own(caller) && v.app.Hierarchy.IsSubtype(m.Class.Descriptor, caller.Code().File.MethodAt(in.Index).Class) {
			return false
		}
	}
	made := v.app.Calls.Index.Allocs(m.Class.Descriptor)
	if cb.Base == "" || v.app.OfComponent(cb.Method) {
		return len(made) == 0 && v.namedOnly(m.Name, names)
	}
	if !v.standsAlone(v.app.Calls.Owner(cb.Method)) || len(made) == 0 ||
		slices.ContainsFunc(m.Class.Methods, v.handsItselfOut) {
		return false
	}
	return !slices.ContainsFunc(made, func(u callgraph.Use) bool { return !v.listensOnly(u, names) })
}

// standsAlone says that a class has no superclass with code, and no subclasses: all that
// its objects do is in its own methods, and where they are made is told by its name.
func (v *finder) standsAlone(t callgraph.TypeID) bool {
	for sub := range v.app.Hierarchy.Subtypes(t) {
		if sub != t {
			return false
		}
	}
	return v.app.Hierarchy.Class(t).Super == "Ljava/lang/Object;"
}

// namedOnly says that layouts name a method for clicks on elements of the names only.
func (v *finder) namedOnly(method string, names []string) bool {
	named, others := false, false
	for i := range v.app.Layouts {
		if root := v.app.Layouts[i].Root; root != nil {
			v.app.WalkLayout(v.app.Layouts[i].ID, func(view *apk.View, _ []*apk.View) {
				if view.OnClick == method {
					named = true
					others = others || !slices.Contains(names, v.app.Resources.Name(view.ID.ID))
				}
			})
		}
	}
	return named && !others
}

// handsItselfOut says that a method of a class gives its own object to others. Calling
// its methods and using its fields does not: there is no superclass that could, and its own
// methods are all asked.
func (v *finder) handsItselfOut(m *dex.Method) bool {
	id := v.app.Calls.ID(m)
	if m.IsStatic() || m.Code() == nil || id == callgraph.NoMethod {
		return false
	}
	an := v.app.OriginsOf(id)
	if an == nil {
		return true
	}
	return v.uses(an, func(o origin.Origin) bool { return o.Kind == origin.Param && o.Int == 0 },
		func(in *dex.Insn, i int) bool {
			return in.Op.Invokes() && in.Op.Call() != dex.CallStatic && i == 0 ||
				in.Op.ReadsField() || in.Op.WritesField() && i > 0 // the object that has the field
		})
}

// listensOnly says that the object made at a place only becomes the listener of views
// of the names. Storing it, returning it, passing it to any other method or to a setter that
// the app overrides may give it to a shown view, and that is not followed.
func (v *finder) listensOnly(made callgraph.Use, names []string) bool {
	an := v.app.OriginsOf(made.Method)
	if an == nil {
		return false
	}
	file := an.Graph.Code.File
	return !v.uses(an, func(o origin.Origin) bool { return o.Kind != origin.Param && o.PC == made.PC },
		func(in *dex.Insn, i int) bool {
			if !in.Op.Invokes() || in.Op.Ref() != dex.RefMethod || in.Op.Call() == dex.CallStatic {
				return false
			}
			ref := file.MethodAt(in.Index)
			if ref.Name == "<init>" {
				return i == 0
			}
			if i != 1 || ref.Name != "setOnClickListener" && ref.Name != "setOnLongClickListener" ||
				len(v.app.Calls.Targets(v.app.Calls.Method(made.Method), *in)) > 0 {
				return false
			}
			on, all := v.app.WidgetIDs(made.Method, in.Off, in.Regs[0])
			return all && !slices.ContainsFunc(on, func(name string) bool { return !slices.Contains(names, name) })
		})
}

// uses says that a value is used other than allowed, in any block: a use on one path is
// enough, and a register of unknown origin may hold the value. allowed is asked for each
// instruction but copies, and the place of the value among what it reads.
func (v *finder) uses(
	an *origin.Analysis, is func(o origin.Origin) bool, allowed func(in *dex.Insn, i int) bool,
) bool {
	var regs []uint16
	for b := range an.Graph.Blocks {
		for in := range an.Graph.Insns(int32(b)) {
			if appcode.Copies(in.Op) {
				continue
			}
			regs = in.AppendUses(regs[:0])
			for i, reg := range regs {
				mine := slices.ContainsFunc(an.At(in.Off, reg), func(o origin.Origin) bool {
					return o.Kind == origin.Unknown || is(o)
				})
				if mine && !allowed(&in, i) {
					return true
				}
			}
		}
	}
	return false
}
