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

// maxPlans is how often a way to the same goal is planned: apps do not always
// do what they did before.
const maxPlans = 3

// head plans the way to the goal, drawing a new goal if there is none or no way
// to it. It says whether there is something planned; false means that the goal
// is here and anything will do.
func (g *Generator) head() bool {
	if g.walked && g.goal != nil && g.goal.activity == g.here.activity {
		return g.arrive() // at a state like the goal
	}
	if g.goal != nil && g.goal != g.here && g.tries < maxPlans {
		g.tries++
		if g.plan = g.graph.way(g.here, g.goal); g.plan != nil {
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
	g.plan = g.graph.way(g.here, g.goal)
	return g.plan != nil
}

// arrive begins the stay at the goal, with what was aimed at, if anything.
func (g *Generator) arrive() bool {
	g.goal, g.walked, g.stay = nil, false, dwell/2+g.rng.Intn(dwell)
	if g.sweep.stage == walking {
		g.sweep.stage = looking
	}
	if g.strike == nil {
		return false
	}
	g.plan = []step{{key: g.strike.key, at: g.here}}
	g.strike = nil
	return true
}

// draw chooses a goal, or plans what comes before that; again says that the way to it
// begins with a restart.
func (g *Generator) draw() (again bool) {
	near, far := g.distances()
	g.goal, g.strike, g.tries = nil, nil, 1
	if g.swept(near, far) {
		if g.goal != nil {
			_, again = g.steps(near, far, g.goal)
		}
		return again
	}
	switch p := g.rng.Float64(); {
	case p < strikes:
		g.goal, g.strike = g.aim(near, far)
	case p < strikes+homings:
		g.goal = g.home(near, far)
	}
	if g.goal == nil {
		g.goal = g.destination(near, far)
	}
	if g.goal == nil {
		return false
	}
	_, again = g.steps(near, far, g.goal)
	return again
}

// distances returns how far the nodes are from here, and from the app's start.
func (g *Generator) distances() (near, far []reach) {
	near = g.graph.distances(g.here)
	if g.graph.start == nil {
		return near, near
	}
	return near, g.graph.distances(g.graph.start)
}

// steps returns how many steps away a node is, -1 if no way is known; again
// says that the way begins with a restart of the app.
func (g *Generator) steps(near, far []reach, to *node) (n int, again bool) {
	n = near[to.index].steps
	if f := far[to.index].steps; g.warm > coldPause && f >= 0 && (n < 0 || f+restartCost < n) {
		return f + restartCost, true
	}
	return n, false
}

// destination draws the node to go to: in proportion to the worth left there,
// discounted by the steps it takes.
func (g *Generator) destination(near, far []reach) *node {
	return g.reachable(near, far, func(n *node) float64 { return power(n.worth()) }, sharpness)
}

// homings is the part of the goals that are screens of the target's activity: an
// activity with many screens on the way there has more left to try.
const homings = 0.15

// home draws a screen of the target's activity; nil if the crash is met on arrival
// there, or none is known.
func (g *Generator) home(near, far []reach) *node {
	if g.worth.arrival {
		return nil
	}
	return g.reachable(near, far, func(n *node) float64 {
		if !n.target {
			return 0
		}
		return math.Sqrt(n.worth())
	}, 1)
}

// reachable draws a node by weight, discounted by the steps it takes to the power
// of haste and by the ways there that led elsewhere; nil if none with a weight can
// be reached.
func (g *Generator) reachable(near, far []reach, weight func(*node) float64, haste float64) *node {
	nodes := g.graph.nodes
	i := gen.Draw(g.rng, len(nodes), func(i int) float64 {
		n, _ := g.steps(near, far, nodes[i])
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

// strikes is the part of the goals that are the very actions that the guide
// puts next to the target, however often they were tried: what the search does
// in between changes what they act on.
const strikes = 0.3

// untriedBonus is how many steps nearer an action counts that was never tried.
const untriedBonus = 4

// leastStrike is the least factor of such an action, strikeShare the part of the
// best promise that another must have to be drawn.
const (
	leastStrike = 4
	strikeShare = 0.5
)

// worn is the number of tries that halve the promise of a strike: other ways to
// the target come to their turn.
const worn = 5

// promise is what a strike at the target by the arm is worth.
func (a *arm) promise() float64 {
	if a.wide || a.matter() < leastStrike {
		return 0
	}
	return a.matter() * a.risk() / (1 + float64(a.tries)/worn)
}

// within are the actions worth something that a way leads to, each with the node to do it
// in, and the most that one is worth.
func (g *Generator) within(near, far []reach, worth func(*arm) float64) (nodes []*node, arms []*arm, most float64) {
	for _, n := range g.graph.nodes {
		if s, _ := g.steps(near, far, n); s < 0 {
			continue
		}
		for _, a := range n.arms {
			if w := worth(a); w > 0 {
				most = max(most, w)
				nodes, arms = append(nodes, n), append(arms, a)
			}
		}
	}
	return nodes, arms, most
}

// aim draws one of the known actions that promise most, and the node to do it in.
func (g *Generator) aim(near, far []reach) (*node, *arm) {
	nodes, arms, most := g.within(near, far, (*arm).promise)
	i := gen.Draw(g.rng, len(arms), func(i int) float64 {
		s, _ := g.steps(near, far, nodes[i])
		a := arms[i]
		promise := a.promise()
		if promise < strikeShare*most {
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
	return nodes[i], arms[i]
}
