package guided

import (
	"slices"
	"strings"

	"talpa/asra/guide"
	"talpa/fuzz/event"
	"talpa/fuzz/gen"
	"talpa/fuzz/gen/guided/goals"
	"talpa/fuzz/gen/guided/naming"
	"talpa/fuzz/gen/guided/relevance"
	"talpa/fuzz/gen/guided/settings"
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
	// complete says that all of the last plan could be done, repeats how often it was done again in the episode.
	complete bool
	repeats  int
	adders   []guide.Widget // what adds rows
	beyond   bool           // the crash is an index that is not below the size
	words    naming.Words   // of the crash's methods
	// shown are the activities that a callback may run in, leads those from which something leads to the crash.
	shown map[string][]string
	leads map[string]bool
}

// beginning asks followGuide at the begin of the first episodes only.
type beginning struct{ *followGuide }

// Propose implements Strategy.
func (b beginning) Propose(s *state) (plan, bool) {
	switch {
	case s.episode > surePaths:
		return nil, false
	case s.length <= 1:
		b.repeats = 0
	case !b.complete || b.repeats >= sureRepeats:
		return nil, false
	default:
		b.repeats++
	}
	return b.followGuide.Propose(s)
}

const (
	// pathEvents is the number of events that follow the path without a plan: a path of the corpus has
	// a dozen steps at most, and each may miss once.
	pathEvents = 25
	// surePaths is the number of episodes that begin with the guide's plan.
	surePaths = 2
	// sureRepeats is how often in these episodes a plan of which all could be done is done again: with
	// other rows, texts and alternatives.
	sureRepeats = 2
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
	if g == nil {
		return f
	}
	f.adders, f.beyond, f.words = goals.Adders(g), goals.IndexBeyond(g), goals.CrashWords(g)
	f.shown, f.leads = map[string][]string{}, map[string]bool{}
	for i := range g.Callbacks {
		f.shown[g.Callbacks[i].Method] = g.Callbacks[i].Components
	}
	for i := range g.Components {
		f.leads[g.Components[i].Name] = g.Components[i].Distance >= 0
	}
	switch {
	case g.Plan != nil && len(g.Plan.Goals) > 0:
		f.plan = g.Plan
	case len(g.Milestones) > 0:
		f.plan = goals.OfMilestones(g)
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
		if tasks := goals.Order(f.plan, f.choose(s)); len(tasks) > 0 {
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
	f.plans, f.complete = f.plans+1, false
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
func (f *followGuide) fail(t goals.Task) {
	for i := range t.Goal.Achievers {
		if a := &t.Goal.Achievers[i]; a.Kind == t.Kind && a.Method == t.Method && a.Key == t.Key {
			f.failed[[2]int{t.Goal.ID, i}]++
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
	tasks   []goals.Task // the present one first
	begun   bool         // the present one
	spent   int          // events of it
	skipped int
	rows    int           // still to be added
	walk    *visit        // under way
	form    steps         // under way
	events  []event.Event // under way
	last    int

	typed      bool // a text of the plan, which no form is to overwrite
	ready      readiness
	added      population
	rowsPicked picking
	varied     []gen.Key // entries of a settings screen that were changed so that another one may be enabled
}

// outside implements roamer: the app is brought back.
func (p *planned) outside(*state) (event.Event, bool) { return event.Event{}, false }

func (p *planned) next(s *state) (choice, bool) {
	for len(p.tasks) > 0 {
		if c, ok := p.goOn(s); ok {
			return c, true
		}
		t := p.tasks[0]
		if !p.begun && (s.holds(t) || p.owner.astray(t)) {
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
		p.owner.complete = p.skipped == 0
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
func (p *planned) do(s *state, t goals.Task) (choice, bool) {
	elsewhere := t.Rank() > 0 && !p.owner.shows(t, s.relevance.Place(s.view.Screen).Activity)
	if alternative(t) && !p.ready.here(s) {
		return p.comeBack(s)
	}
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
			p.typed = true
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
		if c, ok := p.handler(s, t, elsewhere); ok {
			return c, true
		}
	case guide.AchieveGesture:
		if i := p.ready.gesture(s, t.Gesture); i >= 0 && alternative(t) {
			p.done()
			return choice{kind: giveEvent, offer: i, event: s.offers[i].Event}, true
		}
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

// handler uses what runs a handler; rows are picked or added where it waits for them.
func (p *planned) handler(s *state, t goals.Task, elsewhere bool) (choice, bool) {
	if !elsewhere && relevance.MethodName(t.Method) == actionItem && len(t.Widgets) == 0 {
		if c, ok := p.pick(s, t); ok {
			return c, true
		}
		return p.populate(s, t)
	}
	if i := s.offerOf(t.Widgets, t.Role); i >= 0 && (!elsewhere || slices.ContainsFunc(t.Widgets, named)) {
		p.ready.note(s, t, i)
		p.added.left = 0
		p.done()
		return take(i, s.valueClass(s.view.Screen))
	}
	if elsewhere && p.added.left == 0 {
		return choice{}, false
	}
	return p.populate(s, t)
}

// shows says whether a task can be done in an activity: in its screen, or in any that the
// handler may run in, since the path names but one of them.
func (f *followGuide) shows(t goals.Task, activity string) bool {
	if t.Screen == "" || t.Screen == activity || strings.HasPrefix(t.Method, descriptor(t.Screen)) {
		return t.Screen == "" || t.Screen == activity
	}
	return slices.Contains(f.shown[t.Method], t.Screen) && slices.Contains(f.shown[t.Method], activity)
}

// descriptor begins the DEX names of the methods of a class and of its inner classes.
func descriptor(class string) string { return "L" + strings.ReplaceAll(class, ".", "/") }

// astray says whether a task only helps, by a handler on a screen from which nothing leads to the crash:
// the field that it sets is another object's.
func (f *followGuide) astray(t goals.Task) bool {
	return t.Goal.Kind == guide.GoalHold && t.Kind == guide.AchieveHandler && t.Screen != "" && !f.leads[t.Screen]
}

// approach goes to where a task can be done: over known edges, by the menu, by scrolling, or by
// what matters.
func (p *planned) approach(s *state, t goals.Task) (choice, bool) {
	from := s.routes()
	node, seen := from.nearest(t)
	if node != nil && node != s.here {
		p.walk = from.walk(node, nil)
		if c, ok := p.walk.next(s); ok {
			return c, true
		}
		p.walk = nil
	}
	if i := s.goBack(); node == nil && seen && i >= 0 && p.spent <= maxBacks {
		return take(i, gen.AnyValue) // it was behind
	}
	shown := p.owner.shows(t, s.relevance.Place(s.view.Screen).Activity)
	if i := s.resembling(t.Words(shown)); i >= 0 && s.rng.Float64() < alikeShare {
		return take(i, gen.ValidValue)
	}
	if i := s.menuOpener(); i >= 0 && (t.Role == guide.RoleMenu || !shown) {
		return take(i, gen.AnyValue)
	}
	// What is wanted next after a text is mostly the button below, which the keyboard covers.
	if i := s.scrollable(2*p.spent > taskEvents); shown && i >= 0 && (p.typed && p.spent <= 2 || s.rng.Intn(2) == 0) {
		return take(i, gen.AnyValue)
	}
	c, ok := s.onPath()
	c.whole = p.typed
	return c, ok
}

// menuOpener returns what brings up a menu or a drawer that was not opened here yet: a button, or the
// menu key; -1 if there is none.
func (s *state) menuOpener() int {
	if s.view.Screen.Floating() {
		return -1
	}
	key := -1
	for i := range s.offers {
		o := &s.offers[i]
		switch {
		case s.action(i).Tries > 0 || o.Event.Kind != event.Tap && o.Event.Kind != event.Menu:
		case o.System && o.Event.Kind == event.Menu:
			key = i
		case !o.System && naming.OpensMenu(s.view.Screen.Widgets[o.Widget].Desc):
			return i
		}
	}
	return key
}

// nearest returns the nearest known node that offers what bears the id or text of a task's
// widgets, or else is its screen; seen says that there is one, though no path to it may be known.
func (r routes) nearest(t goals.Task) (best *transition.Node, seen bool) {
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

// alikeShare is the part of the choices in which what is called like the task's screen is pressed, where it
// is in front: names deceive.
const alikeShare = 0.8

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
		return o.PressesWidget() &&
			naming.Confirms(&s.view.Screen.Widgets[o.Widget], o.Label)
	})
}

// preference changes a preference: it goes to its row, presses it, and gives the dialog its value.
func (p *planned) preference(s *state, t goals.Task) (choice, bool) {
	if s.view.Screen.Floating() && p.rows > 0 {
		if c, ok := p.answer(s, t); ok {
			return c, true
		}
	}
	if p.rows > 0 && !s.view.Screen.Floating() {
		i := s.confirmation()
		p.done() // a box that is checked now
		if t.Title == "" && i >= 0 {
			return take(i, gen.ValidValue) // the screen as a whole
		}
		return choice{}, false
	}
	if t.Title == "" {
		return p.ownSetting(s, t)
	}
	if i := s.labelled(t.Title); i >= 0 {
		p.rows = 1
		return take(i, gen.ValidValue)
	}
	if i := p.enable(s, t); i >= 0 {
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
		if !s.shows(set) {
			opener := goals.Task{Goal: t.Goal, Achiever: &guide.Achiever{Kind: guide.AchieveHandler, Role: guide.RoleMenu,
				Widgets: t.Widgets, Label: t.Label}}
			if i := s.offerOf(t.Widgets, guide.RoleMenu); i >= 0 {
				return take(i, gen.ValidValue)
			}
			return p.approach(s, opener)
		}
	}
	if i := s.scrollable(2*p.spent > taskEvents); i >= 0 {
		return take(i, gen.AnyValue)
	}
	return s.onPath()
}

// shows says whether the screen in front shows other settings of the same screen.
func (s *state) shows(set *settings.Setting) bool {
	return slices.ContainsFunc(s.offers, func(o transition.Offer) bool {
		return o.Sets != nil && slices.ContainsFunc(o.Sets.Screens, func(screen string) bool {
			return slices.Contains(set.Screens, screen)
		})
	})
}

// ownSetting changes a setting on a screen that the app builds itself: the entry that is called like
// the key, or another one that was not tried, and what confirms the screen.
func (p *planned) ownSetting(s *state, t goals.Task) (choice, bool) {
	if s.relevance.Place(s.view.Screen).Activity != t.Screen {
		return p.approach(s, t)
	}
	i := s.resembling(naming.WordsOf(t.Key))
	if i < 0 {
		i = gen.Draw(s.rng, len(s.offers), func(i int) float64 {
			o := &s.offers[i]
			if !o.PressesWidget() || !o.Listed && !s.view.Screen.Widgets[o.Widget].Checkable {
				return 0
			}
			return 1 / float64(1+s.action(i).Tries)
		})
	}
	if i < 0 {
		return p.approach(s, t)
	}
	p.rows = 1
	return take(i, gen.ValidValue)
}

// answer gives the dialog of a preference its value, or another one than it has.
func (p *planned) answer(s *state, t goals.Task) (choice, bool) {
	ok := s.confirmation()
	if ok >= 0 {
		p.form.left = []step{{key: s.offers[ok].Key}}
	}
	if i := s.field(nil); i >= 0 {
		c, typed := s.typeInto(i, t.Achiever)
		p.done()
		return c, typed
	}
	if t.Want.Class != guide.WantChanged {
		for _, value := range append(slices.Clone(t.Values), t.Want.Text) {
			if i := s.labelled(value); i >= 0 {
				p.done()
				return take(i, gen.ValidValue)
			}
		}
	}
	i := s.otherChoice()
	if i < 0 {
		p.form.left, i = nil, ok
	}
	if i < 0 {
		return choice{}, false
	}
	p.done()
	return take(i, gen.ValidValue)
}

// otherChoice draws one of the choices of a dialog that is not taken; -1 if there is none.
func (s *state) otherChoice() int {
	return gen.Draw(s.rng, len(s.offers), func(i int) float64 {
		o := &s.offers[i]
		if !o.PressesWidget() {
			return 0
		}
		w := &s.view.Screen.Widgets[o.Widget]
		if !w.Checkable || w.Checked || w.Selected {
			return 0
		}
		return 1
	})
}

// enable changes another entry of the settings screen in front, where the one that is
// wanted is shown and cannot be used: code enables entries by what others are set to. Those
// next to it come first. -1 if it is not so.
func (p *planned) enable(s *state, t goals.Task) int {
	dead := slices.IndexFunc(s.view.Screen.Widgets, func(w ui.Widget) bool {
		return t.Title != "" && strings.EqualFold(w.Text, t.Title)
	})
	if dead < 0 || s.view.Screen.Floating() || len(p.varied) >= maxVaried {
		return -1
	}
	best, least := -1, 0
	for i := range s.offers {
		o := &s.offers[i]
		if !o.PressesWidget() || !o.Listed || slices.Contains(p.varied, o.Key) {
			continue
		}
		far := s.view.Screen.Widgets[dead].Bounds.Top - o.Event.Y
		if far = max(far, -2*far); best < 0 || far < least { // what comes before it rather than after
			best, least = i, far
		}
	}
	if best >= 0 {
		p.varied, p.spent = append(p.varied, s.offers[best].Key), 0
		p.tasks = append([]goals.Task{{Goal: t.Goal, Achiever: &guide.Achiever{Kind: guide.AchievePreference,
			Title: s.offers[best].Label,
			Want:  guide.Want{Class: guide.WantChanged}}}}, p.tasks...)
		p.rows = 1
	}
	return best
}

// maxVaried bounds the entries that are changed so that another one may be enabled.
const maxVaried = 6

// labelled returns the offer to press what bears the text; -1 if there is none.
func (s *state) labelled(text string) int {
	if text == "" {
		return -1
	}
	at := s.relevance.Place(s.view.Screen)
	return slices.IndexFunc(s.offers, func(o transition.Offer) bool {
		return o.PressesWidget() &&
			slices.Contains(at.Texts(s.view.Screen, o.Candidate), strings.ToLower(text))
	})
}

// addRows adds rows by the handler of the task: its widget, and the forms that follow, as often as rows
// are wanted.
func (p *planned) addRows(s *state, t goals.Task) (choice, bool) {
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
