package virtual

import "testing"

// TestPermissionCommands installs as adb does, with and without -g.
func TestPermissionCommands(t *testing.T) {
	t.Parallel()
	s := startFake(t, fakeOptions(t))
	const dump = "dumpsys package p | grep -o 'granted.*flags.*'"
	for _, test := range []struct{ line, want string }{
		{"printf 'p\\n' > /sdcard/p.apk; pm install /sdcard/p.apk; " + dump,
			"Success\ngranted=false, flags=[ ]\n"},
		{"pm grant p android.permission.CAMERA; " + dump, "granted=true, flags=[ ]\n"},
		{"pm revoke p android.permission.CAMERA; pm set-permission-flags p android.permission.CAMERA user-set user-fixed; " + dump,
			"granted=false, flags=[ USER_SET|USER_FIXED ]\n"},
		{"pm clear-permission-flags p android.permission.CAMERA user-fixed; " + dump,
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
