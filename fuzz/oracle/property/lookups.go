package property

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"go.starlark.net/syntax"
)

// lookups is what a condition asked of screens, by the place in the file where it did.
type lookups struct {
	places map[syntax.Position]*lookup
}

// lookup is one place where widgets are asked for.
type lookup struct {
	words          string // the selector, as it was last
	asked, matched int
}

func newLookups() *lookups { return &lookups{map[syntax.Position]*lookup{}} }

// note takes down that a call asked for widgets, and whether there were any.
func (l *lookups) note(c call, words string, matched bool) {
	if l == nil {
		return
	}
	at := c.thread.CallFrame(1).Pos
	place := l.places[at]
	if place == nil {
		place = &lookup{}
		l.places[at] = place
	}
	place.words = words
	if place.asked++; matched {
		place.matched++
	}
}

// lacking are the selectors that no screen had anything for, by line.
func (l *lookups) lacking() []string {
	var all []string
	for _, at := range slices.SortedFunc(maps.Keys(l.places), func(a, b syntax.Position) int {
		return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Col, b.Col))
	}) {
		if place := l.places[at]; place.matched == 0 {
			all = append(all, fmt.Sprintf("%s (line %d)", place.words, at.Line))
		}
	}
	return all
}
