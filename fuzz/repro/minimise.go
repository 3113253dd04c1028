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
	// Final counts the last replays of Script by Options.Final.
	Final Stability
}

// Minimise shortens a script that meets the wanted crash. Every candidate is
// replayed from a reset app, and counts only if the crash agrees at least as
// well as with the whole script. A crash that comes and goes can lead to a
// script that works no longer: the result is replayed once more, by
// Options.Final if there is one, and the last longer script that works again is
// returned instead if it fails.
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
	m := &minimiser{o: o, script: script, least: verdict.Match.Level, seen: map[string]bool{}, replays: replays}
	if len(script.Events) > 0 && script.Events[0].Kind == event.Launch {
		m.fixed = 1
	}
	all := make([]int, len(script.Events))
	for i := range all {
		all[i] = i
	}
	m.pairedEvents = pairedEvents(script.Events)
	m.accept(all, verdict, out)
	m.run(ctx)
	best := m.history[len(m.history)-1]
	return &Minimal{
		Script: script.Keep(best.events), Verdict: best.verdict,
		Replays: m.replays, Cached: m.cached, Complete: m.complete, Final: m.final,
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
	o            Options
	script       *event.Script
	least        trace.Level
	fixed        int             // leading events that have to stay: the launch
	pairedEvents map[int]int     // events that only go together, nil where there are none
	seen         map[string]bool // candidates that failed
	history      []attempt       // accepted, each shorter than the one before
	replays      int
	cached       int

	complete bool
	final    Stability // of the shortest script, by Options.Final
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
	m.history, m.final = append(m.history, a), Stability{}
	m.o.Log.Debug("shorter script", "events", len(a.events), "replays", m.replays)
}

// run takes the cheap cuts first, then what is likeliest to go, then one event
// after the other, until nothing changes. Of two runs that are compared with each
// other no cut is left but single events with their pairedEvents: others would make them
// different tests.
func (m *minimiser) run(ctx context.Context) {
	for {
		if m.pairedEvents == nil {
			m.tryShortestPaths(ctx)
			m.tryKinds(ctx)
			m.tryLoops(ctx)
			m.tryLikeliest(ctx)
		}
		m.trySingle(ctx)
		m.complete = !m.stopped(ctx)
		if m.stopped(ctx) || m.works(ctx) {
			return
		}
		m.complete = false
	}
}

// stopped says whether the budget or the context ended, or a replay failed.
func (m *minimiser) stopped(ctx context.Context) bool {
	return m.err != nil || ctx.Err() != nil || m.replays >= m.o.MaxReplays
}

// try replays a candidate and keeps it if it meets the crash.
func (m *minimiser) try(ctx context.Context, events []int) bool {
	if len(events) == 0 || len(events) >= len(m.best()) || m.stopped(ctx) {
		return false
	}
	k := key(events)
	if m.seen[k] {
		m.cached++
		return false
	}
	v, out, ok := m.replay(ctx, events)
	if !ok {
		m.seen[k] = true
		return false
	}
	m.accept(events, v, out)
	return true
}

// replay performs the events and says whether the crash agrees well enough.
func (m *minimiser) replay(ctx context.Context, events []int) (crash.Verdict, Outcome, bool) {
	m.replays++
	v, out, err := Confirm(ctx, m.o, m.script.Keep(events))
	if err != nil && !errors.Is(err, ErrGone) && ctx.Err() == nil {
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

// works replays the shortest script once more. If it fails twice, one before it
// that works becomes the shortest, and false says so. What fails by Options.Final
// shows that Options.Replay is not to be trusted here: it is not used any more.
func (m *minimiser) works(ctx context.Context) bool {
	if len(m.history) == 1 && m.o.Final == nil {
		return true
	}
	if m.o.Final != nil {
		m.o.Replay = m.o.Final
	}
	for range 2 {
		if m.again(ctx) {
			return true
		}
	}
	for back := 1; len(m.history) > 1 && !m.stopped(ctx); back *= 2 {
		last := len(m.history) - 1
		m.o.Log.Debug("the shorter script works no longer", "events", len(m.history[last].events))
		m.seen[key(m.history[last].events)] = true
		m.history, m.final = m.history[:max(1, last+1-back)], Stability{}
		if m.again(ctx) {
			return false
		}
	}
	return !m.stopped(ctx) // the whole script fails: nothing shorter can be trusted more
}

// again replays the shortest script and says whether it meets the crash.
func (m *minimiser) again(ctx context.Context) bool {
	if m.stopped(ctx) {
		return false
	}
	last := &m.history[len(m.history)-1]
	v, _, ok := m.replay(ctx, last.events)
	if ok {
		last.verdict = v
	}
	if m.o.Final != nil {
		m.final.count(v, ok)
	}
	return ok
}
