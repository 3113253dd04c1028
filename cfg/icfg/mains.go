package icfg

import (
	"slices"

	"talpa/cfg/callgraph"
	"talpa/specs"
)

// Main is the dummy main of a component: what Android calls, in order. The
// methods of Loop run, in any order and number, between Enter and Leave; after
// Leave comes Again, and Loop anew, or End.
type Main struct {
	Enter, Loop, Leave, Again, End []callgraph.MethodID
}

// mains writes the dummy main of each component. The phases are those of specs.Lifecycles, by
// component; a callback of a phase is not in the loop as well, though code may call it again.
func mains(a *app, callbacks *callbacks, r *reach) {
	for i := range a.components {
		c := &a.components[i]
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
				for _, m := range lifecycleMethods(a, callbacks, c.Type, name) {
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
		for k := range callbacks.list {
			cb := &callbacks.list[k]
			if !ordered[cb.Method] && r.runs(i, cb.Method) {
				c.Main.Loop = append(c.Main.Loop, cb.Method)
			}
		}
	}
}

// lifecycleMethods are the callbacks of a name that an instance of the type has: those of the
// nearest class that defines the name. The nearest class decides: a superclass's runs only if that
// calls it, by an edge of its own.
func lifecycleMethods(a *app, callbacks *callbacks, t callgraph.TypeID, name string) []callgraph.MethodID {
	for ; t != callgraph.NoType && a.types.Class(t) != nil; t = a.types.Super(t) {
		var all []callgraph.MethodID
		for _, m := range a.types.Class(t).Methods {
			if id := a.calls.ID(m); m.Name == name && id != callgraph.NoMethod && callbacks.of(id) != nil {
				all = append(all, id)
			}
		}
		if len(all) > 0 {
			return all
		}
	}
	return nil
}
