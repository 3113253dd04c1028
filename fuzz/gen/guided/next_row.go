package guided

import (
	"talpa/asra/guide"
	"talpa/fuzz/gen"
	"talpa/fuzz/gen/guided/goals"
	"talpa/fuzz/gen/guided/transition"
)

// Which row of a list the crash wants is often in the data behind it only: a handler that tells rows apart by their
// place or kind runs for each, and fails for one. So where a row ran the method of the crash and nothing failed, the
// next one is tried.

// maxRows is the number of rows that a plan tries besides the first: a screen full of them.
const maxRows = 12

// rowByRow is the trying of rows one after the other.
type rowByRow struct {
	task   goals.Task
	action *transition.Action // of the row that was touched last; nil: none since looked
	left   int                // rows that were never touched
	times  int                // rows tried besides the first
}

// note keeps the row that is going to be touched.
func (r *rowByRow) note(s *state, t goals.Task, offer int) {
	if t.Goal.Kind != guide.GoalCrash || !s.Offers[offer].Listed {
		return
	}
	r.task, r.action, r.left = t, s.Action(offer), s.Rows.Untouched(s.Here.Activity, s.Offers, offer)
}

// Which rows have what a later screen shows for some of them only (the fourth tag of a text, the button of an unread
// message) is in their data, too. So where a row opened the screen of the next task, and what it is done by is not
// there, another row is opened.

const (
	// maxOpened is the number of rows that a plan opens besides the first: what is not there may be missing for another
	// reason. The next plan goes on with the rows that it did not touch.
	maxOpened = 8
	// openedEvents is the number of events for which the screen of the first row is looked at. On those of the others
	// it is known what can be done, and not what is wanted.
	openedEvents = 3
)

// openedRow is the row that was touched as the last task.
type openedRow struct {
	task  goals.Task
	more  bool // there were rows that were never touched; false where the last task was none
	times int  // rows opened besides the first
}

// note keeps the row that is going to be touched.
func (r *openedRow) note(s *state, t goals.Task, offer int) {
	r.task, r.more = t, false
	if t.Goal.Kind != guide.GoalRun || !s.Offers[offer].Listed {
		return
	}
	for i := range s.Offers {
		o := &s.Offers[i]
		r.more = r.more || i != offer && o.Listed && o.PressesWidget() && s.Presses().RowTries(i) == 0
	}
}

// otherRow goes back for another row, where the screen that one opened lacks what the task is done by.
func (p *planned) otherRow(s *state) (choice, bool) {
	r := &p.opened
	i := s.GoBack()
	if !r.more || r.times >= maxOpened || r.times == 0 && p.present.spent <= openedEvents || i < 0 {
		return choice{}, false
	}
	r.times++
	p.tasks, p.present = append([]goals.Task{r.task}, p.tasks...), progress{}
	return take(i, gen.AnyValue)
}

// nextRow has the task done again with another row, where the last one came near the crash.
func (p *planned) nextRow() {
	r := &p.rows
	if r.action != nil && r.left > 0 && r.times < maxRows && r.action.Coverage.Mean() > closeBy {
		r.times++
		p.tasks, p.present = append([]goals.Task{r.task}, p.tasks...), progress{}
	}
	r.action = nil
}
