package workflow

import (
	"log/slog"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"talpa/asra/guide"
	"talpa/dex/apk"
)

// TestSearchLevel: the words for what a search prunes, and the level of their guide.
func TestSearchLevel(t *testing.T) {
	t.Parallel()
	for word, want := range map[string]guide.Level{
		"none": guide.LevelNone, "log": guide.LevelNone, "reach": guide.LevelReach, "paper": guide.LevelPaper,
		"asra": guide.LevelASRA, "ladder": guide.LevelASRA, "": "", "ASRA": "", "sound": "",
	} {
		got, err := searchLevel(word)
		if got != want || (err == nil) != (want != "") {
			t.Errorf("%q: %q, %v; want %q", word, got, err, want)
		}
	}
}

// TestPruneLadder: a sample app at all levels; what is proved to change nothing is pruned by
// each, and what leads to the crash by none.
func TestPruneLadder(t *testing.T) {
	t.Parallel()
	out := filepath.Join(t.TempDir(), "steps.apk")
	trace := read(t, "burrow-limit")
	l, err := PruneLadder(t.Context(), Machine{Log: slog.New(slog.DiscardHandler), Now: newTestClock().now}, PruneOptions{
		APK: filepath.Join(root, "testdata", "apps", "burrow.apk"), Trace: trace, Out: out, Rewriter: "dex",
	})
	if err != nil {
		t.Fatal(err)
	}
	returns := map[guide.Level][]string{}
	for _, p := range l.Copies {
		if want := strings.TrimSuffix(out, ".apk") + "-" + string(p.Level) + ".apk"; p.Out != want {
			t.Errorf("level %s lies in %s, want %s", p.Level, p.Out, want)
		}
		if _, err := apk.Open(p.Out); err != nil {
			t.Error(err)
		}
		for i := range p.Guide.Callbacks {
			cb := &p.Guide.Callbacks[i]
			if cb.Verdict == guide.Irrelevant && p.Level != guide.LevelNone && slices.Contains(p.Report.Changed, cb.Method) {
				returns[p.Level] = append(returns[p.Level], cb.Method)
			}
		}
	}
	contains := func(more, less guide.Level) {
		for _, m := range returns[less] {
			if !slices.Contains(returns[more], m) {
				t.Errorf("%s prunes %s, %s does not", less, m, more)
			}
		}
	}
	contains(guide.LevelReach, guide.LevelPaper)
	contains(guide.LevelPaper, guide.LevelASRA)
	if n := len(returns[guide.LevelASRA]); n == 0 || n >= len(returns[guide.LevelPaper]) ||
		len(returns[guide.LevelNone]) > 0 {
		t.Errorf("pruned: %v", returns)
	}
}
