package flock

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"
)

func TestOpen_HeldByAnother_ErrHeld(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "lock")
	if _, err := Open(path, false, 0o600); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("no file: %v", err)
	}
	first, err := Open(path, true, 0o600)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Open(path, true, 0o600); !errors.Is(err, ErrHeld) {
		t.Errorf("two have it: %v", err)
	}
	first.Close()
	second, err := Open(path, false, 0o600)
	if err != nil {
		t.Fatalf("it was let go: %v", err)
	}
	second.Close()
}

func TestWait(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "lock")
	first, err := Wait(t.Context(), path, 0o600)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Millisecond)
	defer cancel()
	if _, err := Wait(ctx, path, 0o600); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("the wait ended with %v", err)
	}
	var second sync.WaitGroup
	second.Go(func() {
		f, err := Wait(t.Context(), path, 0o600)
		if err != nil {
			t.Error(err)
			return
		}
		f.Close()
	})
	first.Close()
	second.Wait()
	if _, err := Wait(t.Context(), filepath.Join(path, "none"), 0o600); err == nil {
		t.Error("a file below a file was locked")
	}
}

// TestDo: of those who have files of their own one at a time does something.
func TestDo(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "lock")
	var all sync.WaitGroup
	inside, bad := 0, errors.New("bad")
	var mu sync.Mutex
	for range 8 {
		f, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o600)
		if err != nil {
			t.Fatal(err)
		}
		all.Go(func() {
			defer f.Close()
			for range 50 {
				err := Do(f, func() error {
					mu.Lock()
					inside++
					if inside != 1 {
						t.Errorf("%d are inside", inside)
					}
					mu.Unlock()
					mu.Lock()
					inside--
					mu.Unlock()
					return bad
				})
				if !errors.Is(err, bad) {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
}
