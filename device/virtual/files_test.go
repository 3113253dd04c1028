package virtual

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
	"time"

	"talpa/fuzz/document"
)

// TestStamp: a file that bears the host's time gets the virtual clock's, others
// keep theirs.
func TestStamp(t *testing.T) {
	t.Parallel()
	o := fakeOptions(t)
	o.Spares = -1
	d := startFake(t, o).devices[0]
	data := filepath.Join(d.dir, dirFiles, "data")
	written, set := filepath.Join(data, "written"), filepath.Join(data, "set")
	for _, name := range []string{written, set} {
		if err := os.WriteFile(name, nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	day := time.UnixMilli(86_400_000)
	if err := os.Chtimes(set, day, day); err != nil {
		t.Fatal(err)
	}
	var wall time.Time
	d.system.With(func(s *system) {
		s.stamp(s.wall)
		wall = time.UnixMilli(s.wall)
	})
	for name, want := range map[string]time.Time{written: wall, data: wall, set: day} {
		info, err := os.Stat(name)
		if err != nil {
			t.Fatal(err)
		}
		if !info.ModTime().Equal(want) {
			t.Errorf("%s: %v, want %v", filepath.Base(name), info.ModTime(), want)
		}
	}
}

// A folder that JVMs may have mounted stays the same one.
func TestEmpty_mountedFolderStays(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := os.MkdirAll(filepath.Join(dir, "data", "p", "files"), 0o755); err != nil {
		t.Fatal(err)
	}
	before, err := os.Stat(filepath.Join(dir, "data"))
	if err != nil {
		t.Fatal(err)
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	if err := empty(root, "data"); err != nil {
		t.Fatal(err)
	}
	after, err := os.Stat(filepath.Join(dir, "data"))
	if err != nil {
		t.Fatal(err)
	}
	entries, err := os.ReadDir(filepath.Join(dir, "data"))
	if err != nil || len(entries) > 0 || !os.SameFile(before, after) {
		t.Errorf("left: %v, the same folder: %v, %v", entries, os.SameFile(before, after), err)
	}
}

// TestWhileMounted: files come and go in storage that was taken from the app, whose state it has afterwards.
func TestWhileMounted(t *testing.T) {
	t.Parallel()
	for state, want := range map[sharedState]fs.FileMode{sharedMounted: 0o755, sharedReadOnly: 0o555, sharedRemoved: 0} {
		root, err := os.OpenRoot(t.TempDir())
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { root.Close() })
		h := &hardware{root: root}
		if err := errors.Join(root.Mkdir(dirShared, 0o755), h.stock(), h.setShared(state)); err != nil {
			t.Fatal(err)
		}
		mode := func() fs.FileMode {
			info, err := root.Stat(dirShared)
			if err != nil {
				t.Fatal(err)
			}
			return info.Mode().Perm()
		}
		name := dirShared + "/" + document.Folder + "/new.txt"
		err = h.whileMounted(state, func() error {
			if mode() != 0o755 {
				t.Errorf("%s: others find it %v", state.word(), mode())
			}
			return errors.Join(h.putDocument(name, document.Whole), h.sweepShared(), h.stock(), h.putDocument(name, document.Whole))
		})
		if err != nil || mode() != want {
			t.Errorf("%s: %v, %v, want %v", state.word(), mode(), err, want)
		}
		if err := h.setShared(sharedMounted); err != nil {
			t.Fatal(err)
		}
		if _, err := root.Stat(name); err != nil {
			t.Errorf("%s: %v", state.word(), err)
		}
	}
}
