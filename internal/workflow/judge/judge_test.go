package judge

import (
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"talpa/asra/trace"
	"talpa/fuzz"
	"talpa/fuzz/crash"
	"talpa/fuzz/event"
	"talpa/fuzz/oracle"
	"talpa/internal/workflow/input"
)

// thrown is a crash in a method of org.mole.Hill.
func thrown(kind crash.Kind, class, method string) crash.Crash {
	t := trace.Trace{Chain: []trace.Throwable{{Class: class, Frames: []trace.Frame{{Class: "org.mole.Hill", Method: method,
		File: "Hill.java", Line: 7}}}}}
	return crash.Crash{Kind: kind, Trace: t, Signature: trace.Sign(t, nil)}
}

// TestJudge: a wanted crash, any crash, or oracles in their place.
func TestJudge(t *testing.T) {
	t.Parallel()
	npe, other := thrown(crash.Java, "java.lang.NullPointerException", "dig"), thrown(crash.Java, "java.lang.Error",
		"rest")
	logged := thrown(crash.Logged, "java.lang.Error", "log")
	matcher := &crash.Matcher{Want: npe.Trace, Least: trace.Point}
	sees := func(found ...oracle.Violation) *fuzz.Outcome { return &fuzz.Outcome{Violations: found} }
	crashes := func(all ...crash.Crash) *fuzz.Outcome { return &fuzz.Outcome{Crashes: all} }
	make, err := Oracles([]string{"crash"}, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		by         *Judge
		out        *fuzz.Outcome
		hit        bool
		why, level string
	}{
		"the wanted one": {&Judge{wanted: matcher}, crashes(other, npe), true, "", "exact"},
		"another one": {&Judge{wanted: matcher}, crashes(other), false,
			"the app crashed with java.lang.Error at", ""},
		"another one, only logged": {&Judge{wanted: matcher}, crashes(logged), false,
			"the app only logged java.lang.Error at", ""},
		"none":                        {&Judge{wanted: matcher}, crashes(), false, "the app did not crash", ""},
		"any":                         {&Judge{}, crashes(logged, other), true, "", ""},
		"any, but it was only logged": {&Judge{}, crashes(logged), false, "only logged java.lang.Error", ""},
		"any, and none":               {&Judge{}, crashes(), false, "the app did not crash", ""},
		"oracles": {&Judge{oracles: make}, sees(oracle.Violation{Oracle: "x", Title: "lost"}), true, "",
			""},
		"oracles, content": {&Judge{oracles: make, wanted: matcher}, crashes(npe), false, "saw nothing wrong", ""},
	} {
		v := c.by.Judge(c.out)
		if v.Hit != c.hit || !strings.Contains(v.Why, c.why) || (v.Why == "") != c.hit || v.Level != c.level ||
			c.hit && v.Title == "" {
			t.Errorf("%s: %+v", name, v)
		}
		if o := c.by.Options(); (o.Oracles != nil) != (c.by.oracles != nil) {
			t.Errorf("%s: oracles %v", name, o.Oracles)
		}
	}
}

// TestNew: the user's oracles come before those of the script, whose file may have moved with it;
// a trace beside the script is the wanted crash.
func TestNew(t *testing.T) {
	t.Parallel()
	root := filepath.Join("..", "..", "..")
	a, err := input.OpenApp(t.Context(), filepath.Join(root, "testdata", "apps", "burrow.apk"))
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(root, "testdata", "traces", "burrow-form.txt"))
	if err != nil {
		t.Fatal(err)
	}
	rules, err := os.ReadFile(filepath.Join("..", "testdata", "granary.star"))
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for name, data := range map[string][]byte{"moved.star": rules, "got/trace-got.txt": text} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	by := func(oracle string) *event.Script { return &event.Script{Oracle: oracle} }
	for name, c := range map[string]struct {
		script          Script
		wanted, oracles bool
		want            string
	}{
		"any crash":         {Script{Path: dir + "/s.talpa", Events: by("")}, false, false, ""},
		"a trace beside it": {Script{Path: dir + "/got/s.talpa", Events: by("")}, true, false, ""},
		"its own oracle":    {Script{Path: dir + "/s.talpa", Events: by("invariance")}, false, true, ""},
		"a file that moved": {Script{Path: dir + "/s.talpa", Events: by("property=/gone/moved.star")}, false, true, ""},
		"a file that is gone": {Script{Path: dir + "/s.talpa", Events: by("property=/gone/x.star")}, false, false,
			"--oracle property=FILE"},
		"the user's oracle": {Script{Path: dir + "/s.talpa", Events: by("property=/gone/x.star"), Oracles: []string{"anr"}},
			false, true, ""},
		"the user's trace": {Script{Path: dir + "/s.talpa", Events: by("invariance"), Trace: dir + "/got/trace-got.txt"},
			true, false, ""},
		"a trace that is no": {Script{Path: dir + "/s.talpa", Events: by(""), Trace: dir + "/none"}, false, false,
			"reading the trace"},
		"no such oracle": {Script{Path: dir + "/s.talpa", Events: by(""), Oracles: []string{"psychic"}}, false, false,
			"there are crash, anr"},
	} {
		j, err := New(c.script, a, slog.New(slog.DiscardHandler))
		if c.want != "" {
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%s: %v, want %q", name, err, c.want)
			}
			continue
		}
		if err != nil || (j.wanted != nil) != c.wanted || (j.oracles != nil) != c.oracles {
			t.Errorf("%s: %+v, %v", name, j, err)
		}
	}
}
