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

// learnRestored adds the kinds of what the last action of a run has brought back, where it is UNDO.
func (r *run) learnRestored(kinds map[thing]bool) {
	n := len(r.actions)
	if n < 2 || !r.actions[n-1].takesBack() || r.pages[n-2] == nil || r.pages[n-1] == nil || r.pages[n] == nil {
		return
	}
	for k, c := range r.pages[n-2].things {
		if r.pages[n-1].things[k] < c && r.pages[n].things[k] == c {
			kinds[k.kind()] = true
		}
	}
}

// undone looks for what is not as it was before the inserted actions, though nothing is left of them. The seed's page
// shows what time alone does. UNDO owes nothing of a kind that it was never seen to bring back, and a line outside of
// rows counts only where UNDO left it as the action had made it: one that says what was done last says so afterwards,
// too.
func (t *trial) undone(in insertion) (loss, bool) {
	first, actions := t.inserted(in)
	if !neutral(actions) {
		return loss{}, false
	}
	seed, was, is := t.seed.pages[in.at], t.mutant.pages[first], t.mutant.pages[first+in.length]
	moving := scrolled(seed, was, is)
	between := t.mutant.pages[first+in.length-1]
	judged := func(k thing) bool {
		return !moving[thing{class: k.class, id: k.id}] && !t.volatile[k.kind()] &&
			(t.restored == nil || t.restored[k.kind()]) &&
			(k.listed || pair{between, is}.agree(k.kind()))
	}
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
