// Command testsummary reads `go test -json` on standard input and prints what go test
// prints without it: a line for each package, and the output of the tests that fail.
// It ends with the tests that were skipped, by their reasons, and with a line
//
//	N passed, N failed, N skipped
//
// that counts tests and subtests. It exits with 1 if anything failed, or if nothing
// was tested. With -slow N it names the N tests that took longest.
package main

import (
	"bufio"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
)

func main() {
	slow := flag.Int("slow", 0, "name so many of the tests that took longest")
	flag.Parse()
	s := summary{out: os.Stdout, output: map[string][]string{}}
	if err := s.read(os.Stdin); err != nil {
		fmt.Fprintf(os.Stderr, "testsummary: %v\n", err)
		os.Exit(1)
	}
	if !s.end(*slow) {
		os.Exit(1)
	}
}

// event is a line of `go test -json`; see `go doc test2json`.
type event struct {
	Action, Package, Test, Output string
	Elapsed                       float64
}

// summary is what the events so far say.
type summary struct {
	out    io.Writer
	output map[string][]string // of tests that have not ended, by package and test

	packages, passed, failed int
	broken                   bool // a package failed, or could not be built
	skipped                  []skip
	took                     []timed
}

// skip is a test that was skipped.
type skip struct{ test, reason string }

// timed is how long a test took, in seconds.
type timed struct {
	test    string
	seconds float64
}

// read takes in all events. A line that is none, such as a compiler's message, is
// printed.
func (s *summary) read(in io.Reader) error {
	lines := bufio.NewScanner(in)
	const longest = 16 << 20
	lines.Buffer(nil, longest)
	for lines.Scan() {
		var e event
		if json.Unmarshal(lines.Bytes(), &e) != nil || e.Action == "" {
			fmt.Fprintln(s.out, lines.Text())
			continue
		}
		s.add(e)
	}
	return lines.Err()
}

// add takes in one event.
func (s *summary) add(e event) {
	name := strings.TrimPrefix(e.Package+"."+e.Test, "talpa/")
	switch {
	case e.Action == "build-output":
		fmt.Fprint(s.out, e.Output)
	case e.Action == "build-fail":
		s.broken = true
	case e.Action == "output":
		s.output[name] = append(s.output[name], e.Output)
	case e.Test == "":
		s.packageEnd(e, name)
	case e.Action == "pass":
		s.passed++
		s.testEnd(e, name)
	case e.Action == "fail":
		s.failed++
		fmt.Fprintf(s.out, "--- in %s:\n", strings.TrimPrefix(e.Package, "talpa/"))
		for _, line := range s.output[name] {
			if !strings.HasPrefix(line, "=== ") {
				fmt.Fprint(s.out, line)
			}
		}
		s.testEnd(e, name)
	case e.Action == "skip":
		s.skipped = append(s.skipped, skip{name, reason(s.output[name])})
		s.testEnd(e, name)
	}
}

// testEnd forgets a test's output and keeps its time.
func (s *summary) testEnd(e event, name string) {
	delete(s.output, name)
	if !strings.Contains(e.Test, "/") {
		s.took = append(s.took, timed{name, e.Elapsed})
	}
}

// packageEnd prints a package's own lines: all if it failed, else the last, which go
// test prints.
func (s *summary) packageEnd(e event, name string) {
	if e.Action != "pass" && e.Action != "fail" && e.Action != "skip" {
		return
	}
	s.packages++
	lines := s.output[name]
	delete(s.output, name)
	if e.Action == "fail" {
		s.broken = true
		s.unfinished(e.Package)
	} else if len(lines) > 0 {
		lines = lines[len(lines)-1:]
	}
	for _, line := range lines {
		fmt.Fprint(s.out, line)
	}
}

// unfinished prints the output of the tests of a package that have not ended when it
// failed, as when the package ran out of time.
func (s *summary) unfinished(pkg string) {
	prefix := strings.TrimPrefix(pkg, "talpa/") + "."
	for _, name := range slices.Sorted(maps.Keys(s.output)) {
		if strings.HasPrefix(name, prefix) {
			fmt.Fprintf(s.out, "--- not ended: %s\n%s", name, strings.Join(s.output[name], ""))
			delete(s.output, name)
		}
	}
}

// where begins a line that a test logged: the file and the line number.
var where = regexp.MustCompile(`^\s+\S+\.go:\d+: `)

// reason is the last that a skipped test said.
func reason(output []string) string {
	for _, line := range slices.Backward(output) {
		if at := where.FindString(line); at != "" {
			return strings.TrimSpace(line[len(at):])
		}
	}
	return "no reason given"
}

// end prints the end of the summary, and says whether all is well.
func (s *summary) end(slow int) bool {
	slices.SortStableFunc(s.took, func(a, b timed) int { return int(1000*b.seconds) - int(1000*a.seconds) })
	for i, t := range s.took[:min(slow, len(s.took))] {
		if i == 0 {
			fmt.Fprintln(s.out, "\nslowest:")
		}
		fmt.Fprintf(s.out, "  %6.1f s  %s\n", t.seconds, t.test)
	}
	if len(s.skipped) > 0 {
		fmt.Fprintln(s.out, "\nskipped:")
	}
	for _, reason := range s.reasons() {
		var tests []string
		for _, x := range s.skipped {
			if x.reason == reason {
				tests = append(tests, x.test)
			}
		}
		slices.Sort(tests)
		fmt.Fprintf(s.out, "  %s: %d\n", reason, len(tests))
		for _, test := range tests {
			fmt.Fprintf(s.out, "    %s\n", test)
		}
	}
	fmt.Fprintf(s.out, "\n%d passed, %d failed, %d skipped\n", s.passed, s.failed, len(s.skipped))
	if s.packages == 0 {
		fmt.Fprintln(s.out, "no package was tested")
	}
	return s.failed == 0 && !s.broken && s.packages > 0
}

// reasons are the distinct reasons of skips, sorted.
func (s *summary) reasons() []string {
	var all []string
	for _, x := range s.skipped {
		all = append(all, x.reason)
	}
	slices.Sort(all)
	return slices.Compact(all)
}
