package virtual

import (
	"errors"
	"fmt"
	"testing"

	"talpa/device"
	"talpa/fuzz/event"
)

// TestRestore: a device that went back tells the app's next process the same, and has the same files, as if nothing had
// been done since the moment was kept.
func TestRestore(t *testing.T) {
	t.Parallel()
	s := startFake(t, fakeOptions(t))
	d, app := connect(t, s, told...)
	saver, ok := d.(device.Saver)
	if !ok {
		t.Fatal("the embedded device keeps no moments")
	}
	mustDo(t, d, app, event.Launch)
	files := func() string {
		out, _ := sh(t, s, "ls -lR /sdcard /data/data /data/local/tmp; cat /data/local/tmp/f")
		return out
	}
	set := func(part int) {
		for _, e := range [][]event.Event{
			{{Kind: event.Rotate, Arg: "landscape"}, {Kind: event.Config, Arg: "locale", Value: "de"},
				{Kind: event.Config, Arg: "storage", Value: "readonly"}, {Kind: event.Config, Arg: "clock", Value: "50h"},
				{Kind: event.Config, Arg: event.Apps, Value: "org.other"}, {Kind: event.Location, Arg: event.LocationFix, Value: "1,2"},
				{Kind: event.Permission, Arg: "deny", Value: "android.permission.CAMERA"}},
			{{Kind: event.Rotate, Arg: "portrait"}, {Kind: event.Config, Arg: "locale", Value: "fr"},
				{Kind: event.Config, Arg: "storage", Value: "mounted"}, {Kind: event.Config, Arg: "clock", Value: "70h"},
				{Kind: event.Config, Arg: event.Apps, Value: event.AppsNone}, {Kind: event.Location, Arg: "off"},
				{Kind: event.Permission, Arg: "grant", Value: "android.permission.CAMERA"}},
		}[part] {
			if err := d.Do(t.Context(), app, e); err != nil && !errors.Is(err, device.ErrUnsupported) {
				t.Fatalf("%v: %v", e, err)
			}
		}
		out, code := sh(t, s, fmt.Sprintf("settings put global a %d; setprop my.own %d; "+
			"echo %d > /data/local/tmp/f; run-as p touch f%d", part, part, part, part))
		if code != 0 {
			t.Fatal(out)
		}
	}
	set(0)
	if err := saver.Save(t.Context(), app, 7); err != nil {
		t.Fatal(err)
	}
	then := files()
	asked(t, s)
	mustDo(t, d, app, event.Restart)
	first := asked(t, s)
	set(1)
	mustDo(t, d, app, event.Restart)
	if asked(t, s) == first || files() == then {
		t.Fatal("nothing that was done since is told: the test looks in the wrong place")
	}
	for range 2 {
		if err := saver.Restore(t.Context(), app, 7); err != nil {
			t.Fatal(err)
		}
		mustAlive(t, d, app, false)
		if got := files(); got != then {
			t.Errorf("after going back there are\n%s, before\n%s", got, then)
		}
		if out, _ := sh(t, s, "getprop my.own; settings get global a"); out != "0\n0\n" {
			t.Errorf("a property and a setting are %q", out)
		}
		asked(t, s)
		mustDo(t, d, app, event.Restart)
		if got := asked(t, s); got != first {
			t.Errorf("after going back a start asks\n%s\nthen\n%s", got, first)
		}
	}
}

// TestRestore_unknown: moments that are not kept, or of an app that was replaced since, cannot be gone back to.
func TestRestore_unknown(t *testing.T) {
	t.Parallel()
	s := startFake(t, fakeOptions(t))
	d, app := connect(t, s)
	saver, ok := d.(device.Saver)
	if !ok {
		t.Fatal("the embedded device keeps no moments")
	}
	if err := saver.Restore(t.Context(), app, 0); !errors.Is(err, device.ErrUnsupported) {
		t.Errorf("a moment that was never kept: %v", err)
	}
	for _, number := range []int{-1, maxMoments} {
		if err := saver.Save(t.Context(), app, number); !errors.Is(err, device.ErrUnsupported) {
			t.Errorf("moment %d: %v", number, err)
		}
	}
	if err := saver.Save(t.Context(), app, 0); err != nil {
		t.Fatal(err)
	}
	if _, code := sh(t, s, "pm uninstall p"); code != 0 {
		t.Fatal("the app is not uninstalled")
	}
	if err := saver.Restore(t.Context(), app, 0); err == nil {
		t.Error("went back to a moment of an app that is gone")
	}
}
