package asra_test

import (
	"context"
	"log/slog"
	"os"
	"slices"
	"testing"

	"talpa/asra"
	"talpa/asra/guide"
	"talpa/asra/locate"
	"talpa/asra/trace"
	"talpa/cfg/icfg"
	"talpa/dex"
	"talpa/dex/apk"
	"talpa/internal/corpus"
)

// load reads the code and the trace of a case.
func load(t *testing.T, c corpus.Case) (*apk.Archive, *dex.Set, trace.Trace) {
	t.Helper()
	archive, err := apk.Open(c.APK)
	if err != nil {
		t.Fatal(err)
	}
	set, _, err := archive.Code(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(c.Trace)
	if err != nil {
		t.Fatal(err)
	}
	traces, err := trace.Parse(string(text))
	if err != nil {
		t.Fatal(err)
	}
	hint := trace.Hint{
		Package: archive.Manifest().Package,
		InApp:   func(class string) bool { return set.Class(dex.Descriptor(class)) != nil },
	}
	i, err := trace.Choose(traces, hint)
	if err != nil {
		t.Fatal(err)
	}
	return archive, set, traces[i]
}

// withoutLines copies a trace without its lines.
func withoutLines(t trace.Trace) trace.Trace {
	t.Chain = slices.Clone(t.Chain)
	for i := range t.Chain {
		t.Chain[i].Frames = slices.Clone(t.Chain[i].Frames)
		for j := range t.Chain[i].Frames {
			t.Chain[i].Frames[j].Line = 0
		}
	}
	return t
}

// TestDriftPrunesLess states that nothing is dropped for knowing less of the target: a
// handler that is irrelevant without the trace's lines is irrelevant with them.
func TestDriftPrunesLess(t *testing.T) {
	t.Parallel()
	for i, c := range corpus.Cases(t) {
		if i%4 != 3 {
			continue // some are enough
		}
		t.Run(c.Name, func(t *testing.T) {
			t.Parallel()
			archive, _, tr := load(t, c)
			p, err := icfg.Load(context.Background(), archive, slog.New(slog.DiscardHandler))
			if err != nil {
				t.Fatal(err)
			}
			irrelevant := func(tr trace.Trace) map[string]bool {
				target, err := locate.Locate(p.Hierarchy.Set(), tr)
				if err != nil {
					t.Fatal(err)
				}
				g, err := asra.Analyze(context.Background(), p, target, asra.Options{})
				if err != nil {
					t.Fatal(err)
				}
				all := map[string]bool{}
				for _, cb := range g.Callbacks {
					all[cb.Method] = cb.Verdict == guide.Irrelevant
				}
				return all
			}
			exact := irrelevant(tr)
			for m, dropped := range irrelevant(withoutLines(tr)) {
				if dropped && !exact[m] {
					t.Errorf("%s is dropped without lines, and not with them", m)
				}
			}
		})
	}
}
