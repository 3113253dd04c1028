package reach

import (
	"talpa/asra/appcode"
	"talpa/cfg/callgraph"
	"talpa/cfg/icfg"
)

// Costs of edges: what a path through one of them asks of whoever drives the
// app. Only their proportions matter.
const (
	costCode = 1 // control flows by itself
	// costDoubt is added for each time that the targets of a call double: where code calls the
	// run of any of a hundred classes, as injectors and event buses do, it hardly ever is the one wanted.
	costDoubt = 1
	costAsync = 3 // something else must run in between
	// CostEvent is that of an event: the user must do something.
	CostEvent  = 12  // the user must do something
	costField  = 2   // and a text field must have the focus: a button that does the same is easier
	costRow    = 6   // and a list must have a row for it
	costOpen   = 8   // another screen comes up
	costUse    = 25  // only if the field holds that object
	costHidden = 60  // an inherited method that the class overrides: only through super
	costSystem = 120 // the system must do something: a broadcast, a sensor
	// costClosed is that of a path that begins where nobody is known to get to: more than any other.
	costClosed = 1 << 24
	// costUsed is that of an edge that only a used app takes: one where a setting, or the state of a screen, has been
	// stored. An event that leads to the same place is cheaper.
	costUsed = 20
)

// Paths is the result of a walk back over the program: for each node from which the
// places that it started at can be reached, how far it is and which edge to take. It
// is frozen once it has been returned.
type Paths struct {
	p    *icfg.Program
	cost []uint32 // 0: not reached; else cost plus 1
	hops []int32  // edges on the cheapest path
	next []icfg.Edge
	// inside is the component that the paths do not leave, -1 for none.
	inside int
}

// Refuse says of an edge, and the one that a path takes behind it (nil at its end),
// that no run takes both.
type Refuse func(e icfg.Edge, next *icfg.Edge) bool

// Used says of an edge that control takes it only once a setting, or the state of a screen, has been stored.
type Used func(e icfg.Edge) bool

// walk makes paths by Dijkstra's algorithm.
type walk struct {
	Paths
	// reached are the nodes with a cost, in the order in which they got one.
	reached []icfg.Node
	seen    int    // nodes taken from the queue
	refuse  Refuse // nil refuses nothing
	used    Used   // nil knows of no such edges
	limit   uint32 // cost beyond which the walk does not go; 0 for none
	queue   queue
}

// newWalk prepares a walk over the whole program.
func newWalk(p *icfg.Program) *walk {
	return &walk{Paths: Paths{
		p: p, cost: make([]uint32, p.Len()), hops: make([]int32, p.Len()), next: make([]icfg.Edge, p.Len()), inside: -1,
	}}
}

// reset makes a walk ready for another one. Its cost is that of the nodes that the
// last one reached: where many short walks are made, one serves them all.
func (w *walk) reset() {
	for _, n := range w.reached {
		w.cost[n], w.hops[n] = 0, 0
	}
	w.reached, w.queue, w.seen = w.reached[:0], w.queue[:0], 0
	w.inside, w.refuse, w.limit = -1, nil, 0
}

// Back applies R8, R14 and R15 from the given nodes.
func Back(p *icfg.Program, from []icfg.Node, refuse Refuse) *Paths {
	w := newWalk(p)
	w.refuse = refuse
	for _, n := range from {
		w.seed(n, 1)
	}
	w.run()
	return &w.Paths
}

// Walker makes many paths one after the other: those that it returns are good until it
// makes the next ones.
type Walker struct{ walk *walk }

// NewWalker prepares a walker over a program.
func NewWalker(p *icfg.Program) *Walker { return &Walker{newWalk(p)} }

// Near are the paths to a node that cost no more than limit.
func (w *Walker) Near(n icfg.Node, limit uint32) *Paths {
	w.walk.reset()
	w.walk.limit = limit
	w.walk.seed(n, 1)
	w.walk.run()
	return &w.walk.Paths
}

// At are the paths of no edge at all from the nodes given.
func (w *Walker) At(nodes map[icfg.Node]bool) *Paths {
	w.walk.reset()
	for n := range nodes {
		w.walk.cost[n] = 1
		w.walk.reached = append(w.walk.reached, n)
	}
	return &w.walk.Paths
}

// seed makes a node a place that the walk starts from.
func (w *walk) seed(n icfg.Node, cost uint32) {
	if w.cost[n] == 0 || cost < w.cost[n] {
		w.reach(n, cost)
	}
}

// reach notes what a node costs and queues it.
func (w *walk) reach(n icfg.Node, cost uint32) {
	if w.cost[n] == 0 {
		w.reached = append(w.reached, n)
	}
	w.cost[n] = cost
	w.queue.push(item{n, cost})
}

// seedOpen makes the starts of a component places that the walk starts from, at the cost
// that is left from there: a walk inside one component goes on from the results of others.
func (w *walk) seedOpen(component icfg.Node, cost uint32) {
	for e := range w.p.Preds(component) {
		if e.Kind == icfg.Open {
			w.relax(e, cost, 0)
		}
	}
}

// run walks back until nothing gets cheaper.
func (w *walk) run() {
	for len(w.queue) > 0 {
		at := w.queue.pop()
		if at.cost > w.cost[at.node] {
			continue
		}
		w.seen++
		for e := range w.p.Preds(at.node) {
			if w.inside < 0 || e.Kind != icfg.Open {
				w.relax(e, at.cost, w.hops[at.node])
			}
		}
	}
}

// relax enters an edge into the paths if it makes its origin cheaper. Costs are above
// zero, so that a node which was taken from the queue is final and no path has a circle. What
// refuse is told lies behind the edge is the path that is the cheapest now; a dearer one
// that would not be refused is not tried in its place.
func (w *walk) relax(e icfg.Edge, cost uint32, hops int32) {
	if w.inside >= 0 && !w.p.Under(w.inside, e.From) {
		return
	}
	if w.inside >= 0 && e.Among > 0 && ofOtherActivity(w.p, w.inside, e.To) {
		return
	}
	cost += edgeCost(w.p, e)
	if w.used != nil && w.used(e) {
		cost += costUsed
	}
	if e.Kind == icfg.Inherit && hops > 0 && w.overridden(e) {
		cost += costHidden
	}
	if w.limit > 0 && cost > w.limit {
		return
	}
	if old := w.cost[e.From]; old != 0 && old <= cost {
		return
	}
	if w.refuse != nil {
		var next *icfg.Edge
		if hops > 0 {
			next = &w.next[e.To]
		}
		if w.refuse(e, next) {
			return
		}
	}
	w.reach(e.From, cost)
	w.hops[e.From], w.next[e.From] = hops+1, e
}

// overridden says that the class at the start of an Inherit edge overrides the
// method that the path takes behind it: its instances run that one only if their
// own calls it.
func (w *walk) overridden(e icfg.Edge) bool {
	next := w.next[e.To]
	for next.Kind == icfg.Inherit && w.hops[next.To] > 0 {
		next = w.next[next.To]
	}
	kind, m := w.p.Kind(next.To)
	if next.Kind != icfg.CallbackEdge || kind != icfg.MethodNode {
		return false
	}
	method := w.p.Calls.Method(callgraph.MethodID(m))
	_, t := w.p.Kind(e.From)
	class := w.p.Hierarchy.Class(callgraph.TypeID(t))
	if class == nil || !method.Virtual {
		return false
	}
	own := class.Method(method.Name, method.Desc)
	return own != nil && !own.IsAbstract()
}

// edgeCost is what an edge asks of whoever drives the app.
func edgeCost(p *icfg.Program, e icfg.Edge) uint32 {
	switch e.Kind {
	case icfg.Call:
		return costCode + costDoubt*uint32(e.Among)
	case icfg.Declare:
		if e.Among > 0 {
			return costUse // the module of an injector lists what it could make: who asks for it is not known
		}
		if kind, c := p.Kind(e.From); kind == icfg.ComponentNode && p.Components[c].Kind == icfg.Receiver {
			return costSystem // what a receiver declares, such as an app widget, is read by the home screen
		}
	case icfg.Open:
		return costOpen
	case icfg.Use:
		return costUse
	case icfg.Handle, icfg.Answer:
		return CostEvent
	case icfg.CallbackEdge:
		_, m := p.Kind(e.To)
		cb := p.CallbackOf(callgraph.MethodID(m))
		switch {
		case cb == nil:
			return costAsync
		case cb.Role == "dialog" && ofActivity(p, cb):
			return CostEvent + costHidden // somebody must show the dialog
		case appcode.NeedsRow(p, cb):
			return CostEvent + costRow
		case cb.Role == "key" || cb.Role == "text":
			return CostEvent + costField
		case appcode.IsEvent(cb.Role):
			return CostEvent
		case cb.Role == "system" || cb.Role == "result":
			return costSystem
		case cb.Role == "async" || cb.Role == "other":
			return costAsync
		}
	case icfg.Run:
		if _, c := p.Kind(e.From); p.Components[c].Kind == icfg.Receiver {
			return costSystem
		}
	}
	return costCode
}

// ofOtherActivity says that a method is of an activity that the component's class does not inherit from. What a base
// class of activities calls on itself is of the activity that runs, whichever others override it.
func ofOtherActivity(p *icfg.Program, component int, method icfg.Node) bool {
	kind, m := p.Kind(method)
	c := &p.Components[component]
	if kind != icfg.MethodNode || c.Kind != icfg.Activity {
		return false
	}
	owner := p.Calls.Method(callgraph.MethodID(m)).Class.Descriptor
	return p.Hierarchy.IsSubtype(owner, "Landroid/app/Activity;") &&
		!p.Hierarchy.IsSubtype(p.Hierarchy.Name(c.Type), owner)
}

// ofActivity says that a callback is of an activity, which nobody makes for it.
func ofActivity(p *icfg.Program, cb *icfg.Callback) bool {
	return p.Hierarchy.IsSubtype(p.Calls.Method(cb.Method).Class.Descriptor, "Landroid/app/Activity;")
}

// Has says whether the target can be reached from the node.
func (w *Paths) Has(n icfg.Node) bool { return w.cost[n] != 0 }

// Distance is the number of edges from the node to the target, -1 if there is
// no path.
func (w *Paths) Distance(n icfg.Node) int {
	if w.cost[n] == 0 {
		return -1
	}
	return int(w.hops[n])
}

// Next is the edge that the cheapest path takes from a node; nil where it ends.
func (w *Paths) Next(n icfg.Node) *icfg.Edge {
	if w.hops[n] == 0 {
		return nil
	}
	return &w.next[n]
}

// Path lists the edges of the cheapest path from a node to where the walk started.
func (w *Paths) Path(n icfg.Node) []icfg.Edge {
	var all []icfg.Edge
	for w.hops[n] > 0 {
		e := w.next[n]
		all = append(all, e)
		if w.inside >= 0 && e.Kind == icfg.Open {
			break // into another component
		}
		n = e.To
	}
	return all
}

// item is a queued node; queue a binary heap of them, cheapest first and by node
// where costs are equal, so that results do not depend on the order of insertion.
type item struct {
	node icfg.Node
	cost uint32
}

type queue []item

// before orders items by cost, then by node.
func (a item) before(b item) bool {
	return a.cost < b.cost || a.cost == b.cost && a.node < b.node
}

// push puts an item into the heap.
func (q *queue) push(it item) {
	*q = append(*q, it)
	heap := *q
	for i := len(heap) - 1; i > 0; {
		parent := (i - 1) / 2
		if !heap[i].before(heap[parent]) {
			break
		}
		heap[i], heap[parent] = heap[parent], heap[i]
		i = parent
	}
}

// pop takes the first item out of a queue that is not empty.
func (q *queue) pop() item {
	heap := *q
	first, last := heap[0], len(heap)-1
	heap[0] = heap[last]
	heap = heap[:last]
	*q = heap
	for i := 0; ; {
		child := 2*i + 1
		if child >= len(heap) {
			return first
		}
		if child+1 < len(heap) && heap[child+1].before(heap[child]) {
			child++
		}
		if !heap[child].before(heap[i]) {
			return first
		}
		heap[i], heap[child] = heap[child], heap[i]
		i = child
	}
}
