package fuzz

import (
	"context"
	"fmt"
	"slices"

	"talpa/device"
	"talpa/fuzz/probe"
)

// feedback is execution feedback: which of the watched methods an event ran. It
// comes from the lines that their probes write to the log, or else from a device
// that records what runs. The zero value observes nothing.
type feedback struct {
	probes   *probe.Set
	recorder device.Recorder // nil: by the log
	watched  []string        // sorted; what the recorder is asked for
}

// observe chooses the source. Lines in the log cost next to nothing, a record some
// of the processor's time: it is for apps that cannot write most of the lines.
func observe(ctx context.Context, dev device.Device, watched []string, probes *probe.Set) (feedback, error) {
	recorder, ok := dev.(device.Recorder)
	if !ok || 2*probes.Len() >= len(watched) {
		return feedback{probes: probes}, nil
	}
	if err := recorder.Record(ctx, true); err != nil {
		return feedback{}, fmt.Errorf("asking the device to record: %w", err)
	}
	return feedback{recorder: recorder, watched: slices.Sorted(slices.Values(watched))}, nil
}

// methods are those that can be observed, by DEX name.
func (f feedback) methods() []string {
	if f.recorder != nil {
		return f.watched
	}
	return f.probes.Methods()
}

// executed returns the watched methods that ran since the last call, sorted; log is
// what the log told since then.
func (f feedback) executed(ctx context.Context, log []byte) ([]string, error) {
	if f.recorder == nil {
		return f.probes.Scan(log), nil
	}
	executed, err := f.recorder.Executed(ctx)
	if err != nil {
		return nil, fmt.Errorf("asking what ran: %w", err)
	}
	var ran []string
	for _, m := range executed.Methods {
		if _, ok := slices.BinarySearch(f.watched, m.Method); ok {
			ran = append(ran, m.Method)
		}
	}
	slices.Sort(ran)
	return ran, nil
}
