package goals

import (
	"talpa/asra/guide"
	"talpa/fuzz/gen/guided/naming"
)

// NextScreen are the words of the screen that comes after a task in a plan, as its class and its title are
// called; none if the task is the last on the path. The tasks are those that are left, the present one first.
func NextScreen(tasks []Task, t Task) naming.Words {
	for _, next := range tasks[min(1, len(tasks)):] {
		if next.Screen != "" && next.Screen != t.Screen && next.Rank() > 0 {
			return naming.WordsOf(guide.SimpleName(next.Screen), next.Label)
		}
	}
	return nil
}
