package invariance

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"talpa/fuzz/ui"
)

// thing is what a widget shows, as far as it is compared: not where it is, nor
// numbers in its words.
type thing struct {
	class, id, words string
	row              string // the first words of the row that it lies in; "" of those words themselves
	checked          bool
	listed           bool // it lies in a row of a list or grid: a heading may have the name of what rows show
}

// maxWords is the number of bytes of words that are compared, as in Genie.
const maxWords = 50

// says is what a widget says, as it is compared.
func says(w *ui.Widget) string {
	words := w.Text
	if words == "" {
		words = w.Desc
	}
	words = ui.Undigit(words)
	if len(words) > maxWords {
		words = strings.ToValidUTF8(words[:maxWords], "")
	}
	return words
}

// thing returns what a widget of the page shows.
func (p *page) thing(i int) thing {
	w := &p.Widgets[i]
	t := thing{class: w.Class, id: w.ID, words: says(w), checked: w.Checked, listed: p.Listed(i)}
	if title := p.rows.title[i]; title >= 0 && title != i {
		t.row = says(&p.Widgets[title])
	}
	return t
}

// count counts what the main window of a page shows, but for what passes; a popup over it,
// such as that of a text's cursor, comes and goes with the focus.
func (p *page) count() map[thing]int {
	main := -1
	for i := range p.Widgets {
		w := &p.Widgets[i]
		if w.Parent < 0 && (main < 0 || w.Bounds.Area() > p.Widgets[main].Bounds.Area()) {
			main = i
		}
	}
	counts := make(map[thing]int, len(p.Widgets))
	in := make([]bool, len(p.Widgets)) // the main window
	for i := range p.Widgets {
		w := &p.Widgets[i]
		in[i] = i == main || w.Parent >= 0 && in[w.Parent]
		if in[i] && !w.Bounds.Empty() && !p.passing[i] {
			counts[p.thing(i)]++
		}
	}
	return counts
}

// differs says whether another page shows anything else.
func (p *page) differs(q *page) bool {
	return p.Activity != q.Activity || !maps.Equal(p.things, q.things)
}

// nameOf is what is the same of a widget in all tests: words may be typed ones.
func nameOf(class, id, words string) string {
	if id != "" {
		return class + "|" + id
	}
	return class + "|" + ui.Undigit(words)
}

// String names the thing for people.
func (t thing) String() string {
	_, id, _ := strings.Cut(t.id, "/")
	class := t.class[strings.LastIndexByte(t.class, '.')+1:]
	switch {
	case t.words != "":
		return fmt.Sprintf("%q (%s)", t.words, class)
	case id != "" && t.row != "":
		return fmt.Sprintf("%s of %q (%s)", id, t.row, class)
	case id != "":
		return fmt.Sprintf("%s (%s)", id, class)
	case t.row != "":
		return fmt.Sprintf("the %s of %q", class, t.row)
	}
	return "a " + class
}

// pair is a page of the seed and the mutant's that is aligned with it.
type pair struct{ seed, mutant *page }

// likeness is the part of two screens' kinds of widgets that they must share for
// their layouts to be of one type.
const likeness = 0.6

// alike says whether two pages are of one type, whatever is on them: the same activity, most
// kinds of widgets, the same heading and the same choice of what can be chosen; dialogs and
// menus are of none.
func alike(a, b *page) bool {
	if !a.inApp() || !b.inApp() || a.Activity != b.Activity || a.Floating() || b.Floating() ||
		!a.sameHeading(b) {
		return false
	}
	kinds := map[[2]string]int{}
	for bit, s := range []*page{a, b} {
		for i := range s.Widgets {
			kinds[[2]string{s.Widgets[i].Class, s.Widgets[i].ID}] |= 1 << bit
		}
	}
	both := 0
	for _, in := range kinds {
		if in == 3 {
			both++
		}
	}
	return float64(both) >= likeness*float64(len(kinds))
}

// sameHeading says whether nothing at the top of two pages says that they are different ones; a search takes
// the place of the title.
func (p *page) sameHeading(q *page) bool {
	title, chosen := p.heading()
	title2, chosen2 := q.heading()
	return chosen == chosen2 && (title == title2 || title == "" || title2 == "")
}

// heading is what tells pages of one activity from each other: the words in the bar at the
// top that cannot be pressed, and what is chosen of tabs and the like.
func (p *page) heading() (title, chosen string) {
	for i := range p.Widgets {
		w := &p.Widgets[i]
		words := p.Label(i)
		switch {
		case w.Bounds.Empty() || words == "":
		case w.Selected && !p.Listed(i) && (w.Parent < 0 || !p.Widgets[w.Parent].Selected):
			chosen += "|" + words
		case w.Text != "" && !w.Clickable && !w.Editable() && p.inBar(i):
			title += "|" + ui.Undigit(w.Text)
		}
		if odd := p.oddOne(i); odd >= 0 {
			chosen += "|" + p.Label(odd)
		}
	}
	return title, chosen
}

// leastRow is the number of children of one class from which on they can be a bar of pages.
const leastRow = 3

// oddOne is the child that is built otherwise than all others of its class beside it, -1 if there is none: the chosen
// page of a bar at the bottom, whose item has a larger label in the place of a small one, and says so by nothing else.
func (p *page) oddOne(parent int) int {
	children := p.Widgets[parent].Children
	if len(children) < leastRow || p.Listed(children[0]) {
		return -1
	}
	built := map[string][]int{}
	for _, c := range children {
		w := &p.Widgets[c]
		if w.Class != p.Widgets[children[0]].Class || w.ID == "" || p.Label(c) == "" {
			return -1
		}
		how := p.built(c)
		built[how] = append(built[how], c)
	}
	if len(built) != 2 { //nolint:mnd // the odd one, and the others
		return -1
	}
	for _, same := range built {
		if len(same) == 1 {
			return same[0]
		}
	}
	return -1
}

// built names the kinds of widgets that lie in a widget, in their order.
func (p *page) built(i int) string {
	var b strings.Builder
	for _, c := range p.Widgets[i].Children {
		fmt.Fprintf(&b, "%s|%s|%s;", p.Widgets[c].Class, p.Widgets[c].ID, p.built(c))
	}
	return b.String()
}

// inBar says whether a widget lies in the bar at the top of a window.
func (p *page) inBar(i int) bool {
	if ui.HasAnySuffix(p.Widgets[i].ID, ":id/action_bar_title") {
		return true
	}
	up := p.Widgets[i].Parent
	return up >= 0 &&
		(ui.HasAnySuffix(p.Widgets[up].Class, ".Toolbar") || ui.HasAnySuffix(p.Widgets[up].ID, ":id/toolbar"))
}

// lostEffects returns what the seed added between two screens, or took away, and
// the mutant did not (rule D7), though it could have: before, both showed the same of it.
func lostEffects(before, after pair, volatile map[thing]bool) []loss {
	was, is := before.seed.things, after.seed.things
	mutantWas, mutantIs := before.mutant.things, after.mutant.things
	pages := []*page{before.seed, after.seed, before.mutant, after.mutant}
	moving := scrolled(pages...)
	var lost []loss
	check := func(k thing) {
		added := is[k] > was[k] && mutantIs[k] <= mutantWas[k] && mutantIs[k] < is[k] &&
			mutantWas[k] == was[k] && before.agree(k.kind())
		gone := is[k] < was[k] && mutantIs[k] >= mutantWas[k] && mutantIs[k] > is[k] && mutantWas[k] >= was[k]
		if !added && !gone || volatile[k.kind()] {
			return
		}
		switch {
		case k.row != "": // of a row that comes or goes its name is judged
			if slices.ContainsFunc(pages, func(p *page) bool {
				return !p.rows.shows(k.row) || moving[thing{class: k.class, id: k.id}] && !p.rows.whole(k.row)
			}) {
				return
			}
		case !moving[thing{class: k.class, id: k.id}]:
		case gone && !sure(k.words, before.seed, after.seed),
			added && !sure(k.words, after.seed, before.seed), added && !sure(k.words, after.seed, after.mutant):
			return
		}
		other := k
		other.checked = !k.checked
		lost = append(lost, loss{thing: k, gone: gone, toggled: added && is[other] < was[other]})
	}
	for k := range is {
		check(k)
	}
	for k := range was {
		if is[k] == 0 {
			check(k)
		}
	}
	return lost
}

// agree says whether both pages show the same of a kind, where it is not one of rows: what
// there is one of, such as the line that says what is underway, is replaced by an effect,
// and what the inserted events put there is replaced otherwise.
func (q pair) agree(kind thing) bool {
	a, b := q.seed.of(kind), q.mutant.of(kind)
	return len(a) > 1 || len(b) > 1 || slices.Equal(a, b)
}

// of lists what a page shows of a kind.
func (p *page) of(kind thing) []thing {
	var list []thing
	for k, n := range p.things {
		if k.kind() == kind {
			list = slices.Concat(list, slices.Repeat([]thing{k}, n))
		}
	}
	return list
}

// kind is a thing without what it shows.
func (t thing) kind() thing { return thing{class: t.class, id: t.id, row: t.row, listed: t.listed} }
