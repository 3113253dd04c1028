package guided

import (
	"talpa/asra/guide"
	"talpa/fuzz/evidence"
)

// feedback learns from the probes of the app which actions come near the crash.
// What every other event runs, such as the method that fills the rows of a list,
// says little.
type feedback struct {
	scale  *evidence.Scale
	count  map[string]int // events that ran the method
	events int
	probed bool // the app has probes
}

func newFeedback(g *guide.Guide) *feedback {
	return &feedback{scale: evidence.New(g), count: map[string]int{}}
}

// observe takes in what an event ran and returns how near to the crash it came,
// from 0 to 1. How rare a method is does not change by an action that is repeated:
// that is what the search does with one that comes near.
func (w *feedback) observe(ran []string, repeated bool) float64 {
	if !repeated || w.events == 0 {
		w.events++
	}
	best := 0.0
	levels := w.scale.Levels(ran)
	for _, m := range ran {
		w.probed = true
		if !repeated || w.count[m] == 0 {
			w.count[m]++
		}
		rare := 1 - float64(w.count[m]-1)/float64(w.events)
		best = max(best, levels[m]*rare)
	}
	return best
}

// knownTries is the number of tries from which on an action tells nothing new of
// how many events run a method.
const knownTries = 5
