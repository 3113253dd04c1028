// Package plan writes how to make a crash happen: goals, and what achieves each, as the
// guide has them (guide.Plan). The words are those of partial-order planning: the crash is
// the last goal, what the crash condition and the branches on the path want are goals
// before it, and an achiever can need goals of its own.
//
// It finds out nothing of code that the stages before have not: the path is that of package
// reach, what must hold that of packages crash and condition, who sets what the
// dependencies of package relevance. It adds what brings about a state by the platform's
// rules (specs: events.txt, failures.txt) and where settings are changed: the title and
// screen of a preference, and the preference that enables it.
//
// A plan is advice. Goals that nobody is known to achieve are told as well: a search then
// knows what it waits for.
package plan

import (
	"slices"

	"talpa/asra/appcode"
	"talpa/asra/guide"
	"talpa/asra/locate"
	"talpa/asra/plan/achieve"
	"talpa/asra/plan/handler"
	"talpa/asra/plan/kind"
	"talpa/asra/plan/page"
	"talpa/asra/reach"
	"talpa/cfg/callgraph"
	"talpa/cfg/icfg"
)

// Bounds of what a plan has. A plan is read by people and tried by a search: what lies beyond the first
// few alternatives is tried so late that it only hides the others.
const (
	maxHolds     = 10 // goals that something holds
	maxAchievers = 6  // of a goal
	maxValues    = 8  // worth trying
)

// Input are the results of the stages before, as the guide has them. All is read only. App, Stack,
// Target and Crash are never nil; the lists may be empty. Names of methods
// are DEX names, names of activities are Java names, as everywhere in the guide.
type Input struct {
	App          *appcode.Reader
	Stack        *reach.Stack
	Target       *locate.Target
	Crash        *guide.CrashCondition
	Milestones   []guide.Milestone
	Dependencies []guide.Dependency
	Settings     []guide.Setting
	Inputs       []guide.Input
	// Conditions are what must hold for a callback of the path, by its method; none for methods that
	// no callback is made of.
	Conditions func(m callgraph.MethodID) []guide.Condition
	// OutOfReach says that all widgets of a handler are hidden or disabled at first.
	OutOfReach func(m callgraph.MethodID) bool
	// Openers are the widgets whose handlers lead to the preference screen that has the entry of a key.
	Openers func(key string) []guide.Widget
	// Begin is the Java name of the activity that others start the app with, "" if the path begins at
	// the launcher.
	Begin string
	// Starters are the handlers on an activity that start another one, by the Java names of both.
	Starters func(from, to string) []guide.Milestone
	// Users are the handlers on an activity, by its Java name, from which control comes to a callback without another
	// event, by an object that was made before, nearest first; "" is the callback of the stack.
	Users func(activity, callback string) []guide.Milestone
	// At are the widgets of a callback with which control comes to a position in it, in code units.
	At func(cb *icfg.Callback, pc uint32) []icfg.Widget
	// Numbers are the values of a parameter with which control comes to a position in a method.
	Numbers page.Numbers
	// Holds are what holds wherever control comes to a position in a method, in code units.
	Holds kind.Conditions
	// Clicked are the widgets whose click crashes by itself, as the message names them; none for other crashes.
	Clicked []guide.Widget
}

// Make writes the plan. Its goals are numbered from 1 in an order in which they can be achieved one after
// the other; the last is the crash, always. It is a function of its input: the same app and trace give
// the same plan, byte for byte, since nothing here walks a map.
func Make(in Input) *guide.Plan {
	p := &planner{Input: in, pages: map[string]bool{}}
	p.Handlers = handler.New(in.App, in.At, p.answered)
	p.results = newResults(p)
	p.walk()
	p.tested = p.screen
	namedFragment(p)
	registeredHold(p)
	p.crashHold()
	touchableHold(p)
	languageHold(p)
	p.branchHolds()
	parsedHolds(p)
	p.comparedHolds()
	recreatedHold(p)
	heardHold(p)
	refusedHold(p)
	failedHold(p)
	if !kindHold(p) {
		rowHold(p)
	}
	changedHold(p)
	silentHold(p)
	p.finish()
	return &guide.Plan{Goals: p.listed()}
}

// planner makes one plan. Its goals are in three parts, so that each comes after what it
// names: what is done before the path is walked, the path and what is done on its last
// screen, and the crash.
// Goals refer to each other by the numbers of next until listed gives them their places; a goal only names
// goals that were made before it, which is why the order in listed always exists.
type planner struct {
	Input
	*handler.Handlers
	early, path, late []guide.Goal
	crash             guide.Goal
	screen            string // the Java name of the activity in which the path ends
	tested            string // that of the activity in which what must hold is tested
	tester            string // the handler on the path that tests it; "" for what the crash's own callback tests
	next              int    // the number of the last goal made; listed numbers them anew
	holds             int    // goals of the kind hold, asked for: those beyond maxHolds are not made
	results           results
	pages             map[string]bool // fragments that the plan has shown, or that show by themselves
}

// goal numbers a goal.
// Numbers are given in the order of making, which is not that of the plan.
func (p *planner) goal(g guide.Goal) guide.Goal {
	p.next++
	g.ID = p.next
	return g
}

// walk makes goals of the path, each after the one before it: a screen to be on, a handler to run. The last
// handler, which leads to the crash, is what achieves the crash itself.
// Screens are goals even where a handler leads there: a search may come to them by another way. Which of
// several launchers or ways is taken was decided by package reach, by cost.
func (p *planner) walk() {
	p.crash = p.goal(guide.Goal{Kind: guide.GoalCrash})
	if p.Stack.Known() {
		p.crash.Subject = method(p.Name(p.Stack.Chain[0]))
	}
	if p.Begin != "" {
		p.screen = p.Begin
		p.path = append(p.path, p.goal(guide.Goal{
			Kind: guide.GoalScreen, Screen: p.Begin, Subject: activity(p.Begin),
			Achievers: []guide.Achiever{startOf(p, p.Begin)},
		}))
	}
	for i := range p.Milestones {
		m := &p.Milestones[i]
		p.screen = m.Activity
		if g, ok := startedScreen(p, i); ok {
			step(p, g)
		}
		if g, ok := dialogOpener(p, i); ok {
			step(p, g)
		}
		shownPage(p, p.Method(m.Callback))
		var g guide.Goal
		switch {
		case i == len(p.Milestones)-1 && m.Callback != "" && p.isAnchor(m.Callback):
			p.crash.Screen = m.Activity
			p.crash.Achievers = atPositions(p.running(m.Callback, m.Role, m.Widgets, m.Activity), m)
			continue
		case m.Callback == "" && m.Activity == p.Begin:
			continue
		case m.Callback == "":
			g = p.goal(guide.Goal{Kind: guide.GoalScreen, Screen: m.Activity, Subject: activity(m.Activity)})
		default:
			g = p.goal(guide.Goal{
				Kind: guide.GoalRun, Screen: m.Activity, Subject: method(m.Callback),
				Achievers: atPositions(p.running(m.Callback, m.Role, m.Widgets, m.Activity), m),
			})
			if i+1 < len(p.Milestones) {
				next := p.Milestones[i+1].Activity
				g.Achievers = withExtras(p, p.starting(g.Achievers, m.Activity, next), m.Activity, next)
			}
		}
		step(p, g)
	}
	if p.Stack.Known() {
		shownPage(p, p.Stack.Chain[p.Stack.Anchor])
	}
}

// step adds a goal to the path, after the one before it.
func step(p *planner, g guide.Goal) {
	if n := len(p.path); n > 0 {
		g.After = []int{p.path[n-1].ID}
	}
	p.path = append(p.path, g)
}

// atPositions names the rows of the handler of a step of the path.
func atPositions(achievers []guide.Achiever, m *guide.Milestone) []guide.Achiever {
	for i := range achievers {
		if a := &achievers[i]; a.Method == m.Callback && a.Kind == guide.AchieveHandler {
			a.Positions = m.Positions
		}
	}
	return achievers
}

// starting adds the other handlers that start the next activity of the path to the achievers of a
// handler that does. The path names the cheapest of them; what each hands over differs, such as a row
// or none, and the crash may need it.
func (p *planner) starting(achievers []guide.Achiever, from, to string) []guide.Achiever {
	if from == to || from == "" || to == "" || len(achievers) == 0 {
		return achievers
	}
	var others []guide.Achiever
	for _, m := range p.Starters(from, to) {
		widgets := m.Widgets
		if m.Callback == achievers[0].Method {
			widgets = slices.DeleteFunc(slices.Clone(widgets), func(w guide.Widget) bool {
				return slices.Contains(achievers[0].Widgets, w)
			})
		}
		if m.Callback != achievers[0].Method || len(widgets) > 0 {
			others = append(others, p.Using(m.Callback, m.Role, widgets, from))
		}
	}
	all := slices.Concat(achievers[:1], others, achievers[1:])
	return all[:min(len(all), maxAchievers)]
}

// activity is the subject of a goal that an activity is in front, by its Java name.
func activity(name string) guide.Subject {
	return guide.Subject{Kind: guide.SubjectComponent, Name: string(guide.Activity), Class: name}
}

// method is the subject of a goal that a method runs, by its DEX name.
// Its Class stays empty: the name has it.
func method(name string) guide.Subject { return guide.Subject{Kind: guide.SubjectMethod, Name: name} }

// isAnchor says that a callback is the one of the stack that the framework called.
// The anchor is the outermost frame that is code of the app.
func (p *planner) isAnchor(name string) bool {
	return p.Stack.Known() && p.Name(p.Stack.Chain[p.Stack.Anchor]) == name
}

// hold adds a goal that a subject is as wanted; one goal a subject, so that two branches that test one setting do not
// contradict each other in the plan: the first that asks, which is nearer to the crash, wins. 0 says that there are
// too many and none was made. On the screen where the path ends it comes before the handler of the path that tests it,
// or else after the path, and so does what a screen goes through; a server's answer, or that there is no network,
// before the handler that asks, and so the answer of another app by which a file cannot be read; on another screen of
// the path before the handler that leaves it, else before the path. It returns the goal's number.
func (p *planner) hold(s guide.Subject, want guide.Want, screen string, achievers []guide.Achiever) int {
	for _, g := range slices.Concat(p.early, p.late) {
		if g.Subject == s && g.Kind == guide.GoalHold {
			return g.ID
		}
	}
	if p.holds++; p.holds > maxHolds {
		return 0
	}
	g := p.goal(guide.Goal{
		Kind: guide.GoalHold, Subject: s, Want: want, Screen: screen,
		Achievers: achievers[:min(len(achievers), maxAchievers)],
	})
	tests := func(g guide.Goal) bool { return p.tester != "" && g.Subject == method(p.tester) }
	if i := slices.IndexFunc(p.path, tests); i >= 0 && screen == p.screen {
		before(p, i, &g)
		return g.ID
	}
	if len(achievers) > 0 && achievers[0].FaultsNetwork() {
		switch i := asking(p); {
		case i >= len(p.path):
			screen = p.screen
		case i >= 0:
			before(p, i, &g)
			return g.ID
		}
	}
	if len(achievers) > 0 && achievers[0].Kind == guide.AchieveAnswer && s.Kind == guide.SubjectFile {
		if i := picking(p); i >= 0 {
			before(p, i, &g)
			return g.ID
		}
	}
	if len(achievers) > 0 && achievers[0].Change == guide.ChangeAbsent && s.Kind == guide.SubjectFile {
		fails(p, g)
		return g.ID
	}
	passing := len(achievers) > 0 && achievers[0].Kind == guide.AchieveLifecycle // the next screen may undo it
	if passing || screen != "" && screen == p.screen {
		if n := len(p.path); n > 0 {
			g.After = []int{p.path[n-1].ID}
		}
		p.late = append(p.late, g)
		return g.ID
	}
	if i := p.leaves(screen); i >= 0 {
		before(p, i, &g)
		return g.ID
	}
	p.early = append(p.early, g)
	return g.ID
}

// before adds a goal that has to hold when step i of the path is done, on the screen of that step.
func before(p *planner, i int, g *guide.Goal) {
	if i > 0 {
		g.After = []int{p.path[i-1].ID}
	}
	p.path[i].After = append(p.path[i].After, g.ID)
	p.early = append(p.early, *g)
}

// leaves is the index of the last step of the path in which a handler runs on a screen; -1 if
// there is none.
// It is the last one, since a screen may be left and come back to: what is to hold has to hold the last time.
func (p *planner) leaves(screen string) int {
	for i, g := range slices.Backward(p.path) {
		if screen != "" && g.Screen == screen && g.Kind == guide.GoalRun {
			return i
		}
	}
	return -1
}

// finish says after which goals the crash comes, and what brings its moment about. Goals that only an
// achiever needs are left out: they are before that achiever, and where another one is taken they need
// not hold at all. So are answers where what answers runs the crash.
func (p *planner) finish() {
	if len(p.crash.Achievers) == 0 {
		p.crash.Achievers = p.moments()
	}
	if len(p.Clicked) > 0 && p.Stack.Known() {
		click := p.Using(p.Name(p.Stack.Chain[p.Stack.Anchor]), guide.RoleClick, p.Clicked, p.screen)
		p.crash.Screen, p.crash.Achievers = p.screen, []guide.Achiever{click}
	}
	var users []guide.Achiever
	if len(p.crash.Achievers) == 0 {
		users = posted(p)
		p.crash.Achievers = users
	}
	waitFor(p, users)
	lateWork(p)
	p.crash.Achievers = p.crash.Achievers[:min(len(p.crash.Achievers), maxAchievers)]
	implied := func(g guide.Goal) bool {
		return g.Subject.Kind == guide.SubjectResult && slices.EqualFunc(g.Achievers, p.crash.Achievers, achieve.Same)
	}
	p.early, p.late = slices.DeleteFunc(p.early, implied), slices.DeleteFunc(p.late, implied)
	if n := len(p.path); n > 0 {
		p.crash.After = append(p.crash.After, p.path[n-1].ID)
	}
	needed := map[int]bool{}
	for _, g := range append(slices.Concat(p.early, p.late), p.crash) {
		for _, a := range g.Achievers {
			for _, id := range a.Needs {
				needed[id] = true
			}
		}
	}
	for _, g := range slices.Concat(p.early, p.late) {
		if !needed[g.ID] {
			p.crash.After = append(p.crash.After, g.ID)
		}
	}
}

// listed are the goals in an order that keeps the partial one, numbered anew: again and again the first
// of those whose goals before it are listed (a topological sort that keeps the order of making, which
// is the order in which people would do it).
func (p *planner) listed() []guide.Goal {
	rest := append(slices.Concat(p.early, p.path, p.late), p.crash)
	number := map[int]int{}
	known := func(ids []int) bool {
		return !slices.ContainsFunc(ids, func(id int) bool { return number[id] == 0 })
	}
	var all []guide.Goal
	for len(rest) > 0 {
		i := slices.IndexFunc(rest, func(g guide.Goal) bool {
			return known(g.After) && !slices.ContainsFunc(g.Achievers, func(a guide.Achiever) bool { return !known(a.Needs) })
		})
		if i < 0 {
			i = 0 // cannot be: no goal names one that was made later and names it
		}
		g := rest[i]
		rest = slices.Delete(rest, i, i+1)
		number[g.ID] = len(all) + 1
		g.ID = len(all) + 1
		renumber(g.After, number)
		for j := range g.Achievers {
			renumber(g.Achievers[j].Needs, number)
		}
		all = append(all, g)
	}
	return all
}

// renumber replaces numbers of goals by those that the listed plan gives them.
// A number that is not known yet would become 0, which Validate refuses.
func renumber(ids []int, number map[int]int) {
	for i := range ids {
		ids[i] = number[ids[i]]
	}
}
