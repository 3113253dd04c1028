package fuzz

import (
	"context"
	"fmt"
	"slices"

	"talpa/device"
	"talpa/fuzz/gen"
	"talpa/fuzz/probe"
)

// feedback is execution feedback: which of the watched methods an event ran, and with counts all methods of the
// app that ran. The former comes from the lines that their probes write to the log, or else, as the latter, from a
// device that records what runs. The zero value observes nothing.
type feedback struct {
	probes   *probe.Set
	recorder device.Recorder // nil: nothing is asked of the device
	watched  []string        // sorted; what the recorder is asked for, nil where probes tell
	counts   bool
	covered  covered // nil: the generator does not want to know of new code
}

// covered is the code that has run, the lines of each method by its DEX name.
type covered map[string]map[int]bool

// add says whether any of it had not run before.
func (c covered) add(ran []device.ExecutedMethod) gen.Code {
	if c == nil {
		return gen.CodeUnknown
	}
	code := gen.CodeKnown
	for _, m := range ran {
		lines, ok := c[m.Method]
		if !ok {
			lines, code = map[int]bool{}, gen.CodeNew
			c[m.Method] = lines
		}
		for _, n := range m.Lines {
			if !lines[n] {
				lines[n], code = true, gen.CodeNew
			}
		}
	}
	return code
}

// observe chooses the source. Lines in the log cost next to nothing, a record some of the processor's time: it is for
// apps that cannot write most of the lines, and for whoever wants all methods counted, or to know of new code (c).
func observe(ctx context.Context, dev device.Device, o Options, c covered) (feedback, error) {
	recorder, ok := dev.(device.Recorder)
	byRecord := 2*o.Probes.Len() < len(o.Watched)
	if !ok || !byRecord && !o.Coverage && c == nil {
		return feedback{probes: o.Probes}, nil
	}
	if err := recorder.Record(ctx, true); err != nil {
		return feedback{}, fmt.Errorf("asking the device to record: %w", err)
	}
	f := feedback{probes: o.Probes, recorder: recorder, counts: o.Coverage, covered: c}
	if byRecord {
		f.watched = slices.Sorted(slices.Values(o.Watched))
	}
	return f, nil
}

// methods are those that can be observed, by DEX name.
func (f feedback) methods() []string {
	if f.watched != nil {
		return f.watched
	}
	return f.probes.Methods()
}

// executed returns the watched methods that ran since the last call, sorted, with counts all of the app, and whether
// new code ran; log is what the log told since then.
func (f feedback) executed(ctx context.Context, log []byte) (ran, all []string, code gen.Code, err error) {
	if f.recorder == nil {
		return f.probes.Scan(log), nil, gen.CodeUnknown, nil
	}
	executed, err := f.recorder.Executed(ctx)
	if err != nil {
		return nil, nil, gen.CodeUnknown, fmt.Errorf("asking what ran: %w", err)
	}
	code = f.covered.add(executed.Methods)
	for _, m := range executed.Methods {
		if _, ok := slices.BinarySearch(f.watched, m.Method); ok {
			ran = append(ran, m.Method)
		}
		if f.counts {
			all = append(all, m.Method)
		}
	}
	if f.watched == nil {
		return f.probes.Scan(log), all, code, nil
	}
	slices.Sort(ran)
	return ran, all, code, nil
}
