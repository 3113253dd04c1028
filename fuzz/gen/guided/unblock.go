package guided

import (
	"slices"

	"talpa/asra/guide"
	"talpa/fuzz/gen/guided/goals"
	"talpa/fuzz/gen/guided/transition"
)

// A step of the path that crashes in another way than the wanted one wants something to be there, such as the file
// that another button writes. It is done again after another press on its screen, each time another one.

// maxUnblocked is the number of such presses in a plan: each that does not help costs a start of the app. In the
// model of TestFollowGuide_unblocksAStep 2 of them met 29 of 60, 4 met 35, 6 met 47.
const maxUnblocked = 4

// blockade is what a plan knows of a step that crashes in another way.
type blockade struct {
	presses int                // inserted before such steps in this plan
	task    goals.Task         // the step that was done last
	action  *transition.Action // by which; nil: none since looked
	crashes int                // of it before
}

// note keeps the step that is going to be done.
func (b *blockade) note(s *state, t goals.Task, offer int) {
	if t.Goal.Kind != guide.GoalCrash {
		b.task, b.action, b.crashes = t, s.Action(offer), s.Action(offer).Crashes()
	}
}

// stepBack has a step done again that has just crashed in another way.
func (p *planned) stepBack() {
	b := &p.blocked
	if b.action != nil && b.action.Crashes() > b.crashes && b.presses < maxUnblocked {
		p.tasks = slices.Insert(slices.Clone(p.tasks), 0, b.task)
		p.present.begun, p.present.spent = true, 0
	}
	b.action = nil
}

// unblock returns a press before a step that has crashed in another way; false where nothing is in the way.
func (p *planned) unblock(s *state, t goals.Task, offer int) (choice, bool) {
	if offer < 0 || t.Goal.Kind == guide.GoalCrash || p.blocked.presses == maxUnblocked ||
		p.extra.activity != "" || s.Action(offer).Crashes() == 0 {
		return choice{}, false
	}
	p.blocked.presses++
	p.extra = insertion{at: len(p.tasks)}
	return p.insert(s, t, false)
}
