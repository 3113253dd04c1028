package main

import (
	"strings"
	"testing"
)

// run is the summary of events, given as lines "action|package|test|output".
func run(t *testing.T, events ...string) (string, bool) {
	t.Helper()
	var out strings.Builder
	s := summary{out: &out, output: map[string][]string{}}
	for _, line := range events {
		f := strings.SplitN(line, "|", 4)
		s.add(event{Action: f[0], Package: f[1], Test: f[2], Output: f[3] + "\n"})
	}
	ok := s.end(0)
	return out.String(), ok
}

func TestSummary(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		events []string
		want   string
		ok     bool
	}{
		"passed": {[]string{
			"run|talpa/a|TestX|", "output|talpa/a|TestX|=== RUN TestX", "output|talpa/a|TestX|    x_test.go:1: said",
			"pass|talpa/a|TestX|", "output|talpa/a||PASS", "output|talpa/a||ok  \ttalpa/a\t0.1s", "pass|talpa/a||",
		}, "ok  \ttalpa/a\t0.1s\n\n1 passed, 0 failed, 0 skipped\n", true},
		"failed": {[]string{
			"output|talpa/a|TestX|=== RUN TestX", "output|talpa/a|TestX|    x_test.go:1: wrong", "fail|talpa/a|TestX|",
			"output|talpa/a||FAIL", "output|talpa/a||FAIL\ttalpa/a\t0.1s", "fail|talpa/a||",
		}, "--- in a:\n    x_test.go:1: wrong\nFAIL\nFAIL\ttalpa/a\t0.1s\n\n0 passed, 1 failed, 0 skipped\n", false},
		"skipped": {[]string{
			"output|talpa/a|TestX|    x_test.go:1: took part", "output|talpa/a|TestX|    x_test.go:2: without corpus", "skip|talpa/a|TestX|",
			"output|talpa/b|TestZ/sub|    x_test.go:2: without corpus", "skip|talpa/b|TestZ/sub|",
			"skip|talpa/b|TestY|", "pass|talpa/a||", "pass|talpa/b||",
		}, "\nskipped:\n  no reason given: 1\n    b.TestY\n  without corpus: 2\n    a.TestX\n    b.TestZ/sub\n\n0 passed, 0 failed, 3 skipped\n", true},
		"does not build": {[]string{
			"build-output|||x.go:1: undefined: y", "build-fail|||", "output|talpa/a||FAIL\ttalpa/a [build failed]", "fail|talpa/a||",
		}, "x.go:1: undefined: y\nFAIL\ttalpa/a [build failed]\n\n0 passed, 0 failed, 0 skipped\n", false},
		"ran out of time": {[]string{
			"output|talpa/a|TestX|panic: test timed out", "output|talpa/a||FAIL\ttalpa/a\t9s", "fail|talpa/a||",
		}, "--- not ended: a.TestX\npanic: test timed out\nFAIL\ttalpa/a\t9s\n\n0 passed, 0 failed, 0 skipped\n", false},
		"nothing": {nil, "\n0 passed, 0 failed, 0 skipped\nno package was tested\n", false},
	} {
		if got, ok := run(t, c.events...); got != c.want || ok != c.ok {
			t.Errorf("%s: %v\n%s\nwant\n%s", name, ok, got, c.want)
		}
	}
}

// A line that is no event is shown: it may be why there are none.
func TestReadOther(t *testing.T) {
	t.Parallel()
	var out strings.Builder
	s := summary{out: &out, output: map[string][]string{}}
	err := s.read(strings.NewReader("go: no such tool\n{\"Action\":\"pass\",\"Package\":\"talpa/a\",\"Test\":\"TestX\",\"Elapsed\":2.5}\n"))
	if err != nil || out.String() != "go: no such tool\n" || s.passed != 1 || s.took[0].seconds != 2.5 {
		t.Errorf("%v, %+v, %q", err, s, out.String())
	}
}
