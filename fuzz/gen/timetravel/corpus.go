package timetravel

import (
	"math"
	"math/rand"
	"slices"

	"talpa/fuzz/event"
	"talpa/fuzz/gen"
	"talpa/fuzz/ui"
)

// Parameters of fitness: those of the paper.
const (
	dull        = 1.0 // fitness of a state at first
	interesting = 6.0 // of an interesting one
	reward      = 0.1 // for each interesting state found from it
	penalty     = 0.1 // for each other visit
	near        = 3   // transitions to the states that count with it
)

// Bounds of the paths kept.
const (
	// maxPath is the number of events of the longest path: what lies further is
	// reached from a state on the path.
	maxPath = 120
	// dear is the number of events of a path that halve the chance of going there:
	// they are played, but find nothing.
	dear = 40
)

// corpus is the states met and the transitions between them.
type corpus struct {
	states []*state
	byID   map[ui.State]*state
	places map[ui.State]bool // structures met
}

// state is an abstract state of the app, told by its labels.
type state struct {
	index       int
	visits      int
	found       int  // interesting states first met from here
	interesting bool // worth going back to
	failed      int  // times that its path did not lead here
	next        []*state
	path        []event.Event // the shortest known from cleared data
}

func newCorpus() *corpus {
	return &corpus{byID: map[ui.State]*state{}, places: map[ui.State]bool{}}
}

// visit records that a screen was reached from a state, nil if from outside the
// app, by the events played since the data was cleared. counts says that the
// search went there of its own.
func (c *corpus) visit(s *ui.Screen, from *state, played []event.Event, counts bool) *state {
	id := s.Labelled()
	to, known := c.byID[id]
	if !known {
		to = &state{index: len(c.states)}
		c.byID[id] = to
		c.states = append(c.states, to)
	}
	if counts && to != from {
		to.visits++
	}
	if place := s.Structure(); !c.places[place] {
		c.places[place] = true
		to.interesting = true
		if from != nil {
			from.found++
		}
	}
	if from != nil && to != from && !slices.Contains(from.next, to) {
		from.next = append(from.next, to)
	}
	if len(played) <= maxPath && (to.path == nil || len(played) < len(to.path)) {
		to.path = slices.Clone(played)
	}
	return to
}

// fitness is the promise of one state (the paper's equation 1).
func (s *state) fitness() float64 {
	f := dull
	if s.interesting {
		f = interesting
	}
	dullVisits := max(0, s.visits-s.found)
	return f * math.Pow(1+reward, float64(s.found)) * math.Pow(1-penalty, float64(dullVisits))
}

// neighbourhood is the mean fitness of the states within reach of near
// transitions (the paper's algorithm 3).
func (c *corpus) neighbourhood(s *state) float64 {
	steps := map[*state]int{s: 0}
	sum := 0.0
	queue := []*state{s}
	for i := 0; i < len(queue); i++ {
		n := queue[i]
		sum += n.fitness()
		if steps[n] == near {
			continue
		}
		for _, next := range n.next {
			if _, ok := steps[next]; !ok {
				steps[next] = steps[n] + 1
				queue = append(queue, next)
			}
		}
	}
	return sum / float64(len(queue))
}

// worth is what going back to a state promises; 0 if it cannot be gone to.
func (c *corpus) worth(s *state) float64 {
	if !s.interesting || len(s.path) == 0 {
		return 0
	}
	w := c.neighbourhood(s) * math.Pow(0.5, float64(len(s.path))/dear)
	return w * math.Pow(0.3, float64(s.failed))
}

// sharpness is the exponent that turns worth into the chance of going there. The
// paper always takes the best; without its snapshots a path may fail, and chance
// keeps the search from one that fails again and again.
const sharpness = 3

// fittest returns the state to go back to, nil if there is none.
func (c *corpus) fittest(rng *rand.Rand) *state {
	i := gen.Draw(rng, len(c.states), func(i int) float64 { return math.Pow(c.worth(c.states[i]), sharpness) })
	if i < 0 {
		return nil
	}
	return c.states[i]
}

// elsewhere says whether there is a state to go back to, other than this one.
func (c *corpus) elsewhere(here *state) bool {
	for _, s := range c.states {
		if s != here && c.worth(s) > 0 {
			return true
		}
	}
	return false
}

// arrived tells where the path to a state has led.
func (c *corpus) arrived(goal, here *state) {
	if goal != here {
		goal.failed++
		return
	}
	goal.failed = 0
}

// often returns the given part of the states: those visited most.
func (c *corpus) often(part float64) map[*state]bool {
	sorted := slices.Clone(c.states)
	slices.SortStableFunc(sorted, func(a, b *state) int { return b.visits - a.visits })
	often := map[*state]bool{}
	for _, s := range sorted[:int(part*float64(len(sorted)))] {
		often[s] = true
	}
	return often
}
