package seal

import (
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"talpa/dex/apk"
	"talpa/dex/apk/apktest"
	"talpa/internal/execx"
	"talpa/internal/need"
)

const manifest = `<manifest xmlns:android="http://schemas.android.com/apk/res/android" package="com.example">
 <uses-sdk android:minSdkVersion="%d"/><application/></manifest>`

// sample is an APK with entries of every kind, unaligned on purpose.
func sample(t *testing.T, minSDK string) []byte {
	t.Helper()
	app := apktest.New("com.example")
	app.Manifest(strings.Replace(manifest, "%d", minSDK, 1))
	app.Add("string/a", "text")
	app.DEX([]byte("dex\n035\x00 not looked at"))
	var buf bytes.Buffer
	zw := zip.NewWriter(&buf)
	zr, err := zip.NewReader(bytes.NewReader(app.Build()), int64(len(app.Build())))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range zr.File {
		if err := zw.Copy(f); err != nil {
			t.Fatal(err)
		}
	}
	for name, method := range map[string]uint16{
		"lib/x86/libx.so": zip.Store, "assets/odd": zip.Store, "META-INF/MANIFEST.MF": zip.Deflate,
		"META-INF/OLD.SF": zip.Deflate, "META-INF/OLD.RSA": zip.Deflate, "META-INF/services/x.y.Z": zip.Deflate,
		"assets/" + strings.Repeat("long/", 40) + "name": zip.Deflate,
	} {
		w, err := zw.CreateHeader(&zip.FileHeader{Name: name, Method: method})
		if err == nil {
			_, err = io.WriteString(w, "content of "+name)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := zw.Close(); err != nil {
		t.Fatal(err)
	}
	return buf.Bytes()
}

func pack(t *testing.T, data []byte, replace map[string][]byte) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := Pack(&out, bytes.NewReader(data), int64(len(data)), replace); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func TestPack(t *testing.T) {
	t.Parallel()
	data := sample(t, "24")
	replace := map[string][]byte{"classes.dex": []byte("new code"), "assets/odd": []byte("new")}
	packed := pack(t, data, replace)
	if !bytes.Equal(packed, pack(t, data, replace)) {
		t.Error("the same input gives another archive")
	}
	old, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	now, err := zip.NewReader(bytes.NewReader(packed), int64(len(packed)))
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]string{}
	for _, f := range old.File {
		if !strings.HasPrefix(f.Name, "META-INF/OLD") && f.Name != "META-INF/MANIFEST.MF" {
			want[f.Name] = content(t, f)
		}
	}
	for name, data := range replace {
		want[name] = string(data)
	}
	got := map[string]string{}
	for _, f := range now.File {
		got[f.Name] = content(t, f)
		offset, err := f.DataOffset()
		if err != nil {
			t.Fatal(err)
		}
		align := int64(1)
		if f.Method == zip.Store {
			align = 4
		}
		if strings.HasSuffix(f.Name, ".so") {
			align = 1 << 14
		}
		if offset%align != 0 {
			t.Errorf("%s lies at %d, not at a multiple of %d", f.Name, offset, align)
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("entries (-want +got):\n%s", diff)
	}
}

func content(t *testing.T, f *zip.File) string {
	t.Helper()
	r, err := f.Open()
	if err != nil {
		t.Fatal(err)
	}
	data, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// apksigner, an independent implementation, accepts what Sign writes for all
// API levels, and refuses it after one byte changed.
func TestSign(t *testing.T) {
	t.Parallel()
	key, err := CopiesKey()
	if err != nil {
		t.Fatal(err)
	}
	for minSDK, want := range map[string][]string{
		"9": {"v1", "v2"}, "17": {"v1", "v2"}, "18": {"v1", "v2"}, "23": {"v1", "v2"}, "24": {"v2"}, "30": {"v2"},
	} {
		t.Run(minSDK, func(t *testing.T) {
			packed := pack(t, sample(t, minSDK), nil)
			a, err := apk.Parse(bytes.NewReader(packed), int64(len(packed)))
			if err != nil {
				t.Fatal(err)
			}
			signed, schemes, err := Sign(packed, key, a.Manifest().MinSDK)
			if err != nil {
				t.Fatal(err)
			}
			b, err := apk.Parse(bytes.NewReader(signed), int64(len(signed)))
			if err != nil {
				t.Fatal(err)
			}
			if !cmp.Equal(schemes, want) || !cmp.Equal(b.SignatureSchemes(), want) {
				t.Errorf("signed by %v, seen %v, want %v", schemes, b.SignatureSchemes(), want)
			}
			path := filepath.Join(t.TempDir(), "app.apk")
			verify := func(data []byte) error {
				if err := os.WriteFile(path, data, 0o600); err != nil {
					t.Fatal(err)
				}
				err := Verify(context.Background(), path, 0)
				if errors.Is(err, execx.ErrNotFound) {
					need.Missing(t, "apksigner", need.Tools)
				}
				return err
			}
			if err := verify(signed); err != nil {
				t.Error(err)
			}
			at := bytes.Index(signed, []byte("content of lib"))
			signed[at] ^= 1
			if verify(signed) == nil {
				t.Error("a changed byte goes unnoticed")
			}
		})
	}
}

// The same seed gives the same APK, byte for byte.
func TestSeededKey(t *testing.T) {
	t.Parallel()
	var results [][]byte
	for _, seed := range []string{"7", "7", "8"} {
		key, err := SeededKey(seed)
		if err != nil {
			t.Fatal(err)
		}
		signed, _, err := Sign(pack(t, archiveOf(t), nil), key, 16)
		if err != nil {
			t.Fatal(err)
		}
		results = append(results, signed)
	}
	if !bytes.Equal(results[0], results[1]) {
		t.Error("the same seed gives another APK")
	}
	if bytes.Equal(results[0], results[2]) {
		t.Error("another seed gives the same APK")
	}
}

// The places of its primes are those where a search finds them.
func TestCopiesKey(t *testing.T) {
	t.Parallel()
	want, err := SeededKey(copiesSeed)
	if err != nil {
		t.Fatal(err)
	}
	got, err := CopiesKey()
	if err != nil {
		t.Fatal(err)
	}
	if !got.private.Equal(want.private) {
		t.Error("CopiesKey is not the seed's key")
	}
}

// archiveOf is a zip archive that does not depend on the order of a map.
func archiveOf(t *testing.T) []byte {
	t.Helper()
	app := apktest.New("com.example")
	app.Manifest(strings.Replace(manifest, "%d", "16", 1))
	app.DEX([]byte("dex\n035\x00"))
	return app.Build()
}

func TestTools(t *testing.T) {
	t.Parallel()
	key, err := SeededKey("test")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	in, out, scratch := filepath.Join(dir, "in.apk"), filepath.Join(dir, "out.apk"), filepath.Join(dir, "scratch")
	if err := errors.Join(os.WriteFile(in, pack(t, sample(t, "21"), nil), 0o600), os.Mkdir(scratch, 0o700)); err != nil {
		t.Fatal(err)
	}
	s, err := Tools{Key: key}.Seal(context.Background(), in, out, scratch, 21)
	if errors.Is(err, execx.ErrNotFound) {
		need.Missing(t, "apksigner", need.Tools+" (apksigner and zipalign)")
	}
	if err != nil {
		t.Fatal(err)
	}
	if len(s.Schemes) < 2 || len(s.Verified) != 2 {
		t.Errorf("seal %+v", s)
	}
	_, err = Tools{Key: key, Zipalign: "talpa-no-such-program"}.Seal(context.Background(), in, out, scratch, 21)
	if !errors.Is(err, execx.ErrNotFound) || !strings.Contains(err.Error(), "apt install") {
		t.Errorf("missing tool: %v", err)
	}
}

func TestAttribute(t *testing.T) {
	t.Parallel()
	for _, n := range []int{1, 63, 64, 65, 133, 134, 200} {
		value := strings.Repeat("x", n)
		text := attribute("Name", value)
		for line := range strings.SplitSeq(strings.TrimSuffix(text, "\r\n"), "\r\n") {
			if len(line) > 70 {
				t.Errorf("%d bytes: a line of %d", n, len(line))
			}
		}
		if got := strings.ReplaceAll(text, "\r\n ", ""); got != "Name: "+value+"\r\n" {
			t.Errorf("%d bytes: joined to %q", n, got)
		}
	}
}
