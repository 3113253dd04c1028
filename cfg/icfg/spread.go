package icfg

import (
	"context"
	"slices"

	"talpa/cfg/callgraph"
)

// spread finds out what is possible once a component has been started, without
// starting another one: the methods that can run, the components that can be
// started.
//
// A call of a virtual method counts only if an instance of its class, or of a
// subclass, can exist by then: made under the component, by the application
// object, under a provider (these start with the process) or a service that the
// component can start or bind, or held by a static field that is read. This is
// rapid type analysis (Bacon and Sweeney 1996), one component at a time. Classes
// that nothing is known to make (reflection, dependency injection) are taken to
// exist. Instances that come from elsewhere count for calls only: what the
// framework calls on them runs where they were made. The error is that of ctx.
func (p *Program) spread(ctx context.Context, statics map[callgraph.MethodID][]callgraph.TypeID) error {
	s := &spreader{p: p, made: make([]bool, p.Hierarchy.Len()), statics: statics}
	for n := p.firsts[TypeNode]; n < p.firsts[ComponentNode]; n++ {
		s.made[n-p.firsts[TypeNode]] = p.backAt[n+1] > p.backAt[n]
	}
	p.under = make([][]uint64, len(p.Components))
	for c := range p.Components {
		if p.Components[c].Kind == Application {
			s.run(c)
			s.global = p.under[c]
		}
	}
	for _, kinds := range [][]Kind{{Provider}, {Service}, {Activity, Receiver}} {
		for c := range p.Components {
			if err := ctx.Err(); err != nil {
				return err
			}
			if slices.Contains(kinds, p.Components[c].Kind) {
				s.run(c)
			}
		}
	}
	for i := range p.Callbacks {
		cb := &p.Callbacks[i]
		for c := range p.Components {
			if p.Runs(c, cb.Method) {
				cb.Components = append(cb.Components, c)
			}
		}
	}
	return nil
}

// spreader is the state of spread.
type spreader struct {
	p       *Program
	made    []bool                                    // by type: something is known to make an instance
	global  []uint64                                  // what the application object makes possible, nil at first
	statics map[callgraph.MethodID][]callgraph.TypeID // what the static fields that a method reads can hold
	under   []uint64
	present []bool // by type: instances come from elsewhere
	todo    []Node
	waiting map[callgraph.TypeID][]Node // methods that wait for an instance of their class
}

func bit(set []uint64, n Node) bool { return set != nil && set[n/64]&(1<<(n%64)) != 0 }

func (s *spreader) run(c int) {
	p := s.p
	s.under = make([]uint64, p.size/64+1)
	s.waiting = map[callgraph.TypeID][]Node{}
	s.present = make([]bool, p.Hierarchy.Len())
	for other := range p.Components {
		if p.Components[other].Kind == Provider && other != c {
			s.share(other)
		}
	}
	opens := map[int]bool{}
	s.reach(p.Component(c))
	for len(s.todo) > 0 {
		n := s.todo[len(s.todo)-1]
		s.todo = s.todo[:len(s.todo)-1]
		for e := range p.Succs(n) {
			switch kind, to := p.Kind(e.To); {
			case e.Kind == Open:
				if !opens[int(to)] {
					opens[int(to)] = true
					if p.Components[to].Kind == Service {
						s.share(int(to))
					}
				}
			case e.Kind == Call && kind == MethodNode && !s.exists(callgraph.MethodID(to)):
				owner := p.Calls.Owner(callgraph.MethodID(to))
				s.waiting[owner] = append(s.waiting[owner], e.To)
			default:
				s.reach(e.To)
			}
		}
	}
	p.under[c] = s.under
	for o := range opens {
		p.Components[c].Opens = append(p.Components[c].Opens, o)
	}
	slices.Sort(p.Components[c].Opens)
}

// reach adds a node, and, for a type, the methods that waited for it.
func (s *spreader) reach(n Node) {
	if bit(s.under, n) {
		return
	}
	s.under[n/64] |= 1 << (n % 64)
	s.todo = append(s.todo, n)
	switch kind, i := s.p.Kind(n); kind {
	case TypeNode:
		s.release(callgraph.TypeID(i))
	case MethodNode:
		for _, t := range s.statics[callgraph.MethodID(i)] {
			s.bring(t)
		}
	}
}

// release reaches the methods that waited for an instance of a class.
func (s *spreader) release(t callgraph.TypeID) {
	for _, m := range s.waiting[t] {
		s.reach(m)
	}
	delete(s.waiting, t)
}

// bring says that there may be an instance of a class from elsewhere.
func (s *spreader) bring(t callgraph.TypeID) {
	if s.present[t] {
		return
	}
	for up := range s.p.Hierarchy.Supertypes(t) {
		if s.p.Hierarchy.Class(up) != nil && !s.present[up] {
			s.present[up] = true
			s.release(up)
		}
	}
}

// share brings in what another component makes that lives beside this one: who
// binds a service, or meets such an object in a static field, calls it directly.
func (s *spreader) share(c int) {
	if s.p.under[c] == nil {
		return
	}
	for n := s.p.firsts[TypeNode]; n < s.p.firsts[ComponentNode]; n++ {
		if bit(s.p.under[c], n) {
			s.bring(callgraph.TypeID(n - s.p.firsts[TypeNode]))
		}
	}
}

// exists says whether the method can be called: it needs no instance, or there
// may be one.
func (s *spreader) exists(m callgraph.MethodID) bool {
	if !s.p.Calls.Method(m).Virtual {
		return true
	}
	owner := s.p.Calls.Owner(m)
	n := s.p.Type(owner)
	return !s.made[owner] || s.present[owner] || bit(s.under, n) || bit(s.global, n)
}

// Runs says whether the method can run under Components[c] without another
// component being started.
func (p *Program) Runs(c int, m callgraph.MethodID) bool { return bit(p.under[c], p.Method(m)) }

// Under says whether a node is possible once Components[c] has been started,
// without another component being started.
func (p *Program) Under(c int, n Node) bool { return bit(p.under[c], n) }
