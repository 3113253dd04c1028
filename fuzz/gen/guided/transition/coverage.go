package transition

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
