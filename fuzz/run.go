package fuzz

import (
	"context"
	"maps"
	"slices"
	"sync"
	"time"

	"talpa/asra/trace"
	"talpa/device"
	"talpa/fuzz/crash"
	"talpa/fuzz/event"
	"talpa/fuzz/evidence"
	"talpa/fuzz/gen"
	"talpa/fuzz/oracle"
)

// run is the mutable state of a run; workers share it.
type run struct {
	Options
	asked time.Time // when the devices were asked for
	begin time.Time // end of the first event: what comes before is no search
	stop  context.CancelFunc

	mu       sync.Mutex
	events   int
	episodes int
	seen     seen
	scale    *evidence.Scale
	trail    *evidence.Trail
	near     near
	findings findings
	cut      *time.Timer // ends the run when its time is up, also in an event; nil before the first
	reported time.Time
	info     device.Info
	app      device.App
	fidelity []string
	tallies  []oracle.Tally
	// strategies is what those of workers that are done did.
	strategies []gen.StrategyCount
}

// seen is what the events of a run came to.
type seen struct {
	states     []int          // by worker
	activities map[string]int // by name, after how many events each was met first
	methods    map[string]*Ran
	covered    map[string]int // methods of the app, after how many events each ran first
	observed   []string       // methods whose runs the device tells of
}

// near is what came nearest to the wanted crash.
type near struct{ best *Nearest }

// findings are the wanted crash, where it was met, and others.
type findings struct {
	wanted *Finding
	// What was found is taken for the wanted crash once deadline events or the
	// time due have passed.
	deadline int
	due      time.Time
	others   map[string]*Finding
	order    []string // keys of others
}

func newRun(o Options) *run {
	o = o.withDefaults()
	scale := evidence.New(o.Guide)
	return &run{scale: scale, Options: o, asked: o.Clock(), stop: func() {},
		seen: seen{states: make([]int, o.Workers), activities: map[string]int{}, methods: map[string]*Ran{},
			covered: map[string]int{}},
		findings: findings{others: map[string]*Finding{}}, trail: scale.NewTrail()}
}

// Bounds of the search for a better match, once the crash has matched.
const (
	betterEvents = 400 // events; what was found is likely, but not surely, the wanted crash
	betterTime   = 4   // the part of MaxTime that is spent at most: one in so many
)

// betterWithin says how many events to go on for after a match: none after a sure
// one, or where the lines of this APK cannot make it surer, since they are no lines of the trace, agree already, or the
// trace has none of the app.
func (r *run) betterWithin(m trace.Match) int {
	if m.Level == trace.Exact || m.ByMessage || m.Level == trace.Method && (!r.Wanted.Lines || m.SameLines()) {
		return 0
	}
	return betterEvents
}

// match keeps a crash that matches, if it is the best so far.
func (r *run) match(f *Finding) {
	if deadline := r.events + r.betterWithin(f.Match); r.findings.wanted == nil || deadline < r.findings.deadline {
		r.findings.deadline = deadline
	}
	if r.findings.wanted == nil {
		r.findings.due = r.Clock().Add(r.MaxTime / betterTime)
	}
	switch old := r.findings.wanted; {
	case old == nil || f.Match.Level > old.Match.Level:
		r.findings.wanted = f
	case f.Match.Level == old.Match.Level && len(f.Script.Events) < len(old.Script.Events):
		f.Events, f.Elapsed, f.Count = old.Events, old.Elapsed, old.Count+1
		r.findings.wanted = f
	default:
		old.Count++
		return
	}
	r.Met(r.findings.wanted)
}

// spent counts an event of a worker and says whether the run is over.
func (r *run) spent(worker, states int, activity string) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.events++; r.events == 1 {
		r.begin = r.Clock()
		r.cutOff()
	}
	r.seen.states[worker] = states
	if _, known := r.seen.activities[activity]; activity != "" && !known && len(r.seen.activities) < 10_000 {
		r.seen.activities[activity] = r.events
	}
	now := r.Clock()
	if now.Sub(r.reported) >= time.Second/2 {
		r.reported = now
		r.Progress(r.progress(now))
	}
	return r.over(now)
}

// cutOff ends the run a little after its time is up, also in an event that takes long.
func (r *run) cutOff() {
	const least, most = time.Second, 5 * time.Second
	if r.MaxTime > 0 {
		grace := min(max(r.MaxTime/20, least), most)
		r.cut = time.AfterFunc(r.MaxTime+grace, r.stop)
	}
}

// over says whether the run has what it wants or has spent its budget.
func (r *run) over(now time.Time) bool {
	switch {
	case r.findings.wanted != nil && (r.events >= r.findings.deadline || r.MaxTime > 0 && now.After(r.findings.due)):
	case r.MaxEvents > 0 && r.events >= r.MaxEvents:
	case r.MaxTime > 0 && r.elapsed(now) >= r.MaxTime:
	case r.Enough(r.events, len(r.seen.activities)):
	default:
		return false
	}
	r.stop()
	return true
}

// cover counts the methods of the app that an event ran.
func (r *run) cover(methods []string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, m := range methods {
		if _, known := r.seen.covered[m]; !known {
			r.seen.covered[m] = r.events + 1
		}
	}
}

// ran counts the watched methods that an event ran, and keeps its script if it came
// nearest to the wanted crash, the shortest of equals.
func (r *run) ran(methods []string, activity, waits string, score evidence.Score, script func() *event.Script) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.trail.Observe(methods, activity, waits)
	for _, m := range methods {
		if r.seen.methods[m] == nil {
			r.seen.methods[m] = &Ran{Method: m, First: r.events + 1}
		}
		r.seen.methods[m].Events++
	}
	near, old := score.Value(), r.near.best
	if near <= 0 || old != nil && near < old.Score.Value() {
		return
	}
	if s := script(); old == nil || near > old.Score.Value() || len(s.Events) < len(old.Script.Events) {
		r.near.best = &Nearest{Score: score, Waits: waits, Script: s, Events: r.events + 1}
		r.Nearer(r.near.best)
	}
}

// share keeps the events of an episode for the other devices if the last one came nearer to the crash than any before.
// Where there are no others nothing is kept.
func (r *run) share(worker int, ran []string, played []event.Event) {
	if r.Exchange != nil && len(ran) > 0 {
		r.Exchange.take(origin{r.Member, worker}, r.scale.Levels(ran), played)
	}
}

// progress must be called with the lock held.
func (r *run) progress(now time.Time) Progress {
	return Progress{Events: r.events, Episodes: r.episodes, States: slices.Max(r.seen.states), Elapsed: r.elapsed(now),
		Activities: len(r.seen.activities), Violations: len(r.findings.order), Found: r.findings.wanted != nil,
		Path: r.trail.String()}
}

// elapsed is the time since the first event, 0 before it.
func (r *run) elapsed(now time.Time) time.Duration {
	if r.begin.IsZero() {
		return 0
	}
	return now.Sub(r.begin)
}

// began counts an episode.
func (r *run) began() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.episodes++
}

// met compares a crash that the last event of a script caused with the wanted
// one, and keeps it if it is accepted.
func (r *run) met(worker int, strategy string, c crash.Crash, script func() *event.Script) bool {
	if r.Wanted == nil {
		return false
	}
	verdict := r.Wanted.Judge(c)
	if !verdict.Accepted {
		return false
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	f := r.finding(worker, oracle.Violation{Title: c.Title(), Crash: &c}, script())
	f.Match, f.Strategy = verdict.Match, strategy
	r.match(f)
	return true
}

// violated keeps a violation that the last event of a script caused: the
// shortest script of each.
func (r *run) violated(worker int, v oracle.Violation, script func() *event.Script) {
	r.mu.Lock()
	defer r.mu.Unlock()
	old, ok := r.findings.others[v.Key()]
	if v.Again {
		if ok {
			old.Count++
		}
		return
	}
	if !ok {
		f := r.finding(worker, v, script())
		r.findings.others[v.Key()] = f
		r.findings.order = append(r.findings.order, v.Key())
		r.Log.Info("another violation", "oracle", v.Oracle, "title", v.Title, "events", f.Events)
		r.Met(f)
		return
	}
	old.Count++
	if s := script(); len(s.Events) < len(old.Script.Events) {
		old.Script = s
	}
}

// finding must be called with the lock held.
func (r *run) finding(worker int, v oracle.Violation, script *event.Script) *Finding {
	f := &Finding{Violation: v, Script: script, Count: 1, Events: r.events + 1, Elapsed: r.elapsed(r.Clock()),
		Worker: worker}
	if v.Crash != nil {
		f.Crash = *v.Crash
	}
	return f
}

// result freezes what was found.
func (r *run) result() *Result {
	r.mu.Lock()
	defer r.mu.Unlock()
	now := r.Clock()
	p := r.progress(now)
	r.Progress(p)
	result := &Result{Found: r.findings.wanted, StartUp: now.Sub(r.asked) - p.Elapsed,
		Activities: slices.Sorted(maps.Keys(r.seen.activities)), Met: maps.Clone(r.seen.activities),
		Covered: maps.Clone(r.seen.covered), Progress: p,
		Device: r.info, Fidelity: r.fidelity, App: r.app, Tallies: r.tallies}
	result.Strategies = r.strategies
	result.Observed, result.Nearest = r.seen.observed, r.near.best
	for _, m := range slices.Sorted(maps.Keys(r.seen.methods)) {
		result.Ran = append(result.Ran, *r.seen.methods[m])
	}
	for _, key := range r.findings.order {
		result.Others = append(result.Others, r.findings.others[key])
	}
	return result
}

// opened notes a worker's device and app, and the methods that can be observed.
func (r *run) opened(worker int, info device.Info, app device.App, observed []string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if worker == 0 {
		r.info, r.app, r.seen.observed = info, app, observed
	}
}

// judged adds what the oracles of a worker judged.
func (r *run) judged(tallies []oracle.Tally) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.tallies = oracle.Merge(r.tallies, tallies)
}

// counted adds what the strategies of a worker did.
func (r *run) counted(counts []gen.StrategyCount) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, c := range counts {
		i := slices.IndexFunc(r.strategies, func(old gen.StrategyCount) bool { return old.Name == c.Name })
		if i < 0 {
			r.strategies = append(r.strategies, c)
			continue
		}
		old := &r.strategies[i]
		old.Plans, old.Events, old.Raised = old.Plans+c.Plans, old.Events+c.Events, old.Raised+c.Raised
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
