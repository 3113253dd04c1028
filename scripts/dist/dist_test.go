package main

import (
	"archive/tar"
	"archive/zip"
	"compress/gzip"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// write makes files below dir.
func write(t *testing.T, dir string, content map[string]string) {
	t.Helper()
	for name, text := range content {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte(text), 0o755)); err != nil {
			t.Fatal(err)
		}
	}
}

// names are the files below dir, sorted.
func names(t *testing.T, dir string) []string {
	t.Helper()
	var all []string
	err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err == nil && !e.IsDir() {
			rel, _ := filepath.Rel(dir, path)
			all = append(all, filepath.ToSlash(rel))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// TestSlimAgent: what other platforms, unnamed fonts and other JDKs are for stays out, everything
// else comes along; the framework's jar loses what lies unpacked beside it, and nothing more.
func TestSlimAgent(t *testing.T) {
	t.Parallel()
	from, to := t.TempDir(), t.TempDir()
	write(t, from, map[string]string{
		"nativeruntime-dist-compat-1.0.18.jar": "big",
		"classes.pack":                         "", "jdk.jsa": "", "jdk.jsa.key": "", ".built": "", "native/icu/icudt75l.dat": "",
		"native/fonts/NotoSansCJK-Regular.ttc": "", "native/fonts/NotoSansCJK-Bold.ttc": "", "native/fonts/Lato.ttf": "",
		"native/fonts/fonts.xml": "<font index=\"2\">NotoSansCJK-Regular.ttc</font>\n<font>\n  Lato.ttf\n</font>",
		"native/fonts/Rubik.ttf": "", "framework-res.apk": "",
	})
	many := func(name string) string { return strings.Repeat(name+" ", 50) }
	writeJar(t, filepath.Join(from, "sdk", "android-all.jar"), map[string]string{"android/A.class": many("android/A.class"),
		"res/a.png": many("res/a.png"), "native/linux/x.so": "", "icu/i.dat": "", "resources.arsc": many("resources.arsc")})
	tls := "META-INF/native/libtls-linux-x86_64.so"
	writeJar(t, filepath.Join(from, "tls.jar"), map[string]string{"T.class": many("T.class"), tls: many(tls),
		"META-INF/native/libtls-osx-x86_64.dylib": ""})
	writeJar(t, filepath.Join(from, "talpa-agent-host.jar"), map[string]string{"H.class": many("H.class")})
	writeJar(t, filepath.Join(from, "nativeruntime-4.16.1.jar"), nil)
	if err := slimAgent(from, to); err != nil {
		t.Fatal(err)
	}
	want := []string{"native/fonts/Lato.ttf", "native/fonts/NotoSansCJK-Regular.ttc", "native/fonts/fonts.xml",
		"native/icu/icudt75l.dat", "nativeruntime-4.16.1.jar", "sdk/android-all.jar", "talpa-agent-host.jar", "tls.jar"}
	if got := names(t, to); !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	for jar, want := range map[string][]string{"tls.jar": {tls, "T.class"}, "talpa-agent-host.jar": {"H.class"},
		"sdk/android-all.jar": {"android/A.class", "res/a.png", "resources.arsc"}} {
		content := readJar(t, filepath.Join(to, jar))
		if got := slices.Sorted(maps.Keys(content)); !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", jar, got, want)
		}
		for name, text := range content {
			if text != many(name) {
				t.Errorf("%s: %s holds %q", jar, name, text)
			}
		}
	}
	if err := slimAgent(t.TempDir(), to); err == nil {
		t.Error("an agent without fonts is packed")
	}
}

// writeJar makes a jar, compressed.
func writeJar(t *testing.T, path string, content map[string]string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	w := zip.NewWriter(f)
	for _, name := range slices.Sorted(maps.Keys(content)) {
		e, err := w.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.WriteString(e, content[name]); err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(w.Close(), f.Close()); err != nil {
		t.Fatal(err)
	}
}

// readJar reads a jar whose entries are to be stored as they are.
func readJar(t *testing.T, path string) map[string]string {
	t.Helper()
	z, err := zip.OpenReader(path)
	if err != nil {
		t.Fatal(err)
	}
	defer z.Close()
	content := map[string]string{}
	for _, e := range z.File {
		in, err := e.Open()
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(in)
		if err != nil || e.Method != zip.Store {
			t.Errorf("%s: method %d, %v", e.Name, e.Method, err)
		}
		content[e.Name] = string(text)
	}
	return content
}

// TestSlimFramework: of the framework's jar the resources go, which lie in an archive of their own, and
// what of the system server no other class leads to, at once or by way of others.
func TestSlimFramework(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	jar := filepath.Join(folder, "sdk", "android-all.jar")
	server := func(names ...string) string {
		text := "\xca\xfe\xba\xbe"
		for _, name := range names {
			text += "\x01\x00\x20Lcom/android/server/" + name + ";"
		}
		return text
	}
	writeJar(t, jar, map[string]string{
		"android/app/A.class": server("Local", "pm/List$1"), "android/app/B.class": "com.android.server.Named",
		"com/android/server/Local.class": server("pm/Deep_2"), "com/android/server/pm/Deep_2.class": server("Local"),
		"com/android/server/pm/List$1.class": "", "com/android/server/pm/List.class": server("Local"),
		"com/android/server/Named.class": "", "com/android/server/Alone.class": server("Other"),
		"com/android/server/Other.class": server("Alone"), "com/android/server/flags.uau": "", "build.prop": "",
		"res/a.png": "", "assets/a": "", "resources.arsc": "", "AndroidManifest.xml": "",
	})
	if err := slimFramework(folder); err == nil {
		t.Error("the only resources are dropped")
	}
	write(t, folder, map[string]string{"framework-res.apk": ""})
	if err := slimFramework(folder); err != nil {
		t.Fatal(err)
	}
	want := []string{"android/app/A.class", "android/app/B.class", "build.prop", "com/android/server/Local.class",
		"com/android/server/flags.uau", "com/android/server/pm/Deep_2.class", "com/android/server/pm/List$1.class"}
	if got := slices.Sorted(maps.Keys(readJar(t, jar))); !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	if got := names(t, filepath.Join(folder, "sdk")); !slices.Equal(got, []string{"android-all.jar"}) {
		t.Errorf("beside the jar: %q", got)
	}
}

// TestTarball: everything below its one folder, with the right to be run.
func TestTarball(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	write(t, dir, map[string]string{"talpa-v1/bin/talpa": "x", "talpa-v1/README.md": "y", "other/z": ""})
	to := filepath.Join(dir, "t.tar.gz")
	if err := tarball(to, dir, "talpa-v1"); err != nil {
		t.Fatal(err)
	}
	f, err := os.Open(to)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for r := tar.NewReader(z); ; {
		h, err := r.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil || h.Mode != 0o755 {
			t.Fatal(h, err)
		}
		got = append(got, h.Name)
	}
	if !slices.Equal(got, []string{"talpa-v1/README.md", "talpa-v1/bin/talpa"}) {
		t.Error(got)
	}
}

// TestWriteSBOM: the program's modules and the folder's jars, each with its version.
func TestWriteSBOM(t *testing.T) {
	t.Parallel()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	write(t, dir, map[string]string{"asm-9.8.jar": "1", "talpa-agent-host.jar": "2", "sdk/android-all-15-r.jar": "3"})
	path := filepath.Join(dir, "sbom.json")
	if err := writeSBOM(path, "v1", self, dir); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var b bom
	if err := json.Unmarshal(data, &b); err != nil || b.Format != "CycloneDX" || b.Metadata.Component.Version != "v1" {
		t.Fatalf("%+v, %v", b, err)
	}
	have := map[string]string{}
	for _, c := range b.Components {
		have[c.Name] = c.Version
		if c.Version == "" || c.PURL == "" && len(c.Hashes) == 0 {
			t.Errorf("%+v", c)
		}
	}
	if have["asm"] != "9.8" || have["android-all"] != "15-r" || have["talpa-agent-host.jar"] != "v1" ||
		have["github.com/klauspost/compress"] == "" {
		t.Error(have)
	}
}

// TestVersion: what would not be a file's name is no version.
func TestVersion(t *testing.T) {
	t.Parallel()
	for _, version := range []string{"", "../x", "a b", "v1/2"} {
		d := dist{version: version, out: t.TempDir()}
		if err := d.make(t.Context()); err == nil || !strings.Contains(err.Error(), "is no version") {
			t.Errorf("%q: %v", version, err)
		}
	}
}

// TestPrograms_version: a program that says another version than the one that is packed is not packed.
func TestPrograms_version(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, map[string]string{"bin/talpa": "#!/bin/sh\necho talpa version v1", "bin/talpa-layout": "", "LICENSE": "",
		"NOTICE": "", "README.md": "", "docs/man/talpa.1": ""})
	if err := os.Chmod(filepath.Join(dir, "bin", "talpa"), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Chdir(dir)
	for version, want := range map[string]string{"v1": "", "v2": `bin/talpa says "talpa version v1", and v2`} {
		d := dist{version: version, stage: t.TempDir()}
		if err := d.programs(t.Context()); (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", version, err, want)
		}
	}
}

// TestTakeHome unpacks the tarball that TALPA_DIST names in a clean folder, and reproduces a crash
// with what is in it and a Java runtime (of JAVA_HOME, or in the PATH).
func TestTakeHome(t *testing.T) {
	tarball := os.Getenv("TALPA_DIST")
	if tarball == "" {
		t.Skip("TALPA_DIST names no tarball of make dist")
	}
	root, err := filepath.Abs(filepath.Join("..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	home := t.TempDir()
	begun := time.Now()
	if out, err := exec.CommandContext(t.Context(), "tar", "xf", tarball, "-C", home,
		"--strip-components=1").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	cmd := exec.CommandContext(t.Context(), filepath.Join(home, "bin", "talpa"), "reproduce",
		filepath.Join(root, "testdata", "apps", "burrow.apk"), filepath.Join(root, "testdata", "traces", "burrow-form.txt"),
		"-o", filepath.Join(home, "run"))
	cmd.Env = []string{"HOME=" + home, "PATH=/usr/bin:/bin", "JAVA_HOME=" + os.Getenv("JAVA_HOME")}
	cmd.Dir = home
	out, err := cmd.CombinedOutput()
	used := cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	t.Logf("%.1f s from the tarball to the end, %.1f s of processor time without unpacking it\n%s",
		time.Since(begun).Seconds(), used.Seconds(), out)
	if err != nil || !strings.Contains(string(out), "reproduced: java.lang.NumberFormatException") {
		t.Error(err)
	}
}
