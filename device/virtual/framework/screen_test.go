package framework_test

import "testing"

func TestWm(t *testing.T) {
	t.Parallel()
	d := startWith(t, "rotate log")
	check(t, d, []row{
		{"wm size; wm density", "Physical size: 720x1280\nPhysical density: 320\n", 0},
		{"wm size reset; wm dismiss-keyguard", "Physical size: 720x1280\n", 0},
		{"wm size 100x100", "wm: the display of this device keeps its size and density while it lives\n", 1},
		{"am start -n p/.Main >/dev/null; wm user-rotation lock 1; dumpsys input", "      SurfaceOrientation: 1\n", 0},
		{"wm user-rotation lock 7", "wm: bad rotation \"7\"\n", 1},
		{"wm fly", "wm: unknown or unsupported command 'fly'\n", 1},
	})
	if got, want := asked(t, d), `rotate {"rotation":1}`; got != want {
		t.Errorf("asked %q, want %q", got, want)
	}
}

func TestDumpsys(t *testing.T) {
	t.Parallel()
	check(t, startWith(t), []row{
		{"dumpsys window | grep mCurrentFocus", "  mCurrentFocus=Window{7a1fa00 u0 talpa.home/talpa.home.Home}\n", 0},
		{"am start -n p/.Main >/dev/null; dumpsys window | grep mCurrentFocus",
			"  mCurrentFocus=Window{7a1fa00 u0 p/p.Main}\n", 0},
		{"dumpsys window | grep -o cur=.*", "cur=720x1280 app=720x1280\n", 0},
		{"wm user-rotation lock 1; dumpsys window | grep -o cur=.*", "cur=1280x720 app=1280x720\n", 0},
		{"dumpsys activity activities | grep mResumedActivity",
			"  mResumedActivity: ActivityRecord{7a1fa01 u0 p/.Main t1}\n", 0},
		{"dumpsys activity top | grep ACTIVITY", "  ACTIVITY p/.Main 7a1fa01 pid=4001\n", 0},
		{"dumpsys activity services", "ACTIVITY MANAGER SERVICES (dumpsys activity services)\n", 0},
		{"dumpsys package p | grep -A1 -c MAIN", "2\n", 0},
		{"dumpsys package q", "Unable to find package: q\n", 0},
		{"dumpsys display | grep -o 'orientation=[0-9]'", "orientation=1\n", 0},
		{"dumpsys battery | grep level; dumpsys power | head -1", "  level: 100\n  mWakefulness=Awake\n", 0},
		{"dumpsys -l | head -2; dumpsys meminfo", "Currently running services:\n  activity\n", 0},
		{"dumpsys nothing", "Can't find service: nothing\n", 0},
	})
}

func TestUiautomator(t *testing.T) {
	t.Parallel()
	check(t, startWith(t, "dump usage"), []row{
		{"uiautomator dump", "UI hierchary dumped to: /sdcard/window_dump.xml\n", 0}, // the home screen
		{"grep -c 'package=\"talpa.home\"' /sdcard/window_dump.xml", "1\n", 0},
		{"am start -n p/.Main >/dev/null; uiautomator dump /sdcard/w.xml",
			"uiautomator: ERROR: could not get idle state: dump: agent: usage: not like this\n", 1},
		{"uiautomator events", "uiautomator: only dump is supported\n", 1},
	})
	check(t, startWith(t, "key leave"), []row{ // the user leaves the app, whose process runs on
		{"am start -n p/.Main >/dev/null; input keyevent BACK; pidof p >/dev/null && uiautomator dump /dev/tty | " +
			"grep -c 'package=\"talpa.home\"'", "1\n", 0},
	})
	check(t, startWith(t), []row{
		{"am start -n p/.Main >/dev/null; cd /sdcard; uiautomator dump --compressed x.xml; grep -c a.B /sdcard/x.xml",
			"UI hierchary dumped to: x.xml\n1\n", 0},
		{"uiautomator dump /dev/tty | grep -o '<hierarchy rotation'", "<hierarchy rotation\n", 0},
		{"uiautomator dump /nowhere/x", "uiautomator: open /nowhere/x: read-only file system\n", 1},
	})
}

func TestScreencap(t *testing.T) {
	t.Parallel()
	check(t, start(t), []row{
		{"screencap -p | head -1 | grep -c PNG", "1\n", 0},
		{"screencap /sdcard/s.png; [ -s /sdcard/s.png ] && echo ok", "ok\n", 0},
		{"screencap -d 0 /sdcard/raw; stat -c %s /sdcard/raw", "3686416\n", 0}, // 16 + 4 * 720 * 1280
		{"screencap /nowhere/s.png", "screencap: open /nowhere/s.png: read-only file system\n", 1},
	})
}
