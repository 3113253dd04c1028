package reach

import (
	"talpa/cfg/icfg"
)

// NoNode stands for a target that is not in the app.
const NoNode icfg.Node = -1

// Routes are the cheapest paths to the target from each component, through the
// starts of others. Within a component a path may only use what is possible
// under it: the graph as a whole has paths that begin with objects of one
// screen and end with those of another.
type Routes struct {
	p      *icfg.Program
	target icfg.Node
	hosts  func(component int) bool // the target is met under it
	cost   []uint32                 // by component; 0: no path, else cost plus 1
	steps  []int                    // starts of other components on the path; -1: no path
	refuse Refuse
	budget int           // work left; below 0 the search was cut short
	local  [][]icfg.Edge // by component: the path inside it, to the target or over an Open edge
	walk   *walk         // for one component after the other
}

// routeBudget bounds the nodes that FindRoutes visits and prepares; real apps
// need less than a hundredth.
const routeBudget = 400 << 20

// FindRoutes is Dijkstra's algorithm over components; the distance between two of them is found by
// a walk back inside the first. hosts says of which components the target is met under.
func FindRoutes(
	p *icfg.Program, target icfg.Node, hosts func(component int) bool, refuse Refuse, used Used,
) *Routes {
	n := len(p.Components)
	r := &Routes{
		p: p, target: target, hosts: hosts, refuse: refuse, budget: routeBudget,
		cost: make([]uint32, n), steps: make([]int, n), local: make([][]icfg.Edge, n),
		walk: newWalk(p),
	}
	r.walk.used = used
	openers := make([][]int, n)
	for c := range n {
		r.steps[c] = -1
		for _, o := range p.Components[c].Opens {
			openers[o] = append(openers[o], c)
		}
	}
	done := make([]bool, n)
	if target == NoNode {
		return r
	}
	var q queue
	for c := range n {
		if hosts(c) {
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
// components whose cost is final: as in Dijkstra's algorithm, what is not final yet can
// only be dearer, and the component is asked again once it is.
func (r *Routes) update(q *queue, c int, done []bool) {
	w := r.walk
	w.reset()
	w.inside, w.refuse = c, r.refuse
	if r.hosts(c) {
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
	if w.Has(start) && (r.cost[c] == 0 || w.cost[start] < r.cost[c]) {
		r.cost[c], r.local[c] = w.cost[start], w.Path(start)
		r.steps[c] = r.stepsOf(c)
		q.push(item{icfg.Node(c), w.cost[start]})
	}
}

// stepsOf counts the starts on the path from a component.
func (r *Routes) stepsOf(c int) int {
	steps := 0
	for _, e := range r.Path(c) {
		if e.Kind == icfg.Open {
			steps++
		}
	}
	return steps
}

// Path lists the edges of the path from a component to the target.
func (r *Routes) Path(c int) []icfg.Edge {
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

// Cost is what the path from a component asks for, plus 1; 0 if there is no path.
func (r *Routes) Cost(c int) uint32 { return r.cost[c] }

// Steps is the number of starts of other components on the path from one; -1 if there
// is no path.
func (r *Routes) Steps(c int) int { return r.steps[c] }

// CutShort says that the search ran out of its budget: paths may be longer than need be.
func (r *Routes) CutShort() bool { return r.budget < 0 }
