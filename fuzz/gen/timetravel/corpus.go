package timetravel

import (
	"math"
	"slices"

	"talpa/fuzz/event"
	"talpa/fuzz/gen"
	"talpa/fuzz/ui"
)

// Parameters of fitness: those of the paper.
const (
	initialFitness = 1.0 // fitness of a state at first
	interesting    = 6.0 // of an interesting one
	reward         = 0.1 // for each interesting state found from it
	penalty        = 0.1 // for each other visit
	near           = 3   // transitions to the states that count with it
)

// maxRoute is the number of events of the longest way to a state: they are played, but find nothing.
const maxRoute = 12

// distrust is the factor that each way to a state takes off its fitness which has not led there.
const distrust = 0.3

// corpus is the states met and the transitions between them.
type corpus struct {
	states []*state
	byID   map[ui.State]*state
	places map[ui.State]bool // structures met
	// start is where the app was when it was started last, nil before.
	start *state
}

// state is an abstract state of the app, told by its labels.
type state struct {
	index       int
	visits      int
	found       int  // interesting states first met from here
	interesting bool // worth going back to
	failed      int  // times in a row that a way did not lead here
	next        []*transition
	moment      *moment // what the device keeps of it; nil: nothing
}

// transition is an event that led from one state to another.
type transition struct {
	event event.Event
	to    *state
	// led and failed count how often it did, and led elsewhere, when it was played again.
	led, failed int
}

// trusted says whether the transition is worth another try.
func (t *transition) trusted() bool { return t.failed <= t.led }

func newCorpus() *corpus {
	return &corpus{byID: map[ui.State]*state{}, places: map[ui.State]bool{}}
}

// visit records that an event led to a screen from a state, nil if from outside the app, and whether it ran new
// code. counts says that the search went there of its own. fresh says that the state just became interesting.
func (c *corpus) visit(
	s *ui.Screen, from *state, e event.Event, code gen.Code, counts bool,
) (to *state, fresh bool) {
	id := s.Labelled()
	to, known := c.byID[id]
	was := known && to.interesting
	if !known {
		to = &state{index: len(c.states)}
		c.byID[id] = to
		c.states = append(c.states, to)
	}
	if counts && to != from {
		to.visits++
	}
	place := s.Structure()
	unseen := !c.places[place]
	c.places[place] = true
	// The paper: a state that is new, and whose first visit ran new code.
	if code == gen.CodeNew && !known || code == gen.CodeUnknown && unseen {
		to.interesting = true
		if from != nil {
			from.found++
		}
	}
	switch {
	case e.Kind == event.Launch || e.Kind == event.Restart || c.start == nil:
		c.start = to
	case from != nil && to != from:
		from.leads(to, e)
	}
	return to, to.interesting && !was
}

// leads remembers the event that led from the state to another: the newest, while those before do not.
func (s *state) leads(to *state, e event.Event) {
	i := slices.IndexFunc(s.next, func(t *transition) bool { return t.to == to })
	switch {
	case i < 0:
		s.next = append(s.next, &transition{event: e, to: to})
	case !s.next[i].trusted():
		s.next[i] = &transition{event: e, to: to}
	}
}

// fitness is the promise of one state (the paper's equation 1).
func (s *state) fitness() float64 {
	f := initialFitness
	if s.interesting {
		f = interesting
	}
	dullVisits := max(0, s.visits-s.found)
	return f * math.Pow(1+reward, float64(s.found)) * math.Pow(1-penalty, float64(dullVisits))
}

// neighbourhood is the mean fitness of the states within reach of near transitions (the paper's algorithm 3).
func (c *corpus) neighbourhood(s *state) float64 {
	all, _ := c.within(s, near)
	sum := 0.0
	for _, next := range all {
		sum += next.fitness()
	}
	return sum / float64(len(all))
}

// step is how a state is reached first by transitions.
type step struct {
	from *state
	by   *transition
	long int
}

// within are the states that transitions lead to from a state in at most so many, the nearest first, with the
// last step to each.
func (c *corpus) within(s *state, most int) (queue []*state, steps map[*state]step) {
	steps = map[*state]step{s: {}}
	queue = []*state{s}
	for i := 0; i < len(queue); i++ {
		at := queue[i]
		if steps[at].long == most {
			continue
		}
		for _, t := range at.next {
			if _, ok := steps[t.to]; !ok && t.trusted() {
				steps[t.to] = step{from: at, by: t, long: steps[at].long + 1}
				queue = append(queue, t.to)
			}
		}
	}
	return queue, steps
}

// route is the first transition of a shortest way from one state to another, nil if none is known.
func (c *corpus) route(from, to *state) *transition {
	_, steps := c.within(from, maxRoute)
	last, ok := steps[to]
	for ok && last.from != from && last.by != nil {
		last = steps[last.from]
	}
	return last.by
}

// fittest is the interesting state with the fittest neighbourhood that a way leads to, from here or from the
// app's start; nil if there is none but where the search is.
func (c *corpus) fittest(here *state) *state {
	reached := map[*state]bool{}
	for _, from := range []*state{here, c.start} {
		if from == nil {
			continue
		}
		all, _ := c.within(from, maxRoute)
		for _, s := range all {
			reached[s] = true
		}
	}
	var best *state
	most := 0.0
	for _, s := range c.states {
		if !reached[s] && s.moment == nil || s == here && s.moment == nil || !s.interesting {
			continue
		}
		if f := c.promise(s); f > most {
			best, most = s, f
		}
	}
	return best
}

// promise is how fit a state is to be gone to.
func (c *corpus) promise(s *state) float64 {
	return c.neighbourhood(s) * math.Pow(distrust, float64(s.failed))
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
