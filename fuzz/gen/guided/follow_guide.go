package guided

import (
	"slices"
	"strings"

	"talpa/asra/guide"
	"talpa/fuzz/event"
	"talpa/fuzz/gen"
	"talpa/fuzz/gen/guided/relevance"
	"talpa/fuzz/gen/guided/transition"
	"talpa/fuzz/ui"
)

// followGuide does what the guide's plan says, goal after goal. Where nothing of the plan is
// offered it draws what matters most, and it leaves screens from which nothing leads to the target.
type followGuide struct {
	plan *guide.Plan
	// failed counts how often an achiever was not found or did not do, by goal and index.
	failed map[[2]int]int
	plans  int // proposed
}

// beginning asks followGuide at the begin of the first episodes only.
type beginning struct{ *followGuide }

// Propose implements Strategy.
func (b beginning) Propose(s *state) (plan, bool) {
	if s.episode > surePaths || s.length > 1 {
		return nil, false
	}
	return b.followGuide.Propose(s)
}

const (
	// pathEvents is the number of events that follow the path without a plan: a path of the corpus has
	// a dozen steps at most, and each may miss once.
	pathEvents = 25
	// surePaths is the number of episodes that begin with the guide's plan.
	surePaths = 2
	// offPathFactor is the factor of an activity below which nothing leads on to the target.
	offPathFactor = 0.5
	// turnBack is the part of the events there that leave it. Not all: the guide may not know the
	// way on.
	turnBack = 0.6
	// taskEvents is the number of events that a task may take, walks left out, before it has failed; a list
	// is scrolled and a menu opened in some.
	taskEvents = 10
	// lastEvents is the number of events by weight after the last task: what the plan does not know
	// is near.
	lastEvents = 6
	// maxSkipped is the number of tasks that may fail: the guide names some that are not needed.
	maxSkipped = 2
)

func newFollowGuide(g *guide.Guide) *followGuide {
	f := &followGuide{failed: map[[2]int]int{}}
	switch {
	case g == nil:
	case g.Plan != nil && len(g.Plan.Goals) > 0:
		f.plan = g.Plan
	case len(g.Milestones) > 0:
		f.plan = milestonePlan(g)
	}
	return f
}

// Name implements Strategy.
func (*followGuide) Name() string { return "follow_guide" }

// Observe implements Strategy: what was done is told by the screens that follow.
func (*followGuide) Observe(*state, gen.Outcome) {}

// Propose implements Strategy.
func (f *followGuide) Propose(s *state) (plan, bool) {
	if f.plan != nil {
		if tasks := order(f.plan, f.choose(s)); len(tasks) > 0 {
			return &planned{owner: f, tasks: tasks, last: lastEvents}, true
		}
	}
	if !s.relevance.Routed {
		return nil, false
	}
	return &pathPlan{left: pathEvents}, true
}

// crashTries is the number of alternatives that are done one after the other where all else is
// ready for the crash: each costs an event or two, to come there again costs many.
const crashTries = 3

// choose draws one of the achievers of a goal, or some of the crash; in the first plan the
// first comes first.
func (f *followGuide) choose(s *state) func(guide.Goal) []*guide.Achiever {
	f.plans++
	return func(goal guide.Goal) []*guide.Achiever {
		most := 1
		if goal.Kind == guide.GoalCrash {
			most = crashTries
		}
		var chosen []*guide.Achiever
		for range min(most, len(goal.Achievers)) {
			i := gen.Draw(s.rng, len(goal.Achievers), func(i int) float64 {
				failed := float64(1 + f.failed[[2]int{goal.ID, i}])
				switch {
				case slices.Contains(chosen, &goal.Achievers[i]):
					return 0
				case f.plans == 1 && i > len(chosen):
					return 0
				}
				return 1 / (float64(1+i) * failed * failed)
			})
			chosen = append(chosen, &goal.Achievers[i])
		}
		return chosen
	}
}

// fail notes that a task could not be done.
func (f *followGuide) fail(t task) {
	for i := range t.goal.Achievers {
		if a := &t.goal.Achievers[i]; a.Kind == t.Kind && a.Method == t.Method && a.Key == t.Key {
			f.failed[[2]int{t.goal.ID, i}]++
			return
		}
	}
}

// pathPlan is a plan that follows the path by what matters.
type pathPlan struct{ left int }

// outside implements roamer: the app is brought back.
func (*pathPlan) outside(*state) (event.Event, bool) { return event.Event{}, false }

func (p *pathPlan) next(s *state) (choice, bool) {
	if p.left--; p.left <= 0 {
		return choice{}, false
	}
	return s.onPath()
}

// onPath chooses by what matters, and leaves what leads nowhere.
func (s *state) onPath() (choice, bool) {
	if s.offPath() && s.rng.Float64() < turnBack {
		if i := s.find(gen.KeyOf(event.Event{Kind: event.Back})); i >= 0 {
			return take(i, gen.AnyValue)
		}
	}
	return choice{kind: drawOffer, onPath: true}, true
}

// planned is a plan that does the tasks of the guide's plan.
type planned struct {
	owner   *followGuide
	tasks   []task // the present one first
	begun   bool   // the present one
	spent   int    // events of it
	skipped int
	rows    int           // still to be added
	walk    *visit        // under way
	form    steps         // under way
	events  []event.Event // under way
	last    int
}

// outside implements roamer: the app is brought back.
func (p *planned) outside(*state) (event.Event, bool) { return event.Event{}, false }

func (p *planned) next(s *state) (choice, bool) {
	for len(p.tasks) > 0 {
		if c, ok := p.goOn(s); ok {
			return c, true
		}
		t := p.tasks[0]
		if !p.begun && s.holds(t) {
			p.done()
			continue
		}
		p.begun = true
		if p.spent++; p.spent > taskEvents {
			p.owner.fail(t)
			if p.skipped++; p.skipped > maxSkipped {
				return choice{}, false
			}
			p.done()
			continue
		}
		if c, ok := p.do(s, t); ok {
			return c, true
		}
	}
	if p.last--; p.last < 0 {
		return choice{}, false
	}
	return s.onPath()
}

// done goes to the next task.
func (p *planned) done() {
	p.tasks, p.begun, p.spent, p.rows, p.walk = p.tasks[1:], false, 0, 0, nil
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
	if p.walk != nil {
		if c, ok := p.walk.next(s); ok {
			return c, true
		}
		if p.walk = nil; p.skipWalked(s) {
			p.done()
		}
	}
	return choice{}, false
}

// skipWalked says that the walk has brought the task about.
func (p *planned) skipWalked(s *state) bool { return len(p.tasks) > 0 && s.holds(p.tasks[0]) }

// do returns an event of a task; false to look at what is next.
func (p *planned) do(s *state, t task) (choice, bool) {
	elsewhere := t.rank() > 0 && t.Screen != "" && s.relevance.Place(s.view.Screen).Activity != t.Screen
	if events := s.eventsOf(t); len(events) > 0 {
		if elsewhere && p.spent < taskEvents/2 {
			return p.approach(s, t)
		}
		p.done()
		p.events = events[1:]
		return give(events[0])
	}
	switch t.Kind {
	case guide.AchieveText:
		if i := s.field(t.Widgets); i >= 0 {
			p.done()
			return s.typeInto(i, t.Achiever)
		}
	case guide.AchieveConfirm:
		if i := s.confirmation(); i >= 0 {
			p.done()
			return take(i, gen.ValidValue)
		}
	case guide.AchievePreference:
		return p.preference(s, t)
	case guide.AchieveAddRows:
		return p.addRows(s, t)
	case guide.AchieveHandler, guide.AchieveDeleteRows, guide.AchieveOrder:
		if i := s.offerOf(t.Widgets, t.Role); i >= 0 {
			p.done()
			return take(i, s.valueClass(s.view.Screen))
		}
	case guide.AchieveGesture:
		if i := s.gesture(t); i >= 0 && !elsewhere {
			p.done()
			return take(i, s.valueClass(s.view.Screen))
		}
	case guide.AchieveOpen: // the tasks before have led there
		p.done()
		return choice{}, false
	case guide.AchievePermission, guide.AchieveLifecycle, guide.AchieveAnswer, guide.AchieveServer, guide.AchieveStart,
		guide.AchieveDevice, guide.AchieveOutside: // the device knows no event for it
		p.owner.fail(t)
		p.done()
		return choice{}, false
	}
	return p.approach(s, t)
}

// approach goes to where a task can be done: over known edges, by the menu, by scrolling, or by
// what matters.
func (p *planned) approach(s *state, t task) (choice, bool) {
	from := s.routes()
	node, seen := from.nearest(t)
	if node != nil && node != s.here {
		p.walk = from.walk(node, nil)
		if c, ok := p.walk.next(s); ok {
			return c, true
		}
		p.walk = nil
	}
	if i := s.find(gen.KeyOf(event.Event{Kind: event.Back})); node == nil && seen && i >= 0 && p.spent <= maxBacks {
		return take(i, gen.AnyValue) // it was behind
	}
	at := s.relevance.Place(s.view.Screen)
	if t.Screen == "" || at.Activity == t.Screen {
		if t.Role == guide.RoleMenu && !at.Floating && s.rng.Intn(2) == 0 {
			return give(event.Event{Kind: event.Menu})
		}
		if i := s.scrollable(2*p.spent > taskEvents); i >= 0 && s.rng.Intn(2) == 0 {
			return take(i, gen.AnyValue)
		}
	}
	return s.onPath()
}

// nearest returns the nearest known node that offers what bears the id or text of a task's
// widgets, or else is its screen; seen says that there is one, though no path to it may be known.
func (r routes) nearest(t task) (best *transition.Node, seen bool) {
	least := -1
	consider := func(n *transition.Node, extra int) {
		seen = true
		if steps, _ := r.steps(n); steps >= 0 && (least < 0 || steps+extra < least) {
			best, least = n, steps+extra
		}
	}
	for _, n := range r.s.graph.Nodes {
		for _, a := range n.Actions {
			if slices.ContainsFunc(t.Widgets, func(w guide.Widget) bool {
				return w.ID != "" && a.ID == relevance.ShortID(w.ID) || w.Text != "" && a.Label == strings.ToLower(w.Text)
			}) {
				consider(n, 0)
			}
		}
		if t.Screen != "" && relevance.JavaName(n.Activity) == t.Screen {
			consider(n, elsewhereSteps)
		}
	}
	return best, seen
}

// elsewhereSteps is how many steps a screen counts as more than one that showed what is wanted.
const elsewhereSteps = 3

// field returns the text field of one of the widgets, or the only one there is; -1 if there is none.
func (s *state) field(widgets []guide.Widget) int {
	if i := s.offerOf(widgets, guide.RoleText); i >= 0 {
		return i
	}
	only := -1
	for i := range s.offers {
		if o := &s.offers[i]; !o.System && o.Verb == ui.Type {
			if only >= 0 {
				return -1
			}
			only = i
		}
	}
	if s.view.Screen.Floating() {
		return only
	}
	return -1
}

// typeInto chooses to type what an achiever wants into a field.
func (s *state) typeInto(offer int, a *guide.Achiever) (choice, bool) {
	c := choice{kind: giveEvent, offer: offer, event: s.offers[offer].Event}
	switch {
	case len(a.Values) > 0:
		i := gen.Draw(s.rng, len(a.Values), func(i int) float64 { return 1 / float64(1+i) })
		c.event.Value = a.Values[i]
	case a.Want.Class == guide.WantText:
		c.event.Value = a.Want.Text
	case a.Want.Class == guide.WantEmpty:
		c.event.Value = ""
	default:
		return take(offer, gen.EdgeValue)
	}
	return c, true
}

// confirmation returns the button that confirms; -1 if there is none.
func (s *state) confirmation() int {
	return slices.IndexFunc(s.offers, func(o transition.Offer) bool {
		return !o.System && o.Verb == ui.Press && o.Event.Kind == event.Tap &&
			confirms(&s.view.Screen.Widgets[o.Widget], o.Label)
	})
}

// preference changes a preference: it goes to its row, presses it, and gives the dialog its value.
func (p *planned) preference(s *state, t task) (choice, bool) {
	if s.view.Screen.Floating() && p.rows > 0 {
		if i := s.field(nil); i >= 0 {
			c, ok := s.typeInto(i, t.Achiever)
			p.done()
			if ok := s.confirmation(); ok >= 0 {
				p.form.left = []step{{key: s.offers[ok].Key}}
			}
			return c, ok
		}
		for _, value := range append(slices.Clone(t.Values), t.Want.Text) {
			if i := s.labelled(value); i >= 0 {
				p.done()
				return take(i, gen.ValidValue)
			}
		}
		if i := s.confirmation(); i >= 0 {
			p.done()
			return take(i, gen.ValidValue)
		}
	}
	if p.rows > 0 && !s.view.Screen.Floating() {
		p.done() // a box that is checked now
		return choice{}, false
	}
	if i := s.labelled(t.Title); i >= 0 {
		p.rows = 1
		return take(i, gen.ValidValue)
	}
	if set := s.settings.ByTitle(t.Title); set != nil {
		from := s.routes()
		if spot := from.places()(set); spot.node != nil && (spot.node != s.here || spot.do != nil) {
			p.walk = from.walk(spot.node, spot.do)
			if c, ok := p.walk.next(s); ok {
				return c, true
			}
			p.walk = nil
		}
	}
	if i := s.scrollable(2*p.spent > taskEvents); i >= 0 {
		return take(i, gen.AnyValue)
	}
	return s.onPath()
}

// labelled returns the offer to press what bears the text; -1 if there is none.
func (s *state) labelled(text string) int {
	if text == "" {
		return -1
	}
	at := s.relevance.Place(s.view.Screen)
	return slices.IndexFunc(s.offers, func(o transition.Offer) bool {
		return !o.System && o.Verb == ui.Press && o.Event.Kind == event.Tap &&
			slices.Contains(at.Texts(s.view.Screen, o.Candidate), strings.ToLower(text))
	})
}

// addRows adds rows by the handler of the task: its widget, and the forms that follow, as often as rows
// are wanted.
func (p *planned) addRows(s *state, t task) (choice, bool) {
	if p.rows == 0 {
		p.rows = max(1, t.Rows)
	}
	if i := s.offerOf(t.Widgets, t.Role); i >= 0 {
		if p.rows--; p.rows <= 0 {
			p.done()
		} else {
			p.spent = 0
		}
		return take(i, gen.ValidValue)
	}
	if fields := s.fields(); len(fields) > 0 {
		p.form.left = s.form(fields)
		return p.form.next(s)
	}
	return p.approach(s, t)
}

// scrollable returns the offer that scrolls the largest widget, down or back up; -1 if there is none.
func (s *state) scrollable(back bool) int {
	best, most := -1, 0
	for i := range s.offers {
		o := &s.offers[i]
		if o.System {
			continue
		}
		down := o.Verb == ui.ScrollDown || o.Verb == ui.ScrollRight
		up := o.Verb == ui.ScrollUp || o.Verb == ui.ScrollLeft
		w := &s.view.Screen.Widgets[o.Widget]
		if (!back && down || back && up) && w.Bounds.Area() > most && !strings.HasSuffix(w.Class, "Spinner") {
			best, most = i, w.Bounds.Area()
		}
	}
	return best
}
