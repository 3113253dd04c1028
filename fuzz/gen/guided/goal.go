package guided

import (
	"math"

	"talpa/fuzz/event"
	"talpa/fuzz/gen"
)

// restart is the step that stops the app and starts it again, data kept.
var restart = gen.KeyOf(event.Event{Kind: event.Restart})

// dwell is the mean number of events played from a goal on before the next one
// is drawn: what follows a goal is mostly near it.
const dwell = 12

// maxPlans is how often a path to the same goal is planned: apps do not always
// do what they did before.
const maxPlans = 3

// head plans the path to the goal, drawing a new goal if there is none or no path
// to it. It says whether there is something planned; false means that the goal
// is here and anything will do.
func (g *Generator) head() bool {
	if g.walked && g.goal != nil && g.goal.activity == g.here.activity {
		return g.arrive() // at a state like the goal
	}
	if g.goal != nil && g.goal != g.here && g.tries < maxPlans {
		g.tries++
		if g.plan = g.graph.path(g.here, g.goal); g.plan != nil {
			return true
		}
	}
	if g.goal == nil || g.goal != g.here {
		if g.goal != nil {
			g.goal.missed++
		}
		if again := g.draw(); again {
			g.plan = []step{{key: restart}}
			return true
		}
		if len(g.plan) > 0 {
			return true
		}
	}
	if g.goal == nil || g.goal == g.here {
		return g.arrive()
	}
	g.plan = g.graph.path(g.here, g.goal)
	return g.plan != nil
}

// arrive begins the stay at the goal, with what was aimed at, if anything.
func (g *Generator) arrive() bool {
	g.goal, g.walked, g.stay = nil, false, dwell/2+g.rng.Intn(dwell)
	if g.preferences.stage == walking {
		g.preferences.stage = looking
	}
	if g.targetAction == nil {
		return false
	}
	g.plan = []step{{key: g.targetAction.key, at: g.here}}
	g.targetAction = nil
	return true
}

// draw chooses a goal, or plans what comes before that; again says that the path to it
// begins with a restart.
func (g *Generator) draw() (again bool) {
	from := g.routes()
	g.goal, g.targetAction, g.tries = nil, nil, 1
	if g.varied(from) {
		if g.goal != nil {
			_, again = from.steps(g.goal)
		}
		return again
	}
	switch p := g.rng.Float64(); {
	case p < targetGoals:
		g.goal, g.targetAction = from.aim()
	case p < targetGoals+targetScreens:
		g.goal = from.home()
	}
	if g.goal == nil {
		g.goal = from.destination()
	}
	if g.goal == nil {
		return false
	}
	_, again = from.steps(g.goal)
	return again
}

// routes are the distances of all nodes from here (near), and from the app's start (far):
// a path may begin with a restart.
type routes struct {
	g         *Generator
	near, far []reach
}

// routes measures from the present state.
func (g *Generator) routes() routes {
	near := g.graph.distances(g.here)
	if g.graph.start == nil {
		return routes{g, near, near}
	}
	return routes{g, near, g.graph.distances(g.graph.start)}
}

// steps returns how many steps away a node is, -1 if no path is known; again
// says that the path begins with a restart of the app.
func (r routes) steps(to *node) (n int, again bool) {
	n = r.near[to.index].steps
	if f := r.far[to.index].steps; r.g.warm > coldPause && f >= 0 && (n < 0 || f+restartCost < n) {
		return f + restartCost, true
	}
	return n, false
}

// destination draws the node to go to: in proportion to the weight left there,
// discounted by the steps it takes.
func (r routes) destination() *node {
	return r.reachable(func(n *node) float64 { return power(n.weight()) }, sharpness)
}

// targetScreens is the part of the goals that are screens of the target's activity: an
// activity with many screens on the path there has more left to try.
const targetScreens = 0.15

// home draws a screen of the target's activity; nil if the crash is met on arrival
// there, or none is known.
func (r routes) home() *node {
	if r.g.relevance.arrival {
		return nil
	}
	return r.reachable(func(n *node) float64 {
		if !n.target {
			return 0
		}
		return math.Sqrt(n.weight())
	}, 1)
}

// reachable draws a node by weight, discounted by the steps it takes to the power
// of haste and by the paths there that led elsewhere; nil if none with a weight can
// be reached.
func (r routes) reachable(weight func(*node) float64, haste float64) *node {
	nodes := r.g.graph.nodes
	i := gen.Draw(r.g.rng, len(nodes), func(i int) float64 {
		n, _ := r.steps(nodes[i])
		if n < 0 {
			return 0
		}
		return weight(nodes[i]) * math.Pow(discount, haste*float64(n)) / float64(1+nodes[i].missed)
	})
	if i < 0 {
		return nil
	}
	return nodes[i]
}

// targetGoals is the part of the goals that are the very actions that the guide
// puts next to the target, however often they were tried: what the search does
// in between changes what they act on.
const targetGoals = 0.3

// untriedBonus is how many steps nearer an action counts that was never tried.
const untriedBonus = 4

// leastTarget is the least factor of such an action, targetShare the part of the
// best promise that another must have to be drawn.
const (
	leastTarget = 4
	targetShare = 0.5
)

// promiseDecay is the number of tries that halve the promise of a target action: other paths to
// the target come to their turn.
const promiseDecay = 5

// promise is the weight of the action as a target action.
func (a *action) promise() float64 {
	if a.wide || a.matter() < leastTarget {
		return 0
	}
	return a.matter() * a.risk() / (1 + float64(a.tries)/promiseDecay)
}

// within are the actions with a weight that a path leads to, each with the node to do it
// in, and the greatest weight.
func (r routes) within(weight func(*action) float64) (nodes []*node, actions []*action, most float64) {
	for _, n := range r.g.graph.nodes {
		if s, _ := r.steps(n); s < 0 {
			continue
		}
		for _, a := range n.actions {
			if w := weight(a); w > 0 {
				most = max(most, w)
				nodes, actions = append(nodes, n), append(actions, a)
			}
		}
	}
	return nodes, actions, most
}

// aim draws one of the known actions that promise most, and the node to do it in.
func (r routes) aim() (*node, *action) {
	nodes, actions, most := r.within((*action).promise)
	i := gen.Draw(r.g.rng, len(actions), func(i int) float64 {
		s, _ := r.steps(nodes[i])
		a := actions[i]
		promise := a.promise()
		if promise < targetShare*most {
			return 0
		}
		if a.tries == 0 {
			s -= untriedBonus
		}
		return promise * math.Pow(discount, float64(s)) / float64(1+nodes[i].missed)
	})
	if i < 0 {
		return nil, nil
	}
	return nodes[i], actions[i]
}
