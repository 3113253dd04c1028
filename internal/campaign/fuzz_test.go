package campaign

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
)

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
		_ = unpack(bytes.NewReader(data), filepath.Join(top, "out")) // an error is as good as none here
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
