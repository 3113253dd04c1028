package repro

import (
	"cmp"
	"context"
	"slices"

	"talpa/fuzz/event"
)

// tryShortestPaths tries the last 1, 2, 4, ... events after the shortest known path to
// where they begin: long searches often need little of what they did.
func (m *minimiser) tryShortestPaths(ctx context.Context) {
	a := m.history[len(m.history)-1]
	for n := 1; n < len(a.events)-1 && !m.stopped(ctx); n *= 2 {
		path := a.path(len(a.events) - n)
		if m.try(ctx, slices.Concat(path, a.events[len(a.events)-n:])) {
			return
		}
	}
}

// path returns events that lead from the start to the state before event to, by
// the transitions that the attempt has seen; the first event alone, which
// starts the app, if the states are not known.
func (a attempt) path(to int) []int {
	if len(a.states) < to {
		return a.events[:1]
	}
	type step struct {
		state string
		prev  *step
		event int
	}
	next := map[string][]int{} // events by the state before them
	for i := 1; i < to; i++ {
		next[a.states[i-1]] = append(next[a.states[i-1]], i)
	}
	seen := map[string]bool{a.states[0]: true}
	queue := []*step{{state: a.states[0]}}
	for ; len(queue) > 0; queue = queue[1:] {
		s := queue[0]
		if s.state == a.states[to-1] {
			var path []int
			for ; s.prev != nil; s = s.prev {
				path = append(path, a.events[s.event])
			}
			path = append(path, a.events[0])
			slices.Reverse(path)
			return path
		}
		for _, i := range next[s.state] {
			if !seen[a.states[i]] {
				seen[a.states[i]] = true
				queue = append(queue, &step{a.states[i], s, i})
			}
		}
	}
	return a.events[:1]
}

// costlyKinds are kinds of events that long searches play and few crashes need: those
// that start the process again, which takes as long as dozens of others, those
// from outside, and gestures.
var costlyKinds = [][]event.Kind{
	{event.Kill, event.Restart},
	{event.Start, event.Broadcast, event.Service, event.Alarm, event.Notification, event.Config, event.Permission,
		event.Answer, event.Document, event.Tile, event.Widget, event.Shortcut, event.Lock, event.Key, event.Wait,
		event.Home, event.Rotate},
	{event.Swipe, event.Drag, event.Pinch, event.DoubleTap, event.LongTap, event.Scroll},
}

// tryKinds tries to leave out all events of some kinds at once.
func (m *minimiser) tryKinds(ctx context.Context) {
	for _, kinds := range costlyKinds {
		best := m.best()
		if len(best) <= fewEvents {
			return
		}
		m.try(ctx, append(slices.Clone(best[:m.fixed]), slices.DeleteFunc(slices.Clone(best[m.fixed:]), func(i int) bool {
			return slices.Contains(kinds, m.script.Events[i].Kind)
		})...))
	}
}

// maxLoops is the number of loops in a row that may turn out to be needed before
// no more are tried.
const maxLoops = 6

// tryLoops tries to leave out what lies between two equal states, longest first.
func (m *minimiser) tryLoops(ctx context.Context) {
	failed, row := map[string]bool{}, 0
	for row < maxLoops && !m.stopped(ctx) {
		a := m.history[len(m.history)-1]
		from, to := longestLoop(a, failed)
		if to == 0 {
			return
		}
		row++
		if m.try(ctx, slices.Concat(a.events[:from+1], a.events[to+1:])) {
			row = 0
		} else {
			failed[key(a.events[from:to+1])] = true
		}
	}
}

// longestLoop finds events from+1 to to that lead from a state back to it; 0,
// 0 if there are none that have not failed.
func longestLoop(a attempt, failed map[string]bool) (from, to int) {
	last := min(len(a.states), len(a.events)-1) - 1
	for length := last; length > 0; length-- {
		for i := 0; i+length <= last; i++ {
			same := a.states[i] != "" && a.states[i] == a.states[i+length]
			if same && !failed[key(a.events[i:i+length+1])] {
				return i, i + length
			}
		}
	}
	return 0, 0
}

// fewEvents is the number of events up to which they are only left out one by one.
const fewEvents = 6

// expected is the number of events that a script is taken to need before
// anything is known of it; from and to bound what that says of a single event.
const (
	expected = 6.0
	likely   = 0.4
	unlikely = 0.03
)

// tryLikeliest is probabilistic delta debugging (Wang et al., "Probabilistic Delta
// Debugging", ESEC/FSE 2021): each event is needed with some probability, and the
// events that are left out next are those that make the expected cut the greatest.
// A cut that fails raises the probabilities of its events by Bayes' rule, to 1 for
// a single one. Early events are taken to matter less than those next to the crash.
func (m *minimiser) tryLikeliest(ctx context.Context) {
	needed := m.priors()
	for len(m.best()) > fewEvents && !m.stopped(ctx) {
		best := m.best()
		order := slices.DeleteFunc(slices.Clone(best[m.fixed:]), func(e int) bool { return needed[e] >= 1 })
		if len(order) == 0 {
			return
		}
		slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(needed[a], needed[b]) })
		size, none := greatestCut(order, needed)
		cut := order[:size]
		if m.try(ctx, slices.DeleteFunc(slices.Clone(best), func(e int) bool { return slices.Contains(cut, e) })) {
			continue
		}
		for _, e := range cut {
			needed[e] /= 1 - none
		}
		if size == 1 {
			needed[cut[0]] = 1
		}
	}
}

// priors says how likely each event of the shortest script is needed.
func (m *minimiser) priors() []float64 {
	best := m.best()
	needed := make([]float64, len(m.script.Events))
	for i, e := range best {
		late := 0.5 + float64(i+1)/float64(len(best)) // 1 on average
		needed[e] = min(likely, max(unlikely, expected/float64(len(best))*late))
	}
	needed[best[len(best)-1]] = 1 // the crash came with it
	return needed
}

// greatestCut returns how many of the events, least needed first, make the greatest
// expected cut, and the probability that none of those is needed.
func greatestCut(order []int, needed []float64) (size int, none float64) {
	none, all, most := 1.0, 1.0, 0.0
	for i, e := range order {
		all *= 1 - needed[e]
		if gain := float64(i+1) * all; gain > most {
			size, none, most = i+1, all, gain
		}
	}
	return size, none
}

// trySingle leaves out one event after the other, last first, until none can go; an
// event with a partner goes with it.
func (m *minimiser) trySingle(ctx context.Context) {
	for again := true; again && !m.stopped(ctx); {
		again = false
		for i := len(m.best()) - 1; i >= m.fixed; i-- {
			best := m.best()
			if i >= len(best) {
				continue
			}
			partner, paired := m.pairedEvents[best[i]]
			if m.try(ctx, slices.DeleteFunc(slices.Clone(best), func(e int) bool {
				return e == best[i] || paired && e == partner
			})) {
				again = true
			}
		}
	}
}

// pairedEvents pairs the events before the data are cleared with those after it that do the same, in a
// longest common order: such a script compares two runs of a test. nil if the
// script has none.
func pairedEvents(events []event.Event) map[int]int {
	cleared := slices.IndexFunc(events, func(e event.Event) bool { return e.Kind == event.ClearData })
	if cleared < 0 {
		return nil
	}
	first, second := events[:cleared], events[cleared+1:]
	// long[i][j] is how many events of first[i:] and second[j:] can be paired.
	long := make([][]int, len(first)+1)
	for i := range long {
		long[i] = make([]int, len(second)+1)
	}
	for i := len(first) - 1; i >= 0; i-- {
		for j := len(second) - 1; j >= 0; j-- {
			long[i][j] = max(long[i+1][j], long[i][j+1])
			if equal(first[i], second[j]) {
				long[i][j] = 1 + long[i+1][j+1]
			}
		}
	}
	pairs := map[int]int{}
	for i, j := 0, 0; i < len(first) && j < len(second); {
		switch {
		case equal(first[i], second[j]):
			pairs[i], pairs[cleared+1+j] = cleared+1+j, i
			i, j = i+1, j+1
		case long[i+1][j] >= long[i][j+1]:
			i++
		default:
			j++
		}
	}
	return pairs
}

// equal says whether two events do the same, whichever of several equal widgets theirs is.
func equal(a, b event.Event) bool {
	a.Target.Nth, b.Target.Nth = 0, 0
	return a.Same(b)
}
