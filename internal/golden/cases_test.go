package golden

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// recorder takes the failures of a test that is to fail.
type recorder struct {
	testing.TB
	said []string
}

func (r *recorder) Helper()                           {}
func (r *recorder) Errorf(format string, args ...any) { r.said = append(r.said, format) }

// TestEqual: the file decides, byte by byte.
func TestEqual(t *testing.T) {
	path := filepath.Join(t.TempDir(), "want.txt")
	if err := os.WriteFile(path, []byte("a\nb\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for got, fails := range map[string]bool{"a\nb\n": false, "a\nb": true, "a\nb\n ": true, "": true} {
		r := &recorder{TB: t}
		Equal(r, path, []byte(got))
		if (len(r.said) > 0) != fails {
			t.Errorf("%q fails: %v, want %v", got, !fails, fails)
		}
	}
}

// TestCases: every archive is a case by its name, and what run gives is held against its file.
func TestCases(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"one": "comment\n-- in --\nx\n-- want --\nX\n", "two": "-- in --\ny\n-- want --\nY\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name+".txtar"), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	seen := 0
	Cases(t, filepath.Join(dir, "*.txtar"), func(t *testing.T, files map[string]string) map[string]string {
		seen++
		if !strings.HasSuffix(t.Name(), "/one") && !strings.HasSuffix(t.Name(), "/two") {
			t.Errorf("a case is called %s", t.Name())
		}
		return map[string]string{"want": strings.ToUpper(strings.TrimSpace(files["in"]))} // the newline is added
	})
	if seen != 2 {
		t.Errorf("%d cases ran", seen)
	}
}

// TestUpdate: with -update a file is made with its folders, an archive gets what it lacks, and
// its comment and inputs stay.
func TestUpdate(t *testing.T) {
	*update = true
	defer func() { *update = false }()
	dir := t.TempDir()
	Equal(t, filepath.Join(dir, "new", "file"), []byte("text"))
	if data, err := os.ReadFile(filepath.Join(dir, "new", "file")); err != nil || string(data) != "text" {
		t.Errorf("%q, %v", data, err)
	}
	path := filepath.Join(dir, "c.txtar")
	if err := os.WriteFile(path, []byte("comment\n-- in --\nx\n-- want --\nold\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	Cases(t, path, func(*testing.T, map[string]string) map[string]string {
		return map[string]string{"want": "new", "more": "m\n"}
	})
	data, err := os.ReadFile(path)
	if want := "comment\n-- in --\nx\n-- want --\nnew\n-- more --\nm\n"; err != nil || string(data) != want {
		t.Errorf("%q, %v; want %q", data, err, want)
	}
	if !Updating() {
		t.Error("nobody is told")
	}
}

// TestDiff_bounded: of a long difference forty lines a side are shown.
func TestDiff_bounded(t *testing.T) {
	t.Parallel()
	diff := Diff(strings.Repeat("a\n", 100), strings.Repeat("b\n", 100))
	if strings.Count(diff, "-a\n") != 40 || strings.Count(diff, "+b\n") != 40 || !strings.Contains(diff, "-...\n") {
		t.Errorf("%d lines", strings.Count(diff, "\n"))
	}
}
