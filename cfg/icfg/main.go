package icfg

import (
	"slices"

	"talpa/cfg/callgraph"
	"talpa/specs"
)

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
			if !ordered[cb.Method] && b.p.Runs(i, cb.Method) {
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
