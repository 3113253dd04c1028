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

// head plans the way to the goal, drawing a new goal if there is none. It says
// whether there is a way to go; false means that the goal is here.
func (g *Generator) head() bool {
	if g.goal != nil && g.goal != g.here && g.tries < maxPlans {
		g.tries++
		if g.plan = g.graph.way(g.here, g.goal); g.plan != nil {
			return true
		}
	}
	goal, again := g.destination()
	g.goal, g.tries = goal, 1
	switch {
	case goal == nil || goal == g.here && !again:
		g.goal, g.stay = nil, dwell/2+g.rng.Intn(dwell)
		return false
	case again:
		g.plan = []step{{key: restart}}
		return true
	}
	g.plan = g.graph.way(g.here, goal)
	return g.plan != nil
}

// destination draws the node to go to: in proportion to the worth left there,
// discounted by the steps it takes; again says that the way begins with a
// restart of the app.
func (g *Generator) destination() (goal *node, again bool) {
	nodes := g.graph.nodes
	near := g.graph.distances(g.here)
	far := near
	if g.graph.start != nil {
		far = g.graph.distances(g.graph.start)
	}
	steps := func(i int) (n int, again bool) {
		n = near[i].steps
		if g.warm > coldPause && far[i].steps >= 0 && (n < 0 || far[i].steps+restartCost < n) {
			return far[i].steps + restartCost, true
		}
		return n, false
	}
	i := gen.Draw(g.rng, len(nodes), func(i int) float64 {
		n, _ := steps(i)
		if n < 0 {
			return 0
		}
		return power(nodes[i].worth() * math.Pow(discount, float64(n)))
	})
	if i < 0 {
		return nil, false
	}
	_, again = steps(i)
	return nodes[i], again
}
