package archive

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"talpa/internal/golden"
)

// TestPack_random: a folder comes back as it was, but for what is no plain file.
func TestPack_random(t *testing.T) {
	t.Parallel()
	r := golden.Rand(t)
	src, dir := t.TempDir(), filepath.Join(t.TempDir(), "out")
	want := map[string]string{}
	for i := range 20 {
		name := filepath.Join(fmt.Sprint("d", r.IntN(3)), fmt.Sprint("ü ", r.IntN(3)), fmt.Sprint(i))
		data := make([]byte, r.IntN(5000))
		for j := range data {
			data[j] = byte(r.IntN(256))
		}
		want[name] = string(data)
		if err := errors.Join(os.MkdirAll(filepath.Join(src, filepath.Dir(name)), 0o755), os.WriteFile(filepath.Join(src,
			name), data, 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(os.Symlink("/etc/passwd", filepath.Join(src, "link")), os.Mkdir(filepath.Join(src, "empty"),
		0o755)); err != nil {
		t.Fatal(err)
	}
	var packed bytes.Buffer
	if err := errors.Join(pack(&packed, src), Unpack(bytes.NewReader(packed.Bytes()), dir)); err != nil {
		t.Fatal(err)
	}
	got := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		name, _ := filepath.Rel(dir, path)
		got[name] = string(data)
		return err
	})
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%d files came back of %d, %v", len(got), len(want), err)
	}
	for n := 0; n < packed.Len()-9; n += 1 + packed.Len()/50 { // the last bytes close the streams
		if err := Unpack(bytes.NewReader(packed.Bytes()[:n]), t.TempDir()); err == nil {
			t.Errorf("%d of %d bytes are an archive", n, packed.Len())
		}
	}
}

func TestUnpackStaysInside(t *testing.T) {
	src, dir := t.TempDir(), filepath.Join(t.TempDir(), "out")
	if err := os.MkdirAll(filepath.Join(src, "a"), 0o755); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"a/zz.txt", "zz.txt"} {
		if err := os.WriteFile(filepath.Join(src, name), []byte(name), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	var packed bytes.Buffer
	if err := pack(&packed, src); err != nil {
		t.Fatal(err)
	}
	if err := Unpack(bytes.NewReader(packed.Bytes()), dir); err != nil {
		t.Fatal(err)
	}
	if data, err := os.ReadFile(filepath.Join(dir, "a", "zz.txt")); err != nil || string(data) != "a/zz.txt" {
		t.Errorf("%q, %v", data, err)
	}
	for _, name := range []string{"../zz.txt", "/zz.txt", "a/../../zz.txt"} {
		err := Unpack(bytes.NewReader(renamed(t, name)), dir)
		if err == nil || !strings.Contains(err.Error(), "inside") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestUnpack_hostile: entries that are no plain files, or larger than any run folder.
func TestUnpack_hostile(t *testing.T) {
	t.Parallel()
	for name, h := range map[string]tar.Header{
		"symbolic_link": {Typeflag: tar.TypeSymlink, Name: "a", Linkname: "/etc/passwd"},
		"hard_link":     {Typeflag: tar.TypeLink, Name: "a", Linkname: "b"},
		"folder":        {Typeflag: tar.TypeDir, Name: "a/"},
		"device":        {Typeflag: tar.TypeChar, Name: "a"},
		"too_large":     {Typeflag: tar.TypeReg, Name: "a", Size: maxArchive + 1},
		"no_name":       {Typeflag: tar.TypeReg, Name: ""},
	} {
		var out bytes.Buffer
		zipped := gzip.NewWriter(&out)
		w := tar.NewWriter(zipped)
		if err := w.WriteHeader(&h); err != nil {
			t.Fatal(err)
		}
		w.Flush() // a body that is missing is for the reader to find
		if err := zipped.Close(); err != nil {
			t.Fatal(err)
		}
		dir := t.TempDir()
		if err := Unpack(&out, dir); err == nil {
			t.Errorf("%s: unpacked", name)
		}
		if left, _ := os.ReadDir(dir); len(left) > 0 {
			t.Errorf("%s: left %v", name, left)
		}
	}
}

// renamed is an archive with one file of that name.
func renamed(t testing.TB, name string) []byte {
	t.Helper()
	var out bytes.Buffer
	zipped := gzip.NewWriter(&out)
	w := tar.NewWriter(zipped)
	if err := w.WriteHeader(&tar.Header{Typeflag: tar.TypeReg, Name: name, Size: 2, Mode: 0o644}); err != nil {
		t.Fatal(err)
	}
	if _, err := w.Write([]byte("hi")); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if err := zipped.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// FuzzUnpack: whatever an archive says, nothing appears outside the folder, and
// nothing but folders and plain files in it.
func FuzzUnpack(f *testing.F) {
	f.Add(renamed(f, "run.json"))
	f.Add(renamed(f, "../run.json"))
	f.Add([]byte("not an archive"))
	f.Fuzz(func(t *testing.T, data []byte) {
		top := t.TempDir()
		_ = Unpack(bytes.NewReader(data), filepath.Join(top, "out")) // an error is as good as none here
		entries, err := os.ReadDir(top)
		if err != nil || len(entries) > 1 {
			t.Fatalf("%v beside the folder, %v", entries, err)
		}
		err = filepath.WalkDir(top, func(name string, entry fs.DirEntry, err error) error {
			if err == nil && !entry.IsDir() && !entry.Type().IsRegular() {
				t.Errorf("%s is %v", name, entry.Type())
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	})
}
