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
	"talpa/dex/apk"
	"talpa/internal/corpus"
)

// openCase reads the app of a case and the traces that were pasted.
func openCase(t *testing.T, c corpus.Case) (*icfg.Program, []trace.Trace) {
	t.Helper()
	archive, err := apk.Open(c.APK)
	if err != nil {
		t.Fatal(err)
	}
	p, err := icfg.Load(context.Background(), archive, slog.New(slog.DiscardHandler))
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
	return p, traces
}

// resolve finds the target of a trace.
func resolve(t *testing.T, p *icfg.Program, pasted ...trace.Trace) locate.Target {
	t.Helper()
	target, err := locate.Resolve(p.Hierarchy.Set(), pasted, locate.Options{Package: p.Manifest.Package})
	if err != nil {
		t.Fatal(err)
	}
	return target
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

// TestAnalyzeCasesWithoutLines states that nothing is dropped for knowing less of the
// target: a handler that is irrelevant without the trace's lines is irrelevant with them.
func TestAnalyzeCasesWithoutLines(t *testing.T) {
	t.Parallel()
	for i, c := range corpus.Cases(t) {
		if i%4 != 3 {
			continue // some are enough
		}
		t.Run(c.Name, func(t *testing.T) {
			t.Parallel()
			p, traces := openCase(t, c)
			irrelevant := func(tr trace.Trace) map[string]bool {
				target := resolve(t, p, tr)
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
			tr := resolve(t, p, traces...).Crash
			exact := irrelevant(tr)
			for m, dropped := range irrelevant(withoutLines(tr)) {
				if dropped && !exact[m] {
					t.Errorf("%s is dropped without lines, and not with them", m)
				}
			}
		})
	}
}
