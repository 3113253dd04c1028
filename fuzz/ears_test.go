package fuzz

import (
	"context"
	"slices"
	"testing"

	"talpa/fuzz/beacon"
	"talpa/fuzz/device"
)

// recordingDevice is the fake device with the capability device.Recorder.
type recordingDevice struct {
	fakeDevice
	on  bool
	ran []string
}

func (d *recordingDevice) Record(_ context.Context, on bool) error {
	d.on = on
	return nil
}

func (d *recordingDevice) Executed(context.Context) (device.Executed, error) {
	var e device.Executed
	for _, m := range d.ran {
		e.Methods = append(e.Methods, device.ExecutedMethod{Method: m})
	}
	return e, nil
}

// A device that records is asked only where most of the methods cannot write to
// the log.
func TestEars(t *testing.T) {
	const open, shut, other = "La/B;->open()V", "La/B;->shut()V", "La/C;->other()V"
	const log = "11-21 09:41:07.250  1234  1250 I La/B;: open\n"
	watched := []string{shut, open}
	for name, c := range map[string]struct {
		dev     device.Device
		beacons *beacon.Set
		methods []string
		ran     []string
	}{
		"beacons":  {&recordingDevice{}, beacon.New([]string{open}), []string{open}, []string{open}},
		"recorder": {&recordingDevice{ran: []string{shut, other, open}}, nil, []string{open, shut}, []string{open, shut}},
		"neither":  {&fakeDevice{}, nil, nil, nil},
	} {
		e, err := listen(t.Context(), c.dev, watched, c.beacons)
		if err != nil {
			t.Fatal(err)
		}
		ran, err := e.hear(t.Context(), []byte(log))
		if err != nil || !slices.Equal(ran, c.ran) || !slices.Equal(e.methods(), c.methods) {
			t.Errorf("%s: heard %q of %q, want %q of %q (%v)", name, ran, e.methods(), c.ran, c.methods, err)
		}
		if d, ok := c.dev.(*recordingDevice); ok && d.on != (name == "recorder") {
			t.Errorf("%s: recording %v", name, d.on)
		}
	}
}
