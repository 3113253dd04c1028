package asra

import (
	"talpa/cfg/callgraph"
	"talpa/cfg/icfg"
)

// maxClosure bounds the methods looked at for one callback; one that can run
// more is kept.
const maxClosure = 4000

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
