package splits

import (
	"slices"
	"testing"

	"talpa/dex/apk"
)

// TestFit: standalone APKs from the best for the embedded device to the worst.
func TestFit(t *testing.T) {
	t.Parallel()
	order := []string{
		"standalones/standalone-arm64_v8a_xhdpi.apk", "standalones/standalone-x86_64_xhdpi.apk", "standalones/standalone-x86_xhdpi.apk",
		"standalones/standalone-xhdpi.apk", "standalones/standalone-arm64_v8a_xxhdpi.apk", "standalones/standalone-armeabi_v7a_mdpi.apk",
		"standalones/standalone-armeabi_mdpi.apk", "standalones/standalone-x86_64_ldpi.apk", "standalones/standalone-x86.apk",
		"standalones/standalone-mdpi.apk",
	}
	if !slices.IsSortedFunc(order, func(a, b string) int { return fit(b) - fit(a) }) {
		for _, name := range order {
			t.Logf("%s: %d", name, fit(name))
		}
		t.Error("they are in another order")
	}
}

// TestPiece_abi: which splits are for a processor.
func TestPiece_abi(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]int{
		"config.arm64_v8a": 0, "config.x86": 4, "feature.config.armeabi_v7a": 1, "config.xhdpi": -1, "config.fr": -1, "": -1, "arm64_v8a": -1, "myconfig.x86": -1,
	} {
		p := piece{Piece: apk.Piece{Name: name}}
		if got := p.abi(); got != want {
			t.Errorf("%q is for processor %d, want %d", name, got, want)
		}
	}
}
