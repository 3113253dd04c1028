package asra_test

import (
	"bytes"
	"context"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"talpa/asra"
	"talpa/asra/guide"
	"talpa/asra/locate"
	"talpa/asra/trace"
	"talpa/cfg/icfg"
	"talpa/dex/apk"
	"talpa/internal/golden"
)

// burrow is the project's own app with planted crashes.
func burrow(t *testing.T) *icfg.Program {
	t.Helper()
	return sample(t, "burrow")
}

// sample is one of the project's own apps.
func sample(t *testing.T, name string) *icfg.Program {
	t.Helper()
	archive, err := apk.Open("../testdata/apps/" + name + ".apk")
	if err != nil {
		t.Fatal(err)
	}
	p, err := icfg.Load(context.Background(), archive, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestAnalyze_plantedCrashes(t *testing.T) {
	t.Parallel()
	p := burrow(t)
	traces, err := filepath.Glob("../testdata/traces/burrow-*.txt")
	if err != nil || len(traces) == 0 {
		t.Fatalf("no traces (%v)", err)
	}
	for _, path := range traces {
		name := strings.TrimSuffix(filepath.Base(path), ".txt")
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			g := analyzed(t, p, located(t, p, path), guide.LevelASRA)
			golden.Equal(t, filepath.Join("testdata", name+".guide"), []byte(render(g)))
		})
	}
}

func TestDrawWidgets(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	g := &guide.Guide{
		Target: guide.Target{Callback: "Ldev/talpa/burrow/ConvertActivity$2;->onClick(Landroid/view/View;)V"},
	}
	if err := asra.DrawWidgets(burrow(t), g, "dev.talpa.burrow").WriteJSON(&out); err != nil {
		t.Fatal(err)
	}
	golden.Equal(t, filepath.Join("testdata", "burrow-widgets.json"), out.Bytes())
}

// located is the target of a trace in a file.
func located(t *testing.T, p *icfg.Program, path string) locate.Target {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	all, err := trace.Parse(string(text))
	if err != nil {
		t.Fatal(err)
	}
	target, err := locate.Resolve(p.Hierarchy.Set(), []trace.Trace{all[0]}, locate.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return target
}

// TestAnalyze_motivatingExample states what the analysis finds out about the paper's motivating
// example: the menu item and the click on the list are kept, the settings button
// and the other menu item dropped, and each says why.
func TestAnalyze_motivatingExample(t *testing.T) {
	t.Parallel()
	p := sample(t, "decks")
	g := analyzed(t, p, located(t, p, "../testdata/traces/decks-filtered.txt"), guide.LevelASRA)
	want := map[string]struct {
		verdict guide.Verdict
		rule    string
	}{
		"onItemClick":           {guide.Necessary, "R13"},
		"onOptionsItemSelected": {guide.Necessary, "R7"},
		"onClick":               {guide.Irrelevant, "R17"},
	}
	for _, cb := range g.Callbacks {
		rest, ok := strings.CutPrefix(cb.Method, "Ldev/talpa/decks/DeckActivity;->")
		name, _, _ := strings.Cut(rest, "(")
		w, named := want[name]
		if !ok || !named {
			continue
		}
		delete(want, name)
		if cb.Verdict != w.verdict || cb.Rule != w.rule || cb.Reason.Kind == "" {
			t.Errorf("%s: %s by %s (%s), want %s by %s", name, cb.Verdict, cb.Rule, cb.Explanation(), w.verdict, w.rule)
		}
		if w.rule == "R7" && (!slices.Equal(cb.Accepts, []string{"id/menu_filter"}) ||
			!slices.Equal(cb.Rejects, []string{"id/menu_check"}) || cb.Guard == nil || len(cb.Guard.Rejects) != 1) {
			t.Errorf("accepts %v, rejects %v, guard %v", cb.Accepts, cb.Rejects, cb.Guard)
		}
	}
	if len(want) > 0 {
		t.Errorf("the guide lacks %v", want)
	}
	golden.Equal(t, filepath.Join("testdata", "decks.guide"), []byte(render(g)))
}

// TestAnalyze_explainsRules shows the chains of rules of all callbacks of the example.
func TestAnalyze_explainsRules(t *testing.T) {
	t.Parallel()
	p := sample(t, "decks")
	target := located(t, p, "../testdata/traces/decks-filtered.txt")
	for _, level := range []guide.Level{guide.LevelNone, guide.LevelASRA} {
		g, err := asra.Analyze(context.Background(), p, target, asra.Options{Level: level, Explain: "decks"})
		if err != nil {
			t.Fatal(err)
		}
		encoded(t, g)
		golden.Equal(t, filepath.Join("testdata", "decks-"+string(level)+".why"), []byte(g.Summary()))
	}
	g, err := asra.Analyze(context.Background(), p, target, asra.Options{Explain: "no such callback"})
	if err != nil || !strings.Contains(g.Summary(), "no callback is named") {
		t.Errorf("error %v, summary\n%s", err, g.Summary())
	}
}

// TestAnalyze_spentBudgetsFallBackToReachability states of each budget that it ends in the verdicts of plain
// reachability, never in more pruning, and that the guide tells of it.
func TestAnalyze_spentBudgetsFallBackToReachability(t *testing.T) {
	t.Parallel()
	p := sample(t, "decks")
	target := located(t, p, "../testdata/traces/decks-filtered.txt")
	clock := time.Unix(0, 0)
	tick := func() time.Time { clock = clock.Add(time.Second); return clock }
	for _, test := range []struct {
		name   string
		budget asra.Budget
		now    func() time.Time
	}{
		{"facts", asra.Budget{Facts: 1}, nil},
		{"steps", asra.Budget{Steps: 1}, nil},
		{"memory", asra.Budget{Memory: 1}, nil},
		{"time", asra.Budget{Time: time.Millisecond}, tick},
	} {
		g, err := asra.Analyze(context.Background(), p, target, asra.Options{Budget: test.budget, Now: test.now})
		if err != nil {
			t.Fatal(err)
		}
		encoded(t, g)
		if g.Stats.Fallback != test.name || g.Stats.CallbacksPruned != 0 || len(g.Notes) == 0 {
			t.Errorf("%s: fallback %q, %d pruned", test.name, g.Stats.Fallback, g.Stats.CallbacksPruned)
		}
		for _, cb := range g.Callbacks {
			if cb.Guard != nil || len(cb.Rejects) > 0 {
				t.Errorf("%s: %s is guarded", test.name, cb.Method)
			}
		}
	}
}

// TestAnalyze_fieldSensitivityOnlyAdds states that field adds tests of fields and takes nothing away.
func TestAnalyze_fieldSensitivityOnlyAdds(t *testing.T) {
	t.Parallel()
	p := burrow(t)
	target := located(t, p, "../testdata/traces/burrow-form.txt")
	count := map[asra.Sensitivity]int{}
	for _, s := range []asra.Sensitivity{asra.SensitivityAttr, asra.SensitivityField} {
		g, err := asra.Analyze(context.Background(), p, target, asra.Options{Sensitivity: s})
		if err != nil {
			t.Fatal(err)
		}
		for _, cb := range g.Callbacks {
			for _, c := range cb.Conditions {
				count[s]++
				if s == asra.SensitivityAttr && c.Subject.Kind == guide.SubjectField {
					t.Errorf("attr tells of %s", c.Subject)
				}
			}
		}
	}
	if count[asra.SensitivityAttr] == 0 || count[asra.SensitivityField] < count[asra.SensitivityAttr] {
		t.Errorf("conditions: %v", count)
	}
}
