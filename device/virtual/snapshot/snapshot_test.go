package snapshot

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// folder returns a root with the folders a and b, and where it is.
func folder(t *testing.T) (*os.Root, string) {
	t.Helper()
	dir := t.TempDir()
	for _, sub := range []string{"a", "b"} {
		if err := os.Mkdir(filepath.Join(dir, sub), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { root.Close() })
	return root, dir
}

// list says what there is: names, modes, times, and what files and links hold.
func list(t *testing.T, dir string) string {
	t.Helper()
	var b strings.Builder
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		name, _ := filepath.Rel(dir, path)
		switch {
		case info.Mode().IsRegular():
			data, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			fmt.Fprintf(&b, "%s %v %v %s\n", name, info.Mode(), info.ModTime(), data)
		case info.Mode()&fs.ModeSymlink != 0:
			link, err := os.Readlink(path)
			if err != nil {
				return err
			}
			fmt.Fprintf(&b, "%s -> %s\n", name, link)
		case strings.Contains(name, "/"):
			fmt.Fprintf(&b, "%s %v %v\n", name, info.Mode(), info.ModTime())
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// TestPut: files, folders and links come back as they were, whatever was done since.
func TestPut(t *testing.T) {
	t.Parallel()
	root, dir := folder(t)
	write(t, filepath.Join(dir, "a/app/db/notes.db"), "three notes")
	write(t, filepath.Join(dir, "a/app/shut/key"), "secret")
	write(t, filepath.Join(dir, "b/card.txt"), "three notes") // what two files hold alike is kept once
	old := time.Date(2020, 1, 2, 3, 4, 5, 0, time.UTC)
	for _, err := range []error{
		os.Symlink("/data/data/app/db", filepath.Join(dir, "a/app/link")),
		os.Chtimes(filepath.Join(dir, "a/app/db/notes.db"), old, old),
		os.Chmod(filepath.Join(dir, "a/app/shut"), 0o500),
		os.Chtimes(filepath.Join(dir, "a/app"), old, old),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	var s Store
	was := list(t, dir)
	tree, err := s.Take(root, []string{"a", "b"})
	if err != nil {
		t.Fatal(err)
	}
	if len(s.blobs) != 2 {
		t.Errorf("%d different files are kept, want 2", len(s.blobs))
	}
	for range 2 { // a moment can be gone back to more than once
		_ = os.Chmod(filepath.Join(dir, "a/app/shut"), 0o700)
		for _, name := range []string{"a/app", "b/card.txt"} {
			if err := os.RemoveAll(filepath.Join(dir, name)); err != nil {
				t.Fatal(err)
			}
		}
		if err := s.Put(root, tree); err != nil {
			t.Fatal(err)
		}
		if is := list(t, dir); is != was {
			t.Errorf("it was\n%sis\n%s", was, is)
		}
	}
	_ = os.Chmod(filepath.Join(dir, "a/app/shut"), 0o700)
	s.Drop(tree)
	if len(s.blobs) != 0 || s.bytes != 0 {
		t.Errorf("%d files of %d bytes are kept of no moment", len(s.blobs), s.bytes)
	}
}

// TestTake_tooBig: what an app writes without end is not kept, and nothing of it stays.
func TestTake_tooBig(t *testing.T) {
	t.Parallel()
	for name, fill := range map[string]func(dir string) error{
		"a large file": func(dir string) error {
			f, err := os.Create(filepath.Join(dir, "a/hole"))
			if err != nil {
				return err
			}
			return errors.Join(f.Truncate(maxBytes+1), f.Close())
		},
		"many files": func(dir string) error {
			for i := range maxFiles + 1 {
				if err := os.WriteFile(filepath.Join(dir, "b", fmt.Sprint(i)), nil, 0o644); err != nil {
					return err
				}
			}
			return nil
		},
	} {
		root, dir := folder(t)
		write(t, filepath.Join(dir, "a/first"), "kept at first")
		if err := fill(dir); err != nil {
			t.Fatal(err)
		}
		var s Store
		if _, err := s.Take(root, []string{"a", "b"}); !errors.Is(err, ErrTooBig) || len(s.blobs) != 0 {
			t.Errorf("%s: %v, %d files are kept", name, err, len(s.blobs))
		}
	}
}

// TestTake_linkOutside: a link of the app's to a file of the computer is kept as a link, never followed.
func TestTake_linkOutside(t *testing.T) {
	t.Parallel()
	root, dir := folder(t)
	secret := filepath.Join(t.TempDir(), "secret")
	write(t, secret, "of the computer")
	if err := os.Symlink(secret, filepath.Join(dir, "a/link")); err != nil {
		t.Fatal(err)
	}
	var s Store
	tree, err := s.Take(root, []string{"a"})
	if err != nil || len(s.blobs) != 0 {
		t.Fatalf("%v, %d files are kept", err, len(s.blobs))
	}
	if err := os.Remove(filepath.Join(dir, "a/link")); err != nil {
		t.Fatal(err)
	}
	if err := s.Put(root, tree); err != nil {
		t.Fatal(err)
	}
	if link, err := os.Readlink(filepath.Join(dir, "a/link")); err != nil || link != secret {
		t.Errorf("the link leads to %q: %v", link, err)
	}
}
