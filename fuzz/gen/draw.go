package gen

import (
	"math/rand"

	"talpa/fuzz/event"
	"talpa/fuzz/ui"
)

// Draw returns an index below n with a probability in proportion to its
// weight, -1 if no weight is positive.
func Draw(rng *rand.Rand, n int, weight func(int) float64) int {
	total := 0.0
	weights := make([]float64, n)
	for i := range n {
		weights[i] = max(0, weight(i))
		total += weights[i]
	}
	if total <= 0 {
		return -1
	}
	at := rng.Float64() * total
	last := -1
	for i, w := range weights {
		if w <= 0 {
			continue
		}
		if at < w {
			return i
		}
		at -= w
		last = i
	}
	return last
}

// doubleTapGap is the pause in ms between taps that gesture detectors take for
// a double tap; buttons are better tapped with none.
const doubleTapGap = 80

// redraws is how often another text is drawn where one is what the field has already: typing that changes nothing, and
// nobody who listens for changes hears of it.
const redraws = 3

// Finish returns the candidate's event with what is drawn at the last moment:
// the text to type, the place on a seek bar or surface.
func Finish(c Candidate, s *ui.Screen, texts *Texts, class ValueClass, rng *rand.Rand) event.Event {
	w := &s.Widgets[c.Widget]
	e := c.Event
	switch {
	case e.Kind == event.Text:
		e.Value = texts.Value(w, class, rng)
		for n := 0; n < redraws && e.Value == w.Typed(); n++ {
			e.Value = texts.Value(w, class, rng)
		}
	case e.Kind == event.DoubleTap && (c.Verb == ui.Touch || rng.Intn(3) == 0):
		e.Millis = doubleTapGap
	case e.Kind == event.Tap && (c.Verb == ui.Slide || c.Verb == ui.Touch && w.Bounds.Area() > 0):
		r := w.Bounds.Intersect(s.Bounds())
		if !r.Empty() {
			e.X, e.Y = r.Left+rng.Intn(r.Width()), r.Top+rng.Intn(r.Height())
		}
	}
	return e
}

// Turn returns the event that turns the device from how it was turned last, "" if it was not yet: a screen that keeps
// its own orientation does not show it, and those below it hear of it.
func Turn(last string) event.Event {
	if last == "landscape" {
		return event.Event{Kind: event.Rotate, Arg: "portrait"}
	}
	return event.Event{Kind: event.Rotate, Arg: "landscape"}
}

// Rotate returns the event that turns the device from how the screen is shown.
func Rotate(s *ui.Screen) event.Event {
	if s != nil && s.Rotation&1 == 1 {
		return event.Event{Kind: event.Rotate, Arg: "portrait"}
	}
	return event.Event{Kind: event.Rotate, Arg: "landscape"}
}
