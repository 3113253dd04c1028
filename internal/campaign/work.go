package campaign

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"talpa/internal/workflow"
)

// Task is a job at hand: its files on this computer.
type Task struct {
	Job     Job
	APK     string // paths; Trace and Mapping are "" if the job has none
	Trace   string
	Mapping string
	Out     string // run folder to be made; what lies in it afterwards is kept
}

// Runner does a job. An error that is the infrastructure's fault (see
// workflow.FaultOf) has the job tried again; any other gives it up.
type Runner func(ctx context.Context, t Task) (*Result, error)

// WorkOptions say how to work.
type WorkOptions struct {
	Worker string        // name in notes and outcomes
	Slots  int           // jobs side by side
	Stay   bool          // wait for more when the queue is empty
	Dir    string        // scratch folder
	Pause  time.Duration // before a failed job is tried again
	Run    Runner
	Log    *slog.Logger
	// Ended is told of each job that this worker ended; not at the same time.
	Ended func(*Outcome)
}

// Worked is what a worker did.
type Worked struct {
	Done int `json:"done"` // jobs with a result
	Dead int `json:"dead"` // jobs given up
	// Twice counts jobs that another worker had ended meanwhile: their results
	// here were thrown away.
	Twice       int `json:"twice,omitempty"`
	Failed      int `json:"failed,omitempty"`      // attempts to be made again
	Interrupted int `json:"interrupted,omitempty"` // given back to the queue
}

// Summary says it for people.
func (w *Worked) Summary() string {
	text := fmt.Sprintf("%d jobs done, %d given up", w.Done, w.Dead)
	if w.Failed > 0 {
		text += fmt.Sprintf(", %d attempts failed", w.Failed)
	}
	if w.Twice > 0 {
		text += fmt.Sprintf(", %d were done by another worker too", w.Twice)
	}
	if w.Interrupted > 0 {
		text += fmt.Sprintf(", %d given back", w.Interrupted)
	}
	return text + "\n"
}

// worker is the state of one Work.
type worker struct {
	*Campaign
	options WorkOptions

	mu     sync.Mutex
	worked Worked
}

// fetchWait is how long one question for a job stays open.
const fetchWait = time.Second

// Work does jobs until the queue is empty, which includes the jobs that others
// have in hand: if those die, their jobs come back. When ctx ends, what is in
// hand goes back to the queue without counting as an attempt.
func (c *Campaign) Work(ctx context.Context, o WorkOptions) (*Worked, error) {
	if o.Slots < 1 {
		return nil, fmt.Errorf("a worker needs at least one job at a time, got %d", o.Slots)
	}
	w := &worker{Campaign: c, options: o}
	errs := make([]error, o.Slots)
	var slots sync.WaitGroup
	for i := range o.Slots {
		slots.Go(func() { errs[i] = w.slot(ctx) })
	}
	slots.Wait()
	return &w.worked, workflow.Infra(errors.Join(errs...))
}

// slot does one job after the other.
func (w *worker) slot(ctx context.Context) error {
	quiet := w.Campaign.options.Now()
	for ctx.Err() == nil {
		msg, err := w.queue.Next(jetstream.FetchMaxWait(fetchWait))
		if err == nil {
			if err := w.handle(ctx, msg); err != nil {
				return err
			}
			quiet = w.Campaign.options.Now()
			continue
		}
		if !errors.Is(err, nats.ErrTimeout) && !errors.Is(err, jetstream.ErrNoMessages) {
			w.options.Log.Debug("asking for a job", "err", err)
			if err := sleep(ctx, retryPause); err != nil {
				break
			}
		}
		info, err := w.info(ctx)
		switch {
		case err == nil && info.State.Msgs == 0 && !w.options.Stay:
			return nil
		case err == nil:
			quiet = w.Campaign.options.Now()
		case ctx.Err() == nil && (!away(err) || w.Campaign.options.Now().Sub(quiet) > patience):
			return fmt.Errorf("the campaign's server is gone: %w", err)
		}
	}
	return nil
}

// info asks for the state of the queue.
func (w *worker) info(ctx context.Context) (*jetstream.StreamInfo, error) {
	ctx, cancel := context.WithTimeout(ctx, requestTime)
	defer cancel()
	return w.jobs.Info(ctx)
}

// handle does one delivery of a job, whatever it takes, and settles it.
func (w *worker) handle(ctx context.Context, msg jetstream.Msg) error {
	// What settles a job is done even when ctx has ended.
	settle := context.WithoutCancel(ctx)
	id := msg.Subject()[strings.LastIndexByte(msg.Subject(), '.')+1:]
	var job Job
	if err := json.Unmarshal(msg.Data(), &job); err != nil || job.ID() != id {
		o := &Outcome{ID: id, Job: job, Error: "the message on the queue is damaged"}
		return w.end(settle, msg, o, nil)
	}
	over, err := w.outcome(settle, id)
	if err != nil {
		return err
	}
	if over != nil { // its worker died after the outcome, before the acknowledgement
		w.acknowledge(settle, msg)
		return nil
	}
	before, err := w.attemptsAt(settle, id)
	if err != nil {
		return err
	}
	o := &Outcome{ID: id, Job: job}
	for _, n := range before {
		o.Attempts = append(o.Attempts, n.Attempt)
	}
	if len(before) >= job.Attempts {
		o.Error = lastWords(before)
		return w.end(settle, msg, o, before)
	}
	return w.attempt(ctx, msg, o, before)
}

// lastWords is why a job is given up whose attempts are used up.
func lastWords(before []note) string {
	last := before[len(before)-1]
	if last.Error == "" {
		return fmt.Sprintf("the worker %s died over it or lost its lease, attempt %d of %d",
			last.Worker, len(before), len(before))
	}
	return last.Error
}

// attempt runs a job under a lease and decides what becomes of it.
func (w *worker) attempt(ctx context.Context, msg jetstream.Msg, o *Outcome, before []note) error {
	settle := context.WithoutCancel(ctx)
	this, err := w.begin(settle, o.ID, w.options.Worker)
	if err != nil {
		return err
	}
	scratch, err := os.MkdirTemp(w.options.Dir, "job-")
	if err != nil {
		return errors.Join(fmt.Errorf("the worker's scratch folder: %w", err), w.giveBack(settle, msg, this))
	}
	defer os.RemoveAll(scratch)
	release := w.holdLease(ctx, msg)
	defer release()
	result, err := w.run(ctx, scratch, o)
	all := append(before, this)
	switch {
	case ctx.Err() != nil:
		return w.giveBack(settle, msg, this)
	case err == nil:
		o.Result = result
		return w.end(settle, msg, o, all)
	}
	w.options.Log.Info("attempt failed", "job", o.Job.String(), "err", err)
	this.Error = clip(err.Error())
	o.Attempts = append(o.Attempts, this.Attempt)
	if workflow.FaultOf(err) != workflow.FaultInfra || len(all) >= o.Job.Attempts {
		o.Error = this.Error
		return w.end(settle, msg, o, all)
	}
	w.count(func(t *Worked) { t.Failed++ })
	if err := w.write(settle, this); err != nil {
		return err
	}
	return msg.NakWithDelay(w.options.Pause)
}

// run gets the files of a job, does it and keeps its run folder.
func (w *worker) run(ctx context.Context, scratch string, o *Outcome) (*Result, error) {
	task := Task{Job: o.Job, Out: filepath.Join(scratch, "run")}
	for _, file := range []struct {
		sum, name string
		path      *string
	}{
		{o.Job.APK, "app.apk", &task.APK},
		{o.Job.Trace, "trace.txt", &task.Trace},
		{o.Job.Mapping, "mapping.txt", &task.Mapping},
	} {
		if file.sum == "" {
			continue
		}
		*file.path = filepath.Join(scratch, file.name)
		get := func(ctx context.Context) error { return w.files.GetFile(ctx, inputs+file.sum, *file.path) }
		if err := w.transfer(ctx, get); err != nil {
			return nil, workflow.Infra(fmt.Errorf("fetching %s of the job: %w", file.name, err))
		}
	}
	result, err := w.options.Run(ctx, task)
	if err != nil || ctx.Err() != nil {
		return nil, err
	}
	o.Run, err = w.keep(ctx, o.ID, task.Out)
	return result, workflow.Infra(err)
}

// holdLease renews the lease on a job until it is released.
func (w *worker) holdLease(ctx context.Context, msg jetstream.Msg) (release func()) {
	ctx, cancel := context.WithCancel(context.WithoutCancel(ctx))
	var beats sync.WaitGroup
	beats.Go(func() {
		for sleep(ctx, w.lease/3) == nil {
			if err := msg.InProgress(); err != nil && !errors.Is(err, jetstream.ErrMsgAlreadyAckd) {
				w.options.Log.Warn("renewing the lease of a job", "err", err)
			}
		}
	})
	return func() { cancel(); beats.Wait() }
}

// maxError bounds the text of an error in the notes, in bytes.
const maxError = 4000

// clip cuts a text to maxError; the end of an error says most.
func clip(text string) string {
	if len(text) <= maxError {
		return text
	}
	return "..." + strings.ToValidUTF8(text[len(text)-maxError:], "")
}

// giveBack returns a job to the queue as if it had not been tried.
func (w *worker) giveBack(ctx context.Context, msg jetstream.Msg, this note) error {
	w.count(func(t *Worked) { t.Interrupted++ })
	return errors.Join(w.erase(ctx, this), msg.Nak(), w.conn.FlushTimeout(requestTime))
}

// end stores an outcome, acknowledges the job and tidies its attempts.
func (w *worker) end(ctx context.Context, msg jetstream.Msg, o *Outcome, notes []note) error {
	o.Worker, o.Ended = w.options.Worker, w.Campaign.options.Now().Round(0)
	first, err := w.conclude(ctx, o)
	if err != nil {
		return err
	}
	if !first && o.Run != "" {
		if err := w.files.Delete(ctx, o.Run); err != nil {
			w.options.Log.Warn("removing the run folder of a job that another worker did", "err", err)
		}
	}
	w.count(func(t *Worked) {
		switch {
		case !first:
			t.Twice++
		case o.Dead():
			t.Dead++
		default:
			t.Done++
		}
		if first && w.options.Ended != nil {
			w.options.Ended(o)
		}
	})
	for _, n := range notes {
		if err := w.erase(ctx, n); err != nil {
			return err
		}
	}
	w.acknowledge(ctx, msg)
	return nil
}

// acknowledge takes a job off the queue. Without an answer the job comes back,
// and whoever gets it sees that it is over.
func (w *worker) acknowledge(ctx context.Context, msg jetstream.Msg) {
	ctx, cancel := context.WithTimeout(ctx, requestTime)
	defer cancel()
	if err := msg.DoubleAck(ctx); err != nil {
		w.options.Log.Info("acknowledging a job", "err", err)
	}
}

// count changes the tally.
func (w *worker) count(change func(*Worked)) {
	w.mu.Lock()
	defer w.mu.Unlock()
	change(&w.worked)
}
