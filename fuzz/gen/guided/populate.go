package guided

import (
	"slices"

	"talpa/asra/guide"
	"talpa/fuzz/event"
	"talpa/fuzz/gen"
	"talpa/fuzz/gen/guided/form"
	"talpa/fuzz/gen/guided/goals"
	"talpa/fuzz/gen/guided/transition"
)

// An app without data has no rows. Where a handler waits for a row and the list is empty, a row is
// added as a person does who never saw the app: by what the guide says to add rows or what is
// called "add" or the like, on the screen or in its menu; the form that comes up is filled and
// confirmed. Where that was in vain, another app hands it something: a file to view, a link to open. Where nothing does
// there, rows are added on another screen of which the guide says so.

const (
	// populateEvents is the number of events that adding a row takes at most: menu, item, fields, button.
	populateEvents = 8
	// maxPopulated is how often it is tried within a plan.
	maxPopulated = 2
	// maxForms is how often a form is filled before what confirms it counts as pressed in vain.
	maxForms = 2
	// lookEvents is the number of events of a task after which rows are added on another screen: the list may have to
	// be scrolled, and a menu opened.
	lookEvents = 3
	// maxElsewhere is how often a plan is begun again for that: each costs the way to two screens.
	maxElsewhere = 3
)

// population is the adding of a row.
type population struct {
	times int  // begun in this plan
	left  int  // events left of the present one; 0: none is under way
	menu  bool // the menu was opened
	began bool // what adds was pressed
	forms int  // filled since
	backs int  // presses of Back after those that a form which nothing confirms ends with
	// elsewhere is how often the plan was begun again with what adds rows on another screen before it.
	elsewhere int
}

// begin begins to add a row, once more in this plan.
func (a *population) begin() {
	*a = population{times: a.times + 1, left: populateEvents, elsewhere: a.elsewhere}
}

// leaves is how often Back leaves the form that is still there: once more where nothing confirms it, since the first
// one has hidden the keyboard; twice where what seemed to confirm it was pressed in vain, since many apps keep what was
// typed when they are left, or ask.
func (a *population) leaves(confirms bool) int {
	switch {
	case confirms && a.forms >= maxForms:
		return 2
	case !confirms && a.forms > 0:
		return 1
	}
	return 0
}

// wantsRow says whether a task waits for a row, and the list in front has none. Rows of another list do not count.
func (s *state) wantsRow(t goals.Task) bool {
	return t.WaitsForRow() && !s.View.Screen.Floating() && !s.Front().HasRow(t.Widgets)
}

// formCameUp says whether a form has come up on another screen since a list was looked at that lacks the row of a task:
// whatever opened it, it is likely to add one, and is taken for the form of adding.
func (p *planned) formCameUp(s *state, t goals.Task, elsewhere bool) bool {
	if !elsewhere || !p.present.looked || !t.WaitsForRow() || p.added.times >= maxPopulated || s.View.Screen.Floating() ||
		len(s.Front().Fields()) == 0 {
		return false
	}
	p.added.begin()
	p.added.began = true
	return true
}

// populate returns the next event of adding a row; false if there is no way, or it is done.
func (p *planned) populate(s *state, t goals.Task) (choice, bool) {
	a := &p.added
	if a.left == 0 {
		if a.times >= maxPopulated || !s.wantsRow(t) {
			return choice{}, false
		}
		a.begin()
	}
	if a.left--; a.left == 0 ||
		a.began && (s.holds(t) || t.Kind != guide.AchieveAddRows && s.Presses().Serving(t.Widgets, t.Role) >= 0) {
		a.left = 0
		return choice{}, false
	}
	p.present.spent = 0
	if a.began && len(s.Front().Fields()) > 0 {
		if a.backs < a.leaves(s.Front().Confirmation() >= 0) {
			a.backs++
			return give(event.Event{Kind: event.Back})
		}
		if a.forms++; a.forms == 2 { // it was confirmed in vain: a field may be out of sight
			if i := s.Front().Upright(); i >= 0 {
				return take(i, gen.AnyValue)
			}
			if i := s.Front().Scrollable(false); i >= 0 {
				return take(i, gen.AnyValue)
			}
		}
		p.form.left = s.validForm()
		return p.form.next(s)
	}
	if a.times > 1 && !a.began && slices.ContainsFunc(s.Offers, transition.Offer.HandsData) {
		a.began = true
		return take(gen.Draw(s.Rng, len(s.Offers), func(i int) float64 {
			if !s.Offers[i].HandsData() {
				return 0
			}
			return s.Offers[i].Weight * s.Action(i).Risk()
		}), gen.ValidValue)
	}
	i := gen.Draw(s.Rng, len(s.Offers), func(i int) float64 {
		if a.began && !s.View.Screen.Floating() {
			return 0
		}
		return s.Front().Adding(i, p.owner.adders) * s.Action(i).Risk()
	})
	switch {
	case i >= 0:
		a.began = true
		return take(i, gen.ValidValue)
	case a.began && s.View.Screen.Floating():
		if i := s.Front().Confirmation(); i >= 0 {
			return take(i, gen.ValidValue)
		}
		return choice{kind: drawOffer, onPath: true}, true
	case !a.menu && !a.began && t.Role != guide.RoleClick:
		a.menu = true
		return give(event.Event{Kind: event.Menu})
	}
	a.left = 0
	return choice{}, false
}

// rowsElsewhere begins the plan again where a task looks for a row on its screen in vain, with a handler before it that
// the guide says to add rows on another screen. A task that could not be tried so has not failed.
func (p *planned) rowsElsewhere(s *state, t goals.Task) bool {
	if !p.present.looked || p.added.left > 0 || p.added.times == 0 && p.present.spent <= lookEvents ||
		p.added.elsewhere >= maxElsewhere || !t.WaitsForRow() {
		return false
	}
	weights := p.owner.tally.AddWeights(p.owner.elsewhere, p.all, t)
	i := gen.Draw(s.Rng, len(weights), func(i int) float64 { return weights[i] })
	if i < 0 {
		return false
	}
	adding := p.owner.elsewhere[i]
	p.owner.tally.Failed([]goals.Task{adding}) // others come first from now on
	p.added.elsewhere++
	p.tasks, p.present = append([]goals.Task{adding}, p.all...), progress{}
	return true
}

// fillFirst fills the fields beside the widget that a task uses before it is used: what adds a row from a form takes
// none from an empty one, and a step of the path may not go on then, which is likely for what confirms, and else shows
// when the plan is done again. Not before the crash: that the form is empty may be why.
func (p *planned) fillFirst(s *state, t goals.Task, offer int) (choice, bool) {
	likely := t.Goal.Subject.Kind == guide.SubjectTable || s.Front().Confirms(&s.Offers[offer])
	if p.present.filled || p.typed || t.Goal.Kind != guide.GoalRun || len(s.Front().Fields()) == 0 ||
		!likely && (p.owner.plans <= 1 || s.Rng.Float64() >= formFirst) {
		return choice{}, false
	}
	p.present.filled = true
	clear(s.Typed)
	p.form.left = form.Texts(s.Front())
	return p.form.next(s)
}

// validForm plans to fill and confirm the form in front.
func (s *state) validForm() []form.Step {
	clear(s.Typed)
	return form.Valid(s.Front())
}
