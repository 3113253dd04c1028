package scratch

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"talpa/internal/flock"
)

// TestNew_together: workers that begin and end at the same time leave each other's folders
// alone.
func TestNew_together(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			for range 40 {
				folder, leave, err := New(dir)
				if err != nil {
					t.Error(err)
					return
				}
				if err := os.WriteFile(filepath.Join(folder, "job"), nil, 0o600); err != nil {
					t.Errorf("swept while its worker lives: %v", err)
				}
				leave()
				if _, err := os.Stat(folder); !errors.Is(err, os.ErrNotExist) {
					t.Errorf("left: %v", err)
				}
			}
		})
	}
	all.Wait()
	if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
		t.Errorf("%d folders are left, %v", len(left), err)
	}
}

// TestSweep: folders of workers that are gone are removed; those of workers that live or begin, and
// what has another name, stay.
func TestSweep(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	make := func(name string, files ...string) {
		t.Helper()
		if err := os.MkdirAll(filepath.Join(dir, name), 0o755); err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			if err := os.WriteFile(filepath.Join(dir, name, file), nil, 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
	make("talpa-worker-gone", lockFile, "app.apk")
	make("talpa-worker-begins")
	make("talpa-worker-lives", "app.apk")
	make("other", lockFile)
	lock, err := claim(filepath.Join(dir, "talpa-worker-lives"))
	if err != nil {
		t.Fatal(err)
	}
	has := func(name string) bool { _, err := os.Stat(filepath.Join(dir, name)); return err == nil }
	sweep(dir)
	for name, want := range map[string]bool{"talpa-worker-gone": false, "talpa-worker-begins": true,
		"talpa-worker-lives/app.apk": true, "other": true} {
		if has(name) != want {
			t.Errorf("%s: there %v, want %v", name, !want, want)
		}
	}
	if _, err := flock.Open(filepath.Join(dir, "talpa-worker-lives", lockFile), false, 0); err == nil {
		t.Error("two workers have one folder")
	}
	lock.Close() // as the system does when a worker ends
	sweep(dir)
	if has("talpa-worker-lives") {
		t.Error("the folder of a worker that has ended stays")
	}
	sweep(filepath.Join(dir, "[")) // no pattern
	if _, _, err := New(filepath.Join(dir, "none")); err == nil {
		t.Error("a worker began in a folder that is not there")
	}
}

// The folder of a worker that was killed is swept by the next one, that of one that lives is not.
func TestNew_FolderOfAKilledWorker_Removed(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	alive, leave, err := New(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer leave()
	killed, foreign := filepath.Join(dir, "talpa-worker-killed"), filepath.Join(dir, "talpa-worker-begins")
	if err := errors.Join(os.Mkdir(killed, 0o755), os.Mkdir(foreign, 0o755),
		os.WriteFile(filepath.Join(killed, lockFile), nil, 0o600)); err != nil {
		t.Fatal(err)
	}
	next, leaveNext, err := New(dir)
	if err != nil {
		t.Fatal(err)
	}
	for folder, want := range map[string]bool{alive: true, next: true, foreign: true, killed: false} {
		if _, err := os.Stat(folder); (err == nil) != want {
			t.Errorf("%s is there: %t, want %t", folder, err == nil, want)
		}
	}
	leaveNext()
	if _, err := os.Stat(next); err == nil {
		t.Error("a worker that left keeps its folder")
	}
	if _, _, err := New(filepath.Join(dir, "none")); err == nil || !strings.Contains(err.Error(), "--work-dir") {
		t.Errorf("no such folder: %v", err)
	}
}
