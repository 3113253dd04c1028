package asra

import (
	"context"
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

// maxClosure bounds the methods looked at for one callback; one that can run
// more is kept.
const maxClosure = 4000

// effect is what a piece of code reads and changes, as far as other code can
// see it. Fields are taken by name, whatever object they are in; stored state
// by its sort.
type effect struct {
	reads, writes map[string]bool
	// lasting says that something was done whose effect is not known, and what.
	// screen says the same of calls that change the screen they run on only.
	lasting, screen string
}

// effects holds the effects of single methods, once asked for.
type effects struct {
	a      *analysis
	known  map[callgraph.MethodID]*effect
	needed map[callgraph.MethodID]bool // methods whose reads are needed
}

// of is the effect of one method's own instructions.
func (x *effects) of(m callgraph.MethodID) *effect {
	e, ok := x.known[m]
	if !ok {
		e = x.part(m, func(uint32) bool { return true })
		x.known[m] = e
	}
	return e
}

// part is the effect of those of a method's instructions that runs accepts by
// their position.
func (x *effects) part(m callgraph.MethodID, runs func(pc uint32) bool) *effect {
	e := &effect{reads: map[string]bool{}, writes: map[string]bool{}}
	method := x.a.p.Calls.Method(m)
	code := method.Code()
	if code == nil {
		if method.Access.Has(dex.AccNative) {
			e.lasting = "native code"
		}
		return e
	}
	for in := range code.Insns() {
		switch {
		case !runs(in.Off):
		case in.Op.ReadsField():
			e.reads["field "+x.field(code, &in)] = true
		case in.Op.WritesField():
			if !x.fresh(m, &in, in.Op >= dex.OpSput) {
				e.writes["field "+x.field(code, &in)] = true
			}
		case in.Op >= dex.OpAput && in.Op <= dex.OpAputShort:
			x.arrayWrite(m, &in, e)
		case in.Op.Invokes():
			x.call(m, code, &in, e)
		}
	}
	return e
}

func (x *effects) field(code *dex.Code, in *dex.Insn) string {
	f := x.a.p.Calls.Index.Field(code.File.FieldAt(in.Index))
	return f.Class + f.Name
}

// fresh says that a write goes to an object that the method made itself, or is
// making: nobody else has it yet.
func (x *effects) fresh(m callgraph.MethodID, in *dex.Insn, static bool) bool {
	method := x.a.p.Calls.Method(m)
	if static {
		return method.IsClassInit()
	}
	if method.IsConstructor() && in.N > 1 && in.B() == method.Code().ThisReg() {
		return true
	}
	g := x.a.gatesOf(m)
	return g != nil && allNew(g.an.At(in.Off, in.B()))
}

// arrayWrite notes the change of an array: of one that a field holds as one of
// the field. Counters of coverage tools are nobody's business.
func (x *effects) arrayWrite(m callgraph.MethodID, in *dex.Insn, e *effect) {
	g := x.a.gatesOf(m)
	if g == nil {
		e.lasting = "an array"
		return
	}
	for _, o := range g.an.At(in.Off, in.B()) {
		switch {
		case o.Kind == origin.Field, o.Kind == origin.Static:
			f := x.a.p.Calls.Index.Field(dex.FieldRef{Class: o.Owner, Name: o.Name, Type: o.Desc})
			e.writes["field "+f.Class+f.Name] = true
		case o.Kind == origin.Array, o.Kind == origin.Result && strings.HasPrefix(o.Name, "$jacoco"):
		default:
			e.lasting = "an array"
		}
	}
}

func allNew(origins []origin.Origin) bool {
	return len(origins) > 0 && !slices.ContainsFunc(origins, func(o origin.Origin) bool {
		return o.Kind != origin.New && o.Kind != origin.Array
	})
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

// closure is the effect of all that a callback can run, make or start, and
// whether any of that is relevant by R8. With reject set it is of the callback
// when it serves that widget only.
type closure struct {
	effect
	relevant bool
	cb       *icfg.Callback
	reject   *icfg.Widget
}

// closureOf walks forward from a callback.
func (x *effects) closureOf(cb *icfg.Callback) closure {
	w := x.walk(cb)
	w.visit(x.a.p.Method(cb.Method), &w.here)
	w.run()
	return w.closure
}

// rejectionOf walks forward from those instructions of a callback that run when
// it serves the widget.
func (x *effects) rejectionOf(cb *icfg.Callback, widget *icfg.Widget, key string, g *gates) closure {
	n, _ := number(*widget)
	runs := func(pc uint32) bool { return g.at(key, pc).Has(n) }
	w := x.walk(cb)
	w.reject = widget
	w.add(x.part(cb.Method, runs), true)
	start := x.a.p.Method(cb.Method)
	w.seen[start] = true
	for e := range x.a.p.Succs(start) {
		if runs(e.PC) {
			w.follow(e, &w.here)
		}
	}
	w.run()
	return w.closure
}

// forward is the walk behind a closure, through the app's own code. Behind the
// start of a component from which no way leads to the target, changes of the
// screen do not count: they are of that component's own screen.
type forward struct {
	closure
	x          *effects
	seen       map[icfg.Node]bool
	here, away []icfg.Node // on the callback's own screen, on others
}

func (x *effects) walk(cb *icfg.Callback) *forward {
	return &forward{
		closure: closure{effect: effect{reads: map[string]bool{}, writes: map[string]bool{}}, cb: cb},
		x:       x, seen: map[icfg.Node]bool{},
	}
}

func (w *forward) visit(n icfg.Node, list *[]icfg.Node) {
	if !w.seen[n] {
		w.seen[n] = true
		*list = append(*list, n)
	}
}

func (w *forward) follow(e icfg.Edge, list *[]icfg.Node) {
	if e.Kind == icfg.Open {
		list = &w.away
	}
	w.visit(e.To, list)
}

func (w *forward) run() {
	p := w.x.a.p
	for (len(w.here) > 0 || len(w.away) > 0) && w.lasting == "" && !w.relevant {
		list := &w.here
		if len(w.here) == 0 {
			list = &w.away
		}
		n := (*list)[len(*list)-1]
		*list = (*list)[:len(*list)-1]
		w.relevant = w.x.a.way.has(n)
		if kind, i := p.Kind(n); kind == icfg.MethodNode {
			m := callgraph.MethodID(i)
			if platformClass(p.Calls.Method(m).Class.Descriptor) {
				continue // entered through a call that was looked at
			}
			w.add(w.x.of(m), list == &w.here)
		}
		if len(w.seen) > maxClosure {
			w.lasting = "more code than is looked at"
		}
		for e := range p.Succs(n) {
			w.follow(e, list)
		}
	}
}

func (c *closure) add(e *effect, here bool) {
	for k := range e.reads {
		c.reads[k] = true
	}
	for k := range e.writes {
		c.writes[k] = true
	}
	c.lasting = e.lasting
	if here && c.lasting == "" {
		c.lasting = e.screen
	}
}

// clear applies R17 and R19: it finds the callbacks without an effect that
// relevant code could see. What relevant code reads is needed; whatever writes
// something needed is relevant, and what it reads is needed in turn. The error is
// that of ctx.
func (a *analysis) clear(ctx context.Context) error {
	x := &effects{a: a, known: map[callgraph.MethodID]*effect{}, needed: map[callgraph.MethodID]bool{}}
	needed := map[string]bool{}
	for id := range callgraph.MethodID(a.p.Calls.Len()) {
		if a.way.has(a.p.Method(id)) && a.ownCode(a.p.Calls.Method(id)) {
			x.need(id, needed)
		}
	}
	for _, m := range a.chain {
		x.need(m, needed)
	}
	var open []closure
	for i := range a.p.Callbacks {
		cb := &a.p.Callbacks[i]
		if err := ctx.Err(); err != nil {
			return err
		}
		switch {
		case len(cb.Components) == 0 || platform(a.p, cb):
		case a.way.has(a.p.Method(cb.Method)):
			open = append(open, a.rejections(x, cb)...)
		default:
			open = append(open, x.closureOf(cb))
		}
	}
	for changed := true; changed; {
		changed = false
		open = slices.DeleteFunc(open, func(c closure) bool {
			if c.lasting == "" && !c.relevant && !intersects(c.writes, needed) {
				return false
			}
			for k := range c.reads {
				needed[k] = true
			}
			changed = true
			return true
		})
	}
	a.cleared = map[callgraph.MethodID]bool{}
	a.rejected = map[callgraph.MethodID][]string{}
	for _, c := range open {
		if c.reject == nil {
			a.cleared[c.cb.Method] = true
		} else if !slices.Contains(a.rejected[c.cb.Method], c.reject.Name) {
			a.rejected[c.cb.Method] = append(a.rejected[c.cb.Method], c.reject.Name)
		}
	}
	return nil
}

// rejections are the walks from a relevant callback for those of its widgets
// that do not lead on (R16).
func (a *analysis) rejections(x *effects, cb *icfg.Callback) []closure {
	m := a.p.Calls.Method(cb.Method)
	key, ok := primary(m)
	if !ok || !guide.Role(cb.Role).Prunable() || !handlesEvent(m) || slices.Contains(a.chain, cb.Method) {
		return nil
	}
	g := a.gatesOf(cb.Method)
	if g == nil {
		return nil
	}
	accepted := a.accepted(cb.Method, key, 0)
	var all []closure
	for i := range cb.Widgets {
		w := &cb.Widgets[i]
		if n, known := number(*w); known && w.Name != "" && !accepted.Has(n) {
			all = append(all, x.rejectionOf(cb, w, key, g))
		}
	}
	return all
}

// need adds what a relevant method reads, with what it calls.
func (x *effects) need(m callgraph.MethodID, needed map[string]bool) {
	seen := map[callgraph.MethodID]bool{m: true}
	for todo := []callgraph.MethodID{m}; len(todo) > 0; {
		at := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if x.needed[at] {
			continue
		}
		x.needed[at] = true
		for k := range x.of(at).reads {
			needed[k] = true
		}
		for _, e := range x.a.p.Calls.Out(at) {
			if !seen[e.To] && x.a.ownCode(x.a.p.Calls.Method(e.To)) {
				seen[e.To] = true
				todo = append(todo, e.To)
			}
		}
	}
}

func intersects(a, b map[string]bool) bool {
	for k := range a {
		if b[k] {
			return true
		}
	}
	return false
}
