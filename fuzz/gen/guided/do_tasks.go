package guided

import (
	"slices"

	"talpa/asra/guide"
	"talpa/fuzz/event"
	"talpa/fuzz/gen"
	"talpa/fuzz/gen/guided/form"
	"talpa/fuzz/gen/guided/goals"
	"talpa/fuzz/gen/guided/relevance"
	"talpa/fuzz/gen/guided/transition"
)

// planned is a plan that does the tasks of the guide's plan.
type planned struct {
	stays
	owner   *followGuide
	tasks   []goals.Task // the present one first
	all     []goals.Task // as planned
	present progress
	skipped skips
	form    steps         // under way
	events  []event.Event // under way
	last    int
	ending  bool // the tasks are the end of the guide's plan only, which says nothing of the whole

	typed      bool // a text of the plan, which no form is to overwrite
	ready      readiness
	added      population
	rowsPicked picking
	extra      insertion
	blocked    blockade
	rows       rowByRow
	opened     openedRow
	acted      bool      // a task was begun that is done on a screen
	varied     []gen.Key // widgets that were used so that another one may be enabled
}

// skips are the tasks that could not be done and were left out.
type skips struct {
	times  int
	unseen []*guide.Achiever // of those whose screens were not in front
}

// progress is what was done of a task.
type progress struct {
	begun    bool
	spent    int                // events
	shown    bool               // its screen was in front
	looked   bool               // it was, without what it is done by
	scrolled int                // times, for what it is done by
	atEnd    bool               // the list was scrolled to its end
	menus    int                // times that a menu was opened, for an item of it
	held     bool               // a row was touched long, for an item that no menu has
	filled   bool               // the form beside what it is done by
	icons    int                // touches of what the field is behind that it is done by
	rows     int                // still to be added
	now      []string           // what stands in the row of a preference
	walk     *visit             // under way
	missed   []*transition.Node // to which a walk led in vain
	deleted  deletion
}

func (p *planned) next(s *state) (choice, bool) {
	p.stepBack()
	p.nextRow()
	p.resume(s)
	for {
		if c, ok := p.goOn(s); ok {
			return c, true
		}
		if len(p.tasks) == 0 {
			return p.afterLast(s)
		}
		t := p.tasks[0]
		if !p.present.begun && (s.holds(t) || p.owner.offPath(t)) {
			p.done()
			continue
		}
		p.present.begun = true
		if p.present.spent++; p.rowsElsewhere(s, t) {
			continue
		}
		if p.present.spent > taskEvents {
			if p.skip(t); p.skipped.times > maxSkipped {
				return choice{}, false
			}
			continue
		}
		if c, ok := p.do(s, t); ok {
			return c, true
		}
	}
}

// skip goes to the next task without this one, for which there were too many events. One whose screen never came up is
// remembered: it is gone back to once the screen does.
func (p *planned) skip(t goals.Task) {
	p.owner.tally.Miss(t)
	p.skipped.times++
	if !p.present.shown {
		p.skipped.unseen = append(p.skipped.unseen, t.Achiever)
	}
	p.done()
}

// afterLast returns what comes around the last task, a few times, and then ends the plan: it was carried out in vain,
// unless tasks were skipped.
func (p *planned) afterLast(s *state) (choice, bool) {
	if p.last--; p.last >= 0 {
		return p.around(s)
	}
	if p.ending {
		return choice{}, false
	}
	if p.owner.complete = p.skipped.times == 0; p.owner.complete {
		p.owner.vain++
		p.owner.tally.Failed(p.all) // alternatives come first from now on
	}
	return choice{}, false
}

// around returns what comes after the last task, by weight. Half of it is on widgets: the rotation or the like
// that the plan ended with weighs most where it matters to the crash, and was done.
func (p *planned) around(s *state) (choice, bool) {
	if s.Rng.Intn(2) == 0 {
		return s.onPath()
	}
	i := gen.Draw(s.Rng, len(s.Offers), func(i int) float64 {
		if s.Offers[i].System {
			return 0
		}
		return s.Action(i).Weight()
	})
	if i < 0 {
		return s.onPath()
	}
	return take(i, s.ValueClass(s.View.Screen))
}

// resume goes back to a task that was skipped, once its screen is in front: the way there, such as an introduction to
// the app, took longer than tasks wait. The time of the present one begins anew there.
func (p *planned) resume(s *state) {
	activity := s.Relevance.Place(s.View.Screen).Activity
	if !p.present.shown && len(p.tasks) > 0 && p.tasks[0].Screen == activity {
		p.present.shown, p.present.spent = true, 0
	}
	i := slices.IndexFunc(p.all, func(t goals.Task) bool {
		return t.Screen != "" && t.Screen == activity && slices.Contains(p.skipped.unseen, t.Achiever)
	})
	if i < 0 {
		return
	}
	p.skipped = skips{}
	p.tasks, p.present = p.all[i:], progress{}
}

// done goes to the next task.
func (p *planned) done() {
	p.acted = p.acted || p.present.begun && p.tasks[0].Rank() > 0
	p.tasks, p.present = p.tasks[1:], progress{}
}

// goOn returns the next event of what is under way.
func (p *planned) goOn(s *state) (choice, bool) {
	if len(p.events) > 0 {
		e := p.events[0]
		p.events = p.events[1:]
		return give(e)
	}
	if c, ok := p.form.next(s); ok {
		return c, true
	}
	if p.present.walk != nil {
		if c, ok := p.present.walk.next(s); ok {
			return c, true
		}
		if p.present.walk.do == nil {
			p.present.missed = append(p.present.missed, p.present.walk.goal)
		}
		if p.present.walk = nil; len(p.tasks) > 0 && s.holds(p.tasks[0]) { // the walk has brought it about
			p.done()
		}
	}
	return choice{}, false
}

// do returns an event of a task; false to look at what is next.
func (p *planned) do(s *state, t goals.Task) (choice, bool) {
	elsewhere := t.Rank() > 0 && t.Kind != guide.AchieveStart && t.Kind != guide.AchieveOutside &&
		!p.owner.shows(t, s.Relevance.Place(s.View.Screen).Activity)
	t = p.untried(s, t, elsewhere)
	if c, ok := p.insert(s, t, elsewhere); ok {
		return c, true
	}
	if t.Alternative() && !p.ready.here(s) {
		return p.comeBack(s)
	}
	events := t.Events(s.View, s.Turned, s.Rng)
	if t.Gesture == guide.GesturePage {
		events = s.Front().ToPage(t.Positions)
	}
	if len(events) > 0 {
		if i := s.Presses().Dismissal(s.GoBack); i >= 0 && t.Rank() > 0 && !p.acted {
			return take(i, gen.ValidValue)
		}
		if elsewhere && p.present.spent < taskEvents/2 {
			return p.approach(s, t)
		}
		p.done()
		p.events = events[1:]
		return give(events[0])
	}
	switch t.Kind {
	case guide.AchieveText:
		if i := s.Presses().Field(t.Widgets); i >= 0 {
			p.done()
			p.typed = true
			return s.typeInto(i, t.Achiever)
		}
		if !elsewhere {
			if c, ok := p.openField(s, t); ok {
				return c, true
			}
		}
	case guide.AchieveConfirm:
		if i := s.Front().Confirmation(); i >= 0 {
			p.done()
			return take(i, gen.ValidValue)
		}
	case guide.AchievePreference:
		return p.preference(s, t)
	case guide.AchieveAddRows:
		return p.addRows(s, t, elsewhere)
	case guide.AchieveDeleteRows:
		return p.deleteRows(s, t)
	case guide.AchieveHandler, guide.AchieveOrder:
		if c, ok := p.handler(s, t, elsewhere); ok {
			return c, true
		}
	case guide.AchieveGesture:
		if i := p.ready.gesture(s, t.Gesture); i >= 0 && t.Alternative() {
			p.done()
			return choice{kind: giveEvent, offer: i, event: s.Offers[i].Event}, true
		}
		if i := s.Presses().Gesture(t.Gesture, t.Widgets); i >= 0 && !elsewhere {
			p.done()
			if t.Gesture == guide.GestureDoubleTap { // faster than the app, without the time between two touches of a person
				return choice{kind: giveEvent, offer: i, event: s.Offers[i].Event}, true
			}
			return take(i, s.ValueClass(s.View.Screen))
		}
	case guide.AchieveOpen: // the tasks before have led there
		p.done()
		return choice{}, false
	case guide.AchievePermission, guide.AchieveLifecycle, guide.AchieveAnswer, guide.AchieveServer, guide.AchieveStart,
		guide.AchieveDevice, guide.AchieveOutside: // the device knows no event for it
		p.owner.tally.Miss(t)
		p.done()
		return choice{}, false
	}
	return p.approach(s, t)
}

// untried is another achiever of a task's goal that was never done and can be done here, where the task was done in
// vain: what wants a row could not be tried while there was none. It is the task where there is no such achiever.
func (p *planned) untried(s *state, t goals.Task, elsewhere bool) goals.Task {
	if elsewhere {
		return t
	}
	activity := s.Relevance.Place(s.View.Screen).Activity
	for _, other := range p.owner.tally.Untried(t) {
		if !p.owner.shows(other, activity) || s.Presses().Serving(other.Widgets, other.Role) < 0 {
			continue
		}
		goals.Replace(p.all, t, other)
		p.tasks = append([]goals.Task{other}, p.tasks[1:]...)
		return other
	}
	return t
}

// handler uses what runs a handler; rows are picked or added where it waits for them.
func (p *planned) handler(s *state, t goals.Task, elsewhere bool) (choice, bool) {
	submit := event.Event{Kind: event.EditorAction, Arg: "default"}
	if p.typed && !elsewhere && t.SendsTyped(s.View.Screen) {
		p.done()
		return give(submit)
	}
	i := -1
	if !t.OfActionMode() || slices.ContainsFunc(t.Widgets, relevance.Named) {
		i = s.Presses().Likeliest(t.Widgets, t.Role, goals.NextScreen(p.tasks, t), s.Presses().Serving(t.Widgets, t.Role))
	}
	if i < 0 && t.Role == guide.RoleText {
		if i = s.Presses().SearchField(t.Widgets); i < 0 && !elsewhere {
			if c, ok := p.openField(s, t); ok {
				return c, true
			}
		}
	}
	p.present.looked = p.present.looked || i < 0 && !elsewhere
	if i < 0 && !elsewhere {
		if c, ok := p.awaken(s, t); ok {
			return c, true
		}
	}
	if i < 0 && !elsewhere && t.OfActionMode() {
		if c, ok := p.pick(s, t); ok {
			return c, true
		}
		return p.populate(s, t)
	}
	if i < 0 && !elsewhere && t.OfContextMenu() && !s.View.Screen.Floating() && p.present.spent <= taskEvents/2 {
		if row := s.Presses().Serving(nil, guide.RoleLongClick); row >= 0 {
			return take(row, gen.ValidValue)
		}
	}
	row := transition.RowAt(s.View.Screen, s.Offers, t.Positions, s.Presses().RowTries)
	byText := func(w guide.Widget) bool { return w.ID == "" && w.Text != "" }
	if i >= 0 && row >= 0 && s.Offers[i].Listed && !slices.ContainsFunc(t.Widgets, byText) {
		i = row
	}
	if i >= 0 && t.Want.Class == guide.WantLast {
		if e, ok := s.Front().ToEnd(); ok && !p.present.atEnd {
			p.present.atEnd = true
			return give(e)
		}
		i = s.Presses().Last(i)
	}
	if c, ok := p.unblock(s, t, i); ok {
		return c, true
	}
	if i >= 0 && (!elsewhere || slices.ContainsFunc(t.Widgets, relevance.Named)) {
		if c, ok := p.fillFirst(s, t, i); ok {
			return c, true
		}
		p.ready.note(s, t, i)
		p.blocked.note(s, t, i)
		p.rows.note(s, t, i)
		p.opened.note(s, t, i)
		p.owner.doneAt[t.Achiever] = s.Here
		p.added.left = 0
		p.done()
		if t.Submits() {
			if p.typed && s.View.Screen.Widgets[s.Offers[i].Widget].Typed() != "" {
				return give(submit) // what the plan wants there
			}
			p.events = []event.Event{submit}
		}
		if p.owner.concurrent && t.Goal.Kind == guide.GoalCrash {
			if first, others := s.Front().CheckSeveral(t.Widgets, t.Role); first >= 0 {
				i, p.events = first, others
			}
		}
		return take(i, s.ValueClass(s.View.Screen))
	}
	if p.added.left == 0 && !p.formCameUp(s, t, elsewhere) && (elsewhere || p.doneElsewhere(s, t)) {
		return choice{}, false
	}
	return p.populate(s, t)
}

// addRows adds rows by the handler of the task: its widget, and the forms that follow, as often as rows are wanted.
func (p *planned) addRows(s *state, t goals.Task, elsewhere bool) (choice, bool) {
	if len(t.Widgets) == 0 && !elsewhere {
		c, ok := p.populate(s, t)
		if !ok {
			p.done()
		}
		return c, ok
	}
	if p.present.rows == 0 {
		p.present.rows = max(1, t.Rows)
	}
	fields := s.Front().Fields()
	if i := s.Presses().Serving(t.Widgets, t.Role); i >= 0 {
		if !p.present.filled && len(fields) > 0 { // an empty form adds none
			p.present.filled = true
			p.form.left = form.Texts(s.Front())
			if c, ok := p.form.next(s); ok {
				return c, true
			}
		}
		p.present.filled = false
		if p.present.rows--; p.present.rows <= 0 {
			p.done()
		} else {
			p.present.spent = 0
		}
		return take(i, gen.ValidValue)
	}
	// A form in front may be that of the rows, or another one: what is known of the handler is looked for first.
	known := slices.ContainsFunc(t.Widgets, relevance.Named) && p.present.spent <= taskEvents/2
	if fields = s.fields(); len(fields) > 0 && !known {
		p.form.left = s.form(fields)
		return p.form.next(s)
	}
	return p.approach(s, t)
}

// holds says whether a task is needless: its screen is in front, there is no row that could be deleted, or the
// row is there that the list is to have. What a form lists are its fields.
func (s *state) holds(t goals.Task) bool {
	switch {
	case t.Kind == guide.AchieveDeleteRows:
		return !s.Front().HasRow(nil)
	case t.Kind == guide.AchieveAddRows && t.Goal.Want.Class == guide.WantPresent:
		return s.Relevance.Place(s.View.Screen).Activity == t.Goal.Screen && s.Front().HasRow(nil) &&
			len(s.Front().TextFields()) == 0
	}
	return t.Goal.Kind == guide.GoalScreen && s.Relevance.Place(s.View.Screen).Activity == t.Goal.Subject.Class
}
