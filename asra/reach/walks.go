package reach

import (
	"slices"
	"strings"

	"talpa/cfg/origin"
)

// elements are the calls by which code finds that a collection, or what a query gave, has an element, by the
// documentation of java.util and of Cursor.
var elements = []string{"hasNext", "hasMoreElements", "size", "moveToFirst", "moveToNext", "moveToLast", "getCount"}

// WalksRows says that control goes on from a frame of the stack to the next one, or to what fails, only where a
// collection or the result of a query has been found to have an element: in a loop over them, or behind a test.
func (s *Stack) WalksRows() bool {
	for i, m := range s.Inner() {
		an, steps := s.app.OriginsOf(m), s.steps(i)
		if an != nil && len(steps) > 0 && !slices.ContainsFunc(steps, func(at Step) bool {
			return !slices.ContainsFunc(an.Passed(at.PC), findsElement)
		}) {
			return true
		}
	}
	return false
}

// findsElement says that a value which is true, or above zero, tells that there is an element.
func findsElement(o origin.Origin) bool {
	return o.Kind == origin.Result && slices.Contains(elements, o.Name) &&
		(strings.HasPrefix(o.Owner, "Ljava/util/") || o.Owner == "Landroid/database/Cursor;" ||
			strings.HasPrefix(o.Owner, "Landroid/database/sqlite/"))
}
