package invariance

import (
	"strings"

	"talpa/fuzz/event"
	"talpa/fuzz/ui"
)

// page is a screen with the names of its views.
type page struct {
	*ui.Screen
	pkg        string
	views      []view
	members    []int          // of each widget, the member of a group that it lies in, or -1
	passing    []bool         // of each widget, whether it goes away by itself
	bar        bool           // a snackbar is shown
	waited     bool           // a wait was in vain
	shown      map[view]int   // the widget of this name, -1 if there are several
	withoutRow map[view][]int // widgets by their names without rows
	rows       rows
	things     map[thing]int // what is shown, counted
}

// view names a widget by what a person tells it by: its own words and those of the
// row that it lies in, not its place.
type view struct{ class, id, words, row string }

// withoutRow is the name without the row.
func (v view) withoutRow() view {
	v.row = ""
	return v
}

// read names the views of a screen.
func read(s *ui.Screen, pkg string) *page {
	p := &page{Screen: s, pkg: pkg, views: make([]view, len(s.Widgets)), members: groups(s),
		shown: map[view]int{}, withoutRow: map[view][]int{}}
	p.passing, p.bar = s.Passing()
	inRow := map[int]string{} // what members say
	for i := range s.Widgets {
		w := &s.Widgets[i]
		v := view{class: w.Class, id: w.ID}
		if !w.Editable() {
			v.words = w.Text + w.Desc
		}
		if v.id == "" && v.words == "" && w.Parent >= 0 {
			v.id = p.views[w.Parent].id + ">" // by what it lies in, which was named before
		}
		for m := p.members[i]; m >= 0 && v.row == ""; m = p.outer(m) {
			row, ok := inRow[m]
			if !ok {
				row = words(s, m)
				inRow[m] = row
			}
			v.row = row
		}
		p.views[i] = v
		if w.Bounds.Empty() {
			continue
		}
		p.withoutRow[v.withoutRow()] = append(p.withoutRow[v.withoutRow()], i)
		if _, again := p.shown[v]; again {
			i = -1
		}
		p.shown[v] = i
	}
	p.rows = rowsOf(p)
	p.things = p.count()
	return p
}

// outer is the member of a group that a member lies in, or -1.
func (p *page) outer(m int) int {
	if up := p.Widgets[m].Parent; up >= 0 {
		return p.members[up]
	}
	return -1
}

// words are all that a widget and what lies in it say, but for numbers and what was
// typed.
func words(s *ui.Screen, i int) string {
	var b strings.Builder
	var visit func(int)
	visit = func(i int) {
		if w := &s.Widgets[i]; !w.Editable() && w.Text+w.Desc != "" {
			b.WriteString(ui.Undigit(w.Text+w.Desc) + "|")
		}
		for _, c := range s.Widgets[i].Children {
			visit(c)
		}
	}
	visit(i)
	return b.String()
}

// inApp says whether the app is in front.
func (p *page) inApp() bool {
	return p != nil && p.Package == p.pkg && len(p.Widgets) > 0
}

// find returns the only widget with this name; false if there is none, or several.
func (p *page) find(v view) (int, bool) {
	i, ok := p.shown[v]
	return i, ok && i >= 0
}

// action is an event and the name of the view that it acts on.
type action struct {
	event   event.Event
	view    view // zero if it names no widget
	passing bool // the widget goes away by itself: UNDO on a snackbar
}

// action returns what an event is on this page; false if nobody could tell which of
// several alike widgets it means, if there is none, or if another one covers it.
func (p *page) action(e event.Event) (action, bool) {
	if e.Target.IsZero() {
		return action{event: e}, true
	}
	if p == nil {
		return action{}, false
	}
	i, ok := p.Find(e.Target, e.X, e.Y)
	if !ok {
		i, ok = p.under(e)
	}
	if !ok {
		return action{}, false
	}
	d := action{event: e, view: p.views[i], passing: p.passing[i]}
	only, ok := p.find(d.view)
	return d, ok && only == i && !p.covered(i, e.X, e.Y)
}

// under is the widget that an event meets at its pixel, where the words that name it changed: a line that tells the
// time is another one in each run.
func (p *page) under(e event.Event) (int, bool) {
	for i := len(p.Widgets) - 1; i >= 0; i-- {
		w := &p.Widgets[i]
		if (w.Clickable || w.LongClickable) && w.Bounds.Contains(e.X, e.Y) {
			return i, e.Target.ID == "" && w.ID == "" && w.Class == e.Target.Class
		}
	}
	return -1, false
}

// aim returns the event that is the action on this page.
func (p *page) aim(d action) (event.Event, bool) {
	e := d.event
	if e.Target.IsZero() {
		return e, true
	}
	if p == nil {
		return e, false
	}
	i, ok := p.find(d.view)
	if !ok {
		return e, false
	}
	e.Target = p.Selector(i)
	if e, _, ok = event.Resolve(e, p.Screen); ok && p.covered(i, e.X, e.Y) && e.Kind != event.Scroll {
		e.X, e.Y = p.Point(i)
	}
	return e, ok && !p.covered(i, e.X, e.Y)
}

// same says whether two actions are the same, wherever their widgets are.
func same(a, b action) bool {
	b.event.Target = a.event.Target // the views name the widgets
	return a.view == b.view && a.event.Same(b.event)
}
