package guided

import (
	"container/heap"
	"math"
	"slices"
	"strings"

	"talpa/fuzz/event"
	"talpa/fuzz/gen"
	"talpa/fuzz/ui"
)

// crowded is the number of finely told states of an activity from which on its
// states are told apart by structure only, so that a changing screen does not
// fill the graph.
const crowded = 50

// graph is what has been learned of the app's states and actions. It grows
// only; nodes and actions are kept in the order met, for determinism.
type graph struct {
	nodes    []*node
	byState  map[ui.State]*node
	fine     map[string]int // finely told states by activity
	siblings map[actionKey]*siblings
	kinds    map[event.Kind]*siblings
	coverage map[actionKey]*coverage
	start    *node // where a launch leads
	shown    map[ui.State]bool
}

func newGraph() *graph {
	return &graph{byState: map[ui.State]*node{}, fine: map[string]int{}, siblings: map[actionKey]*siblings{},
		kinds: map[event.Kind]*siblings{}, coverage: map[actionKey]*coverage{}, shown: map[ui.State]bool{}}
}

// node is a state.
type node struct {
	index    int
	activity string
	target   bool // of the activity that holds the target
	visits   int
	missed   int // goals given up because no path led here
	actions  []*action
	byKey    map[gen.Key]*action
}

// action is an action in a state.
type action struct {
	key      gen.Key
	base     float64 // weight before anything was tried
	factor   float64 // how much it matters to the wanted crash; 1 = as any other
	patience float64 // how many tries make its weight decay as one: rows and texts vary
	offered  bool    // on the screen as last seen
	cold     bool    // starts a process: too dear to be a step of a path
	wide     bool    // its weight decays by what its siblings tried, not by state
	tries    int
	idle     int // tries after which the screen showed the same as before
	left     int // tries that left the app
	ended    int // tries that crashed it
	fresh    int // tries after which the screen showed what was never shown before
	edges    []edge
	siblings *siblings
	coverage *coverage
	kind     *siblings // of events that need no widget: all of the kind; nil for others
	sets     *setting  // what it changes; nil if nothing that is kept
	opens    []string  // screens of settings that it may open
	id       string    // of its widget, without the package
	label    string    // of its widget, lower case
}

// edge counts how often an action led to a state.
type edge struct {
	to    *node
	count int
}

// Exponents of the decay of a weight by tries in the state and in the activity.
const (
	decayState    = 0.7
	decaySiblings = 0.3
)

// siblings is what equal actions in all states of an activity share.
type siblings struct {
	tries, ended int
	rows         []gen.Key // of the kind, if it is one of rows
}

type actionKey struct {
	activity string
	key      gen.Key
}

// node returns the node of a screen, making it when the screen is new.
func (g *graph) node(s *ui.Screen) *node {
	state := s.Labelled()
	if n, ok := g.byState[state]; ok {
		return n
	}
	if g.fine[s.Activity] >= crowded {
		state = s.Structure()
		if n, ok := g.byState[state]; ok {
			return n
		}
	}
	g.fine[s.Activity]++
	n := &node{index: len(g.nodes), activity: s.Activity, byKey: map[gen.Key]*action{}}
	g.nodes = append(g.nodes, n)
	g.byState[state] = n
	return n
}

// update makes the node's actions agree with what the screen offers now.
func (n *node) update(offers []offer, g *graph) {
	for _, a := range n.actions {
		a.offered = false
	}
	for i := range offers {
		o := &offers[i]
		k := g.siblingsOf(n.activity, o)
		a := n.byKey[o.Key]
		if a == nil {
			a = &action{key: o.Key, patience: 1, siblings: k, kind: g.kindOf(o),
				coverage: g.coverageOf(actionKey{n.activity, o.Key})}
			n.byKey[o.Key] = a
			n.actions = append(n.actions, a)
		}
		if a.offered && o.Listed {
			a.patience = min(4, a.patience+1)
		}
		a.offered = true
		a.base = max(a.base, o.Weight)
		a.factor = max(a.factor, o.factor)
		a.sets, a.opens, a.id, a.label = o.sets, o.opens, o.id, strings.ToLower(o.Label)
		a.cold, a.wide = o.system && gen.Cold(o.Event), o.system && gen.Wide(o.Event)
		if o.Verb == ui.Type && !o.system {
			a.patience = 4
		}
		a.coverage.doubtful = a.coverage.doubtful || o.doubtful
		// What matters to the crash deserves many tries: on other data, after
		// other events.
		a.patience = max(a.patience, min(6, 1+0.5*(a.matter()-1)))
	}
}

// kindOf returns what all events of a kind that needs no widget share.
func (g *graph) kindOf(o *offer) *siblings {
	if !o.system {
		return nil
	}
	k := g.kinds[o.Event.Kind]
	if k == nil {
		k = &siblings{}
		g.kinds[o.Event.Kind] = k
	}
	return k
}

// manyRows is the number of distinct rows of a kind up to which each counts as
// an action of its own, like the rows of a menu or of settings. The rows of a
// longer list are data.
const manyRows = 24

// siblingsOf returns what the offer shares with its equals; a row of a long list
// loses its own identity.
func (g *graph) siblingsOf(activity string, o *offer) *siblings {
	if o.system && everywhere(o.Event) {
		activity = ""
	}
	at := actionKey{activity, o.Kind}
	k := g.siblings[at]
	if k == nil {
		k = &siblings{}
		g.siblings[at] = k
	}
	if o.Key != o.Kind && !slices.Contains(k.rows, o.Key) {
		if len(k.rows) >= manyRows {
			o.Key = o.Kind
		} else {
			k.rows = append(k.rows, o.Key)
		}
	}
	return k
}

// mostFirstTry bounds how much more the first try of an action weighs than later ones
// for mattering to the crash.
const mostFirstTry = 4

// weight is what trying the action once more promises.
func (a *action) weight() float64 {
	t, k := float64(a.tries)/a.patience, float64(a.siblings.tries)/a.patience
	if a.tries > 0 {
		// What goes on changing the app's data keeps its weight.
		productive := 1 - 0.75*float64(a.fresh)/float64(a.tries)
		t, k = t*productive, k*productive
	}
	if a.wide {
		t, k = k, 0
	}
	w := a.base / (math.Pow(1+t, decayState) * math.Pow(1+k, decaySiblings))
	if a.factor > 0 {
		w *= a.matter() / a.factor
	}
	if a.tries == 0 && a.siblings.tries == 0 {
		w *= 2 * min(mostFirstTry, max(1, a.matter()/2))
	}
	if a.tries > 0 {
		n := float64(a.tries)
		if a.idle == a.tries {
			w *= math.Max(0.1, math.Pow(0.5, n))
		}
		w *= 1 - 0.8*float64(a.left)/n
		w *= 1 + 0.3*float64(min(len(a.edges)-1, 3))
	}
	return w * a.risk()
}

// risk is the factor of the crashes that the action, its siblings in the activity,
// and if it needs no widget its kind everywhere, are known to cause: they hide
// what lies behind them and cost a start of the app.
func (a *action) risk() float64 {
	w := 1.0
	if a.ended > 0 {
		w *= 0.01 + 0.3*math.Pow(1-float64(a.ended)/float64(a.tries), 3)
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

// weight is what is left to try in the node.
func (n *node) weight() float64 {
	w := 0.0
	for _, a := range n.actions {
		w += a.weight()
	}
	return w * (1 + 1/float64(1+n.visits))
}

// observe records what a try of the action led to, and how near to the crash it came.
func (a *action) observe(to *node, o gen.Outcome, near float64) {
	a.tries++
	a.siblings.tries++
	a.coverage.tries++
	a.coverage.near += near
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
		a.coverage.last = to
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

// credit counts a try that led to content never shown before, or that changed
// nothing; what is typed is no content.
func (a *action) credit(g *graph, before ui.State, o gen.Outcome) {
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
	}
}

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
func (a *action) leads(f func(to *node, cost float64)) {
	if a.cold || a.ended*2 > a.tries {
		return
	}
	known := false
	for _, e := range a.edges {
		if p := float64(e.count) / float64(a.tries); p >= unlikely {
			known = true
			f(e.to, float64(a.tries+1)/float64(e.count+1))
		}
	}
	if to := a.coverage.last; !known && to != nil && !a.wide && (a.tries == 0 || len(a.edges) > 0) {
		f(to, 1/guessed)
	}
}

// reach is how a node is reached in a search: what the path costs in steps, by which action,
// from where.
type reach struct {
	steps  int // rounded cost; -1: not reached
	cost   float64
	action *action
	from   *node
}

// distances searches the cheapest paths from a node to all others (Dijkstra).
func (g *graph) distances(from *node) []reach {
	found := make([]reach, len(g.nodes))
	for i := range found {
		found[i].steps = -1
	}
	found[from.index].steps = 0
	queue := frontier{{from, 0}}
	for len(queue) > 0 {
		at := heap.Pop(&queue).(queued)
		if at.cost > found[at.node.index].cost {
			continue // a cheaper path was found meanwhile
		}
		for _, a := range at.node.actions {
			a.leads(func(to *node, cost float64) {
				cost += at.cost
				if r := &found[to.index]; r.steps < 0 || cost < r.cost {
					*r = reach{int(math.Round(cost)), cost, a, at.node}
					heap.Push(&queue, queued{to, cost})
				}
			})
		}
	}
	return found
}

// queued is a node and the cost of the path to it.
type queued struct {
	node *node
	cost float64
}

// frontier is a heap of visits, the cheapest first; of equals the one met first.
type frontier []queued

func (f frontier) Len() int { return len(f) }
func (f frontier) Less(i, j int) bool {
	return f[i].cost < f[j].cost || f[i].cost == f[j].cost && f[i].node.index < f[j].node.index
}
func (f frontier) Swap(i, j int) { f[i], f[j] = f[j], f[i] }
func (f *frontier) Push(x any)   { *f = append(*f, x.(queued)) }
func (f *frontier) Pop() any {
	last := len(*f) - 1
	x := (*f)[last]
	*f = (*f)[:last]
	return x
}

// path returns the steps from one node to another, nil if none is known.
func (g *graph) path(from, to *node) []step {
	found := g.distances(from)
	if found[to.index].steps < 0 {
		return nil
	}
	steps := []step{}
	for n := to; n != from; n = found[n.index].from {
		r := found[n.index]
		steps = append(steps, step{key: r.action.key, at: r.from})
	}
	slices.Reverse(steps)
	return steps
}

// power sharpens a weight for drawing.
func power(weight float64) float64 { return math.Pow(weight, sharpness) }

// sharpness is the exponent that turns weight into probability.
const sharpness = 1.3
