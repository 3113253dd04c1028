package adb_test

import (
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"talpa/device"
	"talpa/device/virtual"
	"talpa/fuzz/event"
)

// sky is a sample app on an embedded device that shows what is around it.
type sky struct {
	*testing.T
	dev device.Device
	app device.App
}

// larder is the sample app of that name, installed on a server's device.
func larder(t *testing.T, on *virtual.Server) *sky {
	t.Helper()
	return installed(t, on, "larder")
}

// installed is a sample app, installed on a server's device.
func installed(t *testing.T, on *virtual.Server, name string) *sky {
	t.Helper()
	s := &sky{T: t, dev: open(t, on)}
	var err error
	if s.app, err = s.dev.Install(t.Context(), filepath.Join(filepath.Dir(sample(t)), name+".apk")); err != nil {
		t.Fatal(err)
	}
	return s
}

func (s *sky) do(e event.Event) {
	s.Helper()
	if err := s.dev.Do(s.Context(), s.app, e); err != nil {
		s.Fatalf("%v: %v", e, err)
	}
}

func (s *sky) set(arg, value string) {
	s.Helper()
	s.do(event.Event{Kind: event.Config, Arg: arg, Value: value})
}

// anew ends the app's process, and has the next one run in a JVM that remembers nothing.
func (s *sky) anew() {
	s.Helper()
	recycle(s, s.dev, false)
	if err := s.dev.Stop(s.Context(), s.app); err != nil {
		s.Fatal(err)
	}
	if os.Getenv("TALPA_FRESH") == "" {
		recycle(s, s.dev, true)
	}
	s.do(event.Event{Kind: event.Launch})
}

// tap taps the button with the text.
func (s *sky) tap(text string) {
	s.Helper()
	screen, err := s.dev.Screen(s.Context())
	if err != nil {
		s.Fatal(err)
	}
	for i := range screen.Widgets {
		if strings.EqualFold(screen.Widgets[i].Text, text) {
			x, y := screen.Point(i)
			s.do(event.Event{Kind: event.Tap, X: x, Y: y})
			return
		}
	}
	s.Fatalf("no %q on %s", text, screen.Activity)
}

// texts returns all that is shown.
func (s *sky) texts() string {
	s.Helper()
	screen, err := s.dev.Screen(s.Context())
	if err != nil {
		s.Fatal(err)
	}
	var all []string
	for _, w := range screen.Widgets {
		all = append(all, w.Text)
	}
	return strings.Join(all, "\n")
}

func (s *sky) shows(parts ...string) {
	s.Helper()
	all := s.texts()
	for _, part := range parts {
		if !strings.Contains(all, part) {
			s.Errorf("%q is not shown:\n%s", part, all)
		}
	}
}

// log returns what was logged since the last call.
func (s *sky) log() string {
	s.Helper()
	log, err := s.dev.Log(s.Context())
	if err != nil {
		s.Fatal(err)
	}
	return string(log)
}

var shownDay = regexp.MustCompile(`day=(\d+)`)

// day is the day that the app reads off the clock.
func (s *sky) day() int {
	s.Helper()
	m := shownDay.FindStringSubmatch(s.texts())
	if m == nil {
		s.Fatal("no day is shown")
	}
	n, err := strconv.Atoi(m[1])
	if err != nil {
		s.Fatal(err)
	}
	return n
}

// TestSurroundings_reachTheAppAndOutliveIt demands that an app sees the network go and come, the clock
// and the time zone set, storage run low, its alarm ring and its notification
// tapped, and that what is set outlives the process, but not a reset.
func TestSurroundings_reachTheAppAndOutliveIt(t *testing.T) {
	startsJVMs(t)
	s := &sky{T: t, dev: open(t, borrow(t))}
	var err error
	if s.app, err = s.dev.Install(t.Context(), filepath.Join("..", "..", "testdata", "apps", "vane.apk")); err != nil {
		t.Fatal(err)
	}
	launch := event.Event{Kind: event.Launch}
	s.do(launch)
	s.shows("online=true", "full=false")
	day := s.day()

	s.set("clock", "50h")
	// The last news of the network are sticky: they come as the app registers for them.
	s.shows("heard= CONNECTIVITY_CHANGE TIME_SET", "day="+strconv.Itoa(day+2))
	s.set("timezone", "Asia/Kolkata")
	s.shows("zone=Asia/Kolkata", "TIMEZONE_CHANGED")
	s.set("storage", "low")
	s.shows("full=true", "DEVICE_STORAGE_LOW")
	s.set("network", "off")
	s.shows("online=false")

	s.anew()
	s.shows("online=false", "zone=Asia/Kolkata", "full=true", "day="+strconv.Itoa(day+2))
	s.set("network", "on")
	s.shows("online=true")
	s.tap("forecast")
	s.set("network", "off")
	s.tap("forecast")
	if log := s.log(); !strings.Contains(log, "SkyActivity.forecast") {
		t.Errorf("the app did not trip over the missing network:\n%s", log)
	}

	if err := s.dev.Reset(t.Context(), s.app); err != nil {
		t.Fatal(err)
	}
	s.do(launch)
	s.shows("online=true", "full=false", "day="+strconv.Itoa(day))
	s.outside()
	s.refused()
}

// outside has the notification tapped and the alarm ring.
func (s *sky) outside() {
	s.Helper()
	s.tap("pin")
	s.do(event.Event{Kind: event.Notification})
	s.shows("nowhere")
	s.do(event.Event{Kind: event.Back})
	s.tap("wake me")
	s.do(event.Event{Kind: event.Alarm})
	if log := s.log(); !strings.Contains(log, "BellReceiver.onReceive") || !strings.Contains(log, "ArithmeticException") {
		s.Errorf("the alarm did not ring eight hours later:\n%s", log)
	}
}

// refused tries what cannot be done.
func (s *sky) refused() {
	s.Helper()
	s.do(event.Event{Kind: event.Launch})
	for _, e := range []event.Event{{Kind: event.Alarm}, {Kind: event.Notification},
		{Kind: event.Config, Arg: "network", Value: "slow"}, {Kind: event.Config, Arg: "timezone", Value: "Mars/Base"},
		{Kind: event.Config, Arg: "clock", Value: "soon"}, {Kind: event.Config, Arg: "clock", Value: "1000000h"}} {
		if err := s.dev.Do(s.Context(), s.app, e); !errors.Is(err, device.ErrUnsupported) {
			s.Errorf("%v: error %v, want one that says unsupported", e, err)
		}
	}
}
