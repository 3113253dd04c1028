package model

import (
	"fmt"
	"math/rand"
	"slices"
	"testing"

	"talpa/fuzz/gen"
	"talpa/fuzz/ui"
	"talpa/internal/golden"
)

// at is the screen with a structure and a label.
func at(structure, label int) print {
	return print{ui.State(structure), ui.State(label), ui.State(1000*structure + label)}
}

func try(from print, key int, to print) transition {
	return transition{from: from, key: gen.Key(key), end: moved, to: to}
}

// TestAbstraction_of: a state is told by its structure until it is refined, and then only that
// one; a refined part can be refined again.
func TestAbstraction_of(t *testing.T) {
	t.Parallel()
	a := newAbstraction()
	same := func(p, q print) bool { s, _ := a.of(p); u, _ := a.of(q); return s == u }
	if !same(at(1, 1), at(1, 2)) || same(at(1, 1), at(2, 1)) {
		t.Error("at first it is not the structure that tells states")
	}
	a.refined[1] = 1
	if same(at(1, 1), at(1, 2)) || !same(at(2, 1), at(2, 2)) || !same(at(1, 1), at(1, 1)) {
		t.Error("one refined state is told by its labels, the others are not")
	}
	part, level := a.of(at(1, 1))
	if level != 1 {
		t.Errorf("told at level %d, want 1", level)
	}
	a.refined[part] = 2
	other := at(1, 1)
	other[2]++
	if same(at(1, 1), other) {
		t.Error("a part that was refined again hides its contents")
	}
	if _, level := a.of(at(1, 2)); level != 1 {
		t.Error("its sibling was refined with it")
	}
}

// TestGraph_refines: an action of a state leads by the label of the screen to one place or to
// another: the state falls into two, and what was learned is kept.
func TestGraph_refines(t *testing.T) {
	t.Parallel()
	g := newGraph()
	offers := []offer{{key: 7, weight: 1, want: 1}}
	for range 3 {
		for label := 1; label <= 2; label++ {
			g.meet(at(1, label), offers)
			g.meet(at(1+label, 0), offers)
			g.observe(try(at(1, label), 7, at(1+label, 0)))
		}
	}
	if len(g.states) != 4 || len(g.refined) != 1 {
		t.Fatalf("%d states, %d refined", len(g.states), len(g.refined))
	}
	for label := 1; label <= 2; label++ {
		a := g.at(at(1, label)).byKey[7]
		if a.tries != 3 || len(a.edges) != 1 || a.edges[0].to != g.at(at(1+label, 0)) || a.edges[0].count != 3 || a.weight != 1 {
			t.Errorf("label %d: %d tries, %d edges, weight %v", label, a.tries, len(a.edges), a.weight)
		}
	}
}

// TestGraph_does_not_refine: chance is not explained by labels, and a list is no place.
func TestGraph_does_not_refine(t *testing.T) {
	t.Parallel()
	g := newGraph()
	for i := range 40 {
		g.observe(try(at(1, 1), 7, at(2+i%2, 0)))
	}
	if len(g.refined) > 0 {
		t.Error("a state of one label is refined")
	}
	g = newGraph()
	for i := range 200 { // as many labels as there are rows
		g.meet(at(1, i%100), nil)
		g.observe(try(at(1, i%100), 7, at(2+i%100%2, 0)))
	}
	if len(g.states) > 3+2*maxParts {
		t.Errorf("a list made %d states", len(g.states))
	}
}

// TestGraph_rebuild_random: making the graph anew of what was played changes nothing but the
// order, whatever was played; and no abstraction tells a state by more than it has parts.
func TestGraph_rebuild_random(t *testing.T) {
	t.Parallel()
	r := golden.Rand(t)
	for range 30 {
		g := newGraph()
		for range 200 {
			from, to := at(1+r.IntN(4), r.IntN(3)), at(1+r.IntN(4), r.IntN(3))
			g.meet(from, []offer{{key: gen.Key(1 + r.IntN(3)), weight: 1, want: 1}})
			g.observe(transition{from: from, key: gen.Key(1 + r.IntN(3)), end: end(r.IntN(3)), to: to, same: r.IntN(2) == 0})
		}
		before := summary(g)
		g.rebuild()
		if after := summary(g); !slices.Equal(before, after) {
			t.Fatalf("made anew:\n%v\nbefore:\n%v", after, before)
		}
		for _, s := range g.states {
			if g.byID[s.id] != s || g.states[s.index] != s {
				t.Fatal("a state is not found by its name or number")
			}
		}
	}
}

// summary has the tries and edges of each action of each state.
func summary(g *graph) []string {
	var all []string
	for _, s := range g.states {
		for _, a := range s.actions {
			if a.tries == 0 {
				continue // what a screen offers may change
			}
			line := fmt.Sprintf("%x.%d: tries %d, idle %d, ended %d", s.id, a.key, a.tries, a.idle, a.ended)
			var edges []string
			for _, e := range a.edges {
				edges = append(edges, fmt.Sprintf(" %x*%d", e.to.id, e.count))
			}
			slices.Sort(edges)
			all = append(all, line+fmt.Sprint(edges))
		}
	}
	slices.Sort(all)
	return all
}

// TestGraph_distances equals a search by growing radius over the edges that mostly happen.
func TestGraph_distances(t *testing.T) {
	t.Parallel()
	r := golden.Rand(t)
	for range 50 {
		g := newGraph()
		n := 2 + r.IntN(7)
		for range 4 * n {
			g.apply(transition{from: at(1+r.IntN(n), 0), key: gen.Key(1 + r.IntN(2)), end: moved, to: at(1+r.IntN(n), 0)})
		}
		g.states[0].actions = append(g.states[0].actions, &action{key: 99, cold: true, tries: 1, edges: []edge{{g.states[len(g.states)-1], 1}}})
		want := make([]int, len(g.states))
		for i := range want {
			want[i] = -1
		}
		want[0] = 0
		for radius := range len(want) {
			for i, s := range g.states {
				for _, a := range s.actions {
					for _, e := range a.edges {
						if want[i] == radius && !a.cold && 3*e.count >= a.tries && want[e.to.index] < 0 {
							want[e.to.index] = radius + 1
						}
					}
				}
			}
		}
		for i, f := range g.distances(g.states[0]) {
			if f.steps != want[i] {
				t.Fatalf("state %d is %d steps away, want %d", i, f.steps, want[i])
			}
			if f.steps > 0 && g.distances(g.states[0])[f.from.index].steps != f.steps-1 {
				t.Fatalf("state %d is reached from one that is not nearer", i)
			}
		}
	}
}

// TestAction_weights: what is tried enough weighs nothing among the untried; among the others
// each try, and more so one that changes nothing or crashes, lowers the weight.
func TestAction_weights(t *testing.T) {
	t.Parallel()
	if untried(&action{weight: 2, want: 1, tries: 1}) != 0 || untried(&action{weight: 2, want: 1, ended: 1}) != 0 {
		t.Error("what was tried enough, or crashed, counts as untried")
	}
	if w := untried(&action{weight: 2, want: 2, tries: 1}); w != 1 {
		t.Errorf("half tried weighs %v, want 1", w)
	}
	order := []*action{
		{weight: 1, tries: 0}, {weight: 1, tries: 1}, {weight: 1, tries: 4}, {weight: 1, tries: 4, idle: 4}, {weight: 1, tries: 4, idle: 4, ended: 1},
	}
	for i := 1; i < len(order); i++ {
		if order[i].decayed() >= order[i-1].decayed() || order[i].decayed() <= 0 {
			t.Errorf("%+v weighs %v, %+v %v", *order[i-1], order[i-1].decayed(), *order[i], order[i].decayed())
		}
	}
}

// TestGenerator_same_seed: the same seed plays the same events.
func TestGenerator_same_seed(t *testing.T) {
	t.Parallel()
	played := func() []string {
		var all []string
		g := New(rand.New(rand.NewSource(3)), &gen.Texts{})
		m := &tree{met: map[string]bool{}}
		g.Begin()
		for range 150 {
			e, ok := g.Next(screen(t, m))
			if !ok {
				g.Begin()
				continue
			}
			all = append(all, e.String())
			m.do(e.Y/100, e)
			g.Observe(gen.Outcome{Event: e, After: screen(t, m)})
		}
		return all
	}
	if a, b := played(), played(); !slices.Equal(a, b) {
		t.Error("two runs of one seed differ")
	}
}
