//go:build linux && amd64

package zygote

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"
)

const pageSize = 4096

// What /proc/PID/pagemap says of a page.
const (
	pageEntry   = 8 // bytes
	pageOfFile  = 1 << 61
	pageSwapped = 1 << 62
	pagePresent = 1 << 63
)

// nearPages is how many pages that need not be kept are, between two that must, to have one
// run and not two.
const nearPages = 8

// mapping is a range of a process's memory that is mapped in one way.
type mapping struct {
	Start, End uint64
	Protection int
	Shared     bool
	File       file   // without a path it is memory of no file
	Offset     uint64 // in it
	Name       string // what the kernel calls it: a path, "[stack]", ""
}

// mappings are those of a process, in the order of their addresses.
func mappings(pid int) ([]mapping, error) {
	f, err := os.Open(fmt.Sprintf("/proc/%d/maps", pid))
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var all []mapping
	lines := bufio.NewScanner(f)
	for lines.Scan() {
		m, err := parseMapping(lines.Text())
		if err != nil {
			return nil, err
		}
		all = append(all, m)
	}
	return all, lines.Err()
}

// parseMapping reads a line of /proc/PID/maps: "start-end rwxp offset device inode name".
func parseMapping(line string) (mapping, error) {
	const named = 5 // fields before the name
	var m mapping
	rest := line
	var fields [named]string
	for i := range fields {
		fields[i], rest, _ = strings.Cut(strings.TrimLeft(rest, " "), " ")
	}
	m.Name = strings.TrimLeft(rest, " ")
	rights := fields[1]
	_, err := fmt.Sscanf(fields[0], "%x-%x", &m.Start, &m.End)
	if err == nil {
		m.Offset, err = strconv.ParseUint(fields[2], 16, 64)
	}
	if err != nil || len(rights) != len("rwxp") {
		return m, fmt.Errorf("a mapping that is none: %q", line)
	}
	for i, bit := range []int{unix.PROT_READ, unix.PROT_WRITE, unix.PROT_EXEC} {
		if rights[i] != '-' {
			m.Protection |= bit
		}
	}
	m.Shared = rights[3] == 's'
	return m, nil
}

// ofKernel says that the kernel put the mapping there, for every process.
func (m mapping) ofKernel() bool {
	return strings.HasPrefix(m.Name, "[v") // vdso, vvar, vvar_vclock, vsyscall
}

// fixed says that the mapping is at the same place in all processes, and cannot be changed.
func (m mapping) fixed() bool { return m.Name == "[vsyscall]" }

// storable notes the mapping's file, and is an error if the mapping could not be made again.
func (m *mapping) storable(pid int) error {
	var err error
	if strings.HasPrefix(m.Name, "/") {
		m.File, err = named(pid, m.Name)
	}
	if err == nil && m.Shared && (m.File.Path == "" || m.Protection&unix.PROT_WRITE != 0) && !m.ofKernel() {
		err = fmt.Errorf("%w: it shares memory that is written to: %q", ErrUnsupported, m.Name)
	}
	return err
}

// writePages writes the pages that mappings do not have by themselves to a new file.
func writePages(pid int, all []mapping, name string) ([]run, error) {
	memory, err := os.Open(fmt.Sprintf("/proc/%d/mem", pid))
	if err != nil {
		return nil, err
	}
	defer memory.Close()
	pagemap, err := os.Open(fmt.Sprintf("/proc/%d/pagemap", pid))
	if err != nil {
		return nil, err
	}
	defer pagemap.Close()
	out, err := os.OpenFile(name, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return nil, err
	}
	w := &pageWriter{memory: memory, pagemap: pagemap, out: out}
	for _, m := range all {
		if m.Shared || m.ofKernel() {
			continue
		}
		if err := w.mapping(m); err != nil {
			out.Close()
			return nil, fmt.Errorf("keeping the memory at %x: %w", m.Start, err)
		}
	}
	return w.runs, out.Close()
}

// pageWriter writes the pages of a process.
type pageWriter struct {
	memory, pagemap *os.File
	out             io.Writer
	at              uint64 // bytes written
	runs            []run
}

// mapping writes those pages of a private mapping that were written to.
func (w *pageWriter) mapping(m mapping) error {
	entries := make([]byte, (m.End-m.Start)/pageSize*pageEntry)
	if _, err := w.pagemap.ReadAt(entries, int64(m.Start/pageSize*pageEntry)); err != nil {
		return err
	}
	first, last := -1, -1 // of a run
	flush := func() error {
		if first < 0 {
			return nil
		}
		r := run{
			Address: m.Start + uint64(first)*pageSize, Length: uint64(last+1-first) * pageSize, At: w.at,
			Protection: m.Protection,
		}
		first = -1
		return w.run(r)
	}
	for i := range len(entries) / pageEntry {
		entry := binary.NativeEndian.Uint64(entries[i*pageEntry:])
		if entry&(pagePresent|pageSwapped) == 0 || entry&pageOfFile != 0 {
			continue
		}
		if m.File.Path == "" && w.zero(m.Start+uint64(i)*pageSize) {
			continue
		}
		if first >= 0 && i-last > nearPages {
			if err := flush(); err != nil {
				return err
			}
		}
		if first < 0 {
			first = i
		}
		last = i
	}
	return flush()
}

// zero says that a page has nothing in it.
func (w *pageWriter) zero(address uint64) bool {
	var page [pageSize]byte
	_, err := w.memory.ReadAt(page[:], int64(address))
	return err == nil && page == [pageSize]byte{}
}

// run writes a range of pages.
func (w *pageWriter) run(r run) error {
	pages := io.NewSectionReader(w.memory, int64(r.Address), int64(r.Length))
	n, err := io.Copy(w.out, pages)
	if err != nil {
		return err
	}
	if uint64(n) != r.Length {
		return io.ErrUnexpectedEOF
	}
	w.at += r.Length
	w.runs = append(w.runs, r)
	return nil
}
