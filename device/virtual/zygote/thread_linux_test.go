//go:build linux && amd64

package zygote

import (
	"encoding/binary"
	"errors"
	"os"
	"runtime"
	"testing"
	"unsafe"

	"golang.org/x/sys/unix"
)

// A call that was interrupted is made again, one with a time limit has ended as by a signal, and all else goes on as it
// stood.
func TestResumed_interruptedCalls(t *testing.T) {
	t.Parallel()
	const call, none = unix.SYS_FUTEX, -1
	for name, c := range map[string]struct {
		call, result int64
		rip          uint64
		wantRax      int64
		wantRip      uint64
	}{
		"ERESTARTSYS":                   {call, -512, 100, call, 98},
		"ERESTARTNOINTR":                {call, -513, 100, call, 98},
		"ERESTARTNOHAND":                {call, -514, 100, call, 98},
		"ERESTART_RESTARTBLOCK":         {call, -516, 100, -int64(unix.EINTR), 100},
		"number zero":                   {unix.SYS_READ, -512, 100, unix.SYS_READ, 98},
		"ended with another error":      {call, -int64(unix.EAGAIN), 100, -int64(unix.EAGAIN), 100},
		"ENOIOCTLCMD, which is between": {call, -515, 100, -515, 100},
		"ended well":                    {call, 7, 100, 7, 100},
		"not in a call":                 {none, -512, 100, -512, 100},
	} {
		before := unix.PtraceRegs{Orig_rax: uint64(c.call), Rax: uint64(c.result), Rip: c.rip, Rsp: 11, Rdi: 12, Fs_base: 13}
		got := resumed(before)
		// No call: else the kernel would take the registers for those of one that it is to end.
		want := before
		want.Rax, want.Rip, want.Orig_rax = uint64(c.wantRax), c.wantRip, ^uint64(0)
		if got != want {
			t.Errorf("%s: %+v, want %+v", name, got, want)
		}
	}
}

// address is where data is in this process, where it stays: it is reachable from the heap.
func address(data *[2048]byte) uint64 { return uint64(uintptr(unsafe.Pointer(data))) }

// The instruction is found before or at the place where a thread stands, and nowhere else.
func TestGate_besideTheThread(t *testing.T) {
	t.Parallel()
	code := new([2048]byte)
	code[16], code[17] = 0x0f, 0x05 // syscall
	code[64], code[65] = 0x0f, 0x34 // sysenter
	at := func(offsets ...uint64) process {
		p := process{pid: os.Getpid()}
		for _, o := range offsets {
			p.threads = append(p.threads, &thread{regs: unix.PtraceRegs{Rip: address(code) + o}})
		}
		return p
	}
	for name, c := range map[string]struct {
		p  process
		ok bool
	}{
		"after the call":            {at(18), true},
		"before it":                 {at(16), true},
		"inside of it":              {at(17), false},
		"elsewhere":                 {at(100), false},
		"after another one":         {at(66), false},
		"the second thread":         {at(100, 18), true},
		"no threads":                {at(), false},
		"an address of no memory":   {process{os.Getpid(), []*thread{{}}}, false},
		"then one that is":          {process{os.Getpid(), append([]*thread{{}}, at(18).threads...)}, true},
		"a process that is no more": {process{1<<31 - 1, at(18).threads}, false},
	} {
		got, err := c.p.gate()
		if c.ok && (err != nil || got != address(code)+16) || !c.ok && err == nil {
			t.Errorf("%s: %#x, %v", name, got, err)
		}
	}
	runtime.KeepAlive(code)
}

// TestNumberOffset: threads that keep their numbers at the one same place behind what belongs to the
// C library are known, and no others.
func TestNumberOffset(t *testing.T) {
	t.Parallel()
	ids, err := tasks(os.Getpid())
	if err != nil || len(ids) < 2 {
		t.Fatal(ids, err)
	}
	// make makes a process of threads whose descriptions hold their numbers at offsets.
	type offsets []uint64
	var kept []*[2048]byte
	describe := func(all ...offsets) process {
		p := process{pid: os.Getpid()}
		for i, one := range all {
			block := new([2048]byte)
			kept = append(kept, block)
			number, err := innerNumber(p.pid, ids[i])
			if err != nil {
				t.Fatal(err)
			}
			for _, o := range one {
				binary.NativeEndian.PutUint32(block[o:], number)
			}
			p.threads = append(p.threads, &thread{id: ids[i], regs: unix.PtraceRegs{Fs_base: address(block)}})
		}
		return p
	}
	for name, c := range map[string]struct {
		p    process
		want uint64 // 0: refused
	}{
		"glibc":                                {describe(offsets{720}, offsets{720}), 720},
		"the first possible place":             {describe(offsets{704}, offsets{704}), 704},
		"the last":                             {describe(offsets{2044}, offsets{2044}), 2044},
		"chance agrees in one thread only":     {describe(offsets{720, 900}, offsets{720}), 720},
		"chance agrees in the other":           {describe(offsets{720}, offsets{720, 900}), 720},
		"one thread":                           {describe(offsets{720}), 0},
		"no thread":                            {describe(), 0},
		"two places":                           {describe(offsets{720, 900}, offsets{720, 900}), 0},
		"different places":                     {describe(offsets{720}, offsets{724}), 0},
		"no number":                            {describe(offsets{720}, offsets{}), 0},
		"before what belongs to the C library": {describe(offsets{700}, offsets{700}), 0},
		"not aligned":                          {describe(offsets{721}, offsets{721}), 0},
	} {
		got, err := c.p.numberOffset()
		if got != c.want || (c.want == 0) != errors.Is(err, ErrUnsupported) || (err == nil) == (c.want == 0) {
			t.Errorf("%s: %d, %v, want %d", name, got, err, c.want)
		}
	}
	gone, lost := describe(offsets{720}, offsets{720}), describe(offsets{720}, offsets{720})
	gone.threads[1].id = 1<<31 - 1
	if _, err := gone.numberOffset(); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a thread that is no more: %v", err)
	}
	lost.threads[1].regs.Fs_base = 0 // as of threads that no C library made
	if _, err := lost.numberOffset(); !errors.Is(err, unix.EFAULT) {
		t.Errorf("no thread pointer: %v", err)
	}
	runtime.KeepAlive(kept)
}

// What traces never does so on the process's first thread, which does not end with a goroutine.
func TestOnTracer_neverTheFirstThread(t *testing.T) {
	t.Parallel()
	const many = 500
	first := make(chan error)
	for range many {
		go func() {
			first <- onTracer(func() error {
				if unix.Gettid() == unix.Getpid() {
					return errors.New("on the first thread")
				}
				return nil
			})
		}()
	}
	for range many {
		if err := <-first; err != nil {
			t.Error(err)
		}
	}
}
