package answer

import (
	"errors"
	"strings"
	"testing"
)

func TestFront(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct{ out, want string }{
		"a window of an activity": {"  mCurrentFocus=Window{6a2 u0 a.b/a.b.Main}\r\n", "a.b/a.b.Main"},
		"no window yet":           {"  mCurrentFocus=null\n  mFocusedApp=ActivityRecord{1 u0 a.b/.M t12}", "a.b/a.b.M"},
		"the window beats the app": {
			"mFocusedApp=ActivityRecord{1 u0 a.b/.M t1}\nmCurrentFocus=Window{2 u0 c.d/c.d.Home}", "c.d/c.d.Home",
		},
		"the notification shade alone": {"  mCurrentFocus=Window{6a2 u0 NotificationShade}\n", ""},
		"the shade over an app": {
			"mCurrentFocus=Window{6a2 u0 NotificationShade}\nmFocusedApp=ActivityRecord{7 u0 a.b/.M} t12}\n", "a.b/a.b.M",
		},
		"a dialog of the system": {
			"mCurrentFocus=Window{5 u0 Application Not Responding: a.b}\nmFocusedApp=ActivityRecord{7 u0 a.b/.M t82}\n",
			"a.b/a.b.M",
		},
		"a window named by a package": {
			"mCurrentFocus=Window{5 u0 a.service}\n" +
				"mFocusedApp=AppWindowToken{1 token=Token{2 ActivityRecord{3 u0 a.b/c.d.Main t2}}}\n", "a.b/c.d.Main",
		},
		"a vendor's field behind a comma": {
			"mFocusedApp=AppWindowToken{2 token=Token{3 ActivityRecord{4 u0 a.b/.M, isShadow:false t10}}}", "a.b/a.b.M",
		},
		"a field behind a blank": {"mCurrentFocus=Window{4 u0 a.b/.M paused=false}", "a.b/a.b.M"},
		"a cover display first": {
			"mFocusedApp=ActivityRecord{1 u0 com.android.systemui/.cover.Home t9}\n" +
				"mFocusedApp=ActivityRecord{2 u0 a.b/.M t409}\nmCurrentFocus=null\n", "a.b/a.b.M",
		},
		"a cover display with the only window": {
			"mFocusedApp=ActivityRecord{2 u0 a.b/.M t409}\n" +
				"mCurrentFocus=Window{1 u0 com.android.systemui/com.android.systemui.cover.Home}\n", "a.b/a.b.M",
		},
		"nothing but the system": {
			"mCurrentFocus=Window{1 u0 com.android.systemui/.Recents}\n", "com.android.systemui/com.android.systemui.Recents",
		},
		"a second display without focus": {
			"mCurrentFocus=Window{6 u0 a.b/a.b.M}\r\nmFocusedApp=ActivityRecord{7 u0 a.b/.M t5}\r\n" +
				"mCurrentFocus=null\r\nmFocusedApp=null\r\n", "a.b/a.b.M",
		},
		"Android 2": {
			"mCurrentFocus=null\nmFocusedApp=AppWindowToken{4 token=HistoryRecord{4 a.b/.M}}\n", "a.b/a.b.M",
		},
		"an inner class": {"mCurrentFocus=Window{6 u0 a.b/a.b.Main$Inner}", "a.b/a.b.Main$Inner"},
		"nothing":        {"", ""},
	} {
		if got := Front(test.out); got != test.want {
			t.Errorf("%s: %q, want %q", name, got, test.want)
		}
	}
}

func TestSizeAndDensity(t *testing.T) {
	t.Parallel()
	for out, want := range map[string][2]int{
		"Physical size: 1080x1920\n":                              {1080, 1920},
		"Physical size: 1080x1920\nOverride size: 480x1024\n":     {480, 1024},
		"Override size: 480x1024\r\nPhysical size: 1080x1920\r\n": {480, 1024},
	} {
		if w, h, err := Size(out); err != nil || w != want[0] || h != want[1] {
			t.Errorf("%q: %dx%d, %v", out, w, h, err)
		}
	}
	for _, out := range []string{"", "Physical size: \n", "Physical size: 0x5\n", "Physical size: 5x\n", "axb"} {
		if w, h, err := Size(out); err == nil {
			t.Errorf("%q: %dx%d", out, w, h)
		}
	}
	if got := Density("Physical density: 600\nOverride density: 480\n"); got != 480 {
		t.Errorf("density %d", got)
	}
	if got := Density("Physical density: none\n"); got != 0 {
		t.Errorf("density %d of no number", got)
	}
}

func TestInstall(t *testing.T) {
	t.Parallel()
	for _, out := range []string{
		"Success\n", "\tpkg: /data/local/tmp/a.apk\r\nSuccess\r\n", "12040 KB/s (5 bytes in 1s)\nSuccess",
	} {
		if err := Install(out); err != nil {
			t.Errorf("%q: %v", out, err)
		}
	}
	for out, want := range map[string]string{
		"Performing Streamed Install\nadb: failed: Failure [INSTALL_FAILED_OLDER_SDK]\n": "" +
			"Failure [INSTALL_FAILED_OLDER_SDK]",
		"Failure [INSTALL_FAILED_ALREADY_EXISTS: Attempt to install again]": "Failure [INSTALL_FAILED_ALREADY_EXISTS: " +
			"Attempt to install again]",
		"pkg: /data/local/tmp/a.apk\nError: Failed to parse it\n":           "Error: Failed to parse it",
		"java.lang.IllegalArgumentException: Unknown\n\tat a.b(C.java:1)\n": "java.lang.IllegalArgumentException: Unknown",
		"": "no answer",
	} {
		if err := Install(out); err == nil || err.Error() != want {
			t.Errorf("%q: %v, want %s", out, err, want)
		}
	}
	err := Install("Failure [INSTALL_FAILED_USER_RESTRICTED: Invalid apk]")
	if !errors.Is(err, ErrUserRestricted) || strings.Contains(err.Error(), "Invalid") {
		t.Errorf("the owner's refusal reads %v", err)
	}
}

func TestStart(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct{ out, want string }{
		"a start":                       {"Starting: Intent { cmp=a.b/.M }\nStatus: ok\nComplete\n", ""},
		"a class whose name says Error": {"Starting: Intent { cmp=a.b/.ErrorM }\nActivity: a.b/.ErrorM\n", ""},
		"a start that is still drawing": {"Starting: Intent { cmp=a.b/.M }\nStatus: timeout\nWaitTime: 11639\n", ""},
		"a task that came to the front": {"Warning: Activity not started, its current task came to the front\n", ""},
		"a broadcast":                   {"Broadcasting: Intent { act=a }\nBroadcast completed: result=0\n", ""},
		"an activity that is not there": {"Starting: x\nError type 3\nError: Activity class {a.b/a.b.M} is not there.\n",
			"Error: Activity class {a.b/a.b.M} is not there."},
		"a number only": {"Error type 3\n", "Error type 3"},
		"an activity that is not public": {
			"Starting: x\njava.lang.SecurityException: Permission Denial: starting Intent { launch={ } }\n",
			"java.lang.SecurityException: Permission Denial: starting Intent { launch={ } }",
		},
		"a fault of the command": {
			"\nException occurred while executing 'start':\njava.lang.IllegalArgumentException: no intent\n\tat a.b(C.java:1)\n",
			"java.lang.IllegalArgumentException: no intent",
		},
	} {
		got := ""
		if err := Start(test.out); err != nil {
			got = err.Error()
		}
		if got != test.want {
			t.Errorf("%s: %q, want %q", name, got, test.want)
		}
	}
}

func TestHierarchy(t *testing.T) {
	t.Parallel()
	const doc = `<hierarchy rotation="0"><node text="&lt;/hierarchy"/></hierarchy>`
	for _, out := range []string{
		doc, doc + "UI hierchary dumped to: /dev/tty\n", "\ufeff<?xml version='1.0'?>\r\n" + doc + "\r\n",
		"java.io.FileNotFoundException: /sys/x\n\tat a.b(C.java:1)\nUI hierchary dumped to: /sdcard/x\n" + doc,
	} {
		if got, err := Hierarchy([]byte(out)); err != nil || string(got) != doc {
			t.Errorf("%q: %q, %v", out, got, err)
		}
	}
	if got, err := Hierarchy([]byte(`<hierarchy rotation="0"/>UI`)); err != nil ||
		string(got) != `<hierarchy rotation="0"/>` {
		t.Errorf("an empty element: %q, %v", got, err)
	}
	for out, want := range map[string]string{
		"ERROR: could not get idle state.\n": "could not get idle state",
		"Killed \n":                          "Killed",
		"UI hierchary dumped to: /dev/tty\n": "dumped to: /dev/tty",
		"":                                   "no answer",
		`<hierarchy rotation="0"><node`:      "breaks off after 29 bytes",
		"</hierarchy><hierarchy":             "breaks off",
	} {
		got, err := Hierarchy([]byte(out))
		if !errors.Is(err, ErrNoHierarchy) || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %q, %v", out, got, err)
		}
	}
}

func TestPicture(t *testing.T) {
	t.Parallel()
	const png = "\x89PNG\r\n\x1a\nrest"
	for _, out := range []string{png, "[Warning] Several displays were found\n" + png} {
		if got, err := Picture([]byte(out)); err != nil || string(got) != png {
			t.Errorf("%q: %q, %v", out, got, err)
		}
	}
	if _, err := Picture([]byte("Killed\n")); err == nil || !strings.Contains(err.Error(), "Killed") {
		t.Errorf("no picture: %v", err)
	}
}

func TestRunning(t *testing.T) {
	t.Parallel()
	const out = "USER PID NAME\r\nu0_a1 7 a.b:remote\r\nu0_a2 8 c.a.b\r\nu0_a3 9 a.b.c\r\n"
	if Running(out, "a.b") {
		t.Error("other processes count as a.b")
	}
	if !Running(out+"u0_a1 10 0 S a.b\r\n", "a.b") || !Running("u0_a1 10 a.b", "a.b") {
		t.Error("a.b is not seen")
	}
}
