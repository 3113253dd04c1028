package relevance

import (
	"slices"

	"talpa/asra/appcode"
	"talpa/asra/attr"
	"talpa/asra/branch"
	"talpa/asra/effect"
	"talpa/asra/guide"
	"talpa/cfg"
	"talpa/cfg/callgraph"
	"talpa/cfg/icfg"
	"talpa/dex"
)

// What a callback can do is found by a walk forward over the program, from the callback
// to all that it can run, make or start. It is the other half of reach, which walks back.
// The walk ends early where something makes the callback relevant whatever else it does: a
// node that reaches the target (R8), or an effect that anybody may notice (R20).

// maxClosure bounds the methods looked at for one callback; one that can run
// more is kept.
const maxClosure = 4000

// walker walks forward from callbacks. It only reads the results of the stages before; what it
// remembers of components is the same whoever asks first.
type walker struct {
	Input
	steps int          // nodes walked
	backs map[int]bool // by component: it handles Back itself
	trail trail
}

// closure is the effect of all that a callback can run, make or start. It stands for one of three
// things, told by reject and rest: all that a callback does; what it does for one widget; what it
// does where it does not lead to the crash. The fixpoint treats them alike, but only the first
// clears the callback.
type closure struct {
	cb     *icfg.Callback
	reject *icfg.Widget // the effect is of the callback when it serves this widget only
	rest   bool         // the effect is of that part of the callback that leads nowhere
	// runs says which instructions of the callback the effect is of; nil means all.
	runs   func(pc uint32) bool
	writes []done
	// lasting says that something was done that everybody may notice, and in which
	// method; relevant that something relevant by R8 can run.
	lasting  *guide.Reason // nil if nothing was
	relevant bool
	at       callgraph.MethodID // of lasting or relevant
}

// done is a change that a method makes.
type done struct {
	effect.Access
	by callgraph.MethodID
}

// closureOf walks forward from a callback.
func (x *walker) closureOf(cb *icfg.Callback) *forward {
	w := x.walk(cb)
	w.visit(x.App.Method(cb.Method), x.App.Method(cb.Method), &w.here)
	w.run()
	return w
}

// rejectionOf walks forward from those instructions of a callback that run when it serves the
// widget. The instructions are those that the branch constraints on the widget's number let it come
// to (R3, R4, R16).
func (x *walker) rejectionOf(cb *icfg.Callback, widget *icfg.Widget, key string, g *branch.Constraints) *forward {
	n, _ := appcode.Number(*widget)
	w := x.walk(cb)
	w.reject = widget
	w.runPart(func(pc uint32) bool { return g.At(key, pc).Has(n) })
	return w
}

// restOf walks forward from those instructions of a callback that are not in its
// slice.
func (x *walker) restOf(cb *icfg.Callback, slice func(pc uint32) bool) *closure {
	w := x.walk(cb)
	w.rest = true
	w.runPart(func(pc uint32) bool { return !slice(pc) })
	return w.result()
}

// runPart walks forward from those instructions of the callback that runs accepts by their
// position. What a library calls back is walked whole: which instruction hands it over is not
// known.
func (w *forward) runPart(runs func(pc uint32) bool) {
	x, m := w.x, w.cb.Method
	w.closure.runs = runs
	w.add(m, x.Effects.Part(m, runs, nil), true)
	start := x.App.Method(m)
	w.x.trail.add(start, start)
	for e := range x.App.Succs(start) {
		if runs(e.PC) {
			w.follow(e, &w.here)
		}
	}
	for _, to := range x.Effects.HiddenTargets(m) {
		w.visit(start, x.App.Method(to), &w.here)
	}
	w.run()
}

// forward is the walk behind a closure, through the app's own code. Behind the
// start of a component from which no path leads to the target, changes of the
// screen do not count: they are of that component's own screen.
//
// That is why the nodes wait in two lists: a node is taken from away only when here is
// empty, so that one which can be reached on both screens counts as on the callback's own.
type forward struct {
	closure
	x          *walker
	here, away []icfg.Node         // on the callback's own screen, on others
	facts      map[effect.Fact]int // index into writes
}

// trail is how the latest walk got to each node. Thousands of walks share it: a link of an earlier walk counts as none.
type trail struct {
	walk  uint32
	met   int    // nodes, by the latest walk
	links []link // by node
}

type link struct {
	walk uint32
	from icfg.Node
}

// begin forgets the walk before; there are so many nodes.
func (t *trail) begin(nodes int) {
	if t.links == nil {
		t.links = make([]link, nodes)
	}
	t.walk++
	t.met = 0
}

func (t *trail) add(from, n icfg.Node) {
	t.links[n] = link{t.walk, from}
	t.met++
}

// to is the node before; ok is false if the walk has not met the node.
func (t *trail) to(n icfg.Node) (from icfg.Node, ok bool) {
	return t.links[n].from, t.links[n].walk == t.walk
}

// walk prepares a walk behind a callback, and ends the one before. What it finds is of the callback's own screens
// until it passes the start of a component.
func (x *walker) walk(cb *icfg.Callback) *forward {
	x.trail.begin(x.App.Len())
	return &forward{closure: closure{cb: cb}, x: x, facts: map[effect.Fact]int{}}
}

// result is what the walk found, without what it needed to walk: thousands of
// results are kept at once.
func (w *forward) result() *closure {
	c := w.closure
	c.writes = slices.Clip(c.writes)
	return &c
}

// visit puts a node on a list unless the walk has met it: the first path to a node is
// the one that explanations tell, and the list it is met by first decides on whose
// screen it counts.
func (w *forward) visit(from, n icfg.Node, list *[]icfg.Node) {
	if _, seen := w.x.trail.to(n); !seen {
		w.x.trail.add(from, n)
		*list = append(*list, n)
	}
}

// follow visits the end of an edge: behind the start of a component the walk is on
// another screen, and stays there.
func (w *forward) follow(e icfg.Edge, list *[]icfg.Node) {
	if e.Kind == icfg.Open {
		list = &w.away
	}
	w.visit(e.From, e.To, list)
}

// run walks until nothing is left, or until what it found decides about the callback whatever
// follows: then the changes found so far need not be all. Depth first in each list: the order
// decides which path an explanation tells, never what is found.
func (w *forward) run() {
	for (len(w.here) > 0 || len(w.away) > 0) && w.lasting == nil && !w.relevant {
		list := &w.here
		if len(w.here) == 0 {
			list = &w.away
		}
		n := (*list)[len(*list)-1]
		*list = (*list)[:len(*list)-1]
		w.node(n, list)
	}
}

// node takes in one node and goes on from it. Steps are counted for the budget, for explanations as
// well.
func (w *forward) node(n icfg.Node, list *[]icfg.Node) {
	p := w.x.App.Program
	w.x.steps++
	kind, i := p.Kind(n)
	m := callgraph.NoMethod
	if kind == icfg.MethodNode {
		m = callgraph.MethodID(i)
		if appcode.Platform(p.Calls.Method(m).Class.Descriptor) {
			return // entered through a call that was looked at
		}
	}
	if w.relevant = w.x.Reach.Has(n); w.relevant {
		w.at = m
		return
	}
	for _, key := range p.PreferenceKeys(n) {
		w.done(w.cb.Method, effect.Access{Fact: effect.Fact{Kind: effect.Preference, Name: key}, Values: attr.All()})
	}
	if m != callgraph.NoMethod {
		w.add(m, w.x.Effects.Of(m), list == &w.here)
		for _, to := range w.x.Effects.HiddenTargets(m) {
			if list == &w.away || w.runsHere(to) {
				w.visit(n, p.Method(to), list)
			}
		}
	}
	if w.x.trail.met > maxClosure && w.lasting == nil {
		w.lasting, w.at = &guide.Reason{Kind: guide.ReasonTooMuch}, w.cb.Method
	}
	for e := range p.Succs(n) {
		w.follow(e, list)
	}
}

// runsHere says that a method can run under one of the callback's components.
// A hidden target of another component's class is not run from here, unless by an edge.
func (w *forward) runsHere(m callgraph.MethodID) bool {
	return slices.ContainsFunc(w.cb.Components, func(c int) bool { return w.x.App.Runs(c, m) })
}

// add takes in the effect of a method. What is written on a place of the screen is told of each
// component that the callback works on, since which of them is in front is not known.
func (w *forward) add(m callgraph.MethodID, e *effect.Effect, here bool) {
	for _, d := range e.Writes {
		switch {
		case !here && (d.Fact.Kind == effect.Attribute || d.Fact.Kind == effect.Look):
		case d.Fact.Owner != effect.Here:
			w.done(m, d)
		case here:
			for _, c := range w.x.App.PlacesOf(w.cb.Method) {
				d.Fact.Owner = w.x.App.Components[c].Name
				w.done(m, d)
			}
		}
	}
	for _, started := range e.Starts {
		w.visit(w.x.App.Method(m), started, &w.away)
	}
	if e.Closes && here && w.cb.Role != "dialog" { // a button's dialog goes by itself
		for _, c := range w.x.App.PlacesOf(w.cb.Method) {
			w.done(m, effect.Access{Fact: effect.Fact{Kind: effect.Screen, Owner: w.x.App.Components[c].Name},
				Values: attr.All()})
		}
	}
	switch {
	case w.lasting != nil:
	case e.Lasting != nil:
		w.lasting, w.at = e.Lasting, m
	case e.Leaves && here && w.x.catchesBack(w.cb):
		w.lasting, w.at = &guide.Reason{Kind: guide.ReasonLeavesBack}, m
	case e.Leaves && here:
		w.leave(m)
	}
}

// leave notes that the screens come back from which the callback's own was opened.
// Back would bring them back as well, but who goes this way goes it by the callback.
// Only openers of the program are asked: what another app shows behind is not this app's.
func (w *forward) leave(m callgraph.MethodID) {
	places := w.x.App.PlacesOf(w.cb.Method)
	for i := range w.x.App.Components {
		opener := &w.x.App.Components[i]
		if slices.ContainsFunc(places, func(c int) bool { return slices.Contains(opener.Opens, c) }) {
			w.done(m, effect.Access{Fact: effect.Fact{Kind: effect.Screen, Owner: opener.Name}, Values: attr.All()})
		}
	}
}

// done notes a change once, with all values that it can have: two writes of one fact are
// not told apart by order, since either may be the last. The method told is the
// first that makes it.
func (w *forward) done(m callgraph.MethodID, d effect.Access) {
	if i, known := w.facts[d.Fact]; known {
		w.writes[i].Values = w.writes[i].Values.Union(d.Values)
		return
	}
	w.facts[d.Fact] = len(w.writes)
	w.writes = append(w.writes, done{d, m})
}

// catchesBack says that one of the components of a callback handles Back itself and need not leave,
// so that leaving it is not what Back does. The classes of the platform's libraries are passed
// over: what their Back does they do for every app.
func (x *walker) catchesBack(cb *icfg.Callback) bool {
	return slices.ContainsFunc(x.App.PlacesOf(cb.Method), func(c int) bool {
		catches, known := x.backs[c]
		if !known {
			t := x.App.Components[c].Type
			for ; t != callgraph.NoType && x.App.Hierarchy.Class(t) != nil; t = x.App.Hierarchy.Super(t) {
				if appcode.Platform(x.App.Hierarchy.Name(t)) {
					break
				}
				for _, m := range x.App.Hierarchy.Class(t).Methods {
					catches = catches || slices.Contains(backMethods, m.Name) && !x.leaves(m)
				}
			}
			x.backs[c] = catches
		}
		return catches
	})
}

// backMethods are those through which an activity hears of Back.
var backMethods = []string{"onBackPressed", "onKeyDown", "onKeyUp", "dispatchKeyEvent", "onBackInvoked"}

// leavingCalls are the methods of an activity that leave it.
var leavingCalls = []string{"finish", "finishAfterTransition", "supportFinishAfterTransition", "finishAndRemoveTask"}

// leaves says that a handler of Back leaves the screen on every path through it, also
// where a call that should leave it fails and its handler leaves instead. It errs to
// false: then who leaves the screen does what Back may not, and is kept.
// Blocks after one that leaves are walked only by way of its handlers of exceptions, since the call may have
// thrown.
func (x *walker) leaves(m *dex.Method) bool {
	id := x.App.Calls.ID(m)
	if m.Name != "onBackPressed" || id == callgraph.NoMethod {
		return false
	}
	an := x.App.OriginsOf(id)
	if an == nil {
		return false
	}
	graph := an.Graph
	seen := make([]bool, len(graph.Blocks))
	for todo := []int32{0}; len(todo) > 0; {
		b := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if seen[b] {
			continue
		}
		seen[b] = true
		left := leavesIn(graph, b)
		for _, e := range graph.Succs(b) {
			switch {
			case e.Kind == cfg.Catch, !left && e.Kind != cfg.Return && e.Kind != cfg.Throw:
				todo = append(todo, e.To)
			case !left:
				return false
			}
		}
	}
	return true
}

// leavesIn says that a block has a call that leaves the screen.
func leavesIn(graph *cfg.Graph, block int32) bool {
	for in := range graph.Insns(block) {
		if !in.Op.Invokes() || in.Op.Ref() != dex.RefMethod {
			continue
		}
		name := graph.Code.File.MethodAt(in.Index).Name
		if name == "onBackPressed" && in.Op.Call() == dex.CallSuper || slices.Contains(leavingCalls, name) {
			return true
		}
	}
	return false
}
