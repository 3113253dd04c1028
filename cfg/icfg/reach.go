package icfg

import (
	"context"
	"slices"

	"talpa/cfg/callgraph"
)

// reach is what is possible once a component has been started, without starting another
// one: the methods that can run, the components that can be started.
//
// A call of a virtual method counts only if an instance of its class, or of a subclass, can exist
// by then: made under the component, by the application object, under a provider (these start with
// the process) or a service that the component can start or bind, or held by a static field that is
// read. This is rapid type analysis (Bacon and Sweeney 1996), one component at a time. Classes that
// nothing is known to make (reflection, dependency injection) are taken to exist. Instances that
// come from elsewhere count for calls only: what the framework calls on them runs where they were
// made. The restriction to existing instances is what keeps the screens of an app apart: with calls
// resolved by the class hierarchy alone, a base class would join all of them. It is sound for
// instances whose making is seen; those of reflection count as existing everywhere, as said.
type reach struct {
	under [][]uint64 // by component: the possible nodes, as bits
	opens [][]int    // by component: those that code under it can start, in order
}

// findReach analyses one component after the other: the application first, then providers, services
// and the rest, since each sees what those before it make. The error is that of ctx. The classes
// that nothing is known to make are those whose type node no edge enters.
func findReach(ctx context.Context, a *app, g *graph) (*reach, error) {
	s := &typeAnalysis{
		a: a, g: g, made: make([]bool, a.types.Len()), statics: a.staticReads(),
		reach: &reach{make([][]uint64, len(a.components)), make([][]int, len(a.components))},
	}
	for n := g.firsts[TypeNode]; n < g.firsts[ComponentNode]; n++ {
		s.made[n-g.firsts[TypeNode]] = g.backAt[n+1] > g.backAt[n]
	}
	for _, kinds := range [][]Kind{{Application}, {Provider}, {Service}, {Activity, Receiver}} {
		for c := range a.components {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			if !slices.Contains(kinds, a.components[c].Kind) {
				continue
			}
			s.run(c)
			if a.components[c].Kind == Application {
				s.global = s.reach.under[c]
			}
		}
	}
	return s.reach, nil
}

// share writes the reach into components and callbacks.
func (r *reach) share(components []Component, callbacks []Callback) {
	for c := range components {
		components[c].Opens = r.opens[c]
	}
	for i := range callbacks {
		cb := &callbacks[i]
		for c := range components {
			if r.runs(c, cb.Method) {
				cb.Components = append(cb.Components, c)
			}
		}
	}
}

func (r *reach) runs(c int, m callgraph.MethodID) bool { return bit(r.under[c], Node(m)) }

// typeAnalysis makes the reach of components. It goes forward from a component over all edges
// but Open; a Call of a virtual method waits until its class exists, and the waiting ones
// are released when it does, so that the order in which nodes are met does not matter.
// under only grows, and so does what exists: the result is the least fixpoint, whatever the order.
type typeAnalysis struct {
	a       *app
	g       *graph
	reach   *reach
	made    []bool                                    // by type: something is known to make an instance
	global  []uint64                                  // what the application object makes possible, nil at first
	statics map[callgraph.MethodID][]callgraph.TypeID // what the static fields that a method reads can hold
	under   []uint64
	present []bool // by type: instances come from elsewhere
	// todo are nodes that are in under and whose edges have not been followed. Each node
	// gets in once, so that a run is linear in the edges.
	todo    []Node
	waiting map[callgraph.TypeID][]Node // methods that wait for an instance of their class
}

func bit(set []uint64, n Node) bool { return set != nil && set[n/64]&(1<<(n%64)) != 0 }

// A provider starts with the process, before any other component (ActivityThread.installContentProviders),
// which is why what the others make is shared at the beginning; a service is shared when it can be started or
// bound.
func (s *typeAnalysis) run(c int) {
	g := s.g
	s.under = make([]uint64, g.size/64+1)
	s.waiting = map[callgraph.TypeID][]Node{}
	s.present = make([]bool, s.a.types.Len())
	for other := range s.a.components {
		if s.a.components[other].Kind == Provider && other != c {
			s.share(other)
		}
	}
	opens := map[int]bool{}
	s.visit(g.Component(c))
	for len(s.todo) > 0 {
		n := s.todo[len(s.todo)-1]
		s.todo = s.todo[:len(s.todo)-1]
		for e := range g.Succs(n) {
			switch kind, to := g.Kind(e.To); {
			case e.Kind == Open:
				if !opens[int(to)] {
					opens[int(to)] = true
					if s.a.components[to].Kind == Service {
						s.share(int(to))
					}
				}
			case e.Kind == Call && kind == MethodNode && !s.exists(callgraph.MethodID(to)):
				owner := s.a.calls.Owner(callgraph.MethodID(to))
				s.waiting[owner] = append(s.waiting[owner], e.To)
			default:
				s.visit(e.To)
			}
		}
	}
	s.reach.under[c] = s.under
	for o := range opens {
		s.reach.opens[c] = append(s.reach.opens[c], o)
	}
	slices.Sort(s.reach.opens[c])
}

// visit adds a node, and, for a type, the methods that waited for it.
func (s *typeAnalysis) visit(n Node) {
	if bit(s.under, n) {
		return
	}
	s.under[n/64] |= 1 << (n % 64)
	s.todo = append(s.todo, n)
	switch kind, i := s.g.Kind(n); kind {
	case TypeNode:
		s.release(callgraph.TypeID(i))
	case MethodNode:
		for _, t := range s.statics[callgraph.MethodID(i)] {
			s.bring(t)
		}
	}
}

// release reaches the methods that waited for an instance of a class.
func (s *typeAnalysis) release(t callgraph.TypeID) {
	for _, m := range s.waiting[t] {
		s.visit(m)
	}
	delete(s.waiting, t)
}

// bring says that there may be an instance of a class from elsewhere. Only the methods that waited
// are released: the constructors and callbacks of such an instance run where it was made.
func (s *typeAnalysis) bring(t callgraph.TypeID) {
	if s.present[t] {
		return
	}
	for up := range s.a.types.Supertypes(t) {
		if s.a.types.Class(up) != nil && !s.present[up] {
			s.present[up] = true
			s.release(up)
		}
	}
}

// share brings in what another component makes that lives beside this one: who
// binds a service, or meets such an object in a static field, calls it directly.
func (s *typeAnalysis) share(c int) {
	if s.reach.under[c] == nil {
		return
	}
	for n := s.g.firsts[TypeNode]; n < s.g.firsts[ComponentNode]; n++ {
		if bit(s.reach.under[c], n) {
			s.bring(callgraph.TypeID(n - s.g.firsts[TypeNode]))
		}
	}
}

// exists says whether the method can be called: it needs no instance, or there may be one. Static
// methods, constructors and private ones are not dispatched and need nobody.
func (s *typeAnalysis) exists(m callgraph.MethodID) bool {
	if !s.a.calls.Method(m).Virtual {
		return true
	}
	owner := s.a.calls.Owner(m)
	n := s.g.Type(owner)
	return !s.made[owner] || s.present[owner] || bit(s.under, n) || bit(s.global, n)
}

// Runs says whether the method can run under Components[c] without another
// component being started.
func (p *Program) Runs(c int, m callgraph.MethodID) bool { return bit(p.under[c], p.Method(m)) }

// Under says whether a node is possible once Components[c] has been started,
// without another component being started.
func (p *Program) Under(c int, n Node) bool { return bit(p.under[c], n) }
