package virtual

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"talpa/device"
	"talpa/device/virtual/agenttest"
	"talpa/device/virtual/u2"
	"talpa/fuzz/event"
)

// told has every request by which a process comes to know the device logged.
var told = []string{
	"load log", "config log", "rotate log", "network log", "storage log", "zone log", "answer log", "location log",
	"apps log",
	"setting log", "clipboard log", "broadcast log", "content log",
}

// asked are the requests that were logged since the last look, one a line.
func asked(t *testing.T, s *Server) string {
	t.Helper()
	out, _ := sh(t, s, "logcat -d -v raw -s agent; logcat -c")
	return strings.TrimSuffix(out, "\n")
}

// TestResetForgets: after a reset the app's process is told the same as on a new device,
// whatever was set, written and left before.
func TestResetForgets(t *testing.T) {
	t.Parallel()
	s := startFake(t, fakeOptions(t))
	d, app := connect(t, s, told...)
	mustDo(t, d, app, event.Launch)
	first := asked(t, s)
	if !strings.HasPrefix(first, "load {") || !strings.Contains(first, `"method":"answer"`) {
		t.Fatalf("a start asks\n%s", first)
	}
	files := func() string {
		out, _ := sh(t, s, "ls -R /sdcard /data/data /data/local/tmp")
		return out
	}
	stocked := files()
	for _, e := range []event.Event{
		{Kind: event.Rotate, Arg: "landscape"}, {Kind: event.Config, Arg: "locale", Value: "de"},
		{Kind: event.Config, Arg: "fontscale", Value: "1.3"}, {Kind: event.Config, Arg: "night", Value: "yes"},
		{Kind: event.Config, Arg: "network", Value: "off"}, {Kind: event.Config, Arg: "storage", Value: "low"},
		{Kind: event.Config, Arg: "storage", Value: "readonly"},
		{Kind: event.Config, Arg: "timezone", Value: "Asia/Kolkata"}, {Kind: event.Config, Arg: "clock", Value: "50h"},
		{Kind: event.Config, Arg: event.Background, Value: event.BackgroundSlow},
		{Kind: event.Config, Arg: event.InputSpeed, Value: event.InputFast},
		{Kind: event.Config, Arg: event.KeepActivities, Value: "no"},
		{Kind: event.Config, Arg: event.Phone, Value: event.PhoneEmpty},
		{Kind: event.Config, Arg: event.Apps, Value: event.AppsNone},
		{Kind: event.Answer, Arg: "cancelled"}, {Kind: event.Document, Arg: "whole", Value: "x.png"},
		{Kind: event.Location, Arg: event.LocationFix, Value: "1,2"}, {Kind: event.Location, Arg: "off"},
		{Kind: event.Permission, Arg: "deny", Value: "android.permission.CAMERA"}, {Kind: event.StopProcess},
	} {
		if err := d.Do(t.Context(), app, e); err != nil {
			t.Fatalf("%v: %v", e, err)
		}
	}
	sh(t, s,
		"settings put global a b; svc wifi disable; svc data disable; setprop debug.talpa.answer none; setprop my.own x; "+
			"content insert --uri content://a/b --bind n:i:1; echo x > /sdcard/f; echo x > /data/local/tmp/f; run-as p touch f")
	text := "left behind"
	if _, err := (&automation{d: s.devices[0]}).Clipboard(t.Context(), &text); err != nil {
		t.Fatal(err)
	}
	mustDo(t, d, app, event.Launch)
	if changed := asked(t, s); changed == first {
		t.Fatal("nothing that was set is told: the test looks in the wrong place")
	}
	if err := d.Reset(t.Context(), app); err != nil {
		t.Fatal(err)
	}
	if got := files(); got != stocked {
		t.Errorf("after a reset there are\n%s, before\n%s", got, stocked)
	}
	if out, _ := sh(t, s, "getprop my.own; settings list global; cmd connectivity airplane-mode"); out != "\ndisabled\n" {
		t.Errorf("a property, settings and the network are left: %q", out)
	}
	if now, err := (&automation{d: s.devices[0]}).Clipboard(t.Context(), nil); now != "" || err != nil {
		t.Errorf("the clipboard holds %q, %v", now, err)
	}
	asked(t, s)
	mustDo(t, d, app, event.Launch)
	if got := asked(t, s); got != first {
		t.Errorf("after a reset a start asks\n%s\non a new device\n%s", got, first)
	}
}

// TestResetOfOneApp: the process that runs ends even if it is another app's, since a reset
// takes the files from under it.
func TestResetOfOneApp(t *testing.T) {
	t.Parallel()
	s := startFake(t, fakeOptions(t))
	d, app := connect(t, s)
	other, err := d.Install(t.Context(), agenttest.APK(t, "q"))
	if err != nil {
		t.Fatal(err)
	}
	mustDo(t, d, other, event.Launch)
	if err := d.Reset(t.Context(), app); err != nil {
		t.Fatal(err)
	}
	mustAlive(t, d, other, false)
	mustDo(t, d, app, event.Launch)
	if out, _ := sh(t, s, "pidof p"); out != "4001\n" {
		t.Errorf("the first process after a reset is %q", out)
	}
}

// TestDocumentInTheWay: an app that puts a file where the folder for documents is makes the
// event impossible, which is no failure of the device's.
func TestDocumentInTheWay(t *testing.T) {
	t.Parallel()
	s := startFake(t, fakeOptions(t))
	d, app := connect(t, s)
	put := event.Event{Kind: event.Document, Arg: "whole", Value: "x.png"}
	for _, e := range []event.Event{put, {Kind: event.Document, Arg: "folder", Value: "dir"}, {Kind: event.Document,
		Arg: "gone", Value: "x.png"}} {
		if err := d.Do(t.Context(), app, e); err != nil {
			t.Fatalf("%v: %v", e, err)
		}
	}
	if out, _ := sh(t, s,
		"ls -d /sdcard/Download/dir /sdcard/Download/x.png 2>&1 | cut -d: -f1"); out != "/sdcard/Download/dir\nls\n" {
		t.Errorf("after the events there are %q", out)
	}
	if out, code := sh(t, s, "rm -r /sdcard/Download && echo mine > /sdcard/Download"); code != 0 {
		t.Fatal(out)
	}
	if err := d.Do(t.Context(), app, put); !errors.Is(err, device.ErrUnsupported) {
		t.Errorf("a file where the folder is to be: %v", err)
	}
	for _, e := range []event.Event{{Kind: event.Config, Arg: event.Phone, Value: "lost"}, {Kind: event.Document,
		Arg: "whole", Value: "../x"}} {
		if err := d.Do(t.Context(), app, e); !errors.Is(err, device.ErrUnsupported) {
			t.Errorf("%v: %v", e, err)
		}
	}
}

// TestSeedFiles: what somebody brings is found below the folder, links are left out, and more
// than there is room for is refused.
func TestSeedFiles(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for _, name := range []string{"a.txt", "sub/b.txt"} {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(name), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink("/etc/passwd", filepath.Join(dir, "link")); err != nil {
		t.Fatal(err)
	}
	if got, err := seedFiles(dir); err != nil || strings.Join(got, " ") != "a.txt sub/b.txt" {
		t.Errorf("%q, %v", got, err)
	}
	o := fakeOptions(t)
	o.SeedData = dir
	s := startFake(t, o)
	d, app := connect(t, s)
	const look = "cat /sdcard/a.txt /sdcard/sub/b.txt; ls /sdcard/link"
	const there = "a.txtsub/b.txtls: /sdcard/link: No such file or directory\n"
	for _, when := range []string{"at first", "after a reset"} {
		if out, _ := sh(t, s, look); out != there {
			t.Errorf("%s: %q", when, out)
		}
		sh(t, s, "rm -r /sdcard/a.txt /sdcard/sub")
		if err := d.Reset(t.Context(), app); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := seedFiles(filepath.Join(dir, "none")); err == nil {
		t.Errorf("a folder that is not there holds %q", got)
	}
	for i := range maxSeeds {
		if err := os.WriteFile(filepath.Join(dir, "sub", strings.Repeat("x", 1+i%100)+string(rune('a'+i/100))), nil,
			0o600); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := seedFiles(dir); err == nil || !strings.Contains(err.Error(), "more than 2000 files") {
		t.Errorf("2002 files: %v", err)
	}
}

// TestAnswering: what talpa's client says comes first, then that it drives the device, then
// the property, if it holds a word that there is.
func TestAnswering(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		event, property string
		sessions        int
		want            string
	}{
		{"", "", 0, answersScreen},
		{"", "", 1, answersAlone},
		{"", "ok", 0, "ok"},
		{"", "ok", 2, answersAlone},
		{"", "loud", 0, answersScreen},
		{"cancelled", "ok", 1, "cancelled"},
	} {
		s := &processes{sessions: test.sessions, props: map[string]string{answerProperty: test.property}}
		s.config.answer = test.event
		if got := s.answering(); got != test.want {
			t.Errorf("%+v: %s", test, got)
		}
	}
}

// What uiautomator2's clients do reaches the app in the agent's words; while no app runs the home screen takes it, and
// time passes.
func TestAutomation_inTheAgentsWords(t *testing.T) {
	t.Parallel()
	s := startFake(t, fakeOptions(t))
	d, app := connect(t, s, "tap log", "longtap log", "fingers log", "motion log", "key log", "text log", "clear log",
		"rotate log",
		"wait log", "toast usage")
	a := &automation{d: s.devices[0]}
	ctx := t.Context()
	requests := func() error {
		return errors.Join(a.Press(ctx, point(1, 2), 0), a.Press(ctx, point(1, 2), 700e6), a.Touch(ctx, "down", point(3, 4)),
			a.Key(ctx, "KEYCODE_ENTER", 1), a.Type(ctx, "hi", true), a.Rotate(ctx, 1), a.Wait(ctx, 3e9),
			a.Fingers(ctx, paths(1, 2, 3, 4), 0, 100e6))
	}
	before, _ := sh(t, s, "date +%s")
	if err := requests(); err != nil {
		t.Errorf("on the home screen: %v", err)
	}
	if after, _ := sh(t, s, "date +%s"); before != "1750000000\n" || after != "1750000003\n" {
		t.Errorf("three seconds last from %s to %s", before, after)
	}
	mustDo(t, d, app, event.Launch)
	asked(t, s)
	if err := requests(); err != nil {
		t.Error(err)
	}
	want := strings.Join([]string{
		`tap {"x":1,"y":2}`, `longtap {"ms":700,"x":1,"y":2}`, `motion {"action":"down","x":3,"y":4}`,
		`key {"code":"ENTER","meta":1}`,
		`clear null`, `text {"text":"hi"}`, `rotate {"rotation":1}`, `wait {"ms":3000}`,
		`fingers {"hold":0,"ms":100,"paths":[[1,2,3,4]]}`,
	}, "\n")
	if got := asked(t, s); got != want {
		t.Errorf("asked\n%s\nwant\n%s", got, want)
	}
	if _, _, err := a.Toast(ctx); err == nil || !strings.Contains(err.Error(), "not like this") {
		t.Errorf("what the agent refuses: %v", err)
	}
	if screen, err := a.Screen(ctx); err != nil || screen.Front != "p/p.Main" || screen.Rotation != 0 ||
		screen.Width != 720 {
		t.Errorf("the app's own rotation holds, not the device's: %+v, %v", screen, err)
	}
	if png, err := a.Screenshot(ctx); err != nil || !strings.HasPrefix(string(png), "\x89PNG") {
		t.Errorf("%.20q, %v", png, err)
	}
}

// TestListen: ports of the app's loopback, any one by 0, each once.
func TestListen(t *testing.T) {
	t.Parallel()
	d := startFake(t, fakeOptions(t)).devices[0]
	for _, address := range []string{"udp:1", "tcp:", "tcp:x", "localabstract:x", "7000"} {
		if l, err := d.Listen(t.Context(), address); err == nil {
			t.Errorf("%s: %v", address, l.Addr())
		}
	}
	first, err := d.Listen(t.Context(), "tcp:0")
	if err != nil || !d.reverses.Has(firstAnyPort) {
		t.Fatalf("any port: %v, %v", d.reverses.List(), err)
	}
	if _, err := d.Listen(t.Context(), "tcp:40000"); err == nil {
		t.Error("a port is given twice")
	}
	if _, err := d.Listen(t.Context(), "tcp:0"); err != nil || len(d.reverses.List()) != 2 {
		t.Errorf("another port: %v, %v", d.reverses.List(), err)
	}
	for range 2 { // closing twice is as once
		if err := first.Close(); err != nil {
			t.Error(err)
		}
	}
	if d.reverses.Has(firstAnyPort) {
		t.Error("a closed port is led to")
	}
	if _, err := d.Listen(t.Context(), "tcp:40000"); err != nil {
		t.Errorf("a port that is free again: %v", err)
	}
	if _, err := d.Dial(context.WithoutCancel(t.Context()), "tcp:1"); err == nil {
		t.Error("nobody listens, and somebody answers")
	}
}

func point(x, y float64) u2.Point { return u2.Point{X: x, Y: y} }

// paths is the way of one finger over two points.
func paths(x1, y1, x2, y2 float64) [][]u2.Point { return [][]u2.Point{{point(x1, y1), point(x2, y2)}} }
