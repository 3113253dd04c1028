package invariance

import (
	"strings"

	"talpa/fuzz/event"
	"talpa/fuzz/ui"
)

// snackbars are the resource names of what a bar has that comes up by itself and goes
// again: those of the design library, old and new.
var snackbars = []string{":id/snackbar_text", ":id/snackbar_action"}

// maxBar is the part of the display, one in so many, that a snackbar covers at most.
const maxBar = 4

// passing says of each widget whether it goes away by itself: a snackbar and what is in
// it, a bar that shows progress. bar says whether there is a snackbar. Toasts are in no
// dump.
func passing(s *ui.Screen) (in []bool, bar bool) {
	in = make([]bool, len(s.Widgets))
	most := s.Bounds().Area() / maxBar
	for i := range s.Widgets {
		w := &s.Widgets[i]
		switch {
		case hasSuffix(w.ID, snackbars...):
			bar = true
			top := i
			for p := w.Parent; p >= 0 && s.Widgets[p].Bounds.Area() <= most; p = s.Widgets[p].Parent {
				top = p
			}
			in[top] = true
		case hasSuffix(w.Class, ".ProgressBar"):
			in[i] = true
		}
	}
	for i := range s.Widgets { // parents come before children
		if p := s.Widgets[i].Parent; p >= 0 && in[p] {
			in[i] = true
		}
	}
	return in, bar
}

func hasSuffix(s string, suffixes ...string) bool {
	for _, suffix := range suffixes {
		if strings.HasSuffix(s, suffix) {
			return true
		}
	}
	return false
}

// wait is what has a snackbar go: none of a usual length stays for longer.
func wait() event.Event { return event.Event{Kind: event.Wait, Millis: 5000} }

// clears says whether waiting may make a page comparable: a snackbar is there, and no wait
// has been in vain.
func (p *page) clears() bool { return p != nil && p.bar && !p.waited }

// offered is the touch on what a snackbar offers, such as UNDO.
func (p *page) offered() (event.Event, bool) {
	for i := range p.Widgets {
		if w := &p.Widgets[i]; !p.passing[i] || !w.Clickable || !w.Enabled || says(w) == "" {
			continue
		}
		e := event.Event{Kind: event.Tap, Target: p.Selector(i)}
		e.X, e.Y = p.Point(i)
		if _, ok := p.action(e); ok {
			return e, true
		}
	}
	return event.Event{}, false
}

// covered says whether a touch at a pixel of the widget goes to another one: one that is
// drawn over it and takes touches, passes, or is of another window.
func (p *page) covered(i, x, y int) bool {
	root := p.root(i)
	for j := i + 1; j < len(p.Widgets); j++ {
		w := &p.Widgets[j]
		if !w.Bounds.Contains(x, y) || p.Within(j, i) {
			continue
		}
		if w.Clickable || w.LongClickable || p.passing[j] && !p.passing[i] || p.root(j) != root {
			return true
		}
	}
	return false
}

// root is the window that the widget is in.
func (p *page) root(i int) int {
	for p.Widgets[i].Parent >= 0 {
		i = p.Widgets[i].Parent
	}
	return i
}

// uses says whether the run, from its page p on, uses a snackbar that this page shows: what
// is inserted there would have the bar speak of something else.
func (r *run) uses(p int) bool {
	for k := p; k < len(r.actions) && r.pages[k] != nil && r.pages[k].bar; k++ {
		if r.actions[k].passing {
			return true
		}
	}
	return false
}

// structure is the state of the page (Definition 1 of the paper) without what passes.
func (p *page) structure() ui.State {
	if !p.bar {
		return p.Structure()
	}
	rest := &ui.Screen{Activity: p.Activity}
	for i := range p.Widgets {
		if !p.passing[i] {
			rest.Widgets = append(rest.Widgets, p.Widgets[i])
		}
	}
	return rest.Structure()
}
