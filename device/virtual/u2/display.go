package u2

import (
	"bytes"
	"context"
	"encoding/base64"
	"fmt"
	"image"
	"image/draw"
	"image/jpeg"
	"image/png"
	"strings"
)

// display is what the device shows: its hierarchy, its picture, its orientation.
type display struct{ d Device }

func (s *display) methods() map[string]method {
	return map[string]method{
		"deviceInfo": s.deviceInfo, "dumpWindowHierarchy": s.dump, "takeScreenshot": s.screenshot,
		"setOrientation": s.setOrientation,
		"freezeRotation": null, // the display turns only when it is told to
		"waitForIdle":    yes, "waitForWindowUpdate": yes, "wakeUp": yes, "sleep": yes, "isScreenOn": yes,
		"openNotification": no, "openQuickSettings": no, "getLastTraversedText": null, "clearLastTraversedText": null,
	}
}

func (s *display) deviceInfo(ctx context.Context, _ params) (any, error) {
	screen, err := s.d.Screen(ctx)
	if err != nil {
		return nil, err
	}
	pkg, _, _ := strings.Cut(screen.Front, "/")
	dp := func(pixels int) int { return pixels * 160 / max(screen.Density, 1) }
	return map[string]any{
		"currentPackageName": pkg, "displayWidth": screen.Width, "displayHeight": screen.Height,
		"displayRotation": screen.Rotation, "displaySizeDpX": dp(screen.Width), "displaySizeDpY": dp(screen.Height),
		"productName": "talpa", "screenOn": true, "sdkInt": screen.API, "naturalOrientation": screen.Rotation == 0,
	}, nil
}

// look is the hierarchy shown.
func (s *display) look(ctx context.Context) (*node, Screen, error) {
	screen, err := s.d.Screen(ctx)
	if err != nil {
		return nil, screen, err
	}
	root, err := parse(screen.XML)
	return root, screen, err
}

// dump is dumpWindowHierarchy(compressed, levels).
func (s *display) dump(ctx context.Context, p params) (any, error) {
	var compressed scalar
	levels := maxDepth
	if err := p.to(0, &compressed, &levels); err != nil {
		return nil, err
	}
	root, screen, err := s.look(ctx)
	if err != nil {
		return nil, err
	}
	return document(root, screen.Rotation, levels), nil
}

// screenshot is takeScreenshot(scale, quality): a JPEG in base 64.
func (s *display) screenshot(ctx context.Context, p params) (any, error) {
	scale, quality := 1.0, 80
	if err := p.to(0, &scale, &quality); err != nil {
		return nil, err
	}
	data, err := s.jpeg(ctx, quality)
	if err != nil {
		return nil, err
	}
	return base64.StdEncoding.EncodeToString(data), nil
}

func (s *display) jpeg(ctx context.Context, quality int) ([]byte, error) {
	raw, err := s.d.Screenshot(ctx)
	if err != nil {
		return nil, err
	}
	img, err := png.Decode(bytes.NewReader(raw))
	if err != nil {
		return nil, fmt.Errorf("reading the device's picture: %w", err)
	}
	opaque := image.NewRGBA(img.Bounds())
	draw.Draw(opaque, opaque.Bounds(), img, img.Bounds().Min, draw.Src)
	var out bytes.Buffer
	err = jpeg.Encode(&out, opaque, &jpeg.Options{Quality: min(max(quality, 1), 100)})
	return out.Bytes(), err
}

// orientations are the names of quarter turns.
var orientations = map[string]int{
	"natural": 0, "n": 0, "left": 1, "l": 1, "upsidedown": 2, "u": 2, "right": 3, "r": 3,
}

func (s *display) setOrientation(ctx context.Context, p params) (any, error) {
	var name string
	if err := p.to(1, &name); err != nil {
		return nil, err
	}
	turns, ok := orientations[name]
	if !ok {
		return nil, fmt.Errorf("%w: no orientation %q", errParams, name)
	}
	return nil, s.d.Rotate(ctx, turns)
}
