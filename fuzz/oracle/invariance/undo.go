package invariance

import (
	"cmp"
	"slices"
	"strings"
)

// undo is what the action of a snackbar is called that takes back what the snackbar speaks of.
const undo = "undo"

// takesBack says whether an action takes back the one before it.
func (d action) takesBack() bool { return d.passing && strings.EqualFold(d.view.words, undo) }

// neutral says whether nothing is left of inserted actions: each is taken back at once.
func neutral(inserted []action) bool {
	for i, d := range inserted {
		if d.takesBack() != (i%2 == 1) {
			return false
		}
	}
	return len(inserted) > 0 && len(inserted)%2 == 0
}

// undone looks for what is not as it was before the inserted actions, though nothing is left of them. The seed's page
// shows what time alone does.
func (t *trial) undone(in insertion) (loss, bool) {
	first, actions := t.inserted(in)
	if !neutral(actions) {
		return loss{}, false
	}
	seed, was, is := t.seed.pages[in.at], t.mutant.pages[first], t.mutant.pages[first+in.length]
	moving := scrolled(seed, was, is)
	judged := func(k thing) bool { return !moving[thing{class: k.class, id: k.id}] && !t.volatile[k.kind()] }
	var lost []loss
	for k, n := range was.things {
		if judged(k) && is.things[k] < min(n, seed.things[k]) {
			lost = append(lost, loss{thing: k, undone: true})
		}
	}
	for k, n := range is.things {
		if judged(k) && n > max(was.things[k], seed.things[k]) {
			lost = append(lost, loss{thing: k, undone: true, gone: true})
		}
	}
	if len(lost) == 0 {
		return loss{}, false
	}
	return slices.MinFunc(lost, func(a, b loss) int { return cmp.Compare(a.order(), b.order()) }), true
}
