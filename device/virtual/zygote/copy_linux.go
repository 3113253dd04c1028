//go:build linux && amd64

package zygote

import (
	"encoding/binary"
	"errors"
	"fmt"
	"slices"

	"golang.org/x/sys/unix"
)

// Supported says whether processes can be copied on this system.
func Supported() bool { return true }

// Copy copies a process. Where it fails the original goes on as before, and no copy is
// left. Of one process one copy can be made at a time.
func Copy(pid int, o Order) (*Process, error) {
	var copied *Process
	err := onTracer(func() (err error) {
		copied, err = clone(pid, o)
		return err
	})
	if err != nil {
		if copied != nil { // it was killed, and ends when its tracer has ended
			<-copied.Done()
		}
		return nil, fmt.Errorf("copying process %d: %w", pid, err)
	}
	return copied, nil
}

// Check stops a process for a moment and says why it could not be copied; nil if it could.
func Check(pid int) error {
	return onTracer(func() error {
		original, err := freeze(pid)
		defer original.thaw()
		if err == nil {
			_, err = original.numberOffset()
		}
		return err
	})
}

// clone makes the copy, on the thread that it is called on. What it returns beside an error
// was killed.
func clone(pid int, o Order) (*Process, error) {
	original, err := freeze(pid)
	defer original.thaw()
	if err != nil {
		return nil, err
	}
	offset, err := original.numberOffset()
	if err != nil {
		return nil, err
	}
	gate, err := original.gate()
	if err != nil {
		return nil, err
	}
	if err := original.collect(gate); err != nil {
		return nil, err
	}
	c, err := original.fork(gate, offset)
	if err != nil {
		return nil, err
	}
	p, err := newProcess(c.pid)
	if err == nil {
		err = c.furnish(o, original.threads[1:], offset)
	}
	if err != nil {
		_ = unix.Kill(c.pid, unix.SIGKILL)
	}
	return p, err
}

// process is one whose threads are all stopped.
type process struct {
	pid     int
	threads []*thread // the first is the one that the process is named after
}

// numberOffset is how far from its thread pointer each thread keeps its number, which the
// kernel puts there when it makes a thread and clears when the thread ends.
func (p process) numberOffset() (uint64, error) {
	// The C library's description of a thread begins with what belongs to the thread
	// pointer: glibc leaves 704 bytes for it. One that begins otherwise has other ways
	// to end threads.
	const first, size = 704, 2048
	var fits []uint64
	for i, t := range p.threads {
		own, err := innerNumber(p.pid, t.id)
		if err != nil {
			return 0, err
		}
		block := make([]byte, size)
		if err := read(p.pid, t.regs.Fs_base, block); err != nil {
			return 0, fmt.Errorf("reading thread %d: %w", t.id, err)
		}
		is := func(offset uint64) bool { return binary.NativeEndian.Uint32(block[offset:]) == own }
		if i == 0 {
			for offset := uint64(first); offset < size; offset += 4 {
				fits = append(fits, offset)
			}
		}
		fits = slices.DeleteFunc(fits, func(offset uint64) bool { return !is(offset) })
	}
	if len(p.threads) < 2 || len(fits) != 1 {
		return 0, fmt.Errorf("%w: %d threads keep their numbers at %d places", ErrUnsupported, len(p.threads), len(fits))
	}
	return fits[0], nil
}

// maxEnded is how many copies that have ended are collected at a time.
const maxEnded = 10_000

// collect has the first thread wait for the copies that have ended: nobody else does, and until
// then each counts among the processes and threads that the original may have.
func (p process) collect(gate uint64) error {
	every := int64(-1)
	for range maxEnded {
		ended, err := p.threads[0].call(gate, unix.SYS_WAIT4, uint64(every), 0, unix.WNOHANG, 0)
		switch {
		case errors.Is(err, unix.ECHILD), err == nil && ended == 0:
			return nil
		case err != nil:
			return fmt.Errorf("collecting copies that have ended: %w", err)
		}
	}
	return nil
}

// fork has the first thread fork. What it returns has one thread.
func (p process) fork(gate, offset uint64) (*copied, error) {
	t := p.threads[0]
	const flags = uint64(unix.SIGCHLD) | unix.CLONE_CHILD_SETTID | unix.CLONE_CHILD_CLEARTID
	pid, err := t.clone(gate, flags, 0, t.regs.Fs_base+offset, 0)
	if err != nil {
		if pid != 0 { // it was made, and would go on with half of its registers
			_ = unix.Kill(pid, unix.SIGKILL)
		}
		return nil, fmt.Errorf("forking: %w", err)
	}
	first := *t
	first.id = pid
	if err := first.stopped(); err != nil {
		_ = unix.Kill(pid, unix.SIGKILL)
		return nil, fmt.Errorf("forking: %w", err)
	}
	return &copied{pid: pid, gate: gate, first: &first}, nil
}

// copied is a new process, whose threads are being made.
type copied struct {
	pid     int
	gate    uint64  // of a system call instruction
	first   *thread // with the registers that it is to go on with
	scratch uint64  // memory of ours in it
}

const scratchSize = 64 << 10

// furnish gives the copy what is its own and the threads of the original, and lets it run.
func (c *copied) furnish(o Order, others []*thread, offset uint64) error {
	var err error
	c.scratch, err = c.call(unix.SYS_MMAP, 0, scratchSize, unix.PROT_READ|unix.PROT_WRITE,
		unix.MAP_PRIVATE|unix.MAP_ANONYMOUS, ^uint64(0), 0)
	if err != nil {
		return fmt.Errorf("reserving memory: %w", err)
	}
	if err := c.own(o); err != nil {
		return err
	}
	made := make([]*thread, 0, len(others))
	for _, t := range others {
		one, err := c.thread(t, offset)
		if err != nil {
			return fmt.Errorf("making a thread: %w", err)
		}
		made = append(made, one)
	}
	if _, err := c.call(unix.SYS_MUNMAP, c.scratch, scratchSize); err != nil {
		return fmt.Errorf("giving memory back: %w", err)
	}
	for _, t := range append(made, c.first) {
		if err := t.release(); err != nil {
			return err
		}
	}
	return nil
}

// own gives the copy its folder, streams and filter.
func (c *copied) own(o Order) error {
	path, err := c.put([]byte(o.Dir + "\x00"))
	if err != nil {
		return err
	}
	if _, err := c.call(unix.SYS_CHDIR, path); err != nil {
		return fmt.Errorf("going to %s: %w", o.Dir, err)
	}
	for stream, name := range o.Streams {
		flags := unix.O_WRONLY
		if stream == 0 {
			flags = unix.O_RDONLY
		}
		if err := c.open(descriptor{number: stream, flags: flags, path: name}); err != nil {
			return fmt.Errorf("opening %s: %w", name, err)
		}
	}
	files, err := regular(c.pid)
	if err != nil {
		return err
	}
	for _, file := range files {
		if err := c.open(file); err != nil {
			return fmt.Errorf("opening file %d again: %w", file.number, err)
		}
	}
	return c.filter(o.Filter)
}

// open opens a file under a descriptor that may be in use.
func (c *copied) open(d descriptor) error {
	path, err := c.put([]byte(d.path + "\x00"))
	if err != nil {
		return err
	}
	at := int64(unix.AT_FDCWD)
	fd, err := c.call(unix.SYS_OPENAT, uint64(at), path, uint64(d.flags)|unix.O_CLOEXEC)
	if err != nil {
		return err
	}
	if d.position != 0 {
		if _, err := c.call(unix.SYS_LSEEK, fd, d.position, unix.SEEK_SET); err != nil {
			return err
		}
	}
	if fd == uint64(d.number) { // a standard stream that the original has closed
		_, err = c.call(unix.SYS_FCNTL, fd, unix.F_SETFD, 0)
		return err
	}
	if _, err := c.call(unix.SYS_DUP3, fd, uint64(d.number), uint64(d.flags)&unix.O_CLOEXEC); err != nil {
		return err
	}
	_, err = c.call(unix.SYS_CLOSE, fd)
	return err
}

// filter has the copy filter its system calls.
func (c *copied) filter(program []byte) error {
	const instruction = 8 // bytes
	if len(program) == 0 {
		return nil
	}
	// struct sock_fprog: the number of instructions, and where they are.
	head := make([]byte, 16)
	binary.NativeEndian.PutUint16(head, uint16(len(program)/instruction))
	binary.NativeEndian.PutUint64(head[8:], c.scratch+uint64(len(head)))
	address, err := c.put(append(head, program...))
	if err != nil {
		return err
	}
	if _, err := c.call(unix.SYS_SECCOMP, unix.SECCOMP_SET_MODE_FILTER, 0, address); err != nil {
		return fmt.Errorf("filtering system calls: %w", err)
	}
	return nil
}

// thread makes a thread again as it was in the original. It is left stopped.
func (c *copied) thread(t *thread, offset uint64) (*thread, error) {
	const flags = uint64(unix.CLONE_VM | unix.CLONE_FS | unix.CLONE_FILES | unix.CLONE_SIGHAND | unix.CLONE_THREAD |
		unix.CLONE_SYSVSEM | unix.CLONE_SETTLS | unix.CLONE_CHILD_SETTID | unix.CLONE_CHILD_CLEARTID)
	id, err := c.first.clone(c.gate, flags, t.regs.Rsp, t.regs.Fs_base+offset, t.regs.Fs_base)
	if err != nil {
		return nil, err
	}
	one := *t
	one.id = id
	return &one, one.stopped()
}

// put writes into the copy's memory of ours, and returns where it is.
func (c *copied) put(data []byte) (uint64, error) {
	if len(data) > scratchSize {
		return 0, fmt.Errorf("%d bytes are too many", len(data))
	}
	return c.scratch, write(c.pid, c.scratch, data)
}

func (c *copied) call(number uint64, args ...uint64) (uint64, error) {
	return c.first.call(c.gate, number, args...)
}
