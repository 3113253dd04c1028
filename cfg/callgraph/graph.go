package callgraph

import (
	"iter"

	"talpa/dex"
)

// Kind says why control may pass from one method to another.
type Kind uint8

// The kinds of edges; see the package comment.
const (
	Call Kind = iota
	Init
	Lambda
	Reflect
	Alloc
)

var kindNames = [...]string{"call", "init", "lambda", "reflect", "alloc"}

// String is the kind in lower case.
func (k Kind) String() string { return kindNames[k] }

// Edge leads from one method to another.
type Edge struct {
	From, To MethodID
	PC       uint32 // position in From's code, in code units
	Kind     Kind
}

// Graph is the call graph of an app. It is immutable, and safe for several
// goroutines.
type Graph struct {
	Hierarchy *Hierarchy
	Index     *Index
	Stats     Stats

	r     *resolver
	ids   map[*dex.File][]MethodID // number plus 1, by Method.Index
	edges []Edge                   // by From
	out   []int32                  // edges of m: edges[out[m]:out[m+1]]
	in    []int32                  // edges to m: edges[i] for i in byTo[in[m]:in[m+1]]
	byTo  []int32
	cut   []bool // by MethodID: target of a call site whose edges were left out
	back  []bool // by MethodID: callback of the framework
	// defaults are the initialisers of interfaces, by the types that run them.
	defaults map[TypeID][]MethodID
}

// Stats are figures for people.
type Stats struct {
	Classes, Methods, WithCode, Insns int
	Sites                             int // calls whose receiver type or method the app may define
	FrameworkSites                    int // calls that only leave the app
	CutSites                          int // sites with more than Options.MaxTargets targets
	CutTargets, Callbacks             int // methods
	MaxTargets                        int // of one site
	Edges                             int // stored ones: all but Alloc
}

// InterfaceInits are the initialisers of interfaces that the initialisation of a class
// runs: those of the interfaces with default methods.
func (g *Graph) InterfaceInits(t TypeID) []MethodID { return g.defaults[t] }

// Len is the number of methods; MethodIDs are below it.
func (g *Graph) Len() int { return len(g.r.methods) }

// Method is the definition of a method.
func (g *Graph) Method(m MethodID) *dex.Method { return g.r.methods[m] }

// Owner is the class that defines a method.
func (g *Graph) Owner(m MethodID) TypeID { return g.r.owner[m] }

// ID finds the number of a definition, NoMethod if its class is shadowed by
// another definition of the same name.
func (g *Graph) ID(m *dex.Method) MethodID {
	ids := g.ids[m.Class.File]
	if int(m.Index) >= len(ids) {
		return NoMethod
	}
	return ids[m.Index] - 1
}

// Lookup finds the method that a reference of a call without dispatch means:
// the class's own or an inherited one. NoMethod if the app does not define it.
// It is the answer for static calls and constructors; a virtual call may end below it, see Dispatch.
func (g *Graph) Lookup(ref dex.MethodRef) MethodID {
	t := g.Hierarchy.ID(ref.Class)
	s, ok := g.r.sigs[sigKey{ref.Name, ref.Desc}]
	if t == NoType || !ok {
		return NoMethod
	}
	return g.r.lookup(t, s)
}

// Targets are the methods of the app that a call instruction of from can end in, whatever their
// number: also those of sites that the graph has cut. Empty if the call leaves the app. Do not
// change the slice. The graph keeps no list of them for sites without edges; the answer is found
// anew and remembered by type and name.
func (g *Graph) Targets(from *dex.Method, in dex.Insn) []MethodID {
	return g.r.site(from, &in)
}

// Dispatch are the methods that a virtual call of a name and descriptor on a
// receiver of the static type, or below it, can end in.
func (g *Graph) Dispatch(ref dex.MethodRef) []MethodID {
	t := g.Hierarchy.ID(ref.Class)
	s, ok := g.r.sigs[sigKey{ref.Name, ref.Desc}]
	if t == NoType || !ok {
		return nil
	}
	return g.r.targets(t, s)
}

// Out are the stored edges that leave a method, by position: all kinds but
// Alloc. Do not change the slice.
func (g *Graph) Out(m MethodID) []Edge { return g.edges[g.out[m]:g.out[m+1]] }

// In yields the stored edges that lead to a method: all kinds but Alloc.
// The order is that of the callers' numbers, and so the same in every run.
func (g *Graph) In(m MethodID) iter.Seq[Edge] {
	return func(yield func(Edge) bool) {
		for _, i := range g.byTo[g.in[m]:g.in[m+1]] {
			if !yield(g.edges[i]) {
				return
			}
		}
	}
}

// IsCut reports whether a call site that can end in the method was left out.
func (g *Graph) IsCut(m MethodID) bool { return g.cut[m] }

// IsCallback reports whether the method overrides one of the framework, or of a
// type of which nothing is known.
func (g *Graph) IsCallback(m MethodID) bool { return g.back[m] }

// Succs yields all edges that leave a method, Alloc edges included. Alloc edges are found while
// they are asked for: stored, they would be more than all others.
func (g *Graph) Succs(m MethodID) iter.Seq[Edge] {
	return func(yield func(Edge) bool) {
		for _, e := range g.Out(m) {
			if !yield(e) {
				return
			}
		}
		for _, a := range g.Index.allocsOf(m) {
			for to := range g.called(a.typ) {
				if !yield(Edge{From: m, To: to, PC: a.pc, Kind: Alloc}) {
					return
				}
			}
		}
	}
}

// Preds yields all edges that lead to a method, Alloc edges included.
func (g *Graph) Preds(m MethodID) iter.Seq[Edge] {
	return func(yield func(Edge) bool) {
		for e := range g.In(m) {
			if !yield(e) {
				return
			}
		}
		for t := range g.Receivers(m) {
			for _, use := range g.Index.allocs.of(int(t)) {
				if !yield(Edge{From: use.Method, To: m, PC: use.PC, Kind: Alloc}) {
					return
				}
			}
		}
	}
}

// indirect reports whether Alloc edges stand in for callers of a method.
// For all other methods the stored edges are complete.
func (g *Graph) indirect(m MethodID) bool { return g.cut[m] || g.back[m] }

// called yields the methods of an object of type t that Alloc edges lead to: the type's own and
// inherited ones that are cut or callbacks. An override hides what it overrides: seen is by name
// and descriptor, from the class upwards.
func (g *Graph) called(t TypeID) iter.Seq[MethodID] {
	return func(yield func(MethodID) bool) {
		seen := map[sig]bool{}
		for c := range g.Hierarchy.Supertypes(t) {
			first, last := g.methodsOf(c)
			for m := first; m < last; m++ {
				s := g.r.sigOf[m]
				if !g.r.methods[m].Virtual || !g.r.concrete(m) || seen[s] {
					continue
				}
				seen[s] = true
				if g.indirect(m) && !yield(m) {
					return
				}
			}
		}
	}
}

// methodsOf are the methods that a class defines: first to last-1.
func (g *Graph) methodsOf(t TypeID) (first, last MethodID) {
	if int(t) >= len(g.Hierarchy.set.Classes()) {
		return 0, 0
	}
	return g.r.first[t], g.r.first[t+1]
}

// Receivers yields the classes whose objects have the method, for methods that Alloc edges lead to:
// its own class and the subclasses that inherit it. Nothing for other methods. A subclass with a
// method of its own ends the walk there: its objects, and those below, have the other one.
func (g *Graph) Receivers(m MethodID) iter.Seq[TypeID] {
	return func(yield func(TypeID) bool) {
		if !g.indirect(m) || !g.r.methods[m].Virtual {
			return
		}
		s := g.r.sigOf[m]
		seen := map[TypeID]bool{}
		for todo := []TypeID{g.r.owner[m]}; len(todo) > 0; {
			t := todo[len(todo)-1]
			todo = todo[:len(todo)-1]
			if own, ok := g.r.own(t, s); seen[t] || ok && own != m && g.r.concrete(own) {
				continue
			}
			seen[t] = true
			if !yield(t) {
				return
			}
			todo = append(todo, g.Hierarchy.nodes[t].subclasses...)
		}
	}
}
