package transition

import (
	"container/heap"
	"math"
	"slices"

	"talpa/fuzz/gen"
)

// Trust in where an action leads, as a probability.
const (
	// guessed is that of where it led last in another state of the activity, and of where
	// it led last here if it leads elsewhere each time: where a screen shows data, its
	// states are many, and what counts is that the next action of the path is offered.
	guessed = 0.4
	// unlikely is that from which on an edge is not planned with.
	unlikely = 0.25
)

// leads calls f with the nodes that the action is expected to lead to, and the steps that
// it counts as: 1 if it always did, more the less it is to be trusted.
func (a *Action) leads(f func(to *Node, cost float64)) {
	if a.cold || a.ended*2 > a.Tries {
		return
	}
	known := false
	for _, e := range a.edges {
		if p := float64(e.count) / float64(a.Tries); p >= unlikely {
			known = true
			f(e.to, float64(a.Tries+1)/float64(e.count+1))
		}
	}
	if to := a.Coverage.last; !known && to != nil && !a.Wide && (a.Tries == 0 || len(a.edges) > 0) {
		f(to, 1/guessed)
	}
}

// Distance is how a node is reached in a search: what the path costs in steps, by which action,
// from where.
type Distance struct {
	Steps  int // rounded cost; -1: not reached
	cost   float64
	action *Action
	from   *Node
}

// Distances searches the cheapest paths from a node to all others (Dijkstra).
func (g *Graph) Distances(from *Node) []Distance {
	found := make([]Distance, len(g.Nodes))
	for i := range found {
		found[i].Steps = -1
	}
	found[from.Index].Steps = 0
	queue := frontier{{from, 0}}
	for len(queue) > 0 {
		at := heap.Pop(&queue).(queued)
		if at.cost > found[at.node.Index].cost {
			continue // a cheaper path was found meanwhile
		}
		for _, a := range at.node.Actions {
			a.leads(func(to *Node, cost float64) {
				cost += at.cost
				if r := &found[to.Index]; r.Steps < 0 || cost < r.cost {
					*r = Distance{int(math.Round(cost)), cost, a, at.node}
					heap.Push(&queue, queued{to, cost})
				}
			})
		}
	}
	return found
}

// queued is a node and the cost of the path to it.
type queued struct {
	node *Node
	cost float64
}

// frontier is a heap of visits, the cheapest first; of equals the one met first.
type frontier []queued

func (f frontier) Len() int { return len(f) }
func (f frontier) Less(i, j int) bool {
	return f[i].cost < f[j].cost || f[i].cost == f[j].cost && f[i].node.Index < f[j].node.Index
}
func (f frontier) Swap(i, j int) { f[i], f[j] = f[j], f[i] }
func (f *frontier) Push(x any)   { *f = append(*f, x.(queued)) }
func (f *frontier) Pop() any {
	last := len(*f) - 1
	x := (*f)[last]
	*f = (*f)[:last]
	return x
}

// Step is an action of a path, and the state in which it is meant.
type Step struct {
	Key gen.Key
	At  *Node // nil: any
}

// Path returns the steps from one node to another, nil if none is known.
func (g *Graph) Path(from, to *Node) []Step {
	found := g.Distances(from)
	if found[to.Index].Steps < 0 {
		return nil
	}
	steps := []Step{}
	for n := to; n != from; n = found[n.Index].from {
		r := found[n.Index]
		steps = append(steps, Step{Key: r.action.Key, At: r.from})
	}
	slices.Reverse(steps)
	return steps
}
