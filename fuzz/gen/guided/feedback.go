package guided

import (
	"slices"

	"talpa/asra/guide"
)

// maxWatched bounds the methods that are watched: those nearest to the crash.
const maxWatched = 150

// Watch returns the methods, by DEX name, whose running says how near to the
// crash the app is: those of the trace, those of the milestones, and the
// callbacks that lead there, but for those that run many times a second or call
// themselves.
func Watch(g *guide.Guide) []string {
	if g == nil {
		return nil
	}
	var all []string
	add := func(method string) {
		if method != "" && len(all) < maxWatched && !slices.Contains(all, method) {
			all = append(all, method)
		}
	}
	busy := map[string]bool{}
	for i := range g.Callbacks {
		if cb := &g.Callbacks[i]; cb.Role == guide.RoleDraw || cb.Role == guide.RoleTouch {
			busy[cb.Method] = true
		}
	}
	for method := range recursive(g) {
		busy[method] = true
	}
	for method := range framesOf(g) {
		if !busy[method] {
			add(method)
		}
	}
	for _, m := range g.Milestones {
		if !busy[m.Callback] {
			add(m.Callback)
		}
	}
	var leading []*guide.Callback
	for i := range g.Callbacks {
		if cb := &g.Callbacks[i]; leads(cb) && !busy[cb.Method] {
			leading = append(leading, cb)
		}
	}
	slices.SortStableFunc(leading, func(a, b *guide.Callback) int { return a.Distance - b.Distance })
	for _, cb := range leading {
		add(cb.Method)
	}
	slices.Sort(all)
	return all
}

// leads says whether the callback is a user's event that leads to the crash.
func leads(cb *guide.Callback) bool {
	return cb.Verdict == guide.Necessary && cb.Distance >= 0 && cb.Role.Prunable()
}

// recursive returns the methods that stand more than once in the wanted trace: a
// stack that overflows would write as many lines.
func recursive(g *guide.Guide) map[string]bool {
	count, found := map[string]int{}, map[string]bool{}
	for _, f := range g.Target.Frames {
		if len(f.Resolved) == 0 {
			continue
		}
		method := f.Resolved[0]
		if count[method]++; count[method] > 1 {
			found[method] = true
		}
	}
	return found
}

// framesOf returns the methods of the wanted trace with their place in it: 0
// for the crash point, then outwards.
func framesOf(g *guide.Guide) map[string]int {
	frames := map[string]int{}
	add := func(method string, place int) {
		if old, ok := frames[method]; method != "" && (!ok || place < old) {
			frames[method] = place
		}
	}
	add(g.Target.Method, 0)
	place := 0
	for _, f := range g.Target.Frames {
		if !f.InApp || len(f.Resolved) == 0 {
			continue
		}
		for _, method := range f.Resolved {
			add(method, place)
		}
		place++
	}
	add(g.Target.Callback, max(0, place-1))
	return frames
}

// Evidence that running a method gives of being near the crash.
const (
	evidencePoint    = 1.0 // the method of the crash
	evidenceCallback = 0.7 // the outermost method of the trace
	evidenceLeading  = 0.5 // a handler next to it, less by the calls in between
)

// evidence weighs the watched methods, by DEX name: 1 for the method of the
// crash, 0 for those that say little.
func evidence(g *guide.Guide) map[string]float64 {
	weights := map[string]float64{}
	for i := range g.Callbacks {
		if cb := &g.Callbacks[i]; leads(cb) {
			weights[cb.Method] = evidenceLeading / (1 + 0.4*float64(cb.Distance))
		}
	}
	frames := framesOf(g)
	last := 1
	for _, place := range frames {
		last = max(last, place)
	}
	for method, place := range frames {
		weights[method] = evidencePoint - (evidencePoint-evidenceCallback)*float64(place)/float64(last)
	}
	return weights
}

// Nearness returns what says how near to the crash an event came that ran some
// of the methods of Watch: 1 at the method of the crash, 0 where nothing tells.
func Nearness(g *guide.Guide) func(ran []string) float64 {
	weights := evidence(g)
	return func(ran []string) float64 {
		best := 0.0
		for _, m := range ran {
			best = max(best, weights[m])
		}
		return best
	}
}

// feedback learns from the probes of the app which actions come near the crash.
// What every other event runs, such as the method that fills the rows of a list,
// says little.
type feedback struct {
	weights map[string]float64
	count   map[string]int // events that ran the method
	events  int
	probed  bool // the app has probes
}

func newFeedback(g *guide.Guide) *feedback {
	w := &feedback{count: map[string]int{}}
	if g != nil {
		w.weights = evidence(g)
	}
	return w
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
		best = max(best, w.weights[m]*rare)
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
