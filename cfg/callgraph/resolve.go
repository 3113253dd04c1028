package callgraph

import (
	"slices"
	"sync"

	"talpa/dex"
)

// MethodID numbers the methods of a Graph, class by class.
type MethodID int32

// NoMethod stands for a method that the app does not define.
const NoMethod MethodID = -1

// sig is the number of a name with descriptor.
type sig int32

type sigKey struct{ name, desc string }

// resolver finds the methods that calls can reach. Its caches are guarded by mu.
// Everything but the caches is written once, by newResolver and the builder; then any number of goroutines may
// ask.
type resolver struct {
	h       *Hierarchy
	methods []*dex.Method
	owner   []TypeID   // class of each method
	first   []MethodID // first method of each class of the app; one more entry ends the last
	clinit  sig
	sigOf   []sig // of each method
	sigs    map[sigKey]sig
	byName  []string            // name of each sig
	large   map[uint64]MethodID // own methods of the classes with more than manyMethods
	fields  *fields
	// declared lists for each sig the virtual methods of classes, by the
	// preorder number of their class: those below a class are neighbours.
	declared [][]MethodID
	defaults []bool // by sig: an interface of the app gives it a body
	lambdas  map[TypeID][]lambda
	refs     map[*dex.File][]methodRef

	mu    sync.Mutex
	cache map[uint64][]MethodID
	// stamp marks methods already in the set being collected.
	stamp []int32
	round int32
	steps int // work left for collecting targets
}

// methodRef is a method reference of a file in numbers.
type methodRef struct {
	typ TypeID
	sig sig
}

// lambda is a body that stands for the method of a functional interface.
type lambda struct {
	name string
	impl MethodID
}

// noSig is the number of no method. Those of references that were not numbered yet
// are zero.
const noSig sig = 0

// maxSteps bounds the work of collecting targets; real apps need less than a
// hundredth. Beyond it, sites are taken as cut for all methods of their name
// and descriptor, which is sound.
const maxSteps = 1 << 27

func key(t TypeID, s sig) uint64 { return uint64(uint32(t))<<32 | uint64(uint32(s)) }

// Numbers are given in the order of the files, so that equal apps have equal numbers.
func newResolver(h *Hierarchy) *resolver {
	classes := h.set.Classes()
	n := 0
	for _, c := range classes {
		n += len(c.Methods)
	}
	r := &resolver{h: h, sigs: make(map[sigKey]sig, n), large: map[uint64]MethodID{}, fields: newFields(h),
		methods: make([]*dex.Method, 0, n), owner: make([]TypeID, 0, n), sigOf: make([]sig, 0, n),
		first: make([]MethodID, 0, len(classes)+1), stamp: make([]int32, n),
		lambdas: map[TypeID][]lambda{}, refs: map[*dex.File][]methodRef{}, cache: map[uint64][]MethodID{}, steps: maxSteps}
	r.sig("", "") // noSig
	r.clinit = r.sig("<clinit>", "()V")
	for _, f := range h.set.Files {
		r.refs[f] = make([]methodRef, f.NumMethods())
	}
	for i, c := range classes {
		r.define(TypeID(i), c)
	}
	r.first = append(r.first, MethodID(len(r.methods)))
	r.declare()
	for _, f := range h.set.Files {
		r.numberRefs(f)
	}
	return r
}

// define numbers the methods of a class.
func (r *resolver) define(t TypeID, c *dex.Class) {
	r.first = append(r.first, MethodID(len(r.methods)))
	refs := r.refs[c.File]
	for _, m := range c.Methods {
		s := r.sig(m.Name, m.Desc)
		refs[m.Index] = methodRef{typ: t, sig: s}
		if len(c.Methods) > manyMethods {
			r.large[key(t, s)] = MethodID(len(r.methods))
		}
		r.methods = append(r.methods, m)
		r.owner = append(r.owner, t)
		r.sigOf = append(r.sigOf, s)
	}
}

// declare lists the virtual methods by sig.
func (r *resolver) declare() {
	r.declared = make([][]MethodID, len(r.byName))
	r.defaults = make([]bool, len(r.byName))
	for id, m := range r.methods {
		s := r.sigOf[id]
		switch {
		case !m.Virtual:
		case r.h.nodes[r.owner[id]].iface:
			r.defaults[s] = r.defaults[s] || !m.IsAbstract()
		default:
			r.declared[s] = append(r.declared[s], MethodID(id))
		}
	}
	for _, list := range r.declared {
		slices.SortFunc(list, func(a, b MethodID) int { return int(r.pre(a) - r.pre(b)) })
	}
}

// numberRefs numbers those references of a file that are not of its own methods. Files list them by
// class. Numbers make two references of one method in two files equal, which their indices are not.
func (r *resolver) numberRefs(f *dex.File) {
	refs := r.refs[f]
	class, typ := "", NoType
	for i := range refs {
		if refs[i].sig != noSig {
			continue
		}
		m := f.MethodAt(uint32(i))
		if m.Class != class {
			class, typ = m.Class, r.h.ID(m.Class)
		}
		refs[i] = methodRef{typ: typ, sig: r.sig(m.Name, m.Desc)}
	}
}

// manyMethods is the size from which on looking through a class is slower than a
// map of its methods.
const manyMethods = 32

// own is the method that a class itself defines. Of two methods of one name and descriptor, which
// no valid file has, the last counts in either way of looking.
func (r *resolver) own(t TypeID, s sig) (MethodID, bool) {
	if int(t)+1 >= len(r.first) {
		return NoMethod, false
	}
	first, last := r.first[t], r.first[t+1]
	if last-first > manyMethods {
		m, ok := r.large[key(t, s)]
		return m, ok
	}
	for m := last - 1; m >= first; m-- {
		if r.sigOf[m] == s {
			return m, true
		}
	}
	return NoMethod, false
}

func (r *resolver) pre(m MethodID) int32 { return r.h.nodes[r.owner[m]].pre }

func (r *resolver) sig(name, desc string) sig {
	k := sigKey{name, desc}
	s, ok := r.sigs[k]
	if !ok {
		s = sig(len(r.byName))
		r.sigs[k] = s
		r.byName = append(r.byName, name)
	}
	return s
}

// concrete reports whether the method can be what a call ends in.
func (r *resolver) concrete(m MethodID) bool { return m >= 0 && !r.methods[m].IsAbstract() }

// lookup finds the method that a class has under a name and descriptor: its own, that of its
// nearest superclass, or the default of an interface. NoMethod if it is the framework's, or there
// is none. A superclass's method goes before an interface's default, and of defaults the most
// special one (JVM specification, 5.4.3.3); of two that are equally special any is returned, as the
// JVM would refuse to choose.
func (r *resolver) lookup(t TypeID, s sig) MethodID {
	for c := t; c != NoType; c = r.h.nodes[c].super {
		if m, ok := r.own(c, s); ok && (r.concrete(m) || r.h.nodes[c].iface) {
			return m
		}
	}
	if int(s) >= len(r.defaults) || !r.defaults[s] {
		return NoMethod
	}
	best := NoMethod
	for c := range r.h.Supertypes(t) {
		m, ok := r.own(c, s)
		if ok && r.concrete(m) && (best == NoMethod || r.h.IsSubtype(r.h.Name(c), r.h.Name(r.owner[best]))) {
			best = m
		}
	}
	return best
}

// targets are the methods that a virtual or interface call on a receiver of static type t can end
// in. Do not change the slice. It is class hierarchy analysis: which of the classes have objects is
// not asked here.
func (r *resolver) targets(t TypeID, s sig) []MethodID {
	r.mu.Lock()
	defer r.mu.Unlock()
	k := key(t, s)
	if list, ok := r.cache[k]; ok {
		return list
	}
	r.round++
	var list []MethodID
	if r.h.nodes[t].iface {
		list = r.below(t, s, list)
	} else {
		list = r.inSubtree(t, s, list)
	}
	r.cache[k] = list
	return list
}

func (r *resolver) add(list []MethodID, m MethodID) []MethodID {
	if !r.concrete(m) || r.stamp[m] == r.round {
		return list
	}
	r.stamp[m] = r.round
	return append(list, m)
}

// inSubtree collects what a class and its subclasses have under a sig.
// Methods of one name and descriptor lie in the order of their classes' preorder numbers, so that those below
// a class are a run of the list: the search takes the logarithm of it, not a walk over the subclasses.
func (r *resolver) inSubtree(t TypeID, s sig, list []MethodID) []MethodID {
	list = r.add(list, r.lookup(t, s))
	if int(s) >= len(r.declared) {
		return list
	}
	declared := r.declared[s]
	n := &r.h.nodes[t]
	i, _ := slices.BinarySearchFunc(declared, n.pre, func(m MethodID, pre int32) int { return int(r.pre(m) - pre) })
	for ; i < len(declared) && r.pre(declared[i]) <= n.last; i++ {
		r.steps--
		list = r.add(list, declared[i])
	}
	return list
}

// below collects what the implementers of an interface have under a sig.
// The budget of steps is for the app as a whole, so that no single hostile type can use up more than all may.
func (r *resolver) below(t TypeID, s sig, list []MethodID) []MethodID {
	for sub := range r.h.Subtypes(t) {
		if r.steps--; r.steps < 0 {
			return r.everything(s, list)
		}
		n := &r.h.nodes[sub]
		for _, l := range r.lambdas[sub] {
			if l.name == r.byName[s] {
				list = r.add(list, l.impl)
			}
		}
		if m, ok := r.own(sub, s); ok {
			list = r.add(list, m)
		} else if !n.iface {
			list = r.add(list, r.lookup(sub, s))
			if int(s) < len(r.defaults) && r.defaults[s] {
				r.steps -= maxSupertypes / 16 // what the search for a default may cost
			}
		}
	}
	return list
}

// It is the answer for hostile hierarchies: too many targets, never too few.
func (r *resolver) everything(s sig, list []MethodID) []MethodID {
	if int(s) < len(r.declared) {
		for _, m := range r.declared[s] {
			list = r.add(list, m)
		}
	}
	return list
}
