package logcat

import (
	"fmt"
	"strings"
	"testing"
)

// at is 15 June 2025, 15:06:40.5 UTC, in ms since 1970.
const at = 1_750_000_000_500

func TestBuffer(t *testing.T) {
	t.Parallel()
	t.Run("lines of a message are entries", func(t *testing.T) {
		t.Parallel()
		b := NewBuffer()
		b.Add(Entry{Wall: at, Priority: 'E', Tag: "T", PID: 1, TID: 2, Msg: "a\nb\xff\n\n"})
		entries, next, _ := b.Since(0)
		if len(entries) != 2 || next != 3 || next != b.End() || entries[1].Seq != 2 || entries[1].Msg != "b?" {
			t.Errorf("%+v, next %d", entries, next)
		}
		if got, want := entries[0].Threadtime(), "06-15 15:06:40.500     1     2 E T       : a\n"; got != want {
			t.Errorf("%q, want %q", got, want)
		}
	})
	t.Run("what has no time has that of the message before it", func(t *testing.T) {
		t.Parallel()
		b := NewBuffer()
		b.Add(Entry{Wall: at, Msg: "one"})
		b.Add(Entry{Msg: "two"})
		b.Clear()
		b.Add(Entry{Msg: "three"})
		b.Add(Entry{Wall: at + 1, Msg: "four"})
		entries, _, _ := b.Since(0)
		if len(entries) != 2 || entries[0].Wall != at || entries[1].Wall != at+1 {
			t.Errorf("%+v", entries)
		}
	})
	t.Run("a long line is cut", func(t *testing.T) {
		t.Parallel()
		b := NewBuffer()
		b.Add(Entry{Msg: strings.Repeat("x", MaxLine+1)})
		if entries, _, _ := b.Since(0); len(entries[0].Msg) != MaxLine {
			t.Errorf("%d bytes, limit %d", len(entries[0].Msg), MaxLine)
		}
	})
	t.Run("a reader goes on where it was", func(t *testing.T) {
		t.Parallel()
		b := NewBuffer()
		b.Add(Entry{Msg: "one"})
		_, next, grown := b.Since(0)
		select {
		case <-grown:
			t.Fatal("grown before a line came")
		default:
		}
		b.Add(Entry{Msg: "two"})
		<-grown
		if entries, _, _ := b.Since(next); len(entries) != 1 || entries[0].Msg != "two" {
			t.Errorf("%+v", entries)
		}
		b.Clear()
		b.Add(Entry{Msg: "three"})
		if entries, _, _ := b.Since(next); len(entries) != 1 || entries[0].Seq != 3 {
			t.Errorf("numbers begin anew: %+v", entries)
		}
	})
	t.Run("the oldest lines go", func(t *testing.T) {
		t.Parallel()
		b := NewBuffer()
		for i := range MaxLines + 1 {
			b.Add(Entry{Msg: fmt.Sprint(i)})
		}
		entries, _, _ := b.Since(0)
		if len(entries) > MaxLines || entries[len(entries)-1].Msg != fmt.Sprint(MaxLines) {
			t.Errorf("%d lines, the last %+v", len(entries), entries[len(entries)-1])
		}
		big := strings.Repeat("x", MaxLine)
		for range MaxBytes/MaxLine + 2 {
			b.Add(Entry{Msg: big})
		}
		bytes := 0
		entries, _, _ = b.Since(0)
		for _, e := range entries {
			bytes += len(e.Msg)
		}
		if bytes > MaxBytes || bytes < MaxBytes/2 {
			t.Errorf("%d bytes kept, limit %d", bytes, MaxBytes)
		}
	})
}

// TestSelects: which of these lines the options of one logcat let through.
func TestSelects(t *testing.T) {
	t.Parallel()
	lines := []Entry{
		{Buffer: Main, Priority: 'D', Tag: "app", PID: 1, Msg: "hello", Wall: at},
		{Buffer: Main, Priority: 'W', Tag: "app", PID: 2, Msg: "beware", Wall: at + 1000},
		{Buffer: System, Priority: 'I', Tag: "am", PID: 3, Msg: "start", Wall: at + 2000},
		{Buffer: Crash, Priority: 'E', Tag: "AndroidRuntime", PID: 1, Msg: "FATAL", Wall: at + 3000},
	}
	for _, test := range []struct{ args, want string }{
		{"", "hello beware start FATAL"},
		{"-b crash", "FATAL"},
		{"-bmain,crash", "hello beware FATAL"},
		{"--buffer=all", "hello beware start FATAL"},
		{"app:W", "beware start FATAL"},
		{"app:W *:S", "beware"},
		{"-s am", "start"},
		{"*:E", "FATAL"},
		{"app:s", "start FATAL"},
		{"--pid 1", "hello FATAL"},
		{"--pid=3", "start"},
		{"-e ^[a-h]", "hello beware"},
		{"-T 06-15_15:06:42.500", "start FATAL"},
		{"-T 2025-06-15_15:06:43.000", "FATAL"},
	} {
		var args []string
		for _, a := range strings.Fields(test.args) {
			args = append(args, strings.ReplaceAll(a, "_", " "))
		}
		o, err := ParseOptions(args)
		if err != nil {
			t.Errorf("%s: %v", test.args, err)
		}
		var got []string
		for _, e := range lines {
			if o.Selects(e) {
				got = append(got, e.Msg)
			}
		}
		if strings.Join(got, " ") != test.want {
			t.Errorf("logcat %s: %q, want %q", test.args, got, test.want)
		}
	}
}

func TestParseOptions(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		args string
		want string // of the exported fields, or the error
	}{
		{"", "threadtime false false false false -1"},
		{"-d -v brief -t 5", "brief true false false false 5"},
		{"-vbrief -T 5", "brief false false false false 5"},
		{"-c", "threadtime false true false false -1"},
		{"-g", "threadtime true false true false -1"},
		{"--buffer-size=1M", "threadtime true false false false -1"},
		{"-G 16M", "threadtime false false false true -1"},
		{"-v color", "threadtime false false false false -1"},
		{"-v", "option -v needs a value"},
		{"--nonsense", "unknown option --nonsense"},
		{"a:Q", `invalid filter expression "a:Q"`},
		{"--pid x", `strconv.Atoi: parsing "x": invalid syntax`},
	} {
		args := strings.Fields(test.args)
		before := strings.Join(args, " ")
		o, err := ParseOptions(args)
		got := fmt.Sprintf("%s %v %v %v %v %d", o.Layout, o.Dump, o.Clear, o.Size, o.Resize, o.Tail)
		if err != nil {
			got = err.Error()
		}
		if got != test.want {
			t.Errorf("%s: %s, want %s", test.args, got, test.want)
		}
		if strings.Join(args, " ") != before {
			t.Errorf("%s: the arguments became %q", test.args, args)
		}
	}
}

func TestFormat(t *testing.T) {
	t.Parallel()
	e := Entry{Wall: at, Priority: 'I', Tag: "tag", PID: 4001, TID: 4002, Msg: "text"}
	for layout, want := range map[string]string{
		"brief":      "I/tag     ( 4001): text\n",
		"process":    "I( 4001) text  (tag)\n",
		"tag":        "I/tag     : text\n",
		"raw":        "text\n",
		"time":       "06-15 15:06:40.500 I/tag     ( 4001): text\n",
		"epoch":      "     1750000000.500  4001  4002 I tag     : text\n",
		"long":       "[ 06-15 15:06:40.500  4001: 4002 I/tag      ]\ntext\n\n",
		"threadtime": "06-15 15:06:40.500  4001  4002 I tag     : text\n",
	} {
		o := Options{Layout: layout}
		if got := o.Format(e); got != want {
			t.Errorf("%s: %q, want %q", layout, got, want)
		}
	}
}

// FuzzParseOptions: any arguments are taken or refused.
func FuzzParseOptions(f *testing.F) {
	f.Add("-d -v brief *:S")
	f.Add("-b -bmain,crash --pid=1 -e (")
	f.Fuzz(func(t *testing.T, line string) {
		if o, err := ParseOptions(strings.Fields(line)); err == nil {
			o.Selects(Entry{Tag: "x", Priority: 'I', Msg: "m"})
		}
	})
}

func TestTag(t *testing.T) {
	t.Parallel()
	for tag, want := range map[string]string{
		" a\nb ": "a b", strings.Repeat("x", 200): strings.Repeat("x", 100), "": "",
		strings.Repeat("é", 49) + "x" + "éé": strings.Repeat("é", 49) + "x", // cut in a character
	} {
		if got := Tag(tag); got != want {
			t.Errorf("%q: %q, want %q", tag, got, want)
		}
	}
}
