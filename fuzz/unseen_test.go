package fuzz

import (
	"context"
	"testing"
	"time"

	"talpa/device"
	"talpa/fuzz/crash"
	"talpa/fuzz/event"
	"talpa/fuzz/ui"
)

// behind is a device on which the app comes to the front after so many events, 0 for never.
type behind struct {
	fakeDevice
	after, events int
}

func (d *behind) Do(ctx context.Context, app device.App, e event.Event) error {
	d.events++
	return d.fakeDevice.Do(ctx, app, e)
}

func (d *behind) Screen(ctx context.Context) (*ui.Screen, error) {
	if d.after > 0 && d.events >= d.after {
		return d.fakeDevice.Screen(ctx)
	}
	const home = `<hierarchy><node class="V" package="home" bounds="[0,0][400,2000]"/></hierarchy>`
	return ui.Parse([]byte(home), "home/home.M")
}

// An app that never comes to the front ends a search without a trace early; one that is wanted to crash does not, since
// what keeps it away may be found.
func TestRun_appNeverInFrontEndsEarly(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		after  int
		wanted *crash.Matcher
		early  bool
	}{
		"never":                 {0, nil, true},
		"late":                  {maxUnseen - 10, nil, false},
		"never, a crash wanted": {0, &crash.Matcher{Want: wantedTrace("E", "C", "m")}, false},
	} {
		open := func(context.Context, int) (device.Device, error) { return &behind{after: c.after}, nil }
		result, err := Run(t.Context(), Options{APK: "planner.apk", Clock: time.Now, Open: open, Policy: Random, Seed: 1,
			Wanted: c.wanted, MaxEvents: 400})
		if err != nil {
			t.Fatal(err)
		}
		if early := result.Progress.Events == maxUnseen+1; early != c.early {
			t.Errorf("%s: %d events", name, result.Progress.Events)
		}
		if seen := len(result.Activities) > 0; seen != (c.after > 0) {
			t.Errorf("%s: activities %q", name, result.Activities)
		}
	}
}
