// Package press draws which widget of the screen in front to press, where several may serve a purpose: those that were
// tried least come first, and those that are known to crash come last.
//
// What it draws are indexes of offers, -1 where none serves.
package press

import (
	"math"
	"math/rand"
	"slices"
	"strings"

	"talpa/fuzz/event"
	"talpa/fuzz/gen"
	"talpa/fuzz/gen/guided/front"
	"talpa/fuzz/gen/guided/naming"
	"talpa/fuzz/gen/guided/relevance"
	"talpa/fuzz/gen/guided/settings"
	"talpa/fuzz/gen/guided/transition"
	"talpa/fuzz/ui"
)

// Presses are those of the screen in front.
type Presses struct {
	front.Front
	Activity string
	Action   func(offer int) *transition.Action // what is known of an offer
	Rows     transition.Rows                    // how often each was touched
	Rng      *rand.Rand
}

// draw draws one of the presses of widgets by weight.
func (p Presses) draw(weight func(offer int, o *transition.Offer, w *ui.Widget) float64) int {
	return gen.Draw(p.Rng, len(p.Offers), func(i int) float64 {
		o := &p.Offers[i]
		if !o.PressesWidget() {
			return 0
		}
		return weight(i, o, &p.Screen.Widgets[o.Widget])
	})
}

// Answer is a press in a dialog or on a list that has dropped down, what was tried least first.
func (p Presses) Answer() int {
	return p.draw(func(i int, o *transition.Offer, _ *ui.Widget) float64 {
		if o.Verb == ui.Type {
			return 0
		}
		return p.Action(i).Risk() / float64(1+p.Action(i).Tries)
	})
}

// OtherChoice is one of the choices of a dialog that is not taken.
func (p Presses) OtherChoice() int {
	return p.draw(func(_ int, _ *transition.Offer, w *ui.Widget) float64 {
		if !w.Checkable || w.Checked || w.Selected {
			return 0
		}
		return 1
	})
}

// Named is what is called like one of some names in a dialog or on a list that has dropped down, what was tried least
// first, but for what a setting is now.
func (p Presses) Named(names, now []string) int {
	return p.draw(func(i int, o *transition.Offer, _ *ui.Widget) float64 {
		called := slices.ContainsFunc(names, func(name string) bool { return strings.EqualFold(name, o.Label) })
		if !called || slices.Contains(now, strings.ToLower(o.Label)) {
			return 0
		}
		return 1 / float64(1+p.Action(i).Tries)
	})
}

// Entry is an entry of a screen of settings that the app builds itself: a row, or what can be checked.
func (p Presses) Entry() int {
	return p.draw(func(i int, o *transition.Offer, w *ui.Widget) float64 {
		if !o.Listed && !w.Checkable {
			return 0
		}
		return 1 / float64(1+p.Action(i).Tries)
	})
}

// modeClose is the id of the framework's and of the libraries' button that ends an action mode.
const modeClose = "id/action_mode_close_button"

// Appeared is the press of something that was not there before, and of those what is called like some words most, or
// only what opens a menu.
func (p Presses) Appeared(before []gen.Key, words naming.Words, menu bool) int {
	return p.draw(func(i int, o *transition.Offer, w *ui.Widget) float64 {
		id := relevance.ShortID(w.ID)
		if o.Listed || slices.Contains(before, o.Key) || id == modeClose || menu && !naming.OpensMenu(w.Desc) {
			return 0
		}
		return p.Action(i).Risk() * (0.2 + 4*words.Likeness(o.Label) + 4*words.Likeness(id)) / float64(1+p.Action(i).Tries)
	})
}

const (
	// extraDecay is the power by which presses that were inserted before give way to others.
	extraDecay = 3
	// extraState is how much more than others a box or a switch counts: what it changes lasts.
	extraState = 3
)

// Extra is a press that is none of a task's own: of those that were inserted least, what changes the screen's state
// more than others, and rows no more than a single button.
func (p Presses) Extra(own []int, inserted func(offer int) int) int {
	return p.draw(func(i int, o *transition.Offer, w *ui.Widget) float64 {
		if slices.Contains(own, i) || w.Editable() {
			return 0
		}
		a := p.Action(i)
		often := min(1, o.Factor) * a.Risk() /
			(math.Pow(float64(1+inserted(i)), extraDecay) * math.Sqrt(float64(1+a.Tries)))
		if o.Listed {
			often /= float64(transition.Sharing(p.Offers, o.Key))
		}
		if w.Checkable {
			often *= extraState
		}
		if a.Leaves() {
			often /= 10
		}
		return often
	})
}

// ValueOf is one of the values of a setting, in a dialog or a list that dropped down: what was tried least, and seldom
// the value that it has. words are what the wanted crash mentions, shown what stood on the setting, lower case.
func (p Presses) ValueOf(set *settings.Setting, words relevance.Mentions, shown []string) int {
	return gen.Draw(p.Rng, len(p.Offers), func(i int) float64 {
		o := &p.Offers[i]
		if o.System || o.Event.Kind != event.Tap && o.Verb != ui.Slide || o.Verb != ui.Press && o.Verb != ui.Slide {
			return 0
		}
		label := strings.ToLower(o.Label)
		tried := float64(1 + set.Tried[label])
		w := words.Factor([]string{label}) / (tried * tried)
		widget := &p.Screen.Widgets[o.Widget]
		switch {
		case slices.Contains(set.Choices, label):
		case o.Listed || widget.Checkable || o.Verb == ui.Slide:
			w *= 0.5 // the guide knows its choices, if they are constants
		default:
			w *= 0.02 // most likely a button of the dialog
		}
		if widget.Checked || widget.Selected || slices.Contains(shown, label) {
			w *= 0.1 // it has this value
		}
		return w * p.Action(i).Risk()
	})
}
