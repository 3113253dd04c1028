// Package transition is the graph of what a search has seen of an app: its nodes are abstract states
// of the screen, the actions of a node are what the state offers, edges say where actions led. It is
// what DroidBot calls a UI transition graph, with states as coarse as they have to be (Ape, ICSE 2019):
// ui.Screen.Labelled tells states apart, ui.Screen.Structure where an activity has very many.
//
// An action has a weight, which is what one try more of it promises: its kind's weight times how much
// it matters to the wanted crash, less the more it and its siblings were tried in vain. The graph does
// not model the app's data beyond what a screen shows, so an action may lead elsewhere each time.
package transition

import (
	"slices"
	"strings"

	"talpa/fuzz/event"
	"talpa/fuzz/gen"
	"talpa/fuzz/gen/guided/settings"
	"talpa/fuzz/ui"
)

// crowded is the number of finely told states of an activity from which on its
// states are told apart by structure only, so that a changing screen does not
// fill the graph.
const crowded = 50

// Graph is what has been learned of the app's states and actions. It grows
// only; nodes and actions are kept in the order met, for determinism.
type Graph struct {
	Nodes []*Node // in the order met
	Start *Node   // where a launch leads; nil: not known yet

	byState  map[ui.State]*Node
	fine     map[string]int // finely told states by activity
	siblings map[actionKey]*siblings
	kinds    map[event.Kind]*siblings
	coverage map[actionKey]*Coverage
	shown    map[ui.State]bool
}

// New returns an empty graph.
func New() *Graph {
	return &Graph{byState: map[ui.State]*Node{}, fine: map[string]int{}, siblings: map[actionKey]*siblings{},
		kinds: map[event.Kind]*siblings{}, coverage: map[actionKey]*Coverage{}, shown: map[ui.State]bool{}}
}

// Node is a state.
type Node struct {
	Index    int       // in Graph.Nodes
	Activity string    // "package/.Class", as the device tells it
	Target   bool      // of the activity that holds the target
	Visits   int       // times that an event led here from another state
	Missed   int       // goals given up because no path led here
	Actions  []*Action // all ever offered here, in the order met
	ByKey    map[gen.Key]*Action
}

type actionKey struct {
	activity string
	key      gen.Key
}

// Offer is something that can be done now: a candidate of the screen, or an
// event that needs no widget (system).
type Offer struct {
	gen.Candidate
	System   bool              // needs no widget
	Factor   float64           // how much it matters to the wanted crash; Weight has it already
	Doubtful bool              // the factor stands for a handler with a probe
	Sets     *settings.Setting // what it changes; nil if nothing that is kept
	Opens    []string          // screens of settings that it may open
	ID       string            // of the widget, without the package
}

// PressesWidget says whether the offer is a plain press of a widget: no long or double touch,
// no event of the system.
func (o *Offer) PressesWidget() bool { return !o.System && o.PlainPress() }

// HandsData says that the offer is an intent of another app with data of its own.
func (o Offer) HandsData() bool {
	in := o.Event.Intent
	return o.Event.Kind == event.Start && in != nil && in.Data != "" && o.Weight > 0
}

// OfferOf returns the index of the offer of an event, -1 if there is none. A value does not count: that
// of a text is chosen after the offer.
func OfferOf(offers []Offer, e event.Event) int {
	for i := range offers {
		like := e
		like.Value = offers[i].Event.Value
		if like.Same(offers[i].Event) {
			return i
		}
	}
	return -1
}

// Node returns the node of a screen, making it when the screen is new.
func (g *Graph) Node(s *ui.Screen) *Node {
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
	n := &Node{Index: len(g.Nodes), Activity: s.Activity, ByKey: map[gen.Key]*Action{}}
	g.Nodes = append(g.Nodes, n)
	g.byState[state] = n
	return n
}

// Update makes the node's actions agree with what the screen offers now.
func (n *Node) Update(offers []Offer, g *Graph) {
	for _, a := range n.Actions {
		a.Offered = false
	}
	for i := range offers {
		o := &offers[i]
		k := g.siblingsOf(n.Activity, o)
		a := n.ByKey[o.Key]
		if a == nil {
			a = &Action{Key: o.Key, decayTries: 1, siblings: k, kind: g.kindOf(o),
				Coverage: g.coverageOf(actionKey{n.Activity, o.Key})}
			n.ByKey[o.Key] = a
			n.Actions = append(n.Actions, a)
		}
		if a.Offered && o.Listed {
			a.decayTries = min(4, a.decayTries+1)
		}
		a.Offered = true
		a.base = max(a.base, o.Weight)
		a.factor = max(a.factor, o.Factor)
		a.Sets, a.Opens, a.ID, a.Label = o.Sets, o.Opens, o.ID, strings.ToLower(o.Label)
		a.cold, a.Wide = o.System && gen.Cold(o.Event), o.System && gen.Wide(o.Event)
		if o.Verb == ui.Type && !o.System {
			a.decayTries = 4
		}
		a.Coverage.doubtful = a.Coverage.doubtful || o.Doubtful
		// What matters to the crash deserves many tries: on other data, after
		// other events.
		a.decayTries = max(a.decayTries, min(6, 1+0.5*(a.Matter()-1)))
	}
}

// kindOf returns what all events of a kind that needs no widget share.
func (g *Graph) kindOf(o *Offer) *siblings {
	if !o.System {
		return nil
	}
	k := g.kinds[o.Event.Kind]
	if k == nil {
		k = &siblings{}
		g.kinds[o.Event.Kind] = k
	}
	return k
}

// everywhere says whether it does not even depend on the activity.
func everywhere(e event.Event) bool {
	return gen.Wide(e) && e.Kind != event.Key && e.Kind != event.Swipe && e.Kind != event.Wait
}

// manyRows is the number of distinct rows of a kind up to which each counts as
// an action of its own, like the rows of a menu or of settings. The rows of a
// longer list are data.
const manyRows = 24

// siblingsOf returns what the offer shares with its equals; a row of a long list
// loses its own identity.
func (g *Graph) siblingsOf(activity string, o *Offer) *siblings {
	if o.System && everywhere(o.Event) {
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

// Weight is what is left to try in the node.
func (n *Node) Weight() float64 {
	w := 0.0
	for _, a := range n.Actions {
		w += a.Weight()
	}
	return w * (1 + 1/float64(1+n.Visits))
}
