package callgraph

import (
	"slices"
	"strings"

	"talpa/dex"
)

// AppClass finds the type of a class of the app by its Java name; false if the app
// defines none of that name.
func (h *Hierarchy) AppClass(javaName string) (TypeID, bool) {
	if javaName == "" {
		return NoType, false
	}
	t := h.ID(dex.Descriptor(javaName))
	return t, t != NoType && h.Class(t) != nil
}

// Enclosing is the outermost class that a class is nested in, if the app defines it:
// the activity of its listeners. Else it is the class itself.
func (h *Hierarchy) Enclosing(t TypeID) TypeID {
	top, _, nested := strings.Cut(h.Name(t), "$")
	if !nested {
		return t
	}
	if outer := h.ID(top + ";"); outer != NoType && h.Class(outer) != nil {
		return outer
	}
	return t
}

// Family are a class and those of the app above and below it, in the order of their
// numbers.
func (h *Hierarchy) Family(t TypeID) []TypeID {
	var all []TypeID
	for up := t; up != NoType && h.Class(up) != nil; up = h.Super(up) {
		all = append(all, up)
	}
	for sub := range h.Subtypes(t) {
		if h.Class(sub) != nil {
			all = append(all, sub)
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}
