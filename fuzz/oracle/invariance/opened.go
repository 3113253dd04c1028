package invariance

import (
	"maps"
	"slices"

	"talpa/fuzz/event"
)

// sameWindow says whether two pages are of one activity, and both or none of them a dialog or menu over it.
func (p *page) sameWindow(q *page) bool {
	if !p.inApp() || !q.inApp() {
		return p.inApp() == q.inApp()
	}
	return p.Activity == q.Activity && p.Floating() == q.Floating()
}

// opened judges what an action opens, a screen or a window of its own, where pages before and after are of two
// types and their effects cannot be compared. In the seed it opens something; in the mutant it must not do
// nothing, nor open what is named like another row. theirs are the rows that the inserted events acted on; nil where
// the action goes back, to a screen that has its own reasons for what it says.
func opened(d action, before, after pair, theirs map[string]bool, volatile map[thing]bool) (loss, bool) {
	if d.event.Kind != event.Tap || d.passing || before.seed.sameWindow(after.seed) ||
		!before.seed.inApp() || !after.seed.inApp() || !before.mutant.inApp() || !after.mutant.inApp() ||
		!before.seed.sameWindow(before.mutant) {
		return loss{}, false
	}
	i, ok := before.seed.find(d.view)
	if !ok {
		return loss{}, false
	}
	if !before.mutant.differs(after.mutant) && before.mutant.structure() == after.mutant.structure() {
		return loss{thing: before.seed.thing(i), dead: true}, true
	}
	if !after.seed.sameWindow(after.mutant) {
		return loss{}, false
	}
	if name := before.seed.named(i); name != "" {
		return after.misnamed(volatile, func(words string) bool {
			return words == name && before.mutant.rows.shows(name)
		}, before.mutant.rows.shows)
	}
	return after.misnamed(volatile, before.single, func(words string) bool { return theirs[words] })
}

// goesBack says whether an action of the run led back to an activity from which the one before it was opened.
func (r *run) goesBack(k int) bool {
	var open []string // activities, the one in front last
	for i := 1; i <= k+1; i++ {
		at := slices.Index(open, r.pages[i].Activity)
		if i == k+1 {
			return at >= 0 && at < len(open)-1
		}
		if at >= 0 {
			open = open[:at]
		}
		open = append(open, r.pages[i].Activity)
	}
	return false
}

// single says whether both pages show words outside of rows, in the same place: what is underway. A touch outside of
// rows opens what belongs to these, whatever was done to a row in between.
func (q pair) single(words string) bool {
	return slices.ContainsFunc(slices.Collect(maps.Keys(q.seed.things)), func(k thing) bool {
		return k.words == words && !k.listed && q.mutant.things[k] > 0
	})
}

// named is the name of the row that a widget lies in, "" if it lies in none.
func (p *page) named(i int) string {
	if title := p.rows.title[i]; title >= 0 {
		return says(&p.Widgets[title])
	}
	return ""
}

// misnamed looks for what the seed's page says in right words, where the mutant's says those of another row.
func (q pair) misnamed(volatile map[thing]bool, right, other func(words string) bool) (loss, bool) {
	for i := range q.seed.Widgets {
		k := q.seed.thing(i)
		if k.words == "" || !right(k.words) || q.mutant.things[k] > 0 || volatile[k.kind()] {
			continue
		}
		for _, wrong := range q.mutant.of(k.kind()) {
			if wrong.words != k.words && other(wrong.words) {
				return loss{thing: k}, true
			}
		}
	}
	return loss{}, false
}
