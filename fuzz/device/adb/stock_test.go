package adb_test

import (
	"path/filepath"
	"strings"
	"testing"

	"talpa/fuzz/device/devicetest"
	"talpa/fuzz/event"
)

// TestStock looks at what the embedded device has in store for apps, asks the
// user for permissions and has a widget updated.
func TestStock(t *testing.T) {
	if testing.Short() {
		t.Skip("starts JVMs: skipped with -short")
	}
	d := open(t, embedded(t, nil))
	apk := filepath.Join(filepath.Dir(sample(t)), "larder.apk")
	devicetest.Stock(t, d, apk)
	app, err := d.Install(t.Context(), apk)
	if err != nil {
		t.Fatal(err)
	}
	s := &sky{T: t, dev: d, app: app}
	for _, name := range []string{"ACCESS_FINE_LOCATION", "READ_CONTACTS"} {
		s.do(event.Event{Kind: event.Permission, Arg: "deny", Value: "android.permission." + name})
	}
	s.do(event.Event{Kind: event.Answer, Arg: "screen"})
	s.do(event.Event{Kind: event.Launch})
	s.tap("Ask")
	if got := s.texts(); !strings.Contains(got, "Allow Larder to access this device's location?") {
		t.Fatalf("the user is not asked for the place; shown: %s", got)
	}
	s.tap("Allow")
	if got := s.texts(); !strings.Contains(got, "Allow Larder to access your contacts?") {
		t.Fatalf("the user is not asked for the contacts; shown: %s", got)
	}
	s.tap("Don't allow")
	if got := s.texts(); !strings.Contains(got, "answers [0, -1]") {
		t.Errorf("the app was not told the answers; shown: %s", got)
	}
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
