package crash

import (
	"regexp"
	"strings"

	"talpa/asra/trace"
)

// maxBuffer bounds the text that waits for the rest of a crash.
const maxBuffer = 8 << 20

// Scanner finds the crashes of one app in log text (threadtime format) that
// comes in chunks of any size. It is not safe for concurrent use.
type Scanner struct {
	pkg    string
	inApp  func(class string) bool
	buffer string            // lines not yet given out
	owners map[string]string // process names by pid, as the log tells them
}

// NewScanner returns a scanner for the app with the given package; "" takes
// the crashes of all processes. inApp says whether the APK defines a class;
// nil is a guess by package names.
func NewScanner(pkg string, inApp func(class string) bool) *Scanner {
	return &Scanner{pkg: pkg, inApp: inApp, owners: map[string]string{}}
}

// Feed takes a chunk and returns the crashes that are complete: after them
// came other lines. A crash at the end of the log so far is kept for the next
// Feed or for Flush.
func (s *Scanner) Feed(chunk []byte) []Crash {
	s.buffer += string(chunk)
	if len(s.buffer) > maxBuffer {
		s.buffer = s.buffer[len(s.buffer)-maxBuffer:]
	}
	end := strings.LastIndexByte(s.buffer, '\n') + 1
	return s.scan(underWay(s.buffer[:end]), false)
}

// underWay is where a crash begins of which more lines can come, the end of the text if
// there is none: the thread that announced it has logged nothing but the crash since. A
// message can be hundreds of lines long, before the first frame.
func underWay(text string) int {
	at := max(strings.LastIndex(text, "AndroidRuntime: FATAL EXCEPTION"),
		strings.LastIndex(text, "AndroidRuntime: *** FATAL EXCEPTION")) // of the system's process
	if at < 0 {
		return len(text)
	}
	begin := strings.LastIndexByte(text[:at], '\n') + 1
	var thread string
	for line := range strings.Lines(text[begin:]) {
		m := threadtime.FindStringSubmatch(line)
		switch {
		case m == nil:
		case thread == "":
			thread = m[2] + " " + m[3]
		case thread == m[2]+" "+m[3] && !strings.Contains(line, " AndroidRuntime: "):
			return len(text)
		}
	}
	if thread == "" {
		return len(text)
	}
	return begin
}

// Flush returns the crashes that Feed kept: it is called when the device is
// idle, so that no more lines of them can come.
func (s *Scanner) Flush() []Crash { return s.scan(len(s.buffer), true) }

// scan looks at the first size bytes of the buffer.
func (s *Scanner) scan(size int, all bool) []Crash {
	text := s.buffer[:size]
	if text == "" {
		return nil
	}
	traces, err := trace.ParseLog(text)
	if err != nil {
		s.learn(text)
		s.keepTail(size, all)
		return nil
	}
	lines := strings.SplitAfter(text, "\n")
	s.learn(text)
	var found []Crash
	keep := len(lines) // first line to keep
	last := len(lines)
	if lines[last-1] == "" {
		last--
	}
	for _, t := range traces {
		if !all && t.End >= last-1 {
			keep = min(keep, t.Line-1)
			continue
		}
		if c, ok := s.crash(t, lines); ok {
			found = append(found, c)
		}
	}
	if keep == len(lines) {
		s.keepTail(size, all)
	} else {
		s.buffer = strings.Join(lines[keep:], "") + s.buffer[size:]
	}
	return found
}

// keepTail drops what was scanned, but for the last lines: they may be the
// header of a crash whose frames are still to come.
func (s *Scanner) keepTail(size int, all bool) {
	if all {
		s.buffer = s.buffer[size:]
		return
	}
	start := size
	for range 8 {
		if start == 0 {
			break
		}
		start = strings.LastIndexByte(s.buffer[:start-1], '\n') + 1
	}
	tail := s.buffer[start:size]
	if i := strings.LastIndex(tail, "AndroidRuntime: FATAL EXCEPTION"); i >= 0 {
		start += strings.LastIndexByte(tail[:i], '\n') + 1
	} else {
		start = size
	}
	s.buffer = s.buffer[start:]
}

var startProc = regexp.MustCompile(`ActivityManager: Start proc (\d+):([\w.:]+)/`)

// learn notes which process a pid belongs to.
func (s *Scanner) learn(text string) {
	if !strings.Contains(text, "Start proc") {
		return
	}
	for _, m := range startProc.FindAllStringSubmatch(text, -1) {
		s.owners[m[1]] = m[2]
	}
}

// crash makes a Crash of a trace, if it concerns the app.
func (s *Scanner) crash(t trace.Trace, lines []string) (Crash, bool) {
	c := Crash{Kind: Java, Trace: t}
	switch {
	case t.Native != nil:
		c.Kind = Native
	case t.ANR != nil:
		c.Kind = ANR
	case !t.Fatal:
		c.Kind = Logged
	}
	if !s.concerns(t, lines) {
		return Crash{}, false
	}
	c.Signature = trace.Sign(t, s.inApp)
	first := lines[t.Line-1]
	c.Stamp = stamp(first)
	pid := logPID(first)
	var text strings.Builder
	for _, line := range lines[t.Line-1 : min(t.End, len(lines))] {
		if logPID(line) == pid {
			text.WriteString(strings.TrimRight(line, "\r\n") + "\n")
		}
	}
	c.Text = text.String()
	return c, true
}

// concerns says whether a trace is of the app: by its process if the log tells
// it, otherwise by its frames.
func (s *Scanner) concerns(t trace.Trace, lines []string) bool {
	if s.pkg == "" {
		return true
	}
	process := t.Process
	if process == "" {
		process = s.owners[logPID(lines[t.Line-1])]
	}
	if process != "" {
		name, _, _ := strings.Cut(process, ":")
		return name == s.pkg
	}
	_, _, ok := t.Point(s.inApp)
	return ok || t.Fatal
}

// threadtime is the prefix "11-21 09:41:07.250  1234  1250 E ".
var threadtime = regexp.MustCompile(
	`^(?:\d{4}-)?(\d\d-\d\d \d\d:\d\d:\d\d\.\d+)\s+(?:\S+\s+)?(\d+)\s+(\d+)\s+[VDIWEFA]\s`,
)

func stamp(line string) string {
	if m := threadtime.FindStringSubmatch(line); m != nil {
		return m[1]
	}
	return ""
}

func logPID(line string) string {
	if m := threadtime.FindStringSubmatch(line); m != nil {
		return m[2]
	}
	return ""
}
