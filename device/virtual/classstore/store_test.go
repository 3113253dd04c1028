package classstore

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

// newStore is an open store of an app with the classes a/A and a/B.
func newStore(t testing.TB) (*Store, string) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "app.classes")
	if err := Create(path, []string{"a/A", "a/B"}); err != nil {
		t.Fatal(err)
	}
	return reopen(t, path), path
}

func reopen(t testing.TB, path string) *Store {
	t.Helper()
	s, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

func TestStore(t *testing.T) {
	t.Parallel()
	s, path := newStore(t)
	if !s.Names("a/A") || s.Names("a/C") || s.Has("a/A") {
		t.Error("a new store has the names and no class")
	}
	for range 2 { // the second time it is there
		if err := s.Add(Class{Name: "a/A", Failed: 2, File: []byte("file")}); err != nil {
			t.Fatal(err)
		}
	}
	again := reopen(t, path)
	if !s.Has("a/A") || !again.Has("a/A") || again.Has("a/B") || again.Failed() != 2 || !again.Names("a/B") {
		t.Errorf("%+v", again)
	}
	if err := s.Add(Class{Name: strings.Repeat("x", 1<<16)}); err == nil {
		t.Error("a name that is too long")
	}
	if !s.Is(path) {
		t.Error("a store is not its own file")
	}
	if err := Create(path, []string{"a/A"}); err != nil || s.Is(path) || s.Is(path+"x") {
		t.Errorf("a store is another file: %v", err)
	}
	if _, err := Open(filepath.Join(t.TempDir(), "none")); err == nil {
		t.Error("a file that is not there")
	}
}

// The agent's test of its ClassStore reads the same bytes.
func TestStore_format(t *testing.T) {
	t.Parallel()
	s, path := newStore(t)
	if err := s.Add(Class{Name: "a/A", Failed: 2, File: []byte("file")}); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := fmt.Sprintf("%x", data), "74616c7061636c32"+"4e000000000000000000078fa20797612f410a612f42"+
		"43000300000002000000048e1fb739612f4166696c65"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// A store whose last writer was killed is whole when it is opened, and when another process goes on.
func TestStore_halfRecord(t *testing.T) {
	t.Parallel()
	half := record(kindClass, Class{Name: "a/B", File: []byte("file")})
	for n := range len(half) {
		s, path := newStore(t)
		if err := s.Add(Class{Name: "a/A", File: []byte("file")}); err != nil {
			t.Fatal(err)
		}
		whole, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, append(whole, half[:n]...), 0o600); err != nil {
			t.Fatal(err)
		}
		if n%2 == 0 {
			s = reopen(t, path)
		}
		if !s.Has("a/A") || s.Has("a/B") {
			t.Fatalf("%d bytes: %v", n, s.have)
		}
		if err := s.Add(Class{Name: "a/B", File: []byte("file")}); err != nil {
			t.Fatal(err)
		}
		if got, err := os.ReadFile(path); err != nil || string(got) != string(whole)+string(half) {
			t.Fatalf("%d bytes: %q, %v", n, got, err)
		}
	}
}

// Writers side by side add each class once.
func TestStore_sideBySide(t *testing.T) {
	t.Parallel()
	const writers, classes = 4, 200
	_, path := newStore(t)
	var wg sync.WaitGroup
	for range writers {
		s := reopen(t, path)
		wg.Go(func() {
			for i := range classes {
				if err := s.Add(Class{Name: fmt.Sprint("a/", i), File: []byte("file")}); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	var want int64 = int64(len(magic) + len(record(kindNames, Class{File: []byte("a/A\na/B")})))
	for i := range classes {
		want += int64(len(record(kindClass, Class{Name: fmt.Sprint("a/", i), File: []byte("file")})))
	}
	if s := reopen(t, path); info.Size() != want || len(s.have) != classes {
		t.Errorf("%d bytes, want %d; %d classes", info.Size(), want, len(s.have))
	}
}

// FuzzOpen: whatever a file holds, it is opened or refused, and then takes a class.
func FuzzOpen(f *testing.F) {
	names := append([]byte(magic), record(kindNames, Class{File: []byte("a/A")})...)
	f.Add(names)
	f.Add(append(names, record(kindClass, Class{Name: "a/A", File: []byte("file")})...))
	f.Add([]byte(magic))
	f.Fuzz(func(t *testing.T, data []byte) {
		path := filepath.Join(t.TempDir(), "x")
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
		s, err := Open(path)
		if err != nil {
			return
		}
		defer s.Close()
		if err := s.Add(Class{Name: "a/Z", File: []byte("z")}); err != nil || !s.Has("a/Z") {
			t.Errorf("%v, %v", err, s.have)
		}
	})
}
