package invariance

import (
	"math/rand"
	"strings"

	"talpa/fuzz/event"
	"talpa/fuzz/gen"
	"talpa/fuzz/ui"
)

// maxInserted is the number of events that may be inserted, as in Genie.
const maxInserted = 8

// How the inserted events are chosen.
const (
	stray = 0.4 // away from the pivot: anything rather than the way back
	more  = 0.3 // back at the pivot: another independent view, too
)

// walk is the state of the events inserted into a mutant (rule D5).
type walk struct {
	pivot    int // the number of events before them
	left     int
	inserted int
	done     bool
}

// pivot chooses a screen of the seed on which there are independent views.
func (t *test) pivot(rng *rand.Rand) (int, bool) {
	for _, tried := range []bool{false, true} {
		for _, p := range rng.Perm(len(t.deeds)) {
			if len(t.choices(t.pages[p], tried)) > 0 {
				return p, true
			}
		}
	}
	return 0, false
}

// choices are the deeds on independent views of a page, tried ones left out unless
// they are asked for.
func (t *test) choices(p *page, tried bool) []deed {
	if !p.inApp() || p.Floating() {
		return nil
	}
	active := p.active(t.deeds)
	var list []deed
	for _, c := range gen.Candidates(p.Screen) {
		if c.Widget < 0 {
			continue
		}
		d := deed{c.Event, p.views[c.Widget]}
		if (tried || !t.tried[d.view]) && p.independent(d, active) {
			list = append(list, d)
		}
	}
	return list
}

// insert returns the next inserted event; false: there is none, because the pivot is
// reached again (then walk.done says so), or cannot be.
func (o *Oracle) insert() (event.Event, bool) {
	w, now := o.walk, o.trial.mutant.now()
	home := returned(o.test.pages[w.pivot], now)
	if !home && w.inserted == 0 {
		return event.Event{}, false
	}
	if w.inserted > 0 && home && (w.left == 0 || o.rng.Float64() >= more) {
		w.done = true
		return event.Event{}, false
	}
	if w.left == 0 {
		return event.Event{}, false
	}
	w.left--
	w.inserted++
	switch {
	case home:
		return o.start(now)
	case now.inApp():
		return o.onward(now), true
	}
	return event.Event{Kind: event.Back}, true
}

// start chooses an event on an independent view, long presses less often.
func (o *Oracle) start(p *page) (event.Event, bool) {
	list := o.test.choices(p, false)
	if len(list) == 0 {
		list = o.test.choices(p, true)
	}
	if len(list) == 0 {
		return event.Event{}, false
	}
	d := list[o.rng.Intn(len(list))]
	if d.event.Kind == event.LongTap {
		d = list[o.rng.Intn(len(list))]
	}
	o.test.tried[d.view] = true
	return d.event, true
}

// onward chooses an event away from the pivot: a way back that the model knows, or
// anything as long as there is room for the way back; Back where nothing is known.
func (o *Oracle) onward(p *page) event.Event {
	if o.walk.left > 2 && o.rng.Float64() < stray {
		if e, ok := o.anything(p); ok {
			return e
		}
	}
	pivot := o.test.pages[o.walk.pivot]
	if d, ok := o.model.back(p.Structure(), pivot.Structure(), o.walk.left, o.rng); ok {
		if e, there := p.aim(d); there {
			return e
		}
	}
	return event.Event{Kind: event.Back}
}

// anything is a press or a text on a widget of the page.
func (o *Oracle) anything(p *page) (event.Event, bool) {
	var list []event.Event
	for _, c := range gen.Candidates(p.Screen) {
		if c.Event.Kind != event.Text && (c.Event.Kind != event.Tap || c.Verb != ui.Press) {
			continue
		}
		if _, ok := p.deed(c.Event); ok {
			list = append(list, c.Event)
		}
	}
	if len(list) == 0 {
		return event.Event{}, false
	}
	e := list[o.rng.Intn(len(list))]
	if e.Kind == event.Text {
		e.Value = word(o.rng)
	}
	return e, true
}

// word is a short made-up word.
func word(rng *rand.Rand) string {
	const consonants, vowels = "bdfgklmnprst", "aeiou"
	var b strings.Builder
	for range 2 + rng.Intn(2) {
		b.WriteByte(consonants[rng.Intn(len(consonants))])
		b.WriteByte(vowels[rng.Intn(len(vowels))])
	}
	return b.String()
}
