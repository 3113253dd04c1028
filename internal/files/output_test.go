package files

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

func TestCheckOutput(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "file")
	if err := os.WriteFile(file, []byte("old"), 0o644); err != nil {
		t.Fatal(err)
	}
	pipe := filepath.Join(dir, "pipe")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct{ path, want string }{
		"new file":            {filepath.Join(dir, "new"), ""},
		"file that is there":  {file, ""},
		"device":              {os.DevNull, ""},
		"pipe without reader": {pipe, ""},
		"folder":              {dir, "is a folder: name a file"},
		"no folder":           {filepath.Join(dir, "none", "new"), "there is no folder " + filepath.Join(dir, "none")},
		"file for a folder":   {filepath.Join(file, "new"), "there is no folder " + file},
	} {
		err := CheckOutput(c.path)
		if got := text(err); c.want == "" && err != nil || !strings.Contains(got, c.want) {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
		if strings.Contains(text(err), ".talpa-tmp") {
			t.Errorf("%s: %q names a file of ours", name, text(err))
		}
	}
	if got, err := os.ReadFile(file); err != nil || string(got) != "old" {
		t.Errorf("the file holds %q afterwards, %v", got, err)
	}
	if entries, err := os.ReadDir(dir); err != nil || len(entries) != 2 {
		t.Errorf("%v is there afterwards, %v", entries, err)
	}
}

func TestWriteOutput(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "file")
	if err := WriteOutput(file, []byte("one")); err != nil {
		t.Fatal(err)
	}
	if err := AppendOutput(file, []byte(" two")); err != nil {
		t.Fatal(err)
	}
	if got, err := os.ReadFile(file); err != nil || string(got) != "one two" {
		t.Errorf("%q, %v", got, err)
	}
	for name, write := range map[string]func(string, []byte) error{"write": WriteOutput, "append": AppendOutput} {
		if got := text(write(dir, nil)); got != dir+" is a folder: name a file for the result" {
			t.Errorf("%s to a folder: %q", name, got)
		}
		full := text(write("/dev/full", []byte("x")))
		if !strings.HasPrefix(full, "writing /dev/full: the disk is full: free some room or name another place") {
			t.Errorf("%s to a full disk: %q", name, full)
		}
		if got := text(write(filepath.Join(dir, "none", "x"), nil)); strings.Contains(got, ".talpa-tmp") {
			t.Errorf("%s: %q names a file of ours", name, got)
		}
	}
}

func text(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}
