package fuzz

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"talpa/asra/guide"
	"talpa/device"
	"talpa/fuzz/event"
	"talpa/fuzz/evidence"
	"talpa/fuzz/gen"
	"talpa/fuzz/probe"
)

// recordingDevice is the fake device with the capability device.Recorder.
type recordingDevice struct {
	fakeDevice
	on       bool
	ran      []string
	executed []device.ExecutedMethod
}

func (d *recordingDevice) Record(_ context.Context, on bool) error {
	d.on = on
	return nil
}

func (d *recordingDevice) Executed(context.Context) (device.Executed, error) {
	e := device.Executed{Methods: d.executed}
	for _, m := range d.ran {
		e.Methods = append(e.Methods, device.ExecutedMethod{Method: m})
	}
	return e, nil
}

// A device that records is asked only where most of the methods cannot write to the log, or where all methods of the
// app are to be counted.
func TestObserve_recordsOnlyWhereNeeded(t *testing.T) {
	const open, shut, other = "La/B;->open()V", "La/B;->shut()V", "La/C;->other()V"
	const log = "11-21 09:41:07.250  1234  1250 I La/B;: open\n"
	watched, ran := []string{shut, open}, []string{shut, other, open}
	probes := probe.New([]string{open})
	for name, c := range map[string]struct {
		dev      device.Device
		probes   *probe.Set
		coverage bool
		methods  []string
		ran, all []string
	}{
		"probes":              {&recordingDevice{ran: ran}, probes, false, []string{open}, []string{open}, nil},
		"recorder":            {&recordingDevice{ran: ran}, nil, false, []string{open, shut}, []string{open, shut}, nil},
		"recorder, all":       {&recordingDevice{ran: ran}, nil, true, []string{open, shut}, []string{open, shut}, ran},
		"probes, all":         {&recordingDevice{ran: ran}, probes, true, []string{open}, []string{open}, ran},
		"neither":             {&fakeDevice{}, nil, false, nil, nil, nil},
		"all, cannot be told": {&fakeDevice{}, nil, true, nil, nil, nil},
	} {
		e, err := observe(t.Context(), c.dev, Options{Watched: watched, Probes: c.probes, Coverage: c.coverage}, nil)
		if err != nil {
			t.Fatal(err)
		}
		ran, all, _, err := e.executed(t.Context(), []byte(log))
		if err != nil || !slices.Equal(ran, c.ran) || !slices.Equal(all, c.all) || !slices.Equal(e.methods(), c.methods) {
			t.Errorf("%s: observed %q of %q and %q, want %q of %q and %q (%v)", name, ran, e.methods(), all, c.ran, c.methods,
				c.all, err)
		}
		if d, ok := c.dev.(*recordingDevice); ok && d.on != (name != "probes") {
			t.Errorf("%s: recording %v", name, d.on)
		}
	}
}

// Who wants to know of new code has all of it recorded, whatever writes to the log; a line that had not run is new.
func TestObserve_tellsOfNewCode(t *testing.T) {
	const open, other = "La/B;->open()V", "La/C;->other()V"
	dev := &recordingDevice{}
	o := Options{Watched: []string{open}, Probes: probe.New([]string{open})}
	f, err := observe(t.Context(), dev, o, covered{})
	if err != nil || !dev.on {
		t.Fatalf("recording %v, %v", dev.on, err)
	}
	for i, c := range []struct {
		method string
		lines  []int
		want   gen.Code
	}{
		{other, []int{1}, gen.CodeNew},
		{other, []int{1}, gen.CodeKnown},
		{other, []int{1, 2}, gen.CodeNew},
		{open, nil, gen.CodeNew},
		{open, nil, gen.CodeKnown},
	} {
		dev.executed = []device.ExecutedMethod{{Method: c.method, Lines: c.lines}}
		if _, _, code, err := f.executed(t.Context(), nil); err != nil || code != c.want {
			t.Errorf("call %d: code %d, %v", i+1, code, err)
		}
	}
	if f, err = observe(t.Context(), &fakeDevice{}, Options{}, covered{}); err != nil {
		t.Fatal(err)
	}
	if _, _, code, _ := f.executed(t.Context(), nil); code != gen.CodeUnknown {
		t.Error("a device that records nothing tells of code")
	}
}

// The script that came nearest is kept, of equals the shortest.
func TestNearest_shortestOfEquals(t *testing.T) {
	near := map[string]float64{"far": 0.2, "near": 0.9, "none": 0}
	r := newRun(Options{Workers: 1, Clock: time.Now})
	for i, e := range []struct {
		method string
		length int
		want   int // length of the script kept
	}{{"none", 1, 0}, {"far", 5, 5}, {"near", 9, 9}, {"near", 7, 7}, {"near", 8, 7}, {"far", 1, 7}} {
		r.ran([]string{e.method}, "", "", evidence.Score{Approach: near[e.method]},
			func() *event.Script { return &event.Script{Events: make([]event.Event, e.length)} })
		r.ran(nil, "", "", evidence.Score{}, nil)
		got := 0
		if r.near.best != nil {
			got = len(r.near.best.Script.Events)
		}
		if got != e.want {
			t.Errorf("after %d: the script has %d events, want %d", i+1, got, e.want)
		}
	}
	if r.seen.methods["near"].Events != 3 {
		t.Errorf("near ran in %d events", r.seen.methods["near"].Events)
	}
}

// sharing is a generator that counts what it is told of others.
type sharing struct {
	gen.Generator
	told []gen.Near
}

func (s *sharing) Begin()           {}
func (s *sharing) Learn(n gen.Near) { s.told = append(s.told, n) }

// What came nearer than all before is told to the other workers, once.
func TestShare_nearerThanAllBeforeOnce(t *testing.T) {
	t.Parallel()
	class := fakePackage + ".Main"
	method := func(name string) string { return "L" + strings.ReplaceAll(class, ".", "/") + ";->" + name + "()V" }
	frame := func(name string) guide.Frame {
		return guide.Frame{Class: class, Method: name, InApp: true,
			Resolved: []string{method(name)}}
	}
	g := &guide.Guide{Target: guide.Target{Method: method("point"), Frames: []guide.Frame{frame("point"),
		frame("caller")}}}
	events := make([]event.Event, 3)
	for _, c := range []struct {
		name    string
		workers int
		share   func(r *run)
		want    [2]int // what workers 0 and 1 are told
	}{
		{"one worker", 1, func(r *run) { r.share(0, []string{method("point")}, events) }, [2]int{}},
		{"the other worker", 2, func(r *run) { r.share(0, []string{method("caller")}, events) }, [2]int{0, 1}},
		{"no method of the trace", 2, func(r *run) { r.share(0, []string{method("other")}, events) }, [2]int{}},
		{"nearer", 2, func(r *run) {
			r.share(0, []string{method("caller")}, events)
			r.share(1, []string{method("caller"), method("point")}, events)
		}, [2]int{1, 1}},
		{"called by others", 2, func(r *run) { r.share(0, []string{method("point")}, events) }, [2]int{}},
		{"as near", 2, func(r *run) {
			r.share(0, []string{method("caller"), method("point")}, events)
			r.share(1, []string{method("caller"), method("point")}, events)
			r.share(1, []string{method("caller")}, events)
		}, [2]int{0, 1}},
	} {
		r := newRun(Options{Workers: c.workers, Guide: g, Clock: time.Now})
		c.share(r)
		for i, want := range c.want {
			told := &sharing{}
			w := &worker{run: r, number: i, generator: told}
			w.learn()
			w.learn()
			if len(told.told) != want {
				t.Errorf("%s: worker %d is told of %d, want %d", c.name, i, len(told.told), want)
			}
		}
	}
}

// TestExchange_betweenRuns: what came near in one run is told to another that has the same Exchange, not to itself.
func TestExchange_betweenRuns(t *testing.T) {
	t.Parallel()
	g := &guide.Guide{Target: guide.Target{Method: "Lp/A;->point()V", Frames: []guide.Frame{{Class: "p.A",
		Method: "point", InApp: true, Resolved: []string{"Lp/A;->point()V"}}}}}
	exchange := &Exchange{}
	runs := [2]*run{}
	for i := range runs {
		runs[i] = newRun(Options{Guide: g, Clock: time.Now, Exchange: exchange, Member: i})
	}
	runs[0].share(0, []string{"Lp/A;->point()V"}, make([]event.Event, 2))
	for i, want := range []int{0, 1} {
		told := &sharing{}
		(&worker{run: runs[i], generator: told}).learn()
		if len(told.told) != want {
			t.Errorf("run %d is told of %d, want %d", i, len(told.told), want)
		}
	}
}
