package procfs

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"
	"time"
)

// TestSize: what the system tells of a process is understood.
func TestSize(t *testing.T) {
	t.Parallel()
	if threads, rss := Size(os.Getpid()); threads < 1 || rss < 1<<20 {
		t.Errorf("%d threads, %d bytes", threads, rss)
	}
	if threads, rss := Size(-1); threads != 0 || rss != 0 {
		t.Errorf("no process has %d threads, %d bytes", threads, rss)
	}
}

// TestCPUTime: a process that computes uses time, and one that is not there none.
func TestCPUTime(t *testing.T) {
	t.Parallel()
	before, deadline := CPUTime(os.Getpid()), time.Now().Add(time.Minute)
	for CPUTime(os.Getpid()) == before {
		if time.Now().After(deadline) {
			t.Fatal("a minute of work took no time")
		}
	}
	if got := CPUTime(-1); got != 0 {
		t.Errorf("no process has used %v", got)
	}
}

// TestChildren: a process is listed among the children of this one until it has ended.
func TestChildren(t *testing.T) {
	t.Parallel()
	if lists, _ := filepath.Glob("/proc/self/task/*/children"); len(lists) == 0 {
		t.Skip("this kernel does not list children")
	}
	cmd := exec.Command("sleep", "60")
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	if !slices.Contains(Children(os.Getpid()), cmd.Process.Pid) {
		t.Error("a child is not listed")
	}
	_ = cmd.Process.Kill()
	_ = cmd.Wait()
	if slices.Contains(Children(os.Getpid()), cmd.Process.Pid) {
		t.Error("a child that has ended is listed")
	}
	if got := Children(-1); got != nil {
		t.Errorf("no process has children %v", got)
	}
}
