package timetravel

import (
	"fmt"
	"math/rand"
	"testing"

	"talpa/fuzz/event"
	"talpa/fuzz/gen"
	"talpa/fuzz/gen/random"
	"talpa/fuzz/ui"
)

// corridor is an app of rooms in a row: in each, one button leads on and two
// lead to a cellar that nothing leads out of.
type corridor struct {
	room   int // -1: the cellar
	tricky bool
	rng    *rand.Rand
}

func (m *corridor) view(t *testing.T) gen.View {
	t.Helper()
	dump := `<hierarchy rotation="0"><node class="android.widget.FrameLayout" package="p" bounds="[0,0][400,800]">`
	for i := range 3 {
		dump += fmt.Sprintf(`<node class="android.widget.Button" package="p" resource-id="p:id/b%d" text="door" enabled="true"`+
			` clickable="true" bounds="[0,%d][400,%d]"/>`, i, i*100, i*100+100)
	}
	s, err := ui.Parse([]byte(dump+`</node></hierarchy>`), fmt.Sprintf("p/p.Room%c", 'b'+m.room))
	if err != nil {
		t.Fatal(err)
	}
	return gen.View{Screen: s, Package: "p", Alive: true}
}

func (m *corridor) do(e event.Event) {
	door := e.Y / 100
	switch {
	case e.Kind == event.Restart:
		m.room = 0
	case e.Kind == event.Launch && m.room < 0, e.Kind != event.Tap || door > 2 || m.room < 0:
	case door == m.room%3:
		m.room++
		if m.tricky && m.rng.Intn(2) == 0 {
			m.room = -1
		}
	default:
		m.room = -1
	}
}

// deepest plays n events, an episode at most 150 long, and returns the last room.
func deepest(t *testing.T, g gen.Generator, n int, m *corridor) int {
	t.Helper()
	deep, left := 0, 0
	for range n {
		if left == 0 {
			m.room, left = 0, 150
			g.Begin()
		}
		e, ok := g.Next(m.view(t))
		if !ok {
			left = 0
			continue
		}
		left--
		m.do(e)
		deep = max(deep, m.room)
		g.Observe(gen.Outcome{Event: e, After: m.view(t)})
	}
	return deep
}

func TestGoesBackToPromisingStates(t *testing.T) {
	t.Parallel()
	var travel, chance int
	for seed := range int64(6) {
		rng := rand.New(rand.NewSource(seed))
		travel += deepest(t, New(random.New(rng, &gen.Texts{})), 3000, &corridor{})
		rng = rand.New(rand.NewSource(seed))
		chance += deepest(t, random.New(rng, &gen.Texts{}), 3000, &corridor{})
	}
	t.Logf("rooms reached: %d with time travel, %d by chance", travel, chance)
	if travel < 2*chance {
		t.Errorf("%d rooms with time travel, %d by chance", travel, chance)
	}
}

// Where the same events do not lead to the same state, another way is taken or the state given up, and the search goes
// on.
func TestGenerator_givesUpStatesThatCannotBeReached(t *testing.T) {
	t.Parallel()
	failed := 0
	for seed := range int64(4) {
		rng := rand.New(rand.NewSource(seed))
		g := New(random.New(rng, &gen.Texts{}))
		if deep := deepest(t, g, 3000, &corridor{tricky: true, rng: rng}); deep < 2 {
			t.Errorf("seed %d: only %d rooms", seed, deep)
		}
		for _, s := range g.corpus.states {
			for _, next := range s.next {
				failed += next.failed
			}
		}
		if c := g.Strategies(); c[1].Plans == 0 || c[1].Raised == 0 || c[1].Raised > c[1].Plans {
			t.Errorf("seed %d: of %d ways %d led to their state", seed, c[1].Plans, c[1].Raised)
		}
	}
	if failed == 0 {
		t.Error("no transition failed")
	}
}

// A state that was gone to in vain is less fit than one that was not.
func TestGenerator_goingToAStateIsAVisit(t *testing.T) {
	t.Parallel()
	g := New(random.New(rand.New(rand.NewSource(1)), &gen.Texts{}))
	goal, other := &state{interesting: true}, &state{interesting: true}
	for range 3 {
		g.here, g.travel = goal, &travel{goal: goal}
		if _, ok := g.nextOnRoute(gen.View{}); ok {
			t.Fatal("the way goes on past its goal")
		}
	}
	if goal.fitness() >= other.fitness() {
		t.Errorf("fitness %.2f, of another one %.2f", goal.fitness(), other.fitness())
	}
}

func TestStuck(t *testing.T) {
	t.Parallel()
	states := make([]*state, 40)
	c := newCorpus()
	for i := range states {
		states[i] = &state{index: i, visits: 1}
		c.states = append(c.states, states[i])
	}
	for _, test := range []struct {
		name string
		walk func(s *stuck)
		want bool
	}{
		{"new states", func(s *stuck) {
			for i := range 12 {
				s.step(states[20+i], false, gen.CodeUnknown)
			}
		}, false},
		{"to and fro", func(s *stuck) {
			for i := range window {
				s.step(states[20+i%2], false, gen.CodeUnknown)
			}
		}, true},
		{"to and fro for a while", func(s *stuck) {
			for i := range window - 1 {
				s.step(states[20+i%2], false, gen.CodeUnknown)
			}
		}, false},
		{"half of it new", func(s *stuck) {
			for i := range 4 * window {
				s.step(states[(3*i*(i%2))%40], false, gen.CodeUnknown)
			}
		}, false},
		{"a dead end", func(s *stuck) {
			for range maxSame + 1 {
				s.step(states[20], true, gen.CodeUnknown)
			}
		}, true},
		{"to and fro, but new code ran", func(s *stuck) {
			for i := range minIdle + window {
				code := gen.CodeKnown
				if i == window {
					code = gen.CodeNew
				}
				s.step(states[20+i%2], false, code)
			}
		}, false},
		{"to and fro, new code ran long ago", func(s *stuck) {
			s.step(states[20], false, gen.CodeNew)
			for i := range minIdle {
				s.step(states[20+i%2], false, gen.CodeKnown)
			}
		}, true},
		{"a pause", func(s *stuck) {
			for range maxSame - 1 {
				s.step(states[20], true, gen.CodeUnknown)
			}
		}, false},
	} {
		var s stuck
		test.walk(&s)
		if got := s.is(c); got != test.want {
			t.Errorf("%s: stuck %v", test.name, got)
		}
	}
}

// A state is interesting that is new and was reached by new code; where nobody tells of code, one of a new structure.
func TestVisit_interesting(t *testing.T) {
	t.Parallel()
	screen := func(words string) *ui.Screen {
		s, err := ui.Parse([]byte(`<hierarchy><node class="Button" package="p" text="`+words+
			`" clickable="true" enabled="true" bounds="[0,0][400,100]"/></hierarchy>`), "p/p.Main")
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	tap := event.Event{Kind: event.Tap}
	for name, c := range map[string]struct {
		code gen.Code
		want bool // of a state of a structure that is known
	}{"new code": {gen.CodeNew, true}, "old code": {gen.CodeKnown, false}, "nobody tells": {gen.CodeUnknown, false}} {
		c0 := newCorpus()
		first, _ := c0.visit(screen("first"), nil, tap, c.code, true)
		if first.interesting != (c.code != gen.CodeKnown) {
			t.Errorf("%s: the first state: interesting %v", name, first.interesting)
		}
		second, fresh := c0.visit(screen("second"), first, tap, c.code, true)
		if second == first || fresh != c.want || second.interesting != c.want || (first.found > 0) != c.want {
			t.Errorf("%s: interesting %v, found %d", name, second.interesting, first.found)
		}
		if again, _ := c0.visit(screen("first"), second, tap, gen.CodeNew, true); again != first || second.found != 0 {
			t.Errorf("%s: a known state is interesting again", name)
		}
	}
}

func TestFitness(t *testing.T) {
	t.Parallel()
	fresh := &state{interesting: true}
	for _, c := range []struct {
		name  string
		s     *state
		below float64 // of a fresh interesting state's fitness
		above float64
	}{
		{"dull", &state{}, 0.2, 0.1},
		{"visited often", &state{interesting: true, visits: 30}, 0.1, 0.01},
		{"fruitful", &state{interesting: true, visits: 5, found: 5}, 2, 1.2},
	} {
		part := c.s.fitness() / fresh.fitness()
		if part >= c.below || part <= c.above {
			t.Errorf("%s: %.3f of a fresh state's fitness", c.name, part)
		}
	}
}

// chain is states in a row, each with an event that leads to the next.
func chain(n int) *corpus {
	c := newCorpus()
	for i := range n {
		c.states = append(c.states, &state{index: i})
	}
	for i := range n - 1 {
		c.states[i].leads(c.states[i+1], event.Event{Kind: event.Tap, X: i})
	}
	return c
}

func TestFittest(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		change func(c *corpus)
		want   int // the number of the state, -1 for none
	}{
		"nothing is interesting": {func(*corpus) {}, -1},
		"one is":                 {func(c *corpus) { c.states[3].interesting = true }, 3},
		"where the search is":    {func(c *corpus) { c.states[1].interesting = true }, -1},
		"no way leads back":      {func(c *corpus) { c.states[0].interesting = true }, -1},
		"the app's start does":   {func(c *corpus) { c.states[0].interesting, c.start = true, c.states[0] }, 0},
		"too far":                {func(c *corpus) { c.states[2+maxRoute].interesting = true }, -1},
		"the last that is near":  {func(c *corpus) { c.states[1+maxRoute].interesting = true }, 1 + maxRoute},
		"a fitter neighbourhood": {func(c *corpus) {
			c.states[2].interesting, c.states[7].interesting, c.states[8].interesting = true, true, true
		}, 7},
		"visited often":           {func(c *corpus) { c.states[3].interesting, c.states[9].interesting, c.states[3].visits = true, true, 9 }, 9},
		"ways there failed":       {func(c *corpus) { c.states[3].interesting, c.states[9].interesting, c.states[3].failed = true, true, 1 }, 9},
		"a transition that fails": {func(c *corpus) { c.states[3].interesting, c.states[2].next[0].failed = true, 1 }, -1},
	} {
		corpus := chain(40)
		c.change(corpus)
		got := -1
		if s := corpus.fittest(corpus.states[1]); s != nil {
			got = s.index
		}
		if got != c.want {
			t.Errorf("%s: state %d, want %d", name, got, c.want)
		}
	}
}

func TestRoute(t *testing.T) {
	t.Parallel()
	c := chain(10)
	c.states[1].leads(c.states[6], event.Event{Kind: event.Back})
	if got := c.route(c.states[0], c.states[8]); got == nil || got.to != c.states[1] {
		t.Errorf("the first step is %+v", got)
	}
	if got := c.route(c.states[1], c.states[8]); got == nil || got.event.Kind != event.Back {
		t.Errorf("the short cut is not taken: %+v", got)
	}
	if got := c.route(c.states[5], c.states[2]); got != nil {
		t.Errorf("a way back that nobody went: %+v", got)
	}
	c.states[1].next[1].failed = 1
	if got := c.route(c.states[1], c.states[8]); got == nil || got.event.Kind != event.Tap {
		t.Errorf("the short cut that failed is taken: %+v", got)
	}
	c.states[1].leads(c.states[6], event.Event{Kind: event.Menu})
	if got := c.route(c.states[1], c.states[8]); got == nil || got.event.Kind != event.Menu {
		t.Errorf("the new short cut is not taken: %+v", got)
	}
}
