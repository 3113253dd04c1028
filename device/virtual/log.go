package virtual

import (
	"fmt"
	"strings"
	"sync"
	"time"
)

const (
	maxLogLines = 50_000
	maxLogBytes = 16 << 20
	maxLogLine  = 4000 // bytes of one line, as on a device
)

// The log buffers that logcat knows.
const (
	bufMain   = "main"
	bufSystem = "system"
	bufCrash  = "crash"
)

// entry is one line of the log.
type entry struct {
	seq      int64 // from 1
	wall     int64 // ms since 1970, virtual
	buffer   string
	priority byte
	tag      string
	pid, tid int
	msg      string
}

// logBuffer is the device's log: the newest lines, readable by any number of
// readers while it grows. Safe for use by several goroutines.
type logBuffer struct {
	mu      sync.Mutex
	entries []entry
	bytes   int
	next    int64
	grown   chan struct{} // closed and replaced when lines come
}

func newLogBuffer() *logBuffer { return &logBuffer{next: 1, grown: make(chan struct{})} }

// add appends a message; each of its lines becomes an entry.
func (l *logBuffer) add(e entry) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, line := range strings.Split(strings.TrimRight(e.msg, "\n"), "\n") {
		if len(line) > maxLogLine {
			line = line[:maxLogLine]
		}
		e.msg, e.seq = strings.ToValidUTF8(line, "?"), l.next
		l.next++
		l.entries = append(l.entries, e)
		l.bytes += len(e.msg) + len(e.tag) + 64
	}
	if len(l.entries) > maxLogLines || l.bytes > maxLogBytes {
		l.trim()
	}
	close(l.grown)
	l.grown = make(chan struct{})
}

// trim forgets the oldest lines, an eighth at a time so that it is rare.
func (l *logBuffer) trim() {
	drop := 0
	for len(l.entries)-drop > maxLogLines*7/8 || l.bytes > maxLogBytes*7/8 && drop < len(l.entries) {
		l.bytes -= len(l.entries[drop].msg) + len(l.entries[drop].tag) + 64
		drop++
	}
	l.entries = append([]entry(nil), l.entries[drop:]...)
}

// since returns the entries from seq on, the seq to go on with, and a channel
// that is closed when there are more.
func (l *logBuffer) since(seq int64) ([]entry, int64, <-chan struct{}) {
	l.mu.Lock()
	defer l.mu.Unlock()
	skip := 0
	if len(l.entries) > 0 {
		skip = int(min(max(seq-l.entries[0].seq, 0), int64(len(l.entries))))
	}
	return append([]entry(nil), l.entries[skip:]...), l.next, l.grown
}

// end is the seq of the next entry.
func (l *logBuffer) end() int64 {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.next
}

// clear forgets all entries.
func (l *logBuffer) clear() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.entries, l.bytes = nil, 0
}

// threadtime is the entry as `logcat -v threadtime` prints it.
func (e entry) threadtime() string {
	return fmt.Sprintf("%s %5d %5d %c %-8s: %s\n", logTime(e.wall), e.pid, e.tid, e.priority, e.tag, e.msg)
}

func logTime(wall int64) string {
	return time.UnixMilli(wall).UTC().Format("01-02 15:04:05.000")
}
