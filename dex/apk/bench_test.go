package apk

import (
	"testing"

	"talpa/internal/corpus"
)

// BenchmarkOpen reads the largest app of the cases with all its XML resources.
func BenchmarkOpen(b *testing.B) {
	for _, c := range corpus.Cases(b) {
		if c.Name != "sunflower-239" {
			continue
		}
		for b.Loop() {
			a, err := Open(c.APK)
			if err != nil {
				b.Fatal(err)
			}
			if _, err := a.Layouts(); err != nil {
				b.Fatal(err)
			}
		}
	}
}
