package goals

import (
	"math/rand"

	"talpa/asra/guide"
	"talpa/fuzz/gen"
)

// maxDeadly is the number of starts that may die of what an achiever has changed around the app: the second of
// an episode ends it.
const maxDeadly = 2

// Tally is what became of the achievers of a plan.
type Tally struct {
	// missed counts how often one was not found or could not be done, vain how often it was done as a part of a plan
	// that did not crash, deadly the starts that died after it had changed something around the app.
	missed, vain, deadly map[*guide.Achiever]int
}

// NewTally returns a Tally of nothing.
func NewTally() Tally {
	return Tally{map[*guide.Achiever]int{}, map[*guide.Achiever]int{}, map[*guide.Achiever]int{}}
}

// Miss notes that a task could not be done: it is planned less often, and still untried.
func (y Tally) Miss(t Task) { y.missed[t.Achiever]++ }

// InVain notes that tasks were done and did not lead to the crash.
func (y Tally) InVain(done []Task) {
	for _, t := range done {
		y.vain[t.Achiever]++
	}
}

// Untried are the other achievers of a task's goal that were never done, if the task itself was done in vain, as tasks
// in the order of the guide. They need nothing that is not done for this one.
func (y Tally) Untried(t Task) []Task {
	if y.vain[t.Achiever] == 0 || t.Goal.Kind == guide.GoalCrash {
		return nil
	}
	var all []Task
	for i := range t.Goal.Achievers {
		if a := &t.Goal.Achievers[i]; y.vain[a] == 0 && a.Kind == guide.AchieveHandler && len(a.Needs) == 0 {
			all = append(all, Task{t.Goal, a})
		}
	}
	return all
}

// Replace puts a task in the place of another one.
func Replace(tasks []Task, old, other Task) {
	for i := range tasks {
		if tasks[i].Achiever == old.Achiever {
			tasks[i] = other
		}
	}
}

// crashTries is the number of alternatives that are done one after the other where all else is
// ready for the crash: each costs an event or two, to come there again costs many.
const crashTries = 3

// Choose draws one of the achievers of a goal by their weights, or several of the crash, each once; inOrder the first
// come first.
func (y Tally) Choose(goal guide.Goal, several, inOrder bool, rng *rand.Rand) []*guide.Achiever {
	most := 1
	if several {
		most = crashTries
	}
	var chosen []*guide.Achiever
	for range min(most, len(goal.Achievers)) {
		i := gen.Draw(rng, len(goal.Achievers), func(i int) float64 {
			if Excluded(chosen, &goal.Achievers[i]) || inOrder && i > len(chosen) {
				return 0
			}
			return y.Weight(goal, i)
		})
		if i < 0 {
			break
		}
		chosen = append(chosen, &goal.Achievers[i])
	}
	return chosen
}

// Died notes that a start of the app died after these tasks. Of what they have changed around the app, such as the
// answers of servers, each may be why, and the app cannot be used with it.
func (y Tally) Died(done []Task) {
	for _, t := range done {
		if t.Rank() == 0 {
			y.deadly[t.Achiever]++
		}
	}
}

// Weight is how much the achiever at an index of a goal promises: the first most, what failed least; 0 where no start
// survives it.
func (y Tally) Weight(g guide.Goal, i int) float64 {
	a := &g.Achievers[i]
	if y.deadly[a] >= maxDeadly {
		return 0
	}
	return y.hope(a) / float64(1+i)
}

// hope is how much an achiever promises by what became of it: 1 if it was never tried.
func (y Tally) hope(a *guide.Achiever) float64 {
	tries := float64(1 + y.missed[a] + y.vain[a])
	return 1 / (tries * tries)
}
