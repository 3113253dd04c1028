package workflow

import (
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"talpa/asra/guide"
	"talpa/fuzz/record"
	"talpa/internal/corpus"
)

// allCases makes TestNothingLost go through the published crashes as well.
var allCases = flag.Bool("cases", false, "check the published crashes too (an hour of processor time)")

// TestNothingLost states that pruning loses no crash: a script that causes the
// crash in the app as it is causes it in the pruned app, and of the callbacks that
// run on its way none is one that the guide calls irrelevant.
func TestNothingLost(t *testing.T) {
	if testing.Short() {
		t.Skip("runs the embedded device for minutes")
	}
	m := testMachine(t)
	decks := filepath.Join(root, "testdata", "apps", "decks.apk")
	t.Run("decks", func(t *testing.T) { nothingLost(t, m, decks, read(t, "decks-filtered")) })
	if !*allCases {
		return
	}
	curtain := filepath.Join(root, "testdata", "apps", "curtain.apk")
	t.Run("curtain", func(t *testing.T) { nothingLost(t, m, curtain, read(t, "curtain-go")) })
	for _, name := range []string{"context-menu", "form", "bell", "sync", "rotation", "picture", "limit"} {
		t.Run(name, func(t *testing.T) { nothingLost(t, m, burrow, read(t, "burrow-"+name)) })
	}
	for _, c := range corpus.Cases(t) {
		t.Run(c.Name, func(t *testing.T) {
			text, err := os.ReadFile(c.Trace)
			if err != nil {
				t.Fatal(err)
			}
			nothingLost(t, m, c.APK, TraceInput{Name: "trace.txt", Text: string(text)})
		})
	}
}

func nothingLost(t *testing.T, m Machine, apk string, want TraceInput) {
	t.Helper()
	dir := t.TempDir()
	found, err := Reproduce(t.Context(), m, ReproduceOptions{
		APK: apk, Trace: want, Level: "none", Rewriter: "none", Confirm: 1, Match: "point",
		Run: RunOptions{Out: filepath.Join(dir, "run"), Seed: 1, Time: 5 * time.Minute, Generator: "guided"},
	})
	if err != nil {
		t.Fatal(err)
	}
	if !found.Reproduced {
		t.Skip("the crash did not happen in time")
	}
	pruned, err := Prune(t.Context(), m, PruneOptions{
		APK: apk, Trace: want, Out: filepath.Join(dir, "pruned.apk"), Level: "asra", Rewriter: "dex",
	})
	if err != nil {
		t.Fatal(err)
	}
	recorded := filepath.Join(dir, "record.jsonl")
	for _, run := range []ReplayOptions{
		{Script: found.Script, APK: apk, Times: 1, Record: recorded},
		{Script: found.Script, APK: pruned.Out, Times: 1},
	} {
		r, err := Replay(t.Context(), m, run)
		if err != nil {
			t.Fatal(err)
		}
		if !r.Happened {
			t.Errorf("the crash did not happen in %s", filepath.Base(run.APK))
		}
	}
	ran := ranMethods(t, recorded)
	for _, cb := range pruned.Guide.Callbacks {
		if ran[cb.Method] && cb.Verdict == guide.Irrelevant {
			t.Errorf("%s ran on the way to the crash and is dropped", cb.Method)
		}
	}
	t.Logf("%d methods ran, %d callbacks are dropped", len(ran), pruned.Guide.Stats.CallbacksPruned)
}

// ranMethods are the methods that a record tells of.
func ranMethods(t *testing.T, path string) map[string]bool {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	ran := map[string]bool{}
	for line := range strings.Lines(string(text)) {
		var l record.Line
		if err := json.Unmarshal([]byte(line), &l); err != nil {
			t.Fatal(err)
		}
		for _, m := range l.New {
			ran[m.Method] = true
		}
	}
	delete(ran, "")
	if len(ran) == 0 {
		t.Fatal("nothing was recorded")
	}
	return ran
}
