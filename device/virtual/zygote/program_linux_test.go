//go:build linux && amd64

package zygote

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"talpa/internal/need"
)

// startProgram starts a program that reads lines and writes lines, with files beside its streams.
func startProgram(t *testing.T, command string, files ...int) (int, counter) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), need.Program(t, "sh", "a shell"), "-c", "exec "+command)
	for _, fd := range files {
		own, err := unix.FcntlInt(uintptr(fd), unix.F_DUPFD_CLOEXEC, 0)
		if err != nil {
			t.Fatal(err)
		}
		file := os.NewFile(uintptr(own), "file")
		defer file.Close()
		cmd.ExtraFiles = append(cmd.ExtraFiles, file)
	}
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = cmd.Process.Kill(); _ = cmd.Wait() })
	c := counter{in, bufio.NewReader(out)}
	if command == "cat" { // it runs, and soon waits for the next line
		if got := c.ask(t, "first"); got != "first" {
			t.Fatal(got)
		}
	}
	return cmd.Process.Pid, c
}

// traced runs f on a thread that may trace, which ends with what it traces.
func traced(f func()) {
	_ = onTracer(func() error {
		f()
		return nil
	})
}

// asleep waits until a process waits in a system call.
func asleep(t *testing.T, pid int, states string) {
	t.Helper()
	for range 1000 {
		stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
		if err != nil {
			t.Fatal(err)
		}
		if _, rest, _ := strings.Cut(string(stat), ") "); strings.Contains(states, rest[:1]) {
			return
		}
		time.Sleep(5 * time.Millisecond)
	}
	t.Fatalf("process %d does not come to state %s", pid, states)
}

// copyProgram copies a program of one thread, as clone copies one of several.
func copyProgram(t *testing.T, pid int, o Order) (p *Process, err error) {
	traced(func() {
		original, frozen := freeze(pid)
		defer original.thaw()
		if err = frozen; err != nil {
			return
		}
		var gate uint64
		if gate, err = original.gate(); err != nil {
			return
		}
		var c *copied
		// The kernel writes the number nowhere: it does not matter to a thread that makes no other.
		unused := -original.threads[0].regs.Fs_base
		if c, err = original.fork(gate, unused); err != nil {
			return
		}
		if p, err = newProcess(c.pid); err == nil {
			err = c.furnish(o, nil, unused)
		}
		if err != nil {
			_ = unix.Kill(c.pid, unix.SIGKILL)
		}
	})
	if p != nil {
		t.Cleanup(func() { p.Kill(); <-p.Done() })
	}
	return p, err
}

// TestCall: a program that waits is made to make system calls, whose errors are told, and waits on:
// neither what it waited for is lost, nor does it see an error.
func TestCall(t *testing.T) {
	t.Parallel()
	pid, c := startProgram(t, "cat")
	for _, line := range []string{"second", "third"} {
		asleep(t, pid, "S")
		traced(func() {
			p, err := freeze(pid)
			defer p.thaw()
			if err != nil {
				t.Error(err)
				return
			}
			gate, err := p.gate()
			if err != nil {
				t.Error(err)
				return
			}
			first := p.threads[0]
			own, err := innerNumber(pid, pid)
			if got, callErr := first.call(gate, unix.SYS_GETPID); err != nil || callErr != nil || got != uint64(own) {
				t.Errorf("its number is %d: %d, %v, %v", got, own, err, callErr)
			}
			if _, err := first.call(gate, unix.SYS_CLOSE, 1<<30); !errors.Is(err, unix.EBADF) {
				t.Errorf("closing what is not open: %v", err)
			}
			if _, err := first.call(gate, 1<<20); !errors.Is(err, unix.ENOSYS) {
				t.Errorf("a call that is none: %v", err)
			}
		})
		if got := c.ask(t, line); got != line {
			t.Errorf("it answers %q, want %q", got, line)
		}
	}
}

// TestCopy_program: a copy has folder and streams of its own, also where the original has none, and
// files that are open as in the original, at positions of its own.
func TestCopy_program(t *testing.T) {
	t.Parallel()
	path := letters(t)
	read := openFile(t, path, unix.O_RDONLY|unix.O_NOFOLLOW)
	written := openFile(t, path+"-log", unix.O_WRONLY|unix.O_CREAT|unix.O_TRUNC|unix.O_APPEND)
	unnamed := openFile(t, filepath.Dir(path), unix.O_RDWR|unix.O_TMPFILE)
	if _, err := unix.Write(written, []byte("12")); err != nil {
		t.Fatal(err)
	}
	if _, err := unix.Seek(read, 4, 0); err != nil {
		t.Fatal(err)
	}
	for name, command := range map[string]string{"with streams": "cat", "without": "sleep 600 <&- >&-"} {
		pid, first := startProgram(t, command, read, written, unnamed)
		dir, closed := t.TempDir(), 0
		o := Order{Dir: dir}
		for i := range o.Streams {
			o.Streams[i] = filepath.Join(dir, fmt.Sprint(i))
			if err := os.WriteFile(o.Streams[i], []byte("from a file\n"), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		if command != "cat" {
			closed = 2
			waits(t, pid)
		}
		asleep(t, pid, "S")
		// A read that was interrupted is that of the pipe, which the copy shares: it has to wait.
		if command == "cat" {
			if err := unix.Mkfifo(filepath.Join(dir, "wait"), 0o600); err != nil {
				t.Fatal(err)
			}
			held, err := os.OpenFile(filepath.Join(dir, "wait"), os.O_RDWR, 0)
			if err != nil {
				t.Fatal(err)
			}
			defer held.Close()
			o.Streams[0] = held.Name()
		}
		p, err := copyProgram(t, pid, o)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		for fd, want := range []string{o.Streams[0], o.Streams[1], o.Streams[2], path, path + "-log"} {
			if got, err := os.Readlink(fmt.Sprintf("/proc/%d/fd/%d", p.PID(), fd)); err != nil || got != want {
				t.Errorf("%s: %d is %s, %v, want %s", name, fd, got, err, want)
			}
			mine, err := opened(p.PID(), fd)
			if err != nil || mine.flags&unix.O_CLOEXEC != 0 {
				t.Errorf("%s: %+v, %v", name, mine, err)
			}
			if theirs, _ := opened(pid, fd); fd > 2 && (mine.position != theirs.position ||
				mine.flags != theirs.flags&^once) {
				t.Errorf("%s: in the copy %+v, in the original %+v", name, mine, theirs)
			}
		}
		if got, err := os.Readlink(fmt.Sprintf("/proc/%d/cwd", p.PID())); err != nil || got != dir {
			t.Errorf("%s: its folder is %s, %v, want %s", name, got, err, dir)
		}
		// A position that both shared would move in both.
		if _, err := unix.Seek(read, 1, 0); err != nil {
			t.Fatal(err)
		}
		if mine, err := opened(p.PID(), 3); err != nil || mine.position != 4 {
			t.Errorf("%s: the original's position moved that of the copy: %+v, %v", name, mine, err)
		}
		if _, err := unix.Seek(read, 4, 0); err != nil {
			t.Fatal(err)
		}
		if got, want := files(t, p.PID()), files(t, pid)+closed; got != want {
			t.Errorf("%s: %d files are open, want %d", name, got, want)
		}
		if command == "cat" {
			if got := first.ask(t, "on"); got != "on" {
				t.Errorf("the original answers %q", got)
			}
		}
	}
}

// files is how many files a process has open.
func files(t *testing.T, pid int) int {
	t.Helper()
	all, err := os.ReadDir(fmt.Sprintf("/proc/%d/fd", pid))
	if err != nil {
		t.Fatal(err)
	}
	return len(all)
}

// waits waits until a shell has become the program that it runs.
func waits(t *testing.T, pid int) {
	t.Helper()
	for range 1000 {
		if name, err := os.ReadFile(fmt.Sprintf("/proc/%d/comm", pid)); err == nil && string(name) == "sleep\n" {
			return
		}
		time.Sleep(5 * time.Millisecond)
	}
	t.Fatal("the shell does not run sleep")
}

// TestCopy_ended: what has ended, and what another tracer has, is refused; so is an order that does
// not fit, and the original goes on.
func TestCopy_ended(t *testing.T) {
	t.Parallel()
	ended := exec.CommandContext(t.Context(), "true")
	if err := ended.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() { _ = ended.Wait() }() // until then it keeps its number
	asleep(t, ended.Process.Pid, "Z")
	if _, err := Copy(ended.Process.Pid, Order{}); err == nil || !strings.Contains(err.Error(), "its first thread has ended") {
		t.Errorf("a process that has ended: %v", err)
	}
	if err := Check(ended.Process.Pid); err == nil {
		t.Error("a process that has ended can be copied")
	}
	if _, err := newProcess(1<<31 - 1); !errors.Is(err, unix.ESRCH) && !errors.Is(err, unix.EINVAL) {
		t.Errorf("watching no process: %v", err)
	}

	pid, c := startProgram(t, "cat")
	asleep(t, pid, "S")
	traced(func() {
		p, err := freeze(pid)
		defer p.thaw()
		if err != nil {
			t.Error(err)
		}
		if _, err := Copy(pid, Order{}); !errors.Is(err, unix.EPERM) {
			t.Errorf("a process that is traced: %v", err)
		}
		if err := Check(pid); !errors.Is(err, unix.EPERM) {
			t.Errorf("a process that is traced, checked: %v", err)
		}
	})
	null := [3]string{os.DevNull, os.DevNull, os.DevNull}
	for name, o := range map[string]Order{
		"a folder with a long name": {Dir: strings.Repeat("x", scratchSize), Streams: null},
		"a long filter":             {Dir: "/", Streams: null, Filter: make([]byte, scratchSize)},
	} {
		p, err := copyProgram(t, pid, o)
		if err == nil || !strings.Contains(err.Error(), "are too many") {
			t.Errorf("%s: %v", name, err)
		}
		if p != nil {
			<-p.Done()
		}
	}
	if got := c.ask(t, "on"); got != "on" {
		t.Errorf("the original answers %q", got)
	}
}

// TestFreeze_stopped: a process that was stopped by a signal stays stopped, and goes on when it may.
func TestFreeze_stopped(t *testing.T) {
	t.Parallel()
	pid, c := startProgram(t, "cat")
	asleep(t, pid, "S")
	if err := unix.Kill(pid, unix.SIGSTOP); err != nil {
		t.Fatal(err)
	}
	asleep(t, pid, "T")
	traced(func() {
		p, err := freeze(pid)
		p.thaw()
		if err != nil {
			t.Error(err)
		}
	})
	asleep(t, pid, "T")
	if err := unix.Kill(pid, unix.SIGCONT); err != nil {
		t.Fatal(err)
	}
	if got := c.ask(t, "on"); got != "on" {
		t.Errorf("it answers %q", got)
	}
}

// TestKill: a copy can be killed more than once, by several, and after it has ended.
func TestKill(t *testing.T) {
	t.Parallel()
	pid, c := startProgram(t, "cat")
	asleep(t, pid, "S")
	wait := filepath.Join(t.TempDir(), "wait")
	if err := unix.Mkfifo(wait, 0o600); err != nil {
		t.Fatal(err)
	}
	held, err := os.OpenFile(wait, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer held.Close()
	p, err := copyProgram(t, pid, Order{Dir: "/", Streams: [3]string{wait, os.DevNull, os.DevNull}})
	if err != nil {
		t.Fatal(err)
	}
	select {
	case <-p.Done():
		t.Fatal("it has ended by itself")
	default:
	}
	finished := make(chan struct{})
	for range 4 {
		go func() { p.Kill(); finished <- struct{}{} }()
	}
	for range 4 {
		<-finished
	}
	select {
	case <-p.Done():
	case <-time.After(10 * time.Second):
		t.Fatal("it lives on")
	}
	p.Kill()
	if err := p.file.Close(); !errors.Is(err, os.ErrClosed) {
		t.Errorf("what watched it was still open: %v", err)
	}
	if got := c.ask(t, "on"); got != "on" {
		t.Errorf("the original answers %q", got)
	}
}
