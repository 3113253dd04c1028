package goals

import "talpa/asra/guide"

// maxDeadly is the number of starts that may die of what an achiever has changed around the app: the second of
// an episode ends it.
const maxDeadly = 2

// Tally is what became of the achievers of a plan.
type Tally struct {
	// failed counts how often one was not found, did not do, or was part of a plan that could be done and did not
	// crash; deadly the starts that died after it had changed something around the app.
	failed, deadly map[*guide.Achiever]int
}

// NewTally returns a Tally of nothing.
func NewTally() Tally { return Tally{map[*guide.Achiever]int{}, map[*guide.Achiever]int{}} }

// Fail notes that a task could not be done, or was in vain.
func (y Tally) Fail(t Task) { y.failed[t.Achiever]++ }

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
	failed := float64(1 + y.failed[a])
	return 1 / (float64(1+i) * failed * failed)
}
