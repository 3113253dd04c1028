package guided

import (
	"talpa/asra/guide"
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
	if t.Goal.Kind != guide.GoalCrash || !s.offers[offer].Listed {
		return
	}
	r.task, r.action, r.left = t, s.action(offer), s.rows.Untouched(s.here.Activity, s.offers, offer)
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
