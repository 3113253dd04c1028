package dmf

import (
	"slices"

	"talpa/fuzz/event"
	"talpa/fuzz/oracle"
	"talpa/fuzz/ui"
)

// doubt is a function at whose end a post-condition did not hold. The screen is looked at once more after a
// while; what a list does not show then may lie further down in it, so the list is scrolled through from its
// top before anything is told.
type doubt struct {
	*attempt
	waited bool
	// scrolls counts the scrolls.
	scrolls int
	// met says of each post-condition that nothing more is wanted of it; failed is one that holds no more,
	// whatever else is shown, -1 if there is none.
	met    []bool
	failed int
}

// maxLooks is how often a list is scrolled to find what must be in it.
const maxLooks = 10

func newDoubt(a *attempt) *doubt {
	return &doubt{attempt: a, met: make([]bool, len(a.fn.After)), failed: -1}
}

// next is the event after which the doubt is looked at again.
func (d *doubt) next(o *Oracle, s *ui.Screen) event.Event {
	if list, ok := d.list(o, s); d.waited && ok {
		return list
	}
	return event.Event{Kind: event.Wait, Millis: graceMillis}
}

// look takes in what a screen shows: what must be there may be on any screen of a list, what must not be
// there may be on none.
func (d *doubt) look(o *Oracle, s *ui.Screen) {
	for i := range d.fn.After {
		c := &d.fn.After[i]
		holds := o.hold(d.attempt, s, c)
		d.met[i] = holds || d.met[i] && c.Relation == In
		if !holds && c.Relation != In && d.failed < 0 {
			d.failed = i
		}
	}
	if d.failed < 0 && slices.Contains(d.met, false) {
		if _, more := d.list(o, s); !more {
			d.failed = slices.Index(d.met, false)
		}
	}
}

// list is the scroll that may show what a post-condition wants: of the list that has widgets which are
// described as the one that is missing. false if there is none.
func (d *doubt) list(o *Oracle, s *ui.Screen) (event.Event, bool) {
	at := slices.Index(d.met, false)
	if at < 0 || d.fn.After[at].Relation != In || d.scrolls == maxLooks {
		return event.Event{}, false
	}
	w := d.fn.Widgets[d.fn.After[at].Widget]
	for _, row := range w.findAll(s, o.pkg, func(string) bool { return true }) {
		for up := row; up >= 0; up = s.Widgets[up].Parent {
			if s.Widgets[up].Scrollable {
				return d.scroll(s, up), true
			}
		}
	}
	return event.Event{}, false
}

// scroll goes to the top of a list first, then down; a list of columns is begun where it is.
func (d *doubt) scroll(s *ui.Screen, list int) event.Event {
	direction := "down"
	for _, a := range s.Actions() {
		if a.Widget == list && a.Verb == ui.ScrollRight {
			direction = "right"
		}
	}
	if direction == "down" && d.scrolls == 0 {
		direction = "top"
	}
	e := event.Event{Kind: event.Scroll, Arg: direction, Target: s.Selector(list)}
	e.X, e.Y, e.X2, e.Y2 = event.Finger(s.Widgets[list].Bounds.Intersect(s.Bounds()), direction)
	return e
}

// lookAgain judges the function in doubt after the screen had time to change, or showed more of a list. Any
// other event leaves the question open.
func (o *Oracle) lookAgain(s oracle.Step) []oracle.Violation {
	d := o.doubt
	switch {
	case s.Event.Kind == event.Wait && !d.waited:
		d.waited = true
	case s.Event.Kind == event.Scroll && d.waited:
		d.scrolls++
	default:
		o.lose()
		return nil
	}
	d.look(o, s.After)
	wanted := slices.Index(d.met, false)
	if d.failed < 0 && wanted >= 0 && d.scrolls > 1 && s.Before.Content() == s.After.Content() {
		d.failed = wanted // that is the end of the list
	}
	if d.failed < 0 && wanted >= 0 {
		return nil
	}
	o.doubt = nil
	o.tally(d.fn).Judged++
	if d.failed < 0 {
		return nil
	}
	o.tally(d.fn).Failed++
	v := o.violation(d.attempt, d.failed)
	o.lose()
	return []oracle.Violation{v}
}
