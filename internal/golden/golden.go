// Package golden compares what a test made with a file that a person has
// looked at. "go test -update" writes the files anew; the difference is then
// reviewed like code.
package golden

import (
	"bytes"
	"errors"
	"flag"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the golden files of the tests anew")

// Updating says whether the golden files are to be written anew.
func Updating() bool { return *update }

// Compare fails the test if got is not what the file at path holds.
func Compare(t testing.TB, path string, got []byte) {
	t.Helper()
	if *update {
		Write(t, path, got)
		return
	}
	want, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		t.Fatalf("%s does not exist; look at the output and run the test with -update:\n%s", path, got)
	}
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s differs; if it should, run the test with -update\n%s", path, firstDifference(want, got))
	}
}

// Write writes a golden file and the folder that it lies in.
func Write(t testing.TB, path string, got []byte) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, got, 0o644); err != nil {
		t.Fatal(err)
	}
}

// firstDifference shows the first lines that differ.
func firstDifference(want, got []byte) string {
	w, g := strings.Split(string(want), "\n"), strings.Split(string(got), "\n")
	i := 0
	for i < len(w) && i < len(g) && w[i] == g[i] {
		i++
	}
	line := func(lines []string) string {
		if i >= len(lines) {
			return "(end)"
		}
		return lines[i]
	}
	return "first difference after " + strings.Join(w[max(0, i-2):i], " / ") +
		"\nwant: " + line(w) + "\ngot:  " + line(g)
}
