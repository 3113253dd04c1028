package need

import (
	"os"
	"path/filepath"
	"testing"
)

func TestExcused(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		short   bool
		without string
		want    string // "" = the test fails
	}{
		"nothing is said":     {false, "", ""},
		"short":               {true, "", "without adb (-short)"},
		"named":               {false, "corpus adb", "without adb (TALPA_WITHOUT)"},
		"named, short":        {true, "adb", "without adb (TALPA_WITHOUT)"},
		"another is named":    {false, "corpus", ""},
		"part of a word":      {false, "adbd", ""},
		"separated by commas": {false, "corpus,adb", ""},
	} {
		if reason, ok := excused("adb", c.short, c.without); reason != c.want || ok != (c.want != "") {
			t.Errorf("%s: %q, %v", name, reason, ok)
		}
	}
}

// What is more of the same is skipped unless the run is of the whole.
func TestOnlyWhole(t *testing.T) {
	for value, runs := range map[string]bool{"": false, "1": true} {
		t.Setenv(WholeVariable, value)
		ran := false
		t.Run("more", func(t *testing.T) {
			OnlyWhole(t)
			ran = true
		})
		if ran != runs || Whole() != runs {
			t.Errorf("%s=%q: the test ran: %v, the run is of the whole: %v", WholeVariable, value, ran, Whole())
		}
	}
}

func TestFind(t *testing.T) {
	t.Parallel()
	first, dir := t.TempDir(), t.TempDir()
	path := filepath.Join(dir, "tool")
	if err := os.WriteFile(path, nil, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(dir, "folder"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "plain"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{"tool": path, "folder": "", "plain": "", "absent": ""} {
		if got := find(name, first+string(filepath.ListSeparator)+dir); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}
