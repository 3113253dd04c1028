package transition

import "math"

// Corrections of what the guide says of an action by what its tries ran.
const (
	// coveredFactor is how many times more an action matters that always runs the method of
	// the crash.
	coveredFactor = 4
	// doubtTries is the number of tries after which an action that the guide puts
	// near the crash, but that runs nothing of it, is taken for any other.
	doubtTries = 3
)

// Coverage is what the tries of an action ran, as probes told, in all states of an
// activity.
type Coverage struct {
	Tries    int     // in all states
	fresh    int     // tries after which the screen showed what was never shown before
	near     float64 // sum of how near to the crash they came
	doubtful bool    // the guide can be wrong about it, and the app would have said so
	last     *Node   // where the latest try led; nil: nowhere in the app
}

// Mean is how near a try came to the crash, on average.
func (e *Coverage) Mean() float64 {
	if e.Tries == 0 {
		return 0
	}
	return e.near / float64(e.Tries)
}

// Stale is how many tries led nowhere new. Of those after the first, one that showed something new counts for a
// quarter, as it does in the decay of a weight.
func (e *Coverage) Stale() float64 {
	return float64(e.Tries) - productive*float64(max(0, e.fresh-1))
}

// coverageOf returns what the tries of an action of an activity ran.
func (g *Graph) coverageOf(k actionKey) *Coverage {
	e := g.coverage[k]
	if e == nil {
		e = &Coverage{}
		g.coverage[k] = e
	}
	return e
}

// Matter is how much the action matters to the wanted crash: what the guide
// says, corrected by execution feedback.
func (a *Action) Matter() float64 {
	e := a.Coverage
	switch {
	case e.near > 0:
		return a.factor * (1 + (coveredFactor-1)*e.Mean())
	case e.doubtful && e.Tries >= doubtTries && a.factor > 1:
		return 1 + (a.factor-1)*doubtTries/float64(2*e.Tries)
	}
	return a.factor
}

// Nearness is how near a try of the action came to the crash, on average; 0 for one that starts
// the app anew.
func (a *Action) Nearness() float64 {
	if a.cold {
		return 0
	}
	return a.Coverage.Mean()
}

// pathPower sharpens how much an action matters where the path is followed.
const pathPower = 3

// PathWeight is the weight of the action where the path is followed. How much it matters counts most until it was
// tried; then it is known where it leads, which is worth less with each try that shows nothing new. What sets the
// device does not lead on.
func (a *Action) PathWeight() float64 {
	switch stale := a.Coverage.Stale(); {
	case a.Wide:
		return a.Weight() * widePathWeight
	case stale == 0:
		return a.Weight() * math.Pow(a.Matter(), pathPower)
	default:
		return a.Weight() / math.Pow(1+stale, pathPower)
	}
}

// widePathWeight is the part that is left of the weight of what sets the device.
const widePathWeight = 0.05

// leastTarget is the least factor of an action that is next to the target, promiseDecay the number of tries that
// halve its promise: other paths to the target come to their turn.
const (
	leastTarget  = 4
	promiseDecay = 5
)

// Promise is the weight of the action as one next to the target: of what matters much, or came nearer to the crash
// than a bound.
func (a *Action) Promise(near float64) float64 {
	if a.Wide || a.Matter() < leastTarget && a.Nearness() <= near {
		return 0
	}
	return a.Matter() * a.Risk() / (1 + float64(a.Tries)/promiseDecay)
}
