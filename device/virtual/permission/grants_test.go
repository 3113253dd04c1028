package permission

import (
	"testing"

	"talpa/device"
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
		g := New(m, 35, test.all)
		if state, ok := g.Get(camera); !ok || state.Held != test.want {
			t.Errorf("%s: %+v, %v; want held %v", test.name, state, ok, test.want)
		}
		if _, ok := g.Get("android.permission.INTERNET"); ok {
			t.Errorf("%s: nobody decides on INTERNET", test.name)
		}
	}
}

// TestGrantsOfTheSettings: neither an installer nor a dialog gives what the settings have
// a page for.
func TestGrantsOfTheSettings(t *testing.T) {
	t.Parallel()
	for target, want := range map[int]bool{22: true, 23: false, 34: false} {
		m := device.Manifest{TargetSDK: target, Permissions: []string{Overlays, ModifySettings, AllFiles, Usage}}
		g := New(m, 35, true)
		for _, name := range m.Permissions {
			if state, ok := g.Get(name); !ok || state.Held != (want && name != Usage) {
				t.Errorf("target %d, %s: %+v, %v; want held %v", target, name, state, ok, want)
			}
		}
	}
}

// TestGrantsOfExactAlarms: Android 14 and later deny them by default, to apps for Android 13 and later.
func TestGrantsOfExactAlarms(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		target, api int
		want        bool
	}{{32, 35, true}, {33, 35, false}, {35, 35, false}, {34, 33, true}} {
		g := New(device.Manifest{TargetSDK: c.target, Permissions: []string{ExactAlarms}}, c.api, true)
		if state, ok := g.Get(ExactAlarms); !ok || state.Held != c.want {
			t.Errorf("target %d, level %d: %+v, %v; want held %v", c.target, c.api, state, ok, c.want)
		}
	}
}

func TestGrantsOverAnUpdate(t *testing.T) {
	t.Parallel()
	m := device.Manifest{TargetSDK: 30, Permissions: []string{camera}}
	old := New(m, 35, false)
	old.Learn(camera, false, 9)
	old.Learn("android.permission.INTERNET", true, 0)
	if state, _ := old.Get(camera); state.Flags() != "USER_SET|USER_FIXED" {
		t.Errorf("nine refusals give %q", state.Flags())
	}
	if len(old.List()) != 1 {
		t.Errorf("a process made up permissions: %v", old.List())
	}
	g := New(m, 35, false)
	g.Inherit(old, false)
	if state, _ := g.Get(camera); state.Held || state.Refusals != RefusalsFixed {
		t.Errorf("the update forgot what the user decided: %+v", state)
	}
	g = New(m, 35, true)
	g.Inherit(old, true)
	if state, _ := g.Get(camera); !state.Held {
		t.Errorf("install -g does not grant what was refused: %+v", state)
	}
}
