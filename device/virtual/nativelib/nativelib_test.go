package nativelib

import (
	"archive/zip"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// apk makes an archive of entries; each holds its own name.
func apk(t *testing.T, entries ...string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "base.apk")
	out, err := os.Create(file)
	if err != nil {
		t.Fatal(err)
	}
	w := zip.NewWriter(out)
	for _, name := range entries {
		e, err := w.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprint(e, name)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if err := out.Close(); err != nil {
		t.Fatal(err)
	}
	return file
}

// TestExtract_kindOfProcessor: the libraries of one kind are written, a phone's before others'.
func TestExtract_kindOfProcessor(t *testing.T) {
	for _, c := range []struct {
		name    string
		entries []string
		want    []string // what the files hold
	}{
		{"none", []string{"classes.dex", "assets/libx.so"}, nil},
		{"a phone's", []string{"lib/x86/liba.so", "lib/arm64-v8a/liba.so", "lib/arm64-v8a/libb.so"},
			[]string{"lib/arm64-v8a/liba.so", "lib/arm64-v8a/libb.so"}},
		{"an older phone's", []string{"lib/x86/liba.so", "lib/armeabi/liba.so"}, []string{"lib/armeabi/liba.so"}},
		{"a computer's only", []string{"lib/x86/liba.so"}, []string{"lib/x86/liba.so"}},
		{"unknown kinds", []string{"lib/riscv/liba.so"}, nil},
		{"other files", []string{"lib/arm64-v8a/wrap.sh", "lib/arm64-v8a/deep/libx.so"}, nil},
		{"doubled", []string{"lib/x86/liba.so", "lib/x86/liba.so"}, []string{"lib/x86/liba.so"}},
		{"paths that lead out", []string{"lib/x86/../../../liba.so", "../lib/x86/liba.so"}, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := t.TempDir()
			if err := Extract(apk(t, c.entries...), dir); err != nil {
				t.Fatal(err)
			}
			files, err := filepath.Glob(filepath.Join(dir, "lib", "arm64", "*"))
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, f := range files {
				data, err := os.ReadFile(f)
				if err != nil {
					t.Fatal(err)
				}
				got = append(got, string(data))
			}
			if !slices.Equal(got, c.want) {
				t.Errorf("files hold %q, want %q", got, c.want)
			}
			if info, err := os.Stat(filepath.Join(dir, Folder)); err != nil || !info.IsDir() {
				t.Errorf("the folder itself: %v", err)
			}
		})
	}
}

// TestWrite_moreThanIsLeft: a library that is larger than what may be written is an error.
func TestWrite_moreThanIsLeft(t *testing.T) {
	archive, err := zip.OpenReader(apk(t, "lib/x86/liba.so"))
	if err != nil {
		t.Fatal(err)
	}
	defer archive.Close()
	size := int64(len("lib/x86/liba.so"))
	for left, fails := range map[int64]bool{size: false, size - 1: true, 0: true} {
		n, err := write(archive.File[0], filepath.Join(t.TempDir(), "liba.so"), left)
		if (err != nil) != fails {
			t.Errorf("%d bytes left: wrote %d, error %v", left, n, err)
		}
	}
}

// TestExtract_noArchive: what is no archive is an error.
func TestExtract_noArchive(t *testing.T) {
	file := filepath.Join(t.TempDir(), "base.apk")
	if err := os.WriteFile(file, []byte("text"), 0o600); err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := Extract(file, dir); !errors.Is(err, ErrUnread) {
		t.Errorf("%v, want %v", err, ErrUnread)
	}
	if _, err := os.Stat(filepath.Join(dir, Folder)); err != nil {
		t.Errorf("the folder is not there: %v", err)
	}
}
