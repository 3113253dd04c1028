package asra

import (
	"strings"

	"talpa/asra/effect"
	"talpa/cfg/callgraph"
	"talpa/cfg/icfg"
	"talpa/dex"
)

// entered says that a callback is looked at for itself: code of the app or of a
// library other than the platform's that can run under some component.
func (a *analysis) entered(cb *icfg.Callback) bool {
	return !platform(a.p, cb) && (len(cb.Components) > 0 || a.way.has(a.p.Method(cb.Method)))
}

// told says that a callback gives its caller nothing back: only what it changes
// can matter.
func told(m *dex.Method) bool { return strings.HasSuffix(m.Desc, ")V") || handlesEvent(m) }

// keep makes what a callback reads needed, in that part of it which has an effect.
// What else it makes possible, the callbacks of what it makes and the screens that
// it starts, is looked at for itself: it is kept if it has the effect.
func (c *clearing) keep(o *closure) {
	m := o.cb.Method
	from := len(c.order)
	if o.runs == nil {
		c.need(c.a.p.Method(m))
	} else {
		c.reads(m, c.x.Part(m, o.runs, nil))
		c.calls(m, o.runs, newWantedReads(m))
	}
	if runs := c.a.inSlice(m); o.rest && runs != nil {
		c.reads(m, c.x.Part(m, runs, nil)) // what leads to the rest matters as well
	}
	for _, at := range c.order[from:] {
		c.cause[at] = m
	}
	if _, known := c.cause[m]; !known {
		c.cause[m] = m
	}
}

// need adds what relevant code reads, with what it calls, and with what is made on
// the way if that gives answers: facts are of the heap, so they hold for callers and
// callees alike (R10, R12).
func (c *clearing) need(n icfg.Node) {
	for todo := []icfg.Node{n}; len(todo) > 0; {
		at := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if c.walked[at] {
			continue
		}
		c.walked[at] = true
		if m := c.a.callee(at); m != callgraph.NoMethod {
			if !c.a.ownCode(c.a.p.Calls.Method(m)) {
				continue
			}
			c.order = append(c.order, m)
			c.reads(m, c.x.Of(m))
			for _, to := range c.x.HiddenTargets(m) {
				todo = append(todo, c.a.p.Method(to))
			}
		}
		for e := range c.a.p.Succs(at) {
			if !c.apart(e) {
				todo = append(todo, e.To)
			}
		}
	}
}

// calls is need for what some instructions of a method call or make. Of helpers that
// wanted knows it is what matters.
func (c *clearing) calls(m callgraph.MethodID, runs func(pc uint32) bool, wanted *wantedReads) {
	for e := range c.a.p.Succs(c.a.p.Method(m)) {
		if !runs(e.PC) || c.apart(e) {
			continue
		}
		if inner := wanted.asked[e.PC]; inner != nil && c.a.callee(e.To) == inner.in {
			c.reads(inner.in, c.x.Part(inner.in, effect.Anywhere, inner.values))
			c.calls(inner.in, effect.Anywhere, inner)
		} else {
			c.need(e.To)
		}
	}
	for _, to := range c.x.HiddenTargets(m) {
		c.need(c.a.p.Method(to))
	}
}

// apart says that what an edge leads to is looked at for itself.
func (c *clearing) apart(e icfg.Edge) bool {
	if kind, _ := c.a.p.Kind(e.To); kind == icfg.ComponentNode {
		return true
	}
	m := c.a.callee(e.To)
	if m == callgraph.NoMethod || e.Kind == icfg.Call {
		return false
	}
	cb := c.a.p.CallbackOf(m)
	return cb != nil && c.a.entered(cb) && told(c.a.p.Calls.Method(m))
}
