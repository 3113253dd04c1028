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
		travel += deepest(t, New(rng, random.New(rng, &gen.Texts{})), 3000, &corridor{})
		rng = rand.New(rand.NewSource(seed))
		chance += deepest(t, random.New(rng, &gen.Texts{}), 3000, &corridor{})
	}
	t.Logf("rooms reached: %d with time travel, %d by chance", travel, chance)
	if travel < 2*chance {
		t.Errorf("%d rooms with time travel, %d by chance", travel, chance)
	}
}

// TestWaysThatFail: where the same events do not lead to the same state, the
// state is given up, and the search goes on.
func TestWaysThatFail(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewSource(1))
	g := New(rng, random.New(rng, &gen.Texts{}))
	if deep := deepest(t, g, 3000, &corridor{tricky: true, rng: rng}); deep < 2 {
		t.Errorf("only %d rooms", deep)
	}
	failed := 0
	for _, s := range g.corpus.states {
		failed += s.failed
	}
	if failed == 0 {
		t.Error("no path failed")
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
				s.step(states[20+i], false)
			}
		}, false},
		{"to and fro", func(s *stuck) {
			for i := range leastStay {
				s.step(states[20+i%2], false)
			}
		}, true},
		{"to and fro for a while", func(s *stuck) {
			for i := range leastStay - 1 {
				s.step(states[20+i%2], false)
			}
		}, false},
		{"half of it new", func(s *stuck) {
			for i := range leastStay {
				s.step(states[(3*i*(i%2))%40], false)
			}
		}, false},
		{"a dead end", func(s *stuck) {
			for range maxSame + 1 {
				s.step(states[20], true)
			}
		}, true},
		{"a pause", func(s *stuck) {
			for range maxSame - 1 {
				s.step(states[20], true)
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

func TestFitness(t *testing.T) {
	t.Parallel()
	path := []event.Event{{Kind: event.Launch}}
	fresh := &state{interesting: true, path: path}
	for _, c := range []struct {
		name  string
		s     *state
		below float64 // of a fresh interesting state's worth
		above float64
	}{
		{"dull", &state{path: path}, 1, 0},
		{"worn", &state{interesting: true, visits: 30, path: path}, 0.1, 0.01},
		{"fruitful", &state{interesting: true, visits: 5, found: 5, path: path}, 2, 1.2},
		{"far", &state{interesting: true, path: make([]event.Event, dear+1)}, 0.6, 0.4},
		{"not come to", &state{interesting: true, path: path, failed: 2}, 0.2, 0.01},
		{"no path", &state{interesting: true}, 0.001, -1},
	} {
		corpus := newCorpus()
		part := corpus.worth(c.s) / corpus.worth(fresh)
		if part >= c.below || part <= c.above && c.name != "dull" {
			t.Errorf("%s: %.3f of a fresh state's worth", c.name, part)
		}
	}
	if s := (&state{}); s.fitness() != dull || fresh.fitness() != interesting {
		t.Errorf("fitness at first: %v, %v", s.fitness(), fresh.fitness())
	}
}
