package virtual

import (
	"testing"

	"talpa/device"
	"talpa/device/virtual/wire"
)

const camera = "android.permission.CAMERA"

func TestGrantsAtInstallation(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name   string
		target int
		all    bool
		want   bool
	}{
		{"an app for Android 6 asks", 23, false, false},
		{"its installer grants", 23, true, true},
		{"an app for Android 5 holds all", 22, false, true},
	} {
		m := device.Manifest{TargetSDK: test.target, Permissions: []string{camera, "android.permission.INTERNET"}}
		g := newGrants(m, test.all)
		if state, ok := g.get(camera); !ok || state.Held != test.want {
			t.Errorf("%s: %+v, %v; want held %v", test.name, state, ok, test.want)
		}
		if _, ok := g.get("android.permission.INTERNET"); ok {
			t.Errorf("%s: nobody decides on INTERNET", test.name)
		}
	}
}

func TestGrantsOverAnUpdate(t *testing.T) {
	t.Parallel()
	m := device.Manifest{TargetSDK: 30, Permissions: []string{camera}}
	old := newGrants(m, false)
	old.learn(wire.Notice{Name: camera, Refusals: 9})
	old.learn(wire.Notice{Name: "android.permission.INTERNET", Held: true})
	if state, _ := old.get(camera); state.flags() != "USER_SET|USER_FIXED" {
		t.Errorf("nine refusals give %q", state.flags())
	}
	if len(old.list()) != 1 {
		t.Errorf("a process made up permissions: %v", old.list())
	}
	g := newGrants(m, false)
	g.inherit(old, false)
	if state, _ := g.get(camera); state.Held || state.Refusals != refusalsFixed {
		t.Errorf("the update forgot what the user decided: %+v", state)
	}
	g = newGrants(m, true)
	g.inherit(old, true)
	if state, _ := g.get(camera); !state.Held {
		t.Errorf("install -g does not grant what was refused: %+v", state)
	}
}

// TestPermissionCommands installs as adb does, with and without -g.
func TestPermissionCommands(t *testing.T) {
	t.Parallel()
	s := startFake(t, fakeOptions(t))
	const dump = "dumpsys package p | grep -o 'granted.*flags.*'"
	for _, test := range []struct{ line, want string }{
		{"printf 'p\\n' > /sdcard/p.apk; pm install /sdcard/p.apk; " + dump,
			"Success\ngranted=false, flags=[ ]\n"},
		{"pm grant p " + camera + "; " + dump, "granted=true, flags=[ ]\n"},
		{"pm revoke p " + camera + "; pm set-permission-flags p " + camera + " user-set user-fixed; " + dump,
			"granted=false, flags=[ USER_SET|USER_FIXED ]\n"},
		{"pm clear-permission-flags p " + camera + " user-fixed; " + dump,
			"granted=false, flags=[ USER_SET ]\n"},
		{"pm uninstall p; pm install -g /sdcard/p.apk; " + dump,
			"Success\nSuccess\ngranted=true, flags=[ ]\n"},
		{"pm clear p; " + dump, "Success\ngranted=false, flags=[ ]\n"},
		{"dumpsys package p | grep INTERNET:", "      android.permission.INTERNET: granted=true\n"},
	} {
		if out, _ := sh(t, s, test.line); out != test.want {
			t.Errorf("%s:\n%q; want\n%q", test.line, out, test.want)
		}
	}
}
