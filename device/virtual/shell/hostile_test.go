package shell

import (
	"strings"
	"testing"
	"time"
)

// TestHostileNumbers: numbers that no host has room or time for are refused or do nothing, at
// once, and the shell lives on.
func TestHostileNumbers(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct{ line, want string }{
		"printf as wide as memory":    {"printf '%99999999d|' 1 | wc -c", "11"},
		"printf as precise":           {"printf '%.99999999s|' abc | wc -c", "12"},
		"printf, a star for a width":  {"printf '%*d' 5 1", "%*d"},
		"printf, widest":              {"printf '%10000s' x | wc -c", "10000"},
		"head of all lines there are": {"forever | head -n 2 | wc -l", "2"},
		"head, all but all":           {"echo a | head -n -9223372036854775807", ""},
		"tail from the last line on":  {"echo a | tail -n +9223372036854775807", ""},
		"grep, more than are":         {"echo a | grep -m 100000 a", "a"},
		"shift beyond a word":         {"echo $((1 << 2147483647)) $((1 >> -1))", "-2147483648 0"},
		"smallest by minus one":       {"echo $((-2147483648 % -1))", "0"},
		"slice beyond the end":        {"x=abc; echo \"${x:2147483647}${x:0:2147483647}${x:-5}\"", "abcabc"},
		"slice before the start":      {"x=abc; echo \"<${x: -9}>${x:0:-9}\"", "<>"},
		"break out of more loops":     {"for i in 1; do break 2147483647; done; echo on", "on"},
		"status beyond a byte":        {"(exit 65536); echo $?", "0"},
		"file descriptor":             {"echo a 2147483647>&1; echo on", "on"},
		"base of a number":            {"echo $((37#1)); echo on", ""},
		"cut at a field beyond":       {"echo a:b | cut -d: -f2147483647", ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			sh, _ := newShell(t)
			begin := time.Now()
			out, _ := run(t, sh, "cd /sdcard\n"+test.line+" 2>/dev/null")
			if got := strings.TrimSpace(out); got != test.want && !strings.HasPrefix(got, "sh: ") {
				t.Errorf("%s: %.100q, want %q", test.line, got, test.want)
			}
			if out, code := run(t, sh, "echo on"); out != "on\n" || code != 0 {
				t.Errorf("afterwards the shell says %q, %d", out, code)
			}
			if took := time.Since(begin); took > time.Minute {
				t.Errorf("it took %v", took)
			}
		})
	}
}

// TestLongLines: a line that is longer than the text commands take is refused by those that
// need it whole, with what came before it, and counted and copied by the others.
func TestLongLines(t *testing.T) {
	t.Parallel()
	sh, _ := newShell(t)
	const long = "cd /sdcard; echo before > f; printf '%10000s' x > ten; " +
		"i=0; while [ $i -lt 110 ]; do cat ten >> f; i=$((i+1)); done; echo >> f; echo after >> f; "
	for line, want := range map[string]string{
		"wc f":             "      3     112 1100014",
		"wc -lc f":         "      3 1100014",
		"cat f | wc -c":    "1100014",
		"cp f g; wc -l g":  "3",
		"grep -c before f": "grep: bufio.Scanner: token too long\n1",
		"head -n 1 f":      "before",
		"tail -n 1 f":      "tail: bufio.Scanner: token too long\nbefore",
		"tail -n 5 none f": "tail: /sdcard/none: No such file or directory\ntail: bufio.Scanner: token too long\nbefore",
	} {
		if out, _ := run(t, sh, long+line); strings.TrimRight(out, "\n") != want {
			t.Errorf("%s: %.200q, want %q", line, out, want)
		}
	}
}
