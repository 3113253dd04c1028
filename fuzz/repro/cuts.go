package repro

import (
	"slices"

	"talpa/fuzz/event"
)

// approaches tries the last 1, 2, 4, ... events after the shortest known way to
// where they begin: long searches often need little of what they did.
func (m *minimiser) approaches() {
	a := m.history[len(m.history)-1]
	for n := 1; n < len(a.events)-1 && !m.stopped(); n *= 2 {
		way := a.way(len(a.events) - n)
		if m.try(slices.Concat(way, a.events[len(a.events)-n:])) {
			return
		}
	}
}

// way returns events that lead from the start to the state before event to, by
// the transitions that the attempt has seen; the first event alone, which
// starts the app, if the states are not known.
func (a attempt) way(to int) []int {
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
			var way []int
			for ; s.prev != nil; s = s.prev {
				way = append(way, a.events[s.event])
			}
			way = append(way, a.events[0])
			slices.Reverse(way)
			return way
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

// dear are kinds of events that long searches play and few crashes need: those
// that start the process again, which takes as long as dozens of others, those
// from outside, and gestures.
var dear = [][]event.Kind{
	{event.Kill, event.Restart},
	{event.Start, event.Broadcast, event.Service, event.Alarm, event.Notification, event.Config, event.Permission,
		event.Answer, event.Key, event.Wait, event.Home, event.Rotate},
	{event.Swipe, event.Pinch, event.DoubleTap, event.LongTap, event.Scroll},
}

// kinds tries to leave out all events of some kinds at once.
func (m *minimiser) kinds() {
	for _, kinds := range dear {
		best := m.best()
		if len(best) <= small {
			return
		}
		m.try(append(slices.Clone(best[:m.fixed]), slices.DeleteFunc(slices.Clone(best[m.fixed:]), func(i int) bool {
			return slices.Contains(kinds, m.script.Events[i].Kind)
		})...))
	}
}

// maxLoops is the number of loops in a row that may turn out to be needed before
// no more are tried: halves that are left out then tell more.
const maxLoops = 6

// loops tries to leave out what lies between two equal states, longest first.
func (m *minimiser) loops() {
	failed, row := map[string]bool{}, 0
	for row < maxLoops && !m.stopped() {
		a := m.history[len(m.history)-1]
		from, to := longestLoop(a, failed)
		if to == 0 {
			return
		}
		row++
		if m.try(slices.Concat(a.events[:from+1], a.events[to+1:])) {
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

// small is the number of events below which chunks are not worth a try.
const small = 8

// ddmin is delta debugging on complements: it leaves out ever smaller chunks,
// but never the event that starts the app.
func (m *minimiser) ddmin() {
	chunks := 2
	for len(m.best()) > small && !m.stopped() {
		best := m.best()
		rest := best[m.fixed:]
		chunks = min(chunks, len(rest))
		cut := false
		for i := chunks - 1; i >= 0 && !cut; i-- {
			from, to := i*len(rest)/chunks, (i+1)*len(rest)/chunks
			cut = m.try(slices.Concat(best[:m.fixed], rest[:from], rest[to:]))
		}
		switch {
		case cut:
			chunks = max(chunks-1, 2)
		case chunks == len(rest):
			return
		default:
			chunks *= 2
		}
	}
}

// single leaves out one event after the other, last first, until none can go.
func (m *minimiser) single() {
	for again := true; again && !m.stopped(); {
		again = false
		for i := len(m.best()) - 1; i >= m.fixed; i-- {
			best := m.best()
			if i < len(best) && m.try(slices.Concat(best[:i], best[i+1:])) {
				again = true
			}
		}
	}
}
