package devicetest

import (
	"strings"
	"testing"

	"talpa/device"
	"talpa/fuzz/event"
)

// shelves are the lines that the sample app larder shows, each followed by what
// it found.
var shelves = []string{
	"airplaneMode", "androidId", "autoRotation", "brightness", "defaultRingtone", "keyboard", "locationMode", "ringtones",
	"screenOff",
	"externalDirs", "mediaDirs", "mounted", "paths", "room", "sharedDatabase", "temporary", "times", "volumes",
	"battery", "bluetooth", "cameras", "features", "memory", "nfc", "phone", "playerStates", "players", "sensors", "sound",
	"uiMode", "wallpaper", "wifi",
	"accounts", "cookies", "downloads", "formats", "handler", "inputMethods", "mimeTypes", "nativeLibraries",
	"otherManagers", "packages", "printing", "runningProcesses", "runningTasks", "syncing", "webSettings", "webView",
	"base64", "ciphers", "lockScreen", "oldPairOfKeys", "pairOfKeys", "secretKey", "stores", "unsafe",
	"addedContact", "calendar", "calls", "contacts", "media", "messagesRefused",
	"oldContacts",
	"addressesOnMainThread", "clearText", "connectivity", "lookUpOnMainThread", "pageOnMainThread", "socketOnMainThread",
	"unknownHost",
	"lastLocation", "location", "gravity", "speech", "queue", "newTask", "track", "page",
}

// Stock tries what a device has in store for any app, with the sample app larder
// at path apk, whose checks judge for themselves. Some of it is the emulator's
// alone, like the place where it is. The device is left with the app installed.
func Stock(t *testing.T, dev device.Device, apk string) {
	t.Helper()
	app, err := dev.Install(t.Context(), apk)
	if err != nil {
		t.Fatalf("Install: %v", err)
	}
	tt := &tester{T: t, dev: dev, app: app}
	tt.do(event.Event{Kind: event.Launch})
	tt.do(event.Event{Kind: event.Wait, Millis: 2000})
	shown := texts(tt.screen()) + "\n"
	if !strings.Contains(shown, "page: ") {
		log, _ := dev.Log(t.Context())
		t.Fatalf("the checks did not come to their end; the screen shows:\n%s\nlog:\n%s", shown, log)
	}
	for _, name := range shelves {
		t.Run(name, func(t *testing.T) {
			_, after, found := strings.Cut(shown, name+": ")
			got, _, _ := strings.Cut(after, "\n")
			switch {
			case !found:
				t.Errorf("there is no line %q", name)
			case strings.TrimSpace(got) != "ok":
				t.Errorf("%s: %s", name, got)
			}
		})
	}
}
