package cfg_test

import (
	"archive/zip"
	"io"
	"testing"

	"talpa/cfg"
	"talpa/dex"
	"talpa/internal/corpus"
)

// TestCorpus builds and checks the graphs of real methods.
func TestCorpus(t *testing.T) {
	t.Parallel()
	blocks := 0
	for i, c := range corpus.Cases(t) {
		if testing.Short() && i > 0 {
			break
		}
		z, err := zip.OpenReader(c.APK)
		if err != nil {
			t.Fatal(err)
		}
		defer z.Close()
		r, err := z.Open("classes.dex")
		if err != nil {
			t.Fatal(err)
		}
		data, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		f, err := dex.Parse(data)
		if err != nil {
			t.Fatal(err)
		}
		for _, class := range f.Classes {
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
