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
	"time"
)

// stepMillis is how long one step of a swipe takes in UiAutomator.
const stepMillis = 5

// methods are the functions that clients call, those without a view. The
// functions on views are in objects.go and scroll.go.
var methods map[string]method

func init() {
	methods = map[string]method{
		"deviceInfo": (*Server).deviceInfo, "dumpWindowHierarchy": (*Server).dump, "takeScreenshot": (*Server).screenshot,
		"pressKey": (*Server).pressKey, "pressKeyCode": (*Server).pressKeyCode,
		"swipe": (*Server).swipe, "swipePoints": (*Server).swipePoints, "drag": (*Server).drag,
		"injectInputEvent": (*Server).inject, "click": (*Server).click, "longClick": (*Server).longClick,
		"setOrientation": (*Server).setOrientation,
		"freezeRotation": null, // the display turns only when it is told to
		"getClipboard":   (*Server).getClipboard, "setClipboard": (*Server).setClipboard,
		"pasteClipboard": (*Server).pasteClipboard, "clearInputText": (*Server).clearInputText,
		"getLastToast": (*Server).lastToast, "clearLastToast": (*Server).clearToast, "makeToast": yes,
		"waitForIdle": yes, "waitForWindowUpdate": yes, "wakeUp": yes, "sleep": yes, "isScreenOn": yes,
		"openNotification": no, "openQuickSettings": no, "getLastTraversedText": null, "clearLastTraversedText": null,
	}
	for name, f := range objectMethods {
		methods[name] = f
	}
	for name, f := range scrollMethods() {
		methods[name] = f
	}
}

func yes(*Server, context.Context, params) (any, error)  { return true, nil }
func no(*Server, context.Context, params) (any, error)   { return false, nil }
func null(*Server, context.Context, params) (any, error) { return nil, nil }

func (s *Server) deviceInfo(ctx context.Context, _ params) (any, error) {
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
func (s *Server) look(ctx context.Context) (*node, Screen, error) {
	screen, err := s.d.Screen(ctx)
	if err != nil {
		return nil, screen, err
	}
	root, err := parse(screen.XML)
	return root, screen, err
}

// dump is dumpWindowHierarchy(compressed, levels).
func (s *Server) dump(ctx context.Context, p params) (any, error) {
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
func (s *Server) screenshot(ctx context.Context, p params) (any, error) {
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

func (s *Server) jpeg(ctx context.Context, quality int) ([]byte, error) {
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

// keys are the names that clients use for keys.
var keys = map[string]string{
	"home": "HOME", "back": "BACK", "left": "DPAD_LEFT", "right": "DPAD_RIGHT", "up": "DPAD_UP", "down": "DPAD_DOWN",
	"center": "DPAD_CENTER", "menu": "MENU", "search": "SEARCH", "enter": "ENTER", "delete": "DEL", "del": "DEL",
	"recent": "APP_SWITCH", "volume_up": "VOLUME_UP", "volume_down": "VOLUME_DOWN", "volume_mute": "VOLUME_MUTE",
	"camera": "CAMERA", "power": "POWER", "space": "SPACE", "tab": "TAB",
}

func (s *Server) pressKey(ctx context.Context, p params) (any, error) {
	var name string
	if err := p.to(1, &name); err != nil {
		return nil, err
	}
	key, ok := keys[strings.ToLower(name)]
	if !ok {
		return nil, fmt.Errorf("%w: no key %q", errParams, name)
	}
	return true, s.d.Key(ctx, key, 0)
}

func (s *Server) pressKeyCode(ctx context.Context, p params) (any, error) {
	var code, meta int
	if err := p.to(1, &code, &meta); err != nil {
		return nil, err
	}
	return true, s.d.Key(ctx, fmt.Sprint(code), meta)
}

// steps is the time that so many steps of a movement take.
func steps(n int) time.Duration {
	return min(time.Duration(max(n, 2))*stepMillis*time.Millisecond, maxWait)
}

// way is the movement of one finger along a line.
func way(points ...Point) [][]Point { return [][]Point{points} }

// swipe is swipe(x1, y1, x2, y2, steps), or swipe(selector, direction, ..., steps).
func (s *Server) swipe(ctx context.Context, p params) (any, error) {
	if len(p) > 1 && len(p[1]) > 0 && p[1][0] == '"' {
		return s.swipeObject(ctx, p)
	}
	var a, b Point
	n := 55
	if err := p.to(4, &a.X, &a.Y, &b.X, &b.Y, &n); err != nil {
		return nil, err
	}
	return true, s.d.Fingers(ctx, way(a, b), 0, steps(n))
}

// swipePoints is swipePoints([x, y, x, y, ...], steps between two points).
func (s *Server) swipePoints(ctx context.Context, p params) (any, error) {
	var flat []float64
	n := 55
	if err := p.to(1, &flat, &n); err != nil {
		return nil, err
	}
	if len(flat) < 2 || len(flat)%2 != 0 || len(flat) > 2000 {
		return nil, fmt.Errorf("%w: %d coordinates", errParams, len(flat))
	}
	var points []Point
	for i := 0; i < len(flat); i += 2 {
		points = append(points, Point{flat[i], flat[i+1]})
	}
	return true, s.d.Fingers(ctx, way(points...), 0, steps(min(n, 10_000)*(len(points)-1)))
}

// longPress is how long a finger rests before a drag, and in a long click.
const longPress = 600 * time.Millisecond

func (s *Server) drag(ctx context.Context, p params) (any, error) {
	var a, b Point
	n := 100
	if err := p.to(4, &a.X, &a.Y, &b.X, &b.Y, &n); err != nil {
		return nil, err
	}
	return true, s.d.Fingers(ctx, way(a, b), longPress, steps(n))
}

// inject is injectInputEvent(action, x, y, meta) with MotionEvent's actions.
func (s *Server) inject(ctx context.Context, p params) (any, error) {
	var action int
	var at Point
	if err := p.to(3, &action, &at.X, &at.Y); err != nil {
		return nil, err
	}
	names := []string{"down", "up", "move"}
	if action < 0 || action >= len(names) {
		return nil, fmt.Errorf("%w: action %d", errParams, action)
	}
	return true, s.d.Touch(ctx, names[action], at)
}

// orientations are the names of quarter turns.
var orientations = map[string]int{
	"natural": 0, "n": 0, "left": 1, "l": 1, "upsidedown": 2, "u": 2, "right": 3, "r": 3,
}

func (s *Server) setOrientation(ctx context.Context, p params) (any, error) {
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

func (s *Server) getClipboard(ctx context.Context, _ params) (any, error) {
	return s.d.Clipboard(ctx, nil)
}

// setClipboard is setClipboard(label, text).
func (s *Server) setClipboard(ctx context.Context, p params) (any, error) {
	var label, text string
	if err := p.to(2, &label, &text); err != nil {
		return nil, err
	}
	_, err := s.d.Clipboard(ctx, &text)
	return nil, err
}

func (s *Server) pasteClipboard(ctx context.Context, _ params) (any, error) {
	text, err := s.d.Clipboard(ctx, nil)
	if err != nil || text == "" {
		return nil, err
	}
	return nil, s.d.Type(ctx, text, false)
}

func (s *Server) clearInputText(ctx context.Context, _ params) (any, error) {
	return nil, s.d.Type(ctx, "", true)
}

func (s *Server) lastToast(ctx context.Context, _ params) (any, error) {
	text, count, err := s.d.Toast(ctx)
	s.mu.Lock()
	defer s.mu.Unlock()
	if count < s.toasts { // another process
		s.toasts = 0
	}
	if err != nil || count == s.toasts || text == "" {
		return nil, err
	}
	return text, nil
}

func (s *Server) clearToast(ctx context.Context, _ params) (any, error) {
	_, count, err := s.d.Toast(ctx)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.toasts = count
	return true, err
}
