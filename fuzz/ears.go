package fuzz

import (
	"context"
	"fmt"
	"slices"

	"talpa/device"
	"talpa/fuzz/beacon"
)

// ears hear which of the watched methods an event ran: by the lines that they
// write to the log, or else from a device that records what runs. The zero
// value hears nothing.
type ears struct {
	beacons  *beacon.Set
	recorder device.Recorder // nil: by the log
	watched  []string        // sorted; what the recorder is asked for
}

// listen chooses how to hear. Lines in the log cost next to nothing, a record
// some of the processor's time: it is for apps that cannot write most of the
// lines.
func listen(ctx context.Context, dev device.Device, watched []string, beacons *beacon.Set) (ears, error) {
	recorder, ok := dev.(device.Recorder)
	if !ok || 2*beacons.Len() >= len(watched) {
		return ears{beacons: beacons}, nil
	}
	if err := recorder.Record(ctx, true); err != nil {
		return ears{}, fmt.Errorf("asking the device to record: %w", err)
	}
	return ears{recorder: recorder, watched: slices.Sorted(slices.Values(watched))}, nil
}

// methods are those that can be heard.
func (e ears) methods() []string {
	if e.recorder != nil {
		return e.watched
	}
	return e.beacons.Methods()
}

// hear returns the watched methods that ran since the last call, sorted; log is
// what the log told since then.
func (e ears) hear(ctx context.Context, log []byte) ([]string, error) {
	if e.recorder == nil {
		return e.beacons.Scan(log), nil
	}
	executed, err := e.recorder.Executed(ctx)
	if err != nil {
		return nil, fmt.Errorf("asking what ran: %w", err)
	}
	var ran []string
	for _, m := range executed.Methods {
		if _, ok := slices.BinarySearch(e.watched, m.Method); ok {
			ran = append(ran, m.Method)
		}
	}
	slices.Sort(ran)
	return ran, nil
}
