package repro

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"

	"talpa/asra/trace"
	"talpa/fuzz/crash"
	"talpa/fuzz/event"
)

// defaultReplays is the budget of Minimise.
const defaultReplays = 300

// Minimal is the result of Minimise.
type Minimal struct {
	Script  *event.Script
	Verdict crash.Verdict // of the last replay of Script that met the crash
	Replays int
	Cached  int // candidates that had been tried before
	// Complete says that no single event can be left out; false if the budget
	// or the context ended first.
	Complete bool
}

// Minimise shortens a script that meets the wanted crash. Every candidate is
// replayed from a reset app, and counts only if the crash agrees at least as
// well as with the whole script. A crash that comes and goes can lead to a
// script that works no longer: the result is replayed once more, and the last
// longer script that works again is returned instead if it fails.
//
// The result is never nil unless the whole script itself fails. If a replay
// fails, the shortest script so far is returned with the error; the end of ctx
// and of the budget are no errors.
func Minimise(ctx context.Context, o Options, script *event.Script) (*Minimal, error) {
	var verdict crash.Verdict
	var out Outcome
	replays := 0
	if o.Known != nil {
		verdict, out = o.Known.Verdict, o.Known.Outcome
	} else {
		var err error
		if verdict, out, err = Confirm(ctx, o, script); err != nil {
			return nil, err
		}
		replays = 1
	}
	if o.MaxReplays <= 0 {
		o.MaxReplays = defaultReplays
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	m := &minimiser{ctx: ctx, o: o, script: script, least: verdict.Match.Level, seen: map[string]bool{}, replays: replays}
	if len(script.Events) > 0 && script.Events[0].Kind == event.Launch {
		m.fixed = 1
	}
	all := make([]int, len(script.Events))
	for i := range all {
		all[i] = i
	}
	m.accept(all, verdict, out)
	m.run()
	best := m.history[len(m.history)-1]
	return &Minimal{
		Script: script.Keep(best.events), Verdict: best.verdict,
		Replays: m.replays, Cached: m.cached, Complete: m.complete,
	}, m.err
}

// attempt is a set of events, by index into the script, that met the crash.
type attempt struct {
	events  []int
	verdict crash.Verdict
	states  []string // after each event of events, if known
}

// minimiser is the state of one Minimise.
type minimiser struct {
	ctx     context.Context
	o       Options
	script  *event.Script
	least   trace.Level
	fixed   int             // leading events that have to stay: the launch
	seen    map[string]bool // candidates that failed
	history []attempt       // accepted, each shorter than the one before
	replays int
	cached  int

	complete bool
	err      error
}

func (m *minimiser) best() []int { return m.history[len(m.history)-1].events }

// accept keeps an attempt, without the events after the crash.
func (m *minimiser) accept(events []int, v crash.Verdict, out Outcome) {
	if 0 < out.Done && out.Done < len(events) {
		events = events[:out.Done]
	}
	a := attempt{events: slices.Clone(events), verdict: v}
	if len(out.States) >= len(events)-1 {
		a.states = out.States[:min(len(out.States), len(events))]
	}
	m.history = append(m.history, a)
	m.o.Log.Debug("shorter script", "events", len(a.events), "replays", m.replays)
}

// run takes the cheap cuts first, then delta debugging until nothing changes.
func (m *minimiser) run() {
	for {
		m.approaches()
		m.loops()
		m.ddmin()
		m.single()
		m.complete = !m.stopped()
		if m.stopped() || m.works() {
			return
		}
		m.complete = false
	}
}

// stopped says whether the budget or the context ended, or a replay failed.
func (m *minimiser) stopped() bool {
	return m.err != nil || m.ctx.Err() != nil || m.replays >= m.o.MaxReplays
}

// try replays a candidate and keeps it if it meets the crash.
func (m *minimiser) try(events []int) bool {
	if len(events) == 0 || len(events) >= len(m.best()) || m.stopped() {
		return false
	}
	k := key(events)
	if m.seen[k] {
		m.cached++
		return false
	}
	v, out, ok := m.replay(events)
	if !ok {
		m.seen[k] = true
		return false
	}
	m.accept(events, v, out)
	return true
}

// replay performs the events and says whether the crash agrees well enough.
func (m *minimiser) replay(events []int) (crash.Verdict, Outcome, bool) {
	m.replays++
	v, out, err := Confirm(m.ctx, m.o, m.script.Keep(events))
	if err != nil && !errors.Is(err, ErrGone) && m.ctx.Err() == nil {
		m.err = err
	}
	if m.o.Progress != nil {
		m.o.Progress(Progress{Replays: m.replays, Events: len(m.best())})
	}
	return v, out, err == nil && v.Match.Level >= m.least
}

func key(events []int) string {
	var b strings.Builder
	for _, e := range events {
		fmt.Fprintf(&b, "%d,", e)
	}
	return b.String()
}

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

// loops tries to leave out what lies between two equal states, longest first.
func (m *minimiser) loops() {
	failed := map[string]bool{}
	for !m.stopped() {
		a := m.history[len(m.history)-1]
		from, to := longestLoop(a, failed)
		if to == 0 {
			return
		}
		if !m.try(slices.Concat(a.events[:from+1], a.events[to+1:])) {
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

// works replays the shortest script once more. If it fails twice, the one
// before becomes the shortest, and false says so.
func (m *minimiser) works() bool {
	if len(m.history) == 1 {
		return true
	}
	last := &m.history[len(m.history)-1]
	for range 2 {
		if v, _, ok := m.replay(last.events); ok {
			last.verdict = v
			return true
		}
		if m.stopped() {
			return false
		}
	}
	m.o.Log.Debug("the shorter script works no longer", "events", len(last.events))
	m.seen[key(last.events)] = true
	m.history = m.history[:len(m.history)-1]
	return false
}
