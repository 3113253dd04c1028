package runtime

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"talpa/device/virtual/cgroup"
	"talpa/device/virtual/zygote"
	"talpa/internal/need"
	"talpa/internal/procfs"
)

// newAgentPool is a pool of real JVMs, none of which runs an app.
func newAgentPool(t testing.TB) *Pool {
	t.Helper()
	agent, err := filepath.Abs("../../../lib/agent")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(agent, "sdk")); err != nil {
		need.Missing(t, need.Agent, "make agent")
	}
	p := newPool(t)
	c := &p.source.config
	c.AgentDir, c.API, c.Release = agent, 35, "15"
	if c.JavaHome, err = FindJava(); err != nil {
		t.Fatal(err)
	}
	if !c.Support.Processes || !c.Support.Mounts || !c.Support.Seccomp {
		need.Missing(t, need.Kernel, "namespaces, mounts and filters of system calls")
	}
	return p
}

// status is a line of what the kernel says of a process.
func status(t *testing.T, pid int, name string) string {
	t.Helper()
	data, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(data)) {
		if value, ok := strings.CutPrefix(line, name+":"); ok {
			return strings.TrimSpace(value)
		}
	}
	t.Fatalf("no %s in %s", name, data)
	return ""
}

func take(t testing.TB, p *Pool) *JVM {
	t.Helper()
	j, err := p.Take(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return j
}

// TestPool_copies: the JVMs of a pool are copies of one that runs no app, each with a
// folder and a filter of its own; they end with it, and then another one boots.
func TestPool_copies(t *testing.T) {
	if !zygote.Supported() {
		t.Skip("this system copies no processes")
	}
	p := newAgentPool(t)
	first, second := take(t, p), take(t, p)
	original := p.source.original.HostPID()
	if filters := status(t, original, "Seccomp_filters"); filters != "1" {
		t.Errorf("%s filters of the JVM that is copied", filters)
	}
	for _, j := range []*JVM{first, second} {
		if parent := status(t, j.HostPID(), "PPid"); parent != fmt.Sprint(original) {
			t.Errorf("a child of %s, want %d", parent, original)
		}
		if filters := status(t, j.HostPID(), "Seccomp_filters"); filters != "2" {
			t.Errorf("%s filters of a copy", filters)
		}
		if dir, err := os.Readlink(fmt.Sprintf("/proc/%d/cwd", j.HostPID())); err != nil || dir != j.tmp {
			t.Errorf("a copy is in %s, want %s, %v", dir, j.tmp, err)
		}
		if left, err := os.ReadDir(filepath.Join(j.tmp)); err != nil || contains(left, "stdin") {
			t.Errorf("in its folder: %v, %v", left, err)
		}
	}
	first.Kill("to see")
	<-first.gone
	if _, err := os.Stat(first.tmp); !os.IsNotExist(err) {
		t.Errorf("the folder of a JVM that ended is left: %v", err)
	}
	if _, err := second.Call(t.Context(), "threads", nil, nil); err != nil {
		t.Errorf("the end of one copy ends the other: %v", err)
	}
	if err := syscall.Kill(original, syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	<-second.gone
	if third := take(t, p); third.Ended() || status(t, third.HostPID(), "PPid") == fmt.Sprint(original) {
		t.Error("no other JVM boots when the one that is copied has died")
	}
}

// groupOf is the control group of a process.
func groupOf(t *testing.T, pid int) string {
	t.Helper()
	data, err := os.ReadFile(fmt.Sprintf("/proc/%d/cgroup", pid))
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(data)) {
		if path, ok := strings.CutPrefix(line, "0::"); ok {
			return strings.TrimSpace(path)
		}
	}
	t.Fatalf("no control group in %s", data)
	return ""
}

// TestPool_Groups: each JVM, the one that is copied and its copies, is in a control group of its own, which ends with
// it.
func TestPool_Groups(t *testing.T) {
	tree, err := cgroup.Open()
	if err != nil {
		need.Missing(t, need.Kernel, err.Error())
	}
	p := newAgentPool(t)
	p.source.config.Groups = tree
	t.Cleanup(func() {
		p.Close()
		if err := tree.Close(); err != nil {
			t.Error(err)
		}
	})
	first, second := take(t, p), take(t, p)
	groups := map[string]bool{groupOf(t, os.Getpid()): true}
	for _, j := range []*JVM{first, second, p.source.original} {
		group := groupOf(t, j.HostPID())
		if groups[group] {
			t.Errorf("%s is another process's group, too", group)
		}
		groups[group] = true
	}
	first.Kill("the test wants it")
	<-first.gone
	if second.Ended() {
		t.Error("another JVM ended, too")
	}
	if err := tree.Close(); err == nil {
		t.Error("a tree with JVMs is removed")
	}
}

// TestPool_copyFails: where a copy cannot be made the next JVM boots, and those that run go on.
func TestPool_copyFails(t *testing.T) {
	if !zygote.Supported() {
		t.Skip("this system copies no processes")
	}
	p := newAgentPool(t)
	first := take(t, p)
	original := p.source.original.HostPID()
	p.source.mu.Lock()
	p.source.filter = []byte("no program of the kernel's")
	p.source.mu.Unlock()
	second := take(t, p)
	if status(t, second.HostPID(), "PPid") == fmt.Sprint(original) {
		t.Error("a copy without its filter")
	}
	for name, j := range map[string]*JVM{"that was a copy": first, "that booted": second} {
		if _, err := j.Call(t.Context(), "threads", nil, nil); err != nil {
			t.Errorf("the JVM %s: %v", name, err)
		}
	}
	if left, err := os.ReadDir(p.tmps); err != nil || len(left) != 3 {
		t.Errorf("folders: %v, %v; want those of the original and of two JVMs", left, err)
	}
}

// TestPool_closed: who waits for a JVM of a pool that is closed meanwhile gets none, and none is left.
func TestPool_closed(t *testing.T) {
	t.Parallel()
	p := newPool(t)
	p.Fill(1)
	p.Close()
	if _, err := p.Take(t.Context()); !errors.Is(err, ErrClosed) {
		t.Errorf("got a JVM: %v", err)
	}
	if left, err := os.ReadDir(p.tmps); err != nil || len(left) > 0 {
		t.Errorf("left: %v, %v", left, err)
	}
}

func contains(entries []os.DirEntry, name string) bool {
	for _, e := range entries {
		if e.Name() == name {
			return true
		}
	}
	return false
}

// TestPool_single: where copies would outlive the one that they are of, each JVM boots.
func TestPool_single(t *testing.T) {
	t.Parallel()
	p := newPool(t)
	c := p.source.config
	c.Support.Processes = false
	p.source = newSpawner(c, p.source.at)
	for range 2 {
		if j := take(t, p); status(t, j.HostPID(), "PPid") != fmt.Sprint(os.Getpid()) {
			t.Error("a copy of what must not be copied")
		}
	}
	if p.source.original != nil {
		t.Error("a JVM waits to be copied")
	}
}

// TestPool_uncopied: a JVM that turns out not to be one that can be copied is no fault.
func TestPool_uncopied(t *testing.T) {
	t.Parallel()
	p := newPool(t)
	p.source.mu.Lock()
	p.source.giveUp(errSingle)
	p.source.mu.Unlock()
	if j := take(t, p); j.Ended() || p.source.original != nil {
		t.Error("no JVM of its own")
	}
}

// BenchmarkPool_copies is what a fresh JVM costs beside the one that it is a copy of: in
// this process, in the original, and in the copy until it has answered.
func BenchmarkPool_copies(b *testing.B) {
	p := newAgentPool(b)
	take(b, p)
	used := func() time.Duration { return procfs.CPUTime(os.Getpid()) + procfs.CPUTime(p.source.original.HostPID()) }
	begin, copies := used(), time.Duration(0)
	for b.Loop() {
		j := take(b, p)
		j.Kill("to see")
		<-j.gone
		copies += procfs.CPUTime(j.HostPID())
	}
	b.ReportMetric(float64((used()-begin+copies).Microseconds())/1000/float64(b.N), "cpu-ms/op")
}
