// Package probe tells which methods of an app an event ran. A probe is the
// line that a method of an instrumented copy writes to the log when it begins
// (package instrument): its tag is the descriptor of the class, its text the
// name of the method.
//
// It works on every device that has a log and costs nothing but the lines. It
// sees the methods only that were made to write, and does not tell methods of
// one name and class apart.
package probe

import (
	"bytes"
	"slices"
	"strings"
)

// Set is the methods that write to the log. A nil Set is an empty one. It is
// read-only once made.
type Set struct {
	methods []string
	byLine  map[string][]string // methods by tag and text
}

// New makes the set of methods, given by their DEX names; others than DEX names
// are left out.
func New(methods []string) *Set {
	s := &Set{byLine: map[string][]string{}}
	for _, m := range methods {
		class, rest, ok := strings.Cut(m, "->")
		name, _, ok2 := strings.Cut(rest, "(")
		if !ok || !ok2 || slices.Contains(s.methods, m) {
			continue
		}
		s.methods = append(s.methods, m)
		line := class + " " + name
		s.byLine[line] = append(s.byLine[line], m)
	}
	slices.Sort(s.methods)
	return s
}

// Methods are the DEX names of the methods, sorted.
func (s *Set) Methods() []string {
	if s == nil {
		return nil
	}
	return slices.Clone(s.methods)
}

// Len is the number of methods.
func (s *Set) Len() int {
	if s == nil {
		return 0
	}
	return len(s.methods)
}

// Scan returns the methods that log text (threadtime format) tells of, each
// once, sorted.
func (s *Set) Scan(log []byte) []string {
	if s.Len() == 0 {
		return nil
	}
	var ran []string
	seen := map[string]bool{}
	for line := range bytes.Lines(log) {
		key, ok := split(line)
		if !ok || seen[key] {
			continue
		}
		seen[key] = true
		ran = append(ran, s.byLine[key]...)
	}
	slices.Sort(ran)
	return ran
}

// fields is the number of words before the tag: date, time, pid, tid, level.
const fields = 5

// split returns tag and text of a line that may be a probe.
func split(line []byte) (key string, ok bool) {
	if bytes.IndexByte(line, ';') < 0 {
		return "", false
	}
	words := bytes.Fields(line)
	if len(words) < fields+2 || len(words) > fields+3 {
		return "", false
	}
	tag := bytes.TrimSuffix(words[fields], []byte{':'})
	if len(tag) < 3 || tag[0] != 'L' || tag[len(tag)-1] != ';' {
		return "", false
	}
	return string(tag) + " " + string(words[len(words)-1]), true
}
