package devicetest

import (
	"bytes"
	"image/color"
	"image/png"
	"strings"
	"testing"

	"talpa/device"
	"talpa/fuzz/event"
	"talpa/fuzz/ui"
)

// Drawing tries what draws itself, with the sample app easel at path apk: a
// surface and a texture that are painted on a canvas, a surface with a renderer,
// a film, and a page of the app's own with its links and history. The device is
// left with the app installed.
func Drawing(t *testing.T, dev device.Device, apk string) {
	t.Helper()
	app, err := dev.Install(t.Context(), apk)
	if err != nil {
		t.Fatalf("Install: %v", err)
	}
	tt := &tester{T: t, dev: dev, app: app}
	tt.do(event.Event{Kind: event.Launch})
	tt.do(event.Event{Kind: event.Wait, Millis: 4000})
	for _, told := range []string{
		"surface created", "surface changed", "texture available", "renderer created", "renderer changed", "renderer draws",
		"film ready", "film over", "title Help", "finished help.html",
		"Brushes", "Read about paint or colours & more.", "oil", "a name",
	} {
		tt.shows(told)
	}
	tt.painted("surface", color.RGBA{B: 255, A: 255})
	tt.painted("texture", color.RGBA{G: 255, A: 255})
	tt.tap("paint")
	tt.shows("Paint dries.")
	tt.do(event.Event{Kind: event.Back})
	tt.shows("Brushes")
	tt.tap("colours")
	tt.shows("asked for easel:colours")
	tt.shows("Brushes")
}

func (t *tester) shows(text string) {
	t.Helper()
	if s := texts(t.screen()); !strings.Contains(s, text) {
		log, _ := t.dev.Log(t.Context())
		t.Fatalf("the screen does not show %q:\n%s\nlog:\n%s", text, s, log)
	}
}

// painted fails unless the middle of the widget with a description has a colour.
func (t *tester) painted(desc string, want color.RGBA) {
	t.Helper()
	s := t.screen()
	i := indexOf(s, desc)
	if i < 0 {
		t.Fatalf("no widget described as %q:\n%s", desc, texts(s))
	}
	shot, err := t.dev.Screenshot(t.Context())
	if err != nil {
		t.Fatalf("Screenshot: %v", err)
	}
	m, err := png.Decode(bytes.NewReader(shot))
	if err != nil {
		t.Fatalf("Screenshot: %v", err)
	}
	x, y := s.Widgets[i].Bounds.Center()
	if got := color.RGBAModel.Convert(m.At(x, y)); got != want {
		t.Errorf("the %s is %v in the middle, want %v", desc, got, want)
	}
}

func indexOf(s *ui.Screen, desc string) int {
	for i := range s.Widgets {
		if s.Widgets[i].Desc == desc {
			return i
		}
	}
	return -1
}
