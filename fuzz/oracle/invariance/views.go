package invariance

import (
	"slices"

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

// exclusive are classes of which choosing one undoes the choice of another. Of tabs the pivot
// demands that the same one be chosen again.
var exclusive = []string{"RadioButton", "Spinner"}

// active are the widgets that a seed may still act on from its action on, and of each group the one
// that it acted on last before (rule D3). What is in no group and only opens a window is active for nobody.
func (p *page) active(seed *run, from int) []int {
	var list []int
	for k := from; k < len(seed.actions); k++ {
		for _, i := range p.same(seed.actions[k].view) {
			if p.members[i] >= 0 || p.Widgets[i].Checkable || !seed.opens(k) {
				list = append(list, i)
			}
		}
	}
	groups := map[int]bool{} // by parent
	for k := from - 1; k >= 0; k-- {
		var last []int
		for _, i := range p.same(seed.actions[k].view) {
			if m := p.members[i]; m >= 0 && !groups[p.Widgets[m].Parent] {
				last = append(last, i)
			}
		}
		for _, i := range last {
			groups[p.Widgets[p.members[i]].Parent] = true
		}
		list = append(list, last...)
	}
	return list
}

// same are the widgets that a view may be. Rows count if both names have one: the last row of a list is
// in no group any more.
func (p *page) same(v view) []int {
	if v == (view{}) {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(p.withoutRow[v.withoutRow()]), func(i int) bool {
		row := p.views[i].row
		return row != v.row && row != "" && v.row != ""
	})
}

// opens says whether an action of the run opened another screen, or a window of its own.
func (r *run) opens(k int) bool {
	return r.pages[k].inApp() && r.pages[k+1].inApp() && !r.pages[k].sameWindow(r.pages[k+1])
}

// independent says whether an action begins on a view that is independent of the active
// ones (rule D2): one of a group of views of one class, if its member of the group, and its
// row, have nothing to do with them, or one of no group, as long as it is none of them.
func (p *page) independent(d action, active []int) bool {
	if d.event.Kind != event.Tap && d.event.Kind != event.LongTap {
		return false
	}
	i, ok := p.find(d.view)
	if !ok || p.Widgets[i].Editable() || p.passing[i] || p.setting(i) ||
		ui.HasAnySuffix(p.Widgets[i].Class, exclusive...) {
		return false
	}
	mine := p.members[i]
	if mine < 0 {
		mine = i
	}
	for p.Listed(mine) && p.Widgets[mine].Parent >= 0 && p.Listed(p.Widgets[mine].Parent) {
		mine = p.Widgets[mine].Parent // the row is one thing
	}
	return !slices.ContainsFunc(active, func(a int) bool { return p.overlap(mine, a) })
}

// preference are the resource names that rows of a settings screen have beside their title: those of the framework,
// which libraries use as well.
var preference = []string{
	"android:id/summary", "android:id/switch_widget", "android:id/checkbox", "android:id/widget_frame",
}

// setting says whether a widget lies in a row of a settings screen: what one switches, anything may depend on.
func (p *page) setting(i int) bool {
	if !p.Listed(i) || p.Floating() {
		return false
	}
	for p.Widgets[i].Parent >= 0 && p.Listed(p.Widgets[i].Parent) {
		i = p.Widgets[i].Parent
	}
	titled, more := false, false
	for k := i; k < len(p.Widgets) && (k == i || p.Within(k, i)); k++ {
		titled = titled || p.Widgets[k].ID == "android:id/title"
		more = more || slices.Contains(preference, p.Widgets[k].ID)
	}
	return titled && more
}

// disturbs says whether an inserted action does something with what the seed acts on: with a setting, with the
// row of a list or what is called like it elsewhere, or on the pivot with the same view. Elsewhere a button such as OK,
// or a tab, is used by all.
func (p *page) disturbs(d action, seed *run, from int) bool {
	switch d.event.Kind {
	case event.Tap, event.LongTap, event.Text:
	default:
		return false
	}
	i, ok := p.find(d.view)
	if ok && (p.setting(i) || !p.Listed(i) && seed.actsOn(ui.Undigit(p.Label(i)), from)) {
		return true
	}
	if !ok || !p.Listed(i) && p.structure() != seed.pages[from].structure() {
		return false
	}
	return slices.Contains(p.active(seed, from), i)
}

// actsOn says whether the run acts, from its action from on, on a row of this name.
func (r *run) actsOn(name string, from int) bool {
	for k := from; k < len(r.actions) && name != ""; k++ {
		p := r.pages[k]
		if p == nil {
			continue
		}
		if i, ok := p.find(r.actions[k].view); ok && p.named(i) == name {
			return true
		}
	}
	return false
}

// overlap says whether one of two widgets is or lies in the other.
func (p *page) overlap(a, b int) bool { return a == b || p.Within(a, b) || p.Within(b, a) }

// kept is the part of the pivot's words of which more must be there when the inserted events
// end: the paper's heuristic, in which so many are enough. Of a page with a name and a button they are the button's,
// on the page of another row.
const kept = 0.5

// returned says whether a page is the pivot again, though rows may have come or
// changed (rule D5).
func returned(pivot, now *page) bool {
	if !pivot.inApp() || !now.inApp() || pivot.Activity != now.Activity ||
		pivot.structure() != now.structure() || !pivot.sameHeading(now) {
		return false
	}
	there := map[string]bool{}
	for i := range now.Widgets {
		there[now.Widgets[i].Text] = true
	}
	words, found := 0, 0
	for i := range pivot.Widgets {
		if text := pivot.Widgets[i].Text; text != "" && !pivot.passing[i] {
			words++
			if there[text] {
				found++
			}
		}
	}
	return words == 0 || float64(found) > kept*float64(words)
}
