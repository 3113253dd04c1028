package asra

import (
	"context"
	"slices"

	"talpa/asra/guide"
	"talpa/cfg/callgraph"
	"talpa/cfg/icfg"
)

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
