package main

import (
	"archive/tar"
	"archive/zip"
	"compress/gzip"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
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
		"talpa-agent-host.jar": "", "nativeruntime-4.16.1.jar": "", "nativeruntime-dist-compat-1.0.18.jar": "big",
		"classes.pack": "", "jdk.jsa": "", "jdk.jsa.key": "", ".built": "", "native/icu/icudt75l.dat": "",
		"native/fonts/NotoSansCJK-Regular.ttc": "", "native/fonts/NotoSansCJK-Bold.ttc": "", "native/fonts/Lato.ttf": "",
		"native/fonts/fonts.xml": "<font index=\"2\">NotoSansCJK-Regular.ttc</font>\n<font>\n  Lato.ttf\n</font>",
	})
	jar := filepath.Join(from, "sdk", "android-all.jar")
	if err := os.MkdirAll(filepath.Dir(jar), 0o755); err != nil {
		t.Fatal(err)
	}
	f, err := os.Create(jar)
	if err != nil {
		t.Fatal(err)
	}
	w := zip.NewWriter(f)
	for _, name := range []string{"android/A.class", "res/a.png", "native/linux/x.so", "icu/i.dat", "resources.arsc"} {
		e, err := w.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := e.Write([]byte(strings.Repeat(name, 50))); err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(w.Close(), f.Close()); err != nil {
		t.Fatal(err)
	}
	if err := slimAgent(from, to); err != nil {
		t.Fatal(err)
	}
	want := []string{"native/fonts/Lato.ttf", "native/fonts/NotoSansCJK-Regular.ttc", "native/fonts/fonts.xml",
		"native/icu/icudt75l.dat", "nativeruntime-4.16.1.jar", "sdk/android-all.jar", "talpa-agent-host.jar"}
	if got := names(t, to); !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	z, err := zip.OpenReader(filepath.Join(to, "sdk", "android-all.jar"))
	if err != nil {
		t.Fatal(err)
	}
	defer z.Close()
	var entries []string
	for _, e := range z.File {
		entries = append(entries, e.Name)
		if e.Method != zip.Store || e.UncompressedSize64 != uint64(50*len(e.Name)) {
			t.Errorf("%s: method %d, %d bytes", e.Name, e.Method, e.UncompressedSize64)
		}
	}
	if want := []string{"android/A.class", "res/a.png", "resources.arsc"}; !slices.Equal(entries, want) {
		t.Errorf("%q, want %q", entries, want)
	}
	if err := slimAgent(t.TempDir(), to); err == nil {
		t.Error("an agent without fonts is packed")
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
	t.Logf("%.1f s from the tarball to the end\n%s", time.Since(begun).Seconds(), out)
	if err != nil || !strings.Contains(string(out), "reproduced: java.lang.NumberFormatException") {
		t.Error(err)
	}
}
