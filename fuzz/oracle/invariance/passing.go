package invariance

import (
	"talpa/fuzz/event"
	"talpa/fuzz/ui"
)

// wait is what has a snackbar go: none of a usual length stays for longer.
func wait() event.Event { return event.Event{Kind: event.Wait, Millis: ui.BarMillis} }

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

// covered says whether a touch at a pixel of the widget goes to another one.
func (p *page) covered(i, x, y int) bool {
	_, covered := p.Over(i, x, y, p.passing)
	return covered
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
