package apk_test

import (
	"archive/zip"
	"bytes"
	"compress/flate"
	"errors"
	"hash/crc32"
	"io"
	"testing"

	"talpa/dex/apk"
)

// withMethod packs an app anew: every entry's headers name a compression that does not
// exist. Entries that deflated names are deflated, the others lie there as they are.
func withMethod(t *testing.T, app []byte, method uint16, deflated map[string]bool) []byte {
	t.Helper()
	from, err := zip.NewReader(bytes.NewReader(app), int64(len(app)))
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	to := zip.NewWriter(&out)
	for _, f := range from.File {
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		plain, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		packed := plain
		if deflated[f.Name] {
			var b bytes.Buffer
			w, _ := flate.NewWriter(&b, flate.BestSpeed) // the level is a valid one
			if _, err := w.Write(plain); err != nil || w.Close() != nil {
				t.Fatal(err)
			}
			packed = b.Bytes()
		}
		w, err := to.CreateRaw(&zip.FileHeader{
			Name: f.Name, Method: method, CRC32: crc32.ChecksumIEEE(plain),
			CompressedSize64: uint64(len(packed)), UncompressedSize64: uint64(len(plain)),
		})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := w.Write(packed); err != nil {
			t.Fatal(err)
		}
	}
	if err := to.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// TestUnknownCompression: apps name a compression that does not exist, so that tools
// cannot read them; Android can, and so can we.
func TestUnknownCompression(t *testing.T) {
	t.Parallel()
	app := minimalApp()
	app.Raw("assets/large", bytes.Repeat([]byte("a"), 1<<20))
	whole := app.Build()
	for name, test := range map[string]struct {
		method   uint16
		deflated map[string]bool
		want     error // of classes.dex
	}{
		"manifest as it is, code deflated": {0x1234, map[string]bool{"classes.dex": true, "assets/large": true}, nil},
		"bzip2":                            {12, map[string]bool{"classes.dex": true, "assets/large": true}, nil},
		"code as it is":                    {0x1234, nil, apk.ErrMalformed},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			data := withMethod(t, whole, test.method, test.deflated)
			a, err := apk.Parse(bytes.NewReader(data), int64(len(data)))
			if !errors.Is(err, test.want) {
				t.Fatalf("%v, want %v", err, test.want)
			}
			if err != nil {
				return
			}
			if a.Manifest().Package != "com.example" || !bytes.Equal(a.DEX()[0], code) {
				t.Errorf("package %q, code %q", a.Manifest().Package, a.DEX()[0])
			}
			if large, err := a.Read("assets/large"); err != nil || len(large) != 1<<20 {
				t.Errorf("%d bytes, %v", len(large), err)
			}
		})
	}
}
