//go:build linux && amd64

package zygote

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"
)

// The files of an image, in a folder of its own.
const (
	memoryFile  = "memory"       // bytes of pages, one run after the other
	processFile = "process.json" // an image, which says where they belong
)

// imageVersion is counted up when images change.
const imageVersion = 1

// image is a process as it stood, without the bytes of its memory.
type image struct {
	Version  int
	Offset   uint64 // of a thread's number, see numberOffset
	Gate     uint64 // of a system call instruction in its memory
	Layout   layout
	Memory   []mapping
	Runs     []run
	Threads  []standing // the first is the one that the process is named after
	Handlers []handler
	Files    []opening
}

// layout is where the kernel takes parts of a process's memory to be: struct prctl_mm_map up to
// what is optional in it. It decides on what brk(2) does.
type layout struct {
	StartCode, EndCode, StartData, EndData, StartBreak, Break, StartStack, StartArguments, EndArguments,
	StartEnvironment, EndEnvironment uint64
}

// run is a range of pages that are not what their mapping makes of them by itself.
type run struct {
	Address, Length uint64
	At              uint64 // in the file of the memory
	Protection      int
}

// standing is how a thread goes on.
type standing struct {
	Regs     unix.PtraceRegs
	Extended []byte
	Signals  uint64
}

// handler is what is done at a signal: the kernel's struct sigaction.
type handler struct {
	Signal int
	Action []byte
}

// opening is a file that is open beside the standard streams.
type opening struct {
	Number int
	// Hangup says that it is no file, but a socket whose other end is closed. A JVM keeps one,
	// to put it in the place of sockets that it closes while threads wait for them.
	Hangup   bool
	Flags    int
	Position uint64
	File     file
}

// file names a file as the process sees it. One of another size or time is another file.
type file struct {
	Path     string
	Size     int64
	Modified int64 // ns since 1970
}

// signals is how many there are.
const signals = 64

// actionSize is of the kernel's struct sigaction.
const actionSize = 32

// Save writes an image of a process into a new folder, of which Restore makes the process
// again. The process goes on. It must have no pipe and no socket but its standard streams,
// and share no memory that is written to.
func Save(pid int, dir string) error {
	return onTracer(func() error {
		p, err := freeze(pid)
		defer p.thaw()
		if err == nil {
			err = p.save(dir)
		}
		if err != nil {
			return fmt.Errorf("saving process %d: %w", pid, err)
		}
		return nil
	})
}

func (p process) save(dir string) error {
	im := image{Version: imageVersion}
	var err error
	if im.Offset, err = p.numberOffset(); err != nil {
		return err
	}
	if im.Gate, err = p.gate(); err != nil {
		return err
	}
	if im.Handlers, err = p.handlers(im.Gate); err != nil {
		return err
	}
	if im.Files, err = openings(p.pid); err != nil {
		return err
	}
	for _, t := range p.threads {
		im.Threads = append(im.Threads, standing{t.regs, t.extended, t.signals})
	}
	if im.Memory, err = mappings(p.pid); err != nil {
		return err
	}
	if im.Layout, err = layoutOf(p.pid, im.Memory); err != nil {
		return err
	}
	for i := range im.Memory {
		if err := im.Memory[i].storable(p.pid); err != nil {
			return err
		}
	}
	if err := os.Mkdir(dir, 0o700); err != nil {
		return err
	}
	if im.Runs, err = writePages(p.pid, im.Memory, filepath.Join(dir, memoryFile)); err != nil {
		return err
	}
	data, err := json.Marshal(im)
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, processFile), data, 0o600)
}

// layoutOf reads a process's layout.
func layoutOf(pid int, memory []mapping) (layout, error) {
	var l layout
	data, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return l, err
	}
	// proc(5) counts from 1, with the number and the name, which may hold any character.
	const behindName = 3
	fields := strings.Fields(string(data[bytes.LastIndexByte(data, ')')+1:]))
	for number, to := range map[int]*uint64{
		26: &l.StartCode, 27: &l.EndCode, 28: &l.StartStack, 45: &l.StartData, 46: &l.EndData, 47: &l.StartBreak,
		48: &l.StartArguments, 49: &l.EndArguments, 50: &l.StartEnvironment, 51: &l.EndEnvironment,
	} {
		if number-behindName >= len(fields) {
			return l, fmt.Errorf("%w: the kernel does not tell how memory is laid out", ErrUnsupported)
		}
		if *to, err = strconv.ParseUint(fields[number-behindName], 10, 64); err != nil {
			return l, err
		}
	}
	l.Break = l.StartBreak
	for _, m := range memory {
		if m.Name == "[heap]" {
			l.Break = m.End
		}
	}
	return l, nil
}

// handlers asks the kernel, by the first thread, what is done at each signal.
func (p process) handlers(gate uint64) ([]handler, error) {
	t := p.threads[0]
	scratch, err := t.call(gate, unix.SYS_MMAP, 0, pageSize, unix.PROT_READ|unix.PROT_WRITE,
		unix.MAP_PRIVATE|unix.MAP_ANONYMOUS, ^uint64(0), 0)
	if err != nil {
		return nil, err
	}
	var all []handler
	for signal := 1; signal <= signals; signal++ {
		h := handler{signal, make([]byte, actionSize)}
		if _, err = t.call(gate, unix.SYS_RT_SIGACTION, uint64(signal), 0, scratch, signalSetSize); err == nil {
			err = read(p.pid, scratch, h.Action)
		}
		if err != nil {
			return nil, errors.Join(err, unmap(t, gate, scratch, pageSize))
		}
		all = append(all, h)
	}
	return all, unmap(t, gate, scratch, pageSize)
}

func unmap(t *thread, gate, address, length uint64) error {
	_, err := t.call(gate, unix.SYS_MUNMAP, address, length)
	return err
}

// openings are the files that a process has open beside its standard streams.
func openings(pid int) ([]opening, error) {
	entries, err := os.ReadDir(fmt.Sprintf("/proc/%d/fd", pid))
	if err != nil {
		return nil, err
	}
	var all []opening
	for _, e := range entries {
		var number int
		if _, err := fmt.Sscan(e.Name(), &number); err != nil || number <= unix.Stderr {
			continue
		}
		path, err := os.Readlink(fmt.Sprintf("/proc/%d/fd/%d", pid, number))
		if err != nil {
			return nil, err
		}
		o := opening{Number: number}
		if strings.HasPrefix(path, "socket:") {
			if err := hungUp(pid, number); err != nil {
				return nil, err
			}
			o.Hangup = true
			all = append(all, o)
			continue
		}
		if o.File, err = named(pid, path); err != nil {
			return nil, err
		}
		d, err := opened(pid, number)
		if err != nil {
			return nil, err
		}
		o.Flags, o.Position = d.flags, d.position
		all = append(all, o)
	}
	return all, nil
}

// hungUp is an error if a descriptor is anything but a UNIX stream socket whose other end is closed.
func hungUp(pid, number int) error {
	process, err := unix.PidfdOpen(pid, 0)
	if err != nil {
		return err
	}
	defer unix.Close(process)
	fd, err := unix.PidfdGetfd(process, number, 0)
	if err != nil {
		return err
	}
	defer unix.Close(fd)
	domain, err := unix.GetsockoptInt(fd, unix.SOL_SOCKET, unix.SO_DOMAIN)
	if err != nil {
		return err
	}
	kind, err := unix.GetsockoptInt(fd, unix.SOL_SOCKET, unix.SO_TYPE)
	if err != nil {
		return err
	}
	poll := []unix.PollFd{{Fd: int32(fd), Events: unix.POLLIN}}
	if _, err := unix.Poll(poll, 0); err != nil {
		return err
	}
	if domain != unix.AF_UNIX || kind != unix.SOCK_STREAM || poll[0].Revents&unix.POLLHUP == 0 {
		return fmt.Errorf("%w: descriptor %d is a socket", ErrUnsupported, number)
	}
	return nil
}

// named is a file of a process, which must be there under its name.
func named(pid int, path string) (file, error) {
	f := file{Path: path}
	if !filepath.IsAbs(path) || strings.Contains(path, "\\") {
		return f, fmt.Errorf("%w: %q has no name to open it again", ErrUnsupported, path)
	}
	info, err := os.Stat(fmt.Sprintf("/proc/%d/root%s", pid, path))
	if errors.Is(err, fs.ErrNotExist) {
		return f, fmt.Errorf("%w: %s is not there any more", ErrUnsupported, path)
	}
	if err != nil {
		return f, err
	}
	if info.Mode().IsRegular() {
		f.Size, f.Modified = info.Size(), info.ModTime().UnixNano()
	}
	return f, nil
}

// files are all that an image refers to by name.
func (im image) files() []file {
	var all []file
	for _, m := range im.Memory {
		if m.File.Path != "" {
			all = append(all, m.File)
		}
	}
	for _, o := range im.Files {
		if !o.Hangup {
			all = append(all, o.File)
		}
	}
	return all
}

// fits says why an image cannot become a process that sees those files; nil if it can.
func (im image) fits(pid int) error {
	seen := map[string]bool{}
	for _, f := range im.files() {
		if seen[f.Path] {
			continue
		}
		seen[f.Path] = true
		is, err := named(pid, f.Path)
		if err != nil {
			return err
		}
		if is != f {
			return fmt.Errorf("%s is another file than it was", f.Path)
		}
	}
	return nil
}

func readImage(dir string) (image, error) {
	var im image
	data, err := os.ReadFile(filepath.Join(dir, processFile))
	if err != nil {
		return im, err
	}
	if err := json.Unmarshal(data, &im); err != nil {
		return im, fmt.Errorf("reading the image of a process: %w", err)
	}
	if im.Version != imageVersion || len(im.Threads) == 0 {
		return im, fmt.Errorf("the image in %s is of another version", dir)
	}
	return im, nil
}
