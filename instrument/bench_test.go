package instrument_test

import (
	"context"
	"path/filepath"
	"testing"

	"talpa/dex/apk"
	"talpa/instrument"
	"talpa/instrument/dexpatch"
	"talpa/instrument/seal"
	"talpa/internal/corpus"
)

// BenchmarkApply prunes the largest app of the cases through dexpatch: read,
// patch, pack, sign, check.
func BenchmarkApply(b *testing.B) {
	for _, c := range corpus.Cases(b) {
		if c.Name != "sunflower-239" {
			continue
		}
		a, err := apk.Open(c.APK)
		if err != nil {
			b.Fatal(err)
		}
		plan := eventPlan(openSet(b, a))
		key, err := seal.SeededKey("bench")
		if err != nil {
			b.Fatal(err)
		}
		for b.Loop() {
			_, err := instrument.Apply(context.Background(), instrument.Options{
				APK: c.APK, Out: filepath.Join(b.TempDir(), "new.apk"), Plan: plan,
				Rewriter: dexpatch.Rewriter{}, Sealer: seal.Native{Key: key},
			})
			if err != nil {
				b.Fatal(err)
			}
		}
	}
}
