//go:build linux && amd64

package zygote

import (
	"fmt"
	"os"

	"golang.org/x/sys/unix"
)

// Process is a copy that runs. It is a child of its original: the caller sees its end,
// but not what it exited with.
type Process struct {
	pid  int
	file *os.File // refers to the process, whatever becomes of its number
	done chan struct{}
}

// newProcess watches a process from now on.
func newProcess(pid int) (*Process, error) {
	fd, err := unix.PidfdOpen(pid, unix.PIDFD_NONBLOCK)
	if err != nil {
		return nil, fmt.Errorf("watching process %d: %w", pid, err)
	}
	p := &Process{pid: pid, file: os.NewFile(uintptr(fd), "process"), done: make(chan struct{})}
	raw, err := p.file.SyscallConn()
	if err != nil {
		p.file.Close()
		return nil, err
	}
	go func() {
		defer close(p.done)
		defer p.file.Close() // a later Kill finds it closed
		// Readable means ended. An error would be the poller's, and never comes.
		_ = raw.Read(func(fd uintptr) bool {
			poll := []unix.PollFd{{Fd: int32(fd), Events: unix.POLLIN}}
			n, err := unix.Poll(poll, 0)
			return n > 0 && err == nil
		})
	}()
	return p, nil
}

// PID is the number of the process, as the caller sees it.
func (p *Process) PID() int { return p.pid }

// Done is closed when the process has ended.
func (p *Process) Done() <-chan struct{} { return p.done }

// Kill ends the process. It is safe at any time and more than once.
func (p *Process) Kill() {
	raw, err := p.file.SyscallConn()
	if err != nil {
		return
	}
	_ = raw.Control(func(fd uintptr) { _ = unix.PidfdSendSignal(int(fd), unix.SIGKILL, nil, 0) })
}
