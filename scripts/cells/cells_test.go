package cells

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

type cell struct{ Events int }

// TestGet: a cell is measured once, looked at without being measured, and measured again after a failure.
func TestGet(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "app", "random", "1.json")
	measured := 0
	get := func(lookOnly bool, c *cell, err error) (*cell, error) {
		return Get(path, lookOnly, func() (*cell, error) {
			measured++
			return c, err
		})
	}
	failed := errors.New("device lost")
	for _, step := range []struct {
		name     string
		lookOnly bool
		cell     *cell // that is measured
		err      error
		want     int // events of the cell, -1 for none
		measured int // so often until now
	}{
		{"only looked at", true, &cell{7}, nil, -1, 0},
		{"failed", false, nil, failed, -1, 1},
		{"refused", false, nil, nil, -1, 2},
		{"measured", false, &cell{7}, nil, 7, 3},
		{"kept", false, &cell{8}, nil, 7, 3},
		{"kept, only looked at", true, &cell{8}, nil, 7, 3},
	} {
		c, err := get(step.lookOnly, step.cell, step.err)
		got := -1
		if c != nil {
			got = c.Events
		}
		if got != step.want || !errors.Is(err, step.err) || measured != step.measured {
			t.Errorf("%s: %d events, %v, measured %d times; want %d, %v, %d", step.name, got, err, measured, step.want,
				step.err, step.measured)
		}
	}
}

// TestGet_broken: a cell that cannot be read or written is told, and not measured over.
func TestGet_broken(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	broken := filepath.Join(dir, "broken.json")
	if err := os.WriteFile(broken, []byte(`{"Events":`), 0o644); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{
		broken: "delete it to measure it again", filepath.Join(broken, "1.json"): "reading a cell",
		dir: "reading a cell",
	} {
		_, err := Get(path, false, func() (*cell, error) {
			t.Errorf("%s is measured", path)
			return &cell{}, nil
		})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", path, err, want)
		}
	}
}
