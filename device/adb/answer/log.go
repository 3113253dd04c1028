package answer

import (
	"bytes"
	"hash/fnv"
	"strings"
)

// remembered is how many lines a Log knows again. Logs are read after each event, and
// phones keep 256 KiB to a few MiB of them: some 65,000 lines at most.
const remembered = 1 << 16

const stampLen = len("01-02 15:04:05.000")

// Log reads one log in pieces: logcat starts anew at the first line of the time that it
// is given, which repeats lines, and prints several buffers, whose lines are in order of
// time only nearly. So a line is known again by its text, never by its time: clocks are
// set back, and stamps without a year fall from 12-31 to 01-01.
type Log struct {
	stamp string
	seen  map[uint64]int
	order []uint64 // of what seen counts, oldest first
}

// NewLog begins to read after the given time of the phone's clock, in the log's format
// ("01-02 15:04:05.000").
func NewLog(stamp string) *Log {
	return &Log{stamp: stamp, seen: map[uint64]int{}}
}

// Since is the time from which logcat should print (-T).
func (l *Log) Since() string { return l.stamp }

// Fresh is the lines of out, one answer of `logcat -v threadtime -T Since()`, that no
// answer before had.
func (l *Log) Fresh(out []byte) []byte {
	var fresh bytes.Buffer
	here := map[uint64]int{} // how often each line was met in this answer
	for line := range strings.Lines(string(out)) {
		if len(line) < stampLen || strings.HasPrefix(line, "---------") {
			continue
		}
		h := fnv.New64a()
		_, _ = h.Write([]byte(strings.TrimRight(line, "\r\n")))
		sum := h.Sum64()
		here[sum]++
		if here[sum] <= l.seen[sum] {
			continue
		}
		fresh.WriteString(line)
		l.remember(sum)
		l.stamp = line[:stampLen]
	}
	return fresh.Bytes()
}

func (l *Log) remember(sum uint64) {
	l.seen[sum]++
	l.order = append(l.order, sum)
	if len(l.order) <= remembered {
		return
	}
	oldest := l.order[0]
	l.order = l.order[1:]
	if l.seen[oldest]--; l.seen[oldest] == 0 {
		delete(l.seen, oldest)
	}
}
