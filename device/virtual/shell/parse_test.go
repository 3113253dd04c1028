package shell

import (
	"errors"
	"runtime/debug"
	"strings"
	"testing"
)

// nestings are the beginnings of what the parser descends into.
var nestings = []string{"(", "$(", `"$(`, "${x:-", `"${x:-`, "$((", "$(((", "$((x?", "$((x=", "$((-", "$((~", "if ", "while a; do ", "{ ", "case a in a) ",
	"a[", "f() ", "for i in a;do ", "((", "((a,", "a|", "a&&", "${x[", "$((1+", "time ", "cat <<E\n$(", "[[ ( ", "! "}

// TestParse/deep lines end at the bound on the parser's stack, which otherwise takes
// hundreds of megabytes for the longest of them. A stack that grows past the
// bound set here ends the process.
func TestParseStaysShallow(t *testing.T) {
	defer debug.SetMaxStack(debug.SetMaxStack(16 << 20))
	for _, open := range nestings {
		t.Run(open, func(t *testing.T) {
			if _, err := parse(strings.Repeat(open, maxLine/len(open))); err == nil {
				t.Error("parsed")
			}
		})
	}
}

func TestParseNesting(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		line string
		want error
	}{
		"as deep as allowed": {strings.Repeat("( ", maxNesting) + "a" + strings.Repeat(")", maxNesting), nil},
		"one too deep":       {strings.Repeat("( ", maxNesting+1) + "a" + strings.Repeat(")", maxNesting+1), errNested},
		"deep arithmetic":    {"echo $((" + strings.Repeat("- ", maxNesting) + "1))", errNested},
		"deep substitutions": {strings.Repeat("$(a ", maxNesting+1) + strings.Repeat(")", maxNesting+1), errNested},
		"many elif":          {"if a; then b; " + strings.Repeat("elif a; then b; ", 1000) + "fi", nil},
		"many in a row":      {strings.Repeat("{ (a); }; ", 1000), nil},
		"many and":           {strings.Repeat("a && ", 10000) + "a", nil},
		"long sum":           {"echo $((1" + strings.Repeat("+1", 10000) + "))", nil},
		"deep parentheses":   {strings.Repeat("(", maxNesting+2) + "1" + strings.Repeat(")", maxNesting+2), errNested},
		"long pipeline":      {strings.Repeat("a | ", maxPipeline-1) + "a", nil},
		"too long pipeline":  {strings.Repeat("a | ", maxPipeline) + "a", errSyntax},
		"longest line":       {strings.Repeat("a", maxLine), nil},
		"too long line":      {strings.Repeat("a", maxLine+1), errSyntax},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if _, err := parse(test.line); !errors.Is(err, test.want) {
				t.Errorf("%v, want %v", err, test.want)
			}
		})
	}
}

// TestRefused: what the parser knows and the evaluator does not is refused before
// anything runs, by its name.
func TestRefused(t *testing.T) {
	t.Parallel()
	for line, want := range map[string]string{
		"f() { a; }":                   "functions",
		"function f { a; }":            "functions",
		"a |&":                         "coprocesses",
		"echo @(a|b)":                  "extended patterns",
		"x=(a b)":                      "arrays",
		"x[1]=a":                       "arrays",
		"echo ${x[1]}":                 "arrays",
		"nameref x=y":                  "nameref",
		"select x in a; do b; done":    "select",
		"case a in a) b;& c) d;; esac": "fall-through in case",
		"echo ${!x}":                   "${!NAME}",
		"echo ${%x}":                   "${%NAME}",
		"echo ${x/a/b}":                "${NAME/PATTERN/TEXT}",
		"echo ${x@Q}":                  "${NAME@}",
		"echo ${ a;}":                  "${ command;}",
		"a <>b":                        "redirect <>",
		"a <&3":                        "redirect <&",
		"a 3>b":                        "file descriptor 3",
		"echo ran; { if a; then f() { b; }; fi;}": "functions",
	} {
		t.Run(line, func(t *testing.T) {
			t.Parallel()
			sh, _ := newShell(t)
			out, code := run(t, sh, line)
			if code != exitMisuse || strings.Contains(out, "ran\n") {
				t.Errorf("%q, %d", out, code)
			}
			if strings.HasPrefix(out, "sh: syntax error") {
				t.Logf("the parser itself refuses it: %q", out)
			} else if !strings.Contains(out, "this device's shell has no ") || !strings.Contains(out, want) {
				t.Errorf("%q does not name %s", out, want)
			}
		})
	}
}

// FuzzParse: every line is parsed or refused, in bounded depth.
func FuzzParse(f *testing.F) {
	for _, open := range nestings {
		f.Add(strings.Repeat(open, 8))
		f.Add(strings.Repeat(open, 8) + "a" + strings.Repeat(")", 8))
	}
	defer debug.SetMaxStack(debug.SetMaxStack(64 << 20))
	f.Fuzz(func(t *testing.T, line string) {
		stmts, err := parse(line)
		if err != nil && len(stmts) > 0 {
			t.Error("statements beside an error")
		}
	})
}
