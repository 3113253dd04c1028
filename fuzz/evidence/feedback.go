package evidence

import "talpa/asra/guide"

// Feedback learns from the probes of the app which actions come near the crash.
// What every other event runs, such as the method that fills the rows of a list,
// says little.
type Feedback struct {
	Scale  *Scale
	count  map[string]int // events that ran the method
	events int
	// Probed says that the app has probes.
	Probed bool
}

// NewFeedback returns the feedback of a search that begins.
func NewFeedback(g *guide.Guide) *Feedback {
	return &Feedback{Scale: New(g), count: map[string]int{}}
}

// Observe takes in what an event ran and returns how near to the crash it came,
// from 0 to 1. How rare a method is does not change by an action that is repeated:
// that is what the search does with one that comes near.
func (w *Feedback) Observe(ran []string, repeated bool) float64 {
	if !repeated || w.events == 0 {
		w.events++
	}
	best := 0.0
	levels := w.Scale.Levels(ran)
	for _, m := range ran {
		w.Probed = true
		if !repeated || w.count[m] == 0 {
			w.count[m]++
		}
		rare := 1 - float64(w.count[m]-1)/float64(w.events)
		best = max(best, levels[m]*rare)
	}
	return best
}
