// Package golden compares what tests produce with files that hold what was
// right before. With the flag -update the files are written anew; the
// difference then shows in review.
package golden

import (
	"flag"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/txtar"
)

var (
	update = flag.Bool("update", false, "write golden files instead of comparing with them")
	seed   = flag.Uint64("seed", 0, "seed of randomised tests; 0 takes one from the clock")
)

// Updating says that golden files are to be written anew, for tests whose files take
// more than a comparison to make.
func Updating() bool { return *update }

// Equal compares got with the file at path, in the folder of the test.
func Equal(t testing.TB, path string, got []byte) {
	t.Helper()
	if *update {
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, got, 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatalf("%v (run the test with -update to make it)", err)
	}
	if diff := Diff(string(want), string(got)); diff != "" {
		t.Errorf("%s differs (-want +got; -update rewrites it):\n%s", path, diff)
	}
}

// Cases runs one subtest for every txtar archive that matches the pattern. run
// gets the archive's files by name and gives output by name; each output must
// be a file of the archive, and equal to it. Inputs are the files that run
// does not give. With -update, outputs replace or join the archive's files.
func Cases(t *testing.T, pattern string, run func(t *testing.T, files map[string]string) map[string]string) {
	t.Helper()
	paths, err := filepath.Glob(pattern)
	if err != nil {
		t.Fatal(err)
	}
	if len(paths) == 0 {
		t.Fatalf("no case matches %s", pattern)
	}
	for _, path := range paths {
		name := strings.TrimSuffix(filepath.Base(path), filepath.Ext(path))
		t.Run(name, func(t *testing.T) {
			a, err := txtar.ParseFile(path)
			if err != nil {
				t.Fatal(err)
			}
			files := make(map[string]string, len(a.Files))
			for _, f := range a.Files {
				files[f.Name] = string(f.Data)
			}
			check(t, path, a, run(t, files))
		})
	}
}

func check(t *testing.T, path string, a *txtar.Archive, got map[string]string) {
	t.Helper()
	names := make([]string, 0, len(got))
	for name := range got {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		text := got[name]
		if !strings.HasSuffix(text, "\n") {
			text += "\n"
		}
		i := slices.IndexFunc(a.Files, func(f txtar.File) bool { return f.Name == name })
		switch {
		case *update && i < 0:
			a.Files = append(a.Files, txtar.File{Name: name, Data: []byte(text)})
		case *update:
			a.Files[i].Data = []byte(text)
		case i < 0:
			t.Errorf("%s: no file %s (-update adds it); got:\n%s", path, name, text)
		default:
			if diff := Diff(string(a.Files[i].Data), text); diff != "" {
				t.Errorf("%s: %s differs (-want +got; -update rewrites it):\n%s", path, name, diff)
			}
		}
	}
	if *update {
		if err := os.WriteFile(path, txtar.Format(a), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// Diff lists the lines that differ, "-" before lines of want and "+" before
// those of got, with the number of the first; "" if the texts are equal. Equal
// lines at the start and at the end are left out.
func Diff(want, got string) string {
	if want == got {
		return ""
	}
	a, b := strings.SplitAfter(want, "\n"), strings.SplitAfter(got, "\n")
	first := 0
	for first < len(a) && first < len(b) && a[first] == b[first] {
		first++
	}
	for len(a) > first && len(b) > first && a[len(a)-1] == b[len(b)-1] {
		a, b = a[:len(a)-1], b[:len(b)-1]
	}
	var out strings.Builder
	for _, part := range []struct {
		sign  string
		lines []string
	}{{"-", a[first:]}, {"+", b[first:]}} {
		for i, line := range part.lines {
			if i == 40 {
				out.WriteString(part.sign + "...\n")
				break
			}
			out.WriteString(part.sign + strings.TrimSuffix(line, "\n") + "\n")
		}
	}
	return out.String()
}

// Rand is a source of random numbers for a test. Its seed is in the test's log,
// and -seed repeats it.
func Rand(t testing.TB) *rand.Rand {
	t.Helper()
	s := *seed
	if s == 0 {
		s = uint64(time.Now().UnixNano())
	}
	t.Logf("random seed: -seed %d", s)
	return rand.New(rand.NewPCG(s, 0))
}
