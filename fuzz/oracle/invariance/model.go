package invariance

import (
	"math/rand"

	"talpa/fuzz/ui"
)

// model is what the oracle has seen of the app: which action led from which state to
// which (the paper's transitional model, by ui.Structure).
type model map[ui.State][]transition

type transition struct {
	action action
	to     ui.State
}

// maxTransitions is how many are kept of one state; the oldest go first.
const maxTransitions = 60

// learn remembers that an action led from one page of the app to another.
func (m model) learn(from *page, d action, to *page) {
	if !from.inApp() || !to.inApp() {
		return
	}
	at := from.structure()
	list := m[at]
	for i := range list {
		if same(list[i].action, d) {
			list[i].to = to.structure() // the newest is the likeliest
			return
		}
	}
	if len(list) == maxTransitions {
		list = list[1:]
	}
	m[at] = append(list, transition{d, to.structure()})
}

// back returns the first action of a shortest path from one state to another in at
// most so many; paths of one length are equally likely.
func (m model) back(from, to ui.State, most int, rng *rand.Rand) (action, bool) {
	type path struct {
		first action
		at    ui.State
		long  int
	}
	queue := []path{{at: from}}
	seen := map[ui.State]bool{from: true}
	for ; len(queue) > 0; queue = queue[1:] {
		w := queue[0]
		if w.long == most {
			continue
		}
		list := m[w.at]
		for _, n := range rng.Perm(len(list)) {
			t := list[n]
			next := path{w.first, t.to, w.long + 1}
			if w.long == 0 {
				next.first = t.action
			}
			if t.to == to {
				return next.first, true
			}
			if !seen[t.to] {
				seen[t.to] = true
				queue = append(queue, next)
			}
		}
	}
	return action{}, false
}
