package splits_test

import (
	"archive/zip"
	"bytes"
	"errors"
	"io"
	"log/slog"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"talpa/dex/apk"
	"talpa/dex/apk/apktest"
	"talpa/dex/apk/splits"
)

// build writes an APK of an app and returns its path. A split has a name.
func build(t *testing.T, pkg, split, minSDK string, more map[string]string) string {
	t.Helper()
	attr := ""
	if split != "" {
		attr = ` split="` + split + `"`
	}
	a := apktest.New(pkg)
	a.Manifest(`<manifest xmlns:android="http://schemas.android.com/apk/res/android" package="` + pkg + `"` + attr +
		`><uses-sdk android:minSdkVersion="` + minSDK + `"/><application/></manifest>`)
	for name, text := range more {
		a.Raw(name, []byte(text))
	}
	path := filepath.Join(t.TempDir(), "some.apk")
	if err := os.WriteFile(path, a.Build(), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

// entries are the files of an archive with what is in them.
func entries(t *testing.T, path string) map[string]string {
	t.Helper()
	r, err := zip.OpenReader(path)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	all := map[string]string{}
	for _, f := range r.File {
		in, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		data, err := io.ReadAll(in)
		if err != nil {
			t.Fatal(err)
		}
		all[f.Name] = string(data)
	}
	return all
}

func TestJoin(t *testing.T) {
	t.Parallel()
	files := []string{
		build(t, "p", "config.de", "21", nil),
		build(t, "p", "feature", "21", map[string]string{"classes.dex": "F", "classes2.dex": "G", "assets/a": "x"}),
		build(t, "p", "", "21", map[string]string{"classes.dex": "old", "res/a": "old"}),
		build(t, "p", "", "24", map[string]string{"classes.dex": "A", "classes2.dex": "B", "res/a": "new"}),
		build(t, "p", "", "99", map[string]string{"classes.dex": "too new"}),
		build(t, "p", "config.x86", "21", map[string]string{"lib/x86/libn.so": "N"}),
		build(t, "p", "config.arm64_v8a", "21", map[string]string{"lib/arm64-v8a/libn.so": "M"}),
	}
	out := filepath.Join(t.TempDir(), "out.apk")
	names, err := splits.Join(files, out)
	if err != nil {
		t.Fatal(err)
	}
	if want := []string{"config.arm64_v8a", "config.de", "feature"}; !slices.Equal(names, want) {
		t.Errorf("splits %v, want %v", names, want)
	}
	all := entries(t, out)
	for name, want := range map[string]string{
		"classes.dex": "A", "classes2.dex": "B", "classes3.dex": "F", "classes4.dex": "G", "classes5.dex": "", "res/a": "new",
		"lib/arm64-v8a/libn.so": "M", "lib/x86/libn.so": "", "assets/a": "",
	} {
		if all[name] != want {
			t.Errorf("%s holds %q, want %q", name, all[name], want)
		}
	}
	found, err := splits.Extract(out, t.TempDir())
	if err != nil || len(found) != 2 {
		t.Fatalf("extracted %v, %v", found, err)
	}
	if got := entries(t, found[1])["assets/a"]; got != "x" {
		t.Errorf("the feature's asset is %q", got)
	}
	if _, err := splits.Join([]string{out}, filepath.Join(t.TempDir(), "again.apk")); err == nil {
		t.Error("a joined APK is joined again")
	}
}

func TestJoinRefuses(t *testing.T) {
	t.Parallel()
	base := build(t, "p", "", "21", map[string]string{"classes.dex": "A"})
	junk := filepath.Join(t.TempDir(), "junk.apk")
	if err := os.WriteFile(junk, []byte("junk"), 0o644); err != nil {
		t.Fatal(err)
	}
	for want, files := range map[string][]string{
		"none of the APKs is a base":                        {build(t, "p", "config.de", "21", nil)},
		"of several apps":                                   {base, build(t, "q", "config.de", "21", nil)},
		"of several apps, p and q: give those of one alone": {base, build(t, "q", "", "21", nil)},
		"not a zip archive":                                 {base, junk},
	} {
		_, err := splits.Join(files, filepath.Join(t.TempDir(), "out.apk"))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}

// set writes an archive whose entries hold their own names.
func set(t *testing.T, names ...string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "set.apks")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z := zip.NewWriter(f)
	for _, name := range names {
		w, err := z.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.WriteString(w, name); err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestSets(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		names []string
		is    bool
		want  string // what is unpacked
	}{
		{[]string{"base.apk", "config.de.apk", "icon.png"}, true, "base.apk config.de.apk"},
		{[]string{"toc.pb", "splits/base-master.apk", "standalones/standalone-x86.apk"}, true, "splits/base-master.apk"},
		{[]string{"standalones/standalone-x86_hdpi.apk", "standalones/standalone-x86_xhdpi.apk",
			"standalones/standalone-arm64_v8a_hdpi.apk", "standalones/standalone-arm64_v8a_xxhdpi.apk",
			"standalones/standalone-arm64_v8a_xhdpi.apk"}, true, "standalones/standalone-arm64_v8a_xhdpi.apk"},
		{[]string{"standalones/standalone-hdpi.apk", "standalones/standalone-xhdpi.apk"}, true, "standalones/standalone-xhdpi.apk"},
		{[]string{"splits/base-master.apk", "universal.apk"}, true, "universal.apk"},
		{[]string{"AndroidManifest.xml", "assets/plugin.apk"}, false, "assets/plugin.apk"},
		{[]string{"../../evil.apk"}, true, "../../evil.apk"},
		{[]string{"readme.txt"}, false, ""},
	} {
		file, dir := set(t, test.names...), t.TempDir()
		if got := splits.IsSet(file); got != test.is {
			t.Errorf("%v: a set: %v", test.names, got)
		}
		files, err := splits.Unpack(file, dir)
		var got []string
		for _, f := range files {
			data, err := os.ReadFile(f)
			if err != nil || filepath.Dir(f) != dir {
				t.Fatalf("%v: %s, %v", test.names, f, err)
			}
			got = append(got, string(data))
		}
		if strings.Join(got, " ") != test.want || (err == nil) != (test.want != "") {
			t.Errorf("%v: unpacked %v, %v", test.names, got, err)
		}
	}
}

// TestWhole_names: what is wrong with an APK of a set is told by the name that it has in the set.
func TestWhole_names(t *testing.T) {
	t.Parallel()
	base, err := os.ReadFile(build(t, "p", "", "21", map[string]string{"classes.dex": "A"}))
	if err != nil {
		t.Fatal(err)
	}
	for want, set := range map[string]map[string]string{
		"a/base.apk and b/base.apk":            {"a/base.apk": string(base), "b/base.apk": string(base)},
		".apks: b/junk.apk: not a zip archive": {"a/base.apk": string(base), "b/junk.apk": "junk"},
	} {
		file := filepath.Join(t.TempDir(), "set.apks")
		var names []string
		for _, name := range slices.Sorted(maps.Keys(set)) {
			names = append(names, name, set[name])
		}
		if err := os.WriteFile(file, []byte(archive(t, names...)), 0o644); err != nil {
			t.Fatal(err)
		}
		c := splits.Cache{Dir: filepath.Join(t.TempDir(), "joined"), Now: time.Now, Log: slog.New(slog.DiscardHandler)}
		if _, err := c.Whole(file); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
		if left, _ := os.ReadDir(c.Dir); len(left) > 0 {
			t.Errorf("left behind: %v", left)
		}
	}
}

// TestUnpackEncrypted: an archive with a password is named as such; read as if it had none, its bytes are noise.
func TestUnpackEncrypted(t *testing.T) {
	t.Parallel()
	file := set(t, "base.apk")
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	entry := bytes.Index(data, []byte("PK\x01\x02"))
	data[entry+8] |= 1 // the flags, in the central directory
	if err := os.WriteFile(file, data, 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := splits.Unpack(file, t.TempDir()); !errors.Is(err, apk.ErrEncrypted) ||
		!strings.Contains(err.Error(), "base.apk: encrypted: unpack it with its password") {
		t.Errorf("got %v", err)
	}
}

// FuzzExtract: whatever an APK holds, what comes out is within limits.
func FuzzExtract(f *testing.F) {
	f.Add([]byte("PK\x05\x06" + strings.Repeat("\x00", 18)))
	f.Fuzz(func(t *testing.T, data []byte) {
		file := filepath.Join(t.TempDir(), "x.apk")
		if err := os.WriteFile(file, data, 0o644); err != nil {
			t.Fatal(err)
		}
		dir := t.TempDir()
		files, _ := splits.Extract(file, dir)
		for _, name := range files {
			if filepath.Dir(name) != dir {
				t.Errorf("%s is not in the folder", name)
			}
		}
		if splits.IsSet(file) {
			_, _ = splits.Unpack(file, t.TempDir())
		}
		_, _ = splits.Join([]string{file}, filepath.Join(t.TempDir(), "out.apk"))
	})
}
