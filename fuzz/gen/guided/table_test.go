package guided

import (
	"fmt"
	"math/rand"
	"testing"

	"talpa/asra/guide"
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

// Where a path is known the model generator's plans are short, so that none takes the first episode.
func TestTable_modelIsShortOnAPath(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		distance, want int
	}{{0, routedModelEvents}, {-1, modelEvents}} {
		g := New(&guide.Guide{Components: []guide.Component{{Name: "p.Main", Kind: guide.Activity, Distance: c.distance}}},
			rand.New(rand.NewSource(1)))
		for _, r := range g.table {
			if m, ok := r.strategy.(*other); ok && m.name == "model" && m.events != c.want {
				t.Errorf("distance %d: plans of %d events, want %d", c.distance, m.events, c.want)
			}
		}
	}
}
