package asra_test

import (
	"context"
	"log/slog"
	"testing"

	"talpa/asra"
	"talpa/asra/guide"
	"talpa/cfg/icfg"
	"talpa/internal/corpus"
)

func TestAnalyzeCases(t *testing.T) {
	t.Parallel()
	for _, c := range corpus.Cases(t) {
		t.Run(c.Name, func(t *testing.T) {
			t.Parallel()
			archive, _, tr := load(t, c)
			p, err := icfg.Load(context.Background(), archive, slog.New(slog.DiscardHandler))
			if err != nil {
				t.Fatal(err)
			}
			target, err := asra.Locate(p.Hierarchy.Set(), tr)
			if err != nil {
				t.Fatal(err)
			}
			for _, level := range []guide.Level{guide.LevelNone, guide.LevelReach, guide.LevelASRA} {
				g, err := asra.Analyze(context.Background(), p, target, asra.Options{Level: level})
				if err != nil {
					t.Fatal(err)
				}
				if _, err := guide.Encode(g); err != nil {
					t.Fatal(err)
				}
				if level == guide.LevelASRA {
					t.Log("\n" + g.Summary())
					for _, cb := range g.Callbacks {
						if len(cb.Rejects) > 0 {
							t.Log("REJ", cb.Role, cb.Method, cb.Accepts, cb.Rejects)
						}
						if cb.Verdict == guide.Irrelevant {
							t.Log("IRR", cb.Role, cb.Method, cb.Widgets)
						}
					}
				}
			}
		})
	}
}
