package report

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
)

func TestExplain(t *testing.T) {
	t.Parallel()
	full := &fs.PathError{Op: "write", Path: "x", Err: syscall.ENOSPC}
	err := explain("writing", "out/report.html", fmt.Errorf("saving: %w", full))
	if !errors.Is(err, ErrFull) || !errors.Is(err, syscall.ENOSPC) || !strings.Contains(err.Error(), "free some room") {
		t.Errorf("full disk: %v", err)
	}
	err = explain("writing", "out", &fs.PathError{Op: "open", Path: "out", Err: syscall.EROFS})
	if errors.Is(err, ErrFull) || !strings.Contains(err.Error(), "-o") {
		t.Errorf("read-only: %v", err)
	}
}

// TestJoined: what a full disk has no room for is told in one line, and other errors beside it.
func TestJoined(t *testing.T) {
	t.Parallel()
	d := &Dir{"out/run"}
	full := func(name string) error {
		return explain("writing", d.Path(name), &fs.PathError{Op: "write", Path: d.Path(name), Err: syscall.ENOSPC})
	}
	if err := d.joined(nil); err != nil {
		t.Errorf("of nothing: %v", err)
	}
	err := d.joined([]error{full("log.txt"), errors.New("making flow.yaml: no"), full("screens/1.png"), full("run.json")})
	want := "writing out/run/log.txt: the disk is full: free some room or choose another folder with -o " +
		"(write out/run/log.txt: no space left on device); nor has it room for screens/1.png, run.json\n" +
		"making flow.yaml: no"
	if !errors.Is(err, ErrFull) || err.Error() != want {
		t.Errorf("got  %v\nwant %s", err, want)
	}
}

// TestWriteWhole: a file that cannot be put in place leaves nothing behind.
func TestWriteWhole(t *testing.T) {
	t.Parallel()
	d := &Dir{t.TempDir()}
	if err := os.MkdirAll(d.Path("report.html/in-the-way"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := d.Write("report.html", []byte("x")); err == nil {
		t.Error("a folder was replaced by a file")
	}
	entries, err := os.ReadDir(d.path)
	if err != nil || len(entries) != 1 {
		t.Errorf("%d entries left, %v", len(entries), err)
	}
}

func TestText(t *testing.T) {
	t.Parallel()
	for seconds, want := range map[float64]string{
		-1: "?", 0: "0 s", 0.25: "250 ms", 1.26: "1.3 s", 75: "1 min 15 s", 7261: "2 h 1 min",
	} {
		if got := duration(seconds); got != want {
			t.Errorf("duration(%v) = %q, want %q", seconds, got, want)
		}
	}
	if got := clean("äöü", 2); got != "äö…" {
		t.Errorf("cut to %q", got)
	}
	if got := clean("a\u202eb\x00c\td\n", 9); got != "a\uFFFDb\uFFFDc\td\n" {
		t.Errorf("cleaned to %q", got)
	}
}

func TestAverage(t *testing.T) {
	t.Parallel()
	img := image.NewNRGBA(image.Rect(3, 5, 8, 8)) // 5 by 3 pixels
	for y := 5; y < 8; y++ {
		for x := 3; x < 8; x++ {
			img.SetNRGBA(x, y, color.NRGBA{R: uint8(x * 10), G: uint8(y * 10), B: 100, A: 255})
		}
	}
	out := average(img, 2)
	if out.Bounds() != image.Rect(0, 0, 2, 1) {
		t.Fatalf("bounds %v", out.Bounds())
	}
	if got := out.At(1, 0); got != (color.RGBA{55, 55, 100, 255}) {
		t.Errorf("pixel %v", got)
	}
	if got := average(img, 9).Bounds(); got != image.Rect(0, 0, 1, 1) {
		t.Errorf("bounds of the smallest picture %v", got)
	}
}

// TestAlbum: what is no picture, or too much of one, is left out.
func TestAlbum(t *testing.T) {
	t.Parallel()
	var a album
	bomb := []byte("\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x7f\xff\xff\xff\x7f\xff\xff\xff\x08\x02\x00\x00\x00")
	for _, data := range [][]byte{nil, []byte("GIF89a"), bomb} {
		if s := a.add(data); s.Source != "" {
			t.Errorf("%q made a picture", data)
		}
	}
	var out bytes.Buffer
	if err := png.Encode(&out, image.NewGray(image.Rect(0, 0, 1200, 3))); err != nil {
		t.Fatal(err)
	}
	s := a.add(out.Bytes())
	if s.Width != 1200 || s.Height != 3 || s.Source == "" || a.used == 0 {
		t.Errorf("shot %dx%d, %d bytes", s.Width, s.Height, a.used)
	}
	a.used = maxPictures + 1
	if s := a.add(out.Bytes()); s.Source != "" {
		t.Error("the budget has no end")
	}
}

// TestCreate_unfinished: what a killed run was writing is removed with its files, or where it wrote none.
func TestCreate_unfinished(t *testing.T) {
	t.Parallel()
	for _, open := range []func(string) (*Dir, error){Create, Open} {
		path := t.TempDir()
		for _, name := range []string{".talpa-tmp-1", "screens/.talpa-tmp-2", "findings/.talpa-tmp-3",
			"findings/1/.talpa-tmp-4", "notes.tmp"} {
			file := filepath.Join(path, name)
			if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o755), os.WriteFile(file, nil, 0o644)); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := open(path); err != nil {
			t.Fatal(err)
		}
		var left []string
		err := filepath.WalkDir(path, func(_ string, e os.DirEntry, err error) error {
			if err == nil && !e.IsDir() {
				left = append(left, e.Name())
			}
			return err
		})
		if err != nil || !slices.Equal(left, []string{"notes.tmp"}) {
			t.Errorf("left: %v, %v", left, err)
		}
	}
}
