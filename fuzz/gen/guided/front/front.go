// Package front finds what is looked for among what can be done on the screen in front: by the name that code or
// people know it by, or by what it is for.
//
// What it finds are indexes of offers, -1 for none. It knows nothing of what was tried.
package front

import (
	"math/rand"
	"slices"
	"strings"

	"talpa/asra/guide"
	"talpa/fuzz/event"
	"talpa/fuzz/gen"
	"talpa/fuzz/gen/guided/naming"
	"talpa/fuzz/gen/guided/relevance"
	"talpa/fuzz/gen/guided/settings"
	"talpa/fuzz/gen/guided/transition"
	"talpa/fuzz/ui"
)

// Front is a screen of the app, what can be done on it, and where it is.
type Front struct {
	Screen *ui.Screen
	Offers []transition.Offer
	At     relevance.Place
}

// WithWidgets are the offers for a role whose widgets bear the id or the text of some widgets, in the order of
// these.
func (f Front) WithWidgets(widgets []guide.Widget, role guide.Role) []int {
	var all []int
	for _, w := range widgets {
		id, text := relevance.ShortID(w.ID), strings.ToLower(w.Text)
		for i := range f.Offers {
			o := &f.Offers[i]
			if o.System || !relevance.Serves(role, o.Candidate) || w.Screen != "" && f.At.Activity != "" &&
				w.Screen != f.At.Activity {
				continue
			}
			if id != "" && relevance.HasID(f.Screen, o.Widget, id) ||
				text != "" && slices.Contains(f.At.Texts(f.Screen, o.Candidate), text) {
				all = append(all, i)
			}
		}
	}
	return all
}

// SeveralBoxes is how many boxes are checked before the first is unchecked: with two, a walk over what they fill
// may end before it is seen that one has gone.
const SeveralBoxes = 3

// CheckSeveral is the press of a box in a row, of those that bear the id or the text of some widgets, and what checks
// others then and unchecks the first: what they fill has several elements when one is taken out. -1 where there are too
// few boxes.
func (f Front) CheckSeveral(widgets []guide.Widget, role guide.Role) (first int, others []event.Event) {
	boxes := slices.DeleteFunc(f.WithWidgets(widgets, role), func(i int) bool {
		o := &f.Offers[i]
		return !o.PressesWidget() || !o.Listed || !f.Screen.Widgets[o.Widget].Checkable
	})
	if len(boxes) < SeveralBoxes {
		return -1, nil
	}
	for _, i := range append(boxes[1:SeveralBoxes:SeveralBoxes], boxes[0]) {
		others = append(others, f.Offers[i].Event)
	}
	return boxes[0], others
}

// Labelled is the press of what bears the text.
func (f Front) Labelled(text string) int {
	if text == "" {
		return -1
	}
	return slices.IndexFunc(f.Offers, func(o transition.Offer) bool {
		return o.PressesWidget() && slices.Contains(f.At.Texts(f.Screen, o.Candidate), strings.ToLower(text))
	})
}

// TextsIn are the texts on the widget of an offer and on those that stand inside of it, in lower case: what a row of
// settings says its value is.
func (f Front) TextsIn(offer int) []string {
	row := f.Screen.Widgets[f.Offers[offer].Widget].Bounds
	var all []string
	for i := range f.Screen.Widgets {
		if w := &f.Screen.Widgets[i]; w.Text != "" && row.Covers(w.Bounds) {
			all = append(all, strings.ToLower(w.Text))
		}
	}
	return all
}

// Names are the texts that stand on the widget of an offer, and its id without what all ids begin with.
func (f Front) Names(o *transition.Offer) []string {
	id := relevance.ShortID(f.Screen.Widgets[o.Widget].ID)
	return append(f.At.Texts(f.Screen, o.Candidate), strings.ToLower(o.Label), strings.TrimPrefix(id, "id/"))
}

const (
	// alikeEnough is the likeness from which on an entry is taken for the way: half of its words.
	alikeEnough = 0.5
	// alikeTries is how often it is pressed in a state.
	alikeTries = 2
)

// Resembling is the press of what is called most like the words, and was tried once at most; -1 if nothing is.
func (f Front) Resembling(words naming.Words, tries func(offer int) int) int {
	best, most := -1, alikeEnough
	for i := range f.Offers {
		if !f.Offers[i].PressesWidget() || tries(i) >= alikeTries {
			continue
		}
		if like := f.Likeness(i, words); like > most || like == most && best < 0 {
			best, most = i, like
		}
	}
	return best
}

// Likeness is how much the widget of an offer is called like some words, by its id or what stands on it.
func (f Front) Likeness(offer int, words naming.Words) float64 {
	o := &f.Offers[offer]
	like := words.Likeness(relevance.ShortID(f.Screen.Widgets[o.Widget].ID))
	for _, text := range f.At.Texts(f.Screen, o.Candidate) {
		like = max(like, words.Likeness(text))
	}
	return like
}

// Adding is how much a press looks like one that adds a row, by the guide's word or by what it is called: 0 not at all.
func (f Front) Adding(offer int, adders []guide.Widget) float64 {
	o := &f.Offers[offer]
	if !o.PressesWidget() {
		return 0
	}
	names := f.Names(o)
	if slices.ContainsFunc(adders, func(w guide.Widget) bool {
		return w.ID != "" && relevance.ShortID(w.ID) == relevance.ShortID(f.Screen.Widgets[o.Widget].ID) ||
			w.Text != "" && slices.Contains(names, strings.ToLower(w.Text))
	}) {
		return 4
	}
	best := 0.0
	if slices.ContainsFunc(names, naming.Adds) {
		best = 1
	}
	if o.Listed && !f.Screen.Floating() {
		best /= 4 // a row of that name
	}
	return best
}

// Deleters are the presses of what is called so that it deletes rows. A row that is called so is data.
func (f Front) Deleters() []int {
	var all []int
	for i := range f.Offers {
		o := &f.Offers[i]
		if o.PressesWidget() && (!o.Listed || f.Screen.Floating()) && slices.ContainsFunc(f.Names(o), naming.Deletes) {
			all = append(all, i)
		}
	}
	return all
}

// Confirms says whether an offer presses what confirms, and no field that is called so.
func (f Front) Confirms(o *transition.Offer) bool {
	return o.PressesWidget() && !f.Screen.Widgets[o.Widget].Editable() &&
		naming.Confirms(&f.Screen.Widgets[o.Widget], o.Label)
}

// Confirmation is the button that confirms: of several one that says nothing else comes first ("Start" before "Start
// time"), then the lowest, since a form is read downwards. -1 if there is none.
func (f Front) Confirmation() int {
	best, plain, lowest := -1, false, 0
	for i := range f.Offers {
		o := &f.Offers[i]
		if !f.Confirms(o) {
			continue
		}
		says := naming.SaysConfirm(o.Label) || f.Screen.Widgets[o.Widget].ID == "android:id/button1"
		if best < 0 || says && !plain || says == plain && o.Event.Y > lowest {
			best, plain, lowest = i, says, o.Event.Y
		}
	}
	return best
}

// OnlyField is the text field of a dialog that has one.
func (f Front) OnlyField() int {
	if fields := f.TextFields(); len(fields) == 1 && f.Screen.Floating() {
		return fields[0]
	}
	return -1
}

// Fields are the keys of the text fields, the lowest first.
func (f Front) Fields() []gen.Key { return f.LowestFirst(f.TextFields()) }

// TextFields are the text fields.
func (f Front) TextFields() []int {
	var fields []int
	for i := range f.Offers {
		if o := &f.Offers[i]; o.Verb == ui.Type && !o.System {
			fields = append(fields, i)
		}
	}
	return fields
}

// Keys are the keys of all offers.
func (f Front) Keys() []gen.Key {
	keys := make([]gen.Key, len(f.Offers))
	for i := range f.Offers {
		keys[i] = f.Offers[i].Key
	}
	return keys
}

// LowestFirst are the keys of offers, those of the lowest widgets first: the keyboard that comes up with
// a field covers what is below it.
func (f Front) LowestFirst(offers []int) []gen.Key {
	slices.SortStableFunc(offers, func(a, b int) int { return f.Offers[b].Event.Y - f.Offers[a].Event.Y })
	var keys []gen.Key
	for _, i := range offers {
		keys = append(keys, f.Offers[i].Key)
	}
	return keys
}

// HasRow says whether a row is shown that can be pressed: of the lists among some widgets, or of any list where none of
// them is one.
func (f Front) HasRow(of []guide.Widget) bool {
	lists := map[string]bool{}
	for _, w := range of {
		if w.ID != "" && ui.HasRows(w.Class) {
			lists[relevance.ShortID(w.ID)] = true
		}
	}
	return slices.ContainsFunc(f.Offers, func(o transition.Offer) bool {
		return !o.System && o.Listed && o.Verb == ui.Press && (len(lists) == 0 || f.within(o.Widget, lists))
	})
}

// within says whether a widget lies in one that has one of some ids.
func (f Front) within(widget int, ids map[string]bool) bool {
	for i := widget; i >= 0; i = f.Screen.Widgets[i].Parent {
		if ids[relevance.ShortID(f.Screen.Widgets[i].ID)] {
			return true
		}
	}
	return false
}

// Scrollable is the offer that scrolls the largest widget, down or back up. A closed spinner is no list.
func (f Front) Scrollable(back bool) int {
	return f.largest(func(verb ui.Verb, w *ui.Widget) bool {
		down := verb == ui.ScrollDown || verb == ui.ScrollRight
		up := verb == ui.ScrollUp || verb == ui.ScrollLeft
		return (!back && down || back && up) && !strings.HasSuffix(w.Class, "Spinner")
	})
}

// largest is the offer on the largest widget, of those that are wanted; -1 if there is none.
func (f Front) largest(wanted func(ui.Verb, *ui.Widget) bool) int {
	best, most := -1, 0
	for i := range f.Offers {
		o := &f.Offers[i]
		if o.System {
			continue
		}
		if w := &f.Screen.Widgets[o.Widget]; wanted(o.Verb, w) && w.Bounds.Area() > most {
			best, most = i, w.Bounds.Area()
		}
	}
	return best
}

// pagesAway is how many pages away from the one in front a pager keeps none (setOffscreenPageLimit is mostly 1).
const pagesAway = 2

// sideways is the offer that turns the page of the largest pager, or scrolls what else goes sideways; -1 if none does.
func (f Front) sideways() int {
	return f.largest(func(verb ui.Verb, _ *ui.Widget) bool { return verb == ui.ScrollRight })
}

// TurnPages are the events that turn the pages of the largest pager, or scroll what else goes sideways, so far that
// the page in front is no longer kept; none where nothing goes sideways.
func (f Front) TurnPages() []event.Event {
	i := f.sideways()
	if i < 0 {
		return nil
	}
	return slices.Repeat([]event.Event{f.Offers[i].Event}, pagesAway)
}

// tabClass ends the class that tabs say they are, in action bars and in the layouts of Material's tabs.
const tabClass = "ActionBar$Tab"

// ToPage are the events that turn to a page, of which the first is 0 and in front: the touch of its tab, or a step from
// one page to the next for each before it. The first pagers did not say that they scroll: then a finger goes from the
// right to the left.
func (f Front) ToPage(places []int) []event.Event {
	if len(places) == 0 {
		return nil
	}
	tabs := places[0]
	for _, o := range f.Offers {
		if !o.PressesWidget() || !strings.HasSuffix(f.Screen.Widgets[o.Widget].Class, tabClass) {
			continue
		}
		if tabs--; tabs < 0 {
			return []event.Event{o.Event}
		}
	}
	b := f.Screen.Bounds()
	y := (b.Top + b.Bottom) / 2
	turn := event.Event{Kind: event.Swipe, X: b.Right - b.Width()/5, Y: y, X2: b.Left + b.Width()/5, Y2: y}
	if i := f.sideways(); i >= 0 {
		turn = f.Offers[i].Event
	}
	return slices.Repeat([]event.Event{turn}, places[0])
}

// FromEdge is a swipe from the left or the right edge, of those that are wanted: what is on a screen and not to be
// seen may be on a panel that no button announces.
func (f Front) FromEdge(wanted func(key gen.Key) bool) int {
	return slices.IndexFunc(f.Offers, func(o transition.Offer) bool {
		return o.System && o.Event.Kind == event.Swipe && o.Event.Y == o.Event.Y2 && wanted(o.Key)
	})
}

// Upright is the offer to turn a screen that lies on its side, where it shows less.
func (f Front) Upright() int {
	if b := f.Screen.Bounds(); b.Width() <= b.Height() {
		return -1
	}
	key := gen.KeyOf(event.Event{Kind: event.Rotate, Arg: "portrait"})
	return slices.IndexFunc(f.Offers, func(o transition.Offer) bool { return o.Key == key })
}

// ToEnd scrolls the largest list to its end; false if nothing scrolls down.
func (f Front) ToEnd() (event.Event, bool) {
	i := f.Scrollable(false)
	if i < 0 {
		return event.Event{}, false
	}
	e := f.Offers[i].Event
	e.Arg = "bottom"
	return e, true
}

// Select picks the last of some rows, or any other where it is of no account, and one before it; a row
// that is alone is touched long.
func (f Front) Select(rng *rand.Rand, rows []int) event.Event {
	last := f.Offers[rows[len(rows)-1]].Event
	first := last
	if len(rows) == 1 {
		first.Kind = event.LongTap
		return first
	}
	first = f.Offers[rows[rng.Intn(len(rows)-1)]].Event
	return event.Event{Kind: event.Select, X: first.X, Y: first.Y, X2: last.X, Y2: last.Y}
}

// SwipeAway swipes a row to the left, over most of its width.
func (f Front) SwipeAway(row int) event.Event {
	b, y := f.Screen.Widgets[f.Offers[row].Widget].Bounds, f.Offers[row].Event.Y
	return event.Event{Kind: event.Swipe, X: b.Right - b.Width()/8, Y: y, X2: b.Left + b.Width()/8, Y2: y}
}

// Shows says whether other settings of the same screen are shown.
func (f Front) Shows(set *settings.Setting) bool {
	return slices.ContainsFunc(f.Offers, func(o transition.Offer) bool {
		return o.Sets != nil && slices.ContainsFunc(o.Sets.Screens, func(screen string) bool {
			return slices.Contains(set.Screens, screen)
		})
	})
}

// MenuOpener is what brings up a menu or a drawer and passes a test: a button, or else the menu key. There is none
// on a dialog.
func (f Front) MenuOpener(untried func(gen.Key) bool) int {
	if f.Screen.Floating() {
		return -1
	}
	key := -1
	for i := range f.Offers {
		o := &f.Offers[i]
		switch {
		case o.Event.Kind != event.Tap && o.Event.Kind != event.Menu || !untried(o.Key):
		case o.System && o.Event.Kind == event.Menu:
			key = i
		case !o.System && naming.OpensMenu(f.Screen.Widgets[o.Widget].Desc):
			return i
		}
	}
	return key
}

// Disabled is a widget that bears the id of one of those named and takes no events; -1 if there is none.
func (f Front) Disabled(widgets []guide.Widget) int {
	return slices.IndexFunc(f.Screen.Widgets, func(w ui.Widget) bool {
		return !w.Enabled && slices.ContainsFunc(widgets, func(of guide.Widget) bool {
			return of.ID != "" && relevance.ShortID(w.ID) == of.ID
		})
	})
}

// Beside is the press of a widget next to another one, of the offers that count: what comes before it rather than
// after, and no text field. -1 if there is none.
func (f Front) Beside(widget int, counts func(o *transition.Offer) bool) int {
	best, least := -1, 0
	for i := range f.Offers {
		o := &f.Offers[i]
		if !o.PressesWidget() || f.Screen.Widgets[o.Widget].Editable() || !counts(o) {
			continue
		}
		far := f.Screen.Widgets[widget].Bounds.Top - o.Event.Y
		if far = max(far, -2*far); best < 0 || far < least {
			best, least = i, far
		}
	}
	return best
}
