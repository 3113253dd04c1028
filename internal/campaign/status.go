package campaign

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"talpa/fuzz/report"
	"talpa/internal/workflow"
)

// Status is where a campaign stands.
type Status struct {
	Name    string    `json:"name"`
	Jobs    int       `json:"jobs"` // all that were ever submitted
	Waiting int       `json:"waiting"`
	Running []Running `json:"running,omitempty"`
	Done    int       `json:"done"`              // with a result
	Success int       `json:"success"`           // of those: reproduced, or something found
	Skipped int       `json:"skipped,omitempty"` // not needed: cancelled, or the crash was solved by another
	Dead    []Dead    `json:"dead,omitempty"`
	Retries int       `json:"retries"` // failed attempts at jobs that are not over
}

// Running is a job that a worker has in hand, or had when it died.
type Running struct {
	ID     string    `json:"id"`
	Worker string    `json:"worker"`
	Began  time.Time `json:"began"`
	// Silent says that the worker has not been heard of for longer than the lease: the job
	// comes back, or is about to.
	Silent bool `json:"silent,omitempty"`
}

// Dead is a job that was given up.
type Dead struct {
	ID       string    `json:"id"`
	Job      Job       `json:"job"`
	Error    string    `json:"error"`
	Attempts []Attempt `json:"attempts"`
}

// Status asks where the campaign stands.
func (c *Campaign) Status(ctx context.Context) (*Status, error) {
	// The queue first: a job that ends meanwhile is in both, and none is in neither.
	queued, err := c.queued(ctx)
	if err != nil {
		return nil, workflow.Infra(fmt.Errorf("asking for the queue: %w", err))
	}
	notes, err := c.attemptsAt(ctx, "*")
	if err != nil {
		return nil, workflow.Infra(err)
	}
	s := &Status{Name: c.options.Name}
	over := 0
	err = c.ledger.each(ctx, func(id string, e ending, d Dead) {
		over++
		delete(queued, id) // over, and not acknowledged yet
		s.add(e, d)
	})
	if err != nil {
		return nil, workflow.Infra(fmt.Errorf("reading the outcomes: %w", err))
	}
	slices.SortFunc(s.Dead, func(a, b Dead) int { return cmp.Or(a.Job.compare(b.Job), cmp.Compare(a.ID, b.ID)) })
	latest := map[string]note{}
	for _, n := range notes {
		id, _, _ := strings.Cut(strings.TrimPrefix(n.key, attempts), ".")
		if !queued[id] {
			continue
		}
		if n.Error != "" {
			s.Retries++
		}
		latest[id] = n
	}
	for _, id := range slices.Sorted(maps.Keys(latest)) {
		if n := latest[id]; n.Error == "" {
			silent := c.options.Now().Sub(n.seen) > c.lease+silence
			s.Running = append(s.Running, Running{ID: id, Worker: n.Worker, Began: n.Began, Silent: silent})
		}
	}
	s.Waiting = len(queued) - len(s.Running)
	s.Jobs = len(queued) + over
	return s, nil
}

// add counts a job that is over.
func (s *Status) add(e ending, d Dead) {
	switch e {
	case skipped:
		s.Skipped++
	case success:
		s.Success++
		s.Done++
	case failed:
		s.Done++
	case dead:
		s.Dead = append(s.Dead, d)
	}
}

// silence is how much longer than the lease a worker may be silent: clocks differ.
const silence = 5 * time.Second

// queued are the ids of the jobs on the queue.
func (c *Campaign) queued(ctx context.Context) (map[string]bool, error) {
	ids := map[string]bool{}
	err := patiently(ctx, func(ctx context.Context) error {
		info, err := c.jobs.Info(ctx, jetstream.WithSubjectFilter(c.subjectOf("*")))
		if err != nil {
			return err
		}
		for subject := range info.State.Subjects {
			ids[subject[strings.LastIndexByte(subject, '.')+1:]] = true
		}
		return nil
	})
	return ids, err
}

// Outcomes are the outcomes of the jobs that are over, in the order of their
// apps, configurations and seeds.
func (c *Campaign) Outcomes(ctx context.Context) ([]*Outcome, error) {
	var all []*Outcome
	err := c.each(ctx, outcomes+"*", func(entry jetstream.KeyValueEntry) {
		all = append(all, decodeOutcome(strings.TrimPrefix(entry.Key(), outcomes), entry.Value()))
	})
	if err != nil {
		return nil, workflow.Infra(fmt.Errorf("reading the outcomes: %w", err))
	}
	slices.SortFunc(all, func(a, b *Outcome) int { return a.Job.compare(b.Job) })
	return all, nil
}

// Summary says it for people.
func (s *Status) Summary() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s: %d waiting, %d running, %d done (%d with success), %d given up",
		s.Name, report.Counted(s.Jobs, "job"), s.Waiting, len(s.Running), s.Done, s.Success, len(s.Dead))
	if s.Skipped > 0 {
		fmt.Fprintf(&b, ", %d not needed", s.Skipped)
	}
	b.WriteByte('\n')
	if s.Retries > 0 {
		fmt.Fprintf(&b, "%d attempts failed and are made again\n", s.Retries)
	}
	for _, r := range s.Running {
		silent := ""
		if r.Silent {
			silent = ", not heard of any more"
		}
		fmt.Fprintf(&b, "running:  %s on %s since %s%s\n", r.ID, r.Worker, r.Began.Format(time.TimeOnly), silent)
	}
	for _, d := range s.Dead {
		fmt.Fprintf(&b, "given up: %s %v: %s\n", d.ID, d.Job, d.Error)
	}
	return b.String()
}
