package bundle

import (
	"archive/tar"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/klauspost/compress/zstd"

	"talpa/internal/flock"
)

// shipped writes an archive of some files with its name beside it, and returns its path.
func shipped(t *testing.T, content map[string]string) string {
	t.Helper()
	from, to := t.TempDir(), t.TempDir()
	for name, text := range content {
		path := filepath.Join(from, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	var packed bytes.Buffer
	if err := Write(&packed, from); err != nil {
		t.Fatal(err)
	}
	return named(t, to, packed.Bytes())
}

// named puts an archive into a folder with its name beside it.
func named(t *testing.T, to string, packed []byte) string {
	t.Helper()
	sum := sha256.Sum256(packed)
	path := filepath.Join(to, Name)
	for file, data := range map[string][]byte{path: packed, filepath.Join(to,
		NameID): []byte(hex.EncodeToString(sum[:]) + "\n")} {
		if err := os.WriteFile(file, data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return path
}

// TestUnpack: what was packed comes out, once for all who ask at a time, and again where an unpacking
// was cut off.
func TestUnpack(t *testing.T) {
	t.Parallel()
	big := strings.Repeat("class\x00", 1<<18)
	archive, cache := shipped(t, map[string]string{"a.jar": "1", "sdk/b.jar": big, "native/x/c.so": ""}), t.TempDir()
	var all sync.WaitGroup
	folders := make([]string, 4)
	for i := range folders {
		all.Go(func() {
			var err error
			if folders[i], err = Unpack(t.Context(), archive, cache); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	for _, folder := range folders {
		if folder != folders[0] || filepath.Dir(folder) != cache {
			t.Fatalf("folders %q", folders)
		}
	}
	check := func() {
		t.Helper()
		for name, want := range map[string]string{"a.jar": "1", "sdk/b.jar": big, "native/x/c.so": "", done: ""} {
			if got, err := os.ReadFile(filepath.Join(folders[0], name)); err != nil || string(got) != want {
				t.Errorf("%s: %d bytes, %v", name, len(got), err)
			}
		}
	}
	check()
	for _, gone := range []string{done, "a.jar"} {
		if err := os.Remove(filepath.Join(folders[0], gone)); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := Unpack(t.Context(), archive, cache); err != nil {
		t.Fatal(err)
	}
	check()
}

// TestWrite_same: the same folder gives the same archive.
func TestWrite_same(t *testing.T) {
	t.Parallel()
	content := map[string]string{"a": "1", "b/c": "2"}
	one, err := os.ReadFile(shipped(t, content))
	if err != nil {
		t.Fatal(err)
	}
	if two, err := os.ReadFile(shipped(t, content)); err != nil || !bytes.Equal(one, two) {
		t.Errorf("two archives of one content differ, %v", err)
	}
}

// TestWrite_last: what holds the same lies side by side.
func TestWrite_last(t *testing.T) {
	t.Parallel()
	from := t.TempDir()
	for _, name := range []string{"a.pack", "m", "sdk/x", "sdk/y", "z"} {
		path := filepath.Join(from, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, nil, 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	var packed bytes.Buffer
	if err := Write(&packed, from, "a.pack", "sdk"); err != nil {
		t.Fatal(err)
	}
	plain, err := zstd.NewReader(&packed)
	if err != nil {
		t.Fatal(err)
	}
	defer plain.Close()
	var got []string
	for r := tar.NewReader(plain); ; {
		h, err := r.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, h.Name)
	}
	if want := []string{"m", "z", "a.pack", "sdk/x", "sdk/y"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestUnpack_refused: what is damaged or leads elsewhere is told with the way out, and leaves nothing.
func TestUnpack_refused(t *testing.T) {
	t.Parallel()
	tarred := func(h tar.Header, data string) []byte {
		var b bytes.Buffer
		z, err := zstd.NewWriter(&b)
		if err != nil {
			t.Fatal(err)
		}
		w := tar.NewWriter(z)
		h.Size = int64(len(data))
		if err := w.WriteHeader(&h); err != nil {
			t.Fatal(err)
		}
		if _, err := w.Write([]byte(data)); err != nil {
			t.Fatal(err)
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		if err := z.Close(); err != nil {
			t.Fatal(err)
		}
		return b.Bytes()
	}
	for name, c := range map[string]struct {
		archive []byte
		edit    func(path string) error
		want    string
	}{
		"up":       {tarred(tar.Header{Typeflag: tar.TypeReg, Name: "../x"}, "1"), nil, "which is no file below it"},
		"absolute": {tarred(tar.Header{Typeflag: tar.TypeReg, Name: "/x"}, "1"), nil, "which is no file below it"},
		"link": {tarred(tar.Header{Typeflag: tar.TypeSymlink, Name: "x", Linkname: "/etc"}, ""), nil,
			"which is no file below it"},
		"no archive": {[]byte("hello"), nil, "--cache-dir"},
		"truncated": {tarred(tar.Header{Typeflag: tar.TypeReg, Name: "x"}, "1"),
			func(p string) error { return os.Truncate(p, 9) }, "is damaged"},
		"no name": {[]byte("x"), func(p string) error { return os.Remove(filepath.Join(filepath.Dir(p), NameID)) },
			"no name beside it"},
		"wrong name": {[]byte("x"), func(p string) error {
			return os.WriteFile(filepath.Join(filepath.Dir(p), NameID), []byte("../.."), 0o600)
		}, "names no archive"},
		"another one": {[]byte("x"), func(p string) error { return os.WriteFile(p, []byte("y"), 0o600) }, "is damaged"},
	} {
		archive, cache := named(t, t.TempDir(), c.archive), t.TempDir()
		if c.edit != nil {
			if err := c.edit(archive); err != nil {
				t.Fatal(err)
			}
		}
		_, err := Unpack(t.Context(), archive, cache)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
		left, err := filepath.Glob(filepath.Join(cache, prefix+"*"))
		if len(left) > 1 || len(left) == 1 && filepath.Ext(left[0]) != ".lock" || err != nil {
			t.Errorf("%s: left %q, %v", name, left, err)
		}
	}
	archive := shipped(t, map[string]string{"a": "1"})
	if _, err := Unpack(t.Context(), archive, "/dev/null/cache"); err == nil || !strings.Contains(err.Error(),
		"--cache-dir") {
		t.Errorf("no cache folder: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Unpack(ctx, archive, t.TempDir()); err == nil {
		t.Error("unpacked after the end")
	}
}

// TestUnpack_waits: who asks while another process unpacks waits for it, and can be stopped meanwhile.
func TestUnpack_waits(t *testing.T) {
	t.Parallel()
	archive, cache := shipped(t, map[string]string{"a": "1"}), t.TempDir()
	folder, err := Unpack(t.Context(), archive, cache)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.RemoveAll(folder); err != nil {
		t.Fatal(err)
	}
	lock, err := flock.Wait(t.Context(), folder+".lock", 0o644)
	if err != nil {
		t.Fatal(err)
	}
	const patience = 100 * time.Millisecond // who waits asks more often
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	if _, err := Unpack(ctx, archive, cache); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("stopped while it waits: %v", err)
	}
	done := make(chan error)
	go func() { _, err := Unpack(t.Context(), archive, cache); done <- err }()
	select {
	case err := <-done:
		t.Fatalf("it did not wait: %v", err)
	case <-time.After(2 * patience):
	}
	lock.Close()
	if err := <-done; err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(filepath.Join(folder, "a")); err != nil {
		t.Error(err)
	}
}

// TestWrite_links: a link to a file is packed as the file, and one to a folder or to nothing is told.
func TestWrite_links(t *testing.T) {
	t.Parallel()
	for target, ok := range map[string]bool{"file": true, "folder": false, "nothing": false} {
		dir := t.TempDir()
		if err := errors.Join(os.Mkdir(filepath.Join(dir, "folder"), 0o755),
			os.WriteFile(filepath.Join(dir, "file"), []byte("text"), 0o600),
			os.Symlink(target, filepath.Join(dir, "link"))); err != nil {
			t.Fatal(err)
		}
		var packed bytes.Buffer
		if err := Write(&packed, dir); (err == nil) != ok {
			t.Errorf("a link to %s: %v", target, err)
		}
		if !ok {
			continue
		}
		to := t.TempDir()
		if err := Read(t.Context(), &packed, to); err != nil {
			t.Fatal(err)
		}
		info, err := os.Lstat(filepath.Join(to, "link"))
		if text, readErr := os.ReadFile(filepath.Join(to, "link")); err != nil || readErr != nil || string(text) != "text" ||
			!info.Mode().IsRegular() {
			t.Errorf("%q, %v, %v", text, err, readErr)
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add([]byte("\x28\xb5\x2f\xfd"))
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) < 1<<16 {
			_ = Read(t.Context(), bytes.NewReader(data), t.TempDir())
		}
	})
}
