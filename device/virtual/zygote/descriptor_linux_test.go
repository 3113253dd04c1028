//go:build linux && amd64

package zygote

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"golang.org/x/sys/unix"
)

// openFile opens a file of six letters for a test, or makes one.
func openFile(t *testing.T, path string, flags int) int {
	t.Helper()
	fd, err := unix.Open(path, flags|unix.O_CLOEXEC, 0o600)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { unix.Close(fd) })
	return fd
}

func letters(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "letters")
	if err := os.WriteFile(path, []byte("abcdef"), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestOpened: how a file is open is told with what it takes to open it again by its descriptor: no
// flag that makes, empties or refuses it.
func TestOpened(t *testing.T) {
	t.Parallel()
	path := letters(t)
	const large = 0o100000 // O_LARGEFILE, which the kernel adds
	for name, c := range map[string]struct {
		path        string
		flags, want int
		position    uint64
	}{
		"read":                      {path, unix.O_RDONLY, unix.O_RDONLY, 0},
		"read at a position":        {path, unix.O_RDONLY, unix.O_RDONLY, 4},
		"behind its end":            {path, unix.O_RDONLY, unix.O_RDONLY, 1 << 40},
		"written":                   {path, unix.O_WRONLY, unix.O_WRONLY, 2},
		"both, at the end":          {path, unix.O_RDWR | unix.O_APPEND, unix.O_RDWR | unix.O_APPEND, 6},
		"made":                      {path + "1", unix.O_RDWR | unix.O_CREAT | unix.O_EXCL, unix.O_RDWR, 0},
		"emptied":                   {path + "2", unix.O_RDWR | unix.O_CREAT | unix.O_TRUNC, unix.O_RDWR, 0},
		"without following links":   {path, unix.O_RDONLY | unix.O_NOFOLLOW, unix.O_RDONLY, 3},
		"without a name":            {filepath.Dir(path), unix.O_RDWR | unix.O_TMPFILE, unix.O_RDWR, 1},
		"synchronous, not blocking": {path, unix.O_SYNC | unix.O_NONBLOCK, unix.O_SYNC | unix.O_NONBLOCK, 0},
	} {
		fd := openFile(t, c.path, c.flags)
		if _, err := unix.Seek(fd, int64(c.position), 0); err != nil {
			t.Fatal(name, err)
		}
		got, err := opened(os.Getpid(), fd)
		want := descriptor{number: fd, path: fmt.Sprintf("/proc/self/fd/%d", fd), flags: c.want | unix.O_CLOEXEC,
			position: c.position}
		if got.flags &^= large; err != nil || got != want {
			t.Errorf("%s: %+v, %v, want %+v", name, got, err, want)
		}
		again, err := unix.Open(got.path, got.flags, 0)
		if err != nil {
			t.Errorf("%s: cannot be opened again: %v", name, err)
			continue
		}
		unix.Close(again)
	}
	if data, err := os.ReadFile(path); err != nil || string(data) != "abcdef" {
		t.Errorf("after all that the file holds %q, %v", data, err)
	}
	fd := openFile(t, path, unix.O_RDONLY)
	if _, err := unix.FcntlInt(uintptr(fd), unix.F_SETFD, 0); err != nil {
		t.Fatal(err)
	}
	if got, err := opened(os.Getpid(), fd); err != nil || got.flags&unix.O_CLOEXEC != 0 {
		t.Errorf("one that programs inherit: %+v, %v", got, err)
	}
	if _, err := opened(os.Getpid(), 1<<30); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("one that is not open: %v", err)
	}
}

// TestRegular: of all that is open, files have positions, also those that were deleted and those in
// memory; folders, devices, pipes and sockets have none, nor have the standard streams.
func TestRegular(t *testing.T) {
	t.Parallel()
	path := letters(t)
	gone := openFile(t, path+"-gone", unix.O_RDWR|unix.O_CREAT)
	if err := os.Remove(path + "-gone"); err != nil {
		t.Fatal(err)
	}
	memory, err := unix.MemfdCreate("memory", unix.MFD_CLOEXEC)
	if err != nil {
		t.Fatal(err)
	}
	defer unix.Close(memory)
	ends, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_STREAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer unix.Close(ends[0])
	defer unix.Close(ends[1])
	file := openFile(t, path, unix.O_RDONLY)
	// A program's files are numbered from 3 on in this order.
	p, _ := startProgram(t, "cat", file, openFile(t, filepath.Dir(path), unix.O_RDONLY), gone,
		openFile(t, os.DevNull, unix.O_RDWR), ends[0], memory, file)
	all, err := regular(p)
	if err != nil {
		t.Fatal(err)
	}
	var numbers []int
	for _, d := range all {
		if d.number <= 9 { // those beyond are of whoever runs the test
			numbers = append(numbers, d.number)
		}
	}
	if want := []int{3, 5, 8, 9}; !slices.Equal(slices.Sorted(slices.Values(numbers)), want) {
		t.Errorf("%v, want %v", numbers, want)
	}
	if _, err := regular(1<<31 - 1); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("of a process that is no more: %v", err)
	}
}
