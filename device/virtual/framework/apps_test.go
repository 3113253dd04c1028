package framework_test

import (
	"strings"
	"testing"
)

func TestAm(t *testing.T) {
	t.Parallel()
	d := startWith(t, "broadcast usage")
	check(t, d, []row{
		{"am start -n p/.Main", "Starting: Intent { cmp=p/.Main }\n", 0},
		{"am start -W -a android.intent.action.MAIN -c android.intent.category.LAUNCHER -n p/p.Main | grep -v Time",
			"Starting: Intent { act=android.intent.action.MAIN cat=[android.intent.category.LAUNCHER] cmp=p/.Main }\nStatus: ok\nLaunchState: COLD\nActivity: p/.Main\nComplete\n", 0},
		{"am start -a x --es k v --ez b true --ei n 5 -f 0x10000000 -p p",
			"Starting: Intent { act=x flg=0x10000000 pkg=p (has extras) }\n", 0},
		{"am start http://a.b/c", "Starting: Intent { act=android.intent.action.VIEW dat=http://a.b/c }\n", 0},
		{"am start p/.Other", "Starting: Intent { cmp=p/.Other }\n", 0},
		{"am start -S -n p/.Main; pidof p", "Starting: Intent { cmp=p/.Main }\n4002\n", 0},
		{"am start -n q/.Main",
			"Starting: Intent { cmp=q/.Main }\nError type 3\nError: Activity class {q/q.Main} does not exist.\n", 1},
		{"am start -n nonsense", "am: bad component name: nonsense\n", 1},
		{"am start -f much", "am: bad flags \"much\"\n", 1},
		{"am start --ez b maybe", "am: invalid boolean value: maybe\n", 1},
		{"am start -a", "am: option -a needs 1 values\n", 1},
		{"am start --fly", "am: unknown option --fly\n", 1},
		{"am broadcast -a y", "Broadcasting: Intent { act=y flg=0x400000 }\nError: not like this\n", 1},
		{"am startservice -n p/.S", "Starting service: Intent { cmp=p/.S }\n", 0},
		{"am stopservice -n p/.S; am get-current-user", "0\n", 0},
		{"am instrument -w x/y", "am: instrumentation tests do not run on this device; " +
			"uiautomator2's server does, without being started\n", 1},
		{"am fly", "am: unknown or unsupported command 'fly'\n", 1},
		{"am crash p", "am: not supported\n", 1},
		{"am force-stop q; pidof p", "4002\n", 0},
		{"am force-stop p; pidof p", "", 1},
		{"cmd activity start -n p/.Main; am kill-all; am force-stop p; pidof p", "Starting: Intent { cmp=p/.Main }\n", 1},
	})
}

// TestAm sends extras of each type as the agent takes them.
func TestAmExtras(t *testing.T) {
	t.Parallel()
	d := startWith(t, "service log")
	check(t, d,
		[]row{{"am startservice -a a -c k -t t/x -n p/.S --es s 1 --ez z true --ei i 0x10 --el l 5 --ef f 1.5 " +
			"--ed d 2 --ecn c p/.C --esn none",
			"Starting service: Intent { act=a cat=[k] typ=t/x cmp=p/.S (has extras) }\n", 0}})
	const want = `service {"action":"a","categories":["k"],"component":"p/p.S",` +
		`"extras":{"c":{"component":"p/.C"},"d":{"double":2},"f":{"float":1.5},"i":16,"l":{"long":5},"s":"1","z":true},` +
		`"type":"t/x"}`
	if got := asked(t, d); got != want {
		t.Errorf("asked\n%s, want\n%s", got, want)
	}
	for _, bad := range []string{"--ecn c p", "--ecn c /C", "--ecn c p/", "--el l x", "--ef f NaN", "--ed d 1e999"} {
		if out, code := run(t, d, "am startservice -n p/.S "+bad); code == 0 || !strings.Contains(out, "bad ") {
			t.Errorf("%s: %d %s", bad, code, out)
		}
	}
}

func TestPm(t *testing.T) {
	t.Parallel()
	check(t, startWith(t), []row{
		{"pm list packages", "package:p\n", 0},
		{"pm list packages -3 -f", "package:/data/app/p-1/base.apk=p\n", 0},
		{"pm list packages -s; cmd package list packages nothing", "", 0},
		{"pm list features | head -1", "feature:android.hardware.touchscreen\n", 0},
		{"pm list users", "Users:\n\tUserInfo{0:Owner:c13} running\n", 0},
		{"pm list permissions -d -g | grep CAMERA",
			"group:android.permission-group.CAMERA\n  permission:android.permission.CAMERA\n", 0},
		{"pm list permissions | grep -c group:", "0\n", 1},
		{"pm path --user 0 p", "package:/data/app/p-1/base.apk\n", 0},
		{"pm path q", "", 1},
		{"pm path", "pm: needs a package\n", 1},
		{"pm dump p | grep -c versionCode; pm dump q", "1\nUnable to find package: q\n", 0},
		{"cmd package resolve-activity --brief -c android.intent.category.LAUNCHER p | tail -1", "p/p.Main\n", 0},
		{"pm resolve-activity q", "No activity found\n", 0},
		{"pm trim-caches 1", "", 0},
		{"pm fly", "pm: unknown or unsupported command 'fly'\n", 1},
		{"run-as p touch x; pm clear p; ls /data/data", "Success\n", 0},
		{"am start -n p/.Main >/dev/null; run-as p touch x; pm uninstall -k p; pidof p; ls /data/data/p", "Success\nx\n", 0},
		{"pm list packages", "", 0},
	})
}

// TestPmUninstall ends the app that goes, with its data, and no other.
func TestPmUninstall(t *testing.T) {
	t.Parallel()
	check(t, startWith(t), []row{
		{"printf 'r\\nx' > /sdcard/r.apk; pm install /sdcard/r.apk", "Success\n", 0},
		{"am start -n p/.Main >/dev/null; pm uninstall -k r; pidof p", "Success\n4001\n", 0},
		{"run-as p touch x; pm uninstall p; pidof p; ls /data/data", "Success\n", 0},
	})
}

func TestPmInstall(t *testing.T) {
	t.Parallel()
	check(t, start(t), []row{
		{"pm install /sdcard/none.apk",
			"Failure [INSTALL_FAILED_INVALID_APK: statat /sdcard/none.apk: no such file or directory]\n", 1},
		{"pm install", "Failure [INSTALL_FAILED_INVALID_APK: no file and no -S size given]\n", 1},
		{"pm install -S many", "Failure [INSTALL_FAILED_INVALID_APK: bad size \"many\"]\n", 1},
		{"printf 'r\\nx' > /data/local/tmp/r.apk; pm install -r -i me /data/local/tmp/r.apk && pm list packages",
			"Success\npackage:r\n", 0},
		{"printf 'r\\nxy' | pm install -S 4; pm path r", "Success\npackage:/data/app/r-2/base.apk\n", 0},
		{"printf 'r\\nx' | pm install -S 9 | grep -o 'unexpected EOF'", "unexpected EOF\n", 0},
		{"printf 'unsigned\\n' > /sdcard/u.apk; pm install /sdcard/u.apk",
			"Failure [INSTALL_PARSE_FAILED_NO_CERTIFICATES: the APK is not signed]\n", 1},
		{"printf '../x\\n' > /sdcard/u.apk; pm install /sdcard/u.apk",
			"Failure [INSTALL_PARSE_FAILED_BAD_PACKAGE_NAME: bad package name \"../x\"]\n", 1},
		{"printf 'q\\nunconvertible' > /sdcard/u.apk; pm install /sdcard/u.apk | grep -o '^Failure .INSTALL_FAILED_DEXOPT'",
			"Failure [INSTALL_FAILED_DEXOPT\n", 0},
	})
}

// TestPmInstall in steps, as adb install-multiple does it.
func TestPmInstallSteps(t *testing.T) {
	t.Parallel()
	check(t, start(t), []row{
		{"pm install-write 7 base /sdcard/a", "Failure [INSTALL_FAILED_INVALID_APK: no session \"7\"]\n", 1},
		{"pm install-commit", "pm: needs a session\n", 1},
		{"pm install-create -g", "Success: created install session [1]\n", 0},
		{"printf 'p\\nb' > /sdcard/a; pm install-write 1 base /sdcard/a", "Success: streamed bytes\n", 0},
		{"printf 'p\\nb' | pm install-write -S 3 1 split -", "Success: streamed bytes\n", 0},
		{"pm install-write 1 none", "Failure [INSTALL_FAILED_INVALID_APK: no file and no -S size given]\n", 1},
		{"pm install-commit 1; pm list packages", "Success\npackage:p\n", 0},
		{"pm install-commit 1", "Failure [INSTALL_FAILED_INVALID_APK: no session \"1\"]\n", 1},
		{"pm install-create; pm install-commit 2", "Success: created install session [2]\n" +
			"Failure [INSTALL_FAILED_INVALID_APK: no APK was written]\n", 1},
		{"pm install-create; pm install-abandon 3", "Success: created install session [3]\nSuccess\n", 0},
		{"for i in 1 2 3 4 5 6 7 8; do pm install-create >/dev/null; done; pm install-create",
			"Failure [INSTALL_FAILED_INVALID_APK: 8 installations are under way: install-abandon them]\n", 1},
	})
}

// TestPermissionCommands installs as adb does, with and without -g.
func TestPermissionCommands(t *testing.T) {
	t.Parallel()
	const dump = "dumpsys package p | grep -o 'granted.*flags.*'"
	const camera = "android.permission.CAMERA"
	check(t, start(t), []row{
		{"printf 'p\\n' > /sdcard/p.apk; pm install /sdcard/p.apk; " + dump, "Success\ngranted=false, flags=[ ]\n", 0},
		{"pm grant p " + camera + "; " + dump, "granted=true, flags=[ ]\n", 0},
		{"pm revoke p " + camera + "; pm set-permission-flags p " + camera + " user-set user-fixed; " + dump,
			"granted=false, flags=[ USER_SET|USER_FIXED ]\n", 0},
		{"pm clear-permission-flags p " + camera + " user-fixed; " + dump, "granted=false, flags=[ USER_SET ]\n", 0},
		{"pm set-permission-flags p " + camera + " odd", "pm: unknown or unsupported flag \"odd\"\n", 1},
		{"pm uninstall p; pm install -g /sdcard/p.apk; " + dump, "Success\nSuccess\ngranted=true, flags=[ ]\n", 0},
		{"am start -n p/.Main >/dev/null; pm revoke p " + camera + "; pidof p", "", 1},
		{"am start -n p/.Main >/dev/null; pm grant p " + camera + "; pidof p", "4002\n", 0},
		{"pm clear p; " + dump, "Success\ngranted=false, flags=[ ]\n", 0},
		{"dumpsys package p | grep INTERNET:", "      android.permission.INTERNET: granted=true\n", 0},
		{"pm grant p", "pm: needs a package and a permission\n", 1},
		{"pm grant p android.permission.INTERNET", "\nException occurred while executing 'grant':\n" +
			"java.lang.SecurityException: Permission android.permission.INTERNET requested by p is not a changeable permission type\n", 255},
		{"pm revoke p android.permission.READ_SMS", "\nException occurred while executing 'revoke':\n" +
			"java.lang.SecurityException: Package p has not requested permission android.permission.READ_SMS\n", 255},
		{"pm set-permission-flags p android.permission.INTERNET user-set | tail -1",
			"\nException occurred while executing 'set-permission-flags':\n" +
				"java.lang.SecurityException: Permission android.permission.INTERNET isn't one that a user decides on for p\n", 0},
	})
}

// TestAppOperations switches what the settings have a page for.
func TestAppOperations(t *testing.T) {
	t.Parallel()
	const overlays, get = "android.permission.SYSTEM_ALERT_WINDOW", "appops get p SYSTEM_ALERT_WINDOW"
	const off = "No operations.\nDefault mode: default\n"
	check(t, start(t), []row{
		{"printf 'p\n' > /sdcard/p.apk; pm install -g /sdcard/p.apk; " + get, "Success\n" + off, 0},
		{"dumpsys package p | grep WINDOW:", "      " + overlays + ": granted=false\n", 0},
		{"appops set p SYSTEM_ALERT_WINDOW allow; " + get, "SYSTEM_ALERT_WINDOW: allow\n", 0},
		{"am start -n p/.Main >/dev/null; cmd appops set p SYSTEM_ALERT_WINDOW ignore; pidof p; " + get, "4001\n" + off, 0},
		{"pm grant p " + overlays + "; " + get + "; pm revoke p " + overlays + "; " + get, "SYSTEM_ALERT_WINDOW: allow\n" + off, 0},
		{"appops set p android:get_usage_stats allow; appops get p GET_USAGE_STATS", "GET_USAGE_STATS: allow\n", 0},
		{"appops set p CAMERA allow; appops set shell android:mock_location allow; appops", "", 0},
		{"appops set nobody SYSTEM_ALERT_WINDOW allow", "appops: No UID for nobody in user 0\n", 1},
	})
}
