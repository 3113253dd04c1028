package trace

import (
	"bufio"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestConditions_holdWherePatternsMatch: a pattern's condition is cheaper than the
// pattern and never refuses what it matches. The lines are those of the tests' own
// sources and of the stored traces, cut at each word as well.
func TestConditions_holdWherePatternsMatch(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("*_test.go")
	if err != nil {
		t.Fatal(err)
	}
	stored, err := filepath.Glob(filepath.Join("..", "..", "testdata", "traces", "*"))
	if err != nil || len(stored) == 0 {
		t.Fatalf("%d stored traces, %v", len(stored), err)
	}
	matched := map[*pattern]bool{}
	for _, file := range append(files, stored...) {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		data = append(data, "\nUncaught handler: thread main exiting due to uncaught exception\n"...)
		text := strings.NewReplacer(`\n`, "\n", `\t`, "\t", `\"`, `"`).Replace(string(data))
		for lines := bufio.NewScanner(strings.NewReader(text)); lines.Scan(); {
			line := lines.Text()
			for at := 0; at < len(line); {
				checkConditions(t, line[at:], matched)
				next := strings.IndexAny(line[at:], " \t\"`")
				if next < 0 {
					break
				}
				at += next + 1
			}
		}
	}
	for _, p := range patterns {
		if p.may != nil && !matched[p] {
			t.Errorf("no line of the tests matches %s: its condition is not tested", p.compiled())
		}
	}
}

func checkConditions(t *testing.T, s string, matched map[*pattern]bool) {
	for _, p := range patterns {
		if p.may == nil || !p.compiled().MatchString(s) {
			continue
		}
		matched[p] = true
		if !p.may(s) {
			t.Errorf("the condition of %s refuses %q", p.compiled(), s)
		}
	}
}

// TestThreadtime_likeThePattern: the commonest layout is read by hand as its pattern reads it.
func TestThreadtime_likeThePattern(t *testing.T) {
	t.Parallel()
	for _, line := range []string{
		"11-02 08:00:01.002  5120  5161 E AndroidRuntime: FATAL EXCEPTION: main",
		"11-02 08:00:01.002  5120  5161 E AndroidRuntime: \tat a.B.c(B.java:1)",
		"11-02 08:00:01.002  5120  5161 I   Tag with blanks  :  two blanks",
		"11-02 08:00:01.002 1 2 W x:",
		"11-02 08:00:01.002  5120  5161 D a b c",
		"11-02 08:00:01.002  5120  5161 X tag: no level",
		"11-02 08:00:01.002  5120 tid E tag: no number",
		"11-02 08:00:01.002  root  5120  5161 E tag: with a user",
		"11-02 08:00:01.002  99999999999999999999  1 E tag: a number too large",
		"11-02 08:00:01.002  1  1 E : no tag",
		"1-02 08:00:01.002  1  1 E tag: one digit",
		"11-02 08:00:01.002",
	} {
		var fast, slow record
		ok := threadtime(line, &fast)
		if at := timePrefix.FindStringIndex(line); at != nil {
			if m := logLayouts[0].FindStringSubmatch(line[at[1]:]); m != nil {
				slow.take(logLayouts[0], m)
			}
		}
		if ok && fast != slow {
			t.Errorf("%q: by hand %+v, by the pattern %+v", line, fast, slow)
		}
	}
}
