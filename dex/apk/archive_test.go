package apk_test

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"talpa/dex/apk"
	"talpa/dex/apk/apktest"
)

const (
	androidNS = `xmlns:android="http://schemas.android.com/apk/res/android"`
	appNS     = `xmlns:app="http://schemas.android.com/apk/res-auto"`
	minimal   = `<manifest package="com.example"/>`
)

// code stands for a DEX file: this package does not look inside.
var code = []byte("dex\n035\x00")

func minimalApp() *apktest.App {
	app := apktest.New("com.example")
	app.Manifest(minimal)
	app.DEX(code)
	return app
}

func TestArchive(t *testing.T) {
	t.Parallel()
	app := minimalApp()
	app.DEX([]byte("second"))
	app.Raw("classes4.dex", []byte("after a gap: not loaded"))
	app.Raw("lib/x86/libb.so", []byte("elf"))
	app.Raw("lib/arm64-v8a/liba.so", []byte("elf"))
	app.Raw("META-INF/CERT.SF", nil)
	a, err := app.Parse()
	if err != nil {
		t.Fatal(err)
	}
	if got, want := a.DEXNames(), []string{"classes.dex", "classes2.dex"}; !cmp.Equal(got, want) {
		t.Errorf("DEX files %v, want %v", got, want)
	}
	if got := string(a.DEX()[1]); got != "second" {
		t.Errorf("classes2.dex holds %q", got)
	}
	libs := []apk.NativeLib{{ABI: "arm64-v8a", Name: "liba.so"}, {ABI: "x86", Name: "libb.so"}}
	if diff := cmp.Diff(libs, a.NativeLibs()); diff != "" {
		t.Errorf("native libraries (-want +got):\n%s", diff)
	}
	if got := a.SignatureSchemes(); !cmp.Equal(got, []string{"v1"}) {
		t.Errorf("signature schemes %v, want v1", got)
	}
	if len(a.SHA256()) != 64 || len(a.Entries()) != 7 {
		t.Errorf("digest %q, %d entries", a.SHA256(), len(a.Entries()))
	}
	if _, err := a.Read("none"); !errors.Is(err, apk.ErrNotFound) {
		t.Errorf("reading a missing entry: %v", err)
	}
}

// Every input that is no usable APK gives one line that names the reason.
func TestBadInput(t *testing.T) {
	t.Parallel()
	whole := minimalApp().Build()
	encrypted := bytes.Clone(whole)
	for _, sig := range []string{"PK\x03\x04", "PK\x01\x02"} { // the flag is in both headers
		at := map[string]int{"PK\x03\x04": 6, "PK\x01\x02": 8}[sig]
		for i := 0; ; {
			j := bytes.Index(encrypted[i:], []byte(sig))
			if j < 0 {
				break
			}
			i += j + 4
			encrypted[i-4+at] |= 1
		}
	}
	for _, c := range []struct {
		name   string
		data   []byte
		reason error
		says   string
	}{
		{"empty", nil, apk.ErrNotZip, "empty"},
		{"text", []byte("<html>not found</html>"), apk.ErrNotZip, "<html>"},
		{"the trace", []byte("java.lang.Error\n\tat a.B.c(B.java:1)\n"), apk.ErrNotZip, `it is text that starts with "java.lan"`},
		{"bytes", []byte("\x7fELF\x02\x01\x01"), apk.ErrNotZip, "starts with"},
		{"dex", []byte("dex\n035\x00 and so on"), apk.ErrNotZip, "bare DEX"},
		{"truncated", whole[:len(whole)/2], apk.ErrTruncated, "central directory"},
		{"no manifest", archive("classes.dex", "x"), apk.ErrNoManifest, "no APK"},
		{"iOS app", archive("Payload/Foo.app/Info.plist", "x"), apk.ErrNoManifest, "for iOS"},
		{"jar", archive("META-INF/MANIFEST.MF", "x", "a/B.class", "x"), apk.ErrNoManifest, "jar of Java classes"},
		{"library", archive("AndroidManifest.xml", "x", "classes.jar", "x"), apk.ErrNoDEX, "library (AAR)"},
		{"gzip", []byte("\x1f\x8b\x08\x00"), apk.ErrNotZip, "gzip archive: unpack it"},
		{"app bundle", archive("base/manifest/AndroidManifest.xml", "x"), apk.ErrNoManifest, "bundletool"},
		{"set of APKs", archive("base.apk", "x"), apk.ErrNoManifest, "base.apk"},
		{"no DEX", withoutDEX(), apk.ErrNoDEX, "no code"},
		{"split", split(), apk.ErrNoDEX, "the split config.de of an app"},
		{"encrypted", encrypted, apk.ErrEncrypted, "classes.dex"},
		{"text manifest", archive("AndroidManifest.xml", "<manifest/>", "classes.dex", "x"), apk.ErrMalformed, "as text"},
		{"empty manifest", archive("AndroidManifest.xml", "", "classes.dex", "x"), apk.ErrTruncated, "AndroidManifest.xml"},
		{"two manifests", archive("AndroidManifest.xml", "1", "AndroidManifest.xml", "2"), apk.ErrMalformed, "two entries"},
		{"climbing name", archive("a/../../b", "x"), apk.ErrMalformed, "leaves the archive"},
		{"absolute name", archive("/etc/passwd", "x"), apk.ErrMalformed, "leaves the archive"},
		{"wrong root", wrongRoot(), apk.ErrMalformed, "<resources>"},
		{"bomb", bomb(1 << 30), apk.ErrTooLarge, "classes.dex"},
		{"lying bomb", bomb(1 << 20), apk.ErrMalformed, "the 1048576 bytes"},
		{"overlap", overlap(), apk.ErrMalformed, "overlaps"},
	} {
		_, err := apk.Parse(bytes.NewReader(c.data), int64(len(c.data)))
		var e *apk.Error
		switch {
		case !errors.As(err, &e):
			t.Errorf("%s: error %v, want an *apk.Error", c.name, err)
		case !errors.Is(err, c.reason) || !strings.Contains(err.Error(), c.says):
			t.Errorf("%s: %q, want %q and the word %q", c.name, err, c.reason, c.says)
		case strings.Contains(err.Error(), "\n"):
			t.Errorf("%s: %q is more than a line", c.name, err)
		}
	}
}

// Every prefix of an APK is an error, never a panic.
func TestTruncation(t *testing.T) {
	t.Parallel()
	app := minimalApp()
	app.Add("string/a", "text")
	whole := app.Build()
	for n := range whole {
		if _, err := apk.Parse(bytes.NewReader(whole[:n]), int64(n)); err == nil {
			t.Errorf("%d of %d bytes parse", n, len(whole))
		}
	}
}

func TestOpen(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path := filepath.Join(dir, "app.apk")
	if _, err := apk.Open(path); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("missing file: %v", err)
	}
	if _, err := apk.Open(dir); !errors.Is(err, apk.ErrNotZip) {
		t.Errorf("folder: %v", err)
	}
	if err := os.WriteFile(path, []byte("PK"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := apk.Open(path); err == nil || !strings.HasPrefix(err.Error(), path+": ") {
		t.Errorf("error %v does not name the file", err)
	}
}

// archive zips names and contents, in order, whatever they are.
func archive(pairs ...string) []byte {
	var buf bytes.Buffer
	zw := zip.NewWriter(&buf)
	for i := 0; i < len(pairs); i += 2 {
		w, err := zw.Create(pairs[i])
		if err == nil {
			_, err = fmt.Fprint(w, pairs[i+1])
		}
		if err != nil {
			panic(err)
		}
	}
	if err := zw.Close(); err != nil {
		panic(err)
	}
	return buf.Bytes()
}

func withoutDEX() []byte {
	app := apktest.New("com.example")
	app.Manifest(minimal)
	return app.Build()
}

func split() []byte {
	app := apktest.New("com.example")
	app.Manifest(`<manifest package="com.example" split="config.de"/>`)
	return app.Build()
}

func wrongRoot() []byte {
	app := minimalApp()
	app.Manifest(`<resources/>`)
	return app.Build()
}

// bomb holds a DEX file whose headers claim another size than it has.
func bomb(claimed uint32) []byte {
	const size = 3_141_592
	app := apktest.New("com.example")
	app.Manifest(minimal)
	app.DEX(make([]byte, size))
	claim := binary.LittleEndian.AppendUint32(nil, claimed)
	return bytes.ReplaceAll(app.Build(), binary.LittleEndian.AppendUint32(nil, size), claim)
}

// overlap has two entries of the directory that share their bytes.
func overlap() []byte {
	data := archive("AndroidManifest.xml", "some content", "classes.dex", "more content")
	dir := bytes.Index(data, []byte("PK\x01\x02"))
	second := dir + 4 + bytes.Index(data[dir+4:], []byte("PK\x01\x02"))
	const localOffset = 42
	copy(data[second+localOffset:second+localOffset+4], data[dir+localOffset:dir+localOffset+4])
	return data
}
