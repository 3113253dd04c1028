package campaign

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"talpa/internal/workflow"
)

// ids are the IDs of the jobs on the queue, in no order.
func ids(t *testing.T, c *Campaign) []string {
	t.Helper()
	queued, err := c.queued(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var list []string
	for id := range queued {
		list = append(list, id)
	}
	return list
}

// allOutcomes are those of the campaign.
func allOutcomes(t *testing.T, c *Campaign) []*Outcome {
	t.Helper()
	all, err := c.Outcomes(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// A job of a newer talpa stays on the queue for those who know it; an old worker stops.
func TestJobOfANewerTalpa_OldWorkerStepsBack(t *testing.T) {
	t.Parallel()
	c := open(t, options(t.TempDir()))
	newer := `{"apk":"` + strings.Repeat("a", 64) + `","seed":1,"format":99,"gravity":"low"}`
	if err := c.publish(t.Context(), strings.Repeat("b", 24), []byte(newer)); err != nil {
		t.Fatal(err)
	}
	w, err := c.Work(t.Context(), WorkOptions{Worker: "old", Slots: 1, Dir: t.TempDir(), Run: succeed, Log: c.options.Log})
	if !errors.Is(err, errNewer) || workflow.FaultOf(err) != workflow.FaultInfra || *w != (Worked{}) {
		t.Errorf("worked %+v, %v", w, err)
	}
	if s := status(t, c); s.Waiting != 1 || len(s.Dead) != 0 {
		t.Errorf("status %+v", s)
	}
}

// A job without attempts, as no talpa writes it, is tried once.
func TestJobWithoutAttempts_TriedOnce(t *testing.T) {
	t.Parallel()
	c := open(t, options(t.TempDir()))
	job := Job{App: "x", Seed: 1}
	data, err := json.Marshal(job)
	if err != nil {
		t.Fatal(err)
	}
	if err := c.publish(t.Context(), job.ID(), data); err != nil {
		t.Fatal(err)
	}
	tries := 0
	w := workSlots(t, c, "w", 1, func(context.Context, Task) (*Result, error) {
		tries++
		return nil, errors.New("bad")
	})
	if tries != 1 || *w != (Worked{Dead: 1}) {
		t.Errorf("%d tries, worked %+v", tries, *w)
	}
}

// A worker that cannot work leaves the jobs to others.
func TestBrokenWorker_LeavesTheJobs(t *testing.T) {
	t.Parallel()
	broken := workflow.Infra(errors.New("no JVM starts"))
	c := open(t, options(t.TempDir()))
	submit(t, c, submission(8))
	w, err := c.Work(t.Context(), WorkOptions{Worker: "broken", Slots: 1, Dir: t.TempDir(), Log: c.options.Log,
		Ready: func(context.Context) error { return broken },
		Run: func(context.Context, Task) (*Result, error) {
			t.Error("a job was begun")
			return nil, broken
		}})
	if w != nil || !errors.Is(err, broken) {
		t.Errorf("worked %+v, %v", w, err)
	}
	// A job that failed comes back after a pause: the next ones fail before.
	w, err = c.Work(t.Context(), WorkOptions{Worker: "breaks", Slots: 1, Dir: t.TempDir(), Log: c.options.Log,
		Pause: time.Second,
		Run:   func(context.Context, Task) (*Result, error) { return nil, broken }})
	if !errors.Is(err, broken) || w.Dead != 0 || w.Failed != faultyJobs {
		t.Errorf("worked %+v, %v", w, err)
	}
	if w := work(t, c, "healthy", succeed); w.Done != 8 || w.Dead != 0 {
		t.Errorf("worked %+v", *w)
	}
}

func TestExhausted_byAttemptsAndWorkers(t *testing.T) {
	t.Parallel()
	of := func(workers string) (notes []note) {
		for _, w := range workers {
			notes = append(notes, note{Attempt: Attempt{Worker: string(w)}})
		}
		return notes
	}
	for workers, want := range map[string]bool{"": false, "a": false, "aa": false, "ab": true, "aaa": false, "aaaa": true,
		"aab": true} {
		if got := exhausted(of(workers), 2); got != want {
			t.Errorf("two attempts, tried by %q: %t", workers, got)
		}
	}
}

// What was given up is queued again, and its second outcome counts.
func TestRetry(t *testing.T) {
	t.Parallel()
	c := open(t, options(t.TempDir()))
	submit(t, c, submission(3))
	work(t, c, "w", func(_ context.Context, task Task) (*Result, error) {
		if task.Job.Seed == 2 {
			return &Result{}, nil
		}
		return nil, errors.New("bad")
	})
	if _, err := c.Retry(t.Context(), []string{"zz"}); err == nil || !strings.Contains(err.Error(), `"zz"`) {
		t.Errorf("an ID that there is not: %v", err)
	}
	dead := status(t, c).Dead
	if changed, err := c.Retry(t.Context(), []string{dead[0].ID[:8]}); err != nil || changed.Jobs != 1 ||
		changed.IDs[0] != dead[0].ID {
		t.Fatalf("one: %+v, %v", changed, err)
	}
	if s := status(t, c); s.Jobs != 3 || s.Waiting != 1 || len(s.Dead) != 1 {
		t.Errorf("status %+v", s)
	}
	if changed, err := c.Retry(t.Context(), nil); err != nil || changed.Jobs != 1 {
		t.Fatalf("the rest: %+v, %v", changed, err)
	}
	if w := work(t, c, "w", succeed); *w != (Worked{Done: 2}) {
		t.Errorf("worked %+v", *w)
	}
	if s := status(t, c); s.Jobs != 3 || s.Done != 3 || len(s.Dead) != 0 {
		t.Errorf("status %+v", s)
	}
}

// A process that dies between the message of a retry and the end of the outcome before: the job
// is done again, and counts once.
func TestRetry_InterruptedHalfWay(t *testing.T) {
	t.Parallel()
	c := open(t, options(t.TempDir()))
	submit(t, c, submission(1))
	work(t, c, "w", func(context.Context, Task) (*Result, error) { return nil, errors.New("bad") })
	job := single(t, c).Job
	job.Round = 1
	data, err := json.Marshal(job)
	if err != nil {
		t.Fatal(err)
	}
	if err := c.publish(t.Context(), job.ID(), data); err != nil {
		t.Fatal(err)
	}
	if w := work(t, c, "w", succeed); *w != (Worked{Done: 1}) {
		t.Errorf("worked %+v", *w)
	}
	if o := single(t, c); o.Dead() || o.Round != 1 {
		t.Errorf("outcome %+v", o)
	}
}

// A job that waits and one in hand are cancelled: the runner's context ends.
func TestCancel(t *testing.T) {
	t.Parallel()
	c := open(t, options(t.TempDir()))
	submit(t, c, submission(2))
	begun := make(chan bool)
	var worked *Worked
	var worker sync.WaitGroup
	worker.Go(func() {
		worked = workSlots(t, c, "w", 1, func(ctx context.Context, _ Task) (*Result, error) {
			close(begun)
			<-ctx.Done()
			return nil, ctx.Err()
		})
	})
	<-begun
	if changed, err := c.Cancel(t.Context(), nil); err != nil || changed.Jobs != 2 {
		t.Fatalf("%+v, %v", changed, err)
	}
	worker.Wait()
	if *worked != (Worked{Skipped: 1}) {
		t.Errorf("worked %+v", *worked)
	}
	if s := status(t, c); s.Jobs != 2 || s.Skipped != 2 || s.Waiting != 0 || len(s.Running) != 0 || len(s.Dead) != 0 {
		t.Errorf("status %+v", s)
	}
	if changed, err := c.Retry(t.Context(), nil); err != nil || changed.Jobs != 2 {
		t.Errorf("queued again: %+v, %v", changed, err)
	}
	if _, err := c.Cancel(t.Context(), []string{""}); err == nil {
		t.Error("the empty ID was taken for one")
	}
}

// burrowTrace is a crash of the sample app.
func burrowTrace(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", "testdata", "traces", "burrow-form.txt"))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestExpand_portfolio: jobs that are to run until the crash is solved are each another member of a portfolio; others
// are searches of their own.
func TestExpand_portfolio(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		seeds  int64
		solved bool
		want   string
	}{{3, true, "0/3 1/3 2/3 "}, {3, false, "0/0 0/0 0/0 "}, {1, true, "0/0 "}} {
		s := submission(c.seeds)
		s.Trace, s.Levels = &workflow.TraceInput{Name: "burrow-form.txt", Text: burrowTrace(t)}, []string{"none"}
		s.Job.UntilSolved, s.Job.Rewriter, s.Job.Match = c.solved, "dex", "point"
		jobs, err := s.expand(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		for _, j := range jobs {
			got += fmt.Sprintf("%d/%d ", j.Member, j.Members)
			if run := j.reproducing("a", *s.Trace, "b").Run; run.Member != j.Member || run.Members != j.Members {
				t.Errorf("%+v runs as member %d of %d", j, run.Member, run.Members)
			}
		}
		if got != c.want {
			t.Errorf("%d seeds, until solved %v: members %s, want %s", c.seeds, c.solved, got, c.want)
		}
	}
}

// Once one job has reproduced the crash, those that wait and those in hand are not needed; jobs
// of another crash are.
func TestUntilSolved(t *testing.T) {
	t.Parallel()
	c := open(t, options(t.TempDir()))
	s := submission(5)
	s.Trace, s.Levels = &workflow.TraceInput{Name: "burrow-form.txt", Text: burrowTrace(t)}, []string{"none"}
	s.Job.UntilSolved, s.Job.Rewriter, s.Job.Match = true, "dex", "point"
	submit(t, c, s)
	begun := make(chan bool)
	var slow *Worked
	var worker sync.WaitGroup
	worker.Go(func() {
		slow = workSlots(t, c, "slow", 1, func(ctx context.Context, _ Task) (*Result, error) {
			close(begun)
			<-ctx.Done()
			return nil, ctx.Err()
		})
	})
	<-begun
	quick := workSlots(t, c, "quick", 1, func(context.Context, Task) (*Result, error) {
		return &Result{Success: true}, nil
	})
	worker.Wait()
	if quick.Done != 1 || slow.Done != 0 || quick.Skipped+slow.Skipped != 4 || slow.Skipped == 0 {
		t.Errorf("the quick one worked %+v, the slow one %+v", *quick, *slow)
	}
	for _, o := range allOutcomes(t, c) {
		if o.Result == nil && !strings.HasPrefix(o.Skipped, "solved by ") {
			t.Errorf("outcome %+v", o)
		}
	}
	if s := status(t, c); s.Success != 1 || s.Skipped != 4 || len(s.Dead) != 0 {
		t.Errorf("status %+v", s)
	}
}

// One damaged thing costs itself only: an outcome, the note of an attempt, an archive.
func TestDamage_CostsItselfOnly(t *testing.T) {
	t.Parallel()
	c := open(t, options(t.TempDir()))
	submit(t, c, submission(4))
	work(t, c, "w", succeed)
	all := allOutcomes(t, c)
	if _, err := c.notes.Put(t.Context(), outcomes+all[0].ID, []byte("{")); err != nil {
		t.Fatal(err)
	}
	if _, err := c.notes.Put(t.Context(), attempts+all[1].ID+".x", []byte("[]")); err != nil {
		t.Fatal(err)
	}
	other := []byte("another archive")
	if _, err := c.files.PutBytes(t.Context(), all[2].Run, other); err != nil {
		t.Fatal(err)
	}
	outside := *all[3]
	outside.ID = "../../outside"
	forged, err := json.Marshal(outside)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.notes.Put(t.Context(), outcomes+all[3].ID, forged); err != nil {
		t.Fatal(err)
	}
	s := status(t, c)
	if s.Jobs != 4 || len(s.Dead) != 2 || s.Done != 2 || !strings.Contains(s.Summary(), "is damaged") {
		t.Errorf("status %+v", s)
	}
	r, err := c.Report(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(t.TempDir(), "out")
	if err := c.ExtractAll(t.Context(), r, dir); !errors.Is(err, errDamaged) || strings.Count(err.Error(),
		"damaged") != 1 {
		t.Errorf("unpacking: %v", err)
	}
	left, err := os.ReadDir(dir)
	if err != nil || len(left) != 1 || left[0].Name() != all[1].ID {
		t.Errorf("unpacked: %v, %v", left, err)
	}
}

// An input that is damaged on the server is an error of the infrastructure, and mended by the next submission.
func TestDamagedInput_MendedBySubmitting(t *testing.T) {
	t.Parallel()
	c := open(t, options(t.TempDir()))
	submit(t, c, submission(1))
	queued := ids(t, c)
	msg, err := c.jobs.GetLastMsgForSubject(t.Context(), c.subjectOf(queued[0]))
	if err != nil {
		t.Fatal(err)
	}
	job, err := readJob(queued[0], msg.Data)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.files.PutString(t.Context(), inputs+job.APK, "not the app"); err != nil {
		t.Fatal(err)
	}
	if err := c.files.verify(t.Context(), inputs+job.APK, job.APK); !errors.Is(err, errDamaged) {
		t.Errorf("verifying: %v", err)
	}
	w, err := newWorker(c, WorkOptions{Run: succeed}, t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.run(t.Context(), t.TempDir(), &Outcome{ID: job.ID(), Job: job}); !errors.Is(err, errDamaged) ||
		workflow.FaultOf(err) != workflow.FaultInfra {
		t.Errorf("running: %v", err)
	}
	submit(t, c, submission(1))
	if w := work(t, c, "w", succeed); *w != (Worked{Done: 1}) {
		t.Errorf("worked %+v", *w)
	}
}

func TestPurgeAndList(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	c := open(t, options(dir))
	submit(t, c, submission(2))
	o := options(dir)
	o.Name = "second"
	open(t, o)
	o.Create, o.ServerOnly, o.Name = false, true, "none"
	names := func() string {
		list, err := open(t, o).List(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		return list.Summary()
	}
	if got, want := names(), "second: 0 jobs waiting or running\ntest: 2 jobs waiting or running\n"; got != want {
		t.Errorf("listed %q, want %q", got, want)
	}
	if changed, err := c.Purge(t.Context()); err != nil || changed.Jobs != 2 {
		t.Fatalf("%+v, %v", changed, err)
	}
	if got, want := names(), "second: 0 jobs waiting or running\n"; got != want {
		t.Errorf("after the purge %q, want %q", got, want)
	}
	for _, store := range []func(context.Context) error{
		func(ctx context.Context) error { _, err := c.js.KeyValue(ctx, c.bucketName()); return err },
		func(ctx context.Context) error { _, err := c.js.ObjectStore(ctx, c.bucketName()); return err },
	} {
		if err := store(t.Context()); !errors.Is(err, jetstream.ErrBucketNotFound) {
			t.Errorf("what is left: %v", err)
		}
	}
}

func TestTransferTime(t *testing.T) {
	t.Parallel()
	for size, want := range map[int64]time.Duration{0: requestTime, 5 << 20: requestTime + 5*time.Second,
		1 << 40: largestTransfer} {
		if got := transferTime(size); got != want {
			t.Errorf("%d bytes: %v, want %v", size, got, want)
		}
	}
}

// Inputs are fetched once, and what was fetched longest ago makes room.
func TestInputFiles(t *testing.T) {
	t.Parallel()
	c := open(t, options(t.TempDir()))
	dir, jobs := t.TempDir(), t.TempDir()
	in, err := newInputFiles(c.files, dir)
	if err != nil {
		t.Fatal(err)
	}
	var sums []string
	for i := range maxInputs + 1 {
		sum, err := c.put(t.Context(), []byte(strings.Repeat("x", i)))
		if err != nil {
			t.Fatal(err)
		}
		sums = append(sums, sum)
		at := filepath.Join(jobs, sum)
		if err := in.put(t.Context(), sum, at); err != nil {
			t.Fatal(err)
		}
		if data, err := os.ReadFile(at); err != nil || len(data) != i {
			t.Errorf("input %d: %d bytes, %v", i, len(data), err)
		}
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) != maxInputs {
		t.Errorf("%d files are kept, %v", len(left), err)
	}
	if err := c.files.Delete(t.Context(), inputs+sums[maxInputs]); err != nil {
		t.Fatal(err)
	}
	if err := in.put(t.Context(), sums[maxInputs], filepath.Join(jobs, "again")); err != nil {
		t.Errorf("one that is kept: %v", err)
	}
	if err := in.put(t.Context(), sums[0], filepath.Join(jobs, "first again")); err != nil {
		t.Errorf("one that had to go: %v", err)
	}
}

// What is erased leaves nothing behind that a status would have to read over.
func TestErase_NothingIsLeft(t *testing.T) {
	t.Parallel()
	c := open(t, options(t.TempDir()))
	id, other := strings.Repeat("a", 24), strings.Repeat("b", 24)
	for range 2 {
		if _, err := c.begin(t.Context(), id, "w"); err != nil {
			t.Fatal(err)
		}
	}
	n, err := c.begin(t.Context(), other, "w")
	if err != nil {
		t.Fatal(err)
	}
	if err := c.erase(t.Context(), id); err != nil {
		t.Fatal(err)
	}
	if some, err := c.hasNotes(t.Context(), attempts+id+".*"); some || err != nil {
		t.Errorf("the erased job has notes: %t, %v", some, err)
	}
	if left, err := c.attemptsAt(t.Context(), other); len(left) != 1 || err != nil {
		t.Errorf("the other job: %d attempts, %v", len(left), err)
	}
	if err := c.withdraw(t.Context(), n); err != nil {
		t.Fatal(err)
	}
	info, err := c.noted.Info(t.Context())
	if err != nil || info.State.Msgs != 0 {
		t.Errorf("%d messages are left, %v", info.State.Msgs, err)
	}
}

// A worker is not broken because the queue's server was away.
func TestFault_ServerAway_WorkerGoesOn(t *testing.T) {
	t.Parallel()
	w := &worker{faults: map[string]bool{}}
	for i := range 2 * faultyJobs {
		w.fault(fmt.Sprint("away", i), workflow.Infra(fmt.Errorf("storing: %w", nats.ErrTimeout)))
	}
	if err := w.stopped(); err != nil {
		t.Errorf("the server was away: %v", err)
	}
	for i := range faultyJobs {
		if err := w.stopped(); err != nil {
			t.Errorf("after %d faults: %v", i, err)
		}
		w.fault(fmt.Sprint("own", i), workflow.Infra(errors.New("no JVM starts")))
	}
	if w.stopped() == nil {
		t.Error("the worker goes on whatever fails")
	}
}
