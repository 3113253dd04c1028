package u2

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
)

// later is a fake whose page shows after some looks.
type later struct {
	*fake
	looks, after int
}

func (l *later) Screen(ctx context.Context) (Screen, error) {
	if l.looks++; l.looks <= l.after {
		return Screen{XML: "<hierarchy/>"}, nil
	}
	return l.fake.Screen(ctx)
}

// TestWait: how often a wait looks, and what it says.
func TestWait(t *testing.T) {
	t.Parallel()
	one := sel(`"text": "One"`)
	for name, test := range map[string]struct {
		after          int
		method, params string
		want           string
		waits          int
	}{
		"there":                 {0, "waitForExists", `[` + one + `, 1000]`, "true", 0},
		"there after a while":   {3, "waitForExists", `[` + one + `, 1000]`, "true", 3},
		"too late":              {30, "waitForExists", `[` + one + `, 1000]`, "false", 5},
		"no time":               {30, "waitForExists", `[` + one + `]`, "false", 0},
		"negative time":         {30, "waitForExists", `[` + one + `, -5]`, "false", 0},
		"gone":                  {30, "waitUntilGone", `[` + one + `, 1000]`, "true", 0},
		"stays":                 {0, "waitUntilGone", `[` + one + `, 1000]`, "false", 5},
		"a time of ten minutes": {9999, "waitForExists", `[` + one + `, 99999999]`, "false", 3000},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			l := &later{fake: &fake{xml: page}, after: test.after}
			if got := call(t, serverFor(l), test.method, test.params); !strings.Contains(got, `"result":`+test.want) {
				t.Errorf("%s, want %s", got, test.want)
			}
			if len(l.did) != test.waits {
				t.Errorf("%d waits, want %d", len(l.did), test.waits)
			}
		})
	}
}

// TestHandles: views that clients keep by name mean what their selectors mean now; the
// names of too many are forgotten.
func TestHandles(t *testing.T) {
	t.Parallel()
	f := &fake{xml: page}
	s := serverOf(f)
	rows, star := sel(`"resourceId": "p:id/list"`), sel(`"description": "Star"`)
	for _, step := range []struct{ method, params, want string }{
		{"getChild", `[` + rows + `, ` + star + `]`, `"object-1"`},
		{"count", `["object-1"]`, `"result":2`},
		{"childByInstance", `[` + rows + `, ` + star + `, 1]`, `"object-2"`},
		{"objInfo", `["object-2"]`, `"checked":true`},
		{"getFromParent", `[` + sel(`"text": "One"`) + `, ` + star + `]`, `"object-3"`},
		{"objInfo", `["object-3"]`, `"checked":false`},
		{"getChild", `["object-3", ` + star + `]`, `"object-4"`},
		{"exist", `["object-4"]`, `"result":false`},
		{"getChildCount", `[` + rows + `]`, `"result":2`},
		{"getChildCount", `["object-4"]`, `UiObjectNotFound`},
		{"getText", `["object-4"]`, `UiObjectNotFound`},
		{"objInfoOfAllInstances", `["object-1"]`, `"contentDescription":"Star"`},
		{"childByInstance", `[` + rows + `]`, `-32602`},
		{"getChild", `[` + rows + `]`, `-32602`},
		{"getFromParent", `["object-99", ` + star + `]`, `UiObjectNotFound`},
	} {
		if got := call(t, s, step.method, step.params); !strings.Contains(got, step.want) {
			t.Errorf("%s %s: %s, want %s", step.method, step.params, got, step.want)
		}
	}
	f.xml = "<hierarchy/>"
	if got := call(t, s, "count", `["object-1"]`); !strings.Contains(got, `"result":0`) {
		t.Errorf("on another page: %s", got)
	}
	for range maxHandles {
		call(t, s, "getChild", `[`+rows+`, `+star+`]`)
	}
	if got := call(t, s, "count", `["object-900"]`); !strings.Contains(got, "UiObjectNotFound") {
		t.Errorf("a forgotten name: %s", got)
	}
}

// TestSelectorsRefused: what is no selector, or too much of one.
func TestSelectorsRefused(t *testing.T) {
	t.Parallel()
	deep := sel(`"text": "a"`)
	for range maxLevels {
		deep = `{"childOrSibling": ["child"], "childOrSiblingSelector": [` + deep + `]}`
	}
	for name, test := range map[string]struct{ selector, want string }{
		"a number":                {`7`, "not a selector"},
		"a list":                  {`[]`, "not a selector"},
		"null":                    {`null`, "UiObjectNotFound"},
		"unknown criterion":       {`{"textEndsWith": "a"}`, "unknown criterion"},
		"no truth":                {`{"checked": "perhaps"}`, "invalid syntax"},
		"no number":               {`{"index": "first"}`, "no whole number"},
		"half an instance":        {`{"instance": 1.5}`, "no whole number"},
		"list for a text":         {`{"text": ["a"]}`, "a single value is wanted"},
		"bad pattern":             {`{"textMatches": "("}`, "missing closing"},
		"pattern too long":        {`{"textMatches": "` + strings.Repeat("a", maxPattern+1) + `"}`, "limit 1000"},
		"children without theirs": {`{"childOrSibling": ["child"]}`, "1 children or siblings with 0 selectors"},
		"too deep":                {deep, "more than 20 selectors"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := call(t, serverOf(&fake{xml: page}), "count", `[`+test.selector+`]`); !strings.Contains(got, test.want) {
				t.Errorf("%s, want %s", got, test.want)
			}
		})
	}
}

// TestMethods: the functions of the server that clients of both generations call.
func TestMethods(t *testing.T) {
	t.Parallel()
	want := strings.Fields(`childByDescription childByInstance childByText clearInputText clearLastToast clearLastTraversedText
		clearTextField click clickAndWaitForNewWindow count deviceInfo drag dragTo dumpWindowHierarchy exist flingBackward flingForward
		flingToBeginning flingToEnd freezeRotation gesture getChild getChildCount getClipboard getFromParent getLastToast
		getLastTraversedText getText injectInputEvent isScreenOn longClick makeToast objInfo objInfoOfAllInstances openNotification
		openQuickSettings pasteClipboard pinchIn pinchOut pressKey pressKeyCode scrollBackward scrollForward scrollTo
		scrollToBeginning scrollToEnd setClipboard setOrientation setText sleep swipe swipePoints takeScreenshot waitForExists
		waitForIdle waitForWindowUpdate waitUntilGone wakeUp`)
	var got []string
	for name := range serverOf(&fake{}).rpc.methods {
		got = append(got, name)
	}
	slices.Sort(got)
	if !slices.Equal(got, want) {
		t.Errorf("%v, want\n%v", got, want)
	}
}

// TestRequests: what is no JSON-RPC is answered as its specification says.
func TestRequests(t *testing.T) {
	t.Parallel()
	s := serverOf(&fake{xml: page})
	for body, want := range map[string]string{
		`{"id": 7, "method": "isScreenOn"}`:                  `{"jsonrpc":"2.0","id":7,"result":true}`,
		`{"id": "a", "method": "openNotification"}`:          `{"jsonrpc":"2.0","id":"a","result":false}`,
		`{"id": 1, "method": "freezeRotation", "params": 0}`: `{"jsonrpc":"2.0","id":1,"result":null}`,
		`{"id": 1, "method": "count", "params": [}`:          `"code":-32700`,
		`{"id": 1}`: `"code":-32601`,
		`[]`:        `"code":-32700`,
		``:          `"code":-32700`,
	} {
		data, err := json.Marshal(s.rpc.answer(t.Context(), []byte(body)))
		if err != nil || !strings.Contains(string(data), want) {
			t.Errorf("%s: %s, %v; want %s", body, data, err, want)
		}
	}
}

// TestAgentErrors: what atx-agent's paths answer where something is missing.
func TestAgentErrors(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		method, path, body, kind string
		want                     string
	}{
		"large request":         {"POST", "/jsonrpc/0", strings.Repeat("a", maxBody+1), "", "413"},
		"upload of no form":     {"POST", "/upload/sdcard/f", "a", "text/plain", "400"},
		"upload without a file": {"POST", "/upload/sdcard/f", "--b\r\nContent-Disposition: form-data; name=\"mode\"\r\n\r\n0644\r\n--b--\r\n", "multipart/form-data; boundary=b", "400 no file in the form"},
		"upload to a name":      {"POST", "/upload/sdcard/f", "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"x\"\r\n\r\nabc\r\n--b--\r\n", "multipart/form-data; boundary=b", `"target":"/sdcard/f"`},
		"stream of nothing":     {"GET", "/shell/stream", "", "", "400 no command given"},
		"short form of command": {"GET", "/shell?c=ls", "", "", `"output":"said\n"`},
		"process":               {"GET", "/pidof/p", "", "", "200 said"},
		"session that is none":  {"GET", "/session/p", "", "", `"running":false`},
		"time limit":            {"POST", "/newCommandTimeout", "60", "", `"success":true`},
		"address":               {"GET", "/wlan/ip", "", "", "200 127.0.0.1"},
		"hierarchy":             {"GET", "/dump/hierarchy", "", "", `"result":"`},
		"hierarchy, posted":     {"POST", "/dump/hierarchy", "", "", "405"},
		"calls, got":            {"GET", "/jsonrpc/0", "", "", "405"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			web := httptest.NewServer(serverOf(&fake{xml: page}).Handler())
			defer web.Close()
			r, err := http.NewRequestWithContext(t.Context(), test.method, web.URL+test.path, strings.NewReader(test.body))
			if err != nil {
				t.Fatal(err)
			}
			r.Header.Set("Content-Type", test.kind)
			answer, err := web.Client().Do(r)
			if err != nil {
				t.Fatal(err)
			}
			defer answer.Body.Close()
			body, err := io.ReadAll(answer.Body)
			if got := fmt.Sprintf("%d %s", answer.StatusCode, body); err != nil || !strings.Contains(got, test.want) {
				t.Errorf("%s, %v; want %s", got, err, test.want)
			}
		})
	}
}

// TestAgentInfo: the display is told as it is when upright.
func TestAgentInfo(t *testing.T) {
	t.Parallel()
	for rotation, want := range map[int]string{0: `"height":720,"width":1280`, 1: `"height":1280,"width":720`, 2: `"height":720,"width":1280`} {
		s := serverFor(&painted{fake: &fake{}, screen: Screen{Width: 1280, Height: 720, Rotation: rotation, API: 35}})
		w := httptest.NewRecorder()
		s.Handler().ServeHTTP(w, httptest.NewRequest(http.MethodGet, "http://localhost/info", nil))
		if got := w.Body.String(); !strings.Contains(got, want) || !strings.Contains(got, `"sdk":35`) || !strings.Contains(got, `"serial":"talpa-1"`) {
			t.Errorf("rotation %d: %s", rotation, got)
		}
	}
}

// TestKeyboards: the broadcasts by which clients type.
func TestKeyboards(t *testing.T) {
	t.Parallel()
	text := map[string]any{"text": "aGk="}
	for action, want := range map[string]Typed{
		"ADB_INPUT_TEXT": {Text: "hi"}, "ADB_SET_TEXT": {Text: "hi", Clear: true}, "ADB_KEYBOARD_SET_TEXT": {Text: "hi", Clear: true},
		"ADB_CLEAR_TEXT": {Clear: true}, "ADB_EDITOR_CODE": {Action: true}, "ADB_KEYBOARD_SMART_ENTER": {Action: true}, "ADB_KEYBOARD_HIDE": {},
	} {
		if got, ok, err := Keyboard(action, text); got != want || !ok || err != nil {
			t.Errorf("%s: %+v, %v, %v; want %+v", action, got, ok, err, want)
		}
	}
	if got, ok, err := Keyboard("ADB_INPUT_TEXT", nil); got.Text != "" || !ok || err != nil {
		t.Errorf("no text: %+v, %v, %v", got, ok, err)
	}
}
