package adb_test

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"talpa/device"
	"talpa/device/virtual"
)

// TestManifestRefused: a manifest that Android's own parser refuses is refused
// at the installation, each time, and other apps are installed after it.
func TestManifestRefused(t *testing.T) {
	startsJVMs(t)
	// Android's parser runs in a spare JVM, where there is one.
	d := open(t, embedded(t, func(o *virtual.Options) { o.Spares = 1 }))
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
