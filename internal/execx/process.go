package execx

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"sync"
	"syscall"
	"time"
)

// Process is a running child that one talks to over pipes. Its process group
// ends with it: when the leader exits, is killed, or the context ends, every
// process of the group is killed.
type Process struct {
	// Stdin is the child's standard input; nil if Cmd.Stdin was given. Close it
	// to give the child its end of input.
	Stdin io.WriteCloser
	// Stdout is the child's standard output; nil if Cmd.Stdout was given. It
	// outlives the child: what was written before the end can still be read.
	Stdout io.ReadCloser

	pid  int
	done chan struct{}

	mu     sync.Mutex // guards reaped against Kill: a reaped id may name a stranger
	reaped bool

	result Result // valid once done is closed
	err    error
}

// Start runs c and returns at once. Cmd.Stderr should be given; without it only
// the tail is kept for the error of Wait. The caller must call Wait.
func Start(ctx context.Context, c Cmd) (*Process, error) {
	cmd := exec.Command(c.Name, c.Args...)
	cmd.Dir, cmd.Env, cmd.Stdin, cmd.Stdout = c.Dir, c.Env, c.Stdin, c.Stdout
	c.inherit(cmd)
	kept := &tail{limit: stderrKept}
	cmd.Stderr = kept
	if c.Stderr != nil {
		cmd.Stderr = io.MultiWriter(kept, c.Stderr)
	}
	attr, err := c.attr()
	if err != nil {
		return nil, err
	}
	cmd.SysProcAttr = attr
	cmd.WaitDelay = drainDelay

	p := &Process{done: make(chan struct{})}
	theirs, err := p.pipes(cmd)
	if err != nil {
		return nil, fmt.Errorf("starting %s: %w", c.Name, err)
	}
	started := make(chan error, 1)
	go p.live(ctx, c, cmd, kept, started)
	err = <-started
	for _, f := range theirs {
		f.Close()
	}
	if err != nil {
		p.closePipes()
		return nil, fmt.Errorf("starting %s: %w", c.Name, err)
	}
	return p, nil
}

// PID is the process id of the child, which is also the id of its group.
func (p *Process) PID() int { return p.pid }

// Done is closed when the child has ended and its group is gone.
func (p *Process) Done() <-chan struct{} { return p.done }

// Wait waits for the end of the child. Result holds no Stdout. The error is an
// *Error unless the child exited with status 0.
func (p *Process) Wait() (Result, error) {
	<-p.done
	return p.result, p.err
}

// Kill kills the whole group. It is safe at any time and more than once.
func (p *Process) Kill() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.reaped {
		// The leader is at worst a zombie, so the group id is still ours.
		_ = killGroup(p.pid)
	}
}

// live starts, watches and reaps the child in one goroutine. It keeps its
// operating-system thread for that long if the child is to die with its
// parent, because the kernel takes the thread that forked for the parent.
func (p *Process) live(ctx context.Context, c Cmd, cmd *exec.Cmd, kept *tail, started chan<- error) {
	if c.DieWithParent {
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
	}
	begin := time.Now()
	if err := cmd.Start(); err != nil {
		started <- err
		return
	}
	p.pid = cmd.Process.Pid
	started <- nil
	defer close(p.done)

	stop := context.AfterFunc(ctx, p.Kill)
	defer stop()
	err := p.reap(cmd)
	if errors.Is(err, exec.ErrWaitDelay) {
		err = nil
	}
	p.result = Result{
		Stderr: kept.buf, ExitCode: cmd.ProcessState.ExitCode(),
		Usage: usage(cmd.ProcessState, time.Since(begin)),
	}
	p.err = c.failure(ctx, p.result, err)
}

// reap waits for the leader, kills what is left of its group and collects it.
func (p *Process) reap(cmd *exec.Cmd) error {
	if !awaitExit(p.pid) {
		err := cmd.Wait()
		p.mu.Lock()
		defer p.mu.Unlock()
		p.reaped = true
		return err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	_ = killGroup(p.pid)
	p.reaped = true
	return cmd.Wait()
}

// pipes makes the pipes that the caller did not bring and returns the child's ends.
// Plain pipes, not os/exec's: those are closed by Wait, before the last answer is read.
func (p *Process) pipes(cmd *exec.Cmd) (theirs []*os.File, err error) {
	if cmd.Stdin == nil {
		r, w, err := os.Pipe()
		if err != nil {
			return nil, err
		}
		cmd.Stdin, p.Stdin = r, w
		theirs = append(theirs, r)
	}
	if cmd.Stdout == nil {
		r, w, err := os.Pipe()
		if err != nil {
			p.closePipes()
			for _, f := range theirs {
				f.Close()
			}
			return nil, err
		}
		cmd.Stdout, p.Stdout = w, r
		theirs = append(theirs, w)
	}
	return theirs, nil
}

func (p *Process) closePipes() {
	if p.Stdin != nil {
		p.Stdin.Close()
	}
	if p.Stdout != nil {
		p.Stdout.Close()
	}
}

// onThread runs f, on a thread that is f's alone if pinned.
func onThread(pinned bool, f func() error) error {
	if pinned {
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
	}
	return f()
}

// killGroup kills the process group of pid; a group that is gone is no error.
func killGroup(pid int) error {
	err := syscall.Kill(-pid, syscall.SIGKILL)
	if errors.Is(err, syscall.ESRCH) {
		return os.ErrProcessDone
	}
	return err
}

func usage(s *os.ProcessState, wall time.Duration) Usage {
	u := Usage{Wall: wall, User: s.UserTime(), System: s.SystemTime()}
	if ru, ok := s.SysUsage().(*syscall.Rusage); ok {
		u.MaxRSS = int64(ru.Maxrss) * maxRSSUnit //nolint:unconvert // int32 on some systems
	}
	return u
}
