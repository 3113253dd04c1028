package u2

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"
)

const page = `<?xml version='1.0' encoding='UTF-8' standalone='yes' ?>
<hierarchy rotation="0"><node index="0" text="" resource-id="" class="android.widget.FrameLayout" package="p" content-desc="" enabled="true" bounds="[0,0][720,1280]">
<node index="0" text="Title" resource-id="p:id/title" class="android.widget.TextView" package="p" enabled="true" bounds="[0,0][720,100]" />
<node index="1" text="" resource-id="p:id/list" class="android.widget.ListView" package="p" scrollable="true" enabled="true" bounds="[0,100][720,1100]">
<node index="0" text="" class="android.widget.LinearLayout" package="p" clickable="true" enabled="true" bounds="[0,100][720,200]"><node index="0" text="One" class="android.widget.TextView" package="p" bounds="[0,100][360,200]" /><node index="1" text="" content-desc="Star" class="android.widget.ImageView" package="p" bounds="[360,100][720,200]" /></node>
<node index="1" text="" class="android.widget.LinearLayout" package="p" clickable="true" enabled="true" bounds="[0,200][720,300]"><node index="0" text="Two &amp; more" class="android.widget.TextView" package="p" bounds="[0,200][360,300]" /><node index="1" text="" content-desc="Star" class="android.widget.ImageView" package="p" checked="true" bounds="[360,200][720,300]" /></node>
</node>
<node index="2" text="" hint="Name" input-type="1" resource-id="p:id/name" class="android.widget.EditText" package="p" focused="false" enabled="true" bounds="[0,1100][720,1200]" />
</node></hierarchy>`

// fake is a device that shows one page and notes what it is asked to do.
type fake struct {
	xml   string
	did   []string
	clip  string
	shown int
}

func (f *fake) note(format string, args ...any) error {
	f.did = append(f.did, fmt.Sprintf(format, args...))
	return nil
}

func (f *fake) Serial() string { return "talpa-1" }

func (f *fake) Shell(_ context.Context, line string, in io.Reader, out, _ io.Writer) int {
	data, _ := io.ReadAll(in)
	_ = f.note("shell %s%s", line, data)
	switch {
	case strings.HasPrefix(line, "dumpsys package p"):
		_, _ = io.WriteString(out, "    versionCode=7 minSdk=21\n    versionName=1.2\n")
	case strings.HasPrefix(line, "cmd package resolve-activity"):
		_, _ = io.WriteString(out, "priority=0\np/p.Main\n")
	case line == "fail":
		return 3
	default:
		_, _ = io.WriteString(out, "said\n")
	}
	return 0
}

func (f *fake) Screen(context.Context) (Screen, error) {
	return Screen{XML: f.xml, Front: "p/p.Main", Width: 720, Height: 1280, Density: 320, API: 35}, nil
}
func (f *fake) Screenshot(context.Context) ([]byte, error) { return nil, io.EOF }
func (f *fake) Press(_ context.Context, at Point, long time.Duration) error {
	return f.note("press %v %v", at, long)
}
func (f *fake) Fingers(_ context.Context, paths [][]Point, hold, long time.Duration) error {
	return f.note("fingers %v %v %v", paths, hold, long)
}
func (f *fake) Touch(_ context.Context, action string, at Point) error {
	return f.note("%s %v", action, at)
}
func (f *fake) Key(_ context.Context, name string, meta int) error {
	return f.note("key %s %d", name, meta)
}
func (f *fake) Type(_ context.Context, text string, clear bool) error {
	return f.note("type %q %v", text, clear)
}
func (f *fake) Rotate(_ context.Context, rotation int) error     { return f.note("rotate %d", rotation) }
func (f *fake) Wait(_ context.Context, long time.Duration) error { return f.note("wait %v", long) }
func (f *fake) Clipboard(_ context.Context, text *string) (string, error) {
	if text != nil {
		f.clip = *text
	}
	return f.clip, nil
}
func (f *fake) Toast(context.Context) (string, int, error) {
	if f.shown == 0 {
		return "", 0, nil
	}
	return "hello", f.shown, nil
}

// serverOf is a server whose clock moves only while it sleeps.
func serverOf(f *fake) *Server {
	now := time.Unix(1000, 0)
	return newServer(f, slog.New(slog.DiscardHandler), &clock{
		d: f, now: func() time.Time { return now },
		sleep: func(_ context.Context, d time.Duration) { now = now.Add(d) },
	})
}

// call sends a request as the clients write them.
func call(t testing.TB, s *Server, method, params string) string {
	t.Helper()
	body := fmt.Sprintf(`{"jsonrpc": "2.0", "id": 1, "method": %q, "params": %s}`, method, params)
	data, err := json.Marshal(s.rpc.answer(t.Context(), []byte(body)))
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// sel writes a selector as the clients do.
func sel(fields string) string {
	return `{"mask": 0, "childOrSibling": [], "childOrSiblingSelector": [], ` + fields + `}`
}

// TestSelectors: which views the clients' selectors mean, by what they look like.
func TestSelectors(t *testing.T) {
	t.Parallel()
	child := func(kind, fields, of string) string {
		return `{"mask": 16, "childOrSibling": ["` + kind + `"], "childOrSiblingSelector": [` + sel(fields) + `], ` + of + `}`
	}
	list := `"resourceId": "p:id/list"`
	for _, test := range []struct{ name, selector, count, center string }{
		{"text", sel(`"text": "One"`), "1", "{180 150}"},
		{"no such text", sel(`"text": "one"`), "0", ""},
		{"part of a text, whatever its case", sel(`"textContains": "& MORE"`), "1", "{180 250}"},
		{"beginning", sel(`"textStartsWith": "t"`), "2", "{360 50}"},
		{"pattern", sel(`"textMatches": "T.o.*"`), "1", "{180 250}"},
		{"pattern of a class", sel(`"classNameMatches": ".*TextView"`), "3", "{360 50}"},
		{"instance", sel(`"className": "android.widget.TextView", "instance": 2`), "1", "{180 250}"},
		{"instance beyond", sel(`"className": "android.widget.TextView", "instance": 3`), "0", ""},
		{"description", sel(`"description": "Star"`), "2", "{540 150}"},
		{"truth", sel(`"description": "Star", "checked": true`), "1", "{540 250}"},
		{"hint", sel(`"text": "Name"`), "1", "{360 1150}"},
		{"index as text", sel(`"className": "android.widget.LinearLayout", "index": "1"`), "1", "{360 250}"},
		{"child", child("child", `"text": "Two & more"`, list), "1", "{180 250}"},
		{"child by index", child("child", `"index": "1"`, list), "3", "{540 150}"},
		{"sibling", child("sibling", `"description": "Star"`, `"text": "Two & more"`), "1", "{540 250}"},
		{"parent with instance", child("child", `"description": "Star"`, `"clickable": true, "instance": 1`), "1", "{540 250}"},
		{"child of nothing", child("child", `"index": 0`, `"text": "none"`), "0", ""},
		{"everything", sel(`"packageName": "p"`), "10", "{360 640}"},
	} {
		f := &fake{xml: page}
		s := serverOf(f)
		if got := call(t, s, "count", "["+test.selector+"]"); !strings.Contains(got, `"result":`+test.count+`}`) {
			t.Errorf("%s: %s, want %s", test.name, got, test.count)
		}
		got := call(t, s, "click", "["+test.selector+"]")
		switch {
		case test.center == "" && !strings.Contains(got, "uiautomator.UiObjectNotFoundException"):
			t.Errorf("%s: click: %s", test.name, got)
		case test.center != "" && strings.Join(f.did, ";") != "press "+test.center+" 0s":
			t.Errorf("%s: %v, want a press at %s", test.name, f.did, test.center)
		}
	}
}

// TestCalls are requests as the clients of both generations send them.
func TestCalls(t *testing.T) {
	t.Parallel()
	one, name := sel(`"text": "One"`), sel(`"resourceId": "p:id/name"`)
	for _, test := range []struct{ method, params, want, did string }{
		{"deviceInfo", `{}`, `"currentPackageName":"p","displayHeight":1280`, ""},
		{"click", `[10, 20]`, `"result":true`, "press {10 20} 0s"},
		{"click", `[10.5, 20, 500]`, `"result":true`, "press {10.5 20} 500ms"},
		{"injectInputEvent", `[0, 1, 2, 0]`, `true`, "down {1 2}"},
		{"injectInputEvent", `[9, 1, 2, 0]`, `bad parameters`, ""},
		{"swipe", `[1, 2, 3, 4, 20]`, `true`, "fingers [[{1 2} {3 4}]] 0s 100ms"},
		{"swipePoints", `[[1, 2, 3, 4, 5, 6], 10]`, `true`, "fingers [[{1 2} {3 4} {5 6}]] 0s 100ms"},
		{"drag", `[1, 2, 3, 4, 100]`, `true`, "fingers [[{1 2} {3 4}]] 600ms 500ms"},
		{"dragTo", `[` + one + `, 5, 6, 100]`, `true`, "fingers [[{180 150} {5 6}]] 600ms 500ms"},
		{"dragTo", `[` + one + `, ` + name + `, 100]`, `true`, "fingers [[{180 150} {360 1150}]] 600ms 500ms"},
		{"gesture", `[` + one + `, {"x": 1, "y": 2}, {"x": 3, "y": 4}, {"x": 5, "y": 6}, {"x": 7, "y": 8}, 50]`, `true`,
			"fingers [[{1 2} {5 6}] [{3 4} {7 8}]] 0s 250ms"},
		{"pinchOut", `[` + one + `, 100, 50]`, `true`, "fingers [[{160 150} {1 150}] [{200 150} {359 150}]] 0s 250ms"},
		{"pressKey", `["back"]`, `true`, "key BACK 0"},
		{"pressKey", `["fly"]`, `no key`, ""},
		{"pressKeyCode", `[66]`, `true`, "key 66 0"},
		{"setText", `[` + name + `, "abc"]`, `true`, `press {360 1150} 0s;type "abc" true`},
		{"clearTextField", `[` + name + `]`, `null`, `press {360 1150} 0s;type "" true`},
		{"getText", `[` + one + `]`, `"result":"One"`, ""},
		{"exist", `[` + one + `]`, `"result":true`, ""},
		{"objInfo", `[` + one + `]`, `"bounds":{"bottom":200,"left":0,"right":360,"top":100}`, ""},
		{"objInfoOfAllInstances", `[` + sel(`"text": "none"`) + `]`, `"result":[]`, ""},
		{"waitForExists", `[` + one + `, 20000]`, `"result":true`, ""},
		{"waitUntilGone", `[` + one + `, 400]`, `"result":false`, "wait 200ms;wait 200ms"},
		{"setOrientation", `["left"]`, `null`, "rotate 1"},
		{"dumpWindowHierarchy", `[false, 50]`, `text=\"Name\"`, ""},
		{"dumpWindowHierarchy", `[false, null]`, `visible-to-user=\"true\"`, ""},
		{"scrollForward", `[` + sel(`"scrollable": true`) + `, true, 55]`, `"result":false`, "fingers [[{360 999} {360 200}]] 0s 275ms"},
		{"flingBackward", `[` + sel(`"scrollable": true`) + `, false]`, `"result":false`, "fingers [[{72 600} {647 600}]] 0s 25ms"},
		{"scrollTo", `[` + sel(`"scrollable": true`) + `, ` + one + `, true]`, `"result":true`, ""},
		{"setClipboard", `[null, "x"]`, `null`, ""},
		{"getLastToast", `{}`, `"result":null`, ""},
		{"fly", `[]`, `-32601`, ""},
		{"count", `["object-9"]`, `UiObjectNotFoundException`, ""},
		{"count", `[]`, `-32602`, ""},
		{"count", `[{"color": "red"}]`, `unknown criterion`, ""},
	} {
		f := &fake{xml: page}
		s := serverOf(f)
		if got := call(t, s, test.method, test.params); !strings.Contains(got, test.want) {
			t.Errorf("%s %s: %s, want %s", test.method, test.params, got, test.want)
		}
		if did := strings.Join(f.did, ";"); did != test.did {
			t.Errorf("%s %s did %s, want %s", test.method, test.params, did, test.did)
		}
	}
}

// TestChildByText: an object that the client keeps by name.
func TestChildByText(t *testing.T) {
	t.Parallel()
	f := &fake{xml: page}
	s := serverOf(f)
	row, rows := sel(`"clickable": true`), sel(`"resourceId": "p:id/list"`)
	got := call(t, s, "childByText", `[`+rows+`, `+row+`, "Two & more"]`)
	if !strings.Contains(got, `"result":"object-1"`) {
		t.Fatal(got)
	}
	call(t, s, "click", `["object-1"]`)
	if did := strings.Join(f.did, ";"); did != "press {360 250} 0s" {
		t.Errorf("did %s", did)
	}
	if got := call(t, s, "childByText", `[`+rows+`, `+row+`, "Three"]`); !strings.Contains(got, "NotFound") {
		t.Error(got)
	}
}

// TestPauses: what a client sleeps passes on the device's clock.
func TestPauses(t *testing.T) {
	t.Parallel()
	f := &fake{xml: page}
	s := serverOf(f)
	call(t, s, "click", `[1, 2]`)
	s.rpc.clock.sleep(t.Context(), 2*time.Second)
	call(t, s, "click", `[1, 2]`)
	call(t, s, "click", `[1, 2]`)
	if did := strings.Join(f.did, ";"); did != "press {1 2} 0s;wait 2s;press {1 2} 0s;press {1 2} 0s" {
		t.Errorf("did %s", did)
	}
}

func TestToast(t *testing.T) {
	t.Parallel()
	f := &fake{xml: page, shown: 1}
	s := serverOf(f)
	for _, step := range []struct{ method, want string }{
		{"getLastToast", `"hello"`}, {"clearLastToast", `true`}, {"getLastToast", `null`},
	} {
		if got := call(t, s, step.method, "[10000]"); !strings.Contains(got, `"result":`+step.want) {
			t.Errorf("%s: %s", step.method, got)
		}
	}
}

// TestAgent are the paths of atx-agent as generation 2 uses them.
func TestAgent(t *testing.T) {
	t.Parallel()
	f := &fake{xml: page}
	web := httptest.NewServer(serverOf(f).Handler())
	defer web.Close()
	send := func(method, path, form string) string {
		t.Helper()
		r, err := http.NewRequestWithContext(t.Context(), method, web.URL+path, strings.NewReader(form))
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		if strings.HasPrefix(form, "--") {
			r.Header.Set("Content-Type", "multipart/form-data; boundary=b")
		}
		answer, err := web.Client().Do(r)
		if err != nil {
			t.Fatal(err)
		}
		defer answer.Body.Close()
		body, err := io.ReadAll(answer.Body)
		if err != nil {
			t.Fatal(err)
		}
		return fmt.Sprintf("%d %s", answer.StatusCode, body)
	}
	for _, test := range []struct{ method, path, form, want string }{
		{"GET", "/ping", "", "200 pong"},
		{"GET", "/version", "", "200 0.10.0"},
		{"GET", "/info", "", `"display":{"height":1280,"width":720}`},
		{"GET", "/packages/p/info", "", `"mainActivity":"p.Main"`},
		{"GET", "/packages/q/info", "", `"success":false`},
		{"POST", "/shell", url.Values{"command": {"getprop x"}, "timeout": {"60"}}.Encode(), `"exitCode":0,"output":"said\n"`},
		{"POST", "/shell", url.Values{"command": {"fail"}}.Encode(), `"exitCode":3`},
		{"POST", "/shell", "", "400"},
		{"GET", "/shell/stream?command=ls", "", "200 said"},
		{"GET", "/services/uiautomator", "", `"running":true`},
		{"DELETE", "/services/uiautomator", "", `"success":true`},
		{"GET", "/services/uiautomator", "", `"running":false`},
		{"POST", "/jsonrpc/0", `{"jsonrpc":"2.0","id":"x","method":"isScreenOn"}`, `"id":"x","result":true`},
		{"GET", "/services/uiautomator", "", `"running":true`},
		{"POST", "/session/p", "flags=-S", `"mainActivity":"p/p.Main"`},
		{"POST", "/upload/data/local/tmp/", "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"it's\"\r\n\r\nhello\r\n--b--\r\n",
			`"size":5,"target":"/data/local/tmp/it's"`},
		{"GET", "/raw/sdcard/x", "", "200 said"},
		{"GET", "/screenshot/0", "", "500"},
		{"POST", "/jsonrpc/0", `garbage`, `-32700`},
		{"GET", "/evil", "", "404"},
	} {
		if got := send(test.method, test.path, test.form); !strings.Contains(got, test.want) {
			t.Errorf("%s %s: %s, want %s", test.method, test.path, got, test.want)
		}
	}
	if did := strings.Join(f.did, "\n"); !strings.Contains(did, `shell cat > '/data/local/tmp/it'\''s'hello`) {
		t.Errorf("the upload is not in\n%s", did)
	}
}

func TestKeyboard(t *testing.T) {
	t.Parallel()
	typed, ok, err := Keyboard("ADB_KEYBOARD_INPUT_TEXT", map[string]any{"text": "w6Q="})
	if typed.Text != "ä" || !ok || err != nil {
		t.Errorf("%+v %v %v", typed, ok, err)
	}
	if _, ok, err := Keyboard("ADB_SET_TEXT", map[string]any{"text": "?"}); !ok || err == nil {
		t.Error("bad base 64 was taken")
	}
	if _, ok, _ := Keyboard("android.intent.action.VIEW", nil); ok {
		t.Error("any broadcast was taken")
	}
}

// FuzzRequest: no request makes the server panic or hang.
func FuzzRequest(f *testing.F) {
	f.Add(`{"jsonrpc":"2.0","id":1,"method":"count","params":[{"text":"One","childOrSibling":["sibling"],"childOrSiblingSelector":[{"index":"1"}]}]}`)
	f.Add(`{"method":"swipe","params":[{"instance":-1},"up",1e9]}`)
	f.Add(`{"method":"waitForExists","params":[{"textMatches":"(a*)*b"},99999999999]}`)
	f.Add(`{"method":"scrollToEnd","params":[{},true,-5,"x"]}`)
	f.Add(`{"method":"childByText","params":["object-1",null,3]}`)
	f.Fuzz(func(t *testing.T, body string) {
		s := serverOf(&fake{xml: page})
		if _, err := json.Marshal(s.rpc.answer(t.Context(), []byte(body))); err != nil {
			t.Fatal(err)
		}
	})
}

// FuzzParse: any dump is read or refused.
func FuzzParse(f *testing.F) {
	f.Add(page)
	f.Add(`<hierarchy><node bounds="[1,2]"></hierarchy>`)
	f.Fuzz(func(_ *testing.T, text string) {
		if root, err := parse(text); err == nil {
			_ = document(root, 0, maxDepth)
		}
	})
}
