package specs

import (
	_ "embed" // the data files
	"slices"
	"strings"
	"sync"
)

//go:embed framework.bin
var frameworkData string

// Hierarchy is the class hierarchy of the framework, of several API levels at
// once (see specs/gen). It is immutable.
type Hierarchy struct{ table *classTable }

// Framework returns the framework's hierarchy.
func Framework() *Hierarchy { return framework() }

var framework = sync.OnceValue(func() *Hierarchy {
	t, err := newClassTable(frameworkData)
	if err != nil {
		panic("specs: embedded framework data: " + err.Error()) // cannot happen: tested
	}
	return &Hierarchy{t}
})

func descriptor(internal string) string { return "L" + internal + ";" }

// Has says whether the framework defines the type.
func (h *Hierarchy) Has(typ string) bool { return h.table.find(typ) >= 0 }

// Hides says whether devices use their own class of that name and never the
// app's. R8 gives apps such classes: stubs of those that their oldest Android
// lacks.
func (h *Hierarchy) Hides(typ string) bool {
	if !strings.HasPrefix(typ, "Landroid/") && !strings.HasPrefix(typ, "Ljava/") {
		return false
	}
	return !strings.HasPrefix(typ, "Landroid/support/") && h.Has(typ)
}

// Interface says whether the framework defines the type as an interface.
func (h *Hierarchy) Interface(typ string) bool {
	c := h.table.find(typ)
	return c >= 0 && h.table.kinds[c] == 'I'
}

// Super returns the superclass of a framework type, "" if there is none.
func (h *Hierarchy) Super(typ string) string {
	if c := h.table.find(typ); c >= 0 {
		if s := h.table.super(c); s >= 0 {
			return h.table.names.at(s)
		}
	}
	return ""
}

// Interfaces returns the interfaces that a framework type names itself.
func (h *Hierarchy) Interfaces(typ string) []string {
	c := h.table.find(typ)
	if c < 0 {
		return nil
	}
	var list []string
	for i, last := h.table.interfaces(c); i < last; i++ {
		list = append(list, h.table.names.at(h.table.links.at(i)))
	}
	return list
}

// Subtype says whether the framework type sub is super or below it.
func (h *Hierarchy) Subtype(sub, super string) bool {
	if sub == super {
		return true
	}
	from, to := h.table.find(sub), h.table.find(super)
	return from >= 0 && to >= 0 && h.below(from, to)
}

// below says whether class c is super or below it.
func (h *Hierarchy) below(c, super int) bool {
	for ; c >= 0; c = h.table.super(c) {
		if c == super {
			return true
		}
		for i, last := h.table.interfaces(c); i < last; i++ {
			if h.below(h.table.links.at(i), super) {
				return true
			}
		}
	}
	return false
}

// Walk calls visit for typ and all its framework supertypes, each once,
// subclasses before superclasses, until visit returns false.
func (h *Hierarchy) Walk(typ string, visit func(typ string) bool) {
	if c := h.table.find(typ); c >= 0 {
		h.walk(c, &[]int{}, func(c int) bool { return visit(h.table.names.at(c)) })
	}
}

// walk is Walk by numbers. seen has a dozen classes at most times: a list is
// cheaper than a set.
func (h *Hierarchy) walk(c int, seen *[]int, visit func(c int) bool) bool {
	if slices.Contains(*seen, c) {
		return true
	}
	*seen = append(*seen, c)
	if !visit(c) {
		return false
	}
	for i, last := h.table.interfaces(c); i < last; i++ {
		if !h.walk(h.table.links.at(i), seen, visit) {
			return false
		}
	}
	super := h.table.super(c)
	return super < 0 || h.walk(super, seen, visit)
}

// Declares says whether the framework type itself declares the method (name
// plus descriptor), and whether a subclass can override it. Non-overridable
// methods are known for the android packages only.
func (h *Hierarchy) Declares(typ, method string) (overridable, ok bool) {
	c := h.table.find(typ)
	if c < 0 {
		return false, false
	}
	return h.table.declares(c, method)
}

// Overridden returns the highest framework supertype of typ that declares the
// method (name plus descriptor) as overridable: the one that introduced it.
// typ itself counts. It returns "" if there is none.
func (h *Hierarchy) Overridden(typ, method string) string {
	found := ""
	h.Walk(typ, func(t string) bool {
		if overridable, ok := h.Declares(t, method); ok && overridable && (found == "" || h.Subtype(found, t)) {
			found = t
		}
		return true
	})
	return found
}

// HasNamed says whether typ or a supertype has a method of the bare name.
func (h *Hierarchy) HasNamed(typ, name string) bool { return h.HasPrefixed(typ, name+"(") }

// HasPrefixed says whether typ or a supertype has a method whose name plus
// descriptor begins with prefix.
func (h *Hierarchy) HasPrefixed(typ, prefix string) bool {
	c := h.table.find(typ)
	if c < 0 {
		return false
	}
	return !h.walk(c, &[]int{}, func(c int) bool {
		for i, last := h.table.methodsOf(c); i < last; i++ {
			if name, desc, _ := h.table.methodAt(i); hasPrefix(name, desc, prefix) {
				return false
			}
		}
		return true
	})
}

// hasPrefix says whether name plus desc begins with prefix.
func hasPrefix(name, desc, prefix string) bool {
	rest, ok := strings.CutPrefix(prefix, name)
	return ok && strings.HasPrefix(desc, rest) || !ok && strings.HasPrefix(name, prefix)
}

// Types returns the number of types known.
func (h *Hierarchy) Types() int { return h.table.classes }

// Origin names the files that the hierarchy was read from.
func (h *Hierarchy) Origin() string { return h.table.origin }
