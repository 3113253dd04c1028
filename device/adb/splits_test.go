package adb_test

import (
	"path/filepath"
	"strings"
	"testing"

	"talpa/device/virtual"
	"talpa/dex/apk/splits"
	"talpa/fuzz/event"
)

// TestSplits runs the sample app brood, which comes in four APKs: texts of two
// splits, and the code and an asset of a third.
func TestSplits(t *testing.T) {
	startsJVMs(t)
	dir := t.TempDir()
	files, err := splits.Unpack(filepath.Join(filepath.Dir(sample(t)), "brood.apks"), dir)
	if err != nil {
		t.Fatal(err)
	}
	joined := filepath.Join(dir, "joined.apk")
	names, err := splits.Join(files, joined)
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(names, " "); got != "config.de config.xhdpi extra" {
		t.Errorf("the splits are %s", got)
	}
	d := open(t, embedded(t, func(o *virtual.Options) { o.Extract = splits.Extract }))
	app, err := d.Install(t.Context(), joined)
	if err != nil {
		t.Fatal(err)
	}
	s := &sky{T: t, dev: d, app: app}
	s.do(event.Event{Kind: event.Launch})
	s.shows("plain greeting", "xhdpi")
	s.set("locale", "de-DE")
	s.shows("deutscher Gruß", "xhdpi")
	s.do(event.Event{Kind: event.Rotate, Arg: "landscape"})
	s.shows("deutscher Gruß", "xhdpi")
	s.tap("Feature")
	s.shows("extra: a note in the feature")
	s.tap("Feature")
	if log := s.log(); !strings.Contains(log, "at dev.talpa.brood.extra.Extra.run(Extra.java:16)") {
		t.Errorf("the feature's crash is not in the log:\n%s", log)
	}
}
