package adb_test

import (
	"fmt"
	"net"
	"sync"
	"testing"
	"time"

	"talpa/device"
	"talpa/device/adb"
	"talpa/device/virtual"
	"talpa/fuzz/event"
)

// BenchmarkStart is what it costs to see an app's first screen when its code is
// converted: on a JVM that boots for it, and on one that has booted. TALPA_APPS
// are the paths of other apps.
func BenchmarkStart(b *testing.B) {
	for _, apk := range loopApps(b) {
		b.Run(appName(apk), func(b *testing.B) {
			for b.Loop() {
				firstScreens(b, apk)
			}
		})
	}
}

// firstScreens reports processor and real time of the first start on a device, of one on a
// device that has had another, and of one from a spare.
func firstScreens(b *testing.B, apk string) {
	measure := func() (first func(what string), d device.Device) {
		d = openFresh(b, embedded(b, nil))
		app, err := d.Install(b.Context(), apk)
		if err != nil {
			b.Fatal(err)
		}
		// No more than what is asked for boots.
		if err := d.(device.Forecaster).Expect(b.Context(), 0); err != nil {
			b.Fatal(err)
		}
		return func(what string) {
			before, _, _ := usage()
			begin := time.Now()
			if err := d.Do(b.Context(), app, event.Event{Kind: event.Restart}); err != nil {
				b.Fatal(err)
			}
			if _, err := d.Screen(b.Context()); err != nil {
				b.Fatal(err)
			}
			wall := time.Since(begin)
			after, _, _ := usage()
			b.ReportMetric(float64((after - before).Milliseconds()), what+"-cpu-ms")
			b.ReportMetric(float64(wall.Milliseconds()), what+"-ms")
		}, d
	}
	first, _ := measure()
	first("first") // converts the code
	first, d := measure()
	first("cold")
	first("next")
	if err := d.(device.Forecaster).Expect(b.Context(), 1); err != nil {
		b.Fatal(err)
	}
	awaitRest()
	first("warm")
}

// awaitRest waits until this process's children have done nothing for a while: a
// spare has booted.
func awaitRest() {
	const quiet = 3 * time.Second
	last, _, _ := usage()
	for since := time.Now(); time.Since(since) < quiet; time.Sleep(quiet / 10) {
		if now, _, _ := usage(); now-last > 20*time.Millisecond {
			last, since = now, time.Now()
		}
	}
}

// TestTwoDevices works two devices of one server at once: none may fail, and each shows
// what was done to it. (internal/workflow has four at work.)
func TestTwoDevices(t *testing.T) {
	startsJVMs(t)
	s := embedded(t, func(o *virtual.Options) { o.Devices = 2 })
	host, portText, err := net.SplitHostPort(s.Addr())
	if err != nil {
		t.Fatal(err)
	}
	port, err := net.LookupPort("tcp", portText)
	if err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	for i, serial := range s.Serials() {
		wg.Go(func() {
			d, err := adb.Open(t.Context(), adb.Options{Host: host, Port: port, Serial: serial, Manifest: manifest})
			if err != nil {
				t.Errorf("%s: %v", serial, err)
				return
			}
			defer d.Close()
			if err := d.(device.Recycler).Recycle(t.Context(), true); err != nil {
				t.Errorf("%s: %v", serial, err)
			}
			if err := work(t, d, i%2 == 1); err != nil {
				t.Errorf("%s: %v", serial, err)
			}
		})
	}
	wg.Wait()
}

// work starts the sample app, turns the screen and starts the app anew, and
// looks each time.
func work(t *testing.T, d device.Device, turned bool) error {
	app, err := d.Install(t.Context(), sample(t))
	if err != nil {
		return err
	}
	way, quarters := "portrait", 0
	if turned {
		way, quarters = "landscape", 1
	}
	for _, kind := range []event.Kind{event.Launch, event.Rotate, event.Restart} {
		if err := d.Do(t.Context(), app, event.Event{Kind: kind, Arg: way}); err != nil {
			return fmt.Errorf("%s: %w", kind, err)
		}
		s, err := d.Screen(t.Context())
		if err != nil {
			return fmt.Errorf("after %s: %w", kind, err)
		}
		if kind != event.Launch && s.Rotation != quarters || s.Package != app.Package {
			return fmt.Errorf("after %s: the screen of %q is turned by %d, not %d", kind, s.Package, s.Rotation, quarters)
		}
	}
	return nil
}
