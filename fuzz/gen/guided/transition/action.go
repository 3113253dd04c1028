package transition

import (
	"math"

	"talpa/fuzz/event"
	"talpa/fuzz/gen"
	"talpa/fuzz/gen/guided/settings"
	"talpa/fuzz/ui"
)

// Action is an action in a state.
type Action struct {
	Key      gen.Key
	Offered  bool              // on the screen as last seen
	Wide     bool              // its weight decays by what its siblings tried, not by state
	Tries    int               // in this state
	Coverage *Coverage         // what its tries ran, in all states of the activity
	Sets     *settings.Setting // what it changes; nil if nothing that is kept
	Opens    []string          // screens of settings that it may open
	ID       string            // of its widget, without the package
	Label    string            // of its widget, lower case

	base       float64 // weight before anything was tried
	factor     float64 // how much it matters to the wanted crash; 1 = as any other
	decayTries float64 // how many tries make its weight decay as one: rows and texts vary
	cold       bool    // starts a process: too dear to be a step of a path
	idle       int     // tries after which the screen showed the same as before
	left       int     // tries that left the app
	ended      int     // tries that crashed it
	fresh      int     // tries after which the screen showed what was never shown before
	edges      []edge
	siblings   *siblings
	kind       *siblings // of events that need no widget: all of the kind; nil for others
}

// edge counts how often an action led to a state.
type edge struct {
	to    *Node
	count int
}

// Exponents of the decay of a weight by tries in the state and in the activity.
const (
	decayState    = 0.7
	decaySiblings = 0.3
)

// productive is the part of a try that does not count where it showed something new.
const productive = 0.75

// siblings is what equal actions in all states of an activity share.
type siblings struct {
	tries, ended int
	rows         []gen.Key // of the kind, if it is one of rows
}

// mostFirstTry bounds how much more the first try of an action weighs than later ones
// for mattering to the crash.
const mostFirstTry = 4

// Weight is what trying the action once more promises.
func (a *Action) Weight() float64 {
	t, k := float64(a.Tries)/a.decayTries, float64(a.siblings.tries)/a.decayTries
	if a.Tries > 0 {
		// What goes on changing the app's data keeps its weight.
		unproductive := 1 - productive*float64(a.fresh)/float64(a.Tries)
		t, k = t*unproductive, k*unproductive
	}
	if a.Wide {
		t, k = k, 0
	}
	w := a.base / (math.Pow(1+t, decayState) * math.Pow(1+k, decaySiblings))
	if a.factor > 0 {
		w *= a.Matter() / a.factor
	}
	if a.Tries == 0 && a.siblings.tries == 0 {
		w *= 2 * min(mostFirstTry, max(1, a.Matter()/2))
	}
	if a.Tries > 0 {
		n := float64(a.Tries)
		if a.idle == a.Tries {
			w *= math.Max(0.1, math.Pow(0.5, n))
		}
		w *= 1 - 0.8*float64(a.left)/n
		w *= 1 + 0.3*float64(min(len(a.edges)-1, 3))
	}
	return w * a.Risk()
}

// Risk is the factor of the crashes that the action, its siblings in the activity,
// and if it needs no widget its kind everywhere, are known to cause: they hide
// what lies behind them and cost a start of the app.
func (a *Action) Risk() float64 {
	w := 1.0
	if a.ended > 0 {
		w *= 0.01 + 0.3*math.Pow(1-float64(a.ended)/float64(a.Tries), 3)
	}
	for _, k := range [...]*siblings{a.siblings, a.kind} {
		if k != nil && k.ended > 0 {
			w *= 0.05 + 0.95*math.Pow(1-float64(k.ended)/float64(k.tries), 4)
		}
		if k != nil && k.ended > 1 {
			w /= float64(k.ended)
		}
	}
	return w
}

// Crashes is the number of tries here that crashed the app.
func (a *Action) Crashes() int { return a.ended }

// Idle says whether the action was tried and always left the screen as it was.
func (a *Action) Idle() bool { return a.Tries > 0 && a.idle == a.Tries }

// Leaves says whether the action has left the app.
func (a *Action) Leaves() bool { return a.left > 0 }

// Observe records what a try of the action led to, and how near to the crash it came.
func (a *Action) Observe(to *Node, o gen.Outcome, near float64) {
	a.Tries++
	a.siblings.tries++
	a.Coverage.Tries++
	a.Coverage.near += near
	if a.kind != nil {
		a.kind.tries++
	}
	switch {
	case o.Refused:
		a.base /= 100
	case o.Crash != "":
		a.ended++
		a.siblings.ended++
		if a.kind != nil {
			a.kind.ended++
		}
	case to == nil:
		a.left++
	default:
		a.Coverage.last = to
		for i := range a.edges {
			if a.edges[i].to == to {
				a.edges[i].count++
				return
			}
		}
		a.edges = append(a.edges, edge{to, 1})
	}
}

// maxShown bounds the memory of contents: an app with a clock has no end of them.
const maxShown = 50_000

// Credit counts a try that led to content never shown before, or that changed
// nothing; what is typed is no content.
func (a *Action) Credit(g *Graph, before ui.State, o gen.Outcome) {
	if !o.After.InApp() {
		return
	}
	content := o.After.Screen.Content()
	if content == before && o.Event.Kind != event.Text {
		a.idle++
	}
	if !g.shown[content] && len(g.shown) < maxShown {
		g.shown[content] = true
		a.fresh++
		a.Coverage.fresh++
	}
}
