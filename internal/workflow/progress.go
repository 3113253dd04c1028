package workflow

import (
	"fmt"
	"log/slog"
	"slices"
	"time"
)

// progress is what a job tells while it runs: a line for whoever looks, remarks
// for the report, and how long its steps took. Steps write to it and never read it.
type progress struct {
	show    func(line string)
	log     *slog.Logger
	now     func() time.Time
	started time.Time // of the job
	last    time.Time // end of the last step
	notes   []string
	phases  []Phase
}

// Phase is a part of the job and how long it took.
type Phase struct {
	Name    string  `json:"name"`
	Seconds float64 `json:"seconds"`
}

// newProgress starts the clock. A nil show shows nothing.
func newProgress(show func(string), log *slog.Logger, now func() time.Time) *progress {
	if show == nil {
		show = func(string) {}
	}
	started := now()
	return &progress{show: show, log: log, now: now, started: started, last: started}
}

// elapsed is the time since the job began.
func (p *progress) elapsed() time.Duration { return p.now().Sub(p.started) }

// say shows what goes on.
func (p *progress) say(format string, args ...any) {
	line := fmt.Sprintf(format, args...)
	p.show(line)
	p.log.Debug(line)
}

// note adds a remark for people.
func (p *progress) note(format string, args ...any) {
	p.notes = append(p.notes, fmt.Sprintf(format, args...))
}

// timed ends a phase; phases of the same name add up.
func (p *progress) timed(name string) {
	now := p.now()
	seconds := now.Sub(p.last).Seconds()
	p.last = now
	i := slices.IndexFunc(p.phases, func(x Phase) bool { return x.Name == name })
	if i < 0 {
		p.phases = append(p.phases, Phase{Name: name})
		i = len(p.phases) - 1
	}
	p.phases[i].Seconds += seconds
}
