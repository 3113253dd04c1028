package adb_test

import (
	"context"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"talpa/device"
	"talpa/device/virtual"
	"talpa/fuzz/event"
	"talpa/fuzz/ui"
	"talpa/internal/corpus"
)

// TestSurvey starts every app of the corpus and leaves, in the folder that
// TALPA_SURVEY names, what the first screen of each shows, its log and
// screenshot, and sheets of all screenshots for the eye:
//
//	TALPA_SURVEY=out/survey go test ./device/adb -run TestSurvey -timeout 1h
//
// An app fails that shows no text and no picture or dies; whose fault that is
// people judge. TALPA_APPS, a regular expression, chooses apps. Apps that the
// folder has already are not started again. TALPA_FOLDER names a folder of other
// apps, which are taken in place of the corpus's.
func TestSurvey(t *testing.T) {
	out := os.Getenv("TALPA_SURVEY")
	if out == "" {
		t.Skip("TALPA_SURVEY names no folder: skipped")
	}
	want := regexp.MustCompile(os.Getenv("TALPA_APPS"))
	var d device.Device
	for _, path := range surveyed(t, want) {
		dir := filepath.Join(out, appName(path))
		if _, err := os.Stat(filepath.Join(dir, "verdict")); err == nil {
			continue
		}
		if d == nil {
			d = open(t, embedded(t, func(o *virtual.Options) { o.Spares = 1 }))
		}
		if err := os.MkdirAll(dir, 0o755); err != nil {
			t.Fatal(err)
		}
		verdict := firstScreen(t, d, path, dir)
		t.Logf("%-60s %s", appName(path), verdict)
		save(t, dir, "verdict", []byte(verdict+"\n"))
	}
	contactSheets(t, out, "screen")
}

// surveyed lists the apps of the corpus, or of the folder that TALPA_FOLDER
// names, whose path matches want.
func surveyed(t *testing.T, want *regexp.Regexp) []string {
	t.Helper()
	folder, patterns := os.Getenv("TALPA_FOLDER"), []string{"*.apk"}
	if folder == "" {
		folder, patterns = corpus.Dir(t), []string{"cases/*/app.apk", "apks/*/*.apk", "apks/*/*/*.apk"}
	}
	var paths []string
	for _, pattern := range patterns {
		found, err := filepath.Glob(filepath.Join(folder, pattern))
		if err != nil {
			t.Fatal(err)
		}
		paths = append(paths, found...)
	}
	return slices.DeleteFunc(paths, func(path string) bool { return !want.MatchString(path) })
}

// appName is a file name for an app of the corpus.
func appName(path string) string {
	group, base := filepath.Base(filepath.Dir(path)), strings.TrimSuffix(filepath.Base(path), ".apk")
	return group + "_" + base
}

// firstScreen starts one app, saves what is to be seen and returns a word for it.
func firstScreen(t *testing.T, d device.Device, path, dir string) string {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 3*time.Minute)
	defer cancel()
	app, err := d.Install(ctx, path)
	if err != nil {
		return "not installed: " + err.Error()
	}
	if app.Launcher == "" {
		return "no launcher"
	}
	if err := d.Do(ctx, app, event.Event{Kind: event.Launch}); err != nil {
		return "not started: " + err.Error()
	}
	log, err := d.Log(ctx)
	if err != nil {
		return "no log: " + err.Error()
	}
	save(t, dir, "log.txt", log)
	if f, ok := d.(device.Fidelity); ok {
		save(t, dir, "notes.txt", []byte(strings.Join(f.Fidelity(), "\n")))
	}
	screen, err := d.Screen(ctx)
	if err != nil {
		return "no dump: " + err.Error()
	}
	words := 0
	for _, w := range screen.Widgets {
		words += len(strings.Fields(w.Text + " " + w.Desc))
	}
	save(t, dir, "screen.txt", []byte(described(screen)))
	shot, err := d.Screenshot(ctx)
	if err != nil {
		return "no screenshot: " + err.Error()
	}
	save(t, dir, "screen.png", shot)
	switch alive, err := d.Alive(ctx, app); {
	case err != nil:
		return "lost: " + err.Error()
	case strings.Contains(string(log), "FATAL EXCEPTION"):
		return "crashed"
	case !alive:
		return "ended"
	case !strings.HasPrefix(screen.Activity, app.Package+"/"):
		return "elsewhere: " + screen.Activity
	}
	return fmt.Sprintf("%d widgets, %d words", len(screen.Widgets), words)
}

// described is a screen as text: its activity, and a widget a line.
func described(s *ui.Screen) string {
	var b strings.Builder
	fmt.Fprintln(&b, s.Activity)
	for _, w := range s.Widgets {
		fmt.Fprintf(&b, "%v %s %s %q %q\n", w.Bounds, w.Class, w.ID, w.Text, w.Desc)
	}
	return b.String()
}

func save(t *testing.T, dir, name string, data []byte) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(dir, name), data, 0o644); err != nil {
		t.Fatal(err)
	}
}

// contactSheets draws the screenshots of that name of a folder small, 6 x 2 on a
// sheet, in the order of index.txt.
func contactSheets(t *testing.T, out, name string) {
	t.Helper()
	const columns, rows, width, height = 6, 2, 260, 462
	shots, err := filepath.Glob(filepath.Join(out, "*", name+".png"))
	if err != nil {
		t.Fatal(err)
	}
	var index strings.Builder
	for first := 0; first < len(shots); first += columns * rows {
		sheet := image.NewRGBA(image.Rect(0, 0, columns*width, rows*height))
		for i, shot := range shots[first:min(first+columns*rows, len(shots))] {
			fmt.Fprintf(&index, "sheet %d, row %d, column %d: %s\n", first/(columns*rows)+1, i/columns+1, i%columns+1,
				filepath.Base(filepath.Dir(shot)))
			m := readPNG(t, shot)
			// A wide picture keeps its shape.
			at := image.Rect(0, 0, width-4, min(height-4, (width-4)*m.Bounds().Dy()/m.Bounds().Dx()))
			shrink(sheet, at.Add(image.Pt(i%columns*width, i/columns*height)), m)
		}
		f, err := os.Create(filepath.Join(out, fmt.Sprintf("%s-sheet-%d.png", name, first/(columns*rows)+1)))
		if err != nil {
			t.Fatal(err)
		}
		if err := png.Encode(f, sheet); err != nil {
			t.Fatal(err)
		}
		if err := f.Close(); err != nil {
			t.Fatal(err)
		}
	}
	save(t, out, name+"-index.txt", []byte(index.String()))
}

func readPNG(t *testing.T, path string) image.Image {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	m, err := png.Decode(f)
	if err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	return m
}

// shrink draws m into the smaller rectangle at: each pixel is the mean of those
// it stands for, so that text stays legible.
func shrink(to draw.Image, at image.Rectangle, m image.Image) {
	b := m.Bounds()
	for y := range at.Dy() {
		for x := range at.Dx() {
			to.Set(at.Min.X+x, at.Min.Y+y, mean(m, image.Rect(
				b.Min.X+x*b.Dx()/at.Dx(), b.Min.Y+y*b.Dy()/at.Dy(),
				b.Min.X+max((x+1)*b.Dx()/at.Dx(), x*b.Dx()/at.Dx()+1), b.Min.Y+max((y+1)*b.Dy()/at.Dy(), y*b.Dy()/at.Dy()+1))))
		}
	}
}

// mean is the mean colour of a part of m that is not empty.
func mean(m image.Image, part image.Rectangle) color.Color {
	var red, green, blue, n uint32
	for y := part.Min.Y; y < part.Max.Y; y++ {
		for x := part.Min.X; x < part.Max.X; x++ {
			r, g, b, _ := m.At(x, y).RGBA()
			red, green, blue, n = red+r>>8, green+g>>8, blue+b>>8, n+1
		}
	}
	return color.RGBA{R: uint8(red / n), G: uint8(green / n), B: uint8(blue / n), A: 255}
}
