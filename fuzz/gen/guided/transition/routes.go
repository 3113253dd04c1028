package transition

import (
	"math"
	"math/rand"
	"slices"

	"talpa/fuzz/gen"
	"talpa/fuzz/gen/guided/settings"
)

// Costs of paths.
const (
	// Discount is the part of a weight that is left one step away: of two goals the one that is
	// two steps nearer may have half the weight. Of 0.6, 0.75 and 0.9 the best sum on the model app.
	Discount = 0.75
	// restartCost is the number of steps that a restart counts as: it takes as long as some events.
	restartCost = 4
)

// Routes are the distances of all nodes from one (near), and from the app's start (far): a path may
// begin with a restart. They are of the moment: what the graph learns later they do not know.
type Routes struct {
	nodes     []*Node
	near, far []Distance
	restarts  bool
}

// Routes measures from a node. Paths may begin with a restart of the app where restarts says so, and
// where it is known what a start leads to.
func (g *Graph) Routes(from *Node, restarts bool) Routes {
	near := g.Distances(from)
	if g.Start == nil {
		return Routes{g.Nodes, near, near, false}
	}
	return Routes{g.Nodes, near, g.Distances(g.Start), restarts}
}

// Steps returns how many steps away a node is, -1 if no path is known; again
// says that the path begins with a restart of the app.
func (r Routes) Steps(to *Node) (n int, again bool) {
	n = r.near[to.Index].Steps
	if f := r.far[to.Index].Steps; r.restarts && f >= 0 && (n < 0 || f+restartCost < n) {
		return f + restartCost, true
	}
	return n, false
}

// Nearest is the nearest of the nodes that match accepts, each counted as some steps more; nil if no path to one
// is known. seen says that there is one.
func (r Routes) Nearest(match func(*Node) (more int, ok bool)) (best *Node, seen bool) {
	least := 0
	for _, n := range r.nodes {
		more, ok := match(n)
		if !ok {
			continue
		}
		seen = true
		if steps, _ := r.Steps(n); steps >= 0 && (best == nil || steps+more < least) {
			best, least = n, steps+more
		}
	}
	return best, seen
}

// Reachable draws a node by weight, discounted by the steps it takes to the power
// of haste and by the paths there that led elsewhere; nil if none with a weight can
// be reached.
func (r Routes) Reachable(rng *rand.Rand, weight func(*Node) float64, haste float64) *Node {
	i := gen.Draw(rng, len(r.nodes), func(i int) float64 {
		n, _ := r.Steps(r.nodes[i])
		if n < 0 {
			return 0
		}
		return weight(r.nodes[i]) * math.Pow(Discount, haste*float64(n)) / float64(1+r.nodes[i].Missed)
	})
	if i < 0 {
		return nil
	}
	return r.nodes[i]
}

// Within are the actions with a weight that a path leads to, each with the node to do it
// in, and the greatest weight.
func (r Routes) Within(weight func(*Action) float64) (nodes []*Node, actions []*Action, most float64) {
	for _, n := range r.nodes {
		if s, _ := r.Steps(n); s < 0 {
			continue
		}
		for _, a := range n.Actions {
			if w := weight(a); w > 0 {
				most = max(most, w)
				nodes, actions = append(nodes, n), append(actions, a)
			}
		}
	}
	return nodes, actions, most
}

// Rerun draws one of the actions that ran the method of the crash, each once if there are several, and the node to do
// it in; nil if no path there is known. done are those drawn before.
func (r Routes) Rerun(rng *rand.Rand, done []*Action) (*Node, *Action) {
	nodes, actions, most := r.Within((*Action).Nearness)
	i := gen.Draw(rng, len(actions), func(i int) float64 {
		often := actions[i].Nearness()
		if often < most/2 {
			return 0
		}
		n, _ := r.Steps(nodes[i])
		if slices.Contains(done, actions[i]) {
			often /= 8
		}
		return often * math.Pow(Discount, float64(n)) / float64(1+nodes[i].Missed)
	})
	if i < 0 {
		return nil, nil
	}
	return nodes[i], actions[i]
}

// DrawOnPath draws one of the actions that lead on, the near ones more often, and the node to do it in; nil if none
// can be reached without a restart.
func (r Routes) DrawOnPath(rng *rand.Rand) (*Node, *Action) {
	nodes, actions, _ := r.Within(func(a *Action) float64 {
		if a.Wide || !a.Offered {
			return 0
		}
		return a.PathWeight()
	})
	i := gen.Draw(rng, len(actions), func(i int) float64 {
		steps, again := r.Steps(nodes[i])
		if again {
			return 0
		}
		return actions[i].PathWeight() * math.Pow(Discount, float64(steps)) / float64(1+nodes[i].Missed)
	})
	if i < 0 {
		return nil, nil
	}
	return nodes[i], actions[i]
}

// Spot is where to go for a setting: a node that shows it or others of its screen, or one
// with an action that opens the screen. The zero value says that none can be reached.
type Spot struct {
	Node *Node
	Do   *Action // what opens the screen; nil: the node is of it
	At   float64 // how near it is, from 0 to 1
}

const (
	// elsewhere is the part of the weight of a setting that is left if it was not seen
	// yet, but another one of its screen, behind the part if only what opens that screen
	// was: the longer the way, the more can be wrong with it.
	elsewhere = 0.8
	behind    = 0.6
)

// Spots returns what tells the spot of a setting.
func (r Routes) Spots() func(*settings.Setting) Spot {
	shown, screens, doors := map[*settings.Setting]Spot{}, map[string]Spot{}, map[string]Spot{}
	for _, n := range r.nodes {
		steps, _ := r.Steps(n)
		if steps < 0 {
			continue
		}
		at := math.Pow(Discount, float64(steps)/4) / math.Sqrt(float64(1+n.Missed))
		for _, a := range n.Actions {
			if a.Sets != nil && at > shown[a.Sets].At {
				shown[a.Sets] = Spot{n, nil, at}
			}
			if a.Sets != nil && len(a.Sets.Screens) == 1 && at > screens[a.Sets.Screens[0]].At {
				screens[a.Sets.Screens[0]] = Spot{n, nil, at}
			}
			tired := at / math.Sqrt(1+float64(a.Tries))
			for _, screen := range a.Opens {
				if tired > doors[screen].At {
					doors[screen] = Spot{n, a, tired}
				}
			}
		}
	}
	return func(set *settings.Setting) Spot {
		if p := shown[set]; p.Node != nil || len(set.Screens) == 0 {
			return p
		}
		p := screens[set.Screens[0]]
		p.At *= elsewhere
		if p.Node == nil {
			p = doors[set.Screens[0]]
			p.At *= behind
		}
		return p
	}
}
