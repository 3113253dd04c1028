package splits_test

import (
	"log/slog"
	"os"
	"path/filepath"
	"testing"
	"time"

	"talpa/dex/apk"
	"talpa/dex/apk/splits"
)

// TestCacheWhole joins the APKs of an app that lie in a folder, once; one alone
// is the app, and none is an error.
func TestCacheWhole(t *testing.T) {
	t.Parallel()
	c := splits.Cache{Dir: filepath.Join(t.TempDir(), "joined"), Now: time.Now, Log: slog.New(slog.DiscardHandler)}
	dir := t.TempDir()
	if _, err := c.Whole(dir); err == nil {
		t.Error("an empty folder is taken for an app")
	}
	brood := filepath.Join("..", "..", "..", "testdata", "apps", "brood.apks")
	parts, err := splits.Unpack(brood, dir)
	if err != nil {
		t.Fatal(err)
	}
	joined, err := c.Whole(dir)
	if err != nil {
		t.Fatal(err)
	}
	again, err := c.Whole(dir)
	if err != nil || again != joined {
		t.Errorf("the second time %s, %v; want %s", again, err, joined)
	}
	archive, err := apk.Open(joined)
	if err != nil || archive.Manifest().Package != "dev.talpa.brood" {
		t.Fatalf("joined: %v", err)
	}
	if names, err := splits.Extract(joined, t.TempDir()); err != nil || len(names) != len(parts)-1 {
		t.Errorf("the joined APK holds %v, %v", names, err)
	}
	for _, part := range parts[1:] {
		if err := os.Remove(part); err != nil {
			t.Fatal(err)
		}
	}
	if alone, err := c.Whole(dir); err != nil || alone != parts[0] {
		t.Errorf("of one APK comes %s, %v", alone, err)
	}
}
