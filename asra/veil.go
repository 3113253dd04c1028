package asra

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

// lift is a call that may take a veil from a view.
type lift struct {
	typ   string   // static type of the view
	names []string // resource names of the views that it can be; nil if they are not known
}

// veils answers which elements of layouts stay hidden, or disabled, as the XML makes
// them (R22).
type veils struct {
	a     *analysis
	lifts map[string][]lift // by attribute
	named map[string]bool   // resource names that code gives to views, "" for unknown ones
	uses  *[]lift           // views that code clicks
}

// stuckCallbacks applies R22: it finds the handlers of clicks that cannot run, and
// says why. A handler on the stack did run.
func (a *analysis) stuckCallbacks() {
	if a.opts.Level != guide.LevelASRA {
		return
	}
	v := &veils{a: a, lifts: map[string][]lift{}}
	a.stuck = map[callgraph.MethodID]guide.Reason{}
	for i := range a.p.Callbacks {
		cb := &a.p.Callbacks[i]
		if cb.Role != "click" && cb.Role != "longclick" || slices.Contains(a.chain, cb.Method) {
			continue
		}
		names, known := appcode.WidgetNames(cb)
		if !known || slices.ContainsFunc(names, func(name string) bool { return v.of(name) == nil }) {
			continue
		}
		if !v.clicked(names) && a.servesOnly(cb, names) {
			a.stuck[cb.Method] = v.reason(names)
		}
	}
}

// of are the veils that nobody lifts, one for each element of a resource name; nil
// if users can get at one of the elements.
func (v *veils) of(name string) []icfg.InitialState {
	var all []icfg.InitialState
	for _, element := range v.a.p.HiddenOrDisabled(name) {
		i := slices.IndexFunc(element, func(veil icfg.InitialState) bool { return !v.lifted(veil) })
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
func (v *veils) givenID() map[string]bool {
	if v.named != nil {
		return v.named
	}
	v.named = map[string]bool{}
	v.callsTo([]string{"setId"}, func(m callgraph.MethodID, in *dex.Insn) bool {
		an := v.a.originsOf(m)
		if an == nil {
			v.named[""] = true
			return false
		}
		for _, o := range an.Args(in, 1) {
			switch {
			case o.Kind == origin.Int:
				v.named[v.a.p.Resources.Name(apk.ID(uint32(o.Int)))] = true
			case o.Kind != origin.Result || o.Name != "generateViewId":
				v.named[""] = true
			}
		}
		return false
	})
	return v.named
}

func (v *veils) reason(names []string) guide.Reason {
	named := func(id string) guide.Subject {
		return guide.Subject{Kind: guide.SubjectWidget, Widget: guide.Widget{ID: id}}
	}
	veil := v.of(names[0])[0]
	reason := guide.Reason{Kind: guide.ReasonHidden, Subject: named(veil.Name)}
	if veil.Attribute == "enabled" {
		reason.Kind = guide.ReasonDisabled
	} else if veil.Name != names[0] {
		reason.Object = named(names[0])
	}
	return reason
}

// lifted says that something in the app may take a veil away.
func (v *veils) lifted(veil icfg.InitialState) bool {
	lifts, known := v.lifts[veil.Attribute]
	if !known {
		lifts = v.find(veil.Attribute)
		v.lifts[veil.Attribute] = lifts
	}
	return v.any(lifts, veil.Name, dex.Descriptor(veil.Class))
}

// any says that one of some calls may be on a view of a name and class.
func (v *veils) any(calls []lift, name, class string) bool {
	h := v.a.p.Hierarchy
	return slices.ContainsFunc(calls, func(l lift) bool {
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

// find are the calls in the app that may lift veils of an attribute: its setters,
// unless they are given a constant that leaves it, and calls into the framework or
// its libraries that may call a setter of a view which they are given.
func (v *veils) find(attribute string) []lift {
	a := v.a
	setter := map[string]string{"visibility": "setVisibility", "enabled": "setEnabled"}[attribute]
	for _, text := range []string{attribute, setter} { // animators and reflection know it by name
		for _, u := range a.p.Calls.Index.Strings(text) {
			if a.ownCode(a.p.Calls.Method(u.Method)) {
				return []lift{{}}
			}
		}
	}
	all := v.callsTo([]string{setter}, func(m callgraph.MethodID, in *dex.Insn) bool {
		an := a.originsOf(m)
		if an == nil {
			return true
		}
		n, known := appcode.Constant(an.Args(in, 1))
		return !known || (attribute == "visibility") == (n == visible)
	})
	if attribute == "visibility" {
		all = append(all, v.handed()...)
	}
	return all
}

// callsTo are the calls of methods of views, by bare name, that keep accepts.
func (v *veils) callsTo(names []string, keep func(m callgraph.MethodID, in *dex.Insn) bool) []lift {
	a := v.a
	var all []lift
	for _, u := range a.p.Calls.Index.CallsTo(func(ref dex.MethodRef) bool {
		return slices.Contains(names, ref.Name) && a.p.Hierarchy.IsSubtype(ref.Class, "Landroid/view/View;")
	}) {
		m := a.p.Calls.Method(u.Method)
		if in := m.Code().At(u.PC); a.ownCode(m) && keep(u.Method, &in) {
			all = append(all, v.lift(u.Method, &in, 0, m.Code().File.MethodAt(in.Index).Class))
		}
	}
	return all
}

// lift is the call of a method with a view of static type typ as argument i.
func (v *veils) lift(m callgraph.MethodID, in *dex.Insn, i int, typ string) lift {
	an := v.a.originsOf(m)
	method := v.a.p.Calls.Method(m)
	if an == nil {
		return lift{typ: typ}
	}
	if o := an.Args(in, i); len(o) == 1 && o[0].Kind == origin.Param && o[0].Int == 0 && !method.IsStatic() {
		return lift{typ: method.Class.Descriptor}
	}
	reg, ok := origin.ArgRegister(method.Class.File, in, i)
	if !ok {
		return lift{typ: typ}
	}
	if names, all := v.a.q.WidgetIDs(m, in.Off, reg); all {
		return lift{typ, names}
	}
	return lift{typ: typ}
}

// showing are words in the names of framework methods that may show a view which
// they are given.
var showing = []string{
	"visib", "show", "empty", "reveal", "fade", "open", "expand",
	"Visib", "Show", "Empty", "Reveal", "Fade", "Open", "Expand",
}

// handed are the calls into the framework and its libraries that may show a view
// which they are given.
func (v *veils) handed() []lift {
	a := v.a
	isView := func(p string) bool { return a.p.Hierarchy.IsSubtype(p, "Landroid/view/View;") }
	var all []lift
	for _, u := range a.p.Calls.Index.CallsTo(func(ref dex.MethodRef) bool {
		return slices.ContainsFunc(showing, func(word string) bool { return strings.Contains(ref.Name, word) }) &&
			slices.ContainsFunc(ref.Params(), isView)
	}) {
		m := a.p.Calls.Method(u.Method)
		in := m.Code().At(u.PC)
		followed := slices.ContainsFunc(a.p.Calls.Targets(m, in), func(t callgraph.MethodID) bool {
			return a.ownCode(a.p.Calls.Method(t))
		})
		if !a.ownCode(m) || followed {
			continue
		}
		first := 1
		if in.Op.Call() == dex.CallStatic {
			first = 0
		}
		for i, p := range m.Code().File.MethodAt(in.Index).Params() {
			if isView(p) {
				all = append(all, v.lift(u.Method, &in, first+i, p))
			}
		}
	}
	return all
}

// clicked says that code may click a view of one of the names, which works for
// hidden ones as well.
func (v *veils) clicked(names []string) bool {
	if v.uses == nil {
		found := v.callsTo([]string{"performClick", "callOnClick", "performLongClick", "performContextClick"},
			func(callgraph.MethodID, *dex.Insn) bool { return true })
		v.uses = &found
	}
	return slices.ContainsFunc(names, func(name string) bool { return v.any(*v.uses, name, "") })
}

// servesOnly says that a handler of clicks runs for views of the names only: XML
// names it for no others, or each of its objects is made to be the listener of one of
// them and is given to nobody else; and no code calls it.
func (a *analysis) servesOnly(cb *icfg.Callback, names []string) bool {
	m := a.p.Calls.Method(cb.Method)
	for e := range a.p.Calls.In(cb.Method) {
		if e.Kind == callgraph.Call {
			return false
		}
	}
	for _, u := range a.p.Calls.Index.Calls(m.Name, m.Desc) {
		caller := a.p.Calls.Method(u.Method)
		in := caller.Code().At(u.PC)
		if a.ownCode(caller) && a.p.Hierarchy.IsSubtype(m.Class.Descriptor, caller.Code().File.MethodAt(in.Index).Class) {
			return false
		}
	}
	made := a.p.Calls.Index.Allocs(m.Class.Descriptor)
	if cb.Base == "" || a.app.OfComponent(cb.Method) {
		return len(made) == 0 && a.namedOnly(m.Name, names)
	}
	if !a.standsAlone(a.p.Calls.Owner(cb.Method)) || len(made) == 0 ||
		slices.ContainsFunc(m.Class.Methods, a.handsItselfOut) {
		return false
	}
	return !slices.ContainsFunc(made, func(u callgraph.Use) bool { return !a.listensOnly(u, names) })
}

// standsAlone says that a class has no superclass with code, and no subclasses.
func (a *analysis) standsAlone(t callgraph.TypeID) bool {
	for sub := range a.p.Hierarchy.Subtypes(t) {
		if sub != t {
			return false
		}
	}
	return a.p.Hierarchy.Class(t).Super == "Ljava/lang/Object;"
}

// namedOnly says that layouts name a method for clicks on elements of the names only.
func (a *analysis) namedOnly(method string, names []string) bool {
	named, others := false, false
	for i := range a.p.Layouts {
		if root := a.p.Layouts[i].Root; root != nil {
			a.p.WalkLayout(a.p.Layouts[i].ID, func(v *apk.View, _ []*apk.View) {
				if v.OnClick == method {
					named = true
					others = others || !slices.Contains(names, a.p.Resources.Name(v.ID.ID))
				}
			})
		}
	}
	return named && !others
}

// handsItselfOut says that a method of a class gives its own object to others.
func (a *analysis) handsItselfOut(m *dex.Method) bool {
	id := a.p.Calls.ID(m)
	if m.IsStatic() || m.Code() == nil || id == callgraph.NoMethod {
		return false
	}
	an := a.originsOf(id)
	if an == nil {
		return true
	}
	return a.uses(an, func(o origin.Origin) bool { return o.Kind == origin.Param && o.Int == 0 },
		func(in *dex.Insn, i int) bool {
			return in.Op.Invokes() && in.Op.Call() != dex.CallStatic && i == 0 ||
				in.Op.ReadsField() || in.Op.WritesField() && i > 0 // the object that has the field
		})
}

// listensOnly says that the object made at a place only becomes the listener of views
// of the names.
func (a *analysis) listensOnly(made callgraph.Use, names []string) bool {
	an := a.originsOf(made.Method)
	if an == nil {
		return false
	}
	file := an.Graph.Code.File
	return !a.uses(an, func(o origin.Origin) bool { return o.Kind != origin.Param && o.PC == made.PC },
		func(in *dex.Insn, i int) bool {
			if !in.Op.Invokes() || in.Op.Ref() != dex.RefMethod || in.Op.Call() == dex.CallStatic {
				return false
			}
			ref := file.MethodAt(in.Index)
			if ref.Name == "<init>" {
				return i == 0
			}
			if i != 1 || ref.Name != "setOnClickListener" && ref.Name != "setOnLongClickListener" ||
				len(a.p.Calls.Targets(a.p.Calls.Method(made.Method), *in)) > 0 {
				return false
			}
			on, all := a.q.WidgetIDs(made.Method, in.Off, in.Regs[0])
			return all && !slices.ContainsFunc(on, func(name string) bool { return !slices.Contains(names, name) })
		})
}

// uses says that a value is used other than allowed: allowed is asked for each
// instruction but copies, and the place of the value among what it reads.
func (a *analysis) uses(
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

// cannotRun says that an edge leads to a handler that cannot run (R22): no way goes
// through it.
func (a *analysis) cannotRun(e icfg.Edge, _ *icfg.Edge) bool {
	return len(a.stuck) > 0 && (e.Kind == icfg.CallbackEdge || e.Kind == icfg.Handle) &&
		a.stuck[a.callee(e.To)] != (guide.Reason{})
}
