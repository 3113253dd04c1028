package virtual

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"talpa/device"
	"talpa/device/virtual/framework"
	"talpa/device/virtual/logcat"
	"talpa/device/virtual/notes"
	"talpa/device/virtual/permission"
	"talpa/device/virtual/runtime"
	"talpa/device/virtual/wire"
	"talpa/fuzz/event"
)

// TestAgentStopsReading: an agent that takes no request any more is an app that does not
// respond, also where a request fills the pipe; the device is free afterwards.
func TestAgentStopsReading(t *testing.T) {
	t.Parallel()
	s := startFake(t, fakeOptions(t))
	d, app := connect(t, s, "launch deaf")
	mustDo(t, d, app, event.Launch)
	s.devices[0].system.With(func(s *system) { s.timeout = 200 * time.Millisecond })
	done := make(chan error, 1)
	go func() {
		done <- d.Do(t.Context(), app, event.Event{Kind: event.Text, Value: strings.Repeat("x", 500<<10)})
	}()
	select {
	case err := <-done:
		if err != nil {
			t.Fatal(err)
		}
	case <-time.After(time.Minute):
		t.Fatal("the event hangs, and the device with it")
	}
	mustAlive(t, d, app, false)
	log, err := d.Log(t.Context())
	if err != nil || !strings.Contains(string(log), "ANR in p (p/p.Main)") {
		t.Errorf("%v, log:\n%s", err, log)
	}
	s.devices[0].system.With(func(s *system) { s.timeout = runtime.LoadTimeout })
	mustDo(t, d, app, event.Launch)
	mustAlive(t, d, app, true)
}

// TestLogOfLineEnds: a log message as large as a frame of the wire may be, all of it
// line ends, costs no more than its frame, and the log goes on.
func TestLogOfLineEnds(t *testing.T) {
	t.Parallel()
	s := startFake(t, fakeOptions(t))
	d, app := connect(t, s, "tap blank")
	mustDo(t, d, app, event.Launch)
	mustDo(t, d, app, event.Tap)
	mustAlive(t, d, app, true)
	entries, _, _ := s.devices[0].log.Since(0)
	if len(entries) > logcat.MaxLines || len(entries) == 0 || entries[len(entries)-1].Msg != "|" {
		t.Errorf("%d lines kept, limit %d", len(entries), logcat.MaxLines)
	}
}

// bareHardware is as much of a device as notifications need, and a process on it.
func bareHardware() (*hardware, *process) {
	h := &hardware{log: logcat.NewBuffer(), opts: Options{Network: runtime.NetworkOff}}
	m := device.Manifest{Package: "p", TargetSDK: 30, Permissions: []string{"android.permission.CAMERA"}}
	a := &app{App: framework.App{Manifest: m, Grants: permission.New(m, framework.API, false)}}
	return h, &process{Process: runtime.NewProcess(&runtime.JVM{}, runtime.Conversion{}, firstPID, true), app: a}
}

// FuzzNotice: whatever the agent notifies of, the log stays one entry a line, its
// fields are those of a log, and only the device itself says FATAL EXCEPTION.
func FuzzNotice(f *testing.F) {
	for _, text := range []string{
		`{"event":"log","p":"E","tag":"AndroidRuntime","msg":"FATAL EXCEPTION: main","tid":7}`,
		`{"event":"log","p":"\n","tag":"a\nb","msg":"\n\nx\u0000"}`,
		`{"event":"log","p":"E","tag":"` + strings.Repeat("\ufffd", 40) + `","msg":"x"}`,
		`{"event":"crash","thread":"a\nb","trace":"x","modelled":["m"]}`,
		`{"event":"crash","limit":"\u0000","thread":"x"}`,
		`{"event":"died","reason":"a\nb"}`,
		`{"event":"anr","reason":"\n","trace":"\n"}`,
		`{"event":"exit","code":-1}`,
		`{"event":"unsupported","kind":"\n","detail":"d"}`,
		`{"event":"answered","name":"n","kind":"k","detail":"d","value":"v"}`,
		`{"event":"unreachable","name":"\n"}`,
		`{"event":"permission","name":"android.permission.CAMERA","held":true,"refusals":-9}`,
		`{"event":"setting","space":"system","name":"n","value":"v"}`,
		`{"event":"external","intent":"\n","answer":"\n"}`,
		`{"event":"nonsense"}`,
	} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		var n wire.Notice
		if json.Unmarshal(data, &n) != nil {
			return
		}
		h, p := bareHardware()
		h.notice(p, n)
		entries, _, _ := h.log.Since(0)
		for _, e := range entries {
			if strings.Contains(e.Msg, "\n") || logcat.OneLine(e.Tag) != e.Tag || !strings.ContainsRune(logcat.Priorities, rune(e.Priority)) {
				t.Errorf("%+v", e)
			}
			if e.PID != firstPID && e.PID != framework.SystemPID || e.TID < 0 {
				t.Errorf("a line of process %d, thread %d", e.PID, e.TID)
			}
			if e.Tag == runtimeTag && strings.HasPrefix(e.Msg, fatal) && n.Event != wire.EventCrash {
				t.Errorf("a crash that was not told: %+v", e)
			}
		}
		for _, note := range h.notes.All() {
			if len(note) > notes.MaxBytes+len("...") {
				t.Errorf("a note of %d bytes", len(note))
			}
		}
		if g, _ := p.app.Grants.Get("android.permission.CAMERA"); g.Refusals < 0 || g.Refusals > permission.RefusalsFixed {
			t.Errorf("%+v", g)
		}
	})
}
