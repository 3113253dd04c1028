package framework

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"image"
	"image/draw"
	"image/png"
	"strings"

	"talpa/device/virtual/shell"
)

// What a picture without compression begins with, in Android's numbers.
const (
	pixelsRGBA = 1
	spaceSRGB  = 1
)

// screencap is the command: a PNG with -p or for a file that is named so, else
// the pixels.
func screencap(ctx context.Context, d Device, c *shell.Call) int {
	file, compressed := "", false
	for i := 1; i < len(c.Args); i++ {
		switch a := c.Args[i]; {
		case a == "-d": // the display, of which there is one
			i++
		case a == "-p":
			compressed = true
		case !strings.HasPrefix(a, "-"):
			file = a
		}
	}
	var picture []byte
	var err error
	d.With(func(s System) int { picture, err = s.Screenshot(ctx); return 0 })
	if err == nil && !compressed && !strings.HasSuffix(file, ".png") {
		picture, err = pixels(picture)
	}
	switch {
	case err != nil:
	case file == "":
		_, err = c.Out.Write(picture)
	default:
		err = save(c, file, picture)
	}
	if err != nil {
		return c.Fail("%v", err)
	}
	return 0
}

// pixels is a PNG as screencap writes it without compression: width, height,
// format and colour space, four bytes each, the smallest first, then the rows of
// red, green, blue and alpha.
func pixels(picture []byte) ([]byte, error) {
	decoded, err := png.Decode(bytes.NewReader(picture))
	if err != nil {
		return nil, fmt.Errorf("reading the screenshot: %w", err)
	}
	size := decoded.Bounds()
	rgba := image.NewRGBA(image.Rect(0, 0, size.Dx(), size.Dy()))
	draw.Draw(rgba, rgba.Bounds(), decoded, size.Min, draw.Src)
	var out []byte
	for _, v := range []int{size.Dx(), size.Dy(), pixelsRGBA, spaceSRGB} {
		out = binary.LittleEndian.AppendUint32(out, uint32(v))
	}
	return append(out, rgba.Pix...), nil
}
