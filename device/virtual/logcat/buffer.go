// Package logcat is the log of an embedded device: a ring buffer of lines, and the
// options by which the program logcat selects and prints them.
//
// All buffers of a device (main, system, crash) share one ring. Not modelled: the
// binary event log, statistics, and a size that can be changed.
package logcat

import (
	"fmt"
	"strings"
	"sync"
	"time"
)

// What a Buffer keeps: the oldest lines go first.
const (
	MaxLines = 50_000
	MaxBytes = 16 << 20 // of messages and tags
	MaxLine  = 4000     // bytes of one line, as on a device
)

// The log buffers that logcat knows.
const (
	Main   = "main"
	System = "system"
	Crash  = "crash"
)

// Entry is one line of the log.
type Entry struct {
	Seq      int64 // from 1
	Wall     int64 // ms since 1970, virtual
	Buffer   string
	Priority byte
	Tag      string
	PID, TID int
	Msg      string
}

// Buffer is the device's log: the newest lines, readable by any number of
// readers while it grows. Safe for use by several goroutines.
type Buffer struct {
	mu      sync.Mutex
	entries []Entry
	bytes   int
	next    int64
	wall    int64         // of the last message that had a time
	grown   chan struct{} // closed and replaced when lines come
}

// NewBuffer is an empty log.
func NewBuffer() *Buffer { return &Buffer{next: 1, grown: make(chan struct{})} }

// Add appends a message; each of its lines becomes an entry. One without a time has that of the
// message before it: what the agent remarks comes between what the app logs. Lines that would be
// trimmed at once are counted, but not made: a message can be as large as what an app
// may say at a time, all of it line ends.
func (l *Buffer) Add(e Entry) {
	msg := strings.TrimRight(e.Msg, "\n")
	over := max(strings.Count(msg, "\n")+1-MaxLines, 0)
	for range over {
		_, msg, _ = strings.Cut(msg, "\n")
	}
	large := len(e.Msg) > MaxLine // a line of it must not keep the rest in memory
	l.mu.Lock()
	defer l.mu.Unlock()
	if e.Wall == 0 {
		e.Wall = l.wall
	}
	l.wall = e.Wall
	l.next += int64(over)
	for line := range strings.SplitSeq(msg, "\n") {
		if len(line) > MaxLine {
			line = line[:MaxLine]
		}
		if line = strings.ToValidUTF8(line, "?"); large {
			line = strings.Clone(line)
		}
		e.Msg, e.Seq = line, l.next
		l.next++
		l.entries = append(l.entries, e)
		l.bytes += len(e.Msg) + len(e.Tag) + 64
	}
	if len(l.entries) > MaxLines || l.bytes > MaxBytes {
		l.trim()
	}
	close(l.grown)
	l.grown = make(chan struct{})
}

// trim forgets the oldest lines, an eighth at a time so that it is rare.
func (l *Buffer) trim() {
	drop := 0
	for len(l.entries)-drop > MaxLines*7/8 || l.bytes > MaxBytes*7/8 && drop < len(l.entries) {
		l.bytes -= len(l.entries[drop].Msg) + len(l.entries[drop].Tag) + 64
		drop++
	}
	l.entries = append([]Entry(nil), l.entries[drop:]...)
}

// Since returns the entries from seq on, the seq to go on with, and a channel
// that is closed when there are more.
func (l *Buffer) Since(seq int64) ([]Entry, int64, <-chan struct{}) {
	l.mu.Lock()
	defer l.mu.Unlock()
	skip := 0
	if len(l.entries) > 0 {
		skip = int(min(max(seq-l.entries[0].Seq, 0), int64(len(l.entries))))
	}
	return append([]Entry(nil), l.entries[skip:]...), l.next, l.grown
}

// End is the seq of the next entry.
func (l *Buffer) End() int64 {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.next
}

// Clear forgets all entries.
func (l *Buffer) Clear() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.entries, l.bytes = nil, 0
}

// Threadtime is the entry as `logcat -v threadtime` prints it.
func (e Entry) Threadtime() string {
	return fmt.Sprintf("%s %5d %5d %c %-8s: %s\n", logTime(e.Wall), e.PID, e.TID, e.Priority, e.Tag, e.Msg)
}

func logTime(wall int64) string {
	return time.UnixMilli(wall).UTC().Format("01-02 15:04:05.000")
}

// maxTag is the length, in bytes, of the longest tag that is logged whole.
const maxTag = 100

// Tag is a tag that cannot be taken for something else in a log line. What is left of a character that is cut
// goes with it.
func Tag(tag string) string {
	tag = OneLine(tag)
	if len(tag) > maxTag {
		tag = strings.ToValidUTF8(tag[:maxTag], "")
	}
	return strings.TrimSpace(tag)
}

// OneLine is s with every control character a space: what an app says cannot end a
// line of a log or of a command's answer.
func OneLine(s string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' {
			return ' '
		}
		return r
	}, s)
}
