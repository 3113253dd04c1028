//go:build linux && amd64

package zygote

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"unsafe"

	"golang.org/x/sys/unix"
)

// Restore makes a process, which must have a single thread that waits in a system call, go on
// as the one whose image is in dir. The process keeps what the kernel knows of it (number,
// namespaces, limits, filters) and its standard streams; its own memory and files are given
// up. inside is dir as the process sees it, work is its working folder. Where Restore fails the
// process is of no more use, and is left to be killed.
//
// The machine must not have been started anew since, and the files that the image refers to must
// be the same.
func Restore(pid int, dir, inside, work string) error {
	im, err := readImage(dir)
	if err != nil {
		return err
	}
	return onTracer(func() error {
		if err := im.restore(pid, inside, work); err != nil {
			_ = unix.Kill(pid, unix.SIGKILL)
			return fmt.Errorf("restoring a process from %s: %w", dir, err)
		}
		return nil
	})
}

func (im image) restore(pid int, inside, work string) error {
	p, err := freeze(pid)
	if err != nil {
		return err
	}
	if len(p.threads) != 1 {
		return fmt.Errorf("%w: it has %d threads", ErrUnsupported, len(p.threads))
	}
	if err := im.fits(pid); err != nil {
		return err
	}
	s, err := p.shell(im)
	if err != nil {
		return err
	}
	if err := s.empty(im); err != nil {
		return fmt.Errorf("giving up its memory: %w", err)
	}
	if err := s.fill(im, filepath.Join(inside, memoryFile)); err != nil {
		return fmt.Errorf("filling its memory: %w", err)
	}
	if err := s.layOut(im.Layout); err != nil {
		return fmt.Errorf("laying out its memory: %w", err)
	}
	if err := s.files(im.Files, work); err != nil {
		return err
	}
	if err := s.signals(im.Handlers); err != nil {
		return fmt.Errorf("handling signals: %w", err)
	}
	return s.start(im)
}

// The code that makes the system calls of a table, one after the other, and stops: each line has
// the call's number, six arguments, and room for the result; a negative number ends it.
var callTable = []byte{
	0x48, 0x8b, 0x03, // mov rax, [rbx]
	0x48, 0x85, 0xc0, // test rax, rax
	0x78, 0x24, // js end
	0x48, 0x8b, 0x7b, 0x08, // mov rdi, [rbx+8]
	0x48, 0x8b, 0x73, 0x10, // mov rsi, [rbx+16]
	0x48, 0x8b, 0x53, 0x18, // mov rdx, [rbx+24]
	0x4c, 0x8b, 0x53, 0x20, // mov r10, [rbx+32]
	0x4c, 0x8b, 0x43, 0x28, // mov r8, [rbx+40]
	0x4c, 0x8b, 0x4b, 0x30, // mov r9, [rbx+48]
	0x0f, 0x05, // syscall
	0x48, 0x89, 0x43, 0x38, // mov [rbx+56], rax
	0x48, 0x83, 0xc3, 0x40, // add rbx, 64
	0xeb, 0xd4, // jmp to the begin
	0xcc, // end: int3
}

const (
	tableGate  = 32 // of the system call in callTable
	tableLine  = 64 // bytes
	tableCalls = 4096
	// The shell's memory: the code, texts, and the table.
	shellText  = pageSize / 2
	shellTable = pageSize
	shellSize  = pageSize + (tableCalls+1)*tableLine + pageSize - tableLine
	// fileNumber is of the files that are open for a while, above those of any image.
	fileNumber = 1000
	firstFile  = 3 // behind the standard streams
)

// shell is a process that makes system calls for us while its memory is replaced: all that it has
// of its own is memory of ours.
type shell struct {
	*thread
	pid     int
	scratch uint64
	rest    []mapping // its own, and the kernel's
}

// shell puts our memory into the process, where the image has none.
func (p process) shell(im image) (*shell, error) {
	t := p.threads[0]
	gate, err := p.gate()
	if err != nil {
		return nil, err
	}
	s := &shell{thread: t, pid: p.pid}
	if s.rest, err = mappings(p.pid); err != nil {
		return nil, err
	}
	s.scratch = gap(shellSize, im.Memory, s.rest)
	if _, err := t.call(gate, unix.SYS_MMAP, s.scratch, shellSize, unix.PROT_READ|unix.PROT_WRITE|unix.PROT_EXEC,
		unix.MAP_PRIVATE|unix.MAP_ANONYMOUS|unix.MAP_FIXED_NOREPLACE, ^uint64(0), 0); err != nil {
		return nil, fmt.Errorf("reserving memory: %w", err)
	}
	if err := write(s.pid, s.scratch, callTable); err != nil {
		return nil, err
	}
	return s, s.leaveSequences(gate)
}

// gap is an address with so much room that no mapping has.
func gap(size uint64, lists ...[]mapping) uint64 {
	const step = 1 << 24
	for at := uint64(step); ; at += step {
		free := true
		for _, list := range lists {
			for _, m := range list {
				free = free && (at+size <= m.Start || at >= m.End)
			}
		}
		if free {
			return at
		}
	}
}

// leaveSequences ends the first thread's restartable sequences: the kernel would go on to write
// into memory that is given up.
func (s *shell) leaveSequences(gate uint64) error {
	const (
		getConfiguration = 0x420f // PTRACE_GET_RSEQ_CONFIGURATION, Linux 5.13
		unregister       = 1
	)
	var c struct {
		pointer         uint64
		size, signature uint32
		flags, _        uint32
	}
	if err := ptrace(getConfiguration, s.id, unsafe.Sizeof(c), unsafe.Pointer(&c)); err != nil || c.pointer == 0 {
		return nil // there are none
	}
	_, err := s.thread.call(gate, unix.SYS_RSEQ, c.pointer, uint64(c.size), unregister, uint64(c.signature))
	return err
}

// systemCall is a call with its arguments.
type systemCall [7]uint64

// calls makes system calls, and returns their results; the first that fails is the error.
func (s *shell) calls(all ...systemCall) ([]uint64, error) {
	var results []uint64
	for len(all) > 0 {
		n := min(len(all), tableCalls)
		some, err := s.table(all[:n])
		results = append(results, some...)
		if err != nil {
			return results, err
		}
		all = all[n:]
	}
	return results, nil
}

func (s *shell) table(all []systemCall) ([]uint64, error) {
	table := make([]byte, 0, (len(all)+1)*tableLine)
	for _, call := range all {
		for _, word := range call {
			table = binary.NativeEndian.AppendUint64(table, word)
		}
		table = binary.NativeEndian.AppendUint64(table, 0)
	}
	table = binary.NativeEndian.AppendUint64(table, ^uint64(0))
	if err := write(s.pid, s.scratch+shellTable, table); err != nil {
		return nil, err
	}
	regs := s.regs
	regs.Rip, regs.Rbx, regs.Orig_rax = s.scratch, s.scratch+shellTable, ^uint64(0)
	if err := unix.PtraceSetRegs(s.id, &regs); err != nil {
		return nil, err
	}
	if err := unix.PtraceCont(s.id, 0); err != nil {
		return nil, err
	}
	stop, err := s.wait()
	if err != nil {
		return nil, err
	}
	if stop.event() != 0 || stop.signal() != unix.SIGTRAP {
		return nil, fmt.Errorf("stopped otherwise: %#x", int(stop))
	}
	if err := read(s.pid, s.scratch+shellTable, table); err != nil {
		return nil, err
	}
	results := make([]uint64, len(all))
	for i := range all {
		results[i] = binary.NativeEndian.Uint64(table[(i+1)*tableLine-pageEntry:])
		if result := int64(results[i]); result < 0 && result >= -lastError {
			return nil, fmt.Errorf("system call %d(%x): %w", all[i][0], all[i][1:], unix.Errno(-result))
		}
	}
	return results, nil
}

// text puts a text where the process can read it, until the next one.
func (s *shell) text(text string) (uint64, error) {
	if len(text) >= shellTable-shellText {
		return 0, unix.ENAMETOOLONG
	}
	return s.scratch + shellText, write(s.pid, s.scratch+shellText, []byte(text+"\x00"))
}

// empty gives up all that the process has mapped, and moves what is the kernel's to where the
// image has it.
func (s *shell) empty(im image) error {
	var drop []systemCall
	is, want := map[string]mapping{}, map[string]mapping{}
	for _, m := range s.rest {
		switch {
		case m.fixed():
		case m.ofKernel():
			is[m.Name] = m
		default:
			drop = append(drop, systemCall{unix.SYS_MUNMAP, m.Start, m.End - m.Start})
		}
	}
	if _, err := s.calls(drop...); err != nil {
		return err
	}
	for _, m := range im.Memory {
		if m.ofKernel() && !m.fixed() {
			want[m.Name] = m
		}
	}
	if len(is) != len(want) {
		return errors.New("the kernel is another one")
	}
	// By way of a place that neither has: the two may overlap.
	away := s.scratch + 2*shellSize
	var leave, arrive []systemCall
	for name, from := range is {
		to, size := want[name], from.End-from.Start
		if to.End-to.Start != size {
			return errors.New("the kernel is another one")
		}
		away = gap(size, im.Memory, s.rest, []mapping{{Start: 0, End: away}})
		leave = append(leave, moved(from.Start, size, away))
		arrive = append(arrive, moved(away, size, to.Start))
		away += size
	}
	_, err := s.calls(append(leave, arrive...)...)
	return err
}

func moved(from, size, to uint64) systemCall {
	return systemCall{unix.SYS_MREMAP, from, size, size, unix.MREMAP_MAYMOVE | unix.MREMAP_FIXED, to}
}

// open opens a file, under a number that no image has.
func (s *shell) open(path string, flags int) (uint64, error) {
	at, err := s.text(path)
	if err != nil {
		return 0, err
	}
	here := int64(unix.AT_FDCWD)
	results, err := s.calls(systemCall{unix.SYS_OPENAT, uint64(here), at, uint64(flags) | unix.O_CLOEXEC})
	if err != nil {
		return 0, fmt.Errorf("opening %s: %w", path, err)
	}
	low := results[0]
	results, err = s.calls(systemCall{unix.SYS_FCNTL, low, unix.F_DUPFD_CLOEXEC, fileNumber},
		systemCall{unix.SYS_CLOSE, low})
	if err != nil {
		return 0, err
	}
	return results[0], nil
}

// fill maps what the image has, and lays the pages over it that were written to.
func (s *shell) fill(im image, memory string) error {
	// What was open is closed: nothing below is mapped from there.
	if _, err := s.calls(systemCall{unix.SYS_CLOSE_RANGE, firstFile, math.MaxUint32}); err != nil {
		return err
	}
	opened := map[string]uint64{}
	var list []systemCall
	for _, m := range im.Memory {
		if m.ofKernel() {
			continue
		}
		flags, number := uint64(unix.MAP_FIXED_NOREPLACE|unix.MAP_NORESERVE), ^uint64(0)
		if m.Shared {
			flags |= unix.MAP_SHARED
		} else {
			flags |= unix.MAP_PRIVATE
		}
		if m.File.Path == "" {
			flags |= unix.MAP_ANONYMOUS
			m.Offset = 0
		} else {
			var ok bool
			if number, ok = opened[m.File.Path]; !ok {
				var err error
				if number, err = s.open(m.File.Path, unix.O_RDONLY); err != nil {
					return err
				}
				opened[m.File.Path] = number
			}
		}
		list = append(list, systemCall{
			unix.SYS_MMAP, m.Start, m.End - m.Start, uint64(m.Protection), flags, number, m.Offset,
		})
	}
	pages, err := s.open(memory, unix.O_RDONLY)
	if err != nil {
		return err
	}
	for _, r := range im.Runs {
		list = append(list, systemCall{
			unix.SYS_MMAP, r.Address, r.Length, uint64(r.Protection),
			unix.MAP_PRIVATE | unix.MAP_FIXED | unix.MAP_NORESERVE, pages, r.At,
		})
	}
	list = append(list, systemCall{unix.SYS_CLOSE_RANGE, firstFile, math.MaxUint32})
	_, err = s.calls(list...)
	return err
}

// layOut tells the kernel where parts of the memory are.
func (s *shell) layOut(l layout) error {
	data := []byte{}
	for _, at := range []uint64{
		l.StartCode, l.EndCode, l.StartData, l.EndData, l.StartBreak, l.Break, l.StartStack, l.StartArguments, l.EndArguments,
		l.StartEnvironment, l.EndEnvironment,
		0,                    // no auxiliary vector
		math.MaxUint32 << 32, // of no bytes, and no other program
	} {
		data = binary.NativeEndian.AppendUint64(data, at)
	}
	if err := write(s.pid, s.scratch+shellText, data); err != nil {
		return err
	}
	_, err := s.calls(systemCall{
		unix.SYS_PRCTL, unix.PR_SET_MM, unix.PR_SET_MM_MAP, s.scratch + shellText, uint64(len(data)),
	})
	return err
}

// files opens the files of the image under their numbers, and goes to the working folder.
func (s *shell) files(all []opening, work string) error {
	at, err := s.text(work)
	if err != nil {
		return err
	}
	if _, err := s.calls(systemCall{unix.SYS_CHDIR, at}); err != nil {
		return fmt.Errorf("going to %s: %w", work, err)
	}
	for _, o := range all {
		if o.Hangup {
			if err := s.hangup(o.Number); err != nil {
				return fmt.Errorf("making a socket: %w", err)
			}
			continue
		}
		number, err := s.open(o.File.Path, o.Flags)
		if err != nil {
			return err
		}
		if _, err := s.calls(
			systemCall{unix.SYS_LSEEK, number, o.Position, unix.SEEK_SET},
			systemCall{unix.SYS_DUP3, number, uint64(o.Number), uint64(o.Flags) & unix.O_CLOEXEC},
			systemCall{unix.SYS_CLOSE, number},
		); err != nil {
			return fmt.Errorf("opening %s as file %d: %w", o.File.Path, o.Number, err)
		}
	}
	return nil
}

// hangup makes a socket whose other end is closed.
func (s *shell) hangup(number int) error {
	if _, err := s.calls(systemCall{
		unix.SYS_SOCKETPAIR, unix.AF_UNIX, unix.SOCK_STREAM, 0, s.scratch + shellText,
	}); err != nil {
		return err
	}
	ends := make([]byte, 8)
	if err := read(s.pid, s.scratch+shellText, ends); err != nil {
		return err
	}
	one, other := binary.NativeEndian.Uint32(ends), binary.NativeEndian.Uint32(ends[4:])
	list := []systemCall{{unix.SYS_CLOSE, uint64(other)}}
	if one != uint32(number) {
		list = append(list,
			systemCall{unix.SYS_DUP3, uint64(one), uint64(number), 0}, systemCall{unix.SYS_CLOSE, uint64(one)})
	}
	_, err := s.calls(list...)
	return err
}

// signals has the process do at each signal what the image's does.
func (s *shell) signals(all []handler) error {
	for _, h := range all {
		if unix.Signal(h.Signal) == unix.SIGKILL || unix.Signal(h.Signal) == unix.SIGSTOP {
			continue
		}
		if err := write(s.pid, s.scratch+shellText, h.Action); err != nil {
			return err
		}
		if _, err := s.calls(systemCall{
			unix.SYS_RT_SIGACTION, uint64(h.Signal), s.scratch + shellText, 0, signalSetSize,
		}); err != nil {
			return err
		}
	}
	return nil
}

// start makes the threads of the image and lets them go on.
func (s *shell) start(im image) error {
	const robustList = 24 // bytes of its head: there is none, for now
	main := im.Threads[0]
	number, err := innerNumber(s.pid, s.id)
	if err != nil {
		return err
	}
	at := main.Regs.Fs_base + im.Offset
	if err := write(s.pid, at, binary.NativeEndian.AppendUint32(nil, number)); err != nil {
		return err
	}
	if _, err := s.calls(systemCall{unix.SYS_SET_TID_ADDRESS, at},
		systemCall{unix.SYS_SET_ROBUST_LIST, 0, robustList}); err != nil {
		return err
	}
	first := &thread{id: s.id, regs: main.Regs, extended: main.Extended, signals: main.Signals}
	c := &copied{pid: s.pid, gate: s.scratch + tableGate, first: first}
	made := []*thread{}
	for _, t := range im.Threads[1:] {
		one, err := c.thread(&thread{regs: t.Regs, extended: t.Extended, signals: t.Signals}, im.Offset)
		if err != nil {
			return fmt.Errorf("making a thread: %w", err)
		}
		made = append(made, one)
	}
	if err := unmap(first, im.Gate, s.scratch, shellSize); err != nil {
		return fmt.Errorf("giving memory back: %w", err)
	}
	for _, t := range append(made, first) {
		if err := t.release(); err != nil {
			return err
		}
	}
	return nil
}
