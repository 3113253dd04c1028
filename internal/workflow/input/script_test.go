package input

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestScript: a run directory stands for the script that the run found, and one without says which it is.
func TestScript(t *testing.T) {
	t.Parallel()
	const text = "talpa script 1\npackage org.example\n\nlaunch\n"
	for _, test := range []struct {
		files map[string]string // of the folder
		open  string            // below it
		want  string            // the file that is read, or in the error
		fails bool
	}{
		{map[string]string{"script.talpa": text, "run.json": "{}", "unconfirmed.talpa": "x"}, "", "script.talpa", false},
		{map[string]string{"findings/2.talpa": text}, "findings/2.talpa", "findings/2.talpa", false},
		{map[string]string{"unconfirmed.talpa": text, "run.json": "{}"}, "", "unconfirmed.talpa caused the crash", true},
		{map[string]string{"run.json": "{}"}, "", "that run reproduced nothing", true},
		{nil, "", "is no run directory", true},
		{nil, "absent.talpa", "reading the script", true},
		{map[string]string{"app.apk": "PK\x03\x04"}, "app.apk", "the script comes first, then the app", true},
		{map[string]string{"script.talpa": "talpa script 1\nhop\n"}, "", "line 2", true},
	} {
		dir := t.TempDir()
		for name, data := range test.files {
			path := filepath.Join(dir, name)
			if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, []byte(data), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		path, script, err := Script(filepath.Join(dir, test.open))
		switch {
		case test.fails && (err == nil || !strings.Contains(err.Error(), test.want)):
			t.Errorf("%v: error %v, want %q", test.files, err, test.want)
		case !test.fails && (err != nil || path != filepath.Join(dir, test.want) || len(script.Events) != 1):
			t.Errorf("%v: %s, %+v, %v", test.files, path, script, err)
		}
	}
}

// TestCheckSeedData: no folder, a file in its place, and one that is there.
func TestCheckSeedData(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	file := filepath.Join(dir, "file")
	if err := os.WriteFile(file, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{"": "", dir: "", file: "is no folder", filepath.Join(dir, "no"): "no such file"} {
		if err := CheckSeedData(path); (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", path, err, want)
		}
	}
}
