package campaign

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"talpa/internal/workflow"
	"talpa/internal/workflow/fleet/fleettest"
)

// clusterTime, when set, is how long TestCluster runs, for example 30m.
const clusterTime = "TALPA_CLUSTER"

// clusterURL, when set, turns the test binary into a worker of the campaign on those servers.
const clusterURL = "TALPA_TEST_CLUSTER"

// root is the folder of the module.
var root = filepath.Join("..", "..")

// workInCluster does jobs for ever: those with a trace as users' workers do, others are small, each with a run folder
// that can be told from others.
func workInCluster(url string) error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	real := Jobs(workflow.Machine{
		AgentDir: filepath.Join(root, "lib", "agent"), CacheDir: filepath.Join(root, "out", "cache", "talpa"),
		JavaHome: os.Getenv("JAVA_HOME"), Confine: fleettest.Confine(self), Unconfined: true, Now: time.Now,
		Log: slog.New(slog.DiscardHandler),
	})
	o := options("")
	o.URL, o.Create = url, false
	var c *Campaign
	for c == nil {
		var err error
		if c, err = Open(context.Background(), o); err != nil {
			fmt.Fprintln(os.Stderr, "opening, again:", err)
		}
	}
	_, err = c.Work(context.Background(), WorkOptions{
		Worker: fmt.Sprintf("worker-%d", os.Getpid()), Slots: 4, Stay: true, Pause: 100 * time.Millisecond,
		Run: func(ctx context.Context, t Task) (*Result, error) {
			if t.Job.Trace != "" {
				return real(ctx, t)
			}
			return noisy(ctx, t)
		},
		Log: slog.New(slog.NewTextHandler(os.Stderr, nil)),
	})
	return err
}

// noisyBytes is the size of a run folder's file that does not get smaller by packing.
const noisyBytes = 300 << 10

// noise is the content of that file.
func noise(seed int64) []byte {
	r := rand.NewChaCha8([32]byte{byte(seed), byte(seed >> 8), byte(seed >> 16)})
	data := make([]byte, noisyBytes)
	_, _ = r.Read(data) // never fails
	return data
}

// noisy is a job that leaves some chunks of an archive.
func noisy(ctx context.Context, t Task) (*Result, error) {
	if err := os.MkdirAll(t.Out, 0o755); err != nil {
		return nil, err
	}
	if err := os.WriteFile(filepath.Join(t.Out, "noise"), noise(t.Job.Seed), 0o644); err != nil {
		return nil, err
	}
	return &Result{Success: true, Events: int(t.Job.Seed)}, sleep(ctx, 300*time.Millisecond)
}

// crew are processes that are killed and stopped, and started again.
type crew struct {
	url     string
	nodes   []*node
	workers []*exec.Cmd
}

func (c *crew) employ(t *testing.T, i int) {
	t.Helper()
	w := exec.Command(os.Args[0])
	w.Env = append(os.Environ(), clusterURL+"="+c.url, "TMPDIR="+t.TempDir())
	w.Stderr = t.Output()
	if err := w.Start(); err != nil {
		t.Fatal(err)
	}
	c.workers[i] = w
}

// dismiss ends a worker without a word.
func (c *crew) dismiss(i int) {
	_ = c.workers[i].Process.Kill()
	_ = c.workers[i].Wait() // it was killed
}

// fault kills or stops a worker or a server, and is over when that one is back.
func (c *crew) fault(t *testing.T) string {
	t.Helper()
	away := time.Duration(1+rand.IntN(8)) * time.Second
	switch i, n := rand.IntN(len(c.workers)), rand.IntN(len(c.nodes)); rand.IntN(4) {
	case 0:
		c.dismiss(i)
		c.employ(t, i)
		return fmt.Sprintf("worker %d killed", i)
	case 1:
		pause(t, c.workers[i].Process, away)
		return fmt.Sprintf("worker %d stopped for %v", i, away)
	case 2:
		c.nodes[n].kill()
		time.Sleep(away)
		c.nodes[n].start(t)
		return fmt.Sprintf("server %d killed, away for %v", n, away)
	default:
		pause(t, c.nodes[n].cmd.Process, away)
		return fmt.Sprintf("server %d stopped for %v", n, away)
	}
}

// pause stops a process for some time.
func pause(t *testing.T, p *os.Process, d time.Duration) {
	t.Helper()
	if err := p.Signal(syscall.SIGSTOP); err != nil {
		t.Error(err)
	}
	time.Sleep(d)
	if err := p.Signal(syscall.SIGCONT); err != nil {
		t.Error(err)
	}
}

// realTrace is of a crash of the app that submission names; each job that looks for it takes a device some ten
// seconds of processor time, and many events fewer than it may use.
const realTrace = "burrow-form.txt"

// realJobs submits so many jobs, by seeds, that look for that crash. They take long beside the time between two
// faults, so many attempts of theirs are lost with their workers.
func realJobs(t *testing.T, c *Campaign, seeds Seeds) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root, "testdata", "traces", realTrace))
	if err != nil {
		t.Fatal(err)
	}
	s := submission(0)
	s.Seeds, s.Levels, s.Generators = seeds, []string{"none"}, []string{"guided"}
	s.Trace = &workflow.TraceInput{Name: realTrace, Text: string(text)}
	s.Job = Job{Events: 300, Time: 10 * time.Minute, Attempts: 20, Rewriter: "dex", Match: "point", Confirm: 1}
	if n := submit(t, c, s).New; n != int(seeds.Last-seeds.First+1) {
		t.Errorf("%d new jobs of %v", n, seeds)
	}
}

// TestCluster has four workers on a cluster of three servers do jobs, small ones and real ones, and
// kills or stops one of these every 20 seconds: every job ends once, every archive reads back, and
// the status counts all jobs whenever it is asked. TALPA_CLUSTER=30m go test ./internal/campaign
// -run TestCluster -v -timeout 1h.
func TestCluster(t *testing.T) {
	limit, err := time.ParseDuration(os.Getenv(clusterTime))
	if err != nil {
		t.Skip("slow: set " + clusterTime + " to a time")
	}
	fleettest.Machine(t, root) // its parts are there
	nodes := startServers(t, 3)
	begin(t, nodes)
	all := &crew{url: urls(nodes), nodes: nodes, workers: make([]*exec.Cmd, 4)}
	o := options("")
	o.URL, o.Replicas, o.Lease = all.url, 3, 5*time.Second
	c := open(t, o)
	small, real := submit(t, c, submission(200)).Jobs, 0
	for i := range all.workers {
		all.employ(t, i)
		t.Cleanup(func() { all.dismiss(i) })
	}
	const period = 20 * time.Second
	asked, refused := 0, 0
	for until := time.Now().Add(limit); time.Now().Before(until); {
		next := time.Now().Add(period)
		what := all.fault(t)
		s, err := c.Status(t.Context())
		for ; err == nil && time.Now().Before(next); s, err = c.Status(t.Context()) {
			asked++
			if s.Jobs != small+real || s.Waiting < 0 || len(s.Dead) != 0 {
				t.Errorf("after %s: of %d jobs: %s", what, small+real, s.Summary())
			}
			time.Sleep(time.Second)
		}
		if err != nil {
			refused++
			t.Logf("after %s: the status: %v", what, err)
		} else {
			t.Logf("%s; %d waiting, %d running, %d done", what, s.Waiting, len(s.Running), s.Done)
		}
		if err == nil && s.Waiting < 100 { // there is always something to do
			more := submission(int64(small) + 200)
			if small = submit(t, c, more).Jobs; small != int(more.Seeds.Last) {
				t.Fatalf("%d jobs", small)
			}
			realJobs(t, c, Seeds{int64(real) + 1, int64(real) + realAtATime})
			real += realAtATime
		}
	}
	settle(t, c, small, real)
	t.Logf("%d small and %d real jobs; the status was asked %d times, and not there %d times", small, real, asked, refused)
}

// realAtATime is how many real jobs are submitted with 200 small ones.
const realAtATime = 2

// settle waits until all jobs are over, and looks at what they left.
func settle(t *testing.T, c *Campaign, small, real int) {
	t.Helper()
	for limit := time.Now().Add(15 * time.Minute); ; time.Sleep(time.Second) {
		s := status(t, c)
		if s.Done == small+real && s.Waiting == 0 {
			break
		}
		if time.Now().After(limit) {
			t.Fatal(s.Summary())
		}
	}
	seeds, events, met := map[string]bool{}, 0, 0
	for _, o := range allOutcomes(t, c) {
		name := fmt.Sprint(o.Job.TraceOf, o.Job.Seed)
		if seeds[name] || o.Result == nil {
			t.Errorf("outcome %+v", o)
			continue
		}
		seeds[name] = true
		dir := filepath.Join(t.TempDir(), o.ID)
		if err := c.Extract(t.Context(), o, dir); err != nil {
			t.Error(err)
			continue
		}
		if o.Job.Trace == "" {
			data, err := os.ReadFile(filepath.Join(dir, "noise"))
			if err != nil || string(data) != string(noise(o.Job.Seed)) || o.Result.Events != int(o.Job.Seed) {
				t.Errorf("seed %d: %d bytes, %d events, %v", o.Job.Seed, len(data), o.Result.Events, err)
			}
		} else {
			events += o.Result.Events
			if o.Result.Success {
				met++
			}
			data, err := os.ReadFile(filepath.Join(dir, "run.json"))
			if err != nil || !json.Valid(data) {
				t.Errorf("real job, seed %d: %d bytes, %v", o.Job.Seed, len(data), err)
			}
		}
		if err := os.RemoveAll(dir); err != nil {
			t.Error(err)
		}
	}
	if len(seeds) != small+real {
		t.Errorf("%d jobs have an outcome, of %d", len(seeds), small+real)
	}
	if real > 0 && met == 0 {
		t.Error("no real job met its crash")
	}
	t.Logf("%d of %d real jobs met their crash, %d events", met, real, events)
}
