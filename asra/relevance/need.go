package relevance

import (
	"maps"
	"slices"
	"strings"

	"talpa/asra/appcode"
	"talpa/asra/attr"
	"talpa/asra/branch"
	"talpa/asra/effect"
	"talpa/asra/guide"
	"talpa/cfg/callgraph"
	"talpa/cfg/icfg"
	"talpa/dex"
)

// entered says that a callback is looked at for itself: code of the app or of a
// library other than the platform's that can run under some component.
// Callbacks without a component never run, as far as the program knows.
func (f *fixpoint) entered(cb *icfg.Callback) bool {
	return !appcode.Platform(f.App.Calls.Method(cb.Method).Class.Descriptor) &&
		(len(cb.Components) > 0 || f.Reach.Has(f.App.Method(cb.Method)))
}

// told says that a callback gives its caller nothing back: only what it changes can matter. A
// handler of an event may return whether it took it; then the return matters to the framework only.
func told(m *dex.Method) bool { return strings.HasSuffix(m.Desc, ")V") || handlesEvent(m) }

// keep makes what a callback reads needed, in that part of it which has an effect. What else it
// makes possible, the callbacks of what it makes and the screens that it starts, is looked at for
// itself: it is kept if it has the effect. Its reads are noted once, however many parts of the
// callback are kept: walked is by node.
func (f *fixpoint) keep(o *closure) {
	m := o.cb.Method
	from := len(f.order)
	if o.runs == nil {
		f.need(f.App.Method(m))
	} else {
		f.reads(m, f.Effects.Part(m, o.runs, nil))
		f.calls(m, o.runs, branch.NewWantedReads(m))
	}
	if runs := f.Reach.InSlice(m); o.rest && runs != nil {
		f.reads(m, f.Effects.Part(m, runs, nil)) // what leads to the rest matters as well
	}
	for _, at := range f.order[from:] {
		f.cause[at] = m
	}
	if _, known := f.cause[m]; !known {
		f.cause[m] = m
	}
}

// need adds what relevant code reads, with what it calls, and with what is made on the path if that
// gives answers: facts are of the heap, so they hold for callers and callees alike (R10, R12). Each
// node is walked once in the whole fixpoint, which keeps it linear in the program.
func (f *fixpoint) need(n icfg.Node) {
	for todo := []icfg.Node{n}; len(todo) > 0; {
		at := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if f.walked[at] {
			continue
		}
		f.walked[at] = true
		if m := f.App.MethodAt(at); m != callgraph.NoMethod {
			if !appcode.Own(f.App.Calls.Method(m)) {
				continue
			}
			f.order = append(f.order, m)
			f.reads(m, f.Effects.Of(m))
			for _, to := range f.Effects.HiddenTargets(m) {
				todo = append(todo, f.App.Method(to))
			}
		}
		for e := range f.App.Succs(at) {
			if !f.apart(e) {
				todo = append(todo, e.To)
			}
		}
	}
}

// calls is need for what some instructions of a method call or make. Of helpers that wanted knows
// it is what matters. A helper is asked with the values that the test behind the call wants (R9,
// R11), every other call with all.
func (f *fixpoint) calls(m callgraph.MethodID, runs func(pc uint32) bool, wanted *branch.WantedReads) {
	for e := range f.App.Succs(f.App.Method(m)) {
		if !runs(e.PC) || f.apart(e) {
			continue
		}
		if inner := wanted.Asked[e.PC]; inner != nil && f.App.MethodAt(e.To) == inner.In {
			f.reads(inner.In, f.Effects.Part(inner.In, effect.Anywhere, inner.Values))
			f.calls(inner.In, effect.Anywhere, inner)
		} else {
			f.need(e.To)
		}
	}
	for _, to := range f.Effects.HiddenTargets(m) {
		f.need(f.App.Method(to))
	}
}

// apart says that what an edge leads to is looked at for itself. Then whoever makes it possible
// does not answer for what it does.
func (f *fixpoint) apart(e icfg.Edge) bool {
	if kind, _ := f.App.Kind(e.To); kind == icfg.ComponentNode {
		return true
	}
	m := f.App.MethodAt(e.To)
	if m == callgraph.NoMethod || e.Kind == icfg.Call {
		return false
	}
	cb := f.App.CallbackOf(m)
	return cb != nil && f.entered(cb) && told(f.App.Calls.Method(m))
}

// path adds what the methods on the path read. Of callbacks on the path, and of the methods on the
// stack, it is what their slice reads; what else a callback does is looked at like an irrelevant
// one (restOf). Methods that are whole come after the slices: what a slice reads with some values
// only must not be narrowed by order, and is not, since needs take the union.
func (f *fixpoint) path() {
	p := f.App.Program
	var whole []callgraph.MethodID
	for id := range callgraph.MethodID(p.Calls.Len()) {
		onStack := f.Reach.OnStack(id)
		if !onStack && (!f.Reach.Has(p.Method(id)) || !appcode.Own(p.Calls.Method(id))) {
			continue
		}
		runs := f.Reach.InSlice(id)
		if runs == nil || !onStack && p.CallbackOf(id) == nil {
			whole = append(whole, id)
			continue
		}
		wanted := f.wanted(id)
		f.reads(id, f.Effects.Part(id, runs, wanted.Values))
		f.calls(id, runs, wanted)
	}
	for _, id := range whole {
		f.need(p.Method(id))
	}
	for i := range p.Callbacks {
		if f.answersOnPath(&p.Callbacks[i]) {
			f.need(p.Method(p.Callbacks[i].Method))
		}
	}
}

// answersOnPath says that a callback is of a component on the path, and that what it
// answers matters: whether a key or a touch was handled.
func (f *fixpoint) answersOnPath(cb *icfg.Callback) bool {
	p := f.App.Program
	return f.entered(cb) && !told(p.Calls.Method(cb.Method)) && f.App.OfComponent(cb.Method) &&
		slices.ContainsFunc(cb.Components, func(i int) bool { return f.Reach.Has(p.Component(i)) })
}

// reads makes needed what an effect of a method reads, with the values that matter: a fact
// is needed with the union of what all its readers want.
func (f *fixpoint) reads(m callgraph.MethodID, e *effect.Effect) {
	for _, r := range e.Reads {
		f.needed(r.Fact, r.Values, m)
	}
}

// wanted is what matters of what the slice of a method reads. Helpers that do more
// than read are left out: what else they do may matter with any value.
func (f *fixpoint) wanted(m callgraph.MethodID) *branch.WantedReads {
	cb := f.App.CallbackOf(m)
	if cb == nil {
		return branch.NewWantedReads(m)
	}
	wanted := f.tested(cb)
	maps.DeleteFunc(wanted.Asked, func(_ uint32, inner *branch.WantedReads) bool { return !f.readsOnly(inner) })
	return wanted
}

// readsOnly says that a helper, and those that it asks, change nothing and call nothing else of the
// app. It ends, as a helper asks only helpers that were found inside of it.
func (f *fixpoint) readsOnly(w *branch.WantedReads) bool {
	if f.Effects.Of(w.In).Changes() || len(f.Effects.HiddenTargets(w.In)) > 0 {
		return false
	}
	for e := range f.App.Succs(f.App.Method(w.In)) {
		if inner := w.Asked[e.PC]; inner == nil || f.App.MethodAt(e.To) != inner.In || !f.readsOnly(inner) {
			return false
		}
	}
	return true
}

// needed adds a read of a method, and which values matter. A place of the screen is
// that of each component under which the method can run.
func (f *fixpoint) needed(fact effect.Fact, v attr.Values, m callgraph.MethodID) {
	if fact.Owner != "" || !fact.Kind.OfPlace() {
		f.needs.add(fact, v, m)
		return
	}
	for _, i := range f.App.PlacesOf(m) {
		fact.Owner = f.App.Components[i].Name
		f.needs.add(fact, v, m)
	}
}

// tested says of reads in a handler on the path which values matter (R3, R4): those
// with which control gets to a step onward. Who sets others only keeps the handler
// from reaching the target, and what it does then is looked at for itself (restOf).
//
// This holds for handlers of events alone: where one does not reach it because of
// a value that is not wanted, the user need not have caused the event. A read
// counts only if its value goes nowhere but into tests, and is read once before
// each step. The key is the position of the read; for others all values matter.
func (f *fixpoint) tested(cb *icfg.Callback) *branch.WantedReads {
	g := f.Branches.Of(cb.Method)
	if g == nil || !guide.Role(cb.Role).Prunable() || !handlesEvent(f.App.Calls.Method(cb.Method)) ||
		f.Reach.OnStack(cb.Method) && !f.Reach.Consistent() {
		return branch.NewWantedReads(cb.Method)
	}
	for e := range f.App.Calls.In(cb.Method) {
		if e.Kind == callgraph.Call {
			return branch.NewWantedReads(cb.Method) // not by an event alone
		}
	}
	return f.Branches.Wanted(g, func(key string) attr.Values { return f.onwardValues(g, key) })
}

// onwardValues are the values of a subject with which control gets to a step onward.
func (f *fixpoint) onwardValues(g *branch.Constraints, key string) attr.Values {
	var all attr.Values
	for _, s := range f.Reach.TowardTarget(g.In) {
		if !s.Calls(g.Origins.Graph.Code) {
			return attr.All() // it makes something that what follows uses
		}
		all = all.Union(g.At(key, s.PC))
	}
	return all
}
