package guided

import (
	"slices"

	"talpa/asra/guide"
	"talpa/fuzz/event"
	"talpa/fuzz/gen"
	"talpa/fuzz/gen/guided/goals"
	"talpa/fuzz/gen/guided/naming"
	"talpa/fuzz/gen/guided/team"
	"talpa/fuzz/gen/guided/transition"
)

// followGuide does what the guide's plan says, goal after goal. Where nothing of the plan is
// offered it draws what matters most, and it leaves screens from which nothing leads to the target.
type followGuide struct {
	plan    *guide.Plan
	team    *team.Team
	tally   *goals.Tally // of the team
	present *planned     // of the episode, the last; nil: none yet
	plans   int          // proposed
	member  int          // number in the team
	// doneAt is where the handler of an achiever was last found in the episode: that a row runs it shows only there.
	doneAt map[*guide.Achiever]*transition.Node
	// complete says that all of the last plan could be done, repeats how often it was done again in the episode,
	// vain how many plans could be done, and did not crash.
	complete bool
	repeats  int
	vain     int
	// inserting says that the last plan has such a press.
	inserting  bool
	adders     []guide.Widget // what adds rows
	elsewhere  []goals.Task   // handlers that add rows, each on its screen
	beyond     bool           // the crash is an index that is not below the size
	concurrent bool           // the crash is a collection that changes while it is walked
	words      naming.Words   // of the crash's methods
	// shown are the activities that a callback may run in, leads those from which something leads to the crash.
	shown  map[string][]string
	leads  map[string]bool
	anchor string          // the callback of the stack
	odd    map[string]bool // the settings of the device, by their Arg, that are not as usual in the episode
}

// beginning asks followGuide at the begin of the first episodes only.
type beginning struct{ *followGuide }

// Propose implements Strategy.
func (b beginning) Propose(s *state) (plan, bool) {
	switch {
	case s.Episode > surePaths:
		return nil, false
	case s.Length <= 1:
		b.repeats = 0
	case b.inserting && b.repeats < sureRepeats+sureInsertions && s.Length < insertEvents:
		b.repeats++
	case b.inserting && s.Episode == 1:
		return ending{}, true
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
	// turnBack is the part of the events there that leave it. Not all: the guide may not know the way on.
	turnBack = 0.6
	// taskEvents is the number of events that a task may take, walks left out, before it has failed; a list
	// is scrolled and a menu opened in some.
	taskEvents = 10
	// lastEvents is the number of events by weight after the last task: what the plan does not know is near.
	lastEvents = 6
	// maxSkipped is the number of tasks that may fail: the guide names some that are not needed.
	maxSkipped = 2
)

func newFollowGuide(g *guide.Guide, m team.Member) *followGuide {
	f := &followGuide{team: m.Team, tally: m.Team.Tally, member: m.Number,
		doneAt: map[*guide.Achiever]*transition.Node{}, odd: map[string]bool{}}
	if g == nil {
		return f
	}
	f.adders, f.elsewhere, f.words = goals.Adders(g), goals.AddingTasks(g), goals.CrashWords(g)
	f.beyond, f.concurrent = goals.IndexBeyond(g), goals.Concurrent(g)
	f.shown, f.leads, f.anchor = goals.Shown(g), goals.Leading(g), g.Target.Callback
	f.plan = goals.Of(g)
	if m.Number > 0 && f.plan != nil && !goals.Differs(f.plan, m.Number) {
		f.vain = insertFrom // the plan as it is belongs to the first member
	}
	return f
}

// Name implements Strategy.
func (*followGuide) Name() string { return "follow_guide" }

// Observe implements Strategy. What was done is told by the screens that follow, but for a start that dies.
func (f *followGuide) Observe(_ *state, o gen.Outcome) {
	if arg, back := goals.Changed(o.Event); arg != "" && !o.Refused {
		f.odd[arg] = !back
	}
	if p := f.present; p != nil && o.Crash != "" && o.Event.Kind == event.Launch {
		f.tally.Died(p.all[:max(0, len(p.all)-len(p.tasks))])
	}
}

// begin implements beginner: the app has other data.
func (f *followGuide) begin(*state) { f.present = nil; clear(f.odd); clear(f.doneAt) }

// Propose implements Strategy.
func (f *followGuide) Propose(s *state) (plan, bool) {
	if f.plan != nil {
		f.inserting = f.inserts(s)
		if tasks := goals.Order(f.plan, f.choose(s)); len(tasks) > 0 {
			p := &planned{owner: f, tasks: tasks, all: slices.Clone(tasks), last: lastEvents}
			p.events = goals.Restored(tasks, f.odd)
			if f.inserting {
				p.extra, p.last = insertInto(s, len(tasks)), 0
			}
			f.present = p
			return p, true
		}
	}
	if !s.Relevance.Routed {
		return nil, false
	}
	return &pathPlan{left: pathEvents}, true
}

// choose draws one of the achievers of a goal, or some of the crash; in the first plan they come in order.
func (f *followGuide) choose(s *state) func(guide.Goal) []*guide.Achiever {
	f.plans, f.complete = f.plans+1, false
	return func(goal guide.Goal) []*guide.Achiever {
		member := -1
		if f.plans == 1 {
			member = f.member
		}
		return f.tally.Choose(goal, goal.Kind == guide.GoalCrash && !f.inserting, member, s.Rng)
	}
}

// pathPlan is a plan that follows the path by what matters.
type pathPlan struct {
	stays
	left int
}

func (p *pathPlan) next(s *state) (choice, bool) {
	if p.left--; p.left <= 0 {
		return choice{}, false
	}
	return s.onPath()
}

// onPath chooses by what matters, and leaves what leads nowhere.
func (s *state) onPath() (choice, bool) {
	if s.OffPath() && s.Rng.Float64() < turnBack {
		if i := s.Find(gen.KeyOf(event.Event{Kind: event.Back})); i >= 0 {
			return take(i, gen.AnyValue)
		}
	}
	return choice{kind: drawOffer, onPath: true}, true
}

// shows says whether a task can be done in an activity: in its screen, or in any that the
// handler may run in, since the path names but one of them. A gesture or a change that brings the crash
// about is done where the callback of the stack may run.
func (f *followGuide) shows(t goals.Task, activity string) bool {
	if t.Method == "" && t.Goal.Kind == guide.GoalCrash && slices.Contains(f.shown[f.anchor], t.Screen) {
		return slices.Contains(f.shown[f.anchor], activity)
	}
	if t.Screen == "" || t.Screen == activity || t.OfScreen() {
		return t.Screen == "" || t.Screen == activity
	}
	return slices.Contains(f.shown[t.Method], t.Screen) && slices.Contains(f.shown[t.Method], activity)
}

// offPath says whether a task only helps, by a handler on a screen from which nothing leads to the crash:
// the field that it sets is another object's. A setting is the same wherever it is stored, and of a screen that the
// plan has opened for it the result comes back.
func (f *followGuide) offPath(t goals.Task) bool {
	return t.Goal.Kind == guide.GoalHold && t.Kind == guide.AchieveHandler && t.Screen != "" && !f.leads[t.Screen] &&
		t.Goal.Subject.Kind != guide.SubjectSetting && len(t.Needs) == 0
}
