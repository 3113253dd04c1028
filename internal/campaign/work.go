package campaign

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"talpa/fuzz/report"
	"talpa/internal/campaign/scratch"
	"talpa/internal/workflow"
)

// Task is a job at hand: its files on this computer.
type Task struct {
	Job     Job
	APK     string // paths; Trace and Mapping are "" if the job has none
	Trace   string
	Mapping string
	Oracles []string // of the job, with the paths of their files
	Out     string   // run folder to be made; what lies in it afterwards is kept
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
	// Ready proves, before the first job, that jobs can be done here; nil: they can.
	Ready func(context.Context) error
	Run   Runner
	Log   *slog.Logger
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
	Skipped     int `json:"skipped,omitempty"`     // jobs that were not needed any more
	Failed      int `json:"failed,omitempty"`      // attempts to be made again
	Interrupted int `json:"interrupted,omitempty"` // given back to the queue
}

// Summary says it for people.
func (w *Worked) Summary() string {
	text := fmt.Sprintf("%s done, %d given up", report.Counted(w.Done, "job"), w.Dead)
	if w.Skipped > 0 {
		text += fmt.Sprintf(", %d not needed", w.Skipped)
	}
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

	scratch string // folder of this worker
	inputs  *inputFiles

	mu     sync.Mutex
	worked Worked
	faults map[string]bool // jobs that failed one after the other by faults of our own, by ID
	broken error           // why the worker takes no more jobs
}

// newWorker makes a worker with its files in a scratch folder.
func newWorker(c *Campaign, o WorkOptions, scratch string) (*worker, error) {
	at, err := newInputFiles(c.files, filepath.Join(scratch, "inputs"))
	return &worker{Campaign: c, options: o, scratch: scratch, inputs: at, faults: map[string]bool{}}, err
}

// faultyJobs is the number of jobs that fail one after the other by faults of our own from which
// on it is the worker that is broken, not they.
const faultyJobs = 3

// fault takes in how a job ended here: nil, or an error. That the queue's server was away is no
// fault of this computer.
func (w *worker) fault(id string, err error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if err == nil || workflow.FaultOf(err) != workflow.FaultInfra {
		clear(w.faults)
		return
	}
	if away(err) {
		return
	}
	if w.faults[id] = true; len(w.faults) >= faultyJobs && w.broken == nil {
		w.broken = fmt.Errorf("%d jobs in a row failed on this worker, which takes no more "+
			"(talpa device doctor may tell why): %w", len(w.faults), err)
	}
}

// stopped is why the worker takes no more jobs; nil while it does.
func (w *worker) stopped() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.broken
}

// stepBack has the worker take no more jobs.
func (w *worker) stepBack(why error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.broken == nil {
		w.broken = why
	}
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
	if o.Ready != nil {
		if err := o.Ready(ctx); err != nil {
			if ctx.Err() != nil {
				return &Worked{}, nil
			}
			return nil, workflow.Infra(fmt.Errorf("this worker cannot do jobs: %w", err))
		}
	}
	folder, leave, err := scratch.New(o.Dir)
	if err != nil {
		return nil, workflow.Infra(err)
	}
	defer leave()
	w, err := newWorker(c, o, folder)
	if err != nil {
		return nil, workflow.Infra(err)
	}
	errs := make([]error, o.Slots)
	var slots sync.WaitGroup
	for i := range o.Slots {
		slots.Go(func() { errs[i] = w.slot(ctx) })
	}
	slots.Wait()
	return &w.worked, workflow.Infra(errors.Join(append(errs, w.stopped())...))
}

// slot does one job after the other.
func (w *worker) slot(ctx context.Context) error {
	quiet := w.Campaign.options.Now()
	for ctx.Err() == nil && w.stopped() == nil {
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
		case ctx.Err() == nil && (!away(err) || w.Campaign.options.Now().Sub(quiet) > retryTime):
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
	job, err := readJob(id, msg.Data())
	switch {
	case errors.Is(err, errNewer):
		w.stepBack(err)
		return errors.Join(msg.Nak(), w.conn.FlushTimeout(requestTime))
	case err != nil:
		return w.end(settle, msg, &Outcome{ID: id, Error: err.Error()}, nil)
	}
	over, err := w.outcome(settle, id)
	if err != nil {
		return err
	}
	if over != nil && over.Round >= job.Round { // its worker died after the outcome, before the acknowledgement
		w.acknowledge(settle, msg)
		return nil
	}
	before, err := w.attemptsAt(settle, id)
	if err != nil {
		return err
	}
	o := &Outcome{ID: id, Job: job, Round: job.Round}
	for _, n := range before {
		o.Attempts = append(o.Attempts, n.Attempt)
	}
	if job.UntilSolved {
		by, err := w.solver(settle, job)
		if err != nil {
			return err
		}
		if by != "" {
			o.Skipped = solved(by)
			return w.end(settle, msg, o, before)
		}
	}
	if exhausted(before, job.Attempts) {
		o.Error = lastWords(before)
		return w.end(settle, msg, o, before)
	}
	return w.attempt(ctx, msg, o, before)
}

// solved is why a job is not needed whose crash another one reproduced.
func solved(by string) string { return "solved by " + by }

// triesOfOne is how often more than the attempts of a job a lone worker may try it.
const triesOfOne = 2

// exhausted says whether a job has been tried enough: by as many workers as it has attempts, or
// so many times as often, where there are fewer workers. A fault of one worker is not the job's.
func exhausted(before []note, attempts int) bool {
	workers := map[string]bool{}
	for _, n := range before {
		workers[n.Worker] = true
	}
	return len(workers) >= attempts || len(before) >= triesOfOne*attempts
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
	scratch, err := os.MkdirTemp(w.scratch, "job-")
	if err != nil {
		return errors.Join(fmt.Errorf("the worker's scratch folder: %w", err), w.giveBack(settle, msg, this))
	}
	defer os.RemoveAll(scratch)
	job, leave := context.WithCancelCause(ctx)
	defer leave(nil)
	release := w.hold(job, msg, o.Job, this, leave)
	result, err := w.run(job, scratch, o)
	release()
	all := append(before, this)
	var gone *notNeeded
	switch {
	case ctx.Err() != nil:
		return w.giveBack(settle, msg, this)
	case errors.As(context.Cause(job), &gone):
		o.Skipped, o.Run, o.RunSum = gone.why, "", ""
		return w.end(settle, msg, o, all)
	case err == nil:
		o.Result = result
		w.fault(o.ID, nil)
		return w.end(settle, msg, o, all)
	}
	w.options.Log.Info("attempt failed", "job", o.Job.String(), "err", err)
	this.Error = clip(err.Error())
	all[len(all)-1] = this
	o.Attempts = append(o.Attempts, this.Attempt)
	w.fault(o.ID, err)
	if workflow.FaultOf(err) != workflow.FaultInfra || w.stopped() == nil && exhausted(all, o.Job.Attempts) {
		o.Error = this.Error
		return w.end(settle, msg, o, all)
	}
	w.count(func(t *Worked) { t.Failed++ })
	if err := w.write(settle, this); err != nil {
		return err
	}
	return errors.Join(msg.NakWithDelay(w.options.Pause), w.conn.FlushTimeout(requestTime))
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
		if err := w.inputs.put(ctx, file.sum, *file.path); err != nil {
			return nil, workflow.Infra(fmt.Errorf("fetching %s of the job (submitting it again mends a stored file): %w",
				file.name, err))
		}
	}
	var err error
	if task.Oracles, err = w.oracles(ctx, o.Job, scratch); err != nil {
		return nil, workflow.Infra(err)
	}
	result, err := w.options.Run(ctx, task)
	if err != nil || ctx.Err() != nil {
		return nil, err
	}
	o.Run, o.RunSum, err = w.keep(ctx, o.ID, task.Out, scratch)
	return result, workflow.Infra(err)
}

// oracles fetches the files of a job's oracles, and returns the oracles with their paths.
func (w *worker) oracles(ctx context.Context, job Job, scratch string) ([]string, error) {
	dir := filepath.Join(scratch, "oracles")
	for _, file := range job.OracleFiles {
		name, sum, _ := strings.Cut(file, "=")
		path := filepath.Join(dir, name)
		err := os.MkdirAll(filepath.Dir(path), 0o700)
		if err == nil {
			err = w.inputs.put(ctx, sum, path)
		}
		if err != nil {
			return nil, fmt.Errorf("fetching %s of the job (submitting it again mends a stored file): %w", name, err)
		}
	}
	var all []string
	for i, name := range job.Oracles {
		if word, file, hasFile := strings.Cut(name, "="); hasFile {
			name = word + "=" + filepath.Join(dir, strconv.Itoa(i), filepath.Base(file))
		}
		all = append(all, name)
	}
	return all, nil
}

// notNeeded is the cause with which a job in hand is left.
type notNeeded struct{ why string }

func (n *notNeeded) Error() string { return n.why }

// hold renews the lease on a job until it is released, notes that its worker lives, and leaves
// the job once it is not needed any more.
func (w *worker) hold(ctx context.Context, msg jetstream.Msg, job Job, this note,
	leave context.CancelCauseFunc) (release func()) {
	ctx, cancel := context.WithCancel(context.WithoutCancel(ctx))
	var beats sync.WaitGroup
	beats.Go(func() {
		for sleep(ctx, w.lease/3) == nil {
			if err := msg.InProgress(); err != nil && !errors.Is(err, jetstream.ErrMsgAlreadyAckd) {
				w.options.Log.Warn("renewing the lease of a job", "err", err)
			}
			if err := w.write(ctx, this); err != nil && ctx.Err() == nil {
				w.options.Log.Warn("noting that a job is in hand", "err", err)
			}
		}
	})
	beats.Go(func() {
		for sleep(ctx, min(w.lease/3, neededPause)) == nil {
			if why := w.unneeded(ctx, job); why != "" {
				leave(&notNeeded{why})
				return
			}
		}
	})
	return func() { cancel(); beats.Wait() }
}

// neededPause is the time between two looks whether a job in hand is still needed.
const neededPause = 2 * time.Second

// unneeded is why a job in hand is not needed; "" if it is, as far as the server says.
func (w *worker) unneeded(ctx context.Context, job Job) string {
	if over, err := w.outcome(ctx, job.ID()); err == nil && over != nil && over.Round >= job.Round && over.Skipped != "" {
		return over.Skipped
	}
	if !job.UntilSolved {
		return ""
	}
	by, err := w.solver(ctx, job)
	if err != nil || by == "" {
		return ""
	}
	return solved(by)
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
	return errors.Join(w.withdraw(ctx, this), msg.Nak(), w.conn.FlushTimeout(requestTime))
}

// end stores an outcome, acknowledges the job and tidies its attempts.
func (w *worker) end(ctx context.Context, msg jetstream.Msg, o *Outcome, notes []note) error {
	o.Worker, o.Ended = w.options.Worker, w.Campaign.options.Now().Round(0)
	if o.Job.UntilSolved && o.Result != nil && o.Result.Success {
		if err := w.solve(ctx, o.Job); err != nil {
			return err
		}
	}
	first, err := w.conclude(ctx, o)
	if err != nil {
		return err
	}
	if !first && o.Run != "" {
		if err := w.files.Delete(ctx, o.Run); err != nil {
			w.options.Log.Warn("removing the run folder of a job that another worker did", "err", err)
		}
	}
	w.count(func(t *Worked) { t.ended(o, first) })
	if first && w.options.Ended != nil {
		w.tell(o)
	}
	if len(notes) > 0 {
		if err := w.erase(ctx, o.ID); err != nil {
			return err
		}
	}
	w.acknowledge(ctx, msg)
	return nil
}

// ended counts a job that ended; first says that no other worker had ended it before.
func (t *Worked) ended(o *Outcome, first bool) {
	switch {
	case o.Skipped != "":
		t.Skipped++
	case !first:
		t.Twice++
	case o.Dead():
		t.Dead++
	default:
		t.Done++
	}
}

// tell tells of a job that ended, one at a time.
func (w *worker) tell(o *Outcome) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.options.Ended(o)
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
