package guided

import (
	"slices"

	"talpa/asra/guide"
	"talpa/fuzz/gen/guided/goals"
	"talpa/fuzz/gen/guided/relevance"
	"talpa/fuzz/gen/guided/transition"
)

// finishing asks followGuide where another strategy has led to what the guide's plan ends with: the last of its tasks
// are done there and then. That strategy does not know them, and may not come to that screen again.
type finishing struct {
	*followGuide
	tries map[*transition.Node]int
}

// maxFinishes is how often the plan is finished in a state: the second time with other achievers.
const maxFinishes = 2

func newFinishing(f *followGuide) finishing { return finishing{f, map[*transition.Node]int{}} }

// Propose implements Strategy.
func (f finishing) Propose(s *state) (plan, bool) {
	if f.plan == nil || f.tries[s.Here] >= maxFinishes {
		return nil, false
	}
	member := -1
	if f.tries[s.Here] == 0 {
		member = f.member
	}
	tasks := goals.Order(f.plan, func(goal guide.Goal) []*guide.Achiever {
		return f.tally.Choose(goal, false, member, s.Rng)
	})
	ready := len(tasks)
	for ready > 0 && f.ready(s, tasks[ready-1]) {
		ready--
	}
	if ready == len(tasks) || !slices.ContainsFunc(tasks[ready:], func(t goals.Task) bool {
		return slices.ContainsFunc(t.Widgets, relevance.Named)
	}) {
		return nil, false
	}
	f.tries[s.Here]++
	all := tasks[ready:]
	if f.present == nil { // what lasts was not brought about in this episode
		lasting := slices.DeleteFunc(slices.Clone(tasks[:ready]), func(t goals.Task) bool { return t.Rank() > 0 })
		all = slices.Concat(lasting, all)
	}
	return &planned{owner: f.followGuide, tasks: all, all: slices.Clone(all), ending: true}, true
}

// ready says whether a task of the crash or a state that it wants can be done on what is in front. Of an action mode
// none is: which rows were picked counts, and what was done since.
func (f finishing) ready(s *state, t goals.Task) bool {
	if t.Goal.Kind != guide.GoalCrash && t.Goal.Kind != guide.GoalHold || t.OfActionMode() ||
		!f.shows(t, s.Relevance.Place(s.View.Screen).Activity) {
		return false
	}
	switch t.Kind {
	case guide.AchieveText:
		return s.Presses().Field(t.Widgets) >= 0
	case guide.AchieveHandler, guide.AchieveOrder:
		return slices.ContainsFunc(t.Widgets, relevance.Named) && s.Presses().Serving(t.Widgets, t.Role) >= 0
	case guide.AchieveConfirm:
		return s.Front().Confirmation() >= 0
	}
	return false
}
