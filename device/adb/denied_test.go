package adb_test

import (
	"strings"
	"testing"

	"talpa/fuzz/event"
)

// refusals are what badger shows of what it tries without a permission, or with those of its manifest.
var refusals = []string{
	"bluetooth: java.lang.SecurityException: Need android.permission.BLUETOOTH_CONNECT permission for dev.talpa.badger",
	"camera: java.lang.RuntimeException: Fail to connect to camera service",
	"cannot open camera without camera permission",
	"exactAlarm: java.lang.SecurityException: Caller dev.talpa.badger needs to hold " +
		"android.permission.SCHEDULE_EXACT_ALARM or android.permission.USE_EXACT_ALARM to set exact alarms.",
	"message: java.lang.SecurityException: Sending SMS message: uid ",
	"network: java.lang.SecurityException: ConnectivityService: Neither user ",
	"phoneNumber: java.lang.SecurityException: getLine1NumberForDisplay: Neither user ",
	"place: java.lang.SecurityException: uid 10100 does not have android.permission.ACCESS_COARSE_LOCATION or android.permission.ACCESS_FINE_LOCATION.",
	"scale: java.lang.IllegalArgumentException: Cannot set 'scaleX' to Float.NaN",
	"vibrator: java.lang.SecurityException: vibrate: Neither user 10100",
	" nor current process has android.permission.WAKE_LOCK.",
	"wifi: java.lang.SecurityException: WifiService: Neither user 10100",
	"permissionGroup: 1 android.permission-group.UNDEFINED Camera",
	"ownPermission: 1 ",
	"unknownPermission: android.content.pm.PackageManager$NameNotFoundException",
	"recorderOrder: state: null",
}

// TestPermissions_refusedOnesThrow has badger try what it has no permission for, and what it has one
// for that the user takes away.
func TestPermissions_refusedOnesThrow(t *testing.T) {
	startsJVMs(t)
	s := installed(t, borrow(t), "badger")
	s.do(event.Event{Kind: event.Launch})
	s.shows(refusals...)
	s.shows("microphone: state 1", "recorder: ready", "recording: recorded", "notification: true 1")
	for _, name := range []string{"RECORD_AUDIO", "POST_NOTIFICATIONS"} {
		s.do(event.Event{Kind: event.Permission, Arg: "deny", Value: "android.permission." + name})
	}
	s.do(event.Event{Kind: event.Restart})
	s.shows(refusals...)
	s.shows("microphone: state 0", "recorder: java.lang.RuntimeException: setAudioSource failed.",
		"recording: setAudioSource failed.", "notification: false 0")

	s.log()
	s.do(event.Event{Kind: event.Service, Intent: &event.Intent{Component: s.app.Package + "/.DigService"}})
	if log := s.log(); !strings.Contains(log, "android.app.MissingForegroundServiceTypeException: Starting FGS without") {
		t.Errorf("a service without a type enters the foreground; log:\n%s", log)
	}
}

// TestBackgroundStart has a broadcast wake badger, which may start no service then;
// with a screen in front, and when the system wakes it, it may.
func TestBackgroundStart(t *testing.T) {
	startsJVMs(t)
	s := installed(t, borrow(t), "badger")
	wake := func(action string) string {
		s.do(event.Event{Kind: event.Broadcast, Intent: &event.Intent{
			Component: s.app.Package + "/.WakeReceiver", Action: action,
		}})
		return s.log()
	}
	idle := []string{
		"foreground: android.app.ForegroundServiceStartNotAllowedException: startForegroundService() not allowed due to " +
			"mAllowStartForeground false: service dev.talpa.badger/.NapService",
		"java.lang.RuntimeException: Unable to start receiver dev.talpa.badger.WakeReceiver: " +
			"android.app.BackgroundServiceStartNotAllowedException: Not allowed to start service Intent",
		"app is in background uid UidRecord{", "u0a100 RCVR idle",
	}
	log := wake("dev.talpa.badger.WAKE")
	for _, want := range idle {
		if !strings.Contains(log, want) {
			t.Errorf("%q is not in the log:\n%s", want, log)
		}
	}
	started := func(log string) {
		t.Helper()
		if !strings.Contains(log, "service: started") || strings.Contains(log, "NotAllowed") {
			t.Errorf("a start that Android allows is refused:\n%s", log)
		}
	}
	started(wake("android.intent.action.BOOT_COMPLETED"))
	s.do(event.Event{Kind: event.Restart})
	s.log()
	started(wake("dev.talpa.badger.WAKE"))
}
