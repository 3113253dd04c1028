package goals

import (
	"math/rand"
	"slices"
	"sync"

	"talpa/asra/guide"
	"talpa/fuzz/gen"
)

// maxFatal is the number of starts that may die of what an achiever has changed around the app: the second of
// an episode ends it.
const maxFatal = 2

// Tally is what became of the achievers of a plan. Searches side by side share one.
type Tally struct {
	mu sync.Mutex
	// missed counts how often one was not found or could not be done, vain how often it was done as a part of a plan
	// that did not crash, deadly the starts that died after it had changed something around the app.
	missed, vain, fatal map[*guide.Achiever]int
}

// NewTally returns a Tally of nothing.
func NewTally() *Tally {
	return &Tally{missed: map[*guide.Achiever]int{}, vain: map[*guide.Achiever]int{}, fatal: map[*guide.Achiever]int{}}
}

// Miss notes that a task could not be done: it is planned less often, and still untried.
func (y *Tally) Miss(t Task) {
	y.mu.Lock()
	defer y.mu.Unlock()
	y.missed[t.Achiever]++
}

// Failed notes that tasks were done and did not lead to the crash.
func (y *Tally) Failed(done []Task) {
	y.mu.Lock()
	defer y.mu.Unlock()
	for _, t := range done {
		y.vain[t.Achiever]++
	}
}

// Untried are the other achievers of a task's goal that were never done, if the task itself was done in vain, as tasks
// in the order of the guide. They need nothing that is not done for this one.
func (y *Tally) Untried(t Task) []Task {
	y.mu.Lock()
	defer y.mu.Unlock()
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

// Choose draws one of the achievers of a goal by their weights, or several of the crash, each once. In the first plan
// of a search they come in the order of the guide: member is then its number among those that share the Tally, and
// each member begins where the one before it ends. Later it is negative.
func (y *Tally) Choose(goal guide.Goal, several bool, member int, rng *rand.Rand) []*guide.Achiever {
	y.mu.Lock()
	defer y.mu.Unlock()
	most, n := 1, len(goal.Achievers)
	if several {
		most = crashTries
	}
	var chosen []*guide.Achiever
	for range min(most, n) {
		i := gen.Draw(rng, n, func(i int) float64 {
			if Excluded(chosen, &goal.Achievers[i]) || member >= 0 && after(i, member*most, n) > len(chosen) {
				return 0
			}
			return y.weight(goal, i)
		})
		if i < 0 {
			break
		}
		chosen = append(chosen, &goal.Achievers[i])
	}
	return chosen
}

// after is how many places an index comes after the one that is the first, of n in a ring.
func after(i, first, n int) int { return (i - first%n + n) % n }

// Differs says whether the first plan of a member is another than that of the member before all others.
func Differs(p *guide.Plan, member int) bool {
	return slices.ContainsFunc(p.Goals, func(g guide.Goal) bool {
		most := 1
		if g.Kind == guide.GoalCrash {
			most = crashTries
		}
		n := len(g.Achievers)
		return n > most && member*most%n != 0
	})
}

// Died notes that a start of the app died after these tasks. Of what they have changed around the app, such as the
// answers of servers, each may be why, and the app cannot be used with it.
func (y *Tally) Died(done []Task) {
	y.mu.Lock()
	defer y.mu.Unlock()
	for _, t := range done {
		if t.Rank() == 0 {
			y.fatal[t.Achiever]++
		}
	}
}

// Weight is how much the achiever at an index of a goal promises: the first most, what failed least; 0 where no start
// survives it.
func (y *Tally) Weight(g guide.Goal, i int) float64 {
	y.mu.Lock()
	defer y.mu.Unlock()
	return y.weight(g, i)
}

// weight is Weight under the lock.
func (y *Tally) weight(g guide.Goal, i int) float64 {
	a := &g.Achievers[i]
	if y.fatal[a] >= maxFatal {
		return 0
	}
	return y.promise(a) / float64(1+i)
}

// promise is how much an achiever promises by what became of it: 1 if it was never tried. The lock is held.
func (y *Tally) promise(a *guide.Achiever) float64 {
	tries := float64(1 + y.missed[a] + y.vain[a])
	return 1 / (tries * tries)
}
