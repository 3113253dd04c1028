package virtual

import (
	"context"
	"maps"
	"slices"
	"time"

	"talpa/fuzz/device"
)

// recordTimeout is for one answer about what ran: the agent looks at the probes
// without the app's help.
const recordTimeout = 10 * time.Second

// execution is what processes said that they ran, and nobody asked for yet.
type execution struct {
	methods map[string]map[int]bool // lines by method
	lost    bool
}

// code is the form of an app's code that a process is to run. d.mu is held.
func (d *Device) code(ctx context.Context, a *app) (conversion, error) {
	if !d.record {
		return a.conv, nil
	}
	return d.conv.convert(ctx, a.apk, a.sha, probes)
}

// collect asks a process what it ran since the last time. d.mu is held.
func (d *Device) collect(p *process) {
	if !p.records {
		return
	}
	if p.ended() {
		d.ran.lost = true
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), recordTimeout)
	defer cancel()
	var ran device.Executed
	if _, err := p.Call(ctx, "recorded", nil, &ran); err != nil {
		d.opts.Log.Debug("virtual device: what ran is lost", "err", err)
		d.ran.lost = true
		return
	}
	for _, m := range ran.Methods {
		if d.ran.methods == nil {
			d.ran.methods = map[string]map[int]bool{}
		}
		lines := d.ran.methods[m.Method]
		if lines == nil {
			lines = make(map[int]bool, len(m.Lines))
			d.ran.methods[m.Method] = lines
		}
		for _, n := range m.Lines {
			lines[n] = true
		}
	}
}

// executed is what the app ran since the last call. d.mu is held.
func (d *Device) executed() device.Executed {
	if p := d.alive(); p != nil {
		d.collect(p)
	}
	ran := d.ran
	d.ran = execution{}
	out := device.Executed{Methods: []device.ExecutedMethod{}, Lost: ran.lost}
	for _, method := range slices.Sorted(maps.Keys(ran.methods)) {
		m := device.ExecutedMethod{Method: method, Lines: slices.AppendSeq([]int{}, maps.Keys(ran.methods[method]))}
		slices.Sort(m.Lines)
		out.Methods = append(out.Methods, m)
	}
	return out
}
