package framework_test

import (
	"io"
	"strconv"
	"strings"
	"testing"

	"talpa/device/virtual/droidbot"
)

// TestInput/to_the_app: each form becomes these requests to the agent.
func TestInput(t *testing.T) {
	t.Parallel()
	d := startWith(t, "tap log", "longtap log", "swipe log", "fingers log", "motion log", "text log", "key log")
	run(t, d, "am start -n p/.Main; logcat -c")
	for _, test := range []struct{ line, want string }{
		{"input tap 10 20.5", `tap {"x":10,"y":20.5}`},
		{"input touchscreen -d 0 tap 1 2", `tap {"x":1,"y":2}`},
		{"input swipe 1 2 3 4", `swipe {"ms":300,"x1":1,"x2":3,"y1":2,"y2":4}`},
		{"input draganddrop 1 2 3 4 100", `fingers {"hold":700,"ms":100,"paths":[[1,2,3,4]]}`},
		{"input swipe 5 6 5 6 900", `longtap {"ms":900,"x":5,"y":6}`},
		{"input text a%sb c", `text {"text":"a b c"}`},
		{"input keyevent --longpress 4 KEYCODE_ENTER", `key {"code":4}` + "\n" + `key {"code":"ENTER"}`},
		{"input keycombination -t 10 SHIFT_LEFT KEYCODE_A", `key {"code":"A","meta":65}`},
		{"input motionevent DOWN 1 2", `motion {"action":"down","x":1,"y":2}`},
		{"input press", `key {"code":"DPAD_CENTER"}`},
		{"input roll 1 1", ""},
	} {
		out, code := run(t, d, test.line)
		if got := asked(t, d); got != test.want || out != "" || code != 0 {
			t.Errorf("%s: asked\n%s, want\n%s (%q, %d)", test.line, got, test.want, out, code)
		}
	}
}

func TestInputFails(t *testing.T) {
	t.Parallel()
	check(t, startWith(t, "tap usage", "key crash"), []row{
		{"input tap 1 1", "", 0}, // of the home screen
		{"am start -n p/.Main >/dev/null; input tap 1 1", "input: not like this\n", 1},
		{"input tap x y", "input: bad number \"x\"\n", 1},
		{"input tap 1", "input: unknown command or wrong arguments: tap 1\n", 1},
		{"input fly", "input: unknown command or wrong arguments: fly\n", 1},
		{"input keyevent 4 5 6; pidof p", "", 1}, // an app that dies of it is no error
	})
}

func TestMonkey(t *testing.T) {
	t.Parallel()
	check(t, startWith(t), []row{
		{"monkey -p p -c android.intent.category.LAUNCHER 1", "Events injected: 1\n", 0},
		{"monkey -p p -s 3 --throttle 0 --pct-touch 50 20", "Events injected: 20\n", 0},
		{"monkey -p q 1", "** No activities found to run, monkey aborted.\n", 252},
	})
	check(t, startWith(t, "tap crash", "swipe crash", "key crash"), []row{
		{"monkey -p p 9", "// CRASH: p\n** Monkey aborted due to error.\nEvents injected: 2\n", 1},
	})
}

// TestMonkeySeed: the same seed gives the same events, another one others.
func TestMonkeySeed(t *testing.T) {
	t.Parallel()
	d := startWith(t, "tap log", "swipe log", "key log")
	events := func(seed string) string {
		run(t, d, "logcat -c; monkey -p p -s "+seed+" 12")
		return asked(t, d)
	}
	first := events("5")
	if again, other := events("5"), events("6"); first != again || first == other || strings.Count(first, "\n") != 10 {
		t.Errorf("seed 5:\n%s\nseed 5 again:\n%s\nseed 6:\n%s", first, again, other)
	}
}

func TestKeyboards(t *testing.T) {
	t.Parallel()
	d := startWith(t, "text log", "clear log")
	check(t, d, []row{
		{"ime list -a", "talpa/.Keyboard:\ncom.github.uiautomator/.FastInputIME:\ncom.github.uiautomator/.AdbKeyboard:\n", 0},
		{"ime list -s -a; ime set com.github.uiautomator/.AdbKeyboard; settings get secure default_input_method",
			"talpa/.Keyboard\ncom.github.uiautomator/.FastInputIME\ncom.github.uiautomator/.AdbKeyboard\n" +
				"Input method com.github.uiautomator/.AdbKeyboard selected\ncom.github.uiautomator/.AdbKeyboard\n", 0},
		{"ime disable com.github.uiautomator/.AdbKeyboard; settings get secure default_input_method",
			"Input method com.github.uiautomator/.AdbKeyboard: now disabled for user #0\ntalpa/.Keyboard\n", 0},
		{"ime enable talpa/.Keyboard; ime reset", "Input method talpa/.Keyboard: now enabled for user #0\n", 0},
		{"ime set x/y", "ime: Unknown input method x/y\n", 1},
		{"ime fly talpa/.Keyboard", "ime: unknown or unsupported command 'fly'\n", 1},
		{"am start -n p/.Main >/dev/null; am broadcast -a ADB_KEYBOARD_INPUT_TEXT --es text aGk=",
			"Broadcasting: Intent { act=ADB_KEYBOARD_INPUT_TEXT flg=0x400000 (has extras) }\nBroadcast completed: result=-1, data=\"success\"\n", 0},
		{"am broadcast -a ADB_SET_TEXT --es text aGk= | tail -1; am broadcast -a ADB_EDITOR_CODE --ei code 3 | tail -1",
			"Broadcast completed: result=-1, data=\"success\"\nBroadcast completed: result=-1, data=\"success\"\n", 0},
		{"am broadcast -a ADB_INPUT_TEXT --es text '?' | grep -c result=0", "1\n", 0},
		{"dumpsys input_method | grep -o 'mInputShown=.*'", "mInputShown=false\n", 0},
		{"atx-agent version", "0.10.0\n", 0},
	})
	const want = `text {"text":"hi"}` + "\n" + `clear null` + "\n" + `text {"text":"hi"}` + "\n" + `text {"text":"\n"}`
	if got := asked(t, d); got != want {
		t.Errorf("asked\n%s, want\n%s", got, want)
	}
}

func TestAppProcess(t *testing.T) {
	t.Parallel()
	check(t, start(t), []row{
		{"app_process x",
			"app_process: programs in DEX do not run on this device, only the server of uiautomator2 is imitated\n", 1},
		{"CLASSPATH=/none.jar app_process / com.wetest.uia2.Main -p 9008",
			"app_process: /none.jar: could not find class com.wetest.uia2.Main\n", 1},
		{"app_process / com.wetest.uia2.Main -p 99999", "app_process: bad port \"99999\"\n", 1},
		{"app_process / com.wetest.uia2.Main -p 7912", "app_process: tcp:7912: address already in use\n", 1},
	})
}

// TestDroidBot: what the test generator DroidBot asks of a device, from the installation of its app to the text that it
// types and the screen that it is told of.
func TestDroidBot(t *testing.T) {
	t.Parallel()
	const (
		service = droidbot.Package + "/" + droidbot.Service
		none    = "ACTIVITY MANAGER SERVICES (dumpsys activity services)\n"
	)
	d := startWith(t, "text log", "clear log")
	check(t, d, []row{
		{"ime enable " + droidbot.Keyboard, "ime: Unknown input method " + droidbot.Keyboard + "\n", 1},
		{"settings put secure enabled_accessibility_services a/.B:" + service, "", 0},
		{"settings put secure accessibility_enabled 1; dumpsys activity services", none, 0},
	})
	if err := d.Install(t.Context(), strings.NewReader(droidbot.Package+"\n"), -1, true); err != nil {
		t.Fatal(err)
	}
	check(t, d, []row{
		{"dumpsys activity services", none + "  * ServiceRecord{7a1fa06 u0 " + service + "}\n", 0},
		{"settings put secure accessibility_enabled 0; dumpsys activity services", none, 0},
		{"settings put secure accessibility_enabled 1; am start -n p/.Main >/dev/null", "", 0},
		{"am broadcast -a DROIDBOT_INPUT_TEXT --es text lost --ei mode 0 >/dev/null", "", 0}, // another keyboard is chosen
		{"ime enable " + droidbot.Keyboard, "Input method " + droidbot.Keyboard + ": now enabled for user #0\n", 0},
		{"ime set " + droidbot.Keyboard, "Input method " + droidbot.Keyboard + " selected\n", 0},
		{"am broadcast -a DROIDBOT_INPUT_TEXT --es text a--b --ei mode 0 | tail -1",
			"Broadcast completed: result=-1, data=\"success\"\n", 0},
		{"am broadcast -a DROIDBOT_INPUT_TEXT --es text c --ei mode 1 >/dev/null", "", 0},
	})
	const want = "clear null\n" + `text {"text":"a b"}` + "\n" + `text {"text":"c"}`
	if got := asked(t, d); got != want {
		t.Errorf("asked\n%s, want\n%s", got, want)
	}
	c, err := d.Dial(t.Context(), "tcp:"+strconv.Itoa(droidbot.Port))
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	told := make([]byte, 6+len("AccEvent >>> {\"root_node\":"))
	if _, err := io.ReadFull(c, told); err != nil || !strings.HasSuffix(string(told), `AccEvent >>> {"root_node":`) {
		t.Errorf("told %q, %v", told, err)
	}
	check(t, d, []row{
		{"pm uninstall " + droidbot.Package + "; dumpsys activity services", "Success\n" + none, 0},
		{"ime disable " + droidbot.Keyboard, "Input method " + droidbot.Keyboard + ": already disabled for user #0\n", 0},
	})
}
