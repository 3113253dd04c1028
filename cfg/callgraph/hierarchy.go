package callgraph

import (
	"fmt"
	"iter"
	"slices"

	"talpa/dex"
)

// Types tells of types that the app does not define. specs.Hierarchy is one.
// Methods are name plus descriptor, "onClick(Landroid/view/View;)V".
type Types interface {
	// Has says whether the type is known at all.
	Has(typ string) bool
	// Interface says whether the type is known to be an interface.
	Interface(typ string) bool
	// Super is the superclass, "" if there is none.
	Super(typ string) string
	// Interfaces are those that the type names itself.
	Interfaces(typ string) []string
	// Declares says whether the type itself declares the method, and whether a
	// subclass can override it.
	Declares(typ, method string) (overridable, ok bool)
}

// TypeID numbers the types of a Hierarchy. The classes of the app come first,
// in the order of dex.Set.Classes.
type TypeID int32

// NoType stands for a type outside of the hierarchy.
const NoType TypeID = -1

// Hierarchy is the class hierarchy of an app together with those types of the framework that are
// above its classes. It is immutable. Superclasses form a forest: IsBelow for classes compares two
// numbers. Interfaces make a directed acyclic graph over it, which is walked.
type Hierarchy struct {
	// Warnings are departures from a well-formed hierarchy: cycles, which are
	// cut where they close.
	Warnings []string

	set   *dex.Set
	types Types
	ids   map[string]TypeID
	nodes []typeNode
}

type typeNode struct {
	name       string
	super      TypeID // NoType at the top, or if unknown
	interfaces []TypeID
	subclasses []TypeID // direct; of an interface its subinterfaces and direct implementers
	iface      bool
	known      bool // defined by the app or by Types
	// A preorder walk of the superclass tree gives each class the number pre;
	// its subclasses have the numbers up to last.
	pre, last int32
}

// maxSupertypes bounds the supertypes of one type. Real classes have some
// dozens; thousands would make everything that walks upwards slow.
const maxSupertypes = 1024

// NewHierarchy builds the hierarchy. types may be nil: then nothing is known of the framework. It
// fails for hostile apps with a type of more than 1024 supertypes. A framework type comes in when
// something below it names it, and with it all above, so that the walk upwards from a class never
// leaves the numbered types. What is below a framework type and not of the app is not in it.
func NewHierarchy(set *dex.Set, types Types) (*Hierarchy, error) {
	if types == nil {
		types = noTypes{}
	}
	classes := set.Classes()
	h := &Hierarchy{set: set, types: types, ids: make(map[string]TypeID, 2*len(classes)),
		nodes: make([]typeNode, len(classes), 2*len(classes))}
	for i, c := range classes {
		h.ids[c.Descriptor] = TypeID(i)
		h.nodes[i] = typeNode{name: c.Descriptor, super: NoType, iface: c.IsInterface(), known: true}
	}
	for i, c := range classes {
		h.link(TypeID(i), c.Super, c.Interfaces)
	}
	for i := len(classes); i < len(h.nodes); i++ { // grows while it runs
		name := h.nodes[i].name
		h.link(TypeID(i), types.Super(name), types.Interfaces(name))
	}
	h.cutCycles()
	if err := h.checkSupertypes(); err != nil {
		return nil, err
	}
	for i := range h.nodes {
		n := &h.nodes[i]
		if n.super != NoType {
			h.nodes[n.super].subclasses = append(h.nodes[n.super].subclasses, TypeID(i))
		}
		for _, f := range n.interfaces {
			h.nodes[f].subclasses = append(h.nodes[f].subclasses, TypeID(i))
		}
	}
	h.number()
	return h, nil
}

// checkSupertypes looks for types with too many supertypes. Counting them with
// repetitions, from the top down, finds the few that need a closer look.
// Counts saturate, so that a lattice whose paths double at each level costs no more than its edges.
func (h *Hierarchy) checkSupertypes() error {
	counts := make([]int, len(h.nodes)) // 0: not known yet
	for root := range h.nodes {
		for stack := []TypeID{TypeID(root)}; len(stack) > 0; {
			id := stack[len(stack)-1]
			if counts[id] > 0 {
				stack = stack[:len(stack)-1]
				continue
			}
			n := &h.nodes[id]
			links := n.interfaces
			if n.super != NoType {
				links = append([]TypeID{n.super}, links...)
			}
			count, missing := 1, false
			for _, l := range links {
				if counts[l] == 0 {
					stack = append(stack, l)
					missing = true
				}
				count = min(count+counts[l], maxSupertypes+1)
			}
			if !missing {
				counts[id] = count
				stack = stack[:len(stack)-1]
			}
		}
		if counts[root] <= maxSupertypes {
			continue
		}
		n := 0
		for range h.Supertypes(TypeID(root)) {
			if n++; n > maxSupertypes {
				return fmt.Errorf("callgraph: %s has more than %d supertypes", h.nodes[root].name, maxSupertypes)
			}
		}
	}
	return nil
}

// intern gives a type its number; types that the app does not define are asked
// of Types.
func (h *Hierarchy) intern(name string) TypeID {
	id, ok := h.ids[name]
	if !ok {
		id = TypeID(len(h.nodes))
		h.ids[name] = id
		h.nodes = append(h.nodes, typeNode{name: name, super: NoType,
			iface: h.types.Interface(name), known: h.types.Has(name)})
	}
	return id
}

// A type that nobody defines is taken for an interface where it is implemented.
func (h *Hierarchy) link(id TypeID, super string, interfaces []string) {
	if super != "" {
		s := h.intern(super)
		h.nodes[id].super = s
	}
	for _, name := range interfaces {
		f := h.intern(name)
		h.nodes[f].iface = h.nodes[f].iface || !h.nodes[f].known
		h.nodes[id].interfaces = append(h.nodes[id].interfaces, f)
	}
}

// cutCycles drops the links that close a cycle, which only broken files have, so that every walk
// ends. It walks with a stack of its own: a chain of a million superclasses must not end in a stack
// overflow.
func (h *Hierarchy) cutCycles() {
	const fresh, open, done = 0, 1, 2
	state := make([]uint8, len(h.nodes))
	type frame struct {
		id   TypeID
		next int // link to follow: -1 the superclass, then the interfaces
	}
	for root := range h.nodes {
		if state[root] != fresh {
			continue
		}
		state[root] = open
		for stack := []frame{{TypeID(root), -1}}; len(stack) > 0; {
			top := &stack[len(stack)-1]
			n := &h.nodes[top.id]
			if top.next == len(n.interfaces) {
				state[top.id] = done
				stack = stack[:len(stack)-1]
				continue
			}
			to := n.super
			if top.next >= 0 {
				to = n.interfaces[top.next]
			}
			top.next++
			switch {
			case to == NoType || state[to] == done:
			case state[to] == fresh:
				state[to] = open
				stack = append(stack, frame{to, -1})
			case top.next == 0:
				h.warnCycle(n, to)
				n.super = NoType
			default:
				h.warnCycle(n, to)
				top.next--
				n.interfaces = append(n.interfaces[:top.next:top.next], n.interfaces[top.next+1:]...)
			}
		}
	}
}

func (h *Hierarchy) warnCycle(n *typeNode, to TypeID) {
	h.Warnings = append(h.Warnings, fmt.Sprintf("%s is its own supertype through %s", n.name, h.nodes[to].name))
}

// number walks the superclass tree in preorder.
func (h *Hierarchy) number() {
	clock := int32(0)
	type frame struct {
		id   TypeID
		next int
	}
	for root := range h.nodes {
		if h.nodes[root].super != NoType {
			continue
		}
		h.nodes[root].pre = clock
		clock++
		for stack := []frame{{TypeID(root), 0}}; len(stack) > 0; {
			top := &stack[len(stack)-1]
			n := &h.nodes[top.id]
			if top.next == len(n.subclasses) {
				n.last = clock - 1
				stack = stack[:len(stack)-1]
				continue
			}
			sub := n.subclasses[top.next]
			top.next++
			if h.nodes[sub].super == top.id {
				h.nodes[sub].pre = clock
				clock++
				stack = append(stack, frame{sub, 0})
			}
		}
	}
}

// Set is the app.
func (h *Hierarchy) Set() *dex.Set { return h.set }

// Len is the number of types.
func (h *Hierarchy) Len() int { return len(h.nodes) }

// ID finds a type: a class of the app, or a framework type above one. NoType if
// it is neither.
func (h *Hierarchy) ID(desc string) TypeID {
	if id, ok := h.ids[desc]; ok {
		return id
	}
	return NoType
}

// Name is the descriptor of a type.
func (h *Hierarchy) Name(id TypeID) string { return h.nodes[id].name }

// Class is the definition of a type in the app, nil for framework types.
func (h *Hierarchy) Class(id TypeID) *dex.Class {
	if int(id) < len(h.set.Classes()) && id >= 0 {
		return h.set.Classes()[id]
	}
	return nil
}

// Super is the superclass, NoType at the top or where nothing is known.
func (h *Hierarchy) Super(id TypeID) TypeID { return h.nodes[id].super }

// Known reports whether the app or the framework defines the type. Nothing can
// be said about the methods of a type that is not known.
func (h *Hierarchy) Known(id TypeID) bool { return h.nodes[id].known }

// IsInterface reports whether the type is an interface.
func (h *Hierarchy) IsInterface(id TypeID) bool { return h.nodes[id].iface }

// subclass reports whether class a is b or below it, superclasses only.
func (h *Hierarchy) subclass(a, b TypeID) bool {
	return h.nodes[b].pre <= h.nodes[a].pre && h.nodes[a].pre <= h.nodes[b].last
}

// IsBelow reports whether a is b or below it.
func (h *Hierarchy) IsBelow(a, b TypeID) bool {
	if !h.nodes[b].iface {
		return h.subclass(a, b)
	}
	for t := range h.Supertypes(a) {
		if t == b {
			return true
		}
	}
	return false
}

// Supertypes yields a type and all its supertypes, each once: the superclasses
// upwards, each followed by what it implements and does not inherit.
func (h *Hierarchy) Supertypes(id TypeID) iter.Seq[TypeID] {
	return func(yield func(TypeID) bool) {
		// Most types have a dozen supertypes: looking through a list on the stack
		// is cheaper than a set.
		var room, waiting [32]TypeID
		seen, todo := room[:0], waiting[:0]
		for c := id; c != NoType; c = h.nodes[c].super {
			todo = append(todo, c)
			for len(todo) > 0 {
				t := todo[len(todo)-1]
				todo = todo[:len(todo)-1]
				if slices.Contains(seen, t) {
					continue
				}
				seen = append(seen, t)
				if !yield(t) {
					return
				}
				todo = append(todo, h.nodes[t].interfaces...)
			}
		}
	}
}

// Subtypes yields a type and all types below it, each once. The bit set costs a bit a type for each
// walk; a type without any below needs none.
func (h *Hierarchy) Subtypes(id TypeID) iter.Seq[TypeID] {
	return func(yield func(TypeID) bool) {
		if len(h.nodes[id].subclasses) == 0 {
			yield(id)
			return
		}
		seen := make([]uint64, len(h.nodes)/64+1)
		seen[id/64] |= 1 << (id % 64)
		for todo := []TypeID{id}; len(todo) > 0; {
			t := todo[len(todo)-1]
			todo = todo[:len(todo)-1]
			if !yield(t) {
				return
			}
			for _, s := range h.nodes[t].subclasses {
				if word, bit := &seen[s/64], uint64(1)<<(s%64); *word&bit == 0 {
					*word |= bit
					todo = append(todo, s)
				}
			}
		}
	}
}

// Above yields a class or interface and all its supertypes as far as they are known, by descriptor,
// those that are not above a class of the app included. It may yield a framework type more than
// once. It asks Types where the hierarchy ends, for calls on framework types that no class of the
// app extends.
func (h *Hierarchy) Above(desc string) iter.Seq[string] {
	return func(yield func(string) bool) { h.above(desc, yield) }
}

func (h *Hierarchy) above(desc string, yield func(string) bool) bool {
	if id := h.ID(desc); id != NoType {
		for t := range h.Supertypes(id) {
			if !yield(h.nodes[t].name) {
				return false
			}
		}
		return true
	}
	if !yield(desc) {
		return false
	}
	if super := h.types.Super(desc); super != "" && !h.above(super, yield) {
		return false
	}
	for _, f := range h.types.Interfaces(desc) {
		if !h.above(f, yield) {
			return false
		}
	}
	return true
}

// IsSubtype reports whether a value of type sub can be assigned to a variable of type super, both
// descriptors. Framework types that are not above a class of the app are known through Types. It
// answers for descriptors, arrays included, by the rules of assignment (JLS 4.10); numbers alone
// are faster, see IsBelow.
func (h *Hierarchy) IsSubtype(sub, super string) bool {
	switch {
	case sub == super:
		return true
	case sub == "" || super == "":
		return false
	case super == "Ljava/lang/Object;":
		return sub[0] == 'L' || sub[0] == '['
	case sub[0] == '[':
		return super[0] == '[' && len(sub) > 2 && h.IsSubtype(sub[1:], super[1:]) ||
			super == "Ljava/lang/Cloneable;" || super == "Ljava/io/Serializable;"
	}
	if id := h.ID(sub); id != NoType {
		want := h.ID(super)
		return want != NoType && h.IsBelow(id, want)
	}
	if h.types.Super(sub) != "" && h.IsSubtype(h.types.Super(sub), super) {
		return true
	}
	for _, f := range h.types.Interfaces(sub) {
		if h.IsSubtype(f, super) {
			return true
		}
	}
	return false
}

// noTypes knows nothing.
type noTypes struct{}

func (noTypes) Has(string) bool                      { return false }
func (noTypes) Interface(string) bool                { return false }
func (noTypes) Super(string) string                  { return "" }
func (noTypes) Interfaces(string) []string           { return nil }
func (noTypes) Declares(string, string) (bool, bool) { return false, false }
