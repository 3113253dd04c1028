package trace

import (
	"strings"
	"unicode"
)

// Budgets of prose: a long bug report with all its comments.
const (
	maxProse     = 300       // lines
	maxProseLine = 400       // bytes; what is longer is no sentence
	maxProseText = 256 << 10 // bytes of the text; what comes later is a log
)

// prose returns what people wrote around the traces of an decoded text: its
// lines that belong to no trace and to no log and hold words.
func prose(text string, traces []Trace) []string {
	var lines []string
	remark := false
	for l := range cleanLines(text[:min(len(text), maxProseText)]) {
		r := parseRecord(l)
		body := strings.TrimSpace(r.body)
		body, remark = withoutRemarks(body, remark)
		if r.prefixed || len(body) > maxProseLine || within(traces, l.num) || looksPrinted(body) ||
			strings.IndexFunc(body, unicode.IsLetter) < 0 {
			continue
		}
		if lines = append(lines, body); len(lines) == maxProse {
			break
		}
	}
	return lines
}

// within says whether a line of the text belongs to one of its traces.
func within(traces []Trace, num int) bool {
	for _, t := range traces {
		if t.Line <= num && num <= t.End {
			return true
		}
	}
	return false
}

// looksPrinted says that a program wrote the line: the rest of a trace that was
// cut short, or of a log without prefixes.
func looksPrinted(body string) bool {
	return frameStart.MatchString(body) || strings.Contains(body, "FATAL EXCEPTION") ||
		strings.HasPrefix(body, "Process: ")
}

// withoutRemarks leaves out HTML comments, in which trackers tell people how to
// write a report. Open says that one goes on from the line before, or into the
// next.
func withoutRemarks(body string, open bool) (rest string, stillOpen bool) {
	var b strings.Builder
	for body != "" {
		mark := "<!--"
		if open {
			mark = "-->"
		}
		before, after, found := strings.Cut(body, mark)
		if !open {
			b.WriteString(before)
		}
		if !found {
			break
		}
		open, body = !open, after
	}
	return strings.TrimSpace(b.String()), open
}
