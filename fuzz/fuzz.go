// Package fuzz drives an app until the wanted crash happens again: a generator
// chooses an event, a device performs it, the screen and the log tell what came
// of it, oracles judge, and crashes are compared with the wanted trace. Run
// searches, Replay performs a known script.
//
// A search is cut into episodes. An episode begins with cleared data and is
// short enough for its script to be replayed and minimised. Another violation
// than the wanted crash is kept, once a signature, and the search goes on.
//
// A run with one worker is a function of its seed as far as the device is; all
// of a run's mutable state is in the type run.
package fuzz

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"math/rand"
	"slices"
	"time"

	"talpa/asra/guide"
	"talpa/asra/trace"
	"talpa/device"
	"talpa/fuzz/crash"
	"talpa/fuzz/event"
	"talpa/fuzz/evidence"
	"talpa/fuzz/gen"
	"talpa/fuzz/gen/guided"
	"talpa/fuzz/gen/guided/team"
	"talpa/fuzz/gen/model"
	"talpa/fuzz/gen/random"
	"talpa/fuzz/gen/timetravel"
	"talpa/fuzz/oracle"
	"talpa/fuzz/probe"
)

// Policy names a generator.
type Policy string

// The policies.
const (
	Guided     Policy = "guided"     // novelty and, if there is one, the guide
	Model      Policy = "model"      // a state graph that refines itself
	TimeTravel Policy = "timetravel" // random, but goes back to promising states
	Random     Policy = "random"     // Monkey's mix, aimed at widgets
)

// Policies are all there are.
func Policies() []Policy { return []Policy{Guided, Model, TimeTravel, Random} }

// Strategies are the names of the guided generator's strategies.
func Strategies() []string { return guided.Names() }

// New makes a generator of the policy; g may be nil. Of the guided generator the strategies
// named by without are left out.
func (p Policy) New(g *guide.Guide, rng *rand.Rand, without ...string) gen.Generator {
	return p.NewMember(g, rng, team.Member{}, without...)
}

// NewMember makes the generator of a search among others for the same crash. Those that are not guided differ by
// chance only.
func (p Policy) NewMember(g *guide.Guide, rng *rand.Rand, m team.Member, without ...string) gen.Generator {
	switch texts := (&gen.Texts{}); p {
	case Random:
		return random.New(rng, texts)
	case Model:
		return model.New(rng, texts)
	case TimeTravel:
		return timetravel.New(random.New(rng, texts))
	}
	return guided.NewMember(g, rng, m, without...)
}

// Options say what to search, where and for how long.
type Options struct {
	// APK is the path of the app to drive.
	APK string
	// Open returns the device of a worker, numbered from 0. It is called again
	// when the device is lost.
	Open func(ctx context.Context, worker int) (device.Device, error)
	// Workers is the number of devices used at a time; 0 = 1.
	Workers int
	// Exchange is what runs side by side share of what came near; nil: the workers of this one share it. Member is the
	// number of this run among them.
	Exchange *Exchange
	Member   int
	// Guide is what the static half knows; nil if nothing.
	Guide *guide.Guide
	// Policy chooses the generator; "" = Guided.
	Policy Policy
	// Without are the names of Strategies that are left out.
	Without []string
	// Generator makes a worker's generator in place of Policy; nil = by Policy.
	Generator func(rng *rand.Rand) gen.Generator
	// Outside are events from outside the app that its manifest declares to be
	// possible.
	Outside []event.Event
	// Watched are methods, by DEX name, whose running the generator wants to know
	// of; Probes are those of them that write to the log. Where most of them do
	// not, a device that records what runs is asked instead.
	Watched []string
	Probes  *probe.Set
	// Coverage has all methods of the app counted that run, on a device that records them: Result.Covered.
	Coverage bool
	// Wanted is the crash that ends the run; nil: every violation is only kept.
	Wanted *crash.Matcher
	// Oracles makes a worker's oracles; nil = oracle.Default.
	Oracles oracle.Make
	// InApp says whether the APK defines a class; nil is a guess by names.
	InApp func(class string) bool
	Seed  int64
	// DeviceSeed is that of the embedded devices, which scripts name; 0 = Seed.
	DeviceSeed int64
	// MaxTime and MaxEvents bound the run, all workers together; 0 = no bound. The time
	// runs from the first event: a device that boots slowly takes nothing off a search.
	MaxTime   time.Duration
	MaxEvents int
	// Enough ends the run early: it is asked after each event, with their number and that of the activities met, by one
	// goroutine at a time. nil = never.
	Enough func(events, activities int) bool
	// Episode is the greatest number of events between two resets of the app's
	// data; 0 = 500. The first episodes are shorter.
	Episode int
	// Clock tells the time.
	Clock func() time.Time
	// Progress is told how the run goes, about twice a second and at its end;
	// nil if nobody asks. It is called by one goroutine at a time.
	Progress func(Progress)
	// Met is told of each violation when it is first met, and of the wanted crash, which has a
	// Match, also when it is met in a better way; Nearer of each event that came nearer to it
	// than those before. They are called by one goroutine at a time, may not keep what they are
	// given, and are nil if nobody asks.
	Met    func(*Finding)
	Nearer func(*Nearest)
	// Log takes what people may want to know; nil = nothing is logged.
	Log *slog.Logger
}

// Progress is the state of a run.
type Progress struct {
	Events   int
	Episodes int
	States   int // distinct screens, of the worker that knows most
	Elapsed  time.Duration
	// Activities is the number of distinct activities met.
	Activities int
	// Violations is the number of distinct ones other than the wanted crash.
	Violations int
	// Found says that the wanted crash has happened.
	Found bool
	// Path says in words how far the run came on the path to it; "" if nothing tells.
	Path string
}

// leastMeasured is the time of a run from which on its rate says something.
const leastMeasured = 100 * time.Millisecond

// PerSecond is the rate of events, 0 before it can be told.
func (p Progress) PerSecond() float64 {
	if p.Elapsed < leastMeasured {
		return 0
	}
	return float64(p.Events) / p.Elapsed.Seconds()
}

// Result is what a run found.
type Result struct {
	// Found is the wanted crash; nil if it did not happen.
	Found *Finding
	// Others are the other violations, each once, in order of appearance.
	Others []*Finding
	// Activities are the components met, sorted.
	Activities []string
	// Met is after how many events each of them was met first.
	Met map[string]int
	// Covered are the methods of the app that ran, by DEX name, and after how many events each did so first; empty
	// without Options.Coverage.
	Covered map[string]int
	// Observed are the methods of Options.Watched that could be observed, and
	// Ran those that were, both by name.
	Observed []string
	Ran      []Ran
	// Nearest is where the run came nearest to the wanted crash by the evidence that the
	// guide knows; nil if it never came near.
	Nearest  *Nearest
	Progress Progress
	// StartUp is the time before the first event: devices, installation, first screen.
	StartUp time.Duration
	// Strategies is what the strategies did, of all workers together.
	Strategies []gen.StrategyCount
	// Device is the device of the first worker; Fidelity collects the remarks
	// of all devices, each once.
	Device   device.Info
	Fidelity []string
	// Tallies is what became of each property of the oracles that have some.
	Tallies []oracle.Tally
	App     device.App
}

// Finding is a violation and how it was reached.
type Finding struct {
	// Violation is what an oracle saw; of the wanted crash it has the title only.
	Violation oracle.Violation
	// Crash is the crash that it is; zero if it is none.
	Crash crash.Crash
	// Match says how well it agrees with the wanted trace.
	Match trace.Match
	// Script leads to it from cleared data; the last event is the one that
	// caused it.
	Script *event.Script
	// Count is how often it happened.
	Count int
	// Events and Elapsed tell when it happened first, since the run began.
	Events  int
	Elapsed time.Duration
	Worker  int
	// Strategy is the name of that which chose the last event; "" if none did.
	Strategy string
}

// Merge adds the findings of a search to those of the searches before it: one that was met there
// already keeps its place and the shortest of its scripts.
func Merge(before, found []*Finding) []*Finding {
	all := slices.Clone(before)
	for _, f := range found {
		i := slices.IndexFunc(all, func(old *Finding) bool { return old.Violation.Key() == f.Violation.Key() })
		if i < 0 {
			all = append(all, f)
			continue
		}
		merged := *all[i]
		merged.Count += f.Count
		if len(f.Script.Events) < len(merged.Script.Events) {
			merged.Script = f.Script
		}
		all[i] = &merged
	}
	return all
}

// Rank puts findings that compare two runs last, and of them first those that were seldom met, as Genie
// does: what many mutants show is more often meant so.
func Rank(found []*Finding) {
	key := func(f *Finding) int {
		if f.Violation.Twice == nil {
			return 0
		}
		return f.Count
	}
	slices.SortStableFunc(found, func(a, b *Finding) int { return cmp.Compare(key(a), key(b)) })
}

// Nearest is the event that came nearest to the wanted crash.
type Nearest struct {
	Score  evidence.Score
	Waits  string        // the goal of the plan that did not hold, in words; "" if none is known
	Script *event.Script // leads to it from cleared data, it is the last event
	Events int           // its number since the run began
}

// Ran is a watched method that ran.
type Ran struct {
	Method string // DEX name
	Events int    // that ran it
	First  int    // the number of the first of them, since the run began
}

// ErrNoDevice means that no device could be had any more: our infrastructure
// failed, and what the run found before is in the Result beside the error.
var ErrNoDevice = errors.New("no device")

// Run searches until the wanted crash happens or a budget is spent; neither is
// an error, and nor is the end of ctx: what was found so far is returned. The
// Result is never nil.
func Run(ctx context.Context, o Options) (*Result, error) {
	r := newRun(o)
	o = r.Options
	ctx, r.stop = context.WithCancel(ctx)
	defer r.stop()
	failures := make(chan error)
	for i := range o.Workers {
		go func() { failures <- r.work(ctx, i) }()
	}
	var failed []error
	for range o.Workers {
		if err := <-failures; err != nil {
			failed = append(failed, err)
		}
	}
	if r.cut != nil {
		r.cut.Stop()
	}
	result := r.result()
	if len(failed) == o.Workers && result.Found == nil {
		return result, errors.Join(failed...)
	}
	for _, err := range failed {
		o.Log.Warn("a worker gave up", "err", err)
	}
	return result, nil
}

// defaultEpisode is Options.Episode where it is not given.
const defaultEpisode = 500

func (o Options) withDefaults() Options {
	o.Workers = max(1, o.Workers)
	o.DeviceSeed = cmp.Or(o.DeviceSeed, o.Seed)
	if o.Exchange == nil && o.Workers > 1 {
		o.Exchange = &Exchange{}
	}
	if o.Episode <= 0 {
		o.Episode = defaultEpisode
	}
	if o.Generator == nil {
		o.Generator = func(rng *rand.Rand) gen.Generator { return o.Policy.New(o.Guide, rng, o.Without...) }
	}
	if o.Oracles == nil {
		o.Oracles = oracle.Default
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	if o.Enough == nil {
		o.Enough = func(int, int) bool { return false }
	}
	if o.Progress == nil {
		o.Progress = func(Progress) {}
	}
	if o.Met == nil {
		o.Met = func(*Finding) {}
	}
	if o.Nearer == nil {
		o.Nearer = func(*Nearest) {}
	}
	return o
}
