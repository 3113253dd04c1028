package icfg_test

import (
	"context"
	"log/slog"
	"testing"

	"talpa/cfg/icfg"
	"talpa/dex/apk"
	"talpa/internal/corpus"
)

func load(t testing.TB, path string) *icfg.Program {
	t.Helper()
	archive, err := apk.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	p, err := icfg.Load(context.Background(), archive, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestCases(t *testing.T) {
	t.Parallel()
	for _, c := range corpus.Cases(t) {
		t.Run(c.Name, func(t *testing.T) {
			t.Parallel()
			p := load(t, c.APK)
			t.Logf("%d components, %d callbacks, %d nodes, %d edges", len(p.Components), len(p.Callbacks), p.Len(), p.Size())
			for _, c := range p.Components {
				opens := []string{}
				for _, o := range c.Opens {
					opens = append(opens, p.Components[o].Name)
				}
				t.Logf("%s %s launcher %v enter %d loop %d opens %v", c.Kind, c.Name, c.Launcher, len(c.Main.Enter), len(c.Main.Loop), opens)
			}
		})
	}
}
