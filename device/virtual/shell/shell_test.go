package shell

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func newShell(t testing.TB) (*Shell, string) {
	t.Helper()
	dir := t.TempDir()
	for _, d := range []string{"sdcard/Music", "tmp"} {
		if err := os.MkdirAll(filepath.Join(dir, d), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { root.Close() })
	return &Shell{
		FS:  NewFS(root, map[string]string{"/sdcard": "sdcard", "/storage/emulated/0": "sdcard", "/data/local/tmp": "tmp"}),
		Env: map[string]string{"HOME": "/"},
		Commands: map[string]Func{
			"args": func(_ context.Context, c *Call) int {
				io.WriteString(c.Out, "<"+strings.Join(c.Args[1:], "|")+">\n")
				return 0
			},
			"forever": func(ctx context.Context, c *Call) int {
				for ctx.Err() == nil {
					if _, err := io.WriteString(c.Out, "y\n"); err != nil {
						return 1
					}
				}
				return 1
			},
		},
	}, dir
}

func run(t testing.TB, sh *Shell, line string) (string, int) {
	t.Helper()
	var out strings.Builder
	code := sh.Run(t.Context(), line, strings.NewReader("from\nstdin\n"), &out, &out)
	return out.String(), code
}

func TestRun(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		line, out string
		code      int
	}{
		{"", "", 0},
		{"  # only a comment", "", 0},
		{"args a 'b c' \"d e\" f\\ g", "<a|b c|d e|f g>\n", 0},
		{"args '' \"\" x", "<||x>\n", 0},
		{`args "a\"b\\c\$d" '$HOME'`, "<a\"b\\c$d|$HOME>\n", 0},
		{"X='a  b'; args $X \"$X\" ${X}c $nothing", "<a|b|a  b|a|bc>\n", 0},
		{"args $(echo one two) \"$(echo one two)\" `echo three`", "<one|two|one two|three>\n", 0},
		{"true && echo yes || echo no", "yes\n", 0},
		{"false && echo yes || echo no", "no\n", 0},
		{"false; echo $?", "1\n", 0},
		{"! false; echo $?", "0\n", 0},
		{"(exit 3); echo $?", "3\n", 0},
		{"exit 7; echo never", "", 7},
		{"X=1; (X=2; echo $X); echo $X", "2\n1\n", 0},
		{"{ echo a; echo b; } | wc -l", "2\n", 0},
		{"cat", "from\nstdin\n", 0},
		{"cat | grep std", "stdin\n", 0},
		{"grep -v std | tr a-z x", "xxxx\n", 0},
		{"forever | head -2", "y\ny\n", 0},
		{"echo hi > /sdcard/f; cat /sdcard/f; cat < /storage/emulated/0/f", "hi\nhi\n", 0},
		{"echo a > /data/local/tmp/f; echo b >> /data/local/tmp/f; wc -l /data/local/tmp/f", "2\n", 0},
		{"echo x > /dev/null; echo $?", "0\n", 0},
		{"ls /sdcard/nothing 2>/dev/null; echo $?", "1\n", 0},
		{"(echo out; nope) 2>&1 | grep -c .", "2\n", 0},
		{"cd /sdcard && touch a.txt b.txt .c && ls; ls *.txt; args '*.txt'", "Music\na.txt\nb.txt\na.txt\nb.txt\n<*.txt>\n", 0},
		{"ls /", "data\nsdcard\nstorage\n", 0},
		{"ls -d /data/local", "/data/local\n", 0},
		{"mkdir -p /sdcard/a/b && mv /sdcard/a /sdcard/z && ls /sdcard", "Music\nz\n", 0},
		{"rm /sdcard", "rm: /sdcard: is a directory\n", 1},
		{"rm -rf /sdcard; ls -d /sdcard", "rm: /sdcard: read-only file system\n/sdcard\n", 0},
		{"rm -f /sdcard/nothing", "", 0},
		{"cat /etc/passwd", "cat: /etc/passwd: No such file or directory\n", 1},
		{"cat /sdcard/../../etc/passwd", "cat: /sdcard/../../etc/passwd: No such file or directory\n", 1},
		{"echo x > /system/y", "sh: /system/y: read-only file system\n", 1},
		{"[ -d /sdcard ] && [ 2 -gt 1 ] && test a != b && echo ok", "ok\n", 0},
		{"export A=1; exec args $A", "<1>\n", 0},
		{"A=1 args $A; echo $A.", "<>\n.\n", 0},
		{"reboot_now", "sh: reboot_now: inaccessible or not found\n", 127},
		{"/bin/sh -c id", "sh: /bin/sh: inaccessible or not found\n", 127},
		{"printf '%s-%d\\n' a 5", "a-5\n", 0},
		{"echo a:b:c | cut -d: -f2", "b\n", 0},
		{"printf 'b\\na\\nb\\n' | sort | uniq | tail -1", "b\n", 0},
		{"echo foo.bar | grep -o 'o\\.b'; echo 'a+b' | grep 'a+b'; echo aab | egrep -o 'a+b'", "o.b\na+b\naab\n", 0},
		{"echo a #b", "a\n", 0},
		{"echo a\\\nb", "ab\n", 0},
	} {
		t.Run(test.line, func(t *testing.T) {
			t.Parallel()
			sh, _ := newShell(t)
			if out, code := run(t, sh, test.line); out != test.out || code != test.code {
				t.Errorf("%q, %d; want %q, %d", out, code, test.out, test.code)
			}
		})
	}
}

func TestSyntaxErrors(t *testing.T) {
	t.Parallel()
	sh, _ := newShell(t)
	for _, line := range []string{"'", `"a`, "a |", "| a", "a &&", "(a", "a)", "$(a", "${", "`a", "a >", ";;", "(", "${x!}", "if; then a; fi", "while; do a; done", "for 1 in a; do b; done",
		strings.Repeat("(", 100) + "a" + strings.Repeat(")", 100), strings.Repeat("a", maxLine+1)} {
		if out, code := run(t, sh, line); code != exitMisuse || !strings.HasPrefix(out, "sh: syntax error") {
			t.Errorf("%.20q: %q, %d", line, out, code)
		}
	}
}

// TestLinksOut: an app may place links in its folders; the front does not follow them out.
func TestLinksOut(t *testing.T) {
	t.Parallel()
	sh, dir := newShell(t)
	secret := filepath.Join(t.TempDir(), "secret")
	if err := os.WriteFile(secret, []byte("secret"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(secret, filepath.Join(dir, "sdcard", "link")); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(filepath.Dir(secret), filepath.Join(dir, "sdcard", "dir")); err != nil {
		t.Fatal(err)
	}
	for _, line := range []string{"cat /sdcard/link", "cat /sdcard/dir/secret", "echo x > /sdcard/link",
		"ls /sdcard/dir", "cp /sdcard/link /sdcard/copy", "mkdir /sdcard/dir/evil", "rm -r /sdcard/dir/secret"} {
		if out, code := run(t, sh, line); code == 0 || strings.Contains(out, "secret\n") {
			t.Errorf("%s: %q, %d", line, out, code)
		}
	}
	if data, err := os.ReadFile(secret); err != nil || string(data) != "secret" {
		t.Errorf("the file outside: %q, %v", data, err)
	}
}

func TestContextEndsALine(t *testing.T) {
	t.Parallel()
	sh, _ := newShell(t)
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Millisecond)
	defer cancel()
	if code := sh.Run(ctx, "sleep 1000; echo never", strings.NewReader(""), io.Discard, io.Discard); code != exitStopped {
		t.Errorf("exit %d", code)
	}
}

// TestCompound are the commands made of lists.
func TestCompound(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		line, want string
		code       int
	}{
		{"if true; then echo yes; else echo no; fi", "yes\n", 0},
		{"if false; then echo 1; elif [ a = a ]; then echo 2; else echo 3; fi", "2\n", 0},
		{"if false; then echo 1; fi; echo $?", "0\n", 0},
		{"for i in a 'b c' $(echo d e); do echo \"<$i>\"; done", "<a>\n<b c>\n<d>\n<e>\n", 0},
		{"for f in /sdcard/*; do echo $f; done", "/sdcard/Music\n", 0},
		{"for i in 1 2 3 4; do\nif [ $i = 2 ]; then continue; fi\nif [ $i = 4 ]; then break; fi\necho $i\ndone", "1\n3\n", 0},
		{"for i in 1 2; do for j in 1 2; do continue 2; done; echo never; done; echo end", "end\n", 0},
		{"i=0; while [ $i -lt 3 ]; do i=$((i + 1)); echo $i; done", "1\n2\n3\n", 0},
		{"until true; do echo never; done", "", 0},
		{"printf 'a b c\\nd\\n' | while read x y; do echo $y-$x; done", "b c-a\n-d\n", 0},
		{"case abc.apk in *.txt) echo text;; *.apk|*.xapk) echo app;; *) echo other; esac", "app\n", 0},
		{"case x in (y) echo y;; esac; echo $?", "0\n", 0},
		{"case '*' in '*') echo star;; esac", "star\n", 0},
		{"if true; then echo a; echo b; fi | wc -l", "2\n", 0},
		{"for i in a b; do echo $i; done > /sdcard/f; cat /sdcard/f", "a\nb\n", 0},
		{"while true; do exit 5; done", "", 5},
		{"break; echo on", "on\n", 0},
		{"echo $((2 + 3 * (4 - 1))) $((7 % 4)) $((-3 < 2 && 1 != 0)) $((!5)) $((0x10))", "11 3 1 0 16\n", 0},
		{"n=4; echo $((n*n)) $(( $n / nothing_1 + 1 ))", "sh: syntax error: division by zero\n", 2},
		{"x=abc; echo ${#x} ${x:-d} ${y:-d} ${x:+e} ${y:+e}", "3 abc d e\n", 0},
		{"if true; then echo a", "sh: syntax error: 1:1: `if` statement must end with `fi`\n", 2},
		{"if; then fi", "sh: syntax error: 1:1: no condition, or no name, after a keyword\n", 2},
		{"for 1 in a; do echo; done", "sh: syntax error: 1:5: no condition, or no name, after a keyword\n", 2},
		{"until true; do done; echo $?", "0\n", 0},
		{"echo a;; echo b", "sh: syntax error: 1:7: `;;` can only be used in a case clause\n", 2},
		{"x=1; cat <<END; echo after\na $x $((x+1)) \"q\" \\$x \\n\nEND\necho next", "a 1 2 \"q\" $x \\n\nafter\nnext\n", 0},
		{"cat <<'END' | wc -l\n$x\n`ls`\nEND", "2\n", 0},
		{"while read a; do echo [$a]; done <<-E\n\tone\n\ttwo\n\tE", "[one]\n[two]\n", 0},
		{"cat <<A <<B\n1\nA\n2\nB", "2\n", 0},
		{"cat <<END\nno end", "sh: syntax error: 1:5: unclosed here-document `END`\n", 2},
		{"cat <<$x\na\n", "sh: syntax error: 1:7: expansions not allowed in heredoc words\n", 2},
		{"echo if then fi done", "if then fi done\n", 0},
		{"x=aaaaaaaaaaaaaaaa; while :; do x=$x$x; done", "sh: x: value of 2097152 bytes, limit 1048576\n", 2},
	} {
		sh, _ := newShell(t)
		if out, code := run(t, sh, test.line); out != test.want || code != test.code {
			t.Errorf("%s\n%q, %d; want\n%q, %d", test.line, out, code, test.want, test.code)
		}
	}
}

func TestContextEndsALoop(t *testing.T) {
	t.Parallel()
	sh, _ := newShell(t)
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Millisecond)
	defer cancel()
	if code := sh.Run(ctx, "while :; do :; done", strings.NewReader(""), io.Discard, io.Discard); code != exitStopped {
		t.Errorf("exit %d", code)
	}
}

// FuzzRun: no line makes the shell panic, hang, or leave its folder.
func FuzzRun(f *testing.F) {
	f.Add("cat <<E\n$(a \"b) `\nE\n")
	for _, open := range nestings {
		f.Add(strings.Repeat(open, 100))
	}
	for _, seed := range []string{"echo a | cat > /sdcard/x && ls -l /sdcard || false; (cd /; pwd)", `a "$(b `,
		"`echo $X`", "ls *?[ab] \\", "if a; then b; elif c; then d; else e; fi", "for i in 1 2; do echo $((i*2)); done",
		"case x in (a|b) c;; *) d; esac", "while false; do break 2; done; echo ${x:-y} ${#x}", "x=1 y=$x; echo ${y} $? $$ &>/dev/null", "[ a = b ] ! { x; }",
		"echo ${x%%*a} ${x##[!b]} ${x:1:2} ${x:=y} $((a += b ? ~1 << 70 : 2#101))", "[[ a == b* && ! -e c ]] || let i=1 j++; export x=1 y", "cat <<<a 2>&1 &>>/sdcard/f"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, line string) {
		sh, dir := newShell(t)
		ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
		defer cancel()
		start := time.Now()
		sh.Run(ctx, line, strings.NewReader("from\nstdin\n"), io.Discard, io.Discard)
		if took := time.Since(start); took > 5*time.Second {
			t.Fatalf("%q went on for %v after its time", line, took)
		}
		if entries, _ := os.ReadDir(filepath.Dir(dir)); len(entries) > 1 {
			t.Fatalf("%q wrote outside: %v", line, entries)
		}
	})
}
