//go:build linux && amd64

package zygote

import (
	"fmt"
	"os"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"
)

// descriptor is an open file.
type descriptor struct {
	number   int
	path     string // by which the process can open it
	flags    int    // of open(2)
	position uint64
}

// once are the flags that are for the first opening of a file: they make or empty it, or refuse
// links, which the path of a descriptor is. O_TMPFILE holds O_DIRECTORY, which no file has else.
const once = unix.O_CREAT | unix.O_EXCL | unix.O_TRUNC | unix.O_NOFOLLOW | unix.O_TMPFILE

// regular are the regular files that a process has open beside its standard streams. After
// fork(2) it shares their positions with its original, and a JVM reads its jars at one.
func regular(pid int) ([]descriptor, error) {
	const firstOther = 3
	entries, err := os.ReadDir(fmt.Sprintf("/proc/%d/fd", pid))
	if err != nil {
		return nil, err
	}
	var all []descriptor
	for _, e := range entries {
		number, err := strconv.Atoi(e.Name())
		if err != nil || number < firstOther {
			continue
		}
		info, err := os.Stat(fmt.Sprintf("/proc/%d/fd/%d", pid, number))
		if err != nil {
			return nil, err
		}
		if !info.Mode().IsRegular() {
			continue
		}
		d, err := opened(pid, number)
		if err != nil {
			return nil, err
		}
		all = append(all, d)
	}
	return all, nil
}

// opened is how a file is open.
func opened(pid, number int) (descriptor, error) {
	d := descriptor{number: number, path: fmt.Sprintf("/proc/self/fd/%d", number)}
	data, err := os.ReadFile(fmt.Sprintf("/proc/%d/fdinfo/%d", pid, number))
	if err != nil {
		return d, err
	}
	for line := range strings.Lines(string(data)) {
		name, value, _ := strings.Cut(strings.TrimSpace(line), ":\t")
		switch name {
		case "pos":
			d.position, err = strconv.ParseUint(value, 10, 64)
		case "flags":
			var flags uint64
			flags, err = strconv.ParseUint(value, 8, 32)
			d.flags = int(flags) &^ once
		}
		if err != nil {
			return d, fmt.Errorf("reading how file %d is open: %w", number, err)
		}
	}
	return d, nil
}
