package shell

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"talpa/internal/need"
)

// generator writes snippets by chance.
type generator struct{ *rand.Rand }

func (g generator) one(of ...string) string { return of[g.IntN(len(of))] }

// TestGenerated runs snippets that chance made here and by mksh, which is Android's sh:
// each prints the same, unless sh says that it is mksh that is odd (it drops fields that
// are quoted and empty beside some expansions). Many are one script, so that a shell
// starts once for them.
func TestGenerated(t *testing.T) {
	t.Parallel()
	need.Program(t, "mksh", need.Tools)
	const prelude = "a=7 b=-3 c=0 e= x='a  b' s=/a/b.tar.gz p='[a-c]*' q='q\"u'\n"
	for _, test := range []struct {
		name string
		make func(generator) string
	}{
		{"arithmetic", func(g generator) string { return "echo $((" + g.expression(4) + "))" }},
		{"arithmetic that assigns", func(g generator) string {
			return fmt.Sprintf("echo $((%s %s %s)) $n", g.one("n", "a", "b"), g.one("=", "+=", "-=", "*=", "|=", "^=", "&=", "<<="), g.expression(2))
		}},
		{"comparison", func(g generator) string {
			return fmt.Sprintf("[ %s %s %s ] && echo yes", g.number(), g.one("-eq", "-ne", "-lt", "-le", "-gt", "-ge"), g.number())
		}},
		{"words", func(g generator) string { return "printf '<%s>' " + g.words(3) + "; echo" }},
		{"here-document", generator.document},
		{"pipeline", generator.pipeline},
		{"lists", func(g generator) string { return g.list(3) + "; echo $?" }},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			g := generator{rand.New(rand.NewPCG(1, 2))}
			var snippets []string
			script := prelude
			for range 150 {
				snippet := test.make(g)
				snippets = append(snippets, snippet)
				script += "( " + snippet + "\n) 2>/dev/null || echo failed\necho ---\n"
			}
			text, _ := runHost(t, "mksh", script)
			want := strings.Split(text, "---\n")
			text, _ = runHost(t, "sh", script)
			posix := strings.Split(text, "---\n")
			sh, _ := newShell(t)
			var out, errs strings.Builder
			sh.Run(t.Context(), "mkdir /sdcard/own; cd /sdcard/own\n"+script, strings.NewReader("from\nstdin\n"), &out, &errs)
			got := strings.Split(out.String(), "---\n")
			if len(want) != len(snippets)+1 || len(got) != len(want) {
				t.Fatalf("%d answers of %d, mksh has %d:\n%s", len(got), len(snippets), len(want), errs.String())
			}
			for i, snippet := range snippets {
				if got[i] != want[i] && (i >= len(posix) || got[i] != posix[i]) {
					t.Errorf("%s\n%q, mksh says %q", snippet, got[i], want[i])
				}
			}
		})
	}
}

// number is a small one, or one at an edge of 32 bits.
func (g generator) number() string {
	if g.IntN(4) > 0 {
		return strconv.Itoa(g.IntN(20) - 5)
	}
	return g.one("2147483647", "-2147483647", "4294967295", "2147483648", "99999999999", "65536")
}

// expression is one of arithmetic, so deep at most.
func (g generator) expression(depth int) string {
	if depth == 0 || g.IntN(5) == 0 {
		return g.one("a", "b", "c", "e", "nothing", "$a", "(${b})", "0x1f", "2#101", "010", strconv.Itoa(g.IntN(100)), "2147483647",
			"4294967295")
	}
	sub := func() string { return g.expression(depth - 1) }
	switch g.IntN(8) {
	case 0:
		return "(" + sub() + ")"
	case 1:
		return g.one("-", "!", "~") + " (" + sub() + ")"
	case 2:
		return fmt.Sprintf("%s ? %s : %s", sub(), sub(), sub())
	case 3:
		return fmt.Sprintf("(%s) %s %d", sub(), g.one("<<", ">>"), g.IntN(40))
	case 4:
		return fmt.Sprintf("(%s) %s (%s)", sub(), g.one("/", "%"), sub())
	}
	return sub() + " " + g.one("+", "-", "*", "&", "|", "^", "&&", "||", "==", "!=", "<", "<=", ">", ">=") + " " + sub()
}

// words are words with expansions, so deep at most.
func (g generator) words(depth int) string {
	var all []string
	for range 1 + g.IntN(3) {
		word := ""
		for range 1 + g.IntN(3) {
			word += g.piece(depth)
		}
		all = append(all, word)
	}
	return strings.Join(all, " ")
}

func (g generator) piece(depth int) string {
	name := g.one("x", "s", "e", "nothing", "q", "a")
	if depth == 0 {
		return g.one("w", "$"+name, `"$`+name+`"`, "''", `'$x "y"'`, `\"`, `"\$ \\ \a"`, "${"+name+"}z", "${#"+name+"}")
	}
	switch g.IntN(6) {
	case 0:
		return `"` + g.one("$x", "${s}", "$((a + 1))", "$(echo '1  2')", "mid  dle") + g.one("", " end", "$q") + `"`
	case 1:
		return "$(echo " + g.words(depth-1) + ")"
	case 2:
		return "${" + name + g.one("-", ":-", "+", ":+") + g.piece(0) + "}"
	case 3:
		return "${" + g.one("s", "nothing") + g.one("#", "##", "%", "%%") + g.one("*/", "/*", ".*", "*.", "?", "[a/]", "b", "$p", `"$p"`) + "}"
	case 4:
		return "$((" + g.expression(1) + "))"
	}
	return g.piece(0)
}

func (g generator) document() string {
	end, quoted := "END", g.IntN(3) == 0
	var lines []string
	for range 1 + g.IntN(4) {
		lines = append(lines, g.one("", "plain", "\ttab", "$x and ${s##*/}", `\$x \\ \n "q" 'r'`, "$((a * b))", "$(echo in  side)", "${nothing:-none}",
			"`echo old`", " END", "END "))
	}
	start := "<<" + end
	switch {
	case quoted:
		start = "<<" + g.one("'END'", `"END"`, `\END`)
	case g.IntN(3) == 0:
		start = "<<-" + end
	}
	return fmt.Sprintf("%s %s\n%s\n%s", g.one("cat", "cat | tr a-z A-Z", "wc -l | tr -d ' '", "while read l; do echo \"[$l]\"; done", "cat; echo"), start,
		strings.Join(lines, "\n"), end)
}

func (g generator) pipeline() string {
	var lines []string
	for range g.IntN(6) {
		lines = append(lines, g.one("b:2", "a:1", "c:10", "a:1", "plain", "10", "9", "", "A:x"))
	}
	text := "printf '%s\\n' " + `"` + strings.Join(lines, `" "`) + `"`
	for range 1 + g.IntN(4) {
		text += " | " + g.one("sort", "sort -r", "sort -u", "uniq", "head -n 2", "tail -n 2", "tr a-c x-z", "cut -d: -f1", "grep -v a", "grep -c .",
			"cat", "grep -n 1", "tr -d :", "cut -d: -f 2", "grep -i a", "{ read l; echo \"first $l\"; cat; }", "tail -n 1", "head -1")
	}
	return text + "; echo $?"
}

// list is a list of commands and compound ones, so deep at most.
func (g generator) list(depth int) string {
	if depth == 0 {
		return g.one("true", "false", "echo a", "(exit 3)", "! true", "[ a = b ]", "n=$((n + 1))", "echo $n$?", ":")
	}
	sub := func() string { return g.list(depth - 1) }
	switch g.IntN(9) {
	case 0:
		return sub() + " && " + sub()
	case 1:
		return sub() + " || " + sub()
	case 2:
		return "if " + sub() + "; then " + sub() + "; else " + sub() + "; fi"
	case 3:
		return "{ " + sub() + "; " + sub() + "; }"
	case 4: // the parser takes two open brackets for arithmetic
		return "( " + sub() + "; " + sub() + ")"
	case 5:
		return "for i in 1 2 3; do " + sub() + "; " + g.one("[ $i = 2 ] && break", "[ $i = 2 ] && continue", "echo $i") + "; done"
	case 6:
		return "case " + g.one("$a", "$x", "abc", `"$e"`) + " in 7) " + sub() + ";; a*|b) " + sub() + ";; *) " + sub() + ";; esac"
	case 7:
		return "k=0; while [ $k -lt 2 ]; do k=$((k + 1)); " + sub() + "; done"
	}
	return sub() + "; " + sub()
}
