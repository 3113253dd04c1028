package u2

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"strings"
	"testing"
)

// painted is a fake with a picture, and a display of its own making.
type painted struct {
	*fake
	screen  Screen
	picture []byte
	err     error
}

func (p *painted) Screen(context.Context) (Screen, error)     { return p.screen, p.err }
func (p *painted) Screenshot(context.Context) ([]byte, error) { return p.picture, p.err }

// result is what a call returns, or its error's message.
func result(t *testing.T, s *Server, method, params string) (any, string) {
	t.Helper()
	var got struct {
		Result any
		Error  *failure
	}
	if err := json.Unmarshal([]byte(call(t, s, method, params)), &got); err != nil {
		t.Fatal(err)
	}
	if got.Error != nil {
		return nil, got.Error.Message
	}
	return got.Result, ""
}

// serverFor is a server whose clock stands still.
func serverFor(d Device) *Server {
	s := serverOf(&fake{})
	c := s.rpc.clock
	c.d = d
	return newServer(d, s.rpc.log, c)
}

func pictureOf(t *testing.T, c color.Color) []byte {
	t.Helper()
	img := image.NewNRGBA(image.Rect(0, 0, 4, 6))
	for x := range 4 {
		for y := range 6 {
			img.Set(x, y, c)
		}
	}
	var b bytes.Buffer
	if err := png.Encode(&b, img); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// TestScreenshot: clients get a JPEG in base 64, opaque, and of a quality that there is.
func TestScreenshot(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		params, err string
	}{
		"default":       {`{}`, ""},
		"best":          {`[1, 100]`, ""},
		"beyond best":   {`[1, 1000]`, ""},
		"below worst":   {`[1.0, -3]`, ""},
		"no number":     {`["x"]`, "bad parameters"},
		"too many kept": {`[1, 80, 7]`, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, message := result(t, serverFor(&painted{fake: &fake{}, picture: pictureOf(t, color.NRGBA{200, 0, 0, 255})}), "takeScreenshot", test.params)
			if test.err != "" {
				if !strings.Contains(message, test.err) {
					t.Errorf("%q, want %s", message, test.err)
				}
				return
			}
			text, _ := got.(string)
			data, err := base64.StdEncoding.DecodeString(text)
			if err != nil {
				t.Fatal(err)
			}
			img, err := jpeg.Decode(bytes.NewReader(data))
			if err != nil || img.Bounds().Dx() != 4 || img.Bounds().Dy() != 6 {
				t.Fatalf("%v, %v", img, err)
			}
			if r, _, b, _ := img.At(2, 2).RGBA(); name == "best" && (r < 0xb000 || b > 0x2000) {
				t.Errorf("a red picture became %x %x", r, b)
			}
		})
	}
	if _, message := result(t, serverFor(&painted{fake: &fake{}, picture: []byte("no picture")}), "takeScreenshot", "[]"); !strings.Contains(message, "reading the device's picture") {
		t.Errorf("no picture: %q", message)
	}
	if _, message := result(t, serverFor(&painted{fake: &fake{}, err: errors.New("the device is gone")}), "takeScreenshot", "[]"); message != "the device is gone" {
		t.Errorf("no device: %q", message)
	}
}

// TestDeviceInfo: sizes in pixels and in dp, as the display is turned.
func TestDeviceInfo(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		screen Screen
		want   map[string]any
	}{
		"portrait": {Screen{Front: "a.b/.C", Width: 720, Height: 1280, Density: 320, API: 35},
			map[string]any{"currentPackageName": "a.b", "displayWidth": 720.0, "displaySizeDpX": 360.0, "displaySizeDpY": 640.0, "naturalOrientation": true, "sdkInt": 35.0}},
		"turned": {Screen{Front: "a.b/.C", Width: 1280, Height: 720, Rotation: 1, Density: 160},
			map[string]any{"displayRotation": 1.0, "displaySizeDpX": 1280.0, "naturalOrientation": false}},
		"home screen": {Screen{Width: 1, Height: 1},
			map[string]any{"currentPackageName": "", "displaySizeDpX": 160.0, "screenOn": true}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, message := result(t, serverFor(&painted{fake: &fake{}, screen: test.screen}), "deviceInfo", "{}")
			info, _ := got.(map[string]any)
			for key, want := range test.want {
				if info[key] != want {
					t.Errorf("%s is %v, want %v (%s)", key, info[key], want, message)
				}
			}
		})
	}
}

// TestDump: the hierarchy in the words of the server, as deep as wanted.
func TestDump(t *testing.T) {
	t.Parallel()
	const two = `<hierarchy rotation="0"><node text="a &lt; &quot;b&quot;" class="A" bounds="[0,0][10,20]"><node text="" hint="deep" class="B" /></node></hierarchy>`
	for name, test := range map[string]struct {
		xml, params string
		rotation    int
		has, lacks  []string
	}{
		"all":       {two, `[false, 50]`, 0, []string{`<hierarchy rotation="0">`, `text="a &lt; &#34;b&#34;"`, `class="B"`, `text="deep"`, `drawing-order="1"`, `visible-to-user="true"`}, nil},
		"one level": {two, `[false, 1]`, 3, []string{`<hierarchy rotation="3">`, `class="A"`}, []string{`class="B"`}},
		"no level":  {two, `[true, 0]`, 0, []string{`<hierarchy rotation="0"></hierarchy>`}, []string{"node"}},
		"nothing":   {`<hierarchy />`, `[]`, 0, []string{`></hierarchy>`}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, message := result(t, serverFor(&painted{fake: &fake{}, screen: Screen{XML: test.xml, Rotation: test.rotation}}), "dumpWindowHierarchy", test.params)
			text, _ := got.(string)
			for _, want := range test.has {
				if !strings.Contains(text, want) {
					t.Errorf("no %s in %s (%s)", want, text, message)
				}
			}
			for _, other := range test.lacks {
				if strings.Contains(text, other) {
					t.Errorf("%s is in %s", other, text)
				}
			}
		})
	}
}

// TestParseRefuses: dumps that are too large, too deep or no XML.
func TestParseRefuses(t *testing.T) {
	t.Parallel()
	node := func(n int) string { return strings.Repeat("<node>", n) + strings.Repeat("</node>", n) }
	for name, test := range map[string]struct {
		xml string
		ok  bool
	}{
		"as deep as allowed": {"<hierarchy>" + node(maxDepth) + "</hierarchy>", true},
		"too deep":           {"<hierarchy>" + node(maxDepth+1) + "</hierarchy>", false},
		"as many as allowed": {"<hierarchy>" + strings.Repeat("<node/>", maxNodes) + "</hierarchy>", true},
		"too many":           {"<hierarchy>" + strings.Repeat("<node/>", maxNodes+1) + "</hierarchy>", false},
		"ends early":         {"<hierarchy><node>", false},
		"no XML":             {"<hierarchy bounds=1>", false},
		"empty":              {"", true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if _, err := parse(test.xml); (err == nil) != test.ok {
				t.Error(err)
			}
		})
	}
}

// TestOrientations: by the names that clients use.
func TestOrientations(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"natural": "rotate 0", "n": "rotate 0", "left": "rotate 1", "l": "rotate 1", "upsidedown": "rotate 2", "u": "rotate 2", "right": "rotate 3", "r": "rotate 3",
		"sideways": "", "": "",
	} {
		f := &fake{xml: page}
		call(t, serverOf(f), "setOrientation", `["`+name+`"]`)
		if did := strings.Join(f.did, ";"); did != want {
			t.Errorf("%s did %q, want %q", name, did, want)
		}
	}
}
