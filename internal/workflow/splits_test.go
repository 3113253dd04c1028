package workflow

import (
	"log/slog"
	"os"
	"path/filepath"
	"testing"

	"talpa/dex/apk"
	"talpa/dex/apk/splits"
)

// TestWholeAppFromFolder joins the APKs of an app that lie in a folder; one alone
// is the app, and none is an error.
func TestWholeAppFromFolder(t *testing.T) {
	t.Parallel()
	m := Machine{CacheDir: t.TempDir(), Log: slog.New(slog.DiscardHandler)}
	dir := t.TempDir()
	if _, err := WholeApp(m, dir); err == nil {
		t.Error("an empty folder is taken for an app")
	}
	brood := filepath.Join("..", "..", "testdata", "apps", "brood.apks")
	parts, err := splits.Unpack(brood, dir)
	if err != nil {
		t.Fatal(err)
	}
	joined, err := WholeApp(m, dir)
	if err != nil {
		t.Fatal(err)
	}
	again, err := WholeApp(m, dir)
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
	if alone, err := WholeApp(m, dir); err != nil || alone != parts[0] {
		t.Errorf("of one APK comes %s, %v", alone, err)
	}
}
