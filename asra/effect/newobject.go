package effect

import (
	"slices"
	"strings"

	"talpa/cfg/origin"
	"talpa/dex"
)

// maxChain bounds a chain of calls on one object: append(...).append(...).
// It also ends a chain that comes back to itself in a loop.
const maxChain = 40

// newChain says that an object is one that the method made itself, also behind calls that return
// the object that they are on. That the object may have been handed out before the call is not
// asked: who got it reads it later, and that handing out was told as an effect of its own (a field
// written, a list added to).
func (s *scan) newChain(an *origin.Analysis, origins []origin.Origin, depth int) bool {
	for _, o := range origins {
		switch {
		case o.Kind == origin.New, o.Kind == origin.Array:
		case depth < maxChain && s.x.builds(o):
			call := an.Graph.Code.At(o.PC)
			if call.Op.Call() == dex.CallStatic || !s.newChain(an, an.Args(&call, 0), depth+1) {
				return false
			}
		default:
			return false
		}
	}
	return len(origins) > 0
}

// builds says that a value is the result of a builder's call: the builder itself,
// or what it makes.
func (x *Summaries) builds(o origin.Origin) bool {
	return returnsItself(o) ||
		o.Kind == origin.Result && o.Name == "animate" ||
		o.Kind == origin.Result && o.Name == "getMenu" && strings.HasSuffix(o.Owner, "PopupMenu;") ||
		o.Kind == origin.Result && (o.Name == "create" || o.Name == "show" || o.Name == "build") &&
			strings.HasSuffix(o.Owner, "Builder;")
}

// isNew says that a call is on an object that the method made itself: nobody hears
// of it while the method has it.
func (s *scan) isNew(in *dex.Insn) bool {
	an := s.origins()
	return an != nil && in.Op.Call() != dex.CallStatic && s.newChain(an, an.Args(in, 0), 0)
}

// onNewObject is isNew for objects of those packages whose methods, unlike the
// start of a thread, do nothing beyond them.
func (s *scan) onNewObject(in *dex.Insn, typ string) bool {
	for _, p := range []string{
		"Landroid/util/", "Lorg/json/", "Landroid/widget/", "Landroid/view/", "Landroid/app/", "Landroid/support/",
		"Landroidx/",
	} {
		if strings.HasPrefix(typ, p) {
			return s.isNew(in)
		}
	}
	return false
}

// allNew says that a value can only be an object that the method made itself, and that it has been
// followed to where it is made. No origins at all is code that never runs or a value that was not
// followed: it is not new.
func allNew(origins []origin.Origin) bool {
	return len(origins) > 0 && !slices.ContainsFunc(origins, func(o origin.Origin) bool {
		return o.Kind != origin.New && o.Kind != origin.Array
	})
}

// fresh says that a write goes to an object that the method made itself, or is
// making: nobody else has it yet, and whoever gets it reads what it was put into.
// A constructor writes to the object that is being made; that its fields get values is told by the instruction
// that puts the object somewhere, whose reader reads "of any value".
func (s *scan) fresh(in *dex.Insn, static bool) bool {
	method := s.app.Calls.Method(s.m)
	if static {
		return method.IsClassInit()
	}
	if method.IsConstructor() && in.N > 1 && in.B() == method.Code().ThisReg() {
		return true
	}
	an := s.origins()
	return an != nil && allNew(an.At(in.Off, in.B()))
}
