// Package order keeps the goals of a plan in their partial order: what is done before the path is walked, the path
// itself, what is done on its last screen, and the crash. Who makes a goal says beside which step it belongs; what that
// means for the order is decided here.
//
// It knows nothing of an app: what has to hold, and what achieves it, is decided in package plan.
package order

import (
	"slices"

	"talpa/asra/guide"
	"talpa/asra/plan/achieve"
)

// Bounds of what a plan has. A plan is read by people and tried by a search: what lies beyond the first
// few alternatives is tried so late that it only hides the others.
const (
	maxHolds     = 10 // goals that something holds
	maxAchievers = 6  // of a goal
)

// Goals are those of a plan that is being made. They refer to each other by the numbers of Goal until Listed gives them
// their places; a goal only names goals that were made before it, which is why the order in Listed always exists.
type Goals struct {
	Early, Path, Late []guide.Goal // before the path, the path, on its last screen
	Last              guide.Goal   // the crash
	made, held        int
}

// Run is the goal that one of some achievers runs on a screen; there is at least one.
func Run(screen string, all []guide.Achiever) guide.Goal {
	return guide.Goal{Kind: guide.GoalRun, Screen: screen, Subject: Method(all[0].Method), Achievers: all}
}

// Goal numbers a goal that has no number yet, and leaves it the likeliest of its achievers.
// Numbers are given in the order of making, which is not that of the plan.
func (o *Goals) Goal(g guide.Goal) guide.Goal {
	if g.ID == 0 {
		o.made++
		g.ID = o.made
	}
	g.Achievers = Likeliest(g.Achievers)
	return g
}

// Likeliest are the first of some achievers, as many as a goal has.
func Likeliest(all []guide.Achiever) []guide.Achiever { return all[:min(len(all), maxAchievers)] }

// Holding is the number of the goal that a subject is some way, 0 if there is none.
func (o *Goals) Holding(s guide.Subject) int {
	for _, g := range slices.Concat(o.Early, o.Late) {
		if g.Subject == s && g.Kind == guide.GoalHold {
			return g.ID
		}
	}
	return 0
}

// Room says that there is room for one more goal that something holds, and takes it.
func (o *Goals) Room() bool {
	o.held++
	return o.held <= maxHolds
}

// Step adds a goal to the path, after the one before it.
func (o *Goals) Step(g guide.Goal) {
	g = o.Goal(g)
	if n := len(o.Path); n > 0 {
		g.After = []int{o.Path[n-1].ID}
	}
	o.Path = append(o.Path, g)
}

// First adds a goal before the path, and gives its number.
func (o *Goals) First(g guide.Goal) int {
	g = o.Goal(g)
	o.Early = append(o.Early, g)
	return g.ID
}

// Before adds a goal that has to hold when step i of the path is done, on the screen of that step, and gives its
// number.
func (o *Goals) Before(i int, g guide.Goal) int {
	g = o.Goal(g)
	if i > 0 {
		g.After = []int{o.Path[i-1].ID}
	}
	o.Path[i].After = append(o.Path[i].After, g.ID)
	o.Early = append(o.Early, g)
	return g.ID
}

// BeforeLast adds a goal that has to hold as the last handler of the path runs, not yet when those before it do, and
// gives its number.
func (o *Goals) BeforeLast(g guide.Goal) int {
	if n := len(o.Path); n > 0 {
		return o.Before(n-1, g)
	}
	return o.First(g)
}

// AfterPath adds a goal that is achieved on the screen where the path ends, after the path and after other goals, and
// gives its number.
func (o *Goals) AfterPath(g guide.Goal, others ...int) int {
	g = o.Goal(g)
	g.After = nil
	if n := len(o.Path); n > 0 {
		g.After = []int{o.Path[n-1].ID}
	}
	g.After = append(g.After, others...)
	o.Late = append(o.Late, g)
	return g.ID
}

// Gone adds a goal of something outside that is not there any more as the last handler of the path runs, or as that
// of the crash does, and gives its number.
func (o *Goals) Gone(g guide.Goal) int {
	if len(o.Path) == 0 || len(o.Last.Achievers) == 0 || o.Last.Achievers[0].Kind != guide.AchieveHandler {
		return o.BeforeLast(g)
	}
	return o.AfterPath(g)
}

// Leaves is the index of the last step of the path in which a handler runs on a screen; -1 if there is none.
// It is the last one, since a screen may be left and come back to: what is to hold has to hold the last time.
func (o *Goals) Leaves(screen string) int {
	for i, g := range slices.Backward(o.Path) {
		if screen != "" && g.Screen == screen && g.Kind == guide.GoalRun {
			return i
		}
	}
	return -1
}

// EndsOn says that the last step of the path is a handler on a screen: what is done after it there may undo it.
func (o *Goals) EndsOn(screen string) bool {
	return o.EndsWithHandler() && o.Path[len(o.Path)-1].Screen == screen
}

// EndsWithHandler says that the last step of the path is a handler.
func (o *Goals) EndsWithHandler() bool {
	n := len(o.Path)
	return n > 0 && o.Path[n-1].Kind == guide.GoalRun
}

// EndsWith says that the last step of the path is that one of some achievers runs.
func (o *Goals) EndsWith(all []guide.Achiever) bool {
	return o.EndsWithHandler() && slices.ContainsFunc(all, func(a guide.Achiever) bool {
		return o.Path[len(o.Path)-1].Subject == Method(a.Method)
	})
}

// Method is the subject of a goal that a method runs, by its DEX name.
// Its Class stays empty: the name has it.
func Method(name string) guide.Subject { return guide.Subject{Kind: guide.SubjectMethod, Name: name} }

// Activity is the subject of a goal that an activity is in front, by its Java name.
func Activity(name string) guide.Subject {
	return guide.Subject{Kind: guide.SubjectComponent, Name: string(guide.Activity), Class: name}
}

// Finish says after which goals the crash comes. Goals that only an achiever needs are left out: they are before that
// achiever, and where another one is taken they need not hold at all. So are answers where what answers runs the crash.
func (o *Goals) Finish() {
	o.Last = o.Goal(o.Last)
	implied := func(g guide.Goal) bool {
		return g.Subject.Kind == guide.SubjectResult && slices.EqualFunc(g.Achievers, o.Last.Achievers, achieve.Same)
	}
	o.Early, o.Late = slices.DeleteFunc(o.Early, implied), slices.DeleteFunc(o.Late, implied)
	if n := len(o.Path); n > 0 {
		o.Last.After = append(o.Last.After, o.Path[n-1].ID)
	}
	needed := map[int]bool{}
	for _, g := range append(slices.Concat(o.Early, o.Late), o.Last) {
		for _, a := range g.Achievers {
			for _, id := range a.Needs {
				needed[id] = true
			}
		}
	}
	for _, g := range slices.Concat(o.Early, o.Late) {
		if !needed[g.ID] {
			o.Last.After = append(o.Last.After, g.ID)
		}
	}
}

// Listed are the goals in an order that keeps the partial one, numbered anew: again and again the first
// of those whose goals before it are listed (a topological sort that keeps the order of making, which
// is the order in which people would do it).
func (o *Goals) Listed() []guide.Goal {
	rest := append(slices.Concat(o.Early, o.Path, o.Late), o.Last)
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
