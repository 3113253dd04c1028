package campaign

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/nats-io/nats.go/jetstream"

	"talpa/internal/workflow"
)

// OpenJob is a job that is not over.
type OpenJob struct {
	ID     string `json:"id"`
	Job    Job    `json:"job"`
	Worker string `json:"worker,omitempty"` // who has it in hand; "" = it waits
	Error  string `json:"error,omitempty"`  // why nobody can say what it is
}

// OpenJobs are the jobs of a campaign that wait or run.
type OpenJobs struct {
	Jobs []OpenJob `json:"jobs"`
	More int       `json:"more,omitempty"` // that were not asked for
}

// Summary says it for people.
func (o *OpenJobs) Summary() string {
	var b strings.Builder
	for _, j := range o.Jobs {
		what, state := j.Job.String(), "waiting:"
		if j.Error != "" {
			what = j.Error
		}
		if j.Worker != "" {
			state, what = "running:", what+", on "+j.Worker
		}
		fmt.Fprintf(&b, "%s %s %s\n", state, j.ID, what)
	}
	switch {
	case o.More > 0:
		fmt.Fprintf(&b, "and %d more (--limit 0 lists all)\n", o.More)
	case len(o.Jobs) == 0:
		b.WriteString("no job waits or runs\n")
	}
	return b.String()
}

// ListOpen lists so many of the jobs that wait or run, 0 = all: those in hand before those that wait, in the order of
// their apps, configurations and seeds.
func ListOpen(ctx context.Context, c *Campaign, limit int) (*OpenJobs, error) {
	// The queue first, as in Status: what ends meanwhile is left out below.
	queued, err := c.queued(ctx)
	if err != nil {
		return nil, workflow.Infra(fmt.Errorf("asking for the queue: %w", err))
	}
	s, err := c.Status(ctx)
	if err != nil {
		return nil, err
	}
	workers := map[string]string{}
	for _, r := range s.Running {
		workers[r.ID] = r.Worker
	}
	ids := slices.SortedFunc(maps.Keys(queued), func(a, b string) int {
		return cmp.Or(cmp.Compare(inHand(workers, a), inHand(workers, b)), cmp.Compare(a, b))
	})
	out := &OpenJobs{Jobs: []OpenJob{}}
	for i, id := range ids {
		if limit > 0 && len(out.Jobs) == limit {
			out.More = len(ids) - i
			break
		}
		msg, err := queuedMessage(ctx, c, id)
		if errors.Is(err, jetstream.ErrMsgNotFound) {
			continue
		}
		if err != nil {
			return nil, workflow.Infra(fmt.Errorf("asking for the job %s: %w", id, err))
		}
		j := OpenJob{ID: id, Worker: workers[id]}
		if j.Job, err = readJob(id, msg.Data); err != nil {
			j.Error = err.Error()
		}
		out.Jobs = append(out.Jobs, j)
	}
	slices.SortFunc(out.Jobs, func(a, b OpenJob) int {
		hand := cmp.Compare(inHand(workers, a.ID), inHand(workers, b.ID))
		return cmp.Or(hand, a.Job.compare(b.Job), cmp.Compare(a.ID, b.ID))
	})
	return out, nil
}

// inHand orders jobs in hand before those that wait.
func inHand(workers map[string]string, id string) int {
	if workers[id] != "" {
		return 0
	}
	return 1
}

// queuedMessage is the message of a job on the queue, or jetstream.ErrMsgNotFound.
func queuedMessage(ctx context.Context, c *Campaign, id string) (*jetstream.RawStreamMsg, error) {
	var msg *jetstream.RawStreamMsg
	err := patiently(ctx, func(ctx context.Context) error {
		var err error
		msg, err = c.jobs.GetLastMsgForSubject(ctx, c.subjectOf(id))
		return err
	})
	return msg, err
}
