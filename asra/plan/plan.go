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
	"cmp"
	"slices"

	"talpa/asra/appcode"
	"talpa/asra/guide"
	"talpa/asra/locate"
	"talpa/asra/plan/handler"
	"talpa/asra/plan/kind"
	"talpa/asra/plan/order"
	"talpa/asra/plan/page"
	"talpa/asra/reach"
	"talpa/cfg/callgraph"
	"talpa/cfg/icfg"
)

// maxValues bounds the values of a goal that are worth trying.
const maxValues = 8

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
	reopenedHold(p)
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
	finish(p)
	return &guide.Plan{Goals: p.Listed()}
}

// planner makes one plan.
type planner struct {
	Input
	*handler.Handlers
	order.Goals
	screen  string // the Java name of the activity in which the path ends
	tested  string // that of the activity in which what must hold is tested
	tester  string // the handler on the path that tests it; "" for what the crash's own callback tests
	results results
	pages   map[string]bool // fragments that the plan has shown, or that show by themselves
}

// walk makes goals of the path, each after the one before it: a screen to be on, a handler to run. The last
// handler, which leads to the crash, is what achieves the crash itself.
// Screens are goals even where a handler leads there: a search may come to them by another way. Which of
// several launchers or ways is taken was decided by package reach, by cost.
func (p *planner) walk() {
	p.Last = p.Goal(guide.Goal{Kind: guide.GoalCrash})
	if p.Stack.Known() {
		p.Last.Subject = order.Method(p.Name(p.Stack.Chain[0]))
	}
	if p.Begin != "" {
		p.screen = p.Begin
		p.Step(guide.Goal{
			Kind: guide.GoalScreen, Screen: p.Begin, Subject: order.Activity(p.Begin),
			Achievers: []guide.Achiever{startOf(p, p.Begin)},
		})
	}
	for i := range p.Milestones {
		m := &p.Milestones[i]
		p.screen = m.Activity
		if g, ok := startedScreen(p, i); ok {
			p.Step(g)
		}
		if g, ok := dialogOpener(p, i); ok {
			p.Step(g)
		}
		shownPage(p, p.Method(m.Callback))
		var g guide.Goal
		switch {
		case i == len(p.Milestones)-1 && m.Callback != "" && p.isAnchor(m.Callback):
			p.Last.Screen = m.Activity
			p.Last.Achievers = atPositions(p.running(m.Callback, m.Role, m.Widgets, m.Activity), m)
			continue
		case m.Callback == "" && m.Activity == p.Begin:
			continue
		case m.Callback == "":
			g = p.Goal(guide.Goal{Kind: guide.GoalScreen, Screen: m.Activity, Subject: order.Activity(m.Activity)})
		default:
			g = p.Goal(guide.Goal{
				Kind: guide.GoalRun, Screen: m.Activity, Subject: order.Method(m.Callback),
				Achievers: atPositions(p.running(m.Callback, m.Role, m.Widgets, m.Activity), m),
			})
			if i+1 < len(p.Milestones) {
				next := p.Milestones[i+1].Activity
				g.Achievers = withExtras(p, p.starting(g.Achievers, m.Activity, next), m.Activity, next)
			}
		}
		p.Step(g)
	}
	if p.Stack.Known() {
		shownPage(p, p.Stack.Chain[p.Stack.Anchor])
	}
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
	return order.Likeliest(all)
}

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
	if id := cmp.Or(p.Holding(s), typedAlready(p, s, want)); id != 0 {
		return id
	}
	if !p.Room() {
		return 0
	}
	g := p.Goal(guide.Goal{Kind: guide.GoalHold, Subject: s, Want: want, Screen: screen, Achievers: achievers})
	tests := func(g guide.Goal) bool { return p.tester != "" && g.Subject == order.Method(p.tester) }
	if i := slices.IndexFunc(p.Path, tests); i >= 0 && screen == p.screen {
		return p.Before(i, g)
	}
	first := guide.Achiever{}
	if len(achievers) > 0 {
		first = achievers[0]
	}
	if first.FaultsNetwork() {
		switch i := asking(p); {
		case i >= len(p.Path):
			screen = p.screen
		case i >= 0:
			return p.Before(i, g)
		}
	}
	if first.Kind == guide.AchieveAnswer && s.Kind == guide.SubjectFile {
		if i := picking(p); i >= 0 {
			return p.Before(i, g)
		}
	}
	if first.Change == guide.ChangeAbsent && s.Kind == guide.SubjectFile {
		return p.Gone(g)
	}
	passing := first.Kind == guide.AchieveLifecycle // the next screen may undo it
	if passing || screen != "" && screen == p.screen {
		return p.AfterPath(g)
	}
	if i := p.Leaves(screen); i >= 0 {
		return p.Before(i, g)
	}
	return p.First(g)
}

// finish says what brings the moment of the crash about, and after which goals it comes.
func finish(p *planner) {
	if len(p.Last.Achievers) == 0 {
		p.Last.Achievers = p.moments()
	}
	if len(p.Clicked) > 0 && p.Stack.Known() {
		click := p.Using(p.Name(p.Stack.Chain[p.Stack.Anchor]), guide.RoleClick, p.Clicked, p.screen)
		p.Last.Screen, p.Last.Achievers = p.screen, []guide.Achiever{click}
	}
	var users []guide.Achiever
	if len(p.Last.Achievers) == 0 {
		users = posted(p)
		p.Last.Achievers = users
	}
	waitFor(p, users)
	lateWork(p)
	p.Finish()
}
