package adb_test

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"talpa/device"
)

// TestManifestRefused: a manifest that Android's own parser refuses is refused
// at the installation, each time, and other apps are installed after it.
func TestManifestRefused(t *testing.T) {
	if testing.Short() {
		t.Skip("starts JVMs: skipped with -short")
	}
	d := open(t, embedded(t, nil))
	misfit := filepath.Join(filepath.Dir(sample(t)), "misfit.apk")
	for range 2 {
		_, err := d.Install(t.Context(), misfit)
		if !errors.Is(err, device.ErrInstall) || !strings.Contains(err.Error(), "MalformedMimeTypeException: *.*") {
			t.Fatalf("Install: %v", err)
		}
	}
	if _, err := d.Install(t.Context(), sample(t)); err != nil {
		t.Errorf("the next app: %v", err)
	}
}
