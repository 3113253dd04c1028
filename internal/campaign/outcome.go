package campaign

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/nats-io/nuid"

	"talpa/fuzz/report"
)

// Attempt is one try of a worker at a job.
type Attempt struct {
	Worker string    `json:"worker"`
	Began  time.Time `json:"began"`
	// Error is why it failed; "" while it runs, and for ever if its worker died.
	Error string `json:"error,omitempty"`
}

// Result is what came out of a job that was done.
type Result struct {
	// Success means: reproduced, or without a trace: something was found.
	Success    bool      `json:"success"`
	Match      string    `json:"match,omitempty"`
	Steps      int       `json:"steps,omitempty"`     // events of the script
	Stability  int       `json:"stability,omitempty"` // replays that met the crash
	Events     int       `json:"events"`              // of the search
	FoundAfter float64   `json:"foundAfter,omitempty"`
	Seconds    float64   `json:"seconds"`
	Met        *Finding  `json:"met,omitempty"` // the wanted crash as it happened
	Findings   []Finding `json:"findings,omitempty"`
	Fidelity   []string  `json:"fidelity,omitempty"` // what the device could not do
	// Growth is after how many events each screen of the app was met first, rising.
	Growth []int `json:"growth,omitempty"`
	// Methods is how many methods of the app had run after so many events, rising; empty where they were not counted.
	Methods []report.Covered `json:"methods,omitempty"`
}

// Finding is a distinct crash that a job met, other than the wanted one.
type Finding struct {
	Title string `json:"title"`
	// Signature is equal for findings that are the same; "" where an older talpa met it.
	Signature string `json:"signature,omitempty"`
	Count     int    `json:"count"`
	Place
}

// Place is where a crash came from: the deepest frame of the app, and the exception that it threw. What
// is not known is empty.
type Place struct {
	Exception string `json:"exception,omitempty"`
	Class     string `json:"class,omitempty"`
	Method    string `json:"method,omitempty"`
	File      string `json:"file,omitempty"`
	Line      int    `json:"line,omitempty"`
}

// Outcome is the end of a job: a result, or the error for which it was given up.
type Outcome struct {
	ID       string    `json:"id"`
	Job      Job       `json:"job"`
	Worker   string    `json:"worker"`
	Ended    time.Time `json:"ended"`
	Attempts []Attempt `json:"attempts"`        // the failed ones before
	Error    string    `json:"error,omitempty"` // not "" for a job of the dead list
	Result   *Result   `json:"result,omitempty"`
	// Skipped is why the job was not needed; then it has no result and no error.
	Skipped string `json:"skipped,omitempty"`
	Run     string `json:"run,omitempty"`    // object with the run folder, tar.gz
	RunSum  string `json:"runSum,omitempty"` // its SHA-256
	// Round is that of the job: an outcome of an earlier round does not count for the queue.
	Round int `json:"round,omitempty"`
}

// Dead says whether the job was given up.
func (o *Outcome) Dead() bool { return o.Result == nil && o.Skipped == "" }

// Keys of the notes.
const (
	outcomes = "outcome."
	attempts = "attempt."
)

// outcome is the outcome of a job, nil if it is not over.
func (c *Campaign) outcome(ctx context.Context, id string) (*Outcome, error) {
	var found *Outcome
	err := patiently(ctx, func(ctx context.Context) error {
		entry, err := c.notes.Get(ctx, outcomes+id)
		if errors.Is(err, jetstream.ErrKeyNotFound) {
			return nil
		}
		if err != nil {
			return err
		}
		found = decodeOutcome(id, entry.Value())
		return nil
	})
	return found, err
}

// conclude stores the outcome of a job. False means that it has one already, of this round, from
// another worker: then this one must not count.
func (c *Campaign) conclude(ctx context.Context, o *Outcome) (bool, error) {
	data, err := json.Marshal(o)
	if err != nil {
		return false, err
	}
	key := outcomes + o.ID
	err = patiently(ctx, func(ctx context.Context) error {
		_, err := c.notes.Create(ctx, key, data)
		return err
	})
	if !taken(err) {
		return err == nil, err
	}
	first := false
	err = patiently(ctx, func(ctx context.Context) error {
		entry, err := c.notes.Get(ctx, key)
		if err != nil {
			return err
		}
		stored := decodeOutcome(o.ID, entry.Value())
		if stored.Round >= o.Round {
			// The answer to an earlier request of ours may have been lost.
			first = stored.Worker == o.Worker && stored.Ended.Equal(o.Ended)
			return nil
		}
		_, err = c.notes.Update(ctx, key, data, entry.Revision())
		first = err == nil
		return err
	})
	return first, err
}

// decodeOutcome reads the outcome of a job. One that is damaged is an outcome, too: that of a
// job that was given up.
func decodeOutcome(id string, data []byte) *Outcome {
	var o Outcome
	err := json.Unmarshal(data, &o)
	if err == nil && (o.ID != id || !validID(id)) {
		err = fmt.Errorf("it says that it is of the job %.40q", o.ID)
	}
	if err != nil {
		return &Outcome{ID: id, Error: fmt.Sprintf("its outcome is damaged: %v", err)}
	}
	return &o
}

// Keys of what is known of a crash.
const solvedBy = "solved."

// solve notes that a job has reproduced its crash; the first one is kept.
func (c *Campaign) solve(ctx context.Context, j Job) error {
	err := patiently(ctx, func(ctx context.Context) error {
		_, err := c.notes.Create(ctx, solvedBy+j.crash(), []byte(j.ID()))
		return err
	})
	if taken(err) {
		return nil
	}
	return err
}

// solver is the ID of the job that reproduced the crash of a job; "" if none did.
func (c *Campaign) solver(ctx context.Context, j Job) (string, error) {
	var id string
	err := patiently(ctx, func(ctx context.Context) error {
		entry, err := c.notes.Get(ctx, solvedBy+j.crash())
		if errors.Is(err, jetstream.ErrKeyNotFound) {
			return nil
		}
		if err == nil {
			id = string(entry.Value())
		}
		return err
	})
	return id, err
}

// note is a stored attempt.
type note struct {
	key string
	Attempt
	seen time.Time // when its worker wrote it last, by the server's clock
}

// begin notes an attempt at a job.
func (c *Campaign) begin(ctx context.Context, id, worker string) (note, error) {
	n := note{
		key:     attempts + id + "." + nuid.Next(),
		Attempt: Attempt{Worker: worker, Began: c.options.Now().Round(0)},
	}
	return n, c.write(ctx, n)
}

// write stores an attempt.
func (c *Campaign) write(ctx context.Context, n note) error {
	data, err := json.Marshal(n.Attempt)
	if err != nil {
		return err
	}
	return patiently(ctx, func(ctx context.Context) error {
		_, err := c.notes.Put(ctx, n.key, data)
		return err
	})
}

// withdraw removes an attempt that is not to count.
func (c *Campaign) withdraw(ctx context.Context, n note) error { return c.forget(ctx, n.key) }

// erase removes all attempts at a job.
func (c *Campaign) erase(ctx context.Context, id string) error {
	return c.forget(ctx, attempts+id+".*")
}

// forget removes notes for good: the store's own deletions leave a mark for each key, which every
// question for notes would have to read over.
func (c *Campaign) forget(ctx context.Context, pattern string) error {
	return patiently(ctx, func(ctx context.Context) error {
		return c.noted.Purge(ctx, jetstream.WithPurgeSubject(noteSubject(c.bucketName(), pattern)))
	})
}

// hasNotes says whether any note matches a pattern. It costs one small request, where reading them
// makes a consumer.
func (c *Campaign) hasNotes(ctx context.Context, pattern string) (bool, error) {
	some := false
	err := patiently(ctx, func(ctx context.Context) error {
		info, err := c.noted.Info(ctx, jetstream.WithSubjectFilter(noteSubject(c.bucketName(), pattern)))
		if err == nil {
			some = len(info.State.Subjects) > 0
		}
		return err
	})
	return some, err
}

// attemptsAt are the attempts at a job, oldest first; "*" means all jobs.
func (c *Campaign) attemptsAt(ctx context.Context, id string) ([]note, error) {
	if id != "*" {
		if some, err := c.hasNotes(ctx, attempts+id+".*"); err != nil || !some {
			return nil, err
		}
	}
	var found []note
	err := c.each(ctx, attempts+id+".*", func(entry jetstream.KeyValueEntry) {
		n := note{key: entry.Key(), seen: entry.Created()}
		if err := json.Unmarshal(entry.Value(), &n.Attempt); err != nil {
			n.Attempt = Attempt{Worker: "?", Began: entry.Created(),
				Error: fmt.Sprintf("the note of this attempt is damaged: %v", err)}
		}
		found = append(found, n)
	})
	slices.SortFunc(found, func(a, b note) int { return a.Began.Compare(b.Began) })
	return found, err
}

// each calls visit for the notes that match a pattern.
func (c *Campaign) each(ctx context.Context, pattern string, visit func(jetstream.KeyValueEntry)) error {
	var entries []jetstream.KeyValueEntry
	// However long it takes in all, only a server that is silent is one that is away.
	err := repeat(ctx, largestTransfer, retryTime+largestTransfer, func(ctx context.Context) error {
		ctx, cancel := context.WithCancelCause(ctx)
		defer cancel(nil)
		silent := time.AfterFunc(requestTime, func() { cancel(nats.ErrTimeout) })
		defer silent.Stop()
		entries = entries[:0]
		err := watch(ctx, c.notes, pattern, func(entry jetstream.KeyValueEntry) {
			entries = append(entries, entry)
			silent.Reset(requestTime)
		}, jetstream.IgnoreDeletes())
		if cause := context.Cause(ctx); cause != nil {
			return cause
		}
		return err
	})
	if err != nil {
		return err
	}
	for _, entry := range entries {
		visit(entry)
	}
	return nil
}

// watch calls visit for the notes that match a pattern, as the server sends them, up to the last one that
// there is now.
func watch(ctx context.Context, notes jetstream.KeyValue, pattern string, visit func(jetstream.KeyValueEntry),
	options ...jetstream.WatchOpt) error {
	watch, err := notes.Watch(ctx, pattern, options...)
	if err != nil {
		return err
	}
	defer func() { _ = watch.Stop() }() // fails if the server is gone, and then nothing is left to stop
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case entry := <-watch.Updates():
			if entry == nil { // all that there is now
				return nil
			}
			visit(entry)
		}
	}
}
