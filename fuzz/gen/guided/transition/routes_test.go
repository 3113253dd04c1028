package transition

import (
	"math/rand"
	"testing"

	"talpa/fuzz/gen/guided/settings"
)

// chain is a graph in which node n leads to node n+1 by its only action.
func chain(nodes int) *Graph {
	g := net(nodes)
	for i := range nodes - 1 {
		g.link(i, map[int]int{i + 1: 9})
	}
	return g
}

// TestSteps: a restart counts as four steps, and is taken where it is shorter and may be.
func TestSteps(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name           string
		start          int // -1: not known
		from, to       int
		restarts, back bool
		want           int
	}{
		{"ahead", -1, 0, 3, true, false, 3},
		{"behind, nothing known of a start", -1, 3, 0, true, false, -1},
		{"behind, over the start", 0, 3, 1, true, true, 5},
		{"behind, but no restart so soon", 0, 3, 1, false, false, -1},
		{"ahead, and nearer without the start", 0, 1, 4, true, false, 3},
		{"far ahead, nearer from the start", 6, 0, 7, true, true, 5},
		{"as far from both", 6, 2, 7, true, false, 5},
	} {
		g := chain(8)
		if c.start >= 0 {
			g.Start = g.Nodes[c.start]
		}
		n, again := g.Routes(g.Nodes[c.from], c.restarts).Steps(g.Nodes[c.to])
		if n != c.want || again != c.back {
			t.Errorf("%s: %d steps, restart %v; want %d, %v", c.name, n, again, c.want, c.back)
		}
	}
}

// TestReachable: the nearer of two equal nodes is drawn more often, what was missed less, and what no
// path leads to never.
func TestReachable(t *testing.T) {
	t.Parallel()
	g := chain(6)
	g.Nodes[3].Missed = 8
	drawn := map[int]int{}
	rng := rand.New(rand.NewSource(1))
	from := g.Routes(g.Nodes[1], false)
	for range 2000 {
		drawn[from.Reachable(rng, func(*Node) float64 { return 1 }, 1).Index]++
	}
	if drawn[0] > 0 || drawn[2] <= drawn[4] || drawn[4] <= drawn[5] || drawn[3] >= drawn[5] {
		t.Errorf("drawn %v", drawn)
	}
	if n := from.Reachable(rng, func(n *Node) float64 { return float64(1 - min(1, n.Index)) }, 1); n != nil {
		t.Errorf("node %d has no path", n.Index)
	}
}

// TestWithin: the actions with a weight that a path leads to, and the greatest weight.
func TestWithin(t *testing.T) {
	t.Parallel()
	g := chain(4)
	nodes, actions, most := g.Routes(g.Nodes[1], false).Within(func(a *Action) float64 {
		if a == g.Nodes[0].Actions[0] {
			return 9 // behind
		}
		return float64(len(a.edges)) * 2
	})
	if len(nodes) != 2 || nodes[0] != g.Nodes[1] || actions[1] != g.Nodes[2].Actions[0] || most != 2 {
		t.Errorf("%d nodes, most %v", len(nodes), most)
	}
}

// TestSpots: a setting is looked for where it was seen, else where another one of its screen was, else
// where its screen is opened; never where no path leads.
func TestSpots(t *testing.T) {
	t.Parallel()
	set := func(screens ...string) *settings.Setting { return &settings.Setting{Screens: screens} }
	seen, sibling, opened, unknown := set("s"), set("s"), set("door"), set("nowhere")
	behind := set("back")
	g := chain(5)
	g.Nodes[0].Actions[0].Sets = behind
	g.Nodes[2].Actions[0].Sets = seen
	g.Nodes[3].Actions[0].Opens = []string{"door"}
	where := g.Routes(g.Nodes[1], false).Spots()
	for name, c := range map[string]struct {
		set  *settings.Setting
		node *Node
		do   *Action
	}{
		"seen":                {seen, g.Nodes[2], nil},
		"beside one that was": {sibling, g.Nodes[2], nil},
		"behind a door":       {opened, g.Nodes[3], g.Nodes[3].Actions[0]},
		"not known":           {unknown, nil, nil},
		"no path there":       {behind, nil, nil},
	} {
		if got := where(c.set); got.Node != c.node || got.Do != c.do || (got.At > 0) != (c.node != nil) {
			t.Errorf("%s: %+v", name, got)
		}
	}
	if where(seen).At <= where(sibling).At || where(sibling).At <= where(opened).At {
		t.Errorf("seen %v, beside %v, behind %v", where(seen).At, where(sibling).At, where(opened).At)
	}
}

// TestNearest: of the nodes that match the one that takes the fewest steps, each counted as some more; one without a
// path is seen only.
func TestNearest(t *testing.T) {
	t.Parallel()
	g := chain(6)
	for _, c := range []struct {
		name string
		more map[int]int // of the nodes that match
		want int         // -1: none
		seen bool
	}{
		{"the nearer of two", map[int]int{3: 0, 5: 0}, 3, true},
		{"the farther, as the nearer counts as more", map[int]int{3: 3, 5: 0}, 5, true},
		{"behind", map[int]int{0: 0}, -1, true},
		{"none", nil, -1, false},
	} {
		best, seen := g.Routes(g.Nodes[2], false).Nearest(func(n *Node) (int, bool) {
			more, ok := c.more[n.Index]
			return more, ok
		})
		got := -1
		if best != nil {
			got = best.Index
		}
		if got != c.want || seen != c.seen {
			t.Errorf("%s: node %d, seen %v; want %d, %v", c.name, got, seen, c.want, c.seen)
		}
	}
}
