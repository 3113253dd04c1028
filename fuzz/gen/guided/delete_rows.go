package guided

import (
	"slices"

	"talpa/asra/guide"
	"talpa/fuzz/event"
	"talpa/fuzz/gen"
	"talpa/fuzz/gen/guided/goals"
	"talpa/fuzz/gen/guided/transition"
)

// Rows are deleted as a person does who never saw the app: by what the guide says to delete them or what is called so,
// on the screen, after a long touch of a row (a context menu, an action mode), on the screen that a row opens, in the
// menu; or a row is swiped away. A dialog that asks is confirmed. A way is gone again as long as fewer rows are left
// each time, and left for the next one otherwise.

// Ways to delete a row, in the order in which they are tried: what asks first comes before what does not.
const (
	deleteHere = iota
	deleteTouched
	deleteOpened
	deleteSwiped
	deleteByMenu
	deleteWays
)

// maxDeletions bounds the tries of a task, as many rows as a list in front shows.
const maxDeletions = 20

// deletion is the deleting of rows.
type deletion struct {
	activity string // in which; "" before it is begun
	rows     int    // shown before the present try
	tries    int
	way      int
	pressed  gen.Key   // what was to delete, in this try; 0: nothing yet
	vain     []gen.Key // what did not
	asks     bool      // a dialog may ask for sure
}

// deleteRows returns the next event of deleting rows; false if few enough are left, or no way is.
func (p *planned) deleteRows(s *state, t goals.Task) (choice, bool) {
	d, f := &p.present.deleted, s.Front()
	rows := transition.RowsShown(f.Screen, f.Offers)
	if d.activity == "" {
		*d = deletion{activity: s.Here.Activity, rows: len(rows)}
	}
	if d.asks && f.Screen.Floating() {
		d.asks = false
		if i := f.Confirmation(); i >= 0 {
			return take(i, gen.ValidValue)
		}
	}
	if i := d.deleter(s, t); i >= 0 && d.pressed == 0 {
		return d.press(s, i)
	}
	if f.Screen.Floating() || s.Here.Activity != d.activity {
		if i := s.GoBack(); i >= 0 {
			return take(i, gen.AnyValue)
		}
		d.way = deleteWays
	}
	if len(rows) >= d.rows {
		d.vain = append(d.vain, d.pressed)
		d.way++
	}
	p.present.spent, d.rows, d.pressed, d.asks = 0, len(rows), 0, false
	d.tries++
	if len(rows) <= t.Rows || d.way >= deleteWays || d.tries > maxDeletions {
		if len(rows) > t.Rows {
			p.owner.tally.Miss(t)
		}
		p.done()
		return choice{}, false
	}
	return d.begin(s, t, rows[0])
}

// begin begins a try in the present way, with a row.
func (d *deletion) begin(s *state, t goals.Task, row int) (choice, bool) {
	switch d.way {
	case deleteHere:
		if i := d.deleter(s, t); i >= 0 {
			return d.press(s, i)
		}
		d.way = deleteTouched
	case deleteOpened:
		return take(row, gen.ValidValue)
	case deleteSwiped:
		return give(s.Front().SwipeAway(row))
	case deleteByMenu:
		return give(event.Event{Kind: event.Menu})
	}
	touch := s.Offers[row].Event
	touch.Kind = event.LongTap
	return give(touch)
}

// press presses what is to delete.
func (d *deletion) press(s *state, offer int) (choice, bool) {
	d.pressed, d.asks = s.Offers[offer].Key, true
	return take(offer, gen.ValidValue)
}

// deleter returns the press of what deletes rows, by the guide, or called so, and did not fail to; -1 if there is none.
func (d *deletion) deleter(s *state, t goals.Task) int {
	all := s.Front().WithWidgets(t.Widgets, guide.RoleClick)
	for _, i := range append(all, s.Front().Deleters()...) {
		if !slices.Contains(d.vain, s.Offers[i].Key) {
			return i
		}
	}
	return -1
}
