//go:build linux && amd64

package zygote

import (
	"bufio"
	"errors"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"talpa/internal/execx"
	"talpa/internal/need"
)

// TestMain: what whoever runs the tests has left open is not for the processes that are made here.
func TestMain(m *testing.M) {
	if err := unix.CloseRange(firstFile, math.MaxUint32, unix.CLOSE_RANGE_CLOEXEC); err != nil {
		panic(err)
	}
	os.Exit(m.Run())
}

// startShell is a process that waits in a system call, with a single thread: Java reads its
// arguments from a pipe.
func startShell(t *testing.T) (*execx.Process, counter) {
	t.Helper()
	wait := filepath.Join(t.TempDir(), "wait")
	if err := unix.Mkfifo(wait, 0o600); err != nil {
		t.Fatal(err)
	}
	p, err := execx.Start(t.Context(), execx.Cmd{
		Name: need.Program(t, "java", "a JDK 17"), Args: []string{"@" + wait}, DieWithParent: true,
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { p.Kill(); <-p.Done() })
	f, err := os.OpenFile(wait, os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	return p, counter{p.Stdin, bufio.NewReader(p.Stdout)}
}

// TestRestore: a JVM goes on from where its image was made, though it has ended, as often as one
// likes, and can be copied; the one whose image was made goes on, too.
func TestRestore(t *testing.T) {
	t.Parallel()
	original, first := startCounter(t)
	if got := first.ask(t, "read"); got != "aread 80000 false" {
		t.Fatal(got)
	}
	dir := filepath.Join(t.TempDir(), "image")
	if err := Save(original.PID(), dir); err != nil {
		t.Fatal(err)
	}
	if got := first.ask(t, "read"); got != "bread 160000 false" {
		t.Errorf("the JVM whose image was made says %q", got)
	}
	want, err := layoutOf(original.PID(), nil)
	if err != nil {
		t.Fatal(err)
	}
	original.Kill()
	<-original.Done()
	for range 3 { // each with its memory, and the kernel's part of it, at other addresses
		p, second := startShell(t)
		work := t.TempDir()
		if err := os.WriteFile(filepath.Join(work, "here"), nil, 0o644); err != nil {
			t.Fatal(err)
		}
		if err := Restore(p.PID(), dir, dir, work); err != nil {
			t.Fatal(err)
		}
		// brk(2) goes by this: memory that the C library asks for must not lie elsewhere.
		if is, err := layoutOf(p.PID(), nil); err != nil || is != want {
			t.Errorf("laid out as %+v, want %+v, %v", is, want, err)
		}
		for _, step := range [][2]string{
			{"read", "bread 160000 false"}, {"here", "here 240000 true"}, {"gc", "gc 320000 false"},
			{"time", "time 400000 false"},
		} {
			if got := second.ask(t, step[0]); got != step[1] {
				t.Errorf("a JVM out of an image says %q, want %q", got, step[1])
			}
		}
		_, third, _ := copyOf(t, p.PID())
		if got := third.ask(t, "read"); got != "cread 480000 false" {
			t.Errorf("its copy says %q", got)
		}
	}
}

// A process becomes no other one by halves.
func TestRestore_refused(t *testing.T) {
	t.Parallel()
	original, first := startCounter(t)
	if got := first.ask(t, "a"); got != "a 80000 false" {
		t.Fatal(got)
	}
	dir := filepath.Join(t.TempDir(), "image")
	if err := Save(original.PID(), dir); err != nil {
		t.Fatal(err)
	}
	if err := Save(original.PID(), dir); !errors.Is(err, os.ErrExist) {
		t.Errorf("over another image: %v", err)
	}
	file := filepath.Join(dir, processFile)
	whole, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for name, test := range map[string]struct {
		old, new string
		want     string
	}{
		"another version":    {`"Version":`, `"Version":1`, "another version"},
		"another file":       {`/libjvm.so","Size":`, `/libjvm.so","Size":1`, "another file"},
		"a file that is not": {`/libjvm.so"`, `/libjvm.no"`, "not there"},
		"no image":           {`{`, `[`, "reading the image"},
	} {
		if err := os.WriteFile(file, []byte(strings.Replace(string(whole), test.old, test.new, 1)), 0o600); err != nil {
			t.Fatal(err)
		}
		p, _ := startShell(t)
		if err := Restore(p.PID(), dir, dir, "/"); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := os.WriteFile(file, whole, 0o600); err != nil {
		t.Fatal(err)
	}
	other, second := startCounter(t)
	second.ask(t, "a")
	if err := Restore(other.PID(), dir, dir, "/"); !errors.Is(err, ErrUnsupported) {
		t.Errorf("a process with threads: %v", err)
	}
}

// What could not be made again is not kept.
func TestSave_refused(t *testing.T) {
	t.Parallel()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	defer w.Close()
	if err := hungUp(os.Getpid(), int(r.Fd())); err == nil {
		t.Error("a pipe is no socket")
	}
	ends, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_STREAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer unix.Close(ends[0])
	if err := hungUp(os.Getpid(), ends[0]); !errors.Is(err, ErrUnsupported) {
		t.Errorf("a socket that is connected: %v", err)
	}
	unix.Close(ends[1])
	if err := hungUp(os.Getpid(), ends[0]); err != nil {
		t.Errorf("a socket whose other end is closed: %v", err)
	}
	for path, want := range map[string]error{
		"pipe:[1]": ErrUnsupported, "/nowhere": ErrUnsupported, "/tmp/a (deleted)": ErrUnsupported, os.DevNull: nil,
	} {
		if _, err := named(os.Getpid(), path); !errors.Is(err, want) {
			t.Errorf("%s: %v", path, err)
		}
	}
	for name, test := range map[string]struct {
		m    mapping
		want error
	}{
		"memory of its own":          {mapping{Protection: unix.PROT_WRITE}, nil},
		"memory that others write":   {mapping{Shared: true, Protection: unix.PROT_WRITE}, ErrUnsupported},
		"a file that others write":   {mapping{Shared: true, Protection: unix.PROT_WRITE, Name: os.DevNull}, ErrUnsupported},
		"a file that nobody writes":  {mapping{Shared: true, Protection: unix.PROT_READ, Name: os.DevNull}, nil},
		"a file that is not there":   {mapping{Name: "/nowhere"}, ErrUnsupported},
		"what the kernel put there":  {mapping{Shared: true, Name: "[vvar]"}, nil},
		"shared memory without name": {mapping{Shared: true, Protection: unix.PROT_READ}, ErrUnsupported},
	} {
		if err := test.m.storable(os.Getpid()); !errors.Is(err, test.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestParseMapping(t *testing.T) {
	t.Parallel()
	for line, want := range map[string]mapping{
		"7f00-7f10 r-xp 00001000 fe:00 1234   /usr/lib/a b.so": {
			Start: 0x7f00, End: 0x7f10, Protection: unix.PROT_READ | unix.PROT_EXEC, Offset: 0x1000, Name: "/usr/lib/a b.so",
		},
		"1000-2000 rw-s 00000000 00:00 0 ": {
			Start: 0x1000, End: 0x2000, Protection: unix.PROT_READ | unix.PROT_WRITE, Shared: true,
		},
		"1000-2000 ---p 00000000 00:00 0    [stack]": {Start: 0x1000, End: 0x2000, Name: "[stack]"},
	} {
		if got, err := parseMapping(line); err != nil || got != want {
			t.Errorf("%s: %+v, %v", line, got, err)
		}
	}
	for _, line := range []string{"", "1000 rw-p 0 00:00 0", "1000-2000 rw 0 00:00 0", "1000-2000 rw-p x 00:00 0"} {
		if m, err := parseMapping(line); err == nil {
			t.Errorf("%q is %+v", line, m)
		}
	}
}

// Memory of ours is put where nobody has any.
func TestGap_isUnused(t *testing.T) {
	t.Parallel()
	const step = 1 << 24
	one, two := []mapping{{Start: step + 10, End: step + 20}}, []mapping{{Start: 2 * step, End: 3*step + 1}}
	for size, want := range map[uint64]uint64{10: step, 11: 4 * step, step + 1: 4 * step} {
		if got := gap(size, one, two); got != want {
			t.Errorf("%d bytes at %x, want %x", size, got, want)
		}
	}
	if all := slices.Concat(one, two); gap(1, all) != step {
		t.Error("a list of both is another one")
	}
}
