package virtual

import (
	"context"
	"maps"
	"slices"

	"talpa/device"
	"talpa/device/virtual/runtime"
)

// execution is what processes said that they ran, and nobody asked for yet.
type execution struct {
	methods map[string]map[int]bool // lines by method
	lost    bool
}

// code is the form of an app's code that a process is to run. d.mu is held.
func (d *Device) code(ctx context.Context, a *app) (runtime.Conversion, error) {
	if !d.record {
		return a.conv, nil
	}
	return d.conv.Convert(ctx, a.apk, a.sha, runtime.Probes)
}

// collect asks a process what it ran since the last time. d.mu is held.
func (d *Device) collect(p *process) {
	if !p.records {
		return
	}
	if p.Ended() {
		d.ran.lost = true
		return
	}
	if err := p.Recorded(d.ran.add); err != nil {
		d.opts.Log.Debug("virtual device: what ran is lost", "err", err)
		d.ran.lost = true
	}
}

// add notes a place that ran; line is 0 if it has none.
func (e *execution) add(method string, line int) {
	if e.methods == nil {
		e.methods = map[string]map[int]bool{}
	}
	lines := e.methods[method]
	if lines == nil {
		lines = map[int]bool{}
		e.methods[method] = lines
	}
	if line > 0 {
		lines[line] = true
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
