package virtual

import (
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"talpa/internal/execx"
	"talpa/internal/need"
)

// sh runs a command line on a server's first device.
func sh(t testing.TB, s *Server, line string) (string, int) {
	t.Helper()
	var out strings.Builder
	code := s.devices[0].Shell(t.Context(), line, strings.NewReader(""), &out, &out)
	return out.String(), code
}

// TestCommands are the commands as tools use them, on a device whose app runs.
func TestCommands(t *testing.T) {
	t.Parallel()
	s := startFake(t, fakeOptions(t))
	connect(t, s)
	for _, test := range []struct {
		line, want string
		code       int
	}{
		{"getprop ro.build.version.sdk", "35\n", 0},
		{"getprop | grep boot_completed", "[sys.boot_completed]: [1]\n", 0},
		{"setprop a.b c; getprop a.b", "c\n", 0},
		{"setprop ro.x y", "setprop: failed to set property 'ro.x'\n", 1},
		{"wm size; wm density", "Physical size: 720x1280\nPhysical density: 320\n", 0},
		{"pm list packages", "package:p\n", 0},
		{"pm list packages -3 -f | cut -d= -f2", "p\n", 0},
		{"cmd package list packages nothing", "", 0},
		{"pm path p | grep -c base.apk", "1\n", 0},
		{"pm path q", "Failure [unknown package: q]\n", 1},
		{"cmd package resolve-activity --brief -c android.intent.category.LAUNCHER p | tail -1", "p/p.Main\n", 0},
		{"pidof p", "", 1},
		{"input tap 1 1", "", 0}, // of the home screen
		{"am start -n p/.Main", "Starting: Intent { cmp=p/p.Main }\n", 0},
		{"pidof p", "4001\n", 0},
		{"ps -A | grep p$", "u0_a100       4001     1       0      0 0                   0 S p\n", 0},
		{"am start -W -a android.intent.action.MAIN -c android.intent.category.LAUNCHER -n p/p.Main | grep -c 'Status: ok'", "1\n", 0},
		{"am start -a x --es k v --ez b true --ei n 5 -f 0x10000000 -p p", "Starting: Intent { act=x pkg=p }\n", 0},
		{"am start -n q/.Main", "Error: Activity not started, unable to resolve Intent { cmp=q/q.Main }\n", 1},
		{"am start -n nonsense", "am: bad component name: nonsense\n", 1},
		{"am broadcast -a y", "Broadcasting: Intent { act=y }\nBroadcast completed: result=0\n", 0},
		{"am startservice -n p/.S", "Starting service: Intent { cmp=p/p.S }\n", 0},
		{"am instrument -w x/y", "am: instrumentation tests do not run on this device; uiautomator2's server does, without being started\n", 1},
		{"ime list -s -a; ime set com.github.uiautomator/.AdbKeyboard; settings get secure default_input_method",
			"talpa/.Keyboard\ncom.github.uiautomator/.FastInputIME\ncom.github.uiautomator/.AdbKeyboard\n" +
				"Input method com.github.uiautomator/.AdbKeyboard selected\ncom.github.uiautomator/.AdbKeyboard\n", 0},
		{"am broadcast -a ADB_KEYBOARD_INPUT_TEXT --es text aGk=",
			"Broadcasting: Intent { act=ADB_KEYBOARD_INPUT_TEXT }\nBroadcast completed: result=-1, data=\"success\"\n", 0},
		{"am broadcast -a ADB_INPUT_TEXT --es text '?' | grep -c result=0", "1\n", 0},
		{"dumpsys input_method | grep -o 'mInputShown=.*'", "mInputShown=false\n", 0},
		{"dumpsys display | grep -o 'orientation=[0-9]'", "orientation=0\n", 0},
		{"atx-agent version", "0.10.0\n", 0},
		{"CLASSPATH=/none.jar app_process / com.wetest.uia2.Main -p 9008",
			"app_process: /none.jar: could not find class com.wetest.uia2.Main\n", 1},
		{"pm dump p | grep -c versionCode", "1\n", 0},
		{"pm list features | head -1", "feature:android.hardware.touchscreen\n", 0},
		{"logcat -G 16M; logcat -g | cut -d: -f1", "main\nsystem\ncrash\n", 0},
		{"logcat -d -v epoch -s ActivityManager | head -2 | tail -1 | grep -c '^ *17'", "1\n", 0},
		{"dumpsys window | grep mCurrentFocus", "  mCurrentFocus=Window{7a1fa00 u0 p/p.Main}\n", 0},
		{"dumpsys activity activities | grep mResumedActivity", "  mResumedActivity: ActivityRecord{7a1fa01 u0 p/.Main t1}\n", 0},
		{"dumpsys activity top | grep ACTIVITY", "  ACTIVITY p/.Main 7a1fa01 pid=4001\n", 0},
		{"dumpsys package p | grep -A1 -c MAIN", "2\n", 0},
		{"dumpsys nothing", "Can't find service: nothing\n", 0},
		{"input tap 10 20; input swipe 1 2 3 4 100; input text a%sb; input keyevent 4 KEYCODE_ENTER; input motionevent DOWN 1 2", "", 0},
		{"input tap x y", "input: bad number \"x\"\n", 1},
		{"input fly", "input: unknown command or wrong arguments: fly\n", 1},
		{"uiautomator dump", "UI hierchary dumped to: /sdcard/window_dump.xml\n", 0},
		{"cat /sdcard/window_dump.xml | grep -c '<hierarchy'", "1\n", 0},
		{"uiautomator dump /dev/tty | grep -o '<hierarchy rotation'", "<hierarchy rotation\n", 0},
		{"screencap -p | head -1 | grep -c PNG", "1\n", 0},
		{"screencap /sdcard/s.png; [ -s /sdcard/s.png ] && echo ok", "ok\n", 0},
		{"run-as p mkdir -p 'a b'; run-as p touch 'a b/c'; run-as p ls 'a b'; ls '/data/data/p/a b'", "c\nc\n", 0},
		{"run-as p if", "sh: if: inaccessible or not found\n", 127},
		{"run-as p a=b ls", "sh: a=b: inaccessible or not found\n", 127},
		{"run-as q ls", "run-as: unknown package: q\n", 1},
		{"run-as p", "run-as: usage: run-as PACKAGE COMMAND ARGUMENTS...\n", 1},
		{"screenrecord /sdcard/f.mp4", "screenrecord: this device makes no films: screencap takes pictures\n", 1},
		{"settings put system user_rotation 1; settings get system user_rotation; settings get global x", "1\nnull\n", 0},
		{"settings get evil x", "settings: Invalid namespace 'evil'\n", 1},
		{"pm revoke p android.permission.CAMERA; pidof p; pm grant p android.permission.CAMERA", "", 0},
		{"pm grant p android.permission.INTERNET", "\nException occurred while executing 'grant':\n" +
			"java.lang.SecurityException: Permission android.permission.INTERNET requested by p is not a changeable permission type\n", 255},
		{"pm revoke p android.permission.READ_SMS", "\nException occurred while executing 'revoke':\n" +
			"java.lang.SecurityException: Package p has not requested permission android.permission.READ_SMS\n", 255},
		{"pm list permissions -d -g | grep CAMERA",
			"group:android.permission-group.CAMERA\n  permission:android.permission.CAMERA\n", 0},
		{"log -t mole -p w hello; logcat -d -s mole:V | tail -1 | cut -d: -f4", " hello\n", 0},
		{"logcat -d -v brief -b system ActivityManager:I '*:S' | grep -c 'Start proc 4001:p'", "1\n", 0},
		{"logcat -d -v tag mole:E | grep -c mole", "0\n", 1},
		{"logcat -c; logcat -d | wc -l", "1\n", 0},
		{"logcat --nonsense", "logcat: unknown option --nonsense\n", 1},
		{"date +%Y", "2025\n", 0},
		{"id -u", "2000\n", 0},
		{"monkey -p p -c android.intent.category.LAUNCHER 1", "Events injected: 1\n", 0},
		{"monkey -p p -s 3 --throttle 0 20", "Events injected: 20\n", 0},
		{"monkey -p q 1", "** No activities found to run, monkey aborted.\n", 252},
		{"am force-stop p; pidof p", "", 1},
		{"kill 4001", "kill: 4001: No such process\n", 1},
		{"pm clear p", "Success\n", 0},
		{"pm install /sdcard/none.apk", "Failure [INSTALL_FAILED_INVALID_APK: statat /sdcard/none.apk: no such file or directory]\n", 1},
		{"printf 'r\\nx' > /data/local/tmp/r.apk; pm install -r /data/local/tmp/r.apk && pm list packages", "Success\npackage:p\npackage:r\n", 0},
		{"pm uninstall r", "Success\n", 0},
		{"cmd nothing", "cmd: Can't find service: nothing\n", 1},
		{"su -c id; sh -c id; app_process x; toybox nc", "sh: su: inaccessible or not found\nsh: sh: inaccessible or not found\n" +
			"app_process: programs in DEX do not run on this device, only the server of uiautomator2 is imitated\nsh: nc: inaccessible or not found\n", 127},
	} {
		if out, code := sh(t, s, test.line); out != test.want || code != test.code {
			t.Errorf("%s:\n%q, %d; want\n%q, %d", test.line, out, code, test.want, test.code)
		}
	}
}

// TestInstallMultiple joins the APKs that come in several steps.
func TestInstallMultiple(t *testing.T) {
	t.Parallel()
	o := fakeOptions(t)
	o.Join = func(files []string, out string) error {
		return os.WriteFile(out, []byte(fmt.Sprintf("p\n%d files", len(files))), 0o644)
	}
	o.Extract = func(_, dir string) ([]string, error) {
		split := filepath.Join(dir, "split0.apk")
		return []string{split}, os.WriteFile(split, nil, 0o644)
	}
	s := startFake(t, o)
	const session = "printf 'a\nb' > /sdcard/a; pm install-create -g; pm install-write 1 base /sdcard/a; "
	out, _ := sh(t, s, session+"pm install-write 1 split /sdcard/a; pm install-commit 1; pm path p | wc -l")
	if want := "Success: created install session [1]\nSuccess: streamed bytes\nSuccess: streamed bytes\nSuccess\n2\n"; out != want {
		t.Errorf("%q, want %q", out, want)
	}
}

// TestStockClient installs and drives an app with the adb program.
func TestStockClient(t *testing.T) {
	need.Program(t, "adb", need.Tools)
	o := fakeOptions(t)
	o.Devices = 2
	s := startFake(t, o)
	_, port, _ := net.SplitHostPort(s.Addr())
	file := filepath.Join(t.TempDir(), "app.apk")
	if err := os.WriteFile(file, []byte("p\n"+strings.Repeat("x", 200_000)), 0o644); err != nil {
		t.Fatal(err)
	}
	bad := filepath.Join(t.TempDir(), "bad.apk")
	if err := os.WriteFile(bad, []byte("bad"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		args []string
		want string
		code int
	}{
		{[]string{"devices"}, "talpa-2\tdevice", 0},
		{[]string{"-s", "talpa-2", "install", "-r", file}, "Success", 0},
		{[]string{"-s", "talpa-2", "install", bad}, "INSTALL_FAILED", 1},
		{[]string{"-s", "talpa-2", "shell", "monkey", "-p", "p", "-c", "android.intent.category.LAUNCHER", "1"}, "injected: 1", 0},
		{[]string{"-s", "talpa-2", "shell", "pidof", "p"}, "4001", 0},
		{[]string{"-s", "talpa-1", "shell", "pidof", "p"}, "", 1},
		{[]string{"-s", "talpa-2", "exec-out", "screencap", "-p"}, "PNG", 0},
		{[]string{"-s", "talpa-2", "logcat", "-d"}, "Start proc 4001:p", 0},
		{[]string{"-s", "talpa-2", "uninstall", "p"}, "Success", 0},
	} {
		res, err := execx.Run(t.Context(), execx.Cmd{Name: "adb", Args: append([]string{"-P", port}, test.args...)})
		out := string(res.Stdout) + string(res.Stderr)
		if !strings.Contains(out, test.want) || res.ExitCode != test.code {
			t.Errorf("adb %v: %q, exit %d (%v); want %q, %d", test.args, out, res.ExitCode, err, test.want, test.code)
		}
	}
}
