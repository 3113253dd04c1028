package reach

import (
	"slices"
	"strings"

	"talpa/asra/appcode"
	"talpa/cfg/callgraph"
	"talpa/cfg/origin"
	"talpa/dex"
)

// elements are the calls by which code finds that a collection, or what a query gave, has an element, by the
// documentation of java.util and of Cursor.
var elements = []string{"hasNext", "hasMoreElements", "size", "moveToFirst", "moveToNext", "moveToLast", "getCount"}

// maxFinders bounds the helpers that ask helpers whether there is an element.
const maxFinders = 3

// WalksRows says that control goes on from a frame of the stack to the next one, or to what fails, only where a
// collection or the result of a query has been found to have an element: in a loop over them, or behind a test, also of
// what a helper gives that has found one.
func (s *Stack) WalksRows() bool {
	for i, m := range s.Inner() {
		an, steps := s.app.OriginsOf(m), s.steps(i)
		if an != nil && len(steps) > 0 && !slices.ContainsFunc(steps, func(at Step) bool {
			return !s.behindElement(m, at.PC, maxFinders)
		}) {
			return true
		}
	}
	return false
}

// behindElement says that control comes to a position in a method only where an element has been found.
func (s *Stack) behindElement(m callgraph.MethodID, pc uint32, helpers int) bool {
	return slices.ContainsFunc(s.app.OriginsOf(m).Passed(pc), func(o origin.Origin) bool {
		return s.findsElement(m, o, helpers)
	})
}

// findsElement says that a value in a method which is true, above zero, or not null tells that there is an element.
func (s *Stack) findsElement(m callgraph.MethodID, o origin.Origin, helpers int) bool {
	if o.Kind != origin.Result {
		return false
	}
	if slices.Contains(elements, o.Name) && (strings.HasPrefix(o.Owner, "Ljava/util/") ||
		o.Owner == "Landroid/database/Cursor;" || strings.HasPrefix(o.Owner, "Landroid/database/sqlite/")) {
		return true
	}
	if helpers == 0 {
		return false
	}
	targets := s.app.Calls.Targets(s.app.Calls.Method(m), s.app.Calls.Method(m).Code().At(o.PC))
	return len(targets) == 1 && s.givesElement(targets[0], helpers-1)
}

// givesElement says that a method gives neither null nor zero only where it has found an element.
func (s *Stack) givesElement(m callgraph.MethodID, helpers int) bool {
	an := s.app.OriginsOf(m)
	if an == nil || s.app.Calls.IsCut(m) || !appcode.Own(s.app.Calls.Method(m)) {
		return false
	}
	r := returned{Stack: s, m: m, an: an, helpers: helpers, seen: map[int32]bool{}}
	for in := range an.Graph.Code.Insns() {
		if (in.Op == dex.OpReturn || in.Op == dex.OpReturnObject) && !r.found(in.Off, in.A()) {
			return false
		}
	}
	return r.gives
}

// returned looks for what a method has found where it returns a value.
type returned struct {
	*Stack
	m       callgraph.MethodID
	an      *origin.Analysis
	helpers int
	seen    map[int32]bool // blocks
	gives   bool           // a value behind a test
}

// found says that the value of a register at a position is null or zero, or comes about, or gets there, only where an
// element has been found. Compilers join the ways on which a method returns, so that each of them is asked.
func (r *returned) found(pc uint32, reg uint16) bool {
	if r.behindElement(r.m, pc, r.helpers) {
		r.gives = true
		return true
	}
	left := false // a value that is neither null nor behind a test
	for _, o := range r.an.At(pc, reg) {
		switch {
		case o.Kind == origin.Int && o.Int == 0:
		case r.findsElement(r.m, o, r.helpers), made(o) && r.behindElement(r.m, o.PC, r.helpers):
			r.gives = true
		default:
			left = true
		}
	}
	block := r.an.Graph.BlockAt(pc)
	if !left || block == nil {
		return !left
	}
	before := r.an.Graph.Preds(block.ID)
	if len(before) < 2 || r.seen[block.ID] {
		return false
	}
	r.seen[block.ID] = true
	for _, b := range before {
		last, ok := r.an.Graph.Last(b)
		if !ok || !r.found(last.Off, reg) {
			return false
		}
	}
	return true
}

// made says that a value comes about at one instruction of the method: a constant, an object, a result.
func made(o origin.Origin) bool {
	return o.Kind == origin.Int || o.Kind == origin.New || o.Kind == origin.Result
}
