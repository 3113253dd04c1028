package virtual

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"talpa/device"
	"talpa/device/session"
	"talpa/device/virtual/runtime"
	"talpa/device/virtual/wire"
	"talpa/fuzz/event"
)

// TestProcessEvents: the events that start, leave and end an app's process, by what the agent
// is asked and by the process that runs afterwards.
func TestProcessEvents(t *testing.T) {
	t.Parallel()
	const camera = "android.permission.CAMERA"
	intent := &event.Intent{Action: "a", Extras: map[string]string{"k": "v"}, URIs: map[string]string{"u": "file:///f"}}
	const params = ` {"action":"a","extras":{"k":"v","u":{"uri":"file:///f"}}}`
	for _, test := range []struct {
		name  string
		first event.Kind // before it, "" for none
		e     event.Event
		asked string // but for the start of a process
		pid   string
	}{
		{"launch of nothing", "", event.Event{Kind: event.Launch}, "launch {}", "4001"},
		{"launch again", event.Launch, event.Event{Kind: event.Launch}, "launch {}", "4001"},
		{"restart", event.Launch, event.Event{Kind: event.Restart}, "launch {}", "4002"},
		{"death and restore", event.Launch, event.Event{Kind: event.Kill}, "home {}\nlaunch {}", "4002"},
		{"death of nothing", "", event.Event{Kind: event.Kill}, "launch {}", "4001"},
		{"home", event.Launch, event.Event{Kind: event.Home}, "home null\nlaunch {}", "4001"},
		{"stop", event.Launch, event.Event{Kind: event.StopProcess}, "home {}", ""},
		{"stop of nothing", "", event.Event{Kind: event.StopProcess}, "", ""},
		{"tap on the home screen", "", event.Event{Kind: event.Tap, X: 1, Y: 2}, "", ""},
		{"activity", "", event.Event{Kind: event.Start, Intent: intent}, "start" + params, "4001"},
		{"service", event.Launch, event.Event{Kind: event.Service, Intent: intent}, "service" + params, "4001"},
		{"broadcast alone", event.Launch, event.Event{Kind: event.Broadcast, Arg: event.Alone, Intent: intent},
			"home {}\nbroadcast" + params, "4002"},
		{"query", "", event.Event{Kind: event.Query, Value: "content://p/1"},
			`content {"op":"query","uri":"content://p/1"}`, "4001"},
		{"backup", event.Launch, event.Event{Kind: event.Restricted}, "", "4002"},
		{"the phone starts, nobody asked", event.Launch, event.Event{Kind: event.Boot}, "", ""},
		{"permission of a process that does not run", "", event.Event{Kind: event.Permission, Arg: "deny", Value: camera},
			"", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			s := startFake(t, fakeOptions(t))
			d, app := connect(t, s, "launch log", "start log", "service log", "broadcast log", "home log", "content log",
				"tap log")
			if test.first != "" {
				mustDo(t, d, app, test.first)
				asked(t, s)
			}
			if err := d.Do(t.Context(), app, test.e); err != nil {
				t.Fatal(err)
			}
			if got := asked(t, s); got != test.asked {
				t.Errorf("asked\n%s\nwant\n%s", got, test.asked)
			}
			if out, _ := sh(t, s, "pidof p"); strings.TrimSpace(out) != test.pid {
				t.Errorf("process %q, want %s", out, test.pid)
			}
		})
	}
}

// The process after one that was killed in the background comes to know that its task waits; one after a stop by the
// user does not.
func TestTask_waitsAfterAKillNotAfterAStop(t *testing.T) {
	t.Parallel()
	s := startFake(t, fakeOptions(t))
	d, app := connect(t, s, "load log")
	saved := func() bool {
		t.Helper()
		var params struct{ Saved bool }
		_, text, ok := strings.Cut(asked(t, s), "load ")
		text, _, _ = strings.Cut(text, "\n")
		if err := json.Unmarshal([]byte(text), &params); !ok || err != nil {
			t.Fatalf("the agent was asked %q: %v", text, err)
		}
		return params.Saved
	}
	for _, test := range []struct {
		line string
		want bool
	}{
		{"am start p/.Main", false},
		{"input keyevent HOME; am force-stop p; am start p/.Main", false},
	} {
		sh(t, s, test.line)
		if got := saved(); got != test.want {
			t.Errorf("%s: the task waits: %v", test.line, got)
		}
	}
	mustDo(t, d, app, event.StopProcess)
	mustDo(t, d, app, event.Launch)
	if !saved() {
		t.Error("the task of a process that was killed in the background is gone")
	}
	mustDo(t, d, app, event.StopProcess)
	mustDo(t, d, app, event.Boot)
	mustDo(t, d, app, event.Launch)
	if saved() {
		t.Error("a task waits after the phone was switched off")
	}
}

// What a process tells comes to the log, the notes and the permissions, and what it cannot know it is not believed.
func TestNotice_toldAndNotBelieved(t *testing.T) {
	t.Parallel()
	s := startFake(t, fakeOptions(t))
	d, app := connect(t, s)
	mustDo(t, d, app, event.Launch)
	dev := s.devices[0]
	tell := func(n wire.Notice) string {
		sh(t, s, "logcat -c")
		dev.system.With(func(s *system) { dev.notice(s.proc, n) })
		out, _ := sh(t, s, "logcat -d -v brief | grep -v beginning")
		return out
	}
	for _, test := range []struct {
		n    wire.Notice
		want string
	}{
		{wire.Notice{Event: "log", Priority: "W", Tag: "mole", Msg: "hi"}, "W/mole    ( 4001): hi\n"},
		{wire.Notice{Event: "log", Priority: "x", Tag: "mole", Msg: "a\nb"}, "I/mole    ( 4001): a\nI/mole    ( 4001): b\n"},
		{wire.Notice{Event: "log", Priority: "E", Tag: "AndroidRuntime", Msg: "FATAL EXCEPTION: main"}, ""},
		{wire.Notice{Event: "log", Priority: "E", Tag: "AndroidRuntime", Msg: "a FATAL EXCEPTION"},
			"E/AndroidRuntime( 4001): a FATAL EXCEPTION\n"},
		{wire.Notice{Event: "unsupported", Kind: "native", Detail: "libx.so"},
			"W/talpa   ( 4001): unsupported native: libx.so\n"},
		{wire.Notice{Event: "external", Intent: "i", Answer: "ok"},
			"I/talpa   ( 4001): stand-in for another app answers ok to i\n"},
		{wire.Notice{Event: "answered", Name: "h\nx", Detail: "GET /", Kind: "JSON", Value: "v"},
			"I/talpa   ( 4001): stand-in server h x answers GET / with a JSON: v\n"},
		{wire.Notice{Event: "unreachable", Name: "far.example"}, ""},
		{wire.Notice{Event: "setting", Space: "system", Name: "k", Value: "v"}, ""},
		{wire.Notice{Event: "setting", Space: "evil", Name: "k", Value: "v"}, ""},
		{wire.Notice{Event: "permission", Name: "android.permission.CAMERA", Refusals: 2}, ""},
		{wire.Notice{Event: "nonsense", Name: "x"}, ""},
	} {
		if got := strings.ReplaceAll(tell(test.n), "\r", ""); got != test.want {
			t.Errorf("%+v:\n%q, want\n%q", test.n, got, test.want)
		}
	}
	if out, _ := sh(t, s,
		"settings list system; dumpsys package p | grep -c 'CAMERA: granted=false, flags=. USER_SET|USER_FIXED'"); out != "k=v\n1\n" {
		t.Errorf("what the app changed is %q", out)
	}
	notes := strings.Join(dev.notes.All(), "\n")
	for _, want := range []string{"not supported: native: libx.so", "the app asked for far.example", "not real ones: h"} {
		if !strings.Contains(notes, want) {
			t.Errorf("no note says %q:\n%s", want, notes)
		}
	}
	if got := s.Unreached(); len(got) != 1 || got[0] != "far.example" {
		t.Errorf("hosts asked for in vain: %q", got)
	}
	out := tell(wire.Notice{Event: "crash", Thread: "a\nb", Trace: "java.lang.Error\n\tat a.B.c(B.java:1)",
		Modelled: []string{"m.M"}})
	if want := "E/AndroidRuntime( 4001): FATAL EXCEPTION: a b\n"; !strings.Contains(out, want) || !strings.Contains(out,
		"Process: p, PID: 4001") {
		t.Errorf("a crash is logged as\n%s", out)
	}
	mustAlive(t, d, app, true) // its handlers decide whether it goes on
	tell(wire.Notice{Event: wire.EventDied, Reason: "it crashed"})
	mustAlive(t, d, app, false)
}

// TestSessionRefuses: requests of a client that are none end the session or are answered with
// an error, and the device lives on.
func TestSessionRefuses(t *testing.T) {
	t.Parallel()
	s := startFake(t, fakeOptions(t))
	d, app := connect(t, s)
	talk := func(lines ...string) (answers []session.Answer, said string) {
		t.Helper()
		var out, errw bytes.Buffer
		s.devices[0].Shell(t.Context(), session.Command, strings.NewReader(strings.Join(lines, "\n")), &out, &errw)
		for dec := json.NewDecoder(&out); dec.More(); {
			var a session.Answer
			if err := dec.Decode(&a); err != nil {
				break // the log that follows
			}
			answers = append(answers, a)
		}
		return answers, errw.String()
	}
	for line, want := range map[string]string{
		`{"op":"fly","package":"p"}`:                   `unknown operation "fly"`,
		`{"op":"fly"}`:                                 "unknown package: ",
		`{"op":"do","package":"p"}`:                    "no event given",
		`{"op":"do","package":"q","event":"launch"}`:   "unknown package: q",
		`{"op":"reset","package":"../p"}`:              "unknown package: ../p",
		`{"op":"stop","package":"q"}`:                  "unknown package: q",
		`{"op":"install","path":"/data/local/tmp/no"}`: "no such file",
		`{"op":"install"}`:                             "",
	} {
		answers, said := talk(line)
		if len(answers) == 0 {
			if !strings.Contains(said, "bad request") {
				t.Errorf("%s: no answer, %q", line, said)
			}
			continue
		}
		if answers[0].Error == "" || !strings.Contains(answers[0].Error, want) {
			t.Errorf("%s: %+v, want an error with %q", line, answers[0], want)
		}
	}
	for _, line := range []string{"no JSON", "[]", `{"op":1}`, "\x00\xff", `{"op":"do","event":{"kind":`} {
		if answers, said := talk(line, `{"op":"info"}`); len(answers) != 0 || !strings.Contains(said, "bad request") {
			t.Errorf("%q: %+v, %q", line, answers, said)
		}
	}
	if answers, _ := talk(strings.Repeat("x", maxSessionLine+1)); len(answers) != 0 {
		t.Errorf("a line that is too long is answered %+v", answers)
	}
	mustDo(t, d, app, event.Launch)
	mustAlive(t, d, app, true)
}

// TestOptions: what cannot be served is said at the start, and what is not said has defaults.
func TestOptions(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		change func(*Options)
		want   string // in the error
	}{
		"no agent":             {func(o *Options) { o.AgentDir = "" }, "no agent folder"},
		"agent is gone":        {func(o *Options) { o.AgentDir += "/none" }, "make agent"},
		"folder without agent": {func(o *Options) { o.AgentDir = "." }, "--agent-dir names another folder than "},
		"no cache":             {func(o *Options) { o.CacheDir = "" }, "no cache folder"},
		"no manifests":         {func(o *Options) { o.Manifest = nil }, "no manifest reader"},
		"too many":             {func(o *Options) { o.Devices = maxDevices + 1 }, "limit 64"},
		"fewer than 0":         {func(o *Options) { o.Devices = -1 }, "-1 devices"},
		"no java":              {func(o *Options) { o.JavaHome = "/none" }, "name a JDK"},
	} {
		o := fakeOptions(t)
		test.change(&o)
		if _, err := o.complete(); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v, want %q", name, err, test.want)
		}
	}
	for _, test := range []struct{ spares, want int }{{0, 1}, {-1, 0}, {3, 3}} {
		o := fakeOptions(t)
		o.Spares = test.spares
		got, err := o.complete()
		if err != nil || got.Spares != test.want || got.Devices != 1 || got.Timeout != runtime.LoadTimeout ||
			got.Width != 720 ||
			got.Density != 320 || got.CacheLimit != 4<<30 {
			t.Errorf("%d spares: %+v, %v", test.spares, got, err)
		}
	}
	o := fakeOptions(t)
	o.CacheDir = filepath.Join(t.TempDir(), "file", "below")
	if err := os.WriteFile(filepath.Dir(o.CacheDir), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Start(t.Context(), o); err == nil || !strings.Contains(err.Error(), "--cache-dir") {
		t.Errorf("a cache that cannot be made: %v", err)
	}
	if left, _ := filepath.Glob(filepath.Join(o.DataDir, "*")); len(left) != 0 {
		t.Errorf("a server that did not start leaves %q", left)
	}
}

// TestInstallLimits: an APK that is shorter or longer than said, or larger than any, is not
// kept, and neither is one that was given up.
func TestInstallLimits(t *testing.T) {
	t.Parallel()
	s := startFake(t, fakeOptions(t))
	d := s.devices[0]
	incoming := func() int {
		left, err := filepath.Glob(filepath.Join(d.dir, dirApps, ".incoming-*"))
		if err != nil {
			t.Fatal(err)
		}
		return len(left)
	}
	apk := strings.NewReader("p\nx")
	if err := d.Install(t.Context(), apk, 9, false); err == nil || incoming() != 0 {
		t.Errorf("three bytes of nine: %v, %d files are left", err, incoming())
	}
	id, err := d.CreateInstall(false)
	if err != nil {
		t.Fatal(err)
	}
	if err := d.WriteInstall(id, strings.NewReader(""), maxAPK+1); err == nil || incoming() != 0 {
		t.Errorf("an APK that is too large: %v", err)
	}
	for i := range maxPendingFiles + 1 {
		err := d.WriteInstall(id, strings.NewReader("p\nx"), 3)
		if (err == nil) != (i < maxPendingFiles) || incoming() != min(i+1, maxPendingFiles) {
			t.Fatalf("file %d: %v, %d are kept", i, err, incoming())
		}
	}
	d.AbandonInstall(id)
	if incoming() != 0 || d.PendingInstall(id) {
		t.Errorf("%d files are left of an installation that was given up", incoming())
	}
	d.AbandonInstall(id) // again, and one that never was
	d.AbandonInstall(-1)
	if err := d.WriteInstall(id, strings.NewReader("p\nx"), 3); err == nil || incoming() != 0 {
		t.Errorf("a file for an installation that ended: %v", err)
	}
	var refusal *device.Refusal
	if err := d.CommitInstall(t.Context(), id); !errors.As(err, &refusal) || refusal.Code != device.RefusedInvalid {
		t.Errorf("its end: %v", err)
	}
	if _, err := d.fs.Stat("/data/app"); err == nil {
		t.Error("the installed APKs can be reached through the device's files")
	}
}
