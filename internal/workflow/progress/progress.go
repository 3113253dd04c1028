// Package progress is what a job tells while it runs: how it goes, for whoever looks, remarks
// for the report, and how long its parts took. It decides nothing and shows nothing itself.
package progress

import (
	"fmt"
	"log/slog"
	"slices"
	"sync"
	"time"
)

// State is how a job goes.
type State struct {
	// Phase is what goes on, in a word or a few: "searching".
	Phase string `json:"phase"`
	// Detail says more, in words; "" if there is nothing to say.
	Detail string `json:"detail,omitempty"`
	// Events is the number of events of the search, Evidence in words how near it came.
	Events   int    `json:"events,omitempty"`
	Evidence string `json:"evidence,omitempty"`
	// Searched is how long the search runs, Budget how long it may at most, 0 for no limit;
	// both in seconds.
	Searched float64 `json:"searched,omitempty"`
	Budget   float64 `json:"budget,omitempty"`
}

// Log is what one job tells. Its steps write to it and never read it. Searches side by side may tell at once.
type Log struct {
	mu      sync.Mutex
	show    func(State)
	log     *slog.Logger
	Now     func() time.Time // the clock of the job
	last    time.Time        // end of the last step
	Started time.Time        // when the job did
	Notes   []string
	Phases  []Phase
}

// Phase is a part of the job and how long it took.
type Phase struct {
	Name    string  `json:"name"`
	Seconds float64 `json:"seconds"`
}

// New starts the clock. A nil show shows nothing.
func New(show func(State), log *slog.Logger, now func() time.Time) *Log {
	if show == nil {
		show = func(State) {}
	}
	started := now()
	return &Log{show: show, log: log, Now: now, Started: started, last: started}
}

// Elapsed is the time since the job began.
func (p *Log) Elapsed() time.Duration { return p.Now().Sub(p.Started) }

// Say shows what goes on, and more of it if format is not empty.
func (p *Log) Say(phase, format string, args ...any) {
	p.Tell(State{Phase: phase, Detail: fmt.Sprintf(format, args...)})
}

// Tell shows how it goes.
func (p *Log) Tell(now State) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.show(now)
	p.log.Debug(now.Phase, "detail", now.Detail, "events", now.Events)
}

// Note adds a remark for people.
func (p *Log) Note(format string, args ...any) {
	note := fmt.Sprintf(format, args...)
	p.mu.Lock()
	defer p.mu.Unlock()
	if !slices.Contains(p.Notes, note) { // of another search
		p.Notes = append(p.Notes, note)
	}
}

// Timed ends a phase; phases of the same name add up.
func (p *Log) Timed(name string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	now := p.Now()
	seconds := now.Sub(p.last).Seconds()
	p.last = now
	i := slices.IndexFunc(p.Phases, func(x Phase) bool { return x.Name == name })
	if i < 0 {
		p.Phases = append(p.Phases, Phase{Name: name})
		i = len(p.Phases) - 1
	}
	p.Phases[i].Seconds += seconds
}
