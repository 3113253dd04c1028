package fleet_test

import (
	"archive/zip"
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"talpa/dex/apk"
	"talpa/dex/apk/apktest"
)

// TestRefusedApps has stock adb install what Android would not take: it hears
// why in the package manager's words, and the device goes on.
func TestRefusedApps(t *testing.T) {
	whole, err := os.ReadFile(burrow)
	if err != nil {
		t.Fatal(err)
	}
	port := served(t, 1)
	for _, test := range []struct {
		name string
		apk  []byte
		want string
	}{
		{"garbage", bytes.Repeat([]byte("no zip"), 100), "INSTALL_PARSE_FAILED_NOT_APK"},
		{"empty", nil, "INSTALL_PARSE_FAILED_NOT_APK"},
		{"truncated", whole[:len(whole)/2], "INSTALL_PARSE_FAILED_NOT_APK"},
		{"corrupt", corrupted(t, whole), "INSTALL_PARSE_FAILED_UNEXPECTED_EXCEPTION"},
		{"unsigned", unsigned(t, whole), "INSTALL_PARSE_FAILED_NO_CERTIFICATES"},
		{"newer", newer(t), "INSTALL_FAILED_OLDER_SDK"},
		{"burrow", whole, "Success"},
	} {
		file := filepath.Join(t.TempDir(), test.name+".apk")
		if err := os.WriteFile(file, test.apk, 0o600); err != nil {
			t.Fatal(err)
		}
		out, code := stockAdb(t, port, "install", file)
		if !strings.Contains(out, test.want) || (code == 0) != (test.want == "Success") {
			t.Errorf("%s: exit %d, %s; want %s", test.name, code, out, test.want)
		}
		if strings.Contains(out, os.TempDir()+string(os.PathSeparator)+"talpa") {
			t.Errorf("%s: the answer tells where the server keeps its files: %s", test.name, out)
		}
	}
}

// repacked is an APK without its signatures, its entries changed by edit.
func repacked(t *testing.T, whole []byte, edit func(name string, data []byte) []byte) []byte {
	t.Helper()
	a, err := apk.Parse(bytes.NewReader(whole), int64(len(whole)))
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	z := zip.NewWriter(&out)
	for _, e := range a.Entries() {
		if strings.HasPrefix(e.Name, "META-INF/") {
			continue
		}
		data, err := a.Read(e.Name)
		if err != nil {
			t.Fatal(err)
		}
		w, err := z.Create(e.Name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := w.Write(edit(e.Name, data)); err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func unsigned(t *testing.T, whole []byte) []byte {
	return repacked(t, whole, func(_ string, data []byte) []byte { return data })
}

// corrupted is an APK with half a manifest.
func corrupted(t *testing.T, whole []byte) []byte {
	return repacked(t, whole, func(name string, data []byte) []byte {
		if name == "AndroidManifest.xml" {
			return data[:len(data)/2]
		}
		return data
	})
}

// newer is an app for an Android that is not there yet.
func newer(t *testing.T) []byte {
	t.Helper()
	app := apktest.New("dev.talpa.newer")
	app.Manifest(`<manifest xmlns:android="http://schemas.android.com/apk/res/android" package="dev.talpa.newer">` +
		`<uses-sdk android:minSdkVersion="99"/><application/></manifest>`)
	app.DEX([]byte("dex"))
	return app.Build()
}
