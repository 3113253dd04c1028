package guided

import (
	"fmt"
	"math"
	"math/rand"
	"slices"
	"testing"

	"talpa/fuzz/gen"
)

// Each strategy has its name, can be left out alone, and then does nothing.
func TestNames(t *testing.T) {
	t.Parallel()
	want := "[replay_prefix follow_guide model follow_report vary_preferences exploit_target explore_frontier random" +
		" fill_form perturb_lifecycle inject_faults]"
	if got := fmt.Sprint(Names()); got != want {
		t.Errorf("strategies %s, want %s", got, want)
	}
	for _, name := range Names() {
		g := New(watchGuide(), rand.New(rand.NewSource(1)), name)
		leaves(t, g, 300)
		for _, c := range g.Strategies() {
			if c.Name == name {
				t.Errorf("%s is left out and counts %+v", name, c)
			}
		}
	}
	// Without any, events are drawn by weight.
	if met := leaves(t, New(nil, rand.New(rand.NewSource(1)), Names()...), 300); len(met) < 5 {
		t.Errorf("without strategies %d leaves in 300 events", len(met))
	}
}

// What strategies count adds up to the events, but for those that no plan chose.
func TestStrategies_count(t *testing.T) {
	t.Parallel()
	g := New(nil, rand.New(rand.NewSource(1)))
	leaves(t, g, 500)
	sum := 0
	for _, c := range g.Strategies() {
		if c.Events > 0 && c.Plans == 0 {
			t.Errorf("%s chose %d events of no plan", c.Name, c.Events)
		}
		sum += c.Events
	}
	if sum < 400 {
		t.Errorf("%d of 500 events have a strategy", sum)
	}
}

// arms are a bandit's, with equal shares.
func arms(n int) *bandit {
	var rows []*row
	for range n {
		rows = append(rows, &row{moment: drawn, share: 0.5})
	}
	return newBandit(append(rows, &row{moment: within, share: 0.5}))
}

// The arm that gains gets more plans, none starves, and when another gains instead, that one does.
func TestBandit_followsGains(t *testing.T) {
	t.Parallel()
	b, rng := arms(4), rand.New(rand.NewSource(1))
	play := func(best, plans int) (drawn [4]int) {
		for range plans {
			a := b.draw(rng, nil)
			i := slices.Index(b.arms, a)
			drawn[i]++
			gain := 0.05
			if i == best {
				gain = 0.8
			}
			b.reward(a, gain)
		}
		return drawn
	}
	for _, best := range []int{2, 0} {
		drawn := play(best, 400)
		for i, n := range drawn {
			if i != best && n >= drawn[best] || n < 8 {
				t.Errorf("arm %d gains most, drawn %v", best, drawn)
			}
		}
	}
	sum := 0.0
	for _, a := range b.arms {
		sum += b.share(a)
	}
	if math.Abs(sum-1) > 1e-9 {
		t.Errorf("shares add up to %v", sum)
	}
}

// Shares are of events: an arm with plans ten times as long is drawn a tenth as often.
func TestBandit_sharesAreOfEvents(t *testing.T) {
	t.Parallel()
	b, rng := arms(2), rand.New(rand.NewSource(1))
	var events [2]int
	for range 2000 {
		a := b.draw(rng, nil)
		i := slices.Index(b.arms, a)
		length := []int{100, 10}[i]
		a.StrategyCount = gen.StrategyCount{Plans: a.Plans + 1, Events: a.Events + length}
		events[i] += length
		b.reward(a, 0)
	}
	if ratio := float64(events[0]) / float64(events[1]); ratio < 0.8 || ratio > 1.25 {
		t.Errorf("events %v", events)
	}
	if b.draw(rng, map[*arm]bool{b.arms[0]: true, b.arms[1]: true}) != nil {
		t.Error("drawn though both were asked")
	}
}
