package shell

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"talpa/internal/need"
)

// posixSnippets mean the same in every POSIX shell, and here. They run in an empty
// folder with two lines as input.
var posixSnippets = []string{
	// Quoting.
	`echo a 'b c' "d e" f\ g`,
	`echo "a\"b\\d\$d" '$HOME' \a "\p"`,
	"echo a\\\nb 'c\nd'",
	`echo '' "" x | wc -c`,
	`x='a  b'; printf '<%s>' $x "$x" ${x}c "$x"c$x $nothing "$nothing"`,
	`x=' a b '; printf '<%s>' $x.$x`,
	`x=; printf '<%s>' a $x b "$x" ''$x`,
	`echo a#b # c`,
	`echo "a'b" 'a"b'`,
	// Text commands with their numbers and signs.
	`for i in 1 2 3 4 5 6; do echo $i; done > f; head -n 2 f; tail -n 2 f; head -n -4 f; tail -n +5 f`,
	`for i in 1 2 3 4 5 6; do echo $i; done > f; head -n 0 f; tail -n 0 f; head -n -9 f; tail -n +9 f; tail -n +0 f | wc -l`,
	`for i in 1 2 3; do echo $i; done | head -2; for i in 1 2 3; do echo $i; done | tail -1`,
	`for i in a b c a d a; do echo $i; done > f; grep -m 2 a f; grep -c -m1 a f; grep -m1 -n d f`,
	`for i in 1 a 2 3 4 a 5; do echo $i; done > f; grep -A 1 a f; echo; grep -B1 a f; echo; grep -C1 a f`,
	`for i in 1 a a 2 3 a; do echo $i; done > f; grep -n -A1 a f; grep -n -B2 3 f; grep -A9 nothing f; echo $?`,
	`for i in 1 a 2; do echo $i; done > f; grep -c -A1 a f; grep -q -A1 a f; echo $?; grep -v -A1 a f; grep -o -m1 a f`,
	`printf '%5s|%-5s|%s|\n' a b c; printf '[%05d][%+d][% d]\n' 42 42 42; printf '%.2s|%6.2s|\n' abcdef xyz`,
	`printf '%x %X %o %#x %u %i\n' 255 255 8 255 7 -3; printf '%d %d\n' 0x10 010; printf '%c%c\n' abc d`,
	`printf '%b|%s\n' 'a\tb' 'a\tb'; printf '%s-%d;' a 1 b; echo; printf '%s\n' a b c; printf '%d\n'`,
	`printf 'a b\nc' > f; wc -l < f; wc -w < f; wc -c < f; printf '' | wc -c; printf '\n\n' | wc -l; printf abc | wc -l`,
	`printf 'a\r\nb\r\n' > f; grep a f | wc -c; head -n 1 f | wc -c; tail -n 1 f | wc -c; wc -w < f; cat f | wc -c`,
	`printf '100%%\n'; printf 'x\n' y z; printf '%s%s\n' a b c; printf '<%s>' ''; printf '<%3d>' -1 22 4444`,
	// Lists and status.
	`true && echo yes || echo no; false && echo yes || echo no`,
	`false || false || echo third; true && false && echo never; echo $?`,
	`! true; echo $?; ! false; echo $?; ! (exit 3); echo $?`,
	`! true && echo a || echo b`,
	`! false | true; echo $?`,
	`(exit 3); echo $?; (exit 4) || echo $?`,
	`exit 7; echo never`,
	`false; exit`,
	`exit 300`,
	`false; $nothing; echo $?`,
	`x=$(false); echo $?; x=$(exit 9) y=$(true); echo $?; x=1; echo $?`,
	`echo $(false) $?`,
	`false; > f; echo $?`,
	`if false; then :; fi; echo $?; if true; then (exit 5); fi; echo $?`,
	`true; false & wait; echo on`,
	// Variables.
	`X=1; (X=2; echo $X); echo $X; { X=3; }; echo $X`,
	`A=1; A=3 cat </dev/null; unset B; echo $A.$B`,
	`export A=1 B="c d"; A=$B; echo "$A"; export A; readonly C=5; echo $C`,
	`e='x=3 y'; export $e; echo $x`,
	`a=1 b=$a c=$b; echo $c`,
	`x=abc; echo ${#x} ${#nothing} ${x}d`,
	`x=; for e in "${x-d}" "${x:-d}" "${y-d}" "${y:-d}" "${x+e}" "${x:+e}" "${y+e}" "${y:+e}"; do echo "<$e>"; done`,
	`echo ${x:=a b}; echo "$x"; echo ${x:=c}; y=; echo "${y=d}"`,
	`x="a b"; for i in ${nothing:-$x "c d"}; do echo $i; done; for i in "${nothing:-$x}"; do echo $i; done`,
	`x=abcabc; echo ${x#*b} ${x##*b} ${x%b*} ${x%%b*} ${x#b} ${x%b} ${x#???} ${x%[bc]}`,
	`x=/a/b.tar.gz; echo ${x##*/} ${x%/*} ${x%%.*} ${x#*.}`,
	`x='a*b'; echo "${x#a\*}" "${x#'a*'}" "${x%"*b"}" "${x#a?}"`,
	`x=ab; p='?'; echo ${x#$p} ${x#"$p"}`,
	`echo ${x:-${y:-${z:-deep}}} "${x:-"a  b"}"`,
	`x='a
b'; echo $x; echo "$x"`,
	`echo "$@"x$*x$#; for i in "$@"; do echo never; done`,
	// Substitution.
	`echo $(echo one two) "$(echo one  two)" ` + "`echo three`",
	"echo `echo \\`echo nested\\``",
	`x=$(printf 'a\n\n\n'); echo "<$x>"`,
	`echo "$(cat)"`,
	`x=$(cd /; pwd); echo $x`,
	`echo $(x=1; echo $x)$x`,
	`echo "a $(echo "b $(echo 'c d')")"`,
	// Arithmetic.
	`echo $((2 + 3 * (4 - 1))) $((7 % 4)) $((-3 < 2 && 1 != 0)) $((!5)) $((0x10)) $((~5))`,
	`echo $((1 ? 2 : 3)) $((0 ? 2 : 0 ? 4 : 5)) $((1 << 4 | 3 ^ 1 & 7)) $((-7 / 2)) $((-7 % 3)) $((64 >> 3))`,
	`n=4; echo $((n*n)) $(( $n / (nothing + 2) )) $((n += 3)) $n $((n = n * 2)) $((n -= 1)) $((n %= 4)) $n`,
	`n=2; echo $((0 && (n = 9))) $((1 || (n = 9))) $n`,
	`i=0; while [ $i -lt 3 ]; do i=$((i + 1)); echo $i; done`,
	`x='3'; echo $(( $x + 1 )) $((${x}0 + 1)) "$((x))"`,
	// Commands made of lists.
	`if false; then echo 1; elif [ a = a ]; then echo 2; else echo 3; fi`,
	`if false; then echo 1; elif false; then echo 2; else echo 3; fi`,
	`for i in a 'b c' $(echo d e); do echo "<$i>"; done; echo $i`,
	`for i in; do echo never; done; echo $?`,
	`for i in 1 2 3 4; do if [ $i = 2 ]; then continue; fi; if [ $i = 4 ]; then break; fi; echo $i; done`,
	`for i in 1 2; do for j in 1 2; do continue 2; done; echo never; done; echo end`,
	`for i in 1 2; do for j in 1 2; do break 2; done; echo never; done; echo end`,
	`while break; do :; done; echo on`,
	`n=0; until [ $n = 2 ]; do n=$((n + 1)); [ $n = 1 ] && continue; echo $n; done; echo $?`,
	`while read x y; do echo $y-$x; done`,
	`printf 'a b c\nd\n' | while read x y; do echo $y-$x; done`,
	`case abc.apk in *.txt) echo text;; *.apk|*.xapk) echo app;; *) echo other; esac`,
	`case x in (y) echo y;; esac; echo $?; false; case x in x) ;; esac; echo $?`,
	`case '*' in '*') echo star;; esac; case ab in [!b]?) echo not; esac; case a in [a-c]) echo in;; esac`,
	`p='a*'; case abc in "$p") echo text;; $p) echo pattern;; esac`,
	`case a/b in a*b) echo over;; esac; case '[' in [) echo bracket;; esac`,
	`case "" in "") echo empty;; esac`,
	`{ echo a; echo b; } | wc -l | tr -d ' '; (echo a; echo b) > f; cat f`,
	`if true; then echo a; fi > f; cat < f; for i in 1 2; do echo $i; done >> f; cat f`,
	// Pipes, redirects and documents.
	`cat; cat`,
	`cat | grep std`,
	`echo a | cat - | cat`,
	`echo a | (read x; echo $x; exit 3); echo $?`,
	`(echo out; echo err >&2) 2>/dev/null; (echo out; echo err >&2) 2>&1 >/dev/null`,
	`echo a > f; echo b >> f; echo c >| g; cat f g; cat f g > h; wc -l < h | tr -d ' '`,
	`echo x > /dev/null; cat < /dev/null; echo $?`,
	`cat < missing 2>/dev/null || echo failed; echo on`,
	"x=1; cat <<END; echo after\na $x $((x+1)) $(echo b) \"q\" '$x' \\$x \\n \\\\\n\nEND\necho next",
	"cat <<'END'\n$x `ls` \\\\\nEND",
	"cat <<\\END\n$x\nEND",
	"while read a; do echo \"[$a]\"; done <<-E\n\tone $x\n\t\ttwo\n\tE",
	"cat <<A <<B\n1\nA\n2\nB",
	"cat <<E | tr a-z A-Z\nabc\nE",
	"cat <<E\nE\necho $?",
	// File names.
	`touch a.txt b.txt .c; echo *; echo *.txt ?.txt [ab].txt [!a]* '*' "*" x* .c*`,
	`mkdir d; touch d/x d/y; echo d/*; p='d/*'; echo $p "$p"`,
	`touch 'a b' c; for f in *; do echo "<$f>"; done; rm 'a b'; ls`,
	// Commands.
	`mkdir -p a/b && touch a/b/c && mv a z && ls z && rm -r z && ls`,
	`echo a > f; cp f g; mkdir d; cp f g d; ls d; rmdir d 2>/dev/null; echo $?`,
	`[ -f f ]; echo $?; touch f; [ -f f ] && [ ! -d f ] && [ -e f ] && [ ! -s f ] && echo ok`,
	`[ 2 -gt 1 ] && [ 2 -ge 2 ] && [ 1 -lt 2 ] && [ 1 -le 1 ] && [ 1 -eq 1 ] && [ 1 -ne 2 ] && test a != b && echo ok`,
	`[ -n a ] && [ -z "" ] && [ a ] && ! [ "" ] && ! [ ] && echo ok`,
	`[ a 2>/dev/null; echo $?`,
	`basename /a/b.txt .txt; basename b; dirname /a/b; dirname b`,
	`printf 'b\na\nb\n' | sort | uniq; printf '10\n9\n' | sort -n; printf 'a\nb\na\n' | sort -ru`,
	`echo a:b:c | cut -d: -f2; echo abc | cut -d: -f2; echo a:b | cut -d : -f 3`,
	`printf '1\n2\n3\n' | head -n 2; printf '1\n2\n3\n' | tail -n 1; printf '1\n2\n3\n' | head -1`,
	`echo hello | tr l L; echo hello | tr -d l; printf 'a\nb\n' | tr '\n' ' '`,
	`printf 'one\ntwo\nthree\n' > f; grep -c t f; grep -n t f; grep -v t f; grep -o 'th*' f; grep -i TWO f; grep -q one f; echo $?; grep nine f; echo $?`,
	`echo 'a+b' | grep 'a+b'; echo aab | grep -E 'a+b'; echo a.b | grep -F a.b; echo foo.bar | grep -o 'o\.b'; echo ab | grep 'a\(b\)'; printf 'a\nb\nc\n' | grep -e b -e c | head -1`,
	`echo one | tee f g; cat f g; echo two | tee -a f >/dev/null; cat f`,
	`printf '%s-%d\n' a 5 b 6; printf '%s\n'; printf 'a%%b\n'; printf x; printf '%s,' a b c; printf '\tq\\\n'`,
	`echo abc | wc -c | tr -d ' '; echo a b c | wc -w | tr -d ' '`,
	`printf abc | md5sum; printf abc | sha1sum; printf abc | sha256sum; touch e; md5sum e`,
	`read x; echo "<$x>"; read y z; echo "<$y><$z>"; read x || echo end`,
	`cd d 2>/dev/null; echo $?; mkdir d; cd d && touch in && ls && cd .. && ls`,
	`nosuchcommand 2>/dev/null; echo $?`,
	`nosuchcommand`,
	`true | false; echo $?; false | true; echo $?`,
	`stat -c '%n %s' f 2>/dev/null; echo abc > f; stat -c '%n %s' f`,
}

// kornSnippets mean the same in mksh and here, and print this.
var kornSnippets = []struct{ line, want string }{
	{`echo $((010)) $((16#ff)) $((2#101))`, "10 255 5\n"},
	{`[[ abc == a* ]] && echo match; [[ abc == "a*" ]] || echo text; [[ abc != b* ]] && echo not`, "match\ntext\nnot\n"},
	{`[[ -n a && ( -z b || ! -e /nothing ) ]] && echo ok; [[ a < b ]] && echo before; [[ 10 -gt 9 ]] && echo more; [[ "" ]]; echo $?`, "ok\nbefore\nmore\n1\n"},
	{`x="a b"; [[ $x = "a b" ]] && echo whole`, "whole\n"},
	{`((3 > 2)) && echo more; ((0)); echo $?; i=5; ((i++)); echo $i; ((i--, i *= 2)); echo $i; echo $((++i)) $((i++)) $i`, "more\n1\n6\n10\n11 11 12\n"},
	{`echo $((2147483647 + 1)) $((4294967295)) $((1 << 33)) $((-2147483648 / -1)) $((-7 >> 1))`, "-2147483648 -1 2 -2147483648 -4\n"},
	{`echo 'a\tb\\' '\061'; echo -n 'x\cy'; echo -E 'a\tb'; echo -e 'a\x41\u0042'; echo 'a\qb\'`, "a\tb\\ 1\nxya\\tb\naAB\na\\qb\\\n"},
	{"printf 'a\\\\b c\\\\ d\\\nmore x\n' | while read x y; do echo \"[$x][$y]\"; done; printf 'a\\\\b\n' | { read -r x; echo -E \"$x\"; }", "[ab][c dmore x]\na\\b\n"},
	{`let x=3*4 y=x+1; echo $x $y; let 0; echo $?`, "12 13\n1\n"},
	{`x=a; x+=b; echo $x`, "ab\n"},
	{`x=abcdef; echo ${x:1:2} ${x:2} ${x: -2}`, "bc cdef ef\n"},
	{`echo a &> f; cat f; cat <<< "a b"`, "a\na b\n"},
	{`typeset x=1; local y=2; echo $x$y`, "12\n"},
	{`until true; do done; echo $?`, "0\n"},
	{`echo $'a\tb\n'`, "a\tb\n\n"},
	{`echo ${nothing?}; echo never`, ""},
	{`x=a; echo ${x:?gone} on; echo ${y:?gone}; echo never`, "a on\n"},
}

// TestLikeOthers runs snippets here and by the shells of the host, mksh among them
// if it is installed: output and exit code are equal.
func TestLikeOthers(t *testing.T) {
	t.Parallel()
	compare := func(t *testing.T, host string, snippets []string) {
		for _, snippet := range snippets {
			t.Run(snippet, func(t *testing.T) {
				t.Parallel()
				want, wantCode := runHost(t, host, snippet)
				sh, _ := newShell(t)
				var out strings.Builder
				code := sh.Run(t.Context(), "mkdir /sdcard/own; cd /sdcard/own\n"+snippet, strings.NewReader("from\nstdin\n"), &out, new(bytes.Buffer))
				if out.String() != want || code != wantCode {
					t.Errorf("%q, %d; %s says %q, %d", out.String(), code, host, want, wantCode)
				}
			})
		}
	}
	t.Run("sh", func(t *testing.T) {
		t.Parallel()
		compare(t, "sh", posixSnippets)
	})
	t.Run("mksh", func(t *testing.T) {
		t.Parallel()
		need.Program(t, "mksh", need.Tools)
		all := slices.Clone(posixSnippets)
		for _, korn := range kornSnippets {
			all = append(all, korn.line)
		}
		compare(t, "mksh", all)
	})
}

// runHost runs a snippet by a shell of the host in an empty folder.
func runHost(t *testing.T, shell, snippet string) (string, int) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	dir := filepath.Join(t.TempDir(), "own")
	if err := os.Mkdir(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(ctx, shell, "-c", snippet)
	cmd.Dir, cmd.Stdin = dir, strings.NewReader("from\nstdin\n")
	cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=/", "LC_ALL=C"}
	out, err := cmd.Output()
	if cmd.ProcessState == nil {
		t.Fatalf("%s: %v", shell, err)
	}
	return string(out), cmd.ProcessState.ExitCode()
}

func TestKorn(t *testing.T) {
	t.Parallel()
	for _, snippet := range kornSnippets {
		sh, _ := newShell(t)
		var out strings.Builder
		sh.Run(t.Context(), "cd /sdcard\n"+snippet.line, strings.NewReader(""), &out, new(bytes.Buffer))
		if out.String() != snippet.want {
			t.Errorf("%s\n%q, want %q", snippet.line, out.String(), snippet.want)
		}
	}
}
