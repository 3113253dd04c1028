package files

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

func TestWriteReplacesTheWholeFile(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "report.json")
	for _, text := range []string{"a longer first text", "second"} {
		if err := Write(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		got, err := os.ReadFile(path)
		if err != nil || string(got) != text {
			t.Errorf("file holds %q, %v; want %q", got, err, text)
		}
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("mode %v, %v; want 0600", info.Mode(), err)
	}
	onlyFile(t, dir, "report.json")
}

// A folder at the file's place is what makes the last step fail for every user,
// root too.
func TestWriteLeavesNothingBehindWhenItFails(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "taken")
	if err := os.Mkdir(path, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := Write(path, []byte("x"), 0o644); err == nil {
		t.Error("a folder was overwritten")
	}
	onlyFile(t, dir, "taken")
}

// TestWrite_errors: an error names the file that was asked for, not the one that takes its place.
func TestWrite_errors(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "none", "file")
	err := Write(path, nil, 0o644)
	if !errors.Is(err, fs.ErrNotExist) || err.Error() != "open "+path+": no such file or directory" {
		t.Errorf("%v", err)
	}
}

func onlyFile(t *testing.T, dir, name string) {
	t.Helper()
	entries, err := fs.ReadDir(os.DirFS(dir), ".")
	if err != nil || len(entries) != 1 || entries[0].Name() != name {
		t.Errorf("folder holds %v, %v; want %s alone", entries, err, name)
	}
}

func TestIsFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	if IsFile(path) || IsFile(filepath.Dir(path)) {
		t.Error("what is not there, or a folder, is a file")
	}
	if err := os.WriteFile(path, nil, 0o644); err != nil || !IsFile(path) {
		t.Errorf("an empty file is none, %v", err)
	}
}

func TestDigest(t *testing.T) {
	path := filepath.Join(t.TempDir(), "abc")
	if err := os.WriteFile(path, []byte("abc"), 0o644); err != nil {
		t.Fatal(err)
	}
	// The example of FIPS 180-4.
	const want = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
	if got, err := Digest(path); err != nil || got != want {
		t.Errorf("Digest = %s, %v; want %s", got, err, want)
	}
	if _, err := Digest(path + ".absent"); err == nil {
		t.Error("an absent file has a digest")
	}
}

// TestWriteKeepsPipes: what is no file is written to; a rename would put a file in the
// place of /dev/null.
func TestWriteKeepsPipes(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "pipe")
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		t.Skip("no pipes with names here: ", err)
	}
	pipe, err := os.OpenFile(path, os.O_RDWR|syscall.O_NONBLOCK, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer pipe.Close()
	if err := Write(path, []byte("text"), 0o600); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Lstat(path); err != nil || info.Mode()&fs.ModeNamedPipe == 0 {
		t.Fatalf("the pipe became %v, %v", info.Mode(), err)
	}
	got := make([]byte, 8)
	n, err := pipe.Read(got)
	if err != nil || string(got[:n]) != "text" {
		t.Errorf("%q, %v", got[:n], err)
	}
	onlyFile(t, dir, "pipe")
}

// Private makes a folder once, and takes no other one for it: what others can write to, a link, a file.
func TestPrivate(t *testing.T) {
	t.Parallel()
	base := t.TempDir()
	own := filepath.Join(base, "own")
	for range 2 {
		if err := Private(own); err != nil {
			t.Error(err)
		}
	}
	if info, err := os.Stat(own); err != nil || info.Mode().Perm() != 0o700 {
		t.Errorf("%v, %v", info.Mode(), err)
	}
	others, link, file := filepath.Join(base, "others"), filepath.Join(base, "link"), filepath.Join(base, "file")
	if err := errors.Join(os.Mkdir(others, 0o700), os.Chmod(others, 0o777), os.Symlink(own, link),
		os.WriteFile(file, nil, 0o600)); err != nil {
		t.Fatal(err)
	}
	for _, dir := range []string{others, link, file, filepath.Join(base, "none", "below")} {
		if err := Private(dir); err == nil {
			t.Errorf("%s is taken", dir)
		}
	}
}
