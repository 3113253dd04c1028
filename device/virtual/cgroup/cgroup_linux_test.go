package cgroup

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"talpa/internal/need"
)

// actVariable, when set, turns the test binary into a process that is to be bounded.
const actVariable = "TALPA_TEST_ACT"

func TestMain(m *testing.M) {
	if what := os.Getenv(actVariable); what != "" {
		act(what)
	}
	os.Exit(m.Run())
}

// act does what a hostile process would, says so in a line, and stays.
func act(what string) {
	self := func(what string) *exec.Cmd {
		c := exec.Command("/proc/self/exe")
		c.Env = []string{actVariable + "=" + what}
		c.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
		return c
	}
	switch what {
	case "stay":
	case "leave": // a child in a session of its own, whose parent ends
		child := self("orphan")
		if err := child.Start(); err != nil {
			fmt.Println(err)
		}
		_ = child.Wait()
	case "orphan":
		if err := self("stay").Start(); err != nil {
			fmt.Println(err)
		}
		os.Exit(0)
	case "memory":
		fmt.Println("acted")
		var all [][]byte
		for {
			page := make([]byte, 1<<20)
			for i := range page {
				page[i] = 1
			}
			all = append(all, page)
			runtime.KeepAlive(all)
		}
	case "processes":
		made := 0
		for ; made < 200; made++ {
			if self("stay").Start() != nil {
				break
			}
		}
		fmt.Println("made", made)
	case "processors":
		for range 4 {
			go func() {
				for n := 0; ; n++ {
					runtime.KeepAlive(n)
				}
			}()
		}
	}
	fmt.Println("acted")
	time.Sleep(time.Hour)
	os.Exit(0)
}

// tree is one of this test, on machines that let it have one.
func tree(t *testing.T) *Tree {
	t.Helper()
	tr, err := Open()
	if errors.Is(err, ErrNone) {
		need.Missing(t, need.Kernel, err.Error())
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := tr.Close(); err != nil {
			t.Error(err)
		}
	})
	return tr
}

// group is one of a tree, which ends with the test.
func group(t *testing.T, tr *Tree, l Limits) *Group {
	t.Helper()
	g, err := tr.New("one", l)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := g.Close(); err != nil {
			t.Error(err)
		}
		if _, err := os.Stat(g.dir); err == nil {
			t.Error("the group is still there")
		}
	})
	return g
}

// run has a process act in a group and returns what it said, with itself.
func run(t *testing.T, g *Group, what string) (*exec.Cmd, string) {
	t.Helper()
	c := exec.Command(os.Args[0])
	c.Env = []string{actVariable + "=" + what}
	c.SysProcAttr = &syscall.SysProcAttr{UseCgroupFD: true, CgroupFD: g.FD()}
	out, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Process.Kill() })
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	return c, strings.TrimSpace(line)
}

// inside are the processes of a group.
func inside(g *Group) []string { return words(filepath.Join(g.dir, procsFile)) }

// TestGroup_Kill: a process that left its parent and its session ends with its group, and so does one that was moved
// there.
func TestGroup_Kill(t *testing.T) {
	g := group(t, tree(t), Limits{})
	first, _ := run(t, g, "leave")
	limit := time.Now().Add(10 * time.Second)
	for len(inside(g)) != 2 && time.Now().Before(limit) {
		time.Sleep(10 * time.Millisecond)
	}
	moved := exec.Command(os.Args[0])
	moved.Env = []string{actVariable + "=stay"}
	if err := moved.Start(); err != nil {
		t.Fatal(err)
	}
	if err := g.Add(moved.Process.Pid); err != nil {
		t.Fatal(err)
	}
	all := inside(g)
	if len(all) != 3 {
		t.Fatalf("processes %v, want the first, the one that left it, and the one that was moved", all)
	}
	if err := g.Kill(); err != nil {
		t.Fatal(err)
	}
	_, _ = first.Process.Wait()
	_, _ = moved.Process.Wait()
	for _, text := range all {
		pid, _ := strconv.Atoi(text)
		for limit := time.Now().Add(10 * time.Second); syscall.Kill(pid, 0) == nil; {
			if time.Now().After(limit) {
				t.Fatalf("process %d lives", pid)
			}
			time.Sleep(10 * time.Millisecond)
		}
	}
}

// TestGroup_Close: what is closed is killed first, and closing twice is no error.
func TestGroup_Close(t *testing.T) {
	tr := tree(t)
	g, err := tr.New("closed", Limits{})
	if err != nil {
		t.Fatal(err)
	}
	c, _ := run(t, g, "stay")
	ended := make(chan struct{})
	go func() { _ = c.Wait(); close(ended) }()
	if err := g.Close(); err != nil {
		t.Error(err)
	}
	<-ended
	if err := g.Close(); err != nil {
		t.Error("again:", err)
	}
}

// TestOpen_Sweep: groups of programs that are gone are removed, those of others stay.
func TestOpen_Sweep(t *testing.T) {
	own := filepath.Dir(tree(t).dir)
	gone := exec.Command(os.Args[0], "-test.run=^$")
	if err := gone.Run(); err != nil {
		t.Fatal(err)
	}
	old := filepath.Join(own, fmt.Sprintf("talpa-%d-7", gone.Process.Pid))
	alive := filepath.Join(own, fmt.Sprintf("talpa-%d-7", os.Getppid()))
	other := filepath.Join(own, "talpa-test-of-others")
	for _, dir := range []string{filepath.Join(old, "one"), alive, other} {
		if err := os.MkdirAll(dir, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	defer os.Remove(alive)
	defer os.Remove(other)
	tree(t)
	if _, err := os.Stat(old); err == nil {
		t.Error("what a program left that is gone stays")
	}
	for _, dir := range []string{alive, other} {
		if _, err := os.Stat(dir); err != nil {
			t.Error(err)
		}
	}
}

// needs has a test leave machines that do not bound something.
func needs(t *testing.T, holds bool, what string) {
	t.Helper()
	if !holds {
		need.Missing(t, need.Controllers, what)
	}
}

// TestGroup_Memory: who takes too much is killed, and it is said why.
func TestGroup_Memory(t *testing.T) {
	tr := tree(t)
	needs(t, tr.State().Memory, "memory")
	g := group(t, tr, Limits{Memory: 64 << 20})
	c, _ := run(t, g, "memory")
	if err := c.Wait(); err == nil || !c.ProcessState.Sys().(syscall.WaitStatus).Signaled() {
		t.Errorf("it ended so: %v", err)
	}
	if why := g.Exhausted(); why == "" {
		t.Error("nobody knows why it ended")
	}
}

// TestGroup_Processes: no more are made than the group may have.
func TestGroup_Processes(t *testing.T) {
	tr := tree(t)
	needs(t, tr.State().Processes, "pids")
	_, said := run(t, group(t, tr, Limits{Processes: 60}), "processes")
	var made int
	if _, err := fmt.Sscanf(said, "made %d", &made); err != nil || made >= 60 {
		t.Errorf("said %q, %v", said, err)
	}
}

// TestGroup_Processors: four threads that compute take no more than one processor.
func TestGroup_Processors(t *testing.T) {
	tr := tree(t)
	needs(t, tr.State().Processors && runtime.NumCPU() > 1, "cpu, and two processors")
	g := group(t, tr, Limits{Processors: 1})
	begin := time.Now()
	run(t, g, "processors")
	time.Sleep(2 * time.Second)
	used := time.Duration(count(filepath.Join(g.dir, "cpu.stat"), "usage_usec")) * time.Microsecond
	took := time.Since(begin)
	if throttled := count(filepath.Join(g.dir, "cpu.stat"), "nr_throttled"); throttled == 0 || used > took*5/4 {
		t.Errorf("%v of processor time in %v, held back %d times", used, took, throttled)
	}
}
