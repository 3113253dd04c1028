package adb_test

import (
	"archive/zip"
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"talpa/device/virtual"
	"talpa/dex/apk/splits"
	"talpa/fuzz/event"
)

// TestInstall_appInFourPieces runs the sample app brood, which comes in four APKs: texts of two
// splits, and the code and an asset of a third.
func TestInstall_appInFourPieces(t *testing.T) {
	startsJVMs(t)
	dir := t.TempDir()
	files, err := splits.Unpack(filepath.Join(filepath.Dir(sample(t)), "brood.apks"), dir)
	if err != nil {
		t.Fatal(err)
	}
	joined := filepath.Join(dir, "joined.apk")
	names, err := splits.Join(files, joined)
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(names, " "); got != "config.de config.xhdpi extra" {
		t.Errorf("the splits are %s", got)
	}
	d := open(t, embedded(t, func(o *virtual.Options) { o.Extract = splits.Extract }))
	app, err := d.Install(t.Context(), joined)
	if err != nil {
		t.Fatal(err)
	}
	s := &sky{T: t, dev: d, app: app}
	s.do(event.Event{Kind: event.Launch})
	s.shows("plain greeting", "xhdpi")
	s.set("locale", "de-DE")
	s.shows("deutscher Gruß", "xhdpi")
	s.do(event.Event{Kind: event.Rotate, Arg: "landscape"})
	s.shows("deutscher Gruß", "xhdpi")
	s.tap("Feature")
	s.shows("extra: a note in the feature")
	s.tap("Feature")
	if log := s.log(); !strings.Contains(log, "at dev.talpa.brood.extra.Extra.run(Extra.java:16)") {
		t.Errorf("the feature's crash is not in the log:\n%s", log)
	}
}

// TestInstall_codeOfInstantRun runs the sample app burrow with its code packed as Instant Run packs it.
func TestInstall_codeOfInstantRun(t *testing.T) {
	startsJVMs(t)
	d := open(t, embedded(t, func(o *virtual.Options) { o.Sliced, o.JoinSlices = splits.Sliced, splits.JoinSlices }))
	app, err := d.Install(t.Context(), sliced(t, sample(t), filepath.Join(filepath.Dir(sample(t)), "hutch.apk")))
	if err != nil {
		t.Fatal(err)
	}
	s := &sky{T: t, dev: d, app: app}
	s.do(event.Event{Kind: event.Launch})
	s.shows("NOTES", "Burrow")
}

// sliced is the APK of an app whose code lies in an archive of slices; that of
// another one is in its place.
func sliced(t *testing.T, path, other string) string {
	t.Helper()
	r, err := zip.OpenReader(path)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	var app, inner bytes.Buffer
	outer, code := zip.NewWriter(&app), zip.NewWriter(&inner)
	for _, f := range r.File {
		if strings.HasSuffix(f.Name, ".dex") {
			copied(t, code, f, "slice_0-"+f.Name)
		} else {
			copied(t, outer, f, f.Name)
		}
	}
	if err := code.Close(); err != nil {
		t.Fatal(err)
	}
	o, err := zip.OpenReader(other)
	if err != nil {
		t.Fatal(err)
	}
	defer o.Close()
	for _, f := range o.File {
		if strings.HasSuffix(f.Name, ".dex") {
			copied(t, outer, f, f.Name)
		}
	}
	w, err := outer.Create("instant-run.zip")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.Write(inner.Bytes()); err != nil {
		t.Fatal(err)
	}
	if err := outer.Close(); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "sliced.apk")
	if err := os.WriteFile(file, app.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	return file
}

// copied copies an entry to another archive under a name.
func copied(t *testing.T, to *zip.Writer, f *zip.File, name string) {
	t.Helper()
	in, err := f.Open()
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	w, err := to.CreateHeader(&zip.FileHeader{Name: name, Method: f.Method})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.Copy(w, in); err != nil {
		t.Fatal(err)
	}
}
