package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

// TestDocs fails when the committed command reference is not what the code says.
func TestDocs(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	root := newRoot()
	root.SetArgs([]string{"docs", filepath.Join(dir, "cli"), filepath.Join(dir, "man")})
	if err := root.Execute(); err != nil {
		t.Fatal(err)
	}
	for _, kind := range []string{"cli", "man"} {
		made, err := os.ReadDir(filepath.Join(dir, kind))
		if err != nil {
			t.Fatal(err)
		}
		kept, err := os.ReadDir(filepath.Join("..", "..", "docs", kind))
		if err != nil {
			t.Fatalf("%v; run make docs", err)
		}
		if len(made) != len(kept) {
			t.Errorf("docs/%s has %d files, the code makes %d; run make docs", kind, len(kept), len(made))
		}
		for _, file := range made {
			want, err := os.ReadFile(filepath.Join(dir, kind, file.Name()))
			if err != nil {
				t.Fatal(err)
			}
			got, err := os.ReadFile(filepath.Join("..", "..", "docs", kind, file.Name()))
			if err != nil || !bytes.Equal(got, want) {
				t.Errorf("docs/%s/%s is stale; run make docs", kind, file.Name())
			}
		}
	}
}
