package campaign

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/nats-io/nats.go/jetstream"

	"talpa/fuzz/report"
	"talpa/internal/workflow"
)

// Changed says how many jobs a command changed.
type Changed struct {
	What string   `json:"what"` // the command in words, as "queued again"
	Jobs int      `json:"jobs"`
	IDs  []string `json:"ids,omitempty"`
}

// Summary says it for people.
func (c *Changed) Summary() string {
	return fmt.Sprintf("%s %s\n", report.Counted(c.Jobs, "job"), c.What)
}

func (c *Changed) add(id string) { c.Jobs, c.IDs = c.Jobs+1, append(c.IDs, id) }

// chosen says whether a job is among those asked for, by a beginning of its ID; without any all are.
func chosen(id string, asked []string) bool {
	return len(asked) == 0 || slices.ContainsFunc(asked, func(a string) bool { return strings.HasPrefix(id, a) })
}

// checkIDs finds beginnings of IDs that no job has.
func checkIDs(asked []string, has func(prefix string) bool) error {
	for _, a := range asked {
		if a == "" || !has(a) {
			return fmt.Errorf("no job has an ID that begins with %q: talpa campaign jobs lists those that wait or run, "+
				"talpa campaign status those that were given up", a)
		}
	}
	return nil
}

// Retry queues jobs again that were given up or cancelled: those whose IDs begin as asked, or all.
func (c *Campaign) Retry(ctx context.Context, ids []string) (*Changed, error) {
	all, err := c.Outcomes(ctx)
	if err != nil {
		return nil, err
	}
	again := func(o *Outcome, asked []string) bool {
		return (o.Dead() || o.Skipped == cancelled) && chosen(o.ID, asked)
	}
	err = checkIDs(ids, func(prefix string) bool {
		return slices.ContainsFunc(all, func(o *Outcome) bool { return again(o, []string{prefix}) })
	})
	if err != nil {
		return nil, err
	}
	out := &Changed{What: "queued again"}
	for _, o := range all {
		if !again(o, ids) {
			continue
		}
		if o.Job.ID() != o.ID {
			c.options.Log.Warn("a job cannot be queued again, what it was is damaged", "id", o.ID)
			continue
		}
		if err := c.again(ctx, o); err != nil {
			return out, workflow.Infra(fmt.Errorf("queueing %v again: %w", o.Job, err))
		}
		out.add(o.ID)
	}
	return out, nil
}

// again queues a job anew. Its message is there before its outcome goes, so that it is not lost
// whatever happens between: of the outcome of an earlier round no worker takes notice.
func (c *Campaign) again(ctx context.Context, o *Outcome) error {
	job := o.Job
	job.Round, job.Format = o.Round+1, jobFormat
	data, err := json.Marshal(job)
	if err != nil {
		return err
	}
	if err := c.publish(ctx, o.ID, data); err != nil && !taken(err) {
		return err
	}
	return patiently(ctx, func(ctx context.Context) error { return c.notes.Purge(ctx, outcomes+o.ID) })
}

// cancelled is why a job that was cancelled is not needed.
const cancelled = "cancelled"

// Cancel ends jobs that wait or run: those whose IDs begin as asked, or all. Workers that have one
// in hand leave it within seconds.
func (c *Campaign) Cancel(ctx context.Context, ids []string) (*Changed, error) {
	queued, err := c.queued(ctx)
	if err != nil {
		return nil, workflow.Infra(fmt.Errorf("asking for the queue: %w", err))
	}
	err = checkIDs(ids, func(prefix string) bool {
		for id := range queued {
			if strings.HasPrefix(id, prefix) {
				return true
			}
		}
		return false
	})
	if err != nil {
		return nil, err
	}
	out := &Changed{What: cancelled}
	for id := range queued {
		if !chosen(id, ids) {
			continue
		}
		first, err := c.cancel(ctx, id)
		if err != nil {
			return out, workflow.Infra(fmt.Errorf("cancelling the job %s: %w", id, err))
		}
		if first {
			out.add(id)
		}
	}
	slices.Sort(out.IDs)
	return out, nil
}

// cancel ends one job and says whether it was not over before.
func (c *Campaign) cancel(ctx context.Context, id string) (bool, error) {
	msg, err := queuedMessage(ctx, c, id)
	if errors.Is(err, jetstream.ErrMsgNotFound) {
		return false, nil // it ended meanwhile
	}
	if err != nil {
		return false, err
	}
	o := &Outcome{ID: id, Worker: "-", Ended: c.options.Now().Round(0), Skipped: cancelled}
	if o.Job, err = readJob(id, msg.Data); err != nil {
		o.Skipped, o.Error = "", err.Error()
	}
	o.Round = o.Job.Round
	first, err := c.conclude(ctx, o)
	if err != nil {
		return false, err
	}
	err = patiently(ctx, func(ctx context.Context) error {
		err := c.jobs.DeleteMsg(ctx, msg.Sequence)
		if errors.Is(err, jetstream.ErrMsgDeleteUnsuccessful) || errors.Is(err, jetstream.ErrMsgNotFound) {
			return nil // a worker took it off the queue
		}
		return err
	})
	return first, err
}

// Purge removes the campaign with all its jobs, outcomes and files, and says how many jobs it had.
func (c *Campaign) Purge(ctx context.Context) (*Changed, error) {
	s, err := c.Status(ctx)
	if err != nil {
		return nil, err
	}
	for _, remove := range []func(context.Context) error{
		func(ctx context.Context) error { return c.js.DeleteStream(ctx, c.streamName()) },
		func(ctx context.Context) error { return c.js.DeleteKeyValue(ctx, c.bucketName()) },
		func(ctx context.Context) error { return c.js.DeleteObjectStore(ctx, c.bucketName()) },
	} {
		err := patiently(ctx, remove)
		if err != nil && !errors.Is(err, jetstream.ErrStreamNotFound) && !errors.Is(err, jetstream.ErrBucketNotFound) {
			return nil, workflow.Infra(fmt.Errorf("removing the campaign %s: %w", c.options.Name, err))
		}
	}
	return &Changed{What: "removed with the campaign", Jobs: s.Jobs}, nil
}

// Listed is a campaign of a server.
type Listed struct {
	Name string `json:"name"`
	Open int    `json:"open"` // jobs that wait or run
}

// List are the campaigns of a server, by name.
type List struct {
	Campaigns []Listed `json:"campaigns"`
}

// Summary says it for people.
func (l *List) Summary() string {
	var b strings.Builder
	for _, c := range l.Campaigns {
		fmt.Fprintf(&b, "%s: %s waiting or running\n", c.Name, report.Counted(c.Open, "job"))
	}
	if len(l.Campaigns) == 0 {
		b.WriteString("no campaign\n")
	}
	return b.String()
}

// List lists the campaigns of the server.
func (c *Campaign) List(ctx context.Context) (*List, error) {
	out := &List{Campaigns: []Listed{}}
	streams := c.js.ListStreams(ctx, jetstream.WithStreamListSubject("talpa.*.job.*"))
	for info := range streams.Info() {
		name, ok := strings.CutPrefix(info.Config.Name, "talpa_")
		name, tail := strings.CutSuffix(name, "_jobs")
		if ok && tail {
			out.Campaigns = append(out.Campaigns, Listed{Name: name, Open: int(info.State.Msgs)})
		}
	}
	if err := streams.Err(); err != nil {
		return nil, workflow.Infra(fmt.Errorf("listing the campaigns: %w", err))
	}
	slices.SortFunc(out.Campaigns, func(a, b Listed) int { return strings.Compare(a.Name, b.Name) })
	return out, nil
}
