package virtual

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"
	"time"

	"talpa/device/virtual/shell"
)

// logcatArgs are the options of one logcat.
type logcatArgs struct {
	format  string
	buffers map[string]bool // nil: all that logcat shows by default
	dump    bool            // -d: end when the log is printed
	clear   bool            // -c
	size    bool            // -g: print the sizes of the buffers
	resize  bool            // -G: accepted, the size is fixed
	tail    int             // the last lines; -1: all
	after   string          // log time
	pid     int
	regex   *regexp.Regexp
	level   map[string]byte // least priority by tag, "*" for the rest
}

const priorities = "VDIWEFS"

func parseLogcat(args []string) (logcatArgs, error) {
	a := logcatArgs{format: "threadtime", tail: -1, level: map[string]byte{}}
	for i := 0; i < len(args); i++ {
		name, value, joined := strings.Cut(args[i], "=")
		need := func() (string, error) {
			if joined {
				return value, nil
			}
			if i+1 >= len(args) {
				return "", fmt.Errorf("option %s needs a value", name)
			}
			i++
			return args[i], nil
		}
		var err error
		switch name {
		case "-d":
			a.dump = true
		case "-c", "--clear":
			a.clear = true
		case "-s":
			a.level["*"] = 'S'
		case "-D", "--dividers", "-L", "-S", "--statistics":
			a.dump = true
		case "-g", "--buffer-size":
			a.size, a.dump = true, true
			if joined { // --buffer-size=N sets it
				a.size = false
			}
		case "-G":
			a.resize = true
			_, err = need()
		case "-v", "--format":
			var v string
			if v, err = need(); err == nil {
				a.setFormat(v)
			}
		case "-b", "--buffer":
			var v string
			if v, err = need(); err == nil {
				a.addBuffers(v)
			}
		case "-t", "-T", "--tail":
			a.dump = a.dump || name == "-t"
			var v string
			if v, err = need(); err == nil {
				a.setTail(v)
			}
		case "-m", "--max-count":
			_, err = need()
		case "-e", "--regex":
			var v string
			if v, err = need(); err == nil {
				a.regex, err = regexp.Compile(v)
			}
		case "--pid":
			var v string
			if v, err = need(); err == nil {
				a.pid, err = strconv.Atoi(v)
			}
		default:
			if strings.HasPrefix(name, "-v") || strings.HasPrefix(name, "-b") {
				args[i] = name[2:]
				args = append(args[:i:i], append([]string{name[:2]}, args[i:]...)...)
				i--
				continue
			}
			err = a.filter(args[i])
		}
		if err != nil {
			return a, err
		}
	}
	return a, nil
}

func (a *logcatArgs) setFormat(v string) {
	switch v {
	case "brief", "tag", "raw", "time", "process", "long", "threadtime", "epoch":
		a.format = v // the other words only colour or widen
	}
}

func (a *logcatArgs) addBuffers(names string) {
	if a.buffers == nil {
		a.buffers = map[string]bool{}
	}
	for _, b := range strings.Split(names, ",") {
		if b == "all" || b == "default" {
			for _, known := range []string{bufMain, bufSystem, bufCrash} {
				a.buffers[known] = true
			}
		}
		a.buffers[b] = true
	}
}

func (a *logcatArgs) setTail(v string) {
	if n, err := strconv.Atoi(v); err == nil {
		a.tail = n
		return
	}
	a.after = v
	if len(v) > 5 && v[4] == '-' { // with a year
		a.after = v[5:]
	}
}

// filter reads a "TAG:P".
func (a *logcatArgs) filter(spec string) error {
	if strings.HasPrefix(spec, "-") {
		return fmt.Errorf("unknown option %s", spec)
	}
	tag, p, ok := strings.Cut(spec, ":")
	if !ok {
		p = "V"
	}
	if p == "*" {
		p = "V"
	}
	p = strings.ToUpper(p)
	if len(p) != 1 || !strings.Contains(priorities, p) {
		return fmt.Errorf("invalid filter expression %q", spec)
	}
	a.level[tag] = p[0]
	return nil
}

// wants says whether an entry is to be printed.
func (a *logcatArgs) wants(e entry) bool {
	least, ok := a.level[e.tag]
	if !ok {
		least, ok = a.level["*"]
	}
	if ok && (least == 'S' || strings.IndexByte(priorities, e.priority) < strings.IndexByte(priorities, least)) {
		return false
	}
	return (a.buffers == nil || a.buffers[e.buffer]) && (a.pid == 0 || a.pid == e.pid) &&
		(a.after == "" || logTime(e.wall) >= a.after) && (a.regex == nil || a.regex.MatchString(e.msg))
}

func (a *logcatArgs) print(e entry) string {
	switch a.format {
	case "brief":
		return fmt.Sprintf("%c/%-8s(%5d): %s\n", e.priority, e.tag, e.pid, e.msg)
	case "process":
		return fmt.Sprintf("%c(%5d) %s  (%s)\n", e.priority, e.pid, e.msg, e.tag)
	case "tag":
		return fmt.Sprintf("%c/%-8s: %s\n", e.priority, e.tag, e.msg)
	case "raw":
		return e.msg + "\n"
	case "time":
		return fmt.Sprintf("%s %c/%-8s(%5d): %s\n", logTime(e.wall), e.priority, e.tag, e.pid, e.msg)
	case "epoch":
		return fmt.Sprintf("%19.3f %5d %5d %c %-8s: %s\n", float64(e.wall)/1000, e.pid, e.tid, e.priority, e.tag, e.msg)
	case "long":
		return fmt.Sprintf("[ %s %5d:%5d %c/%-8s ]\n%s\n\n", logTime(e.wall), e.pid, e.tid, e.priority, e.tag, e.msg)
	}
	return e.threadtime()
}

// logcat is the command.
func (d *Device) logcat(ctx context.Context, c *shell.Call) int {
	a, err := parseLogcat(c.Args[1:])
	if err != nil {
		return c.Fail("%v", err)
	}
	switch {
	case a.clear:
		d.log.clear()
		return 0
	case a.resize:
		return 0
	case a.size:
		for _, b := range []string{bufMain, bufSystem, bufCrash} {
			fmt.Fprintf(c.Out, "%s: ring buffer is %d MiB, shared by all buffers, max entry is %d B\n",
				b, maxLogBytes>>20, maxLogLine)
		}
		return 0
	}
	entries, next, more := d.log.since(0)
	entries = keep(entries, a.wants)
	if a.tail >= 0 && len(entries) > a.tail {
		entries = entries[len(entries)-a.tail:]
	}
	if a.format != "raw" && a.after == "" && a.tail < 0 {
		if _, err := fmt.Fprintln(c.Out, "--------- beginning of main"); err != nil {
			return 1
		}
	}
	for {
		var b bytes.Buffer
		for _, e := range entries {
			b.WriteString(a.print(e))
		}
		if _, err := c.Out.Write(b.Bytes()); err != nil {
			return 1
		}
		if a.dump {
			return 0
		}
		select {
		case <-ctx.Done():
			return 1
		case <-more:
		case <-time.After(time.Second): // a write is how a client's going shows
			if _, err := io.WriteString(c.Out, ""); err != nil {
				return 1
			}
		}
		entries, next, more = d.log.since(next)
		entries = keep(entries, a.wants)
	}
}

func keep(entries []entry, wants func(entry) bool) []entry {
	kept := entries[:0]
	for _, e := range entries {
		if wants(e) {
			kept = append(kept, e)
		}
	}
	return kept
}
