package adb_test

import (
	"errors"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"talpa/device"
	"talpa/device/devicetest"
	"talpa/device/virtual"
	"talpa/device/virtual/runtime"
	"talpa/fuzz/event"
	"talpa/internal/need"
)

// found are the lines of the sample app dormouse: what it finds on a level.
var found = regexp.MustCompile(`(?m)dormouse: (\w+): (.*)$`)

// dormouseFinds is what dormouse is to find on the levels of its columns.
const dormouseFinds = `
level     16               19               21                     22                28              35
release   4.1.2            4.4.2            5.0.2                  5.1.1             9               15
target    29               29               29                     29                29              29
season    winter           winter           spring                 spring            summer          summer
class     NoClassDefFoundError NoClassDefFoundError true           true              true            true
method    NoSuchMethodError NoSuchMethodError there                there             there           there
field     NoSuchFieldError NoSuchFieldError true                   true              true            true
lookup    NoSuchMethodException NoSuchMethodException setElevation setElevation      setElevation    setElevation
named     ClassNotFoundException ClassNotFoundException JobScheduler JobScheduler    JobScheduler    JobScheduler
old       NoClassDefFoundError false        false                  false             false           false
map       NoSuchMethodError NoSuchMethodError NoSuchMethodError    NoSuchMethodError there           there
date      NoClassDefFoundError NoClassDefFoundError NoClassDefFoundError NoClassDefFoundError 2020   2020
callback  activity         activity         activity               activity          context_activity context_activity
vector    XmlPullParserException XmlPullParserException VectorDrawable VectorDrawable VectorDrawable VectorDrawable
path      XmlPullParserException XmlPullParserException NumberFormatException VectorDrawable VectorDrawable VectorDrawable
theme     UnsupportedOperationException UnsupportedOperationException GradientDrawable GradientDrawable GradientDrawable GradientDrawable
imei      true             true             true                   true              true            SecurityException
camera    true             false            false                  false             false           false
factory   false            false            false                  false             true              true
file      sent             sent             sent                   sent              FileUriExposedException FileUriExposedException
root      true             true             true                   true              hidden            hidden
before    ArrayIndexOutOfBoundsException ArrayIndexOutOfBoundsException ArrayIndexOutOfBoundsException ArrayIndexOutOfBoundsException ArrayIndexOutOfBoundsException IndexOutOfBoundsException
behind    Invalid_index_0,_size_is_0 Invalid_index_0,_size_is_0 Invalid_index_0,_size_is_0 Invalid_index_0,_size_is_0 Index:_0,_Size:_0 Index_0_out_of_bounds_for_length_0
`

// alsoOn are more checks of devices of a level, which have a boot in common: 21 is the oldest that the conformance
// suite's app can be installed on.
var alsoOn = map[int]struct {
	name  string
	check func(*testing.T, *virtual.Server)
}{
	19: {"crash", levelCrash},
	21: {"tags and conformance", func(t *testing.T, on *virtual.Server) {
		levelTags(t, on)
		need.OnlyWhole(t)
		d := openFresh(t, on)
		recycle(t, d, true)
		devicetest.Run(t, d, sample(t))
	}},
}

// TestLevels runs dormouse on devices of several API levels: what came to Android later is not
// there, and what changed for all or for the app's target is as it was.
func TestLevels(t *testing.T) {
	rows := strings.Split(strings.TrimSpace(dormouseFinds), "\n")
	for i, level := range strings.Fields(rows[0])[1:] {
		t.Run(level, func(t *testing.T) {
			startsJVMs(t)
			if level == "16" || level == "22" || level == "28" {
				need.OnlyWhole(t)
			}
			api, err := strconv.Atoi(level)
			if err != nil {
				t.Fatal(err)
			}
			server := embedded(t, func(o *virtual.Options) { o.API = api })
			t.Run("dormouse", func(t *testing.T) { dormouseOn(t, server, api, i+1, rows) })
			if more, ok := alsoOn[api]; ok {
				t.Run(more.name, func(t *testing.T) { more.check(t, server) })
			}
		})
	}
}

// dormouseOn compares what dormouse finds on a device with a column of the rows.
func dormouseOn(t *testing.T, on *virtual.Server, api, column int, rows []string) {
	t.Helper()
	s := installed(t, on, "dormouse")
	s.do(event.Event{Kind: event.Launch})
	log, err := s.dev.Log(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]string{}
	for _, m := range found.FindAllStringSubmatch(string(log), -1) {
		got[m[1]] = strings.ReplaceAll(strings.TrimSpace(m[2]), " ", "_")
	}
	if info := s.dev.Info(); info.API != api || info.Older != (api < virtual.API) {
		t.Errorf("the device says %+v", info)
	}
	for _, row := range rows {
		cells := strings.Fields(row)
		if got[cells[0]] != cells[column] {
			t.Errorf("%s: %q, want %s", cells[0], got[cells[0]], cells[column])
		}
	}
	if t.Failed() {
		t.Logf("%s", log)
	}
}

// levelCrash has dormouse use what a device of level 19 lacks, which kills it as on a phone of that level.
func levelCrash(t *testing.T, server *virtual.Server) {
	t.Helper()
	s := installed(t, server, "dormouse")
	s.do(event.Event{Kind: event.Launch})
	screen, err := s.dev.Screen(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for i := range screen.Widgets {
		if w := &screen.Widgets[i]; strings.EqualFold(w.Text, "wake") {
			x, y := w.Bounds.Center()
			s.do(event.Event{Kind: event.Tap, X: x, Y: y})
		}
	}
	log, err := s.dev.Log(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	want := regexp.MustCompile(`NoSuchMethodError: android.view.View.setElevation\n.*at dev.talpa.dormouse.NestActivity.wake`)
	if !want.Match(log) {
		t.Errorf("no %v in\n%s", want, log)
	}
	if got := shell(t, server, "getprop ro.build.version.sdk; getprop ro.build.version.release"); got != "19\n4.4.2\n" {
		t.Errorf("getprop says %q", got)
	}
	deny := event.Event{Kind: event.Permission, Arg: "deny", Value: "android.permission.READ_PHONE_STATE"}
	if err := s.dev.Do(t.Context(), s.app, deny); !errors.Is(err, device.ErrUnsupported) {
		t.Errorf("a permission is refused before Android 6: %v", err)
	}
	_, err = s.dev.Install(t.Context(), sample(t))
	if !errors.Is(err, device.ErrInstall) || !strings.Contains(err.Error(), "requires newer sdk version #21") {
		t.Errorf("an app for API level 21 is installed on 19: %v", err)
	}
}

// TestLevelUnknown states what is said of a level that there is not.
func TestLevelUnknown(t *testing.T) {
	t.Parallel()
	for _, level := range []int{-1, 15, 20, 36} {
		if err := virtual.CheckAPI(level); err == nil || !strings.Contains(err.Error(), "16 to 19 and 21 to 35") {
			t.Errorf("level %d: %v", level, err)
		}
	}
	o := serverOptions(t, t.TempDir(), t.Output())
	o.API, o.AgentDir = 20, filepath.Dir(o.AgentDir)
	if _, err := virtual.Start(t.Context(), o); err == nil || !strings.Contains(err.Error(), "API level 20") {
		t.Errorf("a device of level 20: %v", err)
	}
}

// TestOlderFramework runs the conformance suite on the framework of Android 11, as TestEmbedded does on that of
// Android 15.
func TestOlderFramework(t *testing.T) {
	startsJVMs(t)
	server := embedded(t, func(o *virtual.Options) {
		o.API = runtime.OlderAPI
		if _, missing := runtime.AgentFor(o.AgentDir, o.API); len(missing) > 0 {
			need.Missing(t, "older", "make older")
		}
	})
	t.Run("conformance", func(t *testing.T) {
		d := openFresh(t, server)
		recycle(t, d, true)
		devicetest.Run(t, d, sample(t))
	})
	t.Run("platform", func(t *testing.T) {
		// The library of older frameworks has windows of rows that do not grow.
		devicetest.Platform(t, openFresh(t, server), filepath.Join(filepath.Dir(sample(t)), "warren.apk"), "long row")
	})
	t.Run("drawing", func(t *testing.T) {
		devicetest.Drawing(t, openFresh(t, server), filepath.Join(filepath.Dir(sample(t)), "easel.apk"))
	})
}
