package framework_test

import (
	"strings"
	"testing"
)

// TestUnresolved: an intent that no app is for is answered as am does it: by its component,
// by the intent, as a service, and as a broadcast, which may have no receivers.
func TestUnresolved(t *testing.T) {
	t.Parallel()
	check(t, start(t), []row{
		{"am start -n q/.Main",
			"Starting: Intent { cmp=q/.Main }\nError type 3\nError: Activity class {q/q.Main} does not exist.\n", 1},
		{"am start -W -n q/other.Main 2>/dev/null", "Starting: Intent { cmp=q/other.Main }\n", 1},
		{"am start -a x",
			"Starting: Intent { act=x }\nError: Activity not started, unable to resolve Intent { act=x flg=0x10000000 }\n", 1},
		{"am start -p q 2>&1 >/dev/null", "Error: Activity not started, unable to resolve Intent { flg=0x10000000 pkg=q }\n",
			1},
		{"am startservice -n q/.S", "Starting service: Intent { cmp=q/.S }\nError: Not found; no service started.\n", 255},
		{"am start-foreground-service q/.S 2>/dev/null", "Starting service: Intent { cmp=q/.S }\n", 255},
		{"am broadcast -a x --receiver-foreground",
			"Broadcasting: Intent { act=x flg=0x10400000 }\nBroadcast completed: result=0\n", 0},
	})
}

// TestAmStops: the commands that stop want a name, and take options before it.
func TestAmStops(t *testing.T) {
	t.Parallel()
	check(t, startWith(t), []row{
		{"am start -n p/.Main >/dev/null; am force-stop", "am: Error: Argument expected after \"force-stop\"\n", 1},
		{"am kill --user 0", "am: Error: Argument expected after \"kill\"\n", 1},
		{"am force-stop force-stop; pidof p", "4001\n", 0},
		{"am stop-app --user 0 p; pidof p", "", 1},
		{"am kill-all; am force-stop p; am stopservice p/.S", "", 0},
		{"am send-trim-memory p", "am: needs a process and a level\n", 1},
		{"am send-trim-memory p COMPLETE", "am: Unknown process: p\n", 1}, // it does not run
		{"am start -n p/.Main >/dev/null; am send-trim-memory $(pidof p) HIDDEN", "", 0},
		{"am send-trim-memory p 81", "am: Error: Unknown level option: 81\n", 1},
		{"cmd activity", "activity: needs a command\n", 1},
	})
}

// TestSignals: a signal ends the app's process, but for 0, which asks for it, and for those
// that a process goes on after.
func TestSignals(t *testing.T) {
	t.Parallel()
	check(t, startWith(t), []row{
		{"am start -n p/.Main >/dev/null; kill -0 4001 && pidof p", "4001\n", 0},
		{"kill -s 0 4001; pidof p", "4001\n", 0},
		{"kill -0 77", "kill: 77: No such process\n", 1},
		{"kill -3 4001; pidof p", "kill: signal 3 does nothing on this device\n4001\n", 0},
		{"kill -SIGSTOP 4001; pidof p", "kill: signal STOP does nothing on this device\n4001\n", 0},
		{"kill", "kill: needs 1 argument\n", 1},
		{"kill -9", "kill: needs 1 argument\n", 1},
		{"kill p", "kill: p: No such process\n", 1},
		{"kill 1200", "kill: 1200: No such process\n", 1}, // the system server is not the shell's to kill
		{"kill -s KILL 4001; pidof p", "", 1},
		{"am start -n p/.Main >/dev/null; kill -term 4002; pidof p", "", 1},
	})
}

// TestDate: the formats that scripts use, of the virtual clock.
func TestDate(t *testing.T) {
	t.Parallel()
	check(t, start(t), []row{
		{"date +%F_%T", "2025-06-15_15:06:40\n", 0},
		{"date -u '+%a %e %b %y %Z%z 100%%'", "Sun 15 Jun 25 UTC+0000 100%\n", 0},
		{"date +%s.%N", "1750000000.000000000\n", 0},
		{"date +plain", "plain\n", 0},
	})
}

// TestInputNumbers: numbers that are none, or that no display has, are refused before an app
// sees them, and options that stand for nothing given are that.
func TestInputNumbers(t *testing.T) {
	t.Parallel()
	d := startWith(t, "tap log", "swipe log", "longtap log", "motion log", "key log")
	run(t, d, "am start -n p/.Main; logcat -c")
	check(t, d, []row{
		{"input tap NaN 1", "input: bad number \"NaN\"\n", 1},
		{"input tap 1 -Inf", "input: bad number \"-Inf\"\n", 1},
		{"input swipe 1 2 3 1e300", "input: bad number \"1e300\"\n", 1},
		{"input swipe 1 2 3", "input: unknown command or wrong arguments: swipe 1 2 3\n", 1},
		{"input swipe 1 2 3 4 5 6", "input: unknown command or wrong arguments: swipe 1 2 3 4 5 6\n", 1},
		{"input motionevent FLY 1 2", "input: unknown command or wrong arguments: motionevent FLY 1 2\n", 1},
		{"input motionevent", "input: unknown command or wrong arguments: motionevent\n", 1},
		{"input keyevent", "input: keyevent needs a key\n", 1},
		{"input touchscreen", "input: unknown command or wrong arguments: touchscreen\n", 1},
		{"input mouse -d 0 tap -5 9999", "", 0}, // beside the display: nobody is there
		{"input swipe 1 2 3 4 -1", "", 0},
		{"input swipe 1 1 1 1 0", "", 0},
		{"input motionevent cancel 0 0", "", 0},
		{"input keycombination CTRL_LEFT", "", 0},
	})
	const want = `tap {"x":-5,"y":9999}` + "\n" + `swipe {"ms":300,"x1":1,"x2":3,"y1":2,"y2":4}` + "\n" +
		`longtap {"ms":0,"x":1,"y":1}` + "\n" + `motion {"action":"cancel","x":0,"y":0}`
	if got := asked(t, d); got != want {
		t.Errorf("asked\n%s, want\n%s", got, want)
	}
}

// TestMonkeyArguments: what monkey cannot take, and an app that is not there.
func TestMonkeyArguments(t *testing.T) {
	t.Parallel()
	check(t, startWith(t), []row{
		{"monkey -p p many", "** Error: Count is not a number: \"many\"\n", 252},
		{"monkey -p p 99999999999999999999", "** Error: Count is not a number: \"99999999999999999999\"\n", 252},
		{"monkey 5", "** No activities found to run, monkey aborted.\n", 252},
		{"monkey -p", "** No activities found to run, monkey aborted.\n", 252},
		{"monkey --ignore-crashes -v -v -p p -3", "Events injected: 1\n", 0}, // it only starts the app
		{"pidof p", "4001\n", 0},
	})
}

// TestUnknownPackage: each verb of pm has its own words for an app that is not there.
func TestUnknownPackage(t *testing.T) {
	t.Parallel()
	const thrown = "\nException occurred while executing '%s':\njava.lang.IllegalArgumentException: Unknown package: q\n"
	rows := []row{
		{"pm path q", "", 1},
		{"pm clear --user 0 q", "Failed\n", 1},
		{"pm uninstall -k q", "Failure [DELETE_FAILED_INTERNAL_ERROR]\n", 1},
		{"pm dump q", "Unable to find package: q\n", 0},
		{"pm dump", "pm: needs a package\n", 1},
		{"pm resolve-activity --brief q", "No activity found\n", 0},
		{"pm resolve-activity -a x -c y", "No activity found\n", 0},
		{"pm uninstall", "pm: needs a package\n", 1},
		{"pm list nonsense; pm list", "", 0},
	}
	for _, verb := range []string{"grant", "revoke", "set-permission-flags"} {
		rows = append(rows, row{"pm " + verb + " q android.permission.CAMERA", strings.ReplaceAll(thrown, "%s", verb), 255})
	}
	check(t, startWith(t), rows)
}

// TestOtherApps: apps of the phone can be taken away and come back, others cannot.
func TestOtherApps(t *testing.T) {
	t.Parallel()
	d := startWith(t, "apps log")
	check(t, d, []row{
		{"am start -n p/.Main >/dev/null; logcat -c", "", 0},
		{"pm disable-user --user 0 com.android.gallery3d", "Package com.android.gallery3d new state: disabled-user\n", 0},
		{"pm enable com.android.gallery3d", "Package com.android.gallery3d new state: enabled\n", 0},
		{"pm disable p", "pm: Error: no other app \"p\" that can be disabled\n", 1},
		{"pm enable", "pm: Error: no other app \"\" that can be disabled\n", 1},
	})
	const want = `apps {"gone":["com.android.gallery3d"]}` + "\n" + `apps {"gone":[]}`
	if got := asked(t, d); got != want {
		t.Errorf("asked\n%s, want\n%s", got, want)
	}
}

// TestHostileArguments: arguments that nobody means are answered, soon and in bounds.
func TestHostileArguments(t *testing.T) {
	t.Parallel()
	d := startWith(t)
	long := strings.Repeat("x", 100_000)
	for _, line := range []string{
		"am start -n " + long, "am start -a " + long, "am start --es " + long + " " + long, "am broadcast -a " + long,
		"pm path " + long, "pm grant " + long + " " + long, "pm list packages " + long, "pm install /sdcard/" + long,
		"settings put global " + long + " " + long, "settings get global " + long, "content query --uri content://" + long,
		"dumpsys package " + long, "dumpsys " + long, "input text " + long, "input keyevent " + long, "getprop " + long,
		"setprop " + long + " x", "run-as " + long + " ls", "kill " + long, "log -t " + long + " " + long, "wm " + long,
		"ime set " + long, "cmd " + long, "emu geo nmea " + long, "date +" + long, "screencap /sdcard/" + long,
		"am start -n ../../etc/passwd/.Main", "pm path ../../etc", "run-as ../../etc ls", "run-as '' ls", "pm clear ''",
		"am start -n /", "am start ''", "settings put global '' ''", "input text ''", "content query --uri content://",
	} {
		out, _ := run(t, d, line)
		if len(out) > 4*len(line)+1000 {
			t.Errorf("%.40s...: %d bytes are answered to %d", line, len(out), len(line))
		}
	}
	check(t, d, []row{{"am start -n p/.Main >/dev/null; pidof p; ls /data/data", "4001\n", 0}})
}

// TestContentValues: values of each type, as the agent takes them, and words that are none.
func TestContentValues(t *testing.T) {
	t.Parallel()
	d := startWith(t, "content log")
	run(t, d, "am start -n p/.Main; logcat -c")
	check(t, d, []row{
		{"content insert --uri content://a/b --bind s:s:a:b --bind e:s: --bind b:b:false --bind i:i:-3 --bind l:l:9000000000 " +
			"--bind f:f:1.5 --bind d:d:1e3 --bind n:n:", "Row: 0 name=x\n", 0},
		{"content delete --uri content://a/b --where \"x='y z'\"", "Row: 0 name=x\n", 0},
		{"content insert --uri content://a/b --bind :s:x", "content: binding not well formed: :s:x\n", 1},
		{"content insert --uri content://a/b --bind b:b:maybe",
			"content: strconv.ParseBool: parsing \"maybe\": invalid syntax\n", 1},
		{"content update --uri http://a/b", "content: no content provider named: needs --uri content://AUTHORITY/PATH\n", 1},
		{"content insert --uri content://settings/evil --bind name:s:k --bind value:s:v",
			"settings: Invalid namespace 'evil'\n", 1},
	})
	const want = `content {"op":"insert","uri":"content://a/b","values":{"b":"0","d":"1e3","e":"","f":"1.5","i":"-3","l":"9000000000",` +
		`"n":null,"s":"a:b"}}` + "\n" + `content {"op":"delete","uri":"content://a/b","where":"x='y z'"}`
	if got := asked(t, d); got != want {
		t.Errorf("asked\n%s, want\n%s", got, want)
	}
}

// TestDeferred: rows that are written before an app runs wait, but not without end.
func TestDeferred(t *testing.T) {
	t.Parallel()
	d := startWith(t, "load ok")
	out, code := run(t, d,
		"i=0; while [ $i -lt 10001 ]; do content insert --uri content://a/b --bind n:i:$i || break; i=$((i+1)); done; echo $i")
	if want := "content: 10000 rows wait for an app to start\n10000\n"; out != want || code != 0 {
		t.Errorf("%q, %d; want %q", out, code, want)
	}
}
