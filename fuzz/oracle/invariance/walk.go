package invariance

import (
	"cmp"
	"math/rand"
	"slices"
	"strings"

	"talpa/fuzz/event"
	"talpa/fuzz/gen"
	"talpa/fuzz/ui"
)

// maxInserted is the number of events that may be inserted, as in Genie.
const maxInserted = 8

// How the inserted events are chosen.
const (
	awayShare = 0.4 // away from the pivot: anything rather than the path back
	more      = 0.3 // back at the pivot: another independent view, too
	// Of snackbars so many are used, and so many left where they are; fewer by seeds.
	using, leaving = 0.5, 0.1
	usingBySeed    = 0.3
	// Where the seed uses one, so does this part of the inserted events.
	usingToo = 0.7
)

// start is where inserted events begin, and the first of them.
type start struct {
	pivot  int // the number of events before it
	action action
}

// starts chooses where mutants of a seed begin: on pages with independent views, as
// long as an effect follows that they could undo.
func (r *run) starts(rng *rand.Rand, f *funnel) []start {
	var list []start
	for p := range r.effects() {
		if r.uses(p) {
			continue
		}
		choices := r.pages[p].choices(r, p)
		f.screen(r.pages[p], len(choices))
		for _, d := range choices {
			list = append(list, start{p, d})
		}
	}
	rng.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	// Views of a group come first: what is in none is more often not independent.
	slices.SortStableFunc(list, func(a, b start) int {
		return cmp.Compare(r.lone(a), r.lone(b))
	})
	grouped, _ := slices.BinarySearchFunc(list, 1, func(s start, n int) int { return cmp.Compare(r.lone(s), n) })
	first := list[:min(grouped, insertsPerSeed-min(insertsPerLone, len(list)-grouped))]
	rest := list[grouped:]
	return slices.Concat(first, rest[:min(len(rest), insertsPerSeed-len(first))])
}

// lone is 1 for a mutant that begins on a view of no group.
func (r *run) lone(s start) int {
	p := r.pages[s.pivot]
	if i, ok := p.find(s.action.view); ok && p.members[i] >= 0 {
		return 0
	}
	return 1
}

// effects is the number of actions, from the first on, which an effect that can be judged
// still follows: on the pages of one type, or by a window that opens.
func (r *run) effects() int {
	for i := len(r.actions) - 1; i >= 0; i-- {
		here := r.pages[i]
		if here.inApp() && r.actions[i].event.Kind == event.Tap && !here.sameWindow(r.pages[i+1]) {
			return i + 1
		}
		for _, later := range r.pages[i+1:] {
			if alike(here, later) && here.differs(later) {
				return i + 1
			}
		}
	}
	return 0
}

// choices are the actions on views of a page that are independent of a seed from its action on.
func (p *page) choices(seed *run, from int) []action {
	if !p.inApp() || p.Floating() {
		return nil
	}
	active := p.active(seed, from)
	var list []action
	for _, c := range gen.Candidates(p.Screen) {
		if c.Widget < 0 || c.Verb == ui.Touch {
			continue
		}
		if d, ok := p.action(c.Event); ok && p.independent(d, active) && !p.disturbs(d, seed, from) {
			list = append(list, d)
		}
	}
	return list
}

// walk is the state of the events inserted into a mutant (rule D5).
type walk struct {
	start    start
	inserted int
	done     bool
}

func (w *walk) left() int { return maxInserted - w.inserted }

// insert returns the next inserted event; false: there is none, because the pivot is
// reached again (then walk.done says so), or cannot be.
func (o *Oracle) insert() (event.Event, bool) {
	w, now := o.walk, o.trial.mutant.now()
	home := returned(o.pivot(), now)
	switch {
	case now.clears():
		use := 0.0
		switch {
		case w.inserted == 0 || w.left() == 0:
		case o.test.passes(w.start.pivot):
			use = usingToo
		default:
			use = using
		}
		if e, ok := o.snackbar(now, use); ok {
			if e.Kind != event.Wait {
				w.inserted++
			}
			return e, true
		}
	case w.inserted == 0 && home:
		w.inserted++
		return now.aim(w.start.action)
	case home && (w.left() == 0 || o.rng.Float64() >= more):
		w.done = true
		return event.Event{}, false
	case w.inserted == 0 || w.left() == 0:
		return event.Event{}, false
	}
	w.inserted++
	switch {
	case home:
		return o.another(now)
	case now.inApp():
		return o.nextAway(now), true
	}
	return event.Event{Kind: event.Back}, true
}

// another chooses one more event on an independent view.
func (o *Oracle) another(p *page) (event.Event, bool) {
	list := p.choices(&o.test.run, o.walk.start.pivot)
	if len(list) == 0 {
		return event.Event{}, false
	}
	return list[o.rng.Intn(len(list))].event, true
}

// nextAway chooses an event away from the pivot: a path back that the model knows, or
// anything as long as there is room for the path back; Back where nothing is known.
func (o *Oracle) nextAway(p *page) event.Event {
	if o.walk.left() > 2 && o.rng.Float64() < awayShare {
		if e, ok := o.anything(p); ok {
			return e
		}
	}
	pivot := o.test.pages[o.walk.start.pivot]
	if d, ok := o.model.back(p.Structure(), pivot.Structure(), o.walk.left(), o.rng); ok {
		if e, there := p.aim(d); there {
			return e
		}
	}
	return event.Event{Kind: event.Back}
}

// passes says whether the run, from its page p on, uses a snackbar.
func (r *run) passes(p int) bool {
	return slices.ContainsFunc(r.actions[p:], func(d action) bool { return d.passing })
}

// snackbar decides what to do about a snackbar: to use it, with a probability, to leave it, which is
// false, or to wait until it is gone.
func (o *Oracle) snackbar(p *page, use float64) (event.Event, bool) {
	switch at := o.rng.Float64(); {
	case at < use:
		if e, ok := p.offered(); ok {
			return e, true
		}
	case use > 0 && at < use+leaving:
		return event.Event{}, false
	}
	return wait(), true
}

// pivot is the page of the seed where the mutant leaves it.
func (o *Oracle) pivot() *page { return o.test.pages[o.walk.start.pivot] }

// anything is a press or a text on a widget of the page.
func (o *Oracle) anything(p *page) (event.Event, bool) {
	var list []event.Event
	for _, c := range gen.Candidates(p.Screen) {
		if c.Event.Kind != event.Text && (c.Event.Kind != event.Tap || c.Verb != ui.Press) {
			continue
		}
		if d, ok := p.action(c.Event); ok && !p.disturbs(d, &o.test.run, o.walk.start.pivot) {
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
