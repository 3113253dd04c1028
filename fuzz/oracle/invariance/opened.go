package invariance

import (
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
// nothing, nor open what is named like another row.
func opened(d action, before, after pair, volatile map[thing]bool) (loss, bool) {
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
	name := before.seed.named(i)
	if name == "" || !before.mutant.rows.shows(name) || !after.seed.sameWindow(after.mutant) {
		return loss{}, false
	}
	return after.misnamed(name, before.mutant, volatile)
}

// named is the name of the row that a widget lies in, "" if it lies in none.
func (p *page) named(i int) string {
	if title := p.rows.title[i]; title >= 0 {
		return says(&p.Widgets[title])
	}
	return ""
}

// misnamed looks for what the seed's page says in the words of the row that was touched, where the mutant's says
// the words of another row.
func (q pair) misnamed(name string, list *page, volatile map[thing]bool) (loss, bool) {
	for i := range q.seed.Widgets {
		k := q.seed.thing(i)
		if k.words != name || q.mutant.things[k] > 0 || volatile[k.kind()] {
			continue
		}
		for _, other := range q.mutant.of(k.kind()) {
			if other.words != name && list.rows.shows(other.words) {
				return loss{thing: k}, true
			}
		}
	}
	return loss{}, false
}
