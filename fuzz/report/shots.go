package report

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"html/template"
	"image"
	"image/draw"
	"image/png"
)

// Budgets of the pictures on a page.
const (
	shotWidth   = 540      // pixels; wider pictures are made smaller
	maxPixels   = 40 << 20 // of one picture
	maxPictures = 24 << 20 // bytes of all pictures, as text
)

// shot is a picture on the page. Width and Height are those of the screen,
// which the marks refer to, not of the picture.
type shot struct {
	Source        template.URL // data URI, "" if there is no picture
	Width, Height int
}

// album makes pictures until its budget is spent.
type album struct{ used int }

// add makes a picture of a PNG. Data that is no PNG, or too large a one, makes
// an empty shot.
func (a *album) add(data []byte) shot {
	if len(data) == 0 || a.used > maxPictures {
		return shot{}
	}
	config, err := png.DecodeConfig(bytes.NewReader(data))
	if err != nil || config.Width <= 0 || config.Height <= 0 || config.Width > maxPixels/config.Height {
		return shot{}
	}
	small, err := shrink(data, config)
	if err != nil {
		return shot{}
	}
	source := "data:image/png;base64," + base64.StdEncoding.EncodeToString(small)
	a.used += len(source)
	// The text is base64 of a PNG that was decoded: nothing in it is markup.
	return shot{template.URL(source), config.Width, config.Height} //nolint:gosec // see above
}

// shrink makes a picture at most shotWidth pixels wide, by averaging.
func shrink(data []byte, config image.Config) ([]byte, error) {
	img, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		return nil, fmt.Errorf("decoding a screenshot: %w", err)
	}
	n := (config.Width + shotWidth - 1) / shotWidth
	if n > 1 {
		img = average(img, n)
	}
	var out bytes.Buffer
	enc := png.Encoder{CompressionLevel: png.DefaultCompression}
	if err := enc.Encode(&out, img); err != nil {
		return nil, fmt.Errorf("encoding a screenshot: %w", err)
	}
	return out.Bytes(), nil
}

// average makes each square of n by n pixels one. Screens have no
// transparency worth keeping: it is drawn on black.
func average(img image.Image, n int) image.Image {
	b := img.Bounds()
	full := image.NewRGBA(image.Rect(0, 0, b.Dx(), b.Dy()))
	draw.Draw(full, full.Bounds(), image.Black, image.Point{}, draw.Src)
	draw.Draw(full, full.Bounds(), img, b.Min, draw.Over)
	w, h := max(1, b.Dx()/n), max(1, b.Dy()/n)
	out := image.NewRGBA(image.Rect(0, 0, w, h))
	right := min(n, b.Dx()) // of a square, in a picture narrower than one
	for y := range h {
		for x := range w {
			var sum [3]int
			bottom := min(n, b.Dy()-y*n)
			for dy := range bottom {
				start := full.PixOffset(x*n, y*n+dy)
				for i := start; i < start+4*right; i += 4 {
					sum[0] += int(full.Pix[i])
					sum[1] += int(full.Pix[i+1])
					sum[2] += int(full.Pix[i+2])
				}
			}
			at := out.PixOffset(x, y)
			for c, v := range sum {
				out.Pix[at+c] = uint8(v / (right * bottom)) //nolint:gosec // an average of bytes
			}
			out.Pix[at+3] = 255
		}
	}
	return out
}
