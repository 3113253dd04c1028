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
	for _, m := range ran {
		w.probed = true
		if !repeated || w.count[m] == 0 {
			w.count[m]++
		}
		rare := 1 - float64(w.count[m]-1)/float64(w.events)
		best = max(best, w.scale.Weight(m)*rare)
	}
	return best
}

// Corrections of what the guide says of an action by what its tries ran.
const (
	// coveredFactor is how many times more an action matters that always runs the method of
	// the crash.
	coveredFactor = 4
	// knownTries is the number of tries from which on an action tells nothing new of
	// how many events run a method.
	knownTries = 5
	// doubtTries is the number of tries after which an action that the guide puts
	// near the crash, but that runs nothing of it, is taken for any other.
	doubtTries = 3
)

// coverage is what the tries of an action ran, as probes told, in all states of an
// activity.
type coverage struct {
	tries    int
	near     float64 // sum of how near to the crash they came
	doubtful bool    // the guide can be wrong about it, and the app would have said so
	last     *node   // where the latest try led; nil: nowhere in the app
}

// mean is how near a try came to the crash, on average.
func (e *coverage) mean() float64 {
	if e.tries == 0 {
		return 0
	}
	return e.near / float64(e.tries)
}

func (g *graph) coverageOf(k actionKey) *coverage {
	e := g.coverage[k]
	if e == nil {
		e = &coverage{}
		g.coverage[k] = e
	}
	return e
}

// matter is how much the action matters to the wanted crash: what the guide
// says, corrected by execution feedback.
func (a *action) matter() float64 {
	e := a.coverage
	switch {
	case e.near > 0:
		return a.factor * (1 + (coveredFactor-1)*e.mean())
	case e.doubtful && e.tries >= doubtTries && a.factor > 1:
		return 1 + (a.factor-1)*doubtTries/float64(2*e.tries)
	}
	return a.factor
}
