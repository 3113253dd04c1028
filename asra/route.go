package asra

import (
	"talpa/cfg/icfg"
)

// noNode stands for a target that is not in the app.
const noNode icfg.Node = -1

// routes are the cheapest ways to the target from each component, through the
// starts of others. Within a component a way may only use what is possible
// under it: the graph as a whole has paths that begin with objects of one
// screen and end with those of another.
type routes struct {
	p      *icfg.Program
	target icfg.Node
	cost   []uint32 // by component; 0: no way, else cost plus 1
	steps  []int    // starts of other components on the way; -1: no way
	refuse func(e icfg.Edge, next *icfg.Edge) bool
	budget int           // work left; below 0 the search was cut short
	local  [][]icfg.Edge // by component: the way inside it, to the target or over an Open edge
	walk   *way          // for one component after the other
}

// routeBudget bounds the nodes that findRoutes visits and prepares; real apps
// need less than a hundredth.
const routeBudget = 400 << 20

// findRoutes is Dijkstra's algorithm over components; the distance between two
// of them is found by a walk back inside the first.
func findRoutes(p *icfg.Program, target icfg.Node, refuse func(e icfg.Edge, next *icfg.Edge) bool) *routes {
	n := len(p.Components)
	r := &routes{
		p: p, target: target, refuse: refuse, budget: routeBudget,
		cost: make([]uint32, n), steps: make([]int, n), local: make([][]icfg.Edge, n),
		walk: newWay(p),
	}
	openers := make([][]int, n)
	for c := range n {
		r.steps[c] = -1
		for _, o := range p.Components[c].Opens {
			openers[o] = append(openers[o], c)
		}
	}
	done := make([]bool, n)
	if target == noNode {
		return r
	}
	var q queue
	for c := range n {
		if p.Under(c, target) {
			r.update(&q, c, done)
		}
	}
	for len(q) > 0 && r.budget >= 0 {
		at := q.pop()
		c := int(at.node)
		if done[c] || at.cost > r.cost[c] {
			continue
		}
		done[c] = true
		for _, o := range openers[c] {
			if !done[o] {
				r.update(&q, o, done)
			}
		}
	}
	return r
}

// update walks back inside a component from the target and from the starts of
// components whose cost is final.
func (r *routes) update(q *queue, c int, done []bool) {
	w := r.walkAgain()
	w.inside, w.refuse = c, r.refuse
	if r.p.Under(c, r.target) {
		w.seed(r.target, 1)
	}
	for _, o := range r.p.Components[c].Opens {
		if done[o] && o != c {
			w.seedOpen(r.p.Component(o), r.cost[o])
		}
	}
	w.run()
	r.budget -= r.p.Len() + w.seen
	start := r.p.Component(c)
	if w.has(start) && (r.cost[c] == 0 || w.cost[start] < r.cost[c]) {
		r.cost[c], r.local[c] = w.cost[start], w.path(start)
		r.steps[c] = r.stepsOf(c)
		q.push(item{icfg.Node(c), w.cost[start]})
	}
}

// stepsOf counts the starts on the way from a component.
func (r *routes) stepsOf(c int) int {
	steps := 0
	for _, e := range r.path(c) {
		if e.Kind == icfg.Open {
			steps++
		}
	}
	return steps
}

// path lists the edges of the way from a component to the target.
func (r *routes) path(c int) []icfg.Edge {
	var all []icfg.Edge
	for range len(r.p.Components) {
		part := r.local[c]
		all = append(all, part...)
		if len(part) == 0 || part[len(part)-1].Kind != icfg.Open {
			break
		}
		_, next := r.p.Kind(part[len(part)-1].To)
		c = int(next)
	}
	return all
}

// walkAgain is a way for one more walk; it is good until the next one.
func (r *routes) walkAgain() *way {
	r.walk.reset()
	return r.walk
}
