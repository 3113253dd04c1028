package shell

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestFSPaths: which paths of the device there are, and what lies at them.
func TestFSPaths(t *testing.T) {
	t.Parallel()
	sh, dir := newShell(t)
	if err := os.WriteFile(filepath.Join(dir, "sdcard", "f"), []byte("content"), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, test := range map[string]struct {
		path   string
		folder bool
		err    error
	}{
		"file":               {"/sdcard/f", false, nil},
		"other mount":        {"/storage/emulated/0/f", false, nil},
		"not clean":          {"//sdcard/./Music/../f", false, nil},
		"without slash":      {"sdcard/f", false, nil},
		"mount":              {"/sdcard/", true, nil},
		"folder in a mount":  {"/sdcard/Music", true, nil},
		"above mounts":       {"/storage", true, nil},
		"root":               {"/", true, nil},
		"missing":            {"/sdcard/g", false, fs.ErrNotExist},
		"out of a mount":     {"/sdcard/../etc", false, fs.ErrNotExist},
		"host's own":         {"/etc/passwd", false, fs.ErrNotExist},
		"mount's name alone": {"/sdcardx", false, fs.ErrNotExist},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			info, err := sh.FS.Stat(test.path)
			if !errors.Is(err, test.err) || err == nil && info.IsDir() != test.folder {
				t.Errorf("%v, %v", info, err)
			}
			if err != nil && strings.Contains(err.Error(), dir) {
				t.Errorf("the host's path is in %q", err)
			}
		})
	}
}

// TestFSChanges: what changes files and what may not be changed, with errors that name
// the device's path.
func TestFSChanges(t *testing.T) {
	t.Parallel()
	write := func(f *FS, name, text string, appending bool) error {
		w, err := f.Create(name, appending)
		if err != nil {
			return err
		}
		_, err = io.WriteString(w, text)
		return errors.Join(err, w.Close())
	}
	for name, test := range map[string]struct {
		change func(f *FS) error
		want   string // of the error
	}{
		"create":                 {func(f *FS) error { return write(f, "/sdcard/new", "a", false) }, ""},
		"create in nothing":      {func(f *FS) error { return write(f, "/sdcard/no/f", "a", false) }, "/sdcard/no/f: No such file or directory"},
		"create outside":         {func(f *FS) error { return write(f, "/f", "a", false) }, "/f: read-only file system"},
		"create over a folder":   {func(f *FS) error { return write(f, "/sdcard/Music", "a", false) }, "/sdcard/Music: is a directory"},
		"create the nothing":     {func(f *FS) error { return write(f, "/dev/null", "a", false) }, ""},
		"make folders":           {func(f *FS) error { return f.Mkdir("/sdcard/a/b/c", true) }, ""},
		"make a folder again":    {func(f *FS) error { return f.Mkdir("/sdcard/Music", false) }, "/sdcard/Music: File exists"},
		"make a folder outside":  {func(f *FS) error { return f.Mkdir("/vendor", true) }, "/vendor: read-only file system"},
		"remove a folder":        {func(f *FS) error { return f.Remove("/sdcard/Music", false) }, ""},
		"remove nothing":         {func(f *FS) error { return f.Remove("/sdcard/no", false) }, "/sdcard/no: No such file or directory"},
		"remove a mount":         {func(f *FS) error { return f.Remove("/sdcard", true) }, "/sdcard: read-only file system"},
		"remove by another name": {func(f *FS) error { return f.Remove("/storage/emulated/0", true) }, "/storage/emulated/0: read-only file system"},
		"move":                   {func(f *FS) error { return f.Rename("/sdcard/Music", "/data/local/tmp/m") }, ""},
		"move outside":           {func(f *FS) error { return f.Rename("/sdcard/Music", "/m") }, "/m: No such file or directory"},
		"move nothing":           {func(f *FS) error { return f.Rename("/sdcard/no", "/sdcard/yes") }, "/sdcard/no: No such file or directory"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			sh, dir := newShell(t)
			err := test.change(sh.FS)
			switch {
			case test.want == "" && err != nil:
				t.Error(err)
			case test.want != "" && (err == nil || reason(err) != test.want):
				t.Errorf("%v, want %s", err, test.want)
			case err != nil && strings.Contains(err.Error(), dir):
				t.Errorf("the host's path is in %q", err)
			}
		})
	}
}

// TestFSAppends: a file opened for appending keeps what it has, another loses it.
func TestFSAppends(t *testing.T) {
	t.Parallel()
	sh, dir := newShell(t)
	for _, step := range []struct {
		appending bool
		want      string
	}{{true, "a"}, {true, "aa"}, {false, "a"}} {
		w, err := sh.FS.Create("/sdcard/f", step.appending)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.WriteString(w, "a"); err != nil || w.Close() != nil {
			t.Fatal(err)
		}
		if data, err := os.ReadFile(filepath.Join(dir, "sdcard", "f")); err != nil || string(data) != step.want {
			t.Errorf("%q, %v; want %q", data, err, step.want)
		}
	}
}

// TestFSNoDevices: what blocks or acts when it is opened stays closed; an app can
// make such files in its folder.
func TestFSNoDevices(t *testing.T) {
	t.Parallel()
	sh, dir := newShell(t)
	if err := os.Symlink("/dev/zero", filepath.Join(dir, "sdcard", "zero")); err != nil {
		t.Fatal(err)
	}
	if f, err := sh.FS.Open("/sdcard/zero"); err == nil {
		f.Close()
		t.Error("a link to a device was opened")
	}
	if f, err := sh.FS.Open("/sdcard"); err == nil || !strings.Contains(reason(err), "is a directory") {
		f.Close()
		t.Errorf("a folder was opened: %v", err)
	}
}

// TestReadDir: names in order, those above mounts too.
func TestReadDir(t *testing.T) {
	t.Parallel()
	sh, _ := newShell(t)
	for path, want := range map[string]string{
		"/": "data sdcard storage", "/storage": "emulated", "/data/local": "tmp", "/sdcard": "Music", "/sdcard/Music": "",
	} {
		infos, err := sh.FS.ReadDir(path)
		var names []string
		for _, info := range infos {
			names = append(names, info.Name())
		}
		if err != nil || strings.Join(names, " ") != want {
			t.Errorf("%s: %v, %v; want %s", path, names, err, want)
		}
	}
	if _, err := sh.FS.ReadDir("/nothing"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a missing folder: %v", err)
	}
}

// TestCall: what a command of the device is given.
func TestCall(t *testing.T) {
	t.Parallel()
	sh, _ := newShell(t)
	sh.Commands["show"] = func(_ context.Context, c *Call) int {
		in, _ := io.ReadAll(c.In)
		io.WriteString(c.Out, strings.Join([]string{c.Args[0], c.Path("x"), c.Path("/y"), c.Env("A"), c.Env("HOME"), string(in)}, " "))
		if c.FS() != sh.FS {
			t.Error("other files")
		}
		return c.Fail("no %s", "luck") + 41
	}
	out, code := run(t, sh, "cd /sdcard; echo in | A=1 show 2>&1")
	if out != "show /sdcard/x /y 1 / in\nshow: no luck\n" || code != 42 {
		t.Errorf("%q, %d", out, code)
	}
	sh.Commands["echo"] = func(_ context.Context, c *Call) int { io.WriteString(c.Out, "own"); return 0 }
	if out, _ := run(t, sh, "echo a"); out != "own" {
		t.Errorf("the device's command gives way to the shell's: %q", out)
	}
}
