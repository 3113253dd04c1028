package transition

import (
	"fmt"
	"testing"

	"talpa/fuzz/event"
	"talpa/fuzz/gen"
	"talpa/fuzz/ui/uitest"
)

// net is a graph with n nodes of one activity.
func net(n int) *Graph {
	g := New()
	for i := range n {
		g.Nodes = append(g.Nodes, &Node{Index: i, Activity: "p/p.Main", ByKey: map[gen.Key]*Action{}})
	}
	return g
}

// link adds an action to node from that led to nodes so often.
func (g *Graph) link(from int, led map[int]int) *Action {
	n := g.Nodes[from]
	a := &Action{Key: gen.Key(len(n.Actions)), decayTries: 1, siblings: &siblings{}, Coverage: &Coverage{}}
	for to := range g.Nodes {
		if led[to] > 0 {
			a.edges = append(a.edges, edge{g.Nodes[to], led[to]})
			a.Tries += led[to]
		}
	}
	n.Actions = append(n.Actions, a)
	return a
}

// TestPath states which actions a path is planned over.
func TestPath(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name string
		make func(g *Graph)
		want string // nodes that the path goes through, from 0 to 3
	}{
		{"nothing known", func(*Graph) {}, "none"},
		{"one step", func(g *Graph) { g.link(0, map[int]int{3: 1}) }, "[0]"},
		{"fewer steps", func(g *Graph) {
			g.link(0, map[int]int{1: 1})
			g.link(1, map[int]int{3: 1})
			g.link(0, map[int]int{2: 1})
			g.link(2, map[int]int{1: 1})
		}, "[0 1]"},
		{"trusted steps before few", func(g *Graph) {
			g.link(0, map[int]int{1: 3, 3: 1})
			g.link(0, map[int]int{2: 4})
			g.link(2, map[int]int{3: 4})
		}, "[0 2]"},
		{"an unlikely edge", func(g *Graph) { g.link(0, map[int]int{1: 9, 3: 1}) }, "none"},
		{"a start of the process", func(g *Graph) { g.link(0, map[int]int{3: 1}).cold = true }, "none"},
		{"an action that crashes", func(g *Graph) {
			a := g.link(0, map[int]int{3: 1})
			a.Tries, a.ended = 4, 3
		}, "none"},
		{"where siblings led", func(g *Graph) { g.link(0, nil).Coverage.last = g.Nodes[3] }, "[0]"},
		{"where what is wide led", func(g *Graph) {
			a := g.link(0, nil)
			a.Coverage.last, a.Wide = g.Nodes[3], true
		}, "none"},
		{"not back", func(g *Graph) { g.link(3, map[int]int{0: 1}) }, "none"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			g := net(4)
			c.make(g)
			got := "none"
			if path := g.Path(g.Nodes[0], g.Nodes[3]); path != nil {
				var through []int
				for _, s := range path {
					through = append(through, s.At.Index)
				}
				got = fmt.Sprint(through)
			}
			if got != c.want {
				t.Errorf("path over %s, want %s", got, c.want)
			}
		})
	}
}

// TestWeight states what raises and what lowers the weight of an action.
func TestWeight(t *testing.T) {
	t.Parallel()
	fresh := func() *Action {
		return &Action{base: 10, factor: 1, decayTries: 1, siblings: &siblings{}, Coverage: &Coverage{}}
	}
	tried := func(n int) *Action {
		a := fresh()
		a.Tries, a.siblings.tries, a.fresh, a.edges = n, n, n, make([]edge, 1)
		return a
	}
	for _, c := range []struct {
		name        string
		less, more  *Action
		lessChanges func(*Action)
	}{
		{"a try", tried(1), fresh(), nil},
		{"more tries", tried(9), tried(2), nil},
		{"tries of siblings", fresh(), fresh(), func(a *Action) { a.siblings.tries = 5 }},
		{"tries that show nothing new", tried(4), tried(4), func(a *Action) { a.fresh = 0 }},
		{"tries that change nothing", tried(4), tried(4), func(a *Action) { a.idle = 4 }},
		{"tries that leave the app", tried(4), tried(4), func(a *Action) { a.left = 4 }},
		{"a known crash", tried(4), tried(4), func(a *Action) { a.ended = 1 }},
		{"a crash of a sibling", tried(4), tried(4), func(a *Action) { a.siblings.ended = 1 }},
		{"a crash of the kind elsewhere", tried(4), tried(4), func(a *Action) { a.kind = &siblings{tries: 4, ended: 2} }},
		{"what it runs is far from the crash", tried(9), tried(9), func(a *Action) {
			a.factor, a.Coverage.doubtful, a.Coverage.Tries, a.base = 4, true, 9, 10
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			if c.lessChanges != nil {
				c.lessChanges(c.less)
			}
			if c.less.Weight() >= c.more.Weight() {
				t.Errorf("weight %v, without it %v", c.less.Weight(), c.more.Weight())
			}
		})
	}
	near := tried(9)
	near.Coverage.Tries, near.Coverage.near = 9, 9
	if near.Weight() <= tried(9).Weight() {
		t.Errorf("an action that runs the crash's method weighs %v, another %v", near.Weight(), tried(9).Weight())
	}
}

// TestAction_siblingsShareTries states that rows of a short list are actions of their own, those of a long
// one are not, and that events that need no widget share one count in all activities.
func TestAction_siblingsShareTries(t *testing.T) {
	t.Parallel()
	g := New()
	row := func(i int) *Offer {
		return &Offer{Candidate: gen.Candidate{Key: gen.Key(100 + i), Kind: 7, Event: event.Event{Kind: event.Tap}}}
	}
	var all *siblings
	for i := range manyRows + 3 {
		o := row(i)
		if s := g.siblingsOf("p/p.Main", o); all == nil {
			all = s
		} else if s != all {
			t.Fatal("rows of one kind share no count")
		}
		if own := o.Key != o.Kind; own != (i < manyRows) {
			t.Errorf("row %d is an action of its own: %v", i, own)
		}
	}
	if g.siblingsOf("p/p.Other", row(0)) == all {
		t.Error("rows of two activities share a count")
	}
	config := func(activity string) *siblings {
		e := event.Event{Kind: event.Config, Arg: "night", Value: "yes"}
		return g.siblingsOf(activity, &Offer{System: true, Candidate: gen.Candidate{Key: gen.KeyOf(e), Kind: gen.KeyOf(e),
			Event: e}})
	}
	if config("p/p.Main") != config("p/p.Other") {
		t.Error("a change of the device is counted by activity")
	}
}

// TestNode_manyStatesDifferByStructure states that the states of an activity with very many are told apart
// by structure only.
func TestNode_manyStatesDifferByStructure(t *testing.T) {
	t.Parallel()
	g := New()
	for i := range 2 * crowded {
		g.Node(uitest.Screen(t, "Main", button(fmt.Sprint("row ", string(rune('a'+i%26)), string(rune('a'+i/26))))))
	}
	if n := len(g.Nodes); n != crowded+1 {
		t.Errorf("%d nodes, want %d", n, crowded+1)
	}
}

// button is a button that bears a text.
func button(text string) string {
	return `<node class="android.widget.Button" package="p" text="` + text +
		`" enabled="true" clickable="true" bounds="[0,0][400,100]"/>`
}

// TestObserve states what a try leaves: an edge, a crash, or that it left the app; one that the
// device refused is hardly tried again.
func TestObserve(t *testing.T) {
	t.Parallel()
	g := New()
	at, there := g.Node(uitest.Buttons(t, "Main", "go")), g.Node(uitest.Buttons(t, "Other", "done"))
	at.Update([]Offer{{Candidate: gen.Candidate{Key: 1, Kind: 1, Weight: 10, Event: event.Event{Kind: event.Tap}},
		Factor: 1}}, g)
	a := at.ByKey[1]
	first := a.Weight()
	a.Observe(there, gen.Outcome{}, 0.5)
	a.Observe(there, gen.Outcome{}, 1)
	if path := g.Path(at, there); len(path) != 1 || path[0].Key != 1 || path[0].At != at {
		t.Errorf("path %+v", path)
	}
	if a.Tries != 2 || a.Coverage.Tries != 2 || a.Coverage.Mean() != 0.75 || a.Risk() != 1 {
		t.Errorf("%d tries, mean %v, risk %v", a.Tries, a.Coverage.Mean(), a.Risk())
	}
	a.Observe(nil, gen.Outcome{Crash: "x"}, 0)
	if a.Risk() >= 1 || a.Risk() <= 0 {
		t.Errorf("risk %v after a crash", a.Risk())
	}
	before := a.Weight()
	a.Observe(nil, gen.Outcome{Refused: true}, 0)
	if after := a.Weight(); after > before/50 || after <= 0 || before >= first {
		t.Errorf("weight %v at first, %v after a crash, %v when it was refused", first, before, after)
	}
	at.Update(nil, g)
	if a.Offered || len(at.Actions) != 1 {
		t.Error("what is not on the screen is offered, or forgotten")
	}
}
