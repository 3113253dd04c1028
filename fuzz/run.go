package fuzz

import (
	"context"
	"maps"
	"slices"
	"sync"
	"time"

	"talpa/asra/guide"
	"talpa/asra/trace"
	"talpa/fuzz/crash"
	"talpa/fuzz/device"
	"talpa/fuzz/event"
)

// run is the mutable state of a run; workers share it.
type run struct {
	Options
	begin time.Time
	stop  context.CancelFunc

	mu         sync.Mutex
	events     int
	episodes   int
	states     []int // by worker
	activities map[string]bool
	found      *Finding
	// What was found is taken for the wanted crash once deadline events or the
	// time due have passed.
	deadline int
	due      time.Time
	others   map[string]*Finding
	order    []string // signatures of others
	reported time.Time
	info     device.Info
	app      device.App
	fidelity []string
}

func newRun(o Options) *run {
	return &run{Options: o, begin: o.Clock(), states: make([]int, o.Workers), activities: map[string]bool{},
		others: map[string]*Finding{}, stop: func() {}}
}

// Bounds of the search for a better match, once the crash has matched.
const (
	patience     = 400 // events; what was found is likely, but not surely, the wanted crash
	morePatience = 500 // events, or three times those so far; it is likely another one
	patienceTime = 4   // the part of MaxTime that is spent at most: one in so many
)

// patienceFor says how many events to go on for after a match: none after a
// sure one, most where the line of the wanted crash is in this APK and another
// line crashed with another message.
func (r *run) patienceFor(m trace.Match) int {
	lineKnown := r.Guide != nil && r.Guide.Target.Precision == guide.PrecisionLine
	switch {
	case m.Level == trace.Exact, m.Level == trace.Method && !lineKnown:
		return 0
	case m.Message || !lineKnown:
		return patience
	}
	return max(morePatience, 3*r.events)
}

// match keeps a crash that matches, if it is the best so far.
func (r *run) match(f *Finding) {
	if deadline := r.events + r.patienceFor(f.Match); r.found == nil || deadline < r.deadline {
		r.deadline = deadline
	}
	if r.found == nil {
		r.due = r.Clock().Add(r.MaxTime / patienceTime)
	}
	switch old := r.found; {
	case old == nil || f.Match.Level > old.Match.Level:
		r.found = f
	case f.Match.Level == old.Match.Level && len(f.Script.Events) < len(old.Script.Events):
		f.Events, f.Elapsed, f.Count = old.Events, old.Elapsed, old.Count+1
		r.found = f
	default:
		old.Count++
	}
}

// spent counts an event of a worker and says whether the run is over.
func (r *run) spent(worker, states int, activity string) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.events++
	r.states[worker] = states
	if activity != "" && len(r.activities) < 10_000 {
		r.activities[activity] = true
	}
	now := r.Clock()
	if now.Sub(r.reported) >= time.Second/2 {
		r.reported = now
		r.Progress(r.progress(now))
	}
	return r.over(now)
}

// over says whether the run has what it wants or has spent its budget.
func (r *run) over(now time.Time) bool {
	switch {
	case r.found != nil && (r.events >= r.deadline || r.MaxTime > 0 && now.After(r.due)):
	case r.MaxEvents > 0 && r.events >= r.MaxEvents:
	case r.MaxTime > 0 && now.Sub(r.begin) >= r.MaxTime:
	default:
		return false
	}
	r.stop()
	return true
}

// progress must be called with the lock held.
func (r *run) progress(now time.Time) Progress {
	return Progress{Events: r.events, Episodes: r.episodes, States: slices.Max(r.states), Elapsed: now.Sub(r.begin),
		Activities: len(r.activities), Crashes: len(r.order), Found: r.found != nil}
}

// began counts an episode.
func (r *run) began() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.episodes++
}

// crashed keeps a crash that the last event of a script caused.
func (r *run) crashed(worker int, c crash.Crash, script *event.Script) {
	var verdict crash.Verdict
	if r.Wanted != nil {
		verdict = r.Wanted.Judge(c)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	f := &Finding{Crash: c, Match: verdict.Match, Script: script, Count: 1, Events: r.events + 1,
		Elapsed: r.Clock().Sub(r.begin), Worker: worker}
	if verdict.Accepted {
		r.match(f)
		return
	}
	if !c.Fatal() {
		return
	}
	old, ok := r.others[c.Signature]
	if !ok {
		r.others[c.Signature] = f
		r.order = append(r.order, c.Signature)
		r.Log.Info("another crash", "title", c.Title(), "events", f.Events)
		return
	}
	old.Count++
	if len(script.Events) < len(old.Script.Events) {
		old.Script = script
	}
}

// result freezes what was found.
func (r *run) result() *Result {
	r.mu.Lock()
	defer r.mu.Unlock()
	p := r.progress(r.Clock())
	r.Progress(p)
	result := &Result{Found: r.found, Activities: slices.Sorted(maps.Keys(r.activities)), Progress: p,
		Device: r.info, Fidelity: r.fidelity, App: r.app}
	for _, signature := range r.order {
		result.Others = append(result.Others, r.others[signature])
	}
	return result
}

// opened notes a worker's device and app.
func (r *run) opened(worker int, info device.Info, app device.App) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if worker == 0 {
		r.info, r.app = info, app
	}
}

// closing notes the remarks of a device that is going to be closed.
func (r *run) closing(dev device.Device) {
	f, ok := dev.(device.Fidelity)
	if !ok {
		return
	}
	remarks := f.Fidelity()
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, remark := range remarks {
		if !slices.Contains(r.fidelity, remark) {
			r.fidelity = append(r.fidelity, remark)
		}
	}
}
