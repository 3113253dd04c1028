package adb_test

import (
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"talpa/device"
	"talpa/device/virtual"
	"talpa/fuzz/event"
)

// What BenchmarkConfinement does in each run.
const (
	confinementWarm   = 100 // events before the clock starts
	confinementEvents = 400
)

// BenchmarkConfinement is what an event takes with and without confinement, in processor time of the JVM and of the
// front, since that does not depend on what else the machine does. The two run in turn, with the same events; the
// medians of as many pairs as -benchtime says (5x) are compared. The confined JVM is a copy of one that booted, as for
// users; the other one boots.
func BenchmarkConfinement(b *testing.B) {
	apk := sample(b)
	var confined, open []float64
	for b.Loop() {
		for _, way := range []struct {
			took   *[]float64
			change func(*virtual.Options)
		}{{&confined, nil}, {&open, func(o *virtual.Options) { o.Launcher = nil }}} {
			*way.took = append(*way.took, eventCost(b, apk, way.change))
		}
	}
	middle := func(values []float64) float64 {
		slices.Sort(values)
		return (values[(len(values)-1)/2] + values[len(values)/2]) / 2
	}
	b.ReportMetric(middle(confined), "confined-cpu-ms/event")
	b.ReportMetric(middle(open), "open-cpu-ms/event")
	b.ReportMetric(100*(middle(confined)/middle(open)-1), "percent-more")
	// The least is what other work on the machine, by the caches that it empties, changes least.
	b.ReportMetric(confined[0], "least-confined-cpu-ms/event")
	b.ReportMetric(open[0], "least-open-cpu-ms/event")
}

// eventCost is the processor time of an event on a new device, in milliseconds.
func eventCost(b *testing.B, apk string, change func(*virtual.Options)) float64 {
	b.Helper()
	d := openFresh(b, embedded(b, change))
	app, err := d.Install(b.Context(), apk)
	if err != nil {
		b.Fatal(err)
	}
	recycle(b, d, true)
	if err := d.(device.Forecaster).Expect(b.Context(), 0); err != nil {
		b.Fatal(err)
	}
	random := rand.New(rand.NewPCG(1, 2))
	e := event.Event{Kind: event.Launch}
	var before time.Duration
	for i := range confinementWarm + confinementEvents {
		if i == confinementWarm {
			jvm, self, _ := usage()
			before = jvm + self
		}
		if err := d.Do(b.Context(), app, e); err != nil && !errors.Is(err, device.ErrUnsupported) {
			b.Fatal(err)
		}
		if _, err := d.Log(b.Context()); err != nil {
			b.Fatal(err)
		}
		s, err := d.Screen(b.Context())
		if err != nil {
			b.Fatal(err)
		}
		actions := s.Actions()
		switch {
		case len(actions) == 0 || !strings.HasPrefix(s.Activity, app.Package):
			e = event.Event{Kind: event.Launch}
		case random.IntN(10) == 0:
			e = event.Event{Kind: event.Back}
		default:
			x, y := s.Point(actions[random.IntN(len(actions))].Widget)
			e = event.Event{Kind: event.Tap, X: x, Y: y}
		}
	}
	jvm, self, _ := usage()
	return (jvm + self - before).Seconds() * 1000 / confinementEvents
}
