package trace

import (
	"strconv"
	"strings"
)

// record is one line of the text, with what its log prefix said. Fields that the layout of the log
// does not have are empty; streams are then told apart by the others.
type record struct {
	num      int    // 1-based line of the text
	body     string // the line without its prefix
	prefixed bool   // the line had a log prefix
	process  string // package name, where the prefix shows it
	pid      int
	tid      string
	tag      string
	header   bool // a header of the long format: body is empty, lines follow
}

// key separates the streams of a log: lines of one stream follow each other even where other
// processes wrote in between. Text without prefixes is one stream.
func (r record) key() string {
	return strconv.Itoa(r.pid) + "/" + r.tid + "/" + r.tag
}

const (
	logLevel = `([VDIWEFA])`
	logTime  = `^[^\w\s]{0,2}` +
		`(?:(?:(?:\d{4}[-/])?\d{1,2}[-/]\d{1,2}[ T])?\d\d:\d\d:\d\d(?:[.,]\d{1,9})?(?: ?[+-]\d{4}|Z)?:?` +
		`|\d{1,10}\.\d{3,9})\s+` // since 1970, or since the device started
)

// The layouts of a log line, after its time. Groups are named in logLayouts.
var (
	timePrefix = lazily(logTime).when(func(s string) bool { return strings.ContainsAny(s[:min(len(s), 4)], "0123456789") })
	longHeader = lazily(`^\[ (?:\d{4}-)?\d\d-\d\d \d\d:\d\d:\d\d\.\d+\s+` +
		`(?:\S+ )?(\d+):\s*(\w+) ([VDIWEFA])/(.*?)\s*\]$`).when(begins("[ "))
)

// logLayouts are tried in order, the stricter first: what one of them takes for a prefix is lost to
// the trace. The names of the groups are pid, tid, tag, process and body; the layouts are those of
// logcat -v threadtime, brief and time, tag, thread and process, of Android Studio, old and new,
// and of Unity. Each begins where the time has been cut off, so that the layouts need not know its
// forms.
var logLayouts = []*pattern{
	lazily(`^(?:\w+\s+)?(?P<pid>\d+)\s+(?P<tid>\d+)\s+` + logLevel +
		`\s+(?P<tag>[^:]*?)\s*: ?(?P<body>.*)$`),
	lazily(`^` + logLevel +
		`/(?P<tag>[^(:]*?)\s*\(\s*(?P<pid>\d+)(?::\s*(?P<tid>\w+))?\):\s?(?P<body>.*)$`),
	lazily(`^(?P<pid>\d+)-(?P<tid>\d+)/(?P<process>\S*)\s+` + logLevel +
		`/(?P<tag>[^:]*?)\s*: ?(?P<body>.*)$`),
	lazily(`^(?P<pid>\d+)-(?P<tid>\d+)\s+(?P<tag>\S.*?)\s+(?P<process>\S+)\s+` + logLevel +
		`\s\s?(?P<body>.*)$`),
	lazily(`^` + logLevel + `\(\s*(?P<pid>\d+)(?::\s*(?P<tid>\w+))?\)\s(?P<body>.*)$`),
	lazily(`^` + logLevel + `/(?P<tag>[\w.$-]+)\s*: ?(?P<body>.*)$`),
	lazily(`^(?P<pid>\d+)\s+(?P<tid>\d+)\s+(?:Verbose|Debug|Info|Warn|Error|Fatal)` +
		`\s+(?P<tag>\S+)\s(?P<body>.*)$`),
	lazily(`^[\d.:]{0,12}` + logLevel + ` (?P<tag>[A-Za-z][\w.$-]{2,})\s*: ?(?P<body>.*)$`),
}

// compactLayout is that of Android Studio's compact view; only the time before it tells it from
// other text. A text of two words and a capital in between would look like it.
var compactLayout = lazily(`^(?:(?P<tag>\S+)\s+)?[VDIWEFA]\s{2}(?P<body>.*)$`)

// processTail is the tag that logcat -v process puts behind the message.
// The message itself may end in parentheses, so that it counts only where the log has the layout.
var processTail = lazily(`^(.*?)\s+\(([\w.$-]+)\)$`)

// parseRecord takes the log prefix off a line, if it has one. It never fails: what is no prefix
// stays in the body.
func parseRecord(l textLine) record {
	r := record{num: l.num, body: l.text}
	s := strings.TrimLeft(l.text, " \t")
	if s == "" || !mayBePrefix(s) {
		return r
	}
	if threadtime(s, &r) {
		return r
	}
	if m := longHeader.FindStringSubmatch(s); m != nil {
		return record{num: l.num, prefixed: true, header: true, pid: atoi(m[1]), tid: m[2], tag: m[4]}
	}
	at := timePrefix.FindStringIndex(s)
	if at != nil {
		s = s[at[1]:]
	}
	for i, layout := range logLayouts {
		if m := layout.FindStringSubmatch(s); m != nil {
			r.take(layout, m)
			if i == 4 && r.tag == "" && r.tid == "" {
				r.takeProcessTail()
			}
			return r
		}
	}
	if at != nil {
		if m := compactLayout.FindStringSubmatch(s); m != nil {
			r.take(compactLayout, m)
		}
	}
	return r
}

// threadtime reads the commonest layout, that of logcat's default format, without
// regular expressions: "11-02 08:00:01.002  5120  5161 E Tag: message". It takes only
// lines that the patterns above read the same.
func threadtime(s string, r *record) bool {
	const stamp = "00-00 00:00:00.000 "
	if len(s) < len(stamp) {
		return false
	}
	for i := range len(stamp) {
		if c := s[i]; stamp[i] == '0' && (c < '0' || c > '9') || stamp[i] != '0' && c != stamp[i] {
			return false
		}
	}
	pid, s, ok := cutNumber(s[len(stamp):])
	if !ok {
		return false
	}
	tid, s, ok := cutNumber(s)
	if !ok || len(s) < 3 || strings.IndexByte("VDIWEFA", s[0]) < 0 || s[1] != ' ' {
		return false
	}
	tag, body, ok := strings.Cut(s[2:], ":")
	if !ok || strings.ContainsAny(tag, "\n\r") || strings.Contains(body, "\n") {
		return false
	}
	r.prefixed, r.pid, r.tid, r.tag = true, atoi(pid), tid, strings.TrimSpace(tag)
	r.body = strings.TrimPrefix(body, " ")
	return true
}

// cutNumber cuts a column of digits between blanks off the front of s.
func cutNumber(s string) (number, rest string, ok bool) {
	s = strings.TrimLeft(s, " ")
	end := strings.IndexByte(s, ' ')
	if end <= 0 || strings.Trim(s[:end], "0123456789") != "" {
		return "", "", false
	}
	return s[:end], strings.TrimLeft(s[end:], " "), true
}

// mayBePrefix is a cheap test that spares most lines the regular expressions.
func mayBePrefix(s string) bool {
	c := s[0]
	if c == '[' || c >= '0' && c <= '9' {
		return true
	}
	return len(s) > 2 && strings.IndexByte("VDIWEFA", c) >= 0 && (s[1] == '/' || s[1] == ' ' || s[1] == '(')
}

// take fills in what a layout's groups found.
func (r *record) take(layout *pattern, m []string) {
	r.prefixed = true
	for i, name := range layout.SubexpNames() {
		switch name {
		case "pid":
			r.pid = atoi(m[i])
		case "tid":
			r.tid = m[i]
		case "tag":
			r.tag = strings.TrimSpace(m[i])
		case "process":
			if m[i] != "?" && !strings.HasPrefix(m[i], "pid-") {
				r.process = m[i]
			}
		case "body":
			r.body = m[i]
		}
	}
}

// takeProcessTail cuts the tag off that logcat -v process prints last. A message can end in
// parentheses too: the tag has two blanks before it.
func (r *record) takeProcessTail() {
	if m := processTail.FindStringSubmatch(r.body); m != nil && strings.Contains(r.body, "  (") {
		r.body, r.tag = m[1], m[2]
	}
}

// atoi reads a number that a pattern found; 0 if it is too large.
func atoi(s string) int {
	n, err := strconv.Atoi(s)
	if err != nil || n < 0 || n > 1<<31-1 {
		return 0
	}
	return n
}
