package devicetest

import (
	"slices"
	"strings"
	"testing"

	"talpa/device"
	"talpa/fuzz/event"
)

// checks are the lines that the sample app warren shows, each followed by what
// it found.
var checks = []string{
	"long row", "missing column", "time zones", "media store", "one volume", "identifiers", "cleared preferences",
	"satellites", "printed trace", "sleeping main", "loopback",
}

// Platform tries what the platform promises to apps, with the sample app warren
// at path apk, whose checks judge for themselves. Its first screen is a splash
// screen that hands over after a second and a half of the app's time. The
// device is left with the app installed. Checks that the device is known to fail may be left out.
func Platform(t *testing.T, dev device.Device, apk string, without ...string) {
	t.Helper()
	app, err := dev.Install(t.Context(), apk)
	if err != nil {
		t.Fatalf("Install: %v", err)
	}
	tt := &tester{T: t, dev: dev, app: app}
	for _, kind := range []event.Kind{event.Launch, event.Restart} {
		tt.do(event.Event{Kind: kind})
		log, err := dev.Log(t.Context())
		if err != nil {
			t.Fatalf("Log: %v", err)
		}
		for _, want := range [...]string{
			"W System.err: java.lang.IllegalStateException: printed\n",
			"W System.err: Caused by: java.io.IOException: its cause\n",
			"I System.out: said aloud\n",
		} {
			if !strings.Contains(string(log), want) {
				t.Errorf("after the %s the log lacks %q:\n%s", kind, want, log)
			}
		}
	}
	s := tt.screen()
	if len(s.Widgets) == 0 {
		t.Errorf("no window after the launch; in front is %s", s.Activity)
	}
	tt.do(event.Event{Kind: event.Wait, Millis: 2000})
	shown := texts(tt.screen())
	for _, name := range checks {
		if slices.Contains(without, name) {
			continue
		}
		t.Run(name, func(t *testing.T) {
			if !strings.Contains(shown, name+": ok") {
				t.Errorf("the screen shows:\n%s", shown)
			}
		})
	}
}
