package logcat

import (
	"runtime"
	"strings"
	"testing"
	"unicode/utf8"
)

// frameBytes is the largest message that the agent's wire lets through.
const frameBytes = 64 << 20

// taken is the memory, in bytes, that f takes in all and that is still held after it.
// No test runs beside it.
func taken(f func()) (all, held int64) {
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	all = int64(after.TotalAlloc - before.TotalAlloc)
	runtime.GC()
	runtime.ReadMemStats(&after)
	return all, int64(after.HeapAlloc) - int64(before.HeapAlloc)
}

// TestHostileMessages: what a message of an app takes of the front's memory does not
// grow with its lines, and none of it is kept but what the log shows.
func TestHostileMessages(t *testing.T) {
	const perEntry = 512 // bytes, generously
	for _, test := range []struct {
		name, line string
		lines      int64  // numbered
		last       string // of them
	}{
		{"line ends", "\n", frameBytes + 1, "|"},
		{"short lines", "ab\n", frameBytes/3 + 1, "|"},
		{"one line", "x", 1, strings.Repeat("x", MaxLine)},
		{"no text", "", 1, "|"},
	} {
		t.Run(test.name, func(t *testing.T) {
			b := NewBuffer()
			all, held := taken(func() {
				count := 0
				if test.line != "" {
					count = frameBytes / len(test.line)
				}
				b.Add(Entry{Msg: strings.Repeat(test.line, count) + "|"})
			})
			entries, next, _ := b.Since(0)
			if len(entries) == 0 || len(entries) > MaxLines || next != test.lines+1 {
				t.Fatalf("%d entries, the next is %d", len(entries), next)
			}
			if last := entries[len(entries)-1]; last.Msg != test.last || last.Seq != test.lines {
				t.Errorf("the last line is %.20q, number %d", last.Msg, last.Seq)
			}
			if limit := int64(3*frameBytes + MaxLines*perEntry); all > limit {
				t.Errorf("%d bytes for a message of %d, limit %d", all, frameBytes, limit)
			}
			if limit := int64(MaxLines * perEntry); held > limit {
				t.Errorf("%d bytes are held, limit %d", held, limit)
			}
		})
	}
}

// FuzzBuffer: the entries of two messages are their lines, cut, in order, and numbered
// without a gap.
func FuzzBuffer(f *testing.F) {
	f.Add("a\nb\xff\n\n", "")
	f.Add("\n\n\n", strings.Repeat("x", MaxLine+1))
	f.Add(strings.Repeat("\n", MaxLines+2)+"a", "b")
	f.Fuzz(func(t *testing.T, one, two string) {
		b := NewBuffer()
		var want []string
		for _, msg := range []string{one, two} {
			b.Add(Entry{Msg: msg})
			want = append(want, strings.Split(strings.TrimRight(msg, "\n"), "\n")...)
		}
		entries, next, _ := b.Since(0)
		if next != int64(len(want))+1 || len(entries) > MaxLines || len(entries) < min(len(want), MaxLines*3/4) {
			t.Fatalf("%d entries of %d lines, the next is %d", len(entries), len(want), next)
		}
		for i, e := range entries {
			line := want[len(want)-len(entries)+i]
			if len(line) > MaxLine {
				line = line[:MaxLine]
			}
			if e.Seq != next-int64(len(entries)-i) || e.Msg != strings.ToValidUTF8(line, "?") || !utf8.ValidString(e.Msg) {
				t.Fatalf("entry %d is %+v, want %q", i, e, line)
			}
			if printed := e.Threadtime(); strings.Count(printed, "\n") != 1 {
				t.Fatalf("printed as %q", printed)
			}
		}
	})
}
