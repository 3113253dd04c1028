package layout

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"talpa/internal/diagram"
)

// drawn is a diagram of n nodes in a row.
func drawn(n int) *diagram.Diagram {
	d := diagram.New("row", "a row")
	for i := range n {
		d.Node(diagram.Node{ID: strconv.Itoa(i), Label: strconv.Itoa(i)})
	}
	return d
}

// program is a shell script in the place of the layout program.
func program(t *testing.T, script string) Program {
	t.Helper()
	path := filepath.Join(t.TempDir(), "layout")
	if err := os.WriteFile(path, []byte("#!/bin/sh\n"+script), 0o700); err != nil {
		t.Fatal(err)
	}
	return Program{Path: path, Cache: filepath.Join(t.TempDir(), "cache")}
}

// The program gets the diagram in Graphviz's language, and temporary files that are
// the user's own.
func TestSVG(t *testing.T) {
	t.Parallel()
	p := program(t, `echo "$TMPDIR"; cat`)
	svg, err := p.SVG(t.Context(), drawn(2))
	if err != nil {
		t.Fatal(err)
	}
	dir, source, _ := strings.Cut(string(svg), "\n")
	if dir != p.Cache || !strings.HasPrefix(source, "digraph") {
		t.Errorf("in %s: %s", dir, source)
	}
	if info, err := os.Stat(p.Cache); err != nil || info.Mode().Perm() != 0o700 {
		t.Errorf("the cache: %v, %v", info, err)
	}
}

func TestSVGErrors(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		program  Program
		nodes    int
		tooLarge bool
		want     string
	}{
		"too many nodes": {Program{}, MaxNodes + 1, true, "--package"},
		"no program":     {Program{Path: filepath.Join(t.TempDir(), "absent"), Cache: t.TempDir()}, 1, false, "--format dot"},
		"it fails":       {program(t, "echo no memory >&2; exit 3"), 1, false, "no memory"},
		"no cache":       {Program{Path: "x", Cache: "/dev/null/cache"}, 1, false, "cache folder"},
	} {
		_, err := c.program.SVG(t.Context(), drawn(c.nodes))
		if err == nil || errors.Is(err, ErrTooLarge) != c.tooLarge || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", name, err)
		}
		if name == "no program" && !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%s: %v is not ErrNotExist", name, err)
		}
	}
}
