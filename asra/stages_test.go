package asra_test

import (
	"context"
	"path/filepath"
	"strings"
	"testing"

	"talpa/asra"
	"talpa/asra/guide"
	"talpa/asra/locate"
	"talpa/asra/trace"
	"talpa/cfg/callgraph"
	"talpa/cfg/icfg"
	"talpa/dex/dextest"
	"talpa/internal/golden"
	"talpa/specs"
)

// sameVerdicts states that the guide says of each callback what relevance decided: the
// writer of the guide changes no verdict.
func sameVerdicts(t *testing.T, p *icfg.Program, target locate.Target, level guide.Level) {
	t.Helper()
	g := analyzed(t, p, target, level)
	callbacks, decided, err := asra.Decided(p, target, g.Level)
	if err != nil {
		t.Fatal(err)
	}
	if len(callbacks) == 0 || len(callbacks) != len(g.Callbacks) {
		t.Fatalf("%d callbacks decided about, %d in the guide", len(callbacks), len(g.Callbacks))
	}
	for i, m := range callbacks {
		cb, v := &g.Callbacks[i], decided.Of(m)
		if cb.Method != p.Calls.Method(m).String() {
			t.Fatalf("%s stands where %s was decided about", cb.Method, p.Calls.Method(m))
		}
		if cb.Verdict != v.Verdict || cb.Rule != v.Rule || cb.Reason != v.Reason {
			t.Errorf("%s: %s by %s (%v), decided was %s by %s (%v)",
				cb.Method, cb.Verdict, cb.Rule, cb.Reason.Kind, v.Verdict, v.Rule, v.Reason.Kind)
		}
	}
}

// TestVerdicts_are_final_after_relevance states for the sample apps and for the programs in
// testdata that nothing changes a verdict behind the fixpoint, at any level.
func TestVerdicts_are_final_after_relevance(t *testing.T) {
	t.Parallel()
	levels := []guide.Level{guide.LevelNone, guide.LevelReach, guide.LevelPaper, guide.LevelASRA}
	traces, err := filepath.Glob("../testdata/traces/*-*.txt")
	if err != nil || len(traces) < 10 {
		t.Fatalf("%d traces (%v)", len(traces), err)
	}
	for _, path := range traces {
		app, _, _ := strings.Cut(filepath.Base(path), "-")
		if app == "selendroid" {
			continue // an app of others, which is not in testdata
		}
		t.Run(filepath.Base(path), func(t *testing.T) {
			t.Parallel()
			p := sample(t, app)
			for _, level := range levels {
				sameVerdicts(t, p, located(t, p, path), level)
			}
		})
	}
	golden.Cases(t, "testdata/*.txtar", func(t *testing.T, files map[string]string) map[string]string {
		set := dextest.Set(t, files["in.smali"])
		calls, err := callgraph.New(context.Background(), set, specs.Framework(), callgraph.Options{})
		if err != nil {
			t.Fatal(err)
		}
		manifest, crash, _ := parseApp(t, files["app"])
		p, err := icfg.Build(context.Background(), icfg.Input{Manifest: manifest, Calls: calls})
		if err != nil {
			t.Fatal(err)
		}
		target, err := locate.Resolve(set, []trace.Trace{crash}, locate.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for _, level := range levels {
			sameVerdicts(t, p, target, level)
		}
		return nil
	})
}
