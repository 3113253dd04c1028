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

// code is the form of an app's code that a process is to run.
func (s *processes) code(ctx context.Context, a *app) (runtime.Conversion, error) {
	return s.conv.ForProcess(ctx, a.apk, a.sha, s.record)
}

// collect asks a process what it ran since the last time.
func (s *processes) collect(p *process) {
	if !p.records {
		return
	}
	if p.Ended() {
		s.ran.lost = true
		return
	}
	if err := p.Recorded(s.ran.add); err != nil {
		s.opts.Log.Debug("virtual device: what ran is lost", "err", err)
		s.ran.lost = true
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

// executed is what the app ran since the last call.
func (s *processes) executed() device.Executed {
	if p := s.alive(); p != nil {
		s.collect(p)
	}
	ran := s.ran
	s.ran = execution{}
	out := device.Executed{Methods: []device.ExecutedMethod{}, Lost: ran.lost}
	for _, method := range slices.Sorted(maps.Keys(ran.methods)) {
		m := device.ExecutedMethod{Method: method, Lines: slices.AppendSeq([]int{}, maps.Keys(ran.methods[method]))}
		slices.Sort(m.Lines)
		out.Methods = append(out.Methods, m)
	}
	return out
}
