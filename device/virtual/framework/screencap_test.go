package framework

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"testing"
)

// TestPixels: a picture without compression is its size, its format and its rows.
func TestPixels(t *testing.T) {
	t.Parallel()
	m := image.NewNRGBA(image.Rect(0, 0, 2, 1))
	m.Set(0, 0, color.NRGBA{1, 2, 3, 255})
	m.Set(1, 0, color.NRGBA{4, 5, 6, 255})
	var file bytes.Buffer
	if err := png.Encode(&file, m); err != nil {
		t.Fatal(err)
	}
	got, err := pixels(file.Bytes())
	want := []byte{2, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 2, 3, 255, 4, 5, 6, 255}
	if err != nil || !bytes.Equal(got, want) {
		t.Errorf("%v, %v; want %v", got, err, want)
	}
	if _, err := pixels([]byte("no picture")); err == nil {
		t.Error("what is no PNG is taken for a picture")
	}
}
