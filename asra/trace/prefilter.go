package trace

import "strings"

// beginnings are parts of the lines with which a trace begins, other than by their
// form: the ends of names of exceptions, words of headers, what only frames hold.
var beginnings = []string{
	"xception", "rror", "hrowable", "ailure", "iolation", "ThreadDeath", "FATAL", "Uncaught", "CRASH", "Process: ",
	"aused by", "AUSED BY", "STACK_TRACE", "tack trace", "tacktrace", "signal ", "*** ***", "pid: ", "ANR in", `"main"`,
	".java", ".kt", "Native Method", "Unknown Source", " at line ",
}

// idle says that the stream waits for a trace to begin.
func (s *stream) idle() bool {
	return s.trace == nil && s.candidate == nil && s.partial == "" && s.native == nil && s.anr == nil
}

// mayBegin is a cheap test that spares most lines of a log the regular expressions: a
// trace can begin with a line only if it says so, or looks like a frame or like a name.
// It may be wrong in one direction only: a line that it refuses begins no trace.
func mayBegin(body string) bool {
	if strings.HasPrefix(body, "at") || strings.HasPrefix(body, "At ") || strings.HasPrefix(body, `\tat`) {
		return true
	}
	if strings.HasSuffix(body, ")") || strings.HasSuffix(body, "]") {
		if name, _, ok := strings.Cut(body, "("); ok && !strings.Contains(strings.TrimSpace(name), " ") {
			return true // a frame without its "at"
		}
	}
	head, _, _ := strings.Cut(body, ":")
	if strings.Contains(head, ".") && !strings.Contains(head, " ") {
		return true // the name of a class, perhaps
	}
	for _, part := range beginnings {
		if strings.Contains(body, part) {
			return true
		}
	}
	return false
}
