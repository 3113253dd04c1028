package u2

import (
	"strings"
	"testing"
)

// check calls a method on the test's page and compares what came back and what the
// device was asked to do.
func check(t *testing.T, method, params, want, did string) {
	t.Helper()
	f := &fake{xml: page}
	if got := call(t, serverOf(f), method, params); !strings.Contains(got, want) {
		t.Errorf("%s %s: %s, want %s", method, params, got, want)
	}
	if got := strings.Join(f.did, ";"); got != did {
		t.Errorf("%s %s did %s, want %s", method, params, got, did)
	}
}

// TestGestures: where fingers go, how long they take, and what is refused.
func TestGestures(t *testing.T) {
	t.Parallel()
	one, none := sel(`"text": "One"`), sel(`"text": "none"`) // One lies at [0,100][360,200]
	for name, test := range map[string]struct{ method, params, want, did string }{
		"click/corner top left":      {"click", `[` + one + `, "tl"]`, "true", "press {5 105} 0s"},
		"click/corner bottom right":  {"click", `[` + one + `, "bottomright"]`, "true", "press {355 195} 0s"},
		"click/time limit":           {"click", `[` + one + `, 3000]`, "true", "press {180 150} 0s"},
		"click/negative time":        {"click", `[1, 2, -5]`, "true", "press {1 2} 0s"},
		"click/far too long":         {"click", `[1, 2, 99999999999]`, "true", "press {1 2} 10m0s"},
		"click/nothing":              {"click", `[]`, "-32602", ""},
		"click/missing view":         {"click", `[` + none + `]`, "UiObjectNotFound", ""},
		"click/new window":           {"clickAndWaitForNewWindow", `[` + one + `, 3000]`, "true", "press {180 150} 0s"},
		"long click":                 {"longClick", `[` + one + `]`, "true", "press {180 150} 600ms"},
		"long click/missing view":    {"longClick", `[` + none + `]`, "UiObjectNotFound", ""},
		"inject/up":                  {"injectInputEvent", `[1, 3, 4, 0]`, "true", "up {3 4}"},
		"inject/move":                {"injectInputEvent", `[2, 3, 4, 0]`, "true", "move {3 4}"},
		"inject/unknown":             {"injectInputEvent", `[-1, 3, 4, 0]`, "-32602", ""},
		"inject/too few":             {"injectInputEvent", `[1, 3]`, "-32602", ""},
		"swipe/default steps":        {"swipe", `[1, 2, 3, 4]`, "true", "fingers [[{1 2} {3 4}]] 0s 275ms"},
		"swipe/at least two steps":   {"swipe", `[1, 2, 3, 4, 0]`, "true", "fingers [[{1 2} {3 4}]] 0s 10ms"},
		"swipe/too few":              {"swipe", `[1, 2, 3]`, "-32602", ""},
		"swipe view/up":              {"swipe", `[` + one + `, "up", 10]`, "true", "fingers [[{180 150} {180 100}]] 0s 50ms"},
		"swipe view/down":            {"swipe", `[` + one + `, "down", 10]`, "true", "fingers [[{180 150} {180 199}]] 0s 50ms"},
		"swipe view/left":            {"swipe", `[` + one + `, "left", 10]`, "true", "fingers [[{180 150} {0 150}]] 0s 50ms"},
		"swipe view/right":           {"swipe", `[` + one + `, "right", 10]`, "true", "fingers [[{180 150} {359 150}]] 0s 50ms"},
		"swipe view/half way":        {"swipe", `[` + one + `, "left", 0.5, 10]`, "true", "fingers [[{180 150} {90 150}]] 0s 50ms"},
		"swipe view/more than all":   {"swipe", `[` + one + `, "left", 7, 10]`, "true", "fingers [[{180 150} {0 150}]] 0s 50ms"},
		"swipe view/unknown":         {"swipe", `[` + one + `, "inward", 10]`, "no direction", ""},
		"swipe view/missing":         {"swipe", `[` + none + `, "up", 10]`, "UiObjectNotFound", ""},
		"points/odd":                 {"swipePoints", `[[1, 2, 3], 10]`, "3 coordinates", ""},
		"points/none":                {"swipePoints", `[[], 10]`, "0 coordinates", ""},
		"points/one":                 {"swipePoints", `[[1, 2], 10]`, "true", "fingers [[{1 2}]] 0s 10ms"},
		"points/too many":            {"swipePoints", `[[` + strings.Repeat("1,2,", 1000) + `3,4], 10]`, "2002 coordinates", ""},
		"points/many steps":          {"swipePoints", `[[1, 2, 3, 4], 99999999]`, "true", "fingers [[{1 2} {3 4}]] 0s 50s"},
		"drag/too few":               {"drag", `[1, 2, 3]`, "-32602", ""},
		"drag view/missing":          {"dragTo", `[` + none + `, 1, 2]`, "UiObjectNotFound", ""},
		"drag view/missing goal":     {"dragTo", `[` + one + `, ` + none + `]`, "UiObjectNotFound", ""},
		"drag view/no goal":          {"dragTo", `[` + one + `]`, "-32602", ""},
		"drag view/half a goal":      {"dragTo", `[` + one + `, 1]`, "-32602", ""},
		"gesture/missing view":       {"gesture", `[` + none + `, {"x": 1}, {"x": 2}, {"x": 3}, {"x": 4}]`, "UiObjectNotFound", ""},
		"gesture/too few":            {"gesture", `[` + one + `, {"x": 1}]`, "-32602", ""},
		"pinch/in":                   {"pinchIn", `[` + one + `, 100, 50]`, "true", "fingers [[{1 150} {160 150}] [{359 150} {200 150}]] 0s 250ms"},
		"pinch/at least near":        {"pinchOut", `[` + one + `, 0, 50]`, "true", "fingers [[{160 150} {160 150}] [{200 150} {200 150}]] 0s 250ms"},
		"pinch/more than all":        {"pinchOut", `[` + one + `, 900]`, "true", "fingers [[{160 150} {1 150}] [{200 150} {359 150}]] 0s 250ms"},
		"pinch/missing view":         {"pinchIn", `[` + none + `]`, "UiObjectNotFound", ""},
		"pinch/percent of no number": {"pinchIn", `[` + one + `, "x"]`, "-32602", ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			check(t, test.method, test.params, test.want, test.did)
		})
	}
}

// TestTyping: keys by their names and numbers, text for fields.
func TestTyping(t *testing.T) {
	t.Parallel()
	name, title := sel(`"resourceId": "p:id/name"`), sel(`"resourceId": "p:id/title"`)
	for _, test := range []struct{ method, params, want, did string }{
		{"pressKey", `["HOME"]`, "true", "key HOME 0"},
		{"pressKey", `["volume_up"]`, "true", "key VOLUME_UP 0"},
		{"pressKey", `["recent"]`, "true", "key APP_SWITCH 0"},
		{"pressKey", `[]`, "-32602", ""},
		{"pressKey", `[4]`, "-32602", ""},
		{"pressKeyCode", `[29, 1]`, "true", "key 29 1"},
		{"pressKeyCode", `["a"]`, "-32602", ""},
		{"setText", `[` + name + `, 12]`, "true", `press {360 1150} 0s;type "12" true`},
		{"setText", `[` + name + `, true]`, "true", `press {360 1150} 0s;type "true" true`},
		{"setText", `[` + name + `, {"a": 1}]`, "-32602", ""},
		{"setText", `[` + name + `]`, "-32602", ""},
		{"setText", `[` + title + `, "x"]`, "true", `press {360 50} 0s;type "x" true`},
		{"setText", `[` + sel(`"text": "none"`) + `, "x"]`, "UiObjectNotFound", ""},
		{"clearTextField", `[` + sel(`"text": "none"`) + `]`, "UiObjectNotFound", ""},
		{"clearInputText", `[]`, "null", `type "" true`},
	} {
		check(t, test.method, test.params, test.want, test.did)
	}
	f := &fake{xml: strings.Replace(page, `focused="false"`, `focused="true"`, 1)}
	call(t, serverOf(f), "setText", `[`+name+`, "x"]`)
	if did := strings.Join(f.did, ";"); did != `type "x" true` {
		t.Errorf("a focused field was pressed: %s", did)
	}
}

// TestClipboard: a text set, read and pasted; an empty one pastes nothing.
func TestClipboard(t *testing.T) {
	t.Parallel()
	f := &fake{xml: page}
	s := serverOf(f)
	for _, step := range []struct{ method, params, want, did string }{
		{"getClipboard", `[]`, `"result":""`, ""},
		{"pasteClipboard", `[]`, `"result":null`, ""},
		{"setClipboard", `["label", "text"]`, `"result":null`, ""},
		{"getClipboard", `[]`, `"result":"text"`, ""},
		{"pasteClipboard", `[]`, `"result":null`, `type "text" false`},
		{"setClipboard", `["label"]`, `-32602`, ""},
		{"setClipboard", `[null, null]`, `"result":null`, ""},
		{"getClipboard", `[]`, `"result":""`, ""},
	} {
		f.did = nil
		if got := call(t, s, step.method, step.params); !strings.Contains(got, step.want) {
			t.Errorf("%s %s: %s, want %s", step.method, step.params, got, step.want)
		}
		if did := strings.Join(f.did, ";"); did != step.did {
			t.Errorf("%s did %s, want %s", step.method, did, step.did)
		}
	}
}

// TestToastOfAnotherProcess: an app that starts anew counts its toasts anew.
func TestToastOfAnotherProcess(t *testing.T) {
	t.Parallel()
	f := &fake{xml: page, shown: 5}
	s := serverOf(f)
	call(t, s, "clearLastToast", "[]")
	if got := call(t, s, "getLastToast", "[]"); !strings.Contains(got, `"result":null`) {
		t.Errorf("a toast that was cleared: %s", got)
	}
	f.shown = 1
	if got := call(t, s, "getLastToast", "[]"); !strings.Contains(got, `"result":"hello"`) {
		t.Errorf("the first toast of a new process: %s", got)
	}
}
