package shell

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
	"testing"
	"time"
)

// TestLimits: what a line may cost is bounded, and said where the bound is met.
func TestLimits(t *testing.T) {
	t.Parallel()
	double := "x=aaaaaaaaaaaaaaaa; i=0; while [ $i -lt 16 ]; do x=$x$x; i=$((i + 1)); done; " // 1 MiB
	for name, test := range map[string]struct {
		line, want string
		code       int
	}{
		"value as long as allowed":     {double + "echo ${#x}", "1048576\n", 0},
		"value too long":               {double + "x=$x$x", "sh: x: value of 2097152 bytes, limit 1048576\n", 2},
		"default too long":             {double + "echo ${y:=$x$x}", "sh: y: value of 2097152 bytes, limit 1048576\n", 2},
		"word too long":                {double + "args $x$x$x$x$x; echo never", "sh: argument list too long\n", 2},
		"words too long together":      {double + "args $x $x $x $x $x; echo never", "sh: argument list too long\n", 2},
		"document too long":            {double + "cat <<E\n$x$x$x$x$x\nE\n", "sh: argument list too long\n", 2},
		"too many words":               {"x=$(forever | head -5000); args $x; echo never", "sh: argument list too long\n", 2},
		"too many words of a loop":     {"for i in $(forever | head -5000); do echo never; done; echo never", "sh: argument list too long\n", 2},
		"substitution cut off":         {"x=$(forever); echo ${#x}", "1048575\n", 0},
		"pattern too costly":           {double + "case $x in *a*b*a*b*a*b*a*b*a*b*a*b*a*b*a*b*a*b*a*b*a*b*) echo never;; esac; echo never", "sh: pattern of 74 bytes on a text of 1048576 bytes\n", 2},
		"suffix too costly":            {double + "echo ${x%%*a*b*a*b*a*b*a*b*a*b*a*b*a*b*a*b*a*b*}", "sh: pattern of 65 bytes on a text of 1048576 bytes\n", 2},
		"deep arithmetic of variables": {"x=1; echo $((x << 30 << 5)) $((1 << 32)) $((1 << -1))", "0 1 -2147483648\n", 0},
		"smallest number":              {"x=$((-2147483647 - 1)); echo $((x / -1)) $((x % -1))", "-2147483648 0\n", 0},
		"number too large":             {"echo $((99999999999999999999))", "1661992959\n", 0},
		"number of an unknown base":    {"echo $((99#1))", "sh: syntax error: \"99#1\" is no number\n", 2},
		"division by a variable":       {"x=0; echo $((1 % x)); echo never", "sh: syntax error: division by zero\n", 2},
		"assignment to a number":       {"echo $((1 = 2))", "", 2},
		"value that is no number":      {"x=1y; echo $((x))", "sh: syntax error: \"1y\" is no number\n", 2},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			sh, _ := newShell(t)
			out, code := run(t, sh, test.line)
			if test.want == "" && strings.HasPrefix(out, "sh: syntax error") {
				out = "" // in the parser's words
			}
			if out != test.want || code != test.code {
				t.Errorf("%.200q, %d; want %q, %d", out, code, test.want, test.code)
			}
		})
	}
}

// TestRedirects that fail, and what the command does then.
func TestRedirects(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		line, want string
		code       int
	}{
		"input missing":             {"cat < /sdcard/f; echo $?", "sh: /sdcard/f: No such file or directory\n1\n", 0},
		"input missing, negated":    {"! cat < /sdcard/f 2>/dev/null; echo $?", "sh: /sdcard/f: No such file or directory\n0\n", 0},
		"of a loop":                 {"for i in a b; do echo $i; done > /nowhere/f; echo $?", "sh: /nowhere/f: read-only file system\n1\n", 0},
		"to a folder":               {"echo a > /sdcard", "sh: /sdcard: is a directory\n", 1},
		"to an unknown descriptor":  {"echo a >&7; echo on", "sh: 7: bad file descriptor\non\n", 0},
		"output closed":             {"echo a >&-; echo b", "b\n", 0},
		"errors to output and back": {"{ echo a; nope; } 2>&1 | wc -l", "2\n", 0},
		"order counts":              {"nope 2>&1 >/dev/null; nope >/dev/null 2>&1", "sh: nope: inaccessible or not found\n", 127},
		"both":                      {"{ echo a; nope; } &> /sdcard/f; wc -l /sdcard/f; { echo a; nope; } &>> /sdcard/f; wc -l /sdcard/f", "2\n4\n", 0},
		"the last input counts":     {"echo a > /sdcard/f; cat < /dev/null < /sdcard/f", "a\n", 0},
		"expansion of a target":     {"f=/sdcard/'a b'; echo a > $f; cat \"$f\"", "a\n", 0},
		"failing expansion":         {"echo a > $((1 / 0)); echo never", "sh: syntax error: division by zero\n", 2},
		"without a command":         {"> /sdcard/f; ls /sdcard/f; false; 2>/dev/null; echo $?", "/sdcard/f\n0\n", 0},
		"document of Windows":       {"cat <<'E'\r\na\r\nE\r\n", "a\n", 0},
		"string":                    {"x='a  b'; cat <<< \"$x\"; wc -c <<< ''", "a  b\n1\n", 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			sh, _ := newShell(t)
			if out, code := run(t, sh, test.line); out != test.want || code != test.code {
				t.Errorf("%q, %d; want %q, %d", out, code, test.want, test.code)
			}
		})
	}
}

// TestPipelineEnds: commands end when nobody reads them any more, whatever is between.
func TestPipelineEnds(t *testing.T) {
	t.Parallel()
	for _, line := range []string{"forever | head -1", "forever | cat | cat | head -1", "forever | { read x; echo $x; }",
		"forever | while read x; do echo $x; break; done", "(forever; forever) | head -1", "forever | grep -q y && echo y"} {
		t.Run(line, func(t *testing.T) {
			t.Parallel()
			sh, _ := newShell(t)
			if out, code := run(t, sh, line); out != "y\n" || code != 0 {
				t.Errorf("%.100q, %d", out, code)
			}
		})
	}
}

// TestSeveralAtOnce: lines have variables, folder and status of their own.
func TestSeveralAtOnce(t *testing.T) {
	t.Parallel()
	sh, _ := newShell(t)
	var all sync.WaitGroup
	for i := range 8 {
		all.Go(func() {
			line := fmt.Sprintf("x=%d; cd /sdcard; for j in 1 2 3; do echo $x > f%d; done; cat f%d; cd /data; (exit %d)", i, i, i, i)
			if out, code := run(t, sh, line); out != fmt.Sprintf("%d\n", i) || code != i {
				t.Errorf("%d: %q, %d", i, out, code)
			}
		})
	}
	all.Wait()
	if out, _ := run(t, sh, "pwd; echo $x."); out != "/\n.\n" {
		t.Errorf("the next line starts with %q", out)
	}
}

// TestContextEnds: a line ends soon after its context, wherever it is, with the same status.
func TestContextEnds(t *testing.T) {
	t.Parallel()
	for _, line := range []string{"forever", "forever | cat", "x=$(sleep 1000)", "while sleep 1000; do :; done", "until false; do :; done",
		"for i in 1 2 3; do sleep 1000; done", "sleep 1000 | sleep 1000", "(sleep 1000)", "true && sleep 1000 || echo never"} {
		t.Run(line, func(t *testing.T) {
			t.Parallel()
			sh, _ := newShell(t)
			ctx, cancel := context.WithTimeout(t.Context(), 10*time.Millisecond)
			defer cancel()
			done := make(chan int)
			go func() {
				done <- sh.Run(ctx, line+"; echo never > /sdcard/never", strings.NewReader(""), io.Discard, io.Discard)
			}()
			select {
			case code := <-done:
				if code != exitStopped {
					t.Errorf("exit %d", code)
				}
			case <-time.After(time.Minute):
				t.Fatal("goes on")
			}
			if _, err := sh.FS.Stat("/sdcard/never"); err == nil {
				t.Error("the next command ran")
			}
		})
	}
}

// closed is an output that nobody reads.
type closed struct{}

func (closed) Write([]byte) (int, error) { return 0, errors.New("closed") }

// TestOutputBreaks: commands that print without end stop when nobody reads.
func TestOutputBreaks(t *testing.T) {
	t.Parallel()
	sh, _ := newShell(t)
	if code := sh.Run(t.Context(), "forever", strings.NewReader(""), closed{}, closed{}); code != 1 {
		t.Errorf("exit %d", code)
	}
}
