//go:build linux && amd64

package zygote

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"runtime"
	"strconv"
	"strings"
	"unsafe"

	"golang.org/x/sys/unix"
)

// What ptrace calls want that the system's package has no name for.
const (
	regsetExtended = 0x202 // NT_X86_XSTATE: floating point and vectors
	extendedSize   = 16 << 10
	signalSetSize  = 8
	// systemCallStop marks the stop at the begin or end of a system call.
	systemCallStop = unix.SIGTRAP | 0x80
	// instructionSize is of the instruction "syscall".
	instructionSize = 2
	// What waitid(2) says of a child: it stopped, while it is traced or not.
	childTrapped, childStopped = 4, 5
	// maxAttempts is how often a call is made that signals interrupt.
	maxAttempts = 10
	// lastError is the largest number of an error that a system call returns.
	lastError = 4095
)

// What a system call that was interrupted returns, seen by a tracer only: it is to be
// made again, or, if it has a time limit, to be resumed by the kernel.
const (
	restartAlways    = -512 // ERESTARTSYS
	restartNoHandler = -514 // ERESTARTNOHAND, and ERESTARTNOINTR before it
	restartResumed   = -516 // ERESTART_RESTARTBLOCK
)

// onTracer does what traces processes.
func onTracer(work func() error) error {
	done := make(chan error)
	go asTracer(func() { done <- work() })
	return <-done
}

// asTracer runs f on an operating system's thread that ends with the goroutine that it is called on, and with it what
// f still traces: a traced thread that has ended keeps its process from ending until its tracer collects it or ends.
// The process's first thread would not do, since Go never ends it.
func asTracer(f func()) {
	runtime.LockOSThread() // until the goroutine ends
	if unix.Gettid() != unix.Getpid() {
		f()
		return
	}
	done := make(chan struct{})
	go func() { // on another thread, since this goroutine holds the first one
		defer close(done)
		asTracer(f)
	}()
	<-done
	runtime.UnlockOSThread()
}

// thread is one that is traced and stopped.
type thread struct {
	id       int
	regs     unix.PtraceRegs // those with which it goes on
	extended []byte
	signals  uint64      // mask
	held     unix.Signal // came while the thread was made to do something else; 0 if none
}

// freeze stops all threads of a process. What it returns holds those that were stopped,
// beside an error, too.
func freeze(pid int) (process, error) {
	p := process{pid: pid}
	seen := map[int]bool{}
	for {
		found := false
		ids, err := tasks(pid)
		if err != nil {
			return p, err
		}
		for _, id := range ids {
			if seen[id] {
				continue
			}
			seen[id], found = true, true
			t := &thread{id: id}
			switch err := t.seize(); {
			case errors.Is(err, unix.ESRCH), err != nil && ended(pid, id):
			case err != nil:
				return p, fmt.Errorf("stopping thread %d: %w", id, err)
			case id == pid:
				p.threads = append([]*thread{t}, p.threads...)
			default:
				p.threads = append(p.threads, t)
			}
		}
		if !found { // none was made while the others were stopped
			break
		}
	}
	if len(p.threads) == 0 || p.threads[0].id != pid {
		return p, errors.New("its first thread has ended")
	}
	for _, t := range p.threads {
		if err := t.save(); err != nil {
			return p, fmt.Errorf("reading thread %d: %w", t.id, err)
		}
	}
	return p, nil
}

// thaw lets all threads go on.
func (p process) thaw() {
	for _, t := range p.threads {
		_ = t.detach()
	}
}

// tasks are the threads of a process.
func tasks(pid int) ([]int, error) {
	entries, err := os.ReadDir(fmt.Sprintf("/proc/%d/task", pid))
	if err != nil {
		return nil, err
	}
	var ids []int
	for _, e := range entries {
		if id, err := strconv.Atoi(e.Name()); err == nil {
			ids = append(ids, id)
		}
	}
	return ids, nil
}

// ended says that a thread has ended, though it may still have its number.
func ended(pid, id int) bool {
	data, err := os.ReadFile(fmt.Sprintf("/proc/%d/task/%d/stat", pid, id))
	if err != nil {
		return errors.Is(err, os.ErrNotExist) || errors.Is(err, unix.ESRCH)
	}
	// Its name, in parentheses, may hold any character.
	state := strings.TrimSpace(string(data[bytes.LastIndexByte(data, ')')+1:]))
	return strings.HasPrefix(state, "Z") || strings.HasPrefix(state, "X")
}

// innerNumber is the number that a thread has in its own PID namespace.
func innerNumber(pid, id int) (uint32, error) {
	data, err := os.ReadFile(fmt.Sprintf("/proc/%d/task/%d/status", pid, id))
	if err != nil {
		return 0, err
	}
	for line := range strings.Lines(string(data)) {
		if numbers, ok := strings.CutPrefix(line, "NSpid:"); ok {
			fields := strings.Fields(numbers)
			number, err := strconv.ParseUint(fields[len(fields)-1], 10, 32)
			return uint32(number), err
		}
	}
	return 0, fmt.Errorf("%w: the kernel does not tell numbers in namespaces", ErrUnsupported)
}

// seize begins to trace a thread and stops it.
func (t *thread) seize() error {
	if err := unix.PtraceSeize(t.id); err != nil {
		return err
	}
	if err := unix.PtraceInterrupt(t.id); err != nil {
		return err
	}
	if err := t.stopped(); err != nil {
		return err
	}
	return unix.PtraceSetOptions(t.id, unix.PTRACE_O_TRACESYSGOOD|unix.PTRACE_O_TRACEFORK|unix.PTRACE_O_TRACECLONE)
}

// stopped waits until a thread that was told to stop, or that is new, has stopped.
func (t *thread) stopped() error {
	for {
		stop, err := t.wait()
		if err != nil {
			return err
		}
		if stop.event() == unix.PTRACE_EVENT_STOP {
			return nil
		}
		// A signal comes first: a JVM uses some for itself.
		if err := unix.PtraceCont(t.id, int(stop.signal())); err != nil {
			return err
		}
	}
}

// stop is what a thread stopped at: a signal, and above it the event of ptrace(2).
type stop int32

func (s stop) signal() unix.Signal { return unix.Signal(s & 0xff) }
func (s stop) event() int          { return int(s >> 8) }

// wait waits for the next stop. Who collects the process when it ends is not disturbed.
func (t *thread) wait() (stop, error) {
	var info struct { // the kernel's siginfo_t of a child
		signo, errno, code, _ int32
		pid, uid              int32
		status                int32
		_                     [100]byte
	}
	for {
		err := unix.Waitid(unix.P_PID, t.id, (*unix.Siginfo)(unsafe.Pointer(&info)),
			unix.WEXITED|unix.WSTOPPED|unix.WNOWAIT|unix.WALL, nil)
		switch {
		case errors.Is(err, unix.EINTR):
			continue
		case err != nil:
			return 0, err
		case info.code != childTrapped && info.code != childStopped:
			return 0, unix.ESRCH
		}
		err = unix.Waitid(unix.P_PID, t.id, nil, unix.WSTOPPED|unix.WNOHANG|unix.WALL, nil)
		return stop(info.status), err
	}
}

// save notes how a stopped thread goes on.
func (t *thread) save() error {
	if err := unix.PtraceGetRegs(t.id, &t.regs); err != nil {
		return err
	}
	t.extended = make([]byte, extendedSize)
	vector := unix.Iovec{Base: &t.extended[0], Len: extendedSize}
	if err := ptrace(unix.PTRACE_GETREGSET, t.id, regsetExtended, unsafe.Pointer(&vector)); err != nil {
		return err
	}
	t.extended = t.extended[:vector.Len]
	return ptrace(unix.PTRACE_GETSIGMASK, t.id, signalSetSize, unsafe.Pointer(&t.signals))
}

// release lets a thread of a copy go on where that of the original stood.
func (t *thread) release() error {
	vector := unix.Iovec{Base: &t.extended[0], Len: uint64(len(t.extended))}
	if err := ptrace(unix.PTRACE_SETREGSET, t.id, regsetExtended, unsafe.Pointer(&vector)); err != nil {
		return err
	}
	if err := ptrace(unix.PTRACE_SETSIGMASK, t.id, signalSetSize, unsafe.Pointer(&t.signals)); err != nil {
		return err
	}
	regs := resumed(t.regs)
	if err := unix.PtraceSetRegs(t.id, &regs); err != nil {
		return err
	}
	return t.detach()
}

// resumed are registers with which an interrupted system call is made again, which the
// kernel does by itself only for the thread that it interrupted. One with a time limit
// ends early, as by a signal, and whoever made it has to look at the time again.
func resumed(regs unix.PtraceRegs) unix.PtraceRegs {
	if int64(regs.Orig_rax) < 0 {
		return regs // it was not in a system call
	}
	switch result := int64(regs.Rax); {
	case result <= restartAlways && result >= restartNoHandler:
		regs.Rax = regs.Orig_rax
		regs.Rip -= instructionSize
	case result == restartResumed:
		interrupted := int64(unix.EINTR)
		regs.Rax = uint64(-interrupted)
	}
	regs.Orig_rax = ^uint64(0)
	return regs
}

// gate is the address of a system call instruction: that of a call in which a thread was
// interrupted, or which it is about to make.
func (p process) gate() (uint64, error) {
	for _, t := range p.threads {
		for _, address := range []uint64{t.regs.Rip - instructionSize, t.regs.Rip} {
			var code [instructionSize]byte
			if err := read(p.pid, address, code[:]); err == nil && code == [...]byte{0x0f, 0x05} {
				return address, nil
			}
		}
	}
	return 0, errors.New("none of its threads waits")
}

// clone has the thread make another one, or a process, and returns its number.
func (t *thread) clone(gate, flags, stack, number, pointer uint64) (int, error) {
	made := 0
	_, err := t.perform(gate, &made, unix.SYS_CLONE, flags, stack, 0, number, pointer)
	if err == nil && made == 0 {
		err = errors.New("the kernel does not tell of what it made")
	}
	return made, err
}

// call has the thread make a system call.
func (t *thread) call(gate, number uint64, args ...uint64) (uint64, error) {
	return t.perform(gate, nil, number, args...)
}

// perform has the thread make a system call, and then stand as before. made gets the
// number of what the call made.
func (t *thread) perform(gate uint64, made *int, number uint64, args ...uint64) (result uint64, err error) {
	// Here the kernel would not make an interrupted call again.
	back := resumed(t.regs)
	defer func() { err = errors.Join(err, unix.PtraceSetRegs(t.id, &back)) }()
	regs := t.regs
	regs.Rip, regs.Rax, regs.Orig_rax = gate, number, ^uint64(0)
	for i, at := range []*uint64{&regs.Rdi, &regs.Rsi, &regs.Rdx, &regs.R10, &regs.R8, &regs.R9} {
		if *at = 0; i < len(args) {
			*at = args[i]
		}
	}
	for range maxAttempts {
		if err := unix.PtraceSetRegs(t.id, &regs); err != nil {
			return 0, err
		}
		for range 2 { // to the begin of the call, and to its end
			if err := t.toSystemCall(made); err != nil {
				return 0, err
			}
		}
		var after unix.PtraceRegs
		if err := unix.PtraceGetRegs(t.id, &after); err != nil {
			return 0, err
		}
		switch result := int64(after.Rax); {
		case result <= restartAlways && result >= restartNoHandler: // a signal came
		case result < 0 && result >= -lastError:
			return 0, unix.Errno(-result)
		default:
			return after.Rax, nil
		}
	}
	return 0, errors.New("signals interrupt it")
}

// toSystemCall lets the thread run to its next begin or end of a system call.
func (t *thread) toSystemCall(made *int) error {
	for {
		if err := unix.PtraceSyscall(t.id, 0); err != nil {
			return err
		}
		stop, err := t.wait()
		if err != nil {
			return err
		}
		switch event := stop.event(); {
		case made != nil && (event == unix.PTRACE_EVENT_FORK || event == unix.PTRACE_EVENT_CLONE):
			number, err := unix.PtraceGetEventMsg(t.id)
			if err != nil {
				return err
			}
			*made = int(number)
		case event == 0 && stop.signal() == systemCallStop:
			return nil
		case event == 0:
			t.held = stop.signal() // delivered when the thread goes on
		default:
			return fmt.Errorf("stopped otherwise: %#x", int(stop))
		}
	}
}

// detach lets the thread go on, untraced.
func (t *thread) detach() error {
	_, _, errno := unix.Syscall6(unix.SYS_PTRACE, unix.PTRACE_DETACH, uintptr(t.id), 0, uintptr(t.held), 0, 0)
	if errno != 0 {
		return errno
	}
	return nil
}

// ptrace is a request whose data is memory.
func ptrace(request, id int, address uintptr, data unsafe.Pointer) error {
	_, _, errno := unix.Syscall6(unix.SYS_PTRACE, uintptr(request), uintptr(id), address, uintptr(data), 0, 0)
	if errno != 0 {
		return errno
	}
	return nil
}

// read fills data from a process's memory.
func read(pid int, address uint64, data []byte) error {
	return transfer(unix.ProcessVMReadv, pid, address, data)
}

// write puts data into a process's memory.
func write(pid int, address uint64, data []byte) error {
	return transfer(unix.ProcessVMWritev, pid, address, data)
}

func transfer(
	how func(pid int, local []unix.Iovec, remote []unix.RemoteIovec, flags uint) (int, error),
	pid int, address uint64, data []byte,
) error {
	local := []unix.Iovec{{Base: &data[0], Len: uint64(len(data))}}
	remote := []unix.RemoteIovec{{Base: uintptr(address), Len: len(data)}}
	n, err := how(pid, local, remote, 0)
	if err == nil && n != len(data) {
		err = fmt.Errorf("%d bytes of %d", n, len(data))
	}
	return err
}
