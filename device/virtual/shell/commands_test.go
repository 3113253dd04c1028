package shell

import (
	"context"
	"errors"
	"regexp"
	"slices"
	"testing"
	"time"
)

// TestFileCommands are the commands on files, with what they say where they fail.
func TestFileCommands(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		line, want string
		code       int
	}{
		"cat/missing":            {"cat nothing; echo on", "cat: /sdcard/nothing: No such file or directory\non\n", 0},
		"cat/folder":             {"cat /sdcard", "cat: /sdcard: is a directory\n", 1},
		"cat/one of two missing": {"echo a > f; cat nothing f", "cat: /sdcard/nothing: No such file or directory\na\n", 1},
		"cat/dash is input":      {"echo a > f; cat f -", "a\nfrom\nstdin\n", 0},
		"chmod/accepted":         {"touch f; chmod 777 f && chown root f && sync", "", 0},
		"cp/into folder":         {"echo a > f; mkdir d; cp f d/; cat d/f", "a\n", 0},
		"cp/one path":            {"cp f", "cp: needs two paths\n", 1},
		"cp/missing":             {"cp nothing f", "cp: /sdcard/nothing: No such file or directory\n", 1},
		"cp/to read-only":        {"echo a > f; cp f /system/f", "cp: /system/f: read-only file system\n", 1},
		"ls/folder and file":     {"touch f; mkdir d; touch d/g; ls f d", "f\n\nd:\ng\n", 0},
		"ls/hidden":              {"mkdir d; cd d; touch .h v; ls; ls -a; ls -A", "v\n.h\nv\n.h\nv\n", 0},
		"ls/missing":             {"ls nothing", "ls: /sdcard/nothing: No such file or directory\n", 1},
		"ls/folder itself":       {"ls -d /sdcard /data", "/sdcard\n/data\n", 0},
		"mkdir/there already":    {"mkdir d; mkdir d", "mkdir: /sdcard/d: File exists\n", 1},
		"mkdir/parent missing":   {"mkdir a/b", "mkdir: /sdcard/a/b: No such file or directory\n", 1},
		"mkdir/outside":          {"mkdir /system/x", "mkdir: /system/x: read-only file system\n", 1},
		"mv/over a file":         {"echo a > f; echo b > g; mv f g; cat g; ls f", "a\nls: /sdcard/f: No such file or directory\n", 1},
		"mv/across mounts":       {"echo a > f; mv f /data/local/tmp/; cat /data/local/tmp/f", "a\n", 0},
		"mv/missing":             {"mv nothing f", "mv: /sdcard/nothing: No such file or directory\n", 1},
		"rm/folder":              {"mkdir d; rm d", "rm: d: is a directory\n", 1},
		"rm/folder with content": {"mkdir -p d/e; rm -r d; ls -d d", "ls: /sdcard/d: No such file or directory\n", 1},
		"rm/missing":             {"rm nothing", "rm: /sdcard/nothing: No such file or directory\n", 1},
		"rm/missing, forced":     {"rm -f nothing", "", 0},
		"rm/two of three":        {"touch a b; rm a nothing b; ls a b 2>&1 | wc -l", "rm: /sdcard/nothing: No such file or directory\n2\n", 0},
		"rmdir/empty":            {"mkdir d; rmdir d; ls -d d 2>/dev/null; echo $?", "1\n", 0},
		"stat/size":              {"echo abc > f; stat f; stat -c '%s %a %n' f", "f 4\n4 660 f\n", 0},
		"stat/missing":           {"stat nothing", "stat: /sdcard/nothing: No such file or directory\n", 1},
		"touch/keeps content":    {"echo a > f; touch f; cat f", "a\n", 0},
		"touch/outside":          {"touch /x", "touch: /x: read-only file system\n", 1},
		"md5sum/file":            {"printf abc > f; md5sum f; md5sum -b f", "900150983cd24fb0d6963f7d28e17f72  f\n900150983cd24fb0d6963f7d28e17f72\n", 0},
		"md5sum/missing":         {"md5sum nothing", "md5sum: /sdcard/nothing: No such file or directory\n", 1},
		"base64/both":            {"printf '\\0a\\n' | base64; printf AGEK | base64 -d | md5sum; printf '\\0a\\n' | md5sum", "AGEK\ndbd504225c19644b83ec0ba6dc70696a  -\ndbd504225c19644b83ec0ba6dc70696a  -\n", 0},
		"base64/bad":             {"printf '?' | base64 -d", "base64: bad input\n", 1},
		"md5sum/input":           {"printf abc | md5sum", "900150983cd24fb0d6963f7d28e17f72  -\n", 0},
		"sleep/nothing":          {"sleep", "sleep: needs a time\n", 1},
		"sleep/no number":        {"sleep soon", "sleep: bad time \"soon\"\n", 1},
		"sleep/a part":           {"sleep 0.001 && sleep 1ms && echo up", "up\n", 0},
		"tee/outside":            {"echo a | tee /x", "tee: /x: read-only file system\n", 1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			sh, _ := newShell(t)
			out, code := run(t, sh, "cd /sdcard\n"+test.line)
			if out != test.want || code != test.code {
				t.Errorf("%q, %d; want %q, %d", out, code, test.want, test.code)
			}
		})
	}
}

// TestLongList: a line of `ls -l` has the columns that clients take apart.
func TestLongList(t *testing.T) {
	t.Parallel()
	sh, _ := newShell(t)
	out, code := run(t, sh, "cd /sdcard; echo abc > file; mkdir folder; ls -l")
	want := regexp.MustCompile(`^total 12
drwxrwx--x 1 u0_a100 u0_a100 +\d+ \d{4}-\d\d-\d\d \d\d:\d\d Music
-rw-rw---- 1 u0_a100 u0_a100 +4 \d{4}-\d\d-\d\d \d\d:\d\d file
drwxrwx--x 1 u0_a100 u0_a100 +\d+ \d{4}-\d\d-\d\d \d\d:\d\d folder
$`)
	if code != 0 || !want.MatchString(out) {
		t.Errorf("%d\n%s", code, out)
	}
}

// TestTextCommands are the commands on text beyond what the host's shells are asked,
// with what they say where they fail.
func TestTextCommands(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		line, want string
		code       int
	}{
		"basename/nothing":         {"basename", "basename: needs a path\n", 1},
		"dirname/nothing":          {"dirname", "dirname: needs a path\n", 1},
		"cut/no field":             {"echo a | cut -d:", "cut: needs -d and one -f\n", 1},
		"cut/field beyond":         {"echo a:b | cut -d: -f5", "\n", 0},
		"cut/tab":                  {"printf 'a\\tb\\n' | cut -f2", "b\n", 0},
		"echo/escapes":             {"echo -e 'a\\tb\\\\n'; echo -n a; echo -ne 'b\\n'; echo -x", "a\tb\\n\nab\n-x\n", 0},
		"grep/nothing":             {"grep", "grep: needs a pattern\n", 2},
		"grep/bad pattern":         {"grep -E '(' f", "grep: error parsing regexp: missing closing ): `(?:()`\n", 2},
		"grep/missing file":        {"grep a nothing", "grep: /nothing: No such file or directory\n", 2},
		"grep/several lines":       {"printf 'a\\nb\\nc\\n' | grep 'a\nc'", "a\nc\n", 0},
		"grep/word":                {"printf 'ab\\na b\\n' | grep -w a", "a b\n", 0},
		"grep/whole line":          {"printf 'ab\\na\\n' | grep -x a", "a\n", 0},
		"grep/count of none":       {"echo a | grep -c b; echo $?", "0\n1\n", 0},
		"grep/number":              {"printf 'a\\nb\\n' | grep -n b", "2:b\n", 0},
		"grep/fixed":               {"echo 'a.c' | fgrep .; echo abc | fgrep . ; echo $?", "a.c\n1\n", 0},
		"grep/basic and special":   {"echo 'a{b' | grep 'a{b'; echo aab | grep 'a\\{2\\}b'; echo 'x|y' | grep 'x|y'", "a{b\naab\nx|y\n", 0},
		"grep/options end":         {"echo -- -a | grep -- -a", "-- -a\n", 0},
		"head/zero":                {"forever | head -n 0", "", 0},
		"head/of two files":        {"cd /sdcard; echo a > f; echo b > g; head -n 5 f g", "a\nb\n", 0},
		"head/missing file":        {"head nothing", "head: /nothing: No such file or directory\n", 1},
		"tail/more than there":     {"printf 'a\\nb\\n' | tail -5", "a\nb\n", 0},
		"tail/none":                {"printf 'a\\nb\\n' | tail -n 0", "", 0},
		"head/all but the last":    {"printf 'a\\nb\\nc\\n' | head -n -1; printf 'a\\n' | head -n -5", "a\nb\n", 0},
		"head/number in one word":  {"printf 'a\\nb\\nc\\n' | head -n2; printf 'a\\nb\\n' | head -1", "a\nb\na\n", 0},
		"head/of bytes":            {"echo abc | head -c 1", "head: unknown or unsupported option -c\n", 1},
		"head/no number":           {"echo abc | head -n x", "head: unknown or unsupported option -n x\n", 1},
		"head/beyond all numbers":  {"echo a | head -n 99999999999999999999", "head: unknown or unsupported option -n 99999999999999999999\n", 1},
		"tail/from a line on":      {"printf 'a\\nb\\nc\\nd\\n' | tail -n +2; printf 'a\\nb\\n' | tail -n +9", "b\nc\nd\n", 0},
		"tail/all":                 {"printf 'a\\nb\\n' | tail -n +0; printf 'a\\nb\\n' | tail -n -1", "a\nb\nb\n", 0},
		"tail/follow":              {"tail -f /sdcard/f", "tail: unknown or unsupported option -f\n", 1},
		"grep/so many":             {"printf 'a\\nb\\na\\na\\n' | grep -m2 a; printf 'a\\na\\n' | grep -c -m 1 a", "a\na\n1\n", 0},
		"grep/after":               {"printf 'a\\nb\\nc\\na\\nd\\n' | grep -A1 a", "a\nb\n--\na\nd\n", 0},
		"grep/before":              {"printf 'x\\ny\\na\\nb\\na\\n' | grep -n -B 1 a", "2-y\n3:a\n4-b\n5:a\n", 0},
		"grep/around":              {"printf '1\\n2\\n3\\n4\\n5\\n' | grep -C1 3; echo 3 | grep -C 99 3", "2\n3\n4\n3\n", 0},
		"grep/after the last":      {"printf 'a\\nb\\na\\nc\\n' | grep -m1 -A2 a", "a\nb\na\n", 0},
		"grep/count with context":  {"printf 'a\\nb\\na\\n' | grep -c -A1 a", "2\n", 0},
		"grep/no number":           {"echo a | grep -A x a", "grep: unknown or unsupported option -A\n", 2},
		"grep/number is too large": {"echo a | grep -B 999999999 a", "grep: unknown or unsupported option -B\n", 2},
		"grep/the pattern is -m":   {"echo -- -m | grep -e -m", "-- -m\n", 0},
		"grep/names of files":      {"grep -l a /sdcard/f", "grep: unknown or unsupported option -l\n", 2},
		"grep/m without number":    {"echo m | grep -m", "grep: unknown or unsupported option -m\n", 2},
		"printf/width":             {"printf '%5s|%-5s|%05d|%+d|%.2s\\n' a b 7 8 cdef", "    a|b    |00007|+8|cd\n", 0},
		"printf/bases":             {"printf '%x %X %o %#x %u\\n' 255 255 8 16 3", "ff FF 10 0x10 3\n", 0},
		"printf/numbers":           {"printf '%d %d %d %i\\n' 0x1f 010 08 -5", "31 8 8 -5\n", 0},
		"printf/escapes in words":  {"printf '%b|%s|%c\\n' 'a\\tb' 'a\\tb' xyz", "a\tb|a\\tb|x\n", 0},
		"printf/again for more":    {"printf '%s-%d;' a 1 b", "a-1;b-0;", 0},
		"printf/as wide as memory": {"printf '%99999999999d %.99999999999s %20000s|' 1 2 3", "%99999999999d %.99999999999s %20000s|", 0},
		"printf/nothing":           {"printf", "printf: needs a format\n", 1},
		"printf/unknown verb":      {"printf '%q-%s\\n' a", "%q-a\n", 0},
		"printf/number of text":    {"printf '%d %d\\n' 007 x", "7 0\n", 0},
		"printf/lone percent":      {"printf '50%'", "50%", 0},
		"printf/no verb":           {"printf 'a\\n' b c", "a\n", 0},
		"sort/numbers":             {"printf '10\\n9\\n-1\\nx\\n' | sort -n", "-1\nx\n9\n10\n", 0},
		"sort/unique, reversed":    {"printf 'a\\nb\\na\\n' | sort -r -u", "b\na\n", 0},
		"tr/nothing":               {"tr", "tr: needs two sets\n", 1},
		"tr/shorter second set":    {"echo abc | tr abc xy", "xyy\n", 0},
		"tr/range":                 {"echo Hello-9 | tr a-z A-Z | tr -d 0-9", "HELLO-\n", 0},
		"tr/dash is a character":   {"echo a-b | tr - _", "a_b\n", 0},
		"tr/backward range":        {"echo z-a | tr z-a xyz", "xyz\n", 0},
		"uniq/apart":               {"printf 'a\\na\\nb\\na\\n' | uniq", "a\nb\na\n", 0},
		"wc/all":                   {"printf 'a b\\nc\\n' | wc", "      2       3       6\n", 0},
		"wc/lines and words":       {"printf 'a b\\nc\\n' > /sdcard/f; wc -l /sdcard/f; wc -w < /sdcard/f", "2\n3\n", 0},
		"test/no bracket":          {"[ a = a", "[: missing ]\n", 2},
		"test/unknown":             {"test a ~ b", "test: cannot test \"a ~ b\"\n", 2},
		"test/not a number":        {"[ a -gt 1 ]", "[: cannot test \"a -gt 1\"\n", 2},
		"test/not":                 {"[ ! -d /sdcard ] || [ ! ! a ] && echo yes", "yes\n", 0},
		"test/files":               {"cd /sdcard; echo a > f; [ -s f ] && [ -r f ] && [ -w f ] && [ -x f ] && [ ! -d f ] && [ ! -e g ] && echo all", "all\n", 0},
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

// TestBuiltins are the commands that change the shell itself.
func TestBuiltins(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		line, want string
		code       int
	}{
		"cd/home is the root":       {"cd /sdcard/Music; cd; pwd", "/\n", 0},
		"cd/up and down":            {"cd /sdcard/Music/..; pwd; cd Music; pwd", "/sdcard\n/sdcard/Music\n", 0},
		"cd/missing":                {"cd /nothing; pwd", "cd: /nothing: No such file or directory\n/\n", 0},
		"cd/file":                   {"touch /sdcard/f; cd /sdcard/f", "cd: /sdcard/f: Not a directory\n", 2},
		"cd/in a subshell":          {"(cd /sdcard; pwd); pwd", "/sdcard\n/\n", 0},
		"cd/in a pipe":              {"cd /sdcard | cat; pwd", "/\n", 0},
		"exit/of a subshell":        {"(exit 4; echo never); echo $?", "4\n", 0},
		"exit/no number":            {"exit x", "", 2},
		"exit/in a substitution":    {"x=$(exit 3); echo $? on", "3 on\n", 0},
		"exit/in a loop in a group": {"for i in 1 2; do { exit 6; }; done; echo never", "", 6},
		"export/with and without":   {"A=1; export A B=2; env | grep -c '^[AB]='", "2\n", 0},
		"export/by another word":    {"e=export; $e A=1 2=x B; env | grep ^[AB2]=; echo $A", "A=1\n1\n", 0},
		"export/no name":            {"export 1=2; echo never", "sh: syntax error: 1:8: invalid var name\n", 2},
		"unset/two":                 {"A=1 B=2; unset A B; echo \"$A$B\"", "\n", 0},
		"set/accepted":              {"set -e; false; echo on", "on\n", 0},
		"env/own variables":         {"A=1 env | grep ^A; env | grep ^HOME", "HOME=/\n", 0},
		"exec/command":              {"exec echo a; echo b", "a\nb\n", 0},
		"command/busybox":           {"command echo a; busybox echo b; toybox echo c; /system/bin/echo d", "a\nb\nc\nd\n", 0},
		"wait/nothing to wait for":  {"echo a & wait; echo b", "a\nb\n", 0},
		"break/number":              {"while :; do while :; do break 2; done; done; break x", "break: bad number \"x\"\n", 1},
		"break/more than there are": {"for i in 1 2; do break 9; done; echo on", "on\n", 0},
		"continue/in a condition":   {"n=0; while n=$((n + 1)); [ $n -lt 3 ] && continue; [ $n -lt 5 ]; do echo $n; done", "3\n4\n", 0},
		"read/rest in the last":     {"printf 'a  b c \\n' | while read x y; do echo \"<$x><$y>\"; done", "<a><b c>\n", 0},
		"read/options":              {"printf 'a b\\n' | (read -r x y; echo $y$x)", "ba\n", 0},
		"read/one line only":        {"read x; cat", "stdin\n", 0},
		"read/end of the input":     {"read x < /dev/null; echo $?", "1\n", 0},
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

// TestSleepPasses: the device's clock goes on while a command sleeps, step by step, and a
// device that is lost ends it.
func TestSleepPasses(t *testing.T) {
	sh, _ := newShell(t)
	var steps []time.Duration
	sh.Pass = func(_ context.Context, long time.Duration) error {
		if steps = append(steps, long); len(steps) > 3 {
			return errors.New("the device is gone")
		}
		return nil
	}
	if out, code := run(t, sh, "sleep 1.25 && sleep 0 && echo up"); out != "up\n" || code != 0 {
		t.Errorf("%q, %d", out, code)
	}
	if want := []time.Duration{time.Second, 250 * time.Millisecond}; !slices.Equal(steps, want) {
		t.Errorf("%v passed, want %v", steps, want)
	}
	if out, code := run(t, sh, "sleep 0.001; sleep 0.001 || echo down"); out != "sleep: the device is gone\ndown\n" || code != 0 {
		t.Errorf("%q, %d", out, code)
	}
}
