package guided

import (
	"slices"

	"talpa/fuzz/gen"
	"talpa/fuzz/gen/guided/goals"
	"talpa/fuzz/gen/guided/relevance"
	"talpa/fuzz/gen/guided/transition"
)

// Items of an action mode act on rows that were picked before: a long touch of one row, taps on
// others, then the item, which only shows while rows are picked. Where the crash is an index
// that equals or exceeds a size, the last row is among the picked ones: removed in another
// order than it was counted in, it is the one that is no longer there.

// pagesShare is the part of the choices of an item, after the first plan, before which the pages of a pager are
// turned: an action mode outlives the page that it was begun on.
const pagesShare = 1.0 / 3

// picking is the choice of rows and then of an item.
type picking struct {
	atEnd  bool // the list was scrolled to its end
	picked bool
	before []gen.Key // offers before rows were picked
}

// pick returns the next event of picking rows and choosing an item; false if no rows are shown.
func (p *planned) pick(s *state, t goals.Task) (choice, bool) {
	if p.rowsPicked.picked {
		named := slices.ContainsFunc(t.Widgets, relevance.Named)
		i := s.Presses().Appeared(p.rowsPicked.before, p.owner.words, named)
		p.rowsPicked = picking{atEnd: p.rowsPicked.atEnd}
		switch {
		case i >= 0 && named: // the item may be behind it
			return take(i, gen.ValidValue)
		case i >= 0:
			p.done()
			return take(i, gen.ValidValue)
		}
		// It had no effect: others.
	}
	rows := transition.RowsShown(s.View.Screen, s.Offers)
	if len(rows) == 0 || s.View.Screen.Floating() { // the entries of a menu are no rows to pick
		return choice{}, false
	}
	if p.owner.beyond && !p.rowsPicked.atEnd {
		p.rowsPicked.atEnd = true
		if e, ok := s.Front().ToEnd(); ok {
			return give(e)
		}
	}
	p.rowsPicked.picked, p.rowsPicked.before = true, s.Front().Keys()
	if p.owner.plans > 1 && s.Rng.Float64() < pagesShare {
		p.events = s.Front().TurnPages()
	}
	return give(s.Front().Select(s.Rng, rows))
}
