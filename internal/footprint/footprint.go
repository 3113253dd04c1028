// Package footprint keeps the resident memory of a process small. It knows how
// Linux counts it: pages of the program's own file count like any others once
// they have been touched.
package footprint

import (
	"bufio"
	"io"
	"os"
	"strconv"
	"strings"
	"syscall"
)

// DropProgram gives back the pages of the program's code and constants that are
// in memory: after the start of a process most of them belong to the
// initialisation of packages and are not needed again. Those that are come back
// from the page cache. Pages that can be written, and those that the loader has
// changed, stay. A system that does not say where the program lies is left as
// it is.
func DropProgram() {
	self, err := os.Readlink("/proc/self/exe")
	if err != nil {
		return
	}
	f, err := os.Open("/proc/self/smaps")
	if err != nil {
		return
	}
	defer f.Close()
	for _, m := range readOnly(f, self) {
		// Fails only if the range is not mapped; then there is nothing to drop.
		_, _, _ = syscall.Syscall(syscall.SYS_MADVISE, m.start, m.size, syscall.MADV_DONTNEED)
	}
}

// mapping is a range of addresses, in bytes.
type mapping struct{ start, size uintptr }

// readOnly lists the mappings of a file that hold nothing but its contents: not
// writable, and no page of them with contents of its own. smaps is in the form
// of /proc/PID/smaps (proc_pid_smaps(5)).
func readOnly(smaps io.Reader, file string) []mapping {
	var list []mapping
	var last mapping // size 0: none, or of no interest
	lines := bufio.NewScanner(smaps)
	for lines.Scan() {
		words := strings.Fields(lines.Text())
		switch {
		case len(words) >= 3 && words[0] == "Anonymous:":
			if last.size > 0 && words[1] == "0" {
				list = append(list, last)
			}
			last = mapping{}
		case len(words) == 6 && words[5] == file && !strings.Contains(words[1], "w"):
			last = parseRange(words[0])
		}
	}
	return list
}

// parseRange reads "00400000-00af8000"; the zero mapping if it is no range.
func parseRange(text string) mapping {
	from, to, _ := strings.Cut(text, "-")
	start, err := strconv.ParseUint(from, 16, 64)
	if err != nil {
		return mapping{}
	}
	end, err := strconv.ParseUint(to, 16, 64)
	if err != nil || end < start {
		return mapping{}
	}
	return mapping{uintptr(start), uintptr(end - start)}
}
