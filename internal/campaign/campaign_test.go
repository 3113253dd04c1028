package campaign

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"talpa/internal/campaign/hub"
	"talpa/internal/workflow"
	"talpa/internal/workflow/fleet/fleettest"
)

// helperDir, when set, turns the test binary into a worker of the campaign in
// that folder whose jobs never end: it is there to be killed.
const helperDir = "TALPA_TEST_WORKER"

func TestMain(m *testing.M) {
	if code, ok := fleettest.Launcher(os.Args); ok {
		os.Exit(code)
	}
	for name, run := range map[string]func(string) error{
		emptyURL: workEmpty, serverConfig: serveAlone, clusterURL: workInCluster,
	} {
		if argument := os.Getenv(name); argument != "" {
			fmt.Fprintln(os.Stderr, run(argument))
			os.Exit(1)
		}
	}
	if dir := os.Getenv(helperDir); dir != "" {
		fmt.Fprintln(os.Stderr, workForEver(dir))
		os.Exit(1)
	}
	os.Exit(m.Run())
}

// workForEver takes jobs of a campaign and says so on standard output.
func workForEver(dir string) error {
	ctx := context.Background()
	c, err := Open(ctx, options(dir))
	if err != nil {
		return err
	}
	_, err = c.Work(ctx, WorkOptions{
		Worker: "doomed", Slots: 1, Log: options(dir).Log,
		Run: func(ctx context.Context, _ Task) (*Result, error) {
			fmt.Println("working")
			select {}
		},
	})
	return err
}

// options are those of the tests: a campaign folder with a lease that does not
// run out on a slow machine.
func options(dir string) Options {
	return Options{
		Dir: dir, Name: "test", Create: true, Lease: time.Minute, Replicas: 1,
		Now: time.Now, Log: slog.New(slog.NewTextHandler(io.Discard, nil)),
	}
}

// hasty are options with the shortest lease.
func hasty(dir string) Options {
	o := options(dir)
	o.Lease = minLease
	return o
}

// open opens a campaign for the time of the test.
func open(t *testing.T, o Options) *Campaign {
	t.Helper()
	c, err := Open(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	return c
}

// submission is one of the sample app with seeds 1 to n.
func submission(n int64) Submission {
	return Submission{
		APK: filepath.Join("..", "..", "testdata", "apps", "burrow.apk"), Seeds: Seeds{1, n},
		Generators: []string{"random"}, Job: Job{Events: 10, Attempts: 2, Oracles: []string{"crash"}},
	}
}

// submit queues it.
func submit(t *testing.T, c *Campaign, s Submission) *Submitted {
	t.Helper()
	out, err := c.Submit(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// work works with a runner, two jobs at a time, until the queue is empty.
func work(t *testing.T, c *Campaign, name string, run Runner) *Worked {
	t.Helper()
	return workSlots(t, c, name, 2, run)
}

// workSlots works with a runner, so many jobs at a time, until the queue is empty.
func workSlots(t *testing.T, c *Campaign, name string, slots int, run Runner) *Worked {
	t.Helper()
	w, err := c.Work(t.Context(), WorkOptions{Worker: name, Slots: slots, Dir: t.TempDir(), Run: run, Log: c.options.Log})
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// succeed is a runner that writes a run folder.
func succeed(_ context.Context, t Task) (*Result, error) {
	app, err := os.ReadFile(t.APK)
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(filepath.Join(t.Out, "deep"), 0o755); err != nil {
		return nil, err
	}
	text := fmt.Sprintf("seed %d of %d bytes", t.Job.Seed, len(app))
	if err := os.WriteFile(filepath.Join(t.Out, "deep", "note.txt"), []byte(text), 0o644); err != nil {
		return nil, err
	}
	return &Result{Success: t.Job.Seed%2 == 0, Events: int(t.Job.Seed)}, nil
}

// status asks for the state.
func status(t *testing.T, c *Campaign) *Status {
	t.Helper()
	s, err := c.Status(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestJobsAreDoneOnce(t *testing.T) {
	t.Parallel()
	c := open(t, options(t.TempDir()))
	if got, want := *submit(t, c, submission(6)), (Submitted{Jobs: 6, New: 6}); got != want {
		t.Fatalf("first submission: %+v, want %+v", got, want)
	}
	if got, want := *submit(t, c, submission(6)), (Submitted{Jobs: 6, Queued: 6}); got != want {
		t.Fatalf("second submission: %+v, want %+v", got, want)
	}
	if s := status(t, c); s.Jobs != 6 || s.Waiting != 6 {
		t.Fatalf("status before: %+v", s)
	}
	if w := work(t, c, "one", succeed); *w != (Worked{Done: 6}) {
		t.Fatalf("worked %+v", *w)
	}
	if got, want := *submit(t, c, submission(7)), (Submitted{Jobs: 7, New: 1, Over: 6}); got != want {
		t.Fatalf("submission after work: %+v, want %+v", got, want)
	}
	s := status(t, c)
	if s.Jobs != 7 || s.Waiting != 1 || s.Done != 6 || s.Success != 3 || len(s.Running) != 0 {
		t.Fatalf("status after: %+v", s)
	}
	report, err := c.Report(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	want := []Row{{App: "burrow.apk", Configuration: Configuration{"none", "random"}, Jobs: 6, Success: 3, Events: 4}}
	if diff := cmp.Diff(want, report.Rows); diff != "" {
		t.Error(diff)
	}
	dir := t.TempDir()
	if err := c.ExtractAll(t.Context(), report, dir); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(dir, report.Outcomes[2].ID, "deep", "note.txt"))
	if err != nil || !strings.HasPrefix(string(text), "seed 3 of ") {
		t.Errorf("run folder of the third job: %q, %v", text, err)
	}
}

func TestTwoWorkersShareTheJobs(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	first := open(t, options(dir))
	second := open(t, options(dir)) // its folder has a server already
	submit(t, first, submission(20))
	var both sync.WaitGroup
	worked := make([]*Worked, 2)
	slow := func(ctx context.Context, t Task) (*Result, error) {
		return &Result{}, sleep(ctx, 20*time.Millisecond)
	}
	for i, c := range []*Campaign{first, second} {
		both.Go(func() { worked[i] = work(t, c, fmt.Sprint(i), slow) })
	}
	both.Wait()
	if worked[0].Done+worked[1].Done != 20 || worked[0].Done == 0 || worked[1].Done == 0 {
		t.Errorf("the workers did %+v and %+v", *worked[0], *worked[1])
	}
	if s := status(t, second); s.Done != 20 || s.Waiting != 0 {
		t.Errorf("status %+v", s)
	}
}

// A worker that is killed in the middle of a job, with the server in its
// process: another takes over the server and the job.
func TestWorkerKilled(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	c, err := Open(t.Context(), hasty(dir))
	if err != nil {
		t.Fatal(err)
	}
	submit(t, c, submission(1))
	c.Close()
	doomed := exec.Command(os.Args[0])
	doomed.Env = append(os.Environ(), helperDir+"="+dir)
	out, err := doomed.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := doomed.Start(); err != nil {
		t.Fatal(err)
	}
	if _, err := out.Read(make([]byte, 1)); err != nil {
		t.Fatal(err)
	}
	heir := open(t, options(dir))
	if s := status(t, heir); len(s.Running) != 1 || s.Running[0].Worker != "doomed" {
		t.Errorf("status while it works: %+v", s)
	}
	if err := doomed.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	if err := doomed.Wait(); err == nil {
		t.Fatal("the killed worker ended well")
	}
	if w := work(t, heir, "heir", succeed); *w != (Worked{Done: 1}) {
		t.Errorf("worked %+v", *w)
	}
	o := single(t, heir)
	if o.Worker != "heir" || len(o.Attempts) != 1 || o.Attempts[0].Worker != "doomed" || o.Attempts[0].Error != "" {
		t.Errorf("outcome %+v", o)
	}
}

// single is the only outcome.
func single(t *testing.T, c *Campaign) *Outcome {
	t.Helper()
	all, err := c.Outcomes(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if len(all) != 1 {
		t.Fatalf("%d outcomes", len(all))
	}
	return all[0]
}

// A job that is delivered again while its first worker still works, because
// that one could not renew its lease, counts once.
func TestDeliveredTwice(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	slow, quick := open(t, hasty(dir)), open(t, hasty(dir))
	slow.lease = time.Hour // no heartbeats within the true lease
	submit(t, slow, submission(1))
	taken, others := make(chan bool), make(chan bool)
	var tardy *Worked
	var both sync.WaitGroup
	both.Go(func() {
		// One slot: a second would take the job that comes back, if it is faster than the quick worker.
		tardy = workSlots(t, slow, "slow", 1, func(ctx context.Context, t Task) (*Result, error) {
			close(taken)
			<-others
			return &Result{Events: 1}, nil
		})
	})
	<-taken
	if w := work(t, quick, "quick", succeed); *w != (Worked{Done: 1}) {
		t.Errorf("the quick one worked %+v", *w)
	}
	close(others)
	both.Wait()
	if *tardy != (Worked{Twice: 1}) {
		t.Errorf("the slow one worked %+v", *tardy)
	}
	if o := single(t, quick); o.Worker != "quick" {
		t.Errorf("outcome of %s", o.Worker)
	}
	if s := status(t, quick); s.Jobs != 1 || s.Done != 1 {
		t.Errorf("status %+v", s)
	}
}

// A worker that died after it had stored the outcome and before it had
// acknowledged: the job is not done again.
func TestOverButNotAcknowledged(t *testing.T) {
	t.Parallel()
	c := open(t, options(t.TempDir()))
	submit(t, c, submission(1))
	queued, err := c.queued(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for id := range queued {
		o := &Outcome{ID: id, Worker: "dead", Ended: time.Now().Round(0), Result: &Result{}}
		for range 2 { // an answer that got lost: it is asked again
			if first, err := c.conclude(t.Context(), o); err != nil || !first {
				t.Fatalf("conclude: %t, %v", first, err)
			}
		}
	}
	if s := status(t, c); s.Jobs != 1 || s.Done != 1 || s.Waiting != 0 {
		t.Errorf("status %+v", s)
	}
	w := work(t, c, "next", func(context.Context, Task) (*Result, error) {
		t.Error("the job was done again")
		return &Result{}, nil
	})
	if *w != (Worked{}) {
		t.Errorf("worked %+v", *w)
	}
}

func TestWork_jobThatAlwaysFailsIsGivenUp(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name   string
		err    error
		tries  int
		worked Worked
	}{
		{"infrastructure", workflow.Infra(errors.New("no device")), 4, Worked{Dead: 1, Failed: 3}},
		{"bad input", errors.New("no such class"), 1, Worked{Dead: 1}},
	} {
		t.Run(test.name, func(t *testing.T) {
			c := open(t, options(t.TempDir()))
			submit(t, c, submission(1))
			tries := 0
			w := work(t, c, "w", func(context.Context, Task) (*Result, error) {
				tries++
				return nil, test.err
			})
			if tries != test.tries || *w != test.worked {
				t.Errorf("%d tries, worked %+v", tries, *w)
			}
			s := status(t, c)
			if len(s.Dead) != 1 || s.Dead[0].Error != test.err.Error() || len(s.Dead[0].Attempts) != test.tries {
				t.Errorf("status %+v", s)
			}
			if !strings.Contains(s.Summary(), "given up") {
				t.Errorf("summary %q", s.Summary())
			}
		})
	}
}

// A job over which every worker dies is given up as well.
func TestWorkersDieOverIt(t *testing.T) {
	t.Parallel()
	c := open(t, options(t.TempDir()))
	submit(t, c, submission(1))
	queued, err := c.queued(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for id := range queued {
		for i := range 2 {
			if _, err := c.begin(t.Context(), id, fmt.Sprintf("victim %d", i)); err != nil {
				t.Fatal(err)
			}
		}
	}
	w := work(t, c, "w", func(context.Context, Task) (*Result, error) {
		t.Error("the job was tried again")
		return nil, errors.New("dead")
	})
	if *w != (Worked{Dead: 1}) {
		t.Errorf("worked %+v", *w)
	}
	if o := single(t, c); !strings.Contains(o.Error, "victim 1 died") || len(o.Attempts) != 2 {
		t.Errorf("outcome %+v", o)
	}
	if left, err := c.attemptsAt(t.Context(), "*"); err != nil || len(left) != 0 {
		t.Errorf("attempts left: %v, %v", left, err)
	}
}

// What is in hand at Ctrl-C goes back and does not count as an attempt.
func TestInterrupted(t *testing.T) {
	t.Parallel()
	c := open(t, options(t.TempDir()))
	s := submission(1)
	s.Job.Attempts = 1
	submit(t, c, s)
	ctx, cancel := context.WithCancel(t.Context())
	w, err := c.Work(ctx, WorkOptions{
		Worker: "w", Slots: 1, Dir: t.TempDir(), Log: c.options.Log,
		Run: func(ctx context.Context, _ Task) (*Result, error) {
			cancel()
			<-ctx.Done()
			return &Result{}, nil
		},
	})
	if err != nil || *w != (Worked{Interrupted: 1}) {
		t.Fatalf("worked %+v, %v", w, err)
	}
	if w := work(t, c, "next", succeed); *w != (Worked{Done: 1}) {
		t.Errorf("worked %+v", *w)
	}
	if o := single(t, c); len(o.Attempts) != 0 {
		t.Errorf("outcome %+v", o)
	}
}

// A message that is not a job ends in the dead list; the queue goes on.
func TestDamagedMessage(t *testing.T) {
	t.Parallel()
	c := open(t, options(t.TempDir()))
	submit(t, c, submission(1))
	forged, err := json.Marshal(Job{App: "x", Attempts: 9})
	if err != nil {
		t.Fatal(err)
	}
	for id, data := range map[string]string{"junk": "{", "forged": string(forged)} {
		if _, err := c.js.Publish(t.Context(), c.subjectOf(id), []byte(data)); err != nil {
			t.Fatal(err)
		}
	}
	if w := work(t, c, "w", succeed); *w != (Worked{Done: 1, Dead: 2}) {
		t.Errorf("worked %+v", *w)
	}
}

// A server that others run: two campaigns in it know nothing of each other.
func TestForeignServer(t *testing.T) {
	t.Parallel()
	o := options("")
	server, url, err := hub.Open(t.Context(), t.TempDir(), "", o.Log)
	if err != nil {
		t.Fatal(err)
	}
	defer server.Close()
	o.URL = url
	c := open(t, o)
	o.Name = "other"
	other := open(t, o)
	submit(t, c, submission(2))
	if s := status(t, other); s.Jobs != 0 {
		t.Errorf("the other campaign has %d jobs", s.Jobs)
	}
	if w := work(t, c, "w", succeed); w.Done != 2 {
		t.Errorf("worked %+v", *w)
	}
	o.Name, o.Create = "third", false
	if _, err := Open(t.Context(), o); err == nil || workflow.FaultOf(err) != workflow.FaultUser {
		t.Errorf("opening a campaign that is not there: %v", err)
	}
	o.URL = "nats://wrong" + url[strings.LastIndexByte(url, '@'):]
	if _, err := Open(t.Context(), o); err == nil || workflow.FaultOf(err) != workflow.FaultInfra {
		t.Errorf("opening with a wrong token: %v", err)
	}
}

func TestBadSubmission(t *testing.T) {
	t.Parallel()
	c := open(t, options(t.TempDir()))
	for name, change := range map[string]func(*Submission){
		"no app":           func(s *Submission) { s.APK = "absent.apk" },
		"no configuration": func(s *Submission) { s.Generators = nil },
		"bad generator":    func(s *Submission) { s.Generators = []string{"psychic"} },
		"no oracle's file": func(s *Submission) { s.Job.Oracles = []string{"dmf=absent.json"} },
		"no limit":         func(s *Submission) { s.Job.Events = 0 },
		"solved of none":   func(s *Submission) { s.Job.UntilSolved = true },
		"no attempt":       func(s *Submission) { s.Job.Attempts = 0 },
		"too many":         func(s *Submission) { s.Seeds, s.Generators = Seeds{1, maxSeeds}, []string{"random", "guided"} },
		"bad level":        func(s *Submission) { s.Trace, s.Levels = &workflow.TraceInput{}, []string{"lots"} },
		"empty trace":      func(s *Submission) { s.Trace, s.Levels = &workflow.TraceInput{}, []string{"asra"} },
	} {
		s := submission(1)
		change(&s)
		if _, err := c.Submit(t.Context(), s); err == nil || workflow.FaultOf(err) != workflow.FaultUser {
			t.Errorf("%s: %v", name, err)
		}
	}
	if s := status(t, c); s.Jobs != 0 {
		t.Errorf("%d jobs were queued", s.Jobs)
	}
}
