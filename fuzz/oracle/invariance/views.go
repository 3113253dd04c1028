package invariance

import (
	"slices"
	"strings"

	"talpa/fuzz/event"
	"talpa/fuzz/ui"
)

// groups returns for each widget the member of a group that it is or lies in: the
// nearest one with a sibling of its class in which something can be pressed, too.
// -1: none.
func groups(s *ui.Screen) []int {
	pressed := actionable(s)
	members := make([]int, len(s.Widgets))
	for i := range members {
		members[i] = -1
	}
	for i := range s.Widgets { // parents come before children
		w := &s.Widgets[i]
		if w.Parent >= 0 && members[i] < 0 {
			members[i] = members[w.Parent]
		}
		if len(w.Children) < 2 {
			continue
		}
		alike := map[string]int{} // children in which something can be pressed, by class
		for _, c := range w.Children {
			if pressed[c] {
				alike[s.Widgets[c].Class]++
			}
		}
		for _, c := range w.Children {
			others := alike[s.Widgets[c].Class]
			if pressed[c] {
				others--
			}
			if others > 0 {
				members[c] = c
			}
		}
	}
	return members
}

// actionable says of each widget whether something can be pressed in it.
func actionable(s *ui.Screen) []bool {
	in := make([]bool, len(s.Widgets))
	for _, a := range s.Actions() {
		if a.Verb != ui.Press && a.Verb != ui.LongPress {
			continue
		}
		for i := a.Widget; i >= 0 && !in[i]; i = s.Widgets[i].Parent {
			in[i] = true
		}
	}
	return in
}

// exclusive are classes of which choosing one undoes the choice of another.
var exclusive = []string{"RadioButton", "CheckedTextView", "Tab", "TabView", "Spinner"}

// active are the widgets that a seed may act on (rule D3). Rows count if both names
// have one: the last row of a list is in no group any more.
func (p *page) active(seed []action) []int {
	var list []int
	for _, d := range seed {
		if d.view == (view{}) {
			continue
		}
		for _, i := range p.rowless[d.view.rowless()] {
			if row := p.views[i].row; row == d.view.row || row == "" || d.view.row == "" {
				list = append(list, i)
			}
		}
	}
	return list
}

// independent says whether an action begins on a view that is independent of the active
// ones (rule D2): it belongs to a group of views of one class, and its member of the
// group has nothing to do with them.
func (p *page) independent(d action, active []int) bool {
	if d.event.Kind != event.Tap && d.event.Kind != event.LongTap {
		return false
	}
	i, ok := p.find(d.view)
	if !ok || p.members[i] < 0 || p.Widgets[i].Editable() {
		return false
	}
	for _, suffix := range exclusive {
		if strings.HasSuffix(p.Widgets[i].Class, suffix) {
			return false
		}
	}
	return !slices.ContainsFunc(active, func(a int) bool { return p.overlap(p.members[i], a) })
}

// overlap says whether one of two widgets is or lies in the other.
func (p *page) overlap(a, b int) bool { return a == b || p.Within(a, b) || p.Within(b, a) }

// kept is the part of the pivot's words that must be there when the inserted events
// end: the paper's heuristic.
const kept = 0.5

// returned says whether a page is the pivot again, though rows may have come or
// changed (rule D5).
func returned(pivot, now *page) bool {
	if !pivot.inApp() || !now.inApp() || pivot.Activity != now.Activity || pivot.Structure() != now.Structure() {
		return false
	}
	there := map[string]bool{}
	for i := range now.Widgets {
		there[now.Widgets[i].Text] = true
	}
	words, found := 0, 0
	for i := range pivot.Widgets {
		if text := pivot.Widgets[i].Text; text != "" {
			words++
			if there[text] {
				found++
			}
		}
	}
	return float64(found) >= kept*float64(words)
}
