// Package record writes down which code of an app each event ran: one line of
// JSON an event. It stands between the fuzz loop and a device that has the
// capability device.Recorder, so that searches and replays need not know.
//
// Code is the app's own, by the names of its DEX files; that of the framework
// is not recorded. What ran between two events (timers, other threads) counts
// as the later one's.
package record

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"sync"

	"talpa/device"
	"talpa/fuzz/event"
)

// Line is one event of a file.
type Line struct {
	// Run counts the times that an app's data were cleared on any device, and
	// Event the events since, both from 1.
	Run   int `json:"run"`
	Event int `json:"event"`
	// Device is the serial and App the APK's SHA-256, both at the first event
	// of a run only.
	Device string `json:"device,omitempty"`
	App    string `json:"app,omitempty"`
	// Did is the event as in a script.
	Did string `json:"did"`
	// New are the methods and lines that ran for the first time in this file.
	New []Method `json:"new,omitempty"`
	// Ran are all methods that ran, by Method.ID, sorted.
	Ran []int `json:"ran,omitempty"`
	// Lost says that more may have run: the process ended before it could tell.
	Lost bool `json:"lost,omitempty"`
}

// Method is a method of the app.
type Method struct {
	// ID is a number of this file, from 0 in order of appearance.
	ID int `json:"id"`
	// Method is the dex descriptor "Lpkg/Cls;->name(params)result"; "" if a line
	// before had it.
	Method string `json:"method,omitempty"`
	// Lines ran for the first time, sorted.
	Lines []int `json:"lines,omitempty"`
}

// Log is a file under way. Several devices may write to it at a time.
type Log struct {
	mu    sync.Mutex
	out   *json.Encoder
	ids   map[string]int
	lines []map[int]bool // by Method.ID
	runs  int
}

// New is a Log that writes to w.
func New(w io.Writer) *Log {
	out := json.NewEncoder(w)
	out.SetEscapeHTML(false) // descriptors have a ">"
	return &Log{out: out, ids: map[string]int{}}
}

// ErrUnable means that a device cannot tell what ran on it.
var ErrUnable = errors.New("this device does not record what runs")

// Watch returns a device that acts as dev and has the log told of every event.
func (l *Log) Watch(ctx context.Context, dev device.Device) (device.Device, error) {
	r, ok := dev.(device.Recorder)
	if !ok {
		return nil, fmt.Errorf("%s: %w", dev.Info().Serial, ErrUnable)
	}
	if err := r.Record(ctx, true); err != nil {
		return nil, err
	}
	return &watched{Device: dev, recorder: r, log: l}, nil
}

// begin returns the number of a new run.
func (l *Log) begin() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.runs++
	return l.runs
}

// add writes one line.
func (l *Log) add(line Line, ran device.Executed) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	line.Lost = ran.Lost
	for _, m := range ran.Methods {
		id, known := l.ids[m.Method]
		fresh := Method{ID: id}
		if !known {
			id = len(l.lines)
			fresh = Method{ID: id, Method: m.Method}
			l.ids[m.Method] = id
			l.lines = append(l.lines, map[int]bool{})
		}
		for _, n := range m.Lines {
			if !l.lines[id][n] {
				l.lines[id][n] = true
				fresh.Lines = append(fresh.Lines, n)
			}
		}
		if !known || len(fresh.Lines) > 0 {
			line.New = append(line.New, fresh)
		}
		line.Ran = append(line.Ran, id)
	}
	slices.Sort(line.Ran)
	slices.SortFunc(line.New, func(a, b Method) int { return cmp.Compare(a.ID, b.ID) })
	if err := l.out.Encode(line); err != nil {
		return fmt.Errorf("writing the record: %w", err)
	}
	return nil
}

// watched is a device whose events are written down. It has the capabilities
// of every device that can record.
type watched struct {
	device.Device
	recorder   device.Recorder
	log        *Log
	run, event int
	asked      bool // who uses the device wants to know what ran, too
	ran        device.Executed
}

// Record implements device.Recorder: it is always on.
func (w *watched) Record(_ context.Context, on bool) error {
	w.asked = on
	return nil
}

// Executed implements device.Recorder: what the events since the last call ran.
func (w *watched) Executed(context.Context) (device.Executed, error) {
	ran := w.ran
	w.ran = device.Executed{}
	return ran, nil
}

// keep adds to what Executed tells, each method once.
func (w *watched) keep(ran device.Executed) {
	if !w.asked {
		return
	}
	if len(w.ran.Methods) == 0 {
		w.ran = ran
		return
	}
	w.ran.Lost = w.ran.Lost || ran.Lost
	at := make(map[string]int, len(w.ran.Methods))
	for i, m := range w.ran.Methods {
		at[m.Method] = i
	}
	for _, m := range ran.Methods {
		i, ok := at[m.Method]
		if !ok {
			w.ran.Methods = append(w.ran.Methods, m)
			continue
		}
		lines := slices.Sorted(slices.Values(slices.Concat(w.ran.Methods[i].Lines, m.Lines)))
		w.ran.Methods[i].Lines = slices.Compact(lines)
	}
}

// Registered implements device.Registrar.
func (w *watched) Registered() []string {
	if r, ok := w.Device.(device.Registrar); ok {
		return r.Registered()
	}
	return nil
}

// Do implements device.Device.
func (w *watched) Do(ctx context.Context, app device.App, e event.Event) error {
	if err := w.Device.Do(ctx, app, e); err != nil {
		return err
	}
	ran, err := w.recorder.Executed(ctx)
	if err != nil {
		return err
	}
	w.keep(ran)
	w.event++
	line := Line{Run: w.run, Event: w.event, Did: e.String()}
	if w.event == 1 {
		line.Device, line.App = w.Info().Serial, app.SHA256
	}
	return w.log.add(line, ran)
}

// Reset implements device.Device.
func (w *watched) Reset(ctx context.Context, app device.App) error {
	if err := w.Device.Reset(ctx, app); err != nil {
		return err
	}
	w.run, w.event, w.ran = w.log.begin(), 0, device.Executed{}
	_, err := w.recorder.Executed(ctx) // of no event
	return err
}

// Save implements device.Saver, where the device can.
func (w *watched) Save(ctx context.Context, app device.App, number int) error {
	if s, ok := w.Device.(device.Saver); ok {
		return s.Save(ctx, app, number)
	}
	return device.ErrUnsupported
}

// Restore implements device.Saver. What follows is a run of its own, which begins at the moment.
func (w *watched) Restore(ctx context.Context, app device.App, number int) error {
	s, ok := w.Device.(device.Saver)
	if !ok {
		return device.ErrUnsupported
	}
	if err := s.Restore(ctx, app, number); err != nil {
		return err
	}
	w.run, w.event, w.ran = w.log.begin(), 0, device.Executed{}
	_, err := w.recorder.Executed(ctx) // of no event
	return err
}

// Recycle implements device.Recycler.
func (w *watched) Recycle(ctx context.Context, on bool) error {
	if r, ok := w.Device.(device.Recycler); ok {
		return r.Recycle(ctx, on)
	}
	return nil
}

// Fidelity implements device.Fidelity.
func (w *watched) Fidelity() []string {
	if f, ok := w.Device.(device.Fidelity); ok {
		return f.Fidelity()
	}
	return nil
}
