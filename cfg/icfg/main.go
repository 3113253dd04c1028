package icfg

import (
	"slices"

	"talpa/cfg/callgraph"
	"talpa/specs"
)

// spread finds out under which components each callback can run, and which
// components each one can start: what is possible once a component has been
// started, without starting another.
func (p *Program) spread() {
	seen := make([]int32, p.size)
	var todo []Node
	for c := range p.Components {
		stamp := int32(c) + 1
		under := make([]uint64, p.size/64+1)
		p.under = append(p.under, under)
		opens := map[int]bool{}
		todo = append(todo[:0], p.Component(c))
		seen[p.Component(c)] = stamp
		for len(todo) > 0 {
			n := todo[len(todo)-1]
			todo = todo[:len(todo)-1]
			under[n/64] |= 1 << (n % 64)
			if kind, i := p.Kind(n); kind == MethodNode {
				if cb := p.CallbackOf(callgraph.MethodID(i)); cb != nil {
					cb.Components = append(cb.Components, c)
				}
			}
			for e := range p.Succs(n) {
				if e.Kind == Open {
					_, to := p.Kind(e.To)
					opens[int(to)] = true
					continue
				}
				if seen[e.To] != stamp {
					seen[e.To] = stamp
					todo = append(todo, e.To)
				}
			}
		}
		for o := range opens {
			p.Components[c].Opens = append(p.Components[c].Opens, o)
		}
		slices.Sort(p.Components[c].Opens)
	}
}

// Runs says whether the method can run under Components[c] without another
// component being started.
func (p *Program) Runs(c int, m callgraph.MethodID) bool {
	n := p.Method(m)
	return p.under[c][n/64]&(1<<(n%64)) != 0
}

// mains builds the dummy main of each component.
func (b *builder) mains() {
	for i := range b.p.Components {
		c := &b.p.Components[i]
		rows := specs.Lifecycles()
		at := slices.IndexFunc(rows, func(l specs.Lifecycle) bool { return l.Kind == string(c.Kind) })
		if at < 0 {
			continue
		}
		l := rows[at]
		ordered := map[callgraph.MethodID]bool{}
		phase := func(names []string) []callgraph.MethodID {
			var all []callgraph.MethodID
			for _, name := range names {
				for _, m := range b.lifecycleMethods(c.Type, name) {
					all = append(all, m)
					ordered[m] = true
				}
			}
			return all
		}
		c.Main.Enter = phase(l.Enter)
		c.Main.Leave = phase(l.Leave)
		c.Main.Again = phase(l.Again)
		c.Main.End = phase(l.End)
		for k := range b.p.Callbacks {
			cb := &b.p.Callbacks[k]
			if !ordered[cb.Method] && slices.Contains(cb.Components, i) {
				c.Main.Loop = append(c.Main.Loop, cb.Method)
			}
		}
	}
}

// lifecycleMethods are the callbacks of a name that an instance of the type has:
// those of the nearest class that defines the name.
func (b *builder) lifecycleMethods(t callgraph.TypeID, name string) []callgraph.MethodID {
	for ; t != callgraph.NoType && b.types.Class(t) != nil; t = b.types.Super(t) {
		var all []callgraph.MethodID
		for _, m := range b.types.Class(t).Methods {
			if id := b.calls.ID(m); m.Name == name && id != callgraph.NoMethod && b.p.CallbackOf(id) != nil {
				all = append(all, id)
			}
		}
		if len(all) > 0 {
			return all
		}
	}
	return nil
}
