package cfg_test

import (
	"context"
	"testing"

	"talpa/cfg"
	"talpa/dex/apk"
	"talpa/internal/corpus"
)

// TestCorpus builds and checks the graphs of real methods.
func TestCorpus(t *testing.T) {
	t.Parallel()
	blocks := 0
	for i, c := range corpus.Part(corpus.Cases(t), 3) {
		if testing.Short() && i > 0 {
			break
		}
		archive, err := apk.Open(c.APK)
		if err != nil {
			t.Fatal(err)
		}
		set, _, err := archive.Code(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		for _, class := range set.Classes() {
			for _, m := range class.Methods {
				if m.Code() == nil || m.Index%4 != 0 && m.Code().Units < 2000 {
					continue
				}
				g, err := cfg.New(m)
				if err != nil {
					t.Fatal(err)
				}
				check(t, g)
				blocks += len(g.Blocks)
			}
		}
	}
	t.Logf("%d blocks", blocks)
}
