package invariance

import (
	"fmt"
	"maps"
	"strings"

	"talpa/fuzz/ui"
)

// thing is what a widget shows, as far as it is compared: not where it is, nor
// numbers in its words.
type thing struct {
	class, id, words string
	checked          bool
}

// maxWords is the number of bytes of words that are compared, as in Genie.
const maxWords = 50

// thingOf returns what a widget shows.
func thingOf(w *ui.Widget) thing {
	words := w.Text
	if words == "" {
		words = w.Desc
	}
	words = ui.Undigit(words)
	if len(words) > maxWords {
		words = strings.ToValidUTF8(words[:maxWords], "")
	}
	return thing{w.Class, w.ID, words, w.Checked}
}

// things counts what the main window of a screen shows; a popup over it, such as that of a
// text's cursor, comes and goes with the focus.
func things(s *ui.Screen) map[thing]int {
	main := -1
	for i := range s.Widgets {
		w := &s.Widgets[i]
		if w.Parent < 0 && (main < 0 || w.Bounds.Area() > s.Widgets[main].Bounds.Area()) {
			main = i
		}
	}
	counts := make(map[thing]int, len(s.Widgets))
	in := make([]bool, len(s.Widgets)) // the main window
	for i := range s.Widgets {
		w := &s.Widgets[i]
		in[i] = i == main || w.Parent >= 0 && in[w.Parent]
		if in[i] && !w.Bounds.Empty() {
			counts[thingOf(w)]++
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
	case id != "":
		return fmt.Sprintf("%s (%s)", id, class)
	}
	return "a " + class
}

// pair is a page of the seed and the mutant's that is aligned with it.
type pair struct{ seed, mutant *page }

// likeness is the part of two screens' kinds of widgets that they must share for
// their layouts to be of one type.
const likeness = 0.6

// alike says whether two pages are of one type, whatever is on them; dialogs and
// menus are of none.
func alike(a, b *page) bool {
	if !a.inApp() || !b.inApp() || a.Activity != b.Activity || a.Floating() || b.Floating() {
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

// lostEffects returns what the seed added between two screens, or took away, and
// the mutant did not (rule D7).
func lostEffects(before, after pair, volatile map[thing]bool) []loss {
	was, is := before.seed.things, after.seed.things
	mutantWas, mutantIs := before.mutant.things, after.mutant.things
	moving := scrolled(before.seed, after.seed, before.mutant, after.mutant)
	var lost []loss
	check := func(k thing) {
		if volatile[k] || moving[k.kind()] {
			return
		}
		added := is[k] > was[k] && mutantIs[k] <= mutantWas[k] && mutantIs[k] < is[k]
		gone := is[k] < was[k] && mutantIs[k] >= mutantWas[k] && mutantIs[k] > is[k]
		if added || gone {
			other := k
			other.checked = !k.checked
			lost = append(lost, loss{thing: k, gone: gone, toggled: added && is[other] < was[other]})
		}
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

// kind is a thing without what it shows.
func (t thing) kind() thing { return thing{class: t.class, id: t.id} }

// scrolled are the kinds of what lies in something that scrolls on any of the
// screens.
func scrolled(screens ...*page) map[thing]bool {
	kinds := map[thing]bool{}
	for _, s := range screens {
		inside := make([]bool, len(s.Widgets))
		for i := range s.Widgets {
			w := &s.Widgets[i]
			if w.Parent < 0 {
				continue
			}
			inside[i] = inside[w.Parent] || s.Widgets[w.Parent].Scrollable
			if inside[i] {
				kinds[thingOf(w).kind()] = true
			}
		}
	}
	return kinds
}
