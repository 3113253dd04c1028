package virtual

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"strings"

	"talpa/device/virtual/runtime"
)

// homeXML is what is shown when no app is in front.
const homeXML = `<?xml version='1.0' encoding='UTF-8' standalone='yes' ?><hierarchy rotation="%d">` +
	`<node index="0" text="" resource-id="" class="android.widget.FrameLayout" package="talpa.home" content-desc="" ` +
	`checkable="false" checked="false" clickable="false" enabled="true" focusable="false" focused="false" ` +
	`scrollable="false" long-clickable="false" password="false" selected="false" bounds="[0,0][%d,%d]" /></hierarchy>`

// hierarchy is the hierarchy shown, and the activity in front. An app that was left and shows no window leaves the home
// screen to be seen, whether or not its process runs.
func (s *processes) hierarchy(ctx context.Context) (xml, top string, err error) {
	if p := s.alive(); p != nil {
		var r struct{ XML string }
		_, err := s.request(ctx, p, runtime.AnswerTimeout, "dump", nil, &r)
		left := err == nil && p.Front() == "" && !strings.Contains(r.XML, "<node")
		if err == nil && !left {
			return r.XML, p.Front(), nil
		}
		if !left && !errors.Is(err, runtime.ErrAppDied) {
			return "", "", err
		}
	}
	w, h := s.size()
	return fmt.Sprintf(homeXML, s.config.rotation, w, h), "", nil
}

// screenshot is what is shown, as PNG.
func (s *processes) screenshot(ctx context.Context) ([]byte, error) {
	if p := s.alive(); p != nil {
		raw, err := s.request(ctx, p, runtime.AnswerTimeout, "screenshot", nil, nil)
		if err == nil && len(raw) > 0 {
			return raw, nil
		}
		if err != nil && !errors.Is(err, runtime.ErrAppDied) {
			return nil, err
		}
	}
	w, h := s.size()
	img := image.NewPaletted(image.Rect(0, 0, w, h), color.Palette{color.Gray{0x20}})
	var b bytes.Buffer
	if err := png.Encode(&b, img); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}
