package campaign

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// scaleJobs, when set, is how many empty jobs TestScale runs.
const scaleJobs = "TALPA_SCALE"

// emptyURL, when set, turns the test binary into a worker of the campaign on those servers, with
// eight slots, whose jobs are empty.
const emptyURL = "TALPA_TEST_EMPTY"

// empty is a job that does nothing.
func empty(_ context.Context, t Task) (*Result, error) {
	return &Result{Success: t.Job.Seed%2 == 0, Events: 1}, nil
}

// workEmpty does empty jobs until there are none.
func workEmpty(url string) error {
	o := options("")
	o.URL, o.Create = url, false
	c, err := Open(context.Background(), o)
	if err != nil {
		return err
	}
	defer c.Close()
	_, err = c.Work(context.Background(), WorkOptions{Worker: fmt.Sprintf("empty-%d", os.Getpid()), Slots: 8, Run: empty,
		Log: c.options.Log})
	if err == nil {
		os.Exit(0)
	}
	return err
}

// resident is the memory of a process in bytes: now, and the most that it was.
func resident(t *testing.T, pid int) (now, most int64) {
	t.Helper()
	data, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return 0, 0 // gone
	}
	for _, line := range strings.Split(string(data), "\n") {
		var kb int64
		if _, err := fmt.Sscanf(line, "VmRSS: %d kB", &kb); err == nil {
			now = kb << 10
		}
		if _, err := fmt.Sscanf(line, "VmHWM: %d kB", &kb); err == nil {
			most = kb << 10
		}
	}
	return now, most
}

// asker asks for the status of a campaign that is to have so many jobs, and for how long that takes.
type asker struct {
	campaign *Campaign // that is open all the time
	options  Options   // of those that are opened for one question, as by a command
	cache    string    // folder of their files
	count    int64
}

// ask asks by each way: of the campaign that is open, as a command that has asked before, and as one on a computer
// that never has, which has to read all outcomes.
func (a *asker) ask(t *testing.T, when string) *Status {
	t.Helper()
	var last *Status
	for _, way := range []struct{ name, cache string }{{name: "open"}, {"known", a.cache}, {"new", t.TempDir()}} {
		begin := time.Now()
		c := a.campaign
		if way.name != "open" {
			o := a.options
			o.Create, o.Cache = false, way.cache
			c = open(t, o)
		}
		last = status(t, c)
		took := time.Since(begin)
		t.Logf("status %s, %s: %v, %d done", when, way.name, took, last.Done)
		if took > 2*time.Second {
			t.Errorf("a status %s, %s, took %v", when, way.name, took)
		}
		if last.Jobs != int(a.count) {
			t.Errorf("%d of %d jobs", last.Jobs, a.count)
		}
	}
	return last
}

// TestScale has a worker with eight slots do many empty jobs, with a server that syncs its files as
// nats-server does by default, each a process of its own, and asks for the status meanwhile and
// afterwards: TALPA_SCALE=100000 go test ./internal/campaign -run TestScale -v -timeout 30m.
func TestScale(t *testing.T) {
	count, err := strconv.ParseInt(os.Getenv(scaleJobs), 10, 64)
	if err != nil {
		t.Skip("slow: set " + scaleJobs + " to a number of jobs")
	}
	o := options("")
	nodes := startServers(t, 1)
	begin(t, nodes)
	o.URL = urls(nodes)
	c := open(t, o)
	from := time.Now()
	submit(t, c, submission(count))
	t.Logf("submission: %v", time.Since(from))
	a := &asker{c, o, t.TempDir(), count}
	a.ask(t, "before")
	worker := exec.Command(os.Args[0])
	worker.Env = append(os.Environ(), emptyURL+"="+o.URL, "TMPDIR="+t.TempDir())
	worker.Stderr = t.Output()
	from = time.Now()
	if err := worker.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- worker.Wait() }()
	var most int64
	for look := 1; ; look++ {
		select {
		case err := <-ended:
			if err != nil {
				t.Fatal(err)
			}
			took := time.Since(from)
			rate := float64(count) / took.Seconds()
			usage := worker.ProcessState.SysUsage().(*syscall.Rusage)
			t.Logf("%d jobs in %v: %.0f a second; worker: %d MiB at most, %v of CPU in user mode, %v in system mode",
				count, took, rate, most>>20, worker.ProcessState.UserTime(), worker.ProcessState.SystemTime())
			if most = usage.Maxrss << 10; most > 150<<20 {
				t.Errorf("the worker took %d MiB", most>>20)
			}
			if rate < 500 {
				t.Errorf("%.0f jobs a second", rate)
			}
			if s := a.ask(t, "after"); s.Done != int(count) || s.Success != int(count)/2 {
				t.Errorf("status %+v", s)
			}
			return
		case <-time.After(time.Second):
			now, high := resident(t, worker.Process.Pid)
			most = max(most, high)
			if look%20 == 0 {
				s := a.ask(t, "meanwhile")
				t.Logf("%d done, worker %d MiB", s.Done, now>>20)
			}
		}
	}
}
