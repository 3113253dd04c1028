package adb_test

import (
	"path/filepath"
	"strings"
	"testing"

	"talpa/device/devicetest"
	"talpa/device/virtual"
	"talpa/fuzz/event"
)

// TestStock_systemServicesAnswer looks at what the embedded device has in store for apps, and has
// a widget updated.
func TestStock_systemServicesAnswer(t *testing.T) {
	startsJVMs(t)
	d := open(t, borrow(t))
	apk := filepath.Join(filepath.Dir(sample(t)), "larder.apk")
	devicetest.Stock(t, d, apk)
	app, err := d.Install(t.Context(), apk)
	if err != nil {
		t.Fatal(err)
	}
	s := &sky{T: t, dev: d, app: app}
	s.do(event.Event{Kind: event.Launch})
	if _, err := d.Log(t.Context()); err != nil {
		t.Fatal(err)
	}
	s.do(event.Event{Kind: event.Broadcast, Intent: &event.Intent{Action: "android.appwidget.action.APPWIDGET_UPDATE"}})
	log, err := d.Log(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(log), "widget 1 of 1 has a width") {
		t.Errorf("the widget was not updated; log:\n%s", log)
	}
}

// TestUnmounted does the same where the machine cannot show an app the device's
// folders at their places: the app has them by other paths.
func TestUnmounted(t *testing.T) {
	startsJVMs(t)
	d := open(t, embedded(t, func(o *virtual.Options) { o.Launcher[1], o.Unconfined = unmounted, true }))
	apps := filepath.Dir(sample(t))
	devicetest.Stock(t, d, filepath.Join(apps, "larder.apk"))
	app, err := d.Install(t.Context(), filepath.Join(apps, "weasel.apk"))
	if err != nil {
		t.Fatal(err)
	}
	start(t, d, app, "write")
	if text := words(t, d); !strings.Contains(text, "write /var/tmp/weasel: refused") {
		t.Errorf("the device shows %q", text)
	}
}
