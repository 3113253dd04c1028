package main

import (
	"errors"
	"io"
	"strings"
	"testing"
)

// TestRead_stream: a stream as go test writes it, with lines between that are no events.
func TestRead_stream(t *testing.T) {
	t.Parallel()
	stream := `# talpa/b
{"Time":"2026-01-01T00:00:00Z","Action":"start","Package":"talpa/a"}
{"Action":"run","Package":"talpa/a","Test":"TestX"}
{"Action":"output","Package":"talpa/a","Test":"TestX","Output":"=== RUN   TestX\n"}
{"Action":"output","Package":"talpa/a","Test":"TestX/sub","Output":"    x_test.go:1: why\n"}
{"Action":"skip","Package":"talpa/a","Test":"TestX/sub","Elapsed":0.5}
{"Action":"pass","Package":"talpa/a","Test":"TestX","Elapsed":1.25}
{"Action":"pass","Package":"talpa/a","Test":"TestY","Elapsed":3}
{"Action":"pass","Package":"talpa/a","Test":"TestZ/deep","Elapsed":9}
{"Action":"output","Package":"talpa/a","Output":"ok  \ttalpa/a\t1s\n"}
{"Action":"pass","Package":"talpa/a","Elapsed":1}
{"Action":"output","Package":"talpa/c","Output":"?   \ttalpa/c\t[no test files]\n"}
{"Action":"skip","Package":"talpa/c","Elapsed":0}
{"not": "an event"}
`
	var out strings.Builder
	s := summary{out: &out, output: map[string][]string{}}
	if err := s.read(strings.NewReader(stream)); err != nil {
		t.Fatal(err)
	}
	if !s.end(1) {
		t.Error("all is not well")
	}
	want := "# talpa/b\nok  \ttalpa/a\t1s\n?   \ttalpa/c\t[no test files]\n{\"not\": \"an event\"}\n\nslowest:\n     3.0 s  a.TestY\n" +
		"\nskipped:\n  why: 1\n    a.TestX/sub\n\n3 passed, 0 failed, 1 skipped\n"
	if out.String() != want {
		t.Errorf("got\n%s\nwant\n%s", out.String(), want)
	}
}

// TestRead_broken: a stream that breaks off is an error, and so is a line without end.
func TestRead_broken(t *testing.T) {
	t.Parallel()
	broken := errors.New("the pipe broke")
	for name, in := range map[string]io.Reader{
		"broken_pipe":  io.MultiReader(strings.NewReader("{}\n"), failing{broken}),
		"endless_line": strings.NewReader(strings.Repeat("x", 17<<20)),
	} {
		s := summary{out: io.Discard, output: map[string][]string{}}
		if err := s.read(in); err == nil {
			t.Errorf("%s is no error", name)
		}
	}
}

type failing struct{ err error }

func (f failing) Read([]byte) (int, error) { return 0, f.err }

// TestReason: what a skipped test said last, of which the file and line are left out.
func TestReason(t *testing.T) {
	t.Parallel()
	for want, output := range map[string][]string{
		"no reason given":   {"=== RUN TestX\n", "--- SKIP: TestX (0.00s)\n"},
		"needs the corpus":  {"    x_test.go:9: first\n", "    x_test.go:10: needs the corpus\n", "--- SKIP: TestX\n"},
		"a: b: with colons": {"        helper_test.go:3: a: b: with colons\n"},
	} {
		if got := reason(output); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// TestUnfinished: tests that had not ended are told in one order, and those of other packages
// are not.
func TestUnfinished(t *testing.T) {
	t.Parallel()
	for range 5 {
		var out strings.Builder
		s := summary{out: &out, output: map[string][]string{"a.TestB": {"b\n"}, "a.TestA": {"a\n"}, "ab.TestC": {"c\n"}, "b.TestD": {"d\n"}}}
		s.unfinished("talpa/a")
		if got, want := out.String(), "--- not ended: a.TestA\na\n--- not ended: a.TestB\nb\n"; got != want || len(s.output) != 2 {
			t.Fatalf("%q, want %q; %d are left", got, want, len(s.output))
		}
	}
}
