package adb

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/iotest"

	"talpa/device"
	"talpa/device/virtual/adbd"
	"talpa/device/virtual/shell"
	"talpa/fuzz/event"
	"talpa/fuzz/ui"
)

// handset answers commands as a phone with Android 13 would, from a script, and
// writes down what it is asked.
type handset struct {
	serial string
	fs     *shell.FS
	mu     sync.Mutex
	asked  []string
	answer map[string]string // by the beginning of the command line
}

// Dial finds nobody listening.
func (h *handset) Dial(context.Context, string) (net.Conn, error) {
	return nil, errors.New("nobody listens")
}

func (h *handset) Listen(context.Context, string) (net.Listener, error) {
	return nil, errors.New("Permission denied")
}

func (h *handset) Serial() string    { return h.serial }
func (h *handset) Product() string   { return "bluejay Pixel_6a bluejay" }
func (h *handset) Files() adbd.Files { return h.fs }

func (h *handset) Shell(_ context.Context, line string, _ io.Reader, out, errw io.Writer) int {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.asked = append(h.asked, line)
	best := ""
	for prefix := range h.answer {
		if strings.HasPrefix(line, prefix) && len(prefix) > len(best) {
			best = prefix
		}
	}
	text := h.answer[best]
	if failure, ok := strings.CutPrefix(text, "FAIL "); ok {
		fmt.Fprintln(errw, failure)
		return 1
	}
	io.WriteString(out, text)
	return 0
}

// did is the commands asked since the last call, without those that look.
func (h *handset) did() []string {
	h.mu.Lock()
	defer h.mu.Unlock()
	var did []string
	for _, line := range h.asked {
		if !strings.HasPrefix(line, "dumpsys") && !strings.HasPrefix(line, "getprop") {
			did = append(did, line)
		}
	}
	h.asked = nil
	return did
}

func (h *handset) say(command, text string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.answer[command] = text
}

func newHandset(t testing.TB, serial string) *handset {
	t.Helper()
	dir := t.TempDir()
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { root.Close() })
	return &handset{
		serial: serial, fs: shell.NewFS(root, map[string]string{"/data/local/tmp": "."}),
		answer: map[string]string{
			"getprop ro.product.model":     "Pixel 6a\n",
			"getprop ro.build.version.sdk": "33\n",
			"wm size":                      "Physical size: 1080x2400\nOverride size: 540x1200\n",
			"wm density":                   "Physical density: 420\n",
			"date":                         "11-21 09:00:00.000\n",
			"dumpsys window":               "  mCurrentFocus=Window{1 u0 org.mole/org.mole.Main}\n  mFocusedApp=x\n",
			"uiautomator dump /dev/tty": "<?xml version='1.0'?><hierarchy rotation=\"0\"><node class=\"android.widget.EditText\" " +
				"text=\"abc\" enabled=\"true\" package=\"org.mole\" bounds=\"[0,0][100,50]\"/></hierarchy>UI hierchary dumped to: /dev/tty\n",
			"pm install": "Success\n", "pm clear": "Success\n", "pm uninstall": "FAIL not installed",
			"pidof org.mole": "FAIL ", "screencap": "\x89PNG\r\n\x1a\nrest",
		},
	}
}

// serve makes an adb server of handsets and returns options for it.
func serve(t testing.TB, phones ...adbd.Device) Options {
	t.Helper()
	s, err := adbd.Listen(0, phones, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	_, portText, _ := net.SplitHostPort(s.Addr())
	port, _ := strconv.Atoi(portText)
	return Options{Port: port, Manifest: func(string) (device.Manifest, error) {
		return device.Manifest{
			Package: "org.mole", Launcher: "org.mole/org.mole.Main", Permissions: []string{"android.permission.CAMERA"},
		}, nil
	}}
}

func openHandset(t testing.TB) (*handset, device.Device) {
	t.Helper()
	h := newHandset(t, "phone")
	d, err := Open(t.Context(), serve(t, h))
	if err != nil {
		t.Fatal(err)
	}
	h.did()
	return h, d
}

var mole = device.App{Package: "org.mole", Launcher: "org.mole/org.mole.Main"}

func TestPhoneInfo(t *testing.T) {
	t.Parallel()
	_, d := openHandset(t)
	want := device.Info{Serial: "phone", Model: "Pixel 6a", API: 33, Width: 540, Height: 1200, Density: 420}
	if d.Info() != want {
		t.Errorf("%+v, want %+v", d.Info(), want)
	}
}

func TestPhoneInstall(t *testing.T) {
	t.Parallel()
	h, d := openHandset(t)
	apk := filepath.Join(t.TempDir(), "a.apk")
	content := bytes.Repeat([]byte("mole"), 50_001)
	if err := os.WriteFile(apk, content, 0o644); err != nil {
		t.Fatal(err)
	}
	app, err := d.Install(t.Context(), apk)
	if err != nil || app.Launcher != mole.Launcher || len(app.SHA256) != 64 {
		t.Fatalf("%+v, %v", app, err)
	}
	did := h.did()
	if len(did) != 3 || !strings.HasPrefix(did[1], "pm install -r -t -g /data/local/tmp/talpa-") {
		t.Fatalf("%q", did)
	}
	pushed, err := h.fs.Open(strings.TrimPrefix(did[1], "pm install -r -t -g "))
	if err != nil {
		t.Fatal(err)
	}
	defer pushed.Close()
	if got, err := io.ReadAll(pushed); err != nil || !bytes.Equal(got, content) {
		t.Errorf("pushed %d bytes of %d, %v", len(got), len(content), err)
	}
	h.say("pm install", "Failure [INSTALL_FAILED_OLDER_SDK]\n")
	if _, err := d.Install(t.Context(), apk); !errors.Is(err, device.ErrInstall) || !strings.Contains(err.Error(),
		"OLDER_SDK") {
		t.Errorf("refused: %v", err)
	}
}

// TestPhoneUpdate: the older build is installed without the data of the newer one, and the
// newer one over its data, with its user on the home screen; what the older one logs is not
// told.
func TestPhoneUpdate(t *testing.T) {
	t.Parallel()
	h := newHandset(t, "phone")
	o := serve(t, h)
	dir := t.TempDir()
	newer := filepath.Join(dir, "newer.apk")
	o.Older = filepath.Join(dir, "older.apk")
	for _, name := range []string{newer, o.Older} {
		if err := os.WriteFile(name, []byte(name), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	d, err := Open(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	app, err := d.Install(t.Context(), newer)
	if err != nil {
		t.Fatal(err)
	}
	installed := func() string {
		t.Helper()
		var words []string
		for _, line := range h.did() {
			if strings.HasPrefix(line, "logcat") {
				continue
			}
			line, _, _ = strings.Cut(line, " /")
			words = append(words, strings.TrimSuffix(line, " org.mole"))
		}
		return strings.Join(words, "; ")
	}
	installed()
	const anew = "pm uninstall; pm install -r -t -g; rm -f"
	for n, test := range []struct{ event, want string }{
		{"older", anew},
		{"update", "input keyevent KEYCODE_HOME; pm install -r -t -g; rm -f"},
	} {
		if err := d.Do(t.Context(), app, event.Event{Kind: event.Kind(test.event)}); err != nil {
			t.Fatal(err)
		}
		if got := installed(); got != test.want {
			t.Errorf("%s: %q, want %q", test.event, got, test.want)
		}
		h.say("logcat", fmt.Sprintf("11-21 09:00:0%d.000  1  1 E AndroidRuntime: FATAL EXCEPTION: main\n", n+1))
		log, err := d.Log(t.Context())
		if err != nil || (len(log) > 0) != (test.event == "update") {
			t.Errorf("after %s the log has %q, %v", test.event, log, err)
		}
		installed()
	}
	if err := d.Do(t.Context(), app, event.Event{Kind: event.Older}); err != nil {
		t.Fatal(err)
	}
	installed()
	if err := d.Reset(t.Context(), app); err != nil || !strings.HasPrefix(installed(), anew) {
		t.Errorf("a reset does not bring the app back: %v", err)
	}
}

func TestPhoneEvents(t *testing.T) {
	t.Parallel()
	h, d := openHandset(t)
	if _, err := d.Screen(t.Context()); err != nil { // the field's text is known from here on
		t.Fatal(err)
	}
	h.did()
	for _, test := range []struct {
		e    event.Event
		want []string
	}{
		{event.Event{Kind: event.Tap, X: 1, Y: 2}, []string{"input tap 1 2"}},
		{event.Event{Kind: event.DoubleTap, X: 1, Y: 2}, []string{"input tap 1 2 & input tap 1 2; wait"}},
		{event.Event{Kind: event.LongTap, X: 1, Y: 2}, []string{"input swipe 1 2 1 2 700"}},
		{event.Event{Kind: event.Text, X: 9, Y: 9, Value: "it's 5%s $HOME\nx"}, []string{
			"input tap 9 9", "input keyevent KEYCODE_MOVE_END KEYCODE_DEL KEYCODE_DEL KEYCODE_DEL",
			`input text 'it'\''s%s5%'`, "input text 's%s$HOME'", "input keyevent KEYCODE_ENTER", "input text x",
		}},
		{event.Event{Kind: event.Clear, X: 9, Y: 9},
			[]string{"input tap 9 9", "input keyevent KEYCODE_MOVE_END KEYCODE_DEL KEYCODE_DEL KEYCODE_DEL"}},
		{event.Event{Kind: event.Scroll, Arg: "down"}, []string{"input swipe 270 840 270 360 300"}},
		{event.Event{Kind: event.Swipe, X: 1, Y: 2, X2: 3, Y2: 4, Millis: 50}, []string{"input swipe 1 2 3 4 50"}},
		{event.Event{Kind: event.Back}, []string{"input keyevent KEYCODE_BACK"}},
		{event.Event{Kind: event.Key, Arg: "ENTER"}, []string{"input keyevent KEYCODE_ENTER"}},
		{event.Event{Kind: event.Rotate, Arg: "landscape"},
			[]string{"settings put system accelerometer_rotation 0", "settings put system user_rotation 1"}},
		{event.Event{Kind: event.Launch}, []string{
			"am start -W -a android.intent.action.MAIN -c android.intent.category.LAUNCHER -f 0x10200000 -n org.mole/org.mole.Main",
		}},
		{event.Event{Kind: event.Start, Intent: &event.Intent{
			Action: "a.VIEW", Data: "mole:1;reboot", Extras: map[string]string{"k": "v w", "a": ""},
		}}, []string{"am start -a a.VIEW -d 'mole:1;reboot' --es a '' --es k 'v w' -p org.mole"}},
		{event.Event{Kind: event.Service, Intent: &event.Intent{Component: "org.mole/.S"}},
			[]string{"am start-foreground-service -n org.mole/.S"}},
		{event.Event{Kind: event.Permission, Arg: "deny", Value: "p.Q"}, []string{"pm revoke org.mole p.Q"}},
		{event.Event{Kind: event.Config, Arg: "locale", Value: "fr"},
			[]string{"cmd locale set-app-locales org.mole --locales fr"}},
		{event.Event{Kind: event.Location, Arg: "fix", Value: "-90,180,,0"}, []string{
			"appops set shell android:mock_location allow", "cmd location providers add-test-provider gps",
			"cmd location providers set-test-provider-enabled gps true",
			"cmd location providers set-test-provider-location gps --location -90,180 --accuracy 0",
		}},
		{event.Event{Kind: event.Location, Arg: "off"}, []string{"settings put secure location_mode 0"}},
		{event.Event{Kind: event.Battery, Arg: "level", Value: "5"}, []string{"cmd battery set level 5"}},
		{event.Event{Kind: event.Battery, Arg: "unplug"}, []string{"cmd battery unplug"}},
		{event.Event{Kind: event.Battery, Arg: "usb"}, []string{"cmd battery unplug; cmd battery set usb 1"}},
		{event.Event{Kind: event.Config, Arg: "bluetooth", Value: "off"}, []string{"svc bluetooth disable"}},
		{event.Event{Kind: event.Config, Arg: "network", Value: "mobile"}, []string{"svc wifi disable; svc data enable"}},
		{event.Event{Kind: event.TrimMemory, Arg: "COMPLETE"}, []string{"am send-trim-memory org.mole COMPLETE"}},
		{event.Event{Kind: event.Restricted}, []string{"bmgr backupnow org.mole"}},
		{event.Event{Kind: event.Boot}, []string{
			"am kill org.mole", "am broadcast -a android.intent.action.BOOT_COMPLETED -p org.mole",
		}},
		{event.Event{Kind: event.Query, Value: "content://org.mole.rows/1"}, []string{"content query --uri content://org.mole.rows/1"}},
		{event.Event{Kind: event.Service, Arg: event.Alone, Intent: &event.Intent{Component: "org.mole/.S"}}, []string{
			"input keyevent KEYCODE_HOME", "am kill org.mole", "am start-foreground-service -n org.mole/.S",
		}},
		{event.Event{Kind: event.Restart}, []string{
			"am force-stop org.mole",
			"am start -W -a android.intent.action.MAIN -c android.intent.category.LAUNCHER -f 0x10200000 -n org.mole/org.mole.Main",
		}},
	} {
		if err := d.Do(t.Context(), mole, test.e); err != nil {
			t.Errorf("%s: %v", test.e.Kind, err)
		}
		if did := h.did(); !slices.Equal(did, test.want) {
			t.Errorf("%s: %q, want %q", test.e.Kind, did, test.want)
		}
	}
	h.say("am start", "Starting: Intent {}\nError: Activity class {x} does not exist.\n")
	h.say("pm grant", "FAIL java.lang.SecurityException")
	for _, e := range []event.Event{
		{Kind: event.Launch}, {Kind: event.Pinch}, {Kind: event.Answer, Arg: "ok"}, {Kind: event.Text, Value: "é"},
		{Kind: "x"}, {Kind: event.Location, Arg: "fix", Value: "1,2,3"}, {Kind: event.Notification},
		{Kind: event.Location, Arg: "satellites", Value: "3"}, {Kind: event.SMS, Value: "1 x"}, {Kind: event.Older},
		{Kind: event.Call, Arg: "ring", Value: "1"}, {Kind: event.Sensor, Arg: "light", Value: "1"}, {Kind: event.Alarm},
		{Kind: event.Headset, Arg: "plug"}, {Kind: event.Fingerprint, Arg: "none"}, {Kind: event.Fingerprint, Arg: "ok"}, {Kind: event.Job},
		{Kind: event.Tag, Arg: "empty"}, {Kind: event.Speech, Arg: "nothing"}, {Kind: event.Config, Arg: "nfc", Value: "absent"},
		{Kind: event.Permission, Arg: "grant", Value: "p"}, {Kind: event.Start},
	} {
		if err := d.Do(t.Context(), mole, e); !errors.Is(err, device.ErrUnsupported) {
			t.Errorf("%s: %v", e.Kind, err)
		}
	}
}

func TestPhone_screenPictureAndProcess(t *testing.T) {
	t.Parallel()
	h, d := openHandset(t)
	s, err := d.Screen(t.Context())
	if err != nil || s.Activity != "org.mole/org.mole.Main" || len(s.Widgets) != 1 {
		t.Errorf("%+v, %v", s, err)
	}
	if png, err := d.Screenshot(t.Context()); err != nil || !bytes.HasPrefix(png, []byte("\x89PNG")) {
		t.Errorf("%q, %v", png, err)
	}
	if alive, err := d.Alive(t.Context(), mole); alive || err != nil {
		t.Errorf("alive %v, %v", alive, err)
	}
	h.say("pidof org.mole", "4711\n")
	if alive, err := d.Alive(t.Context(), mole); !alive || err != nil {
		t.Errorf("alive %v, %v", alive, err)
	}
	if err := d.Reset(t.Context(), mole); err != nil {
		t.Error(err)
	}
	h.say("pm clear", "Failed\n")
	if err := d.Reset(t.Context(), mole); err == nil {
		t.Error("a failed pm clear is taken for success")
	}
	h.say("screencap", "Capturing failed.\n")
	if _, err := d.Screenshot(t.Context()); err == nil {
		t.Error("text is taken for a picture")
	}
	h.say("uiautomator dump", "ERROR: could not get idle state.\n")
	h.say("uiautomator dump /dev/tty", "ERROR: could not get idle state.\n")
	if _, err := d.Screen(t.Context()); err == nil {
		t.Error("text is taken for a screen")
	}
}

// TestPhoneLog: each line comes once, however often it is printed again.
func TestPhoneLog(t *testing.T) {
	t.Parallel()
	h, d := openHandset(t)
	line := func(stamp, text string) string { return "11-21 " + stamp + "   100   101 I mole    : " + text + "\n" }
	a, b, c := line("09:00:01.000", "a"), line("09:00:01.000", "b"), line("09:00:01.000", "b")
	later := line("09:00:02.000", "c")
	read := func(out, want string) {
		t.Helper()
		h.say("logcat", "--------- beginning of main\n"+out)
		got, err := d.Log(t.Context())
		if err != nil || string(got) != want {
			t.Errorf("%q, %v; want %q", got, err, want)
		}
	}
	read(a+b, a+b)
	read(a+b, "")
	read(a+b+c, c) // the same words again
	read(a+b+c+later, later)
	read(later, "")
	if did := h.did(); !strings.HasSuffix(did[len(did)-1], "-T '11-21 09:00:02.000'") {
		t.Errorf("%q", did)
	}
}

func TestOpenChooses(t *testing.T) {
	t.Parallel()
	o := serve(t, newHandset(t, "one"), newHandset(t, "two"))
	if _, err := Open(t.Context(), o); err == nil || !strings.Contains(err.Error(), "one, two") {
		t.Errorf("of two: %v", err)
	}
	o.Serial = "two"
	d, err := Open(t.Context(), o)
	if err != nil || d.Info().Serial != "two" {
		t.Errorf("named: %v", err)
	}
	o.Serial = "three"
	if _, err := Open(t.Context(), o); !errors.Is(err, device.ErrLost) {
		t.Errorf("absent: %v", err)
	}
	o.Port = 1
	if _, err := Open(t.Context(), o); !errors.Is(err, device.ErrLost) || !strings.Contains(err.Error(),
		"adb start-server") {
		t.Errorf("no server: %v", err)
	}
}

// TestOffline: gadb's device list leaves such a device out.
func TestOffline(t *testing.T) {
	t.Parallel()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			buf := make([]byte, 100)
			n, _ := c.Read(buf)
			text := "emulator-5554\toffline\n"
			if strings.Contains(string(buf[:n]), "devices-l") {
				text = "emulator-5554 offline transport_id:2\n"
			}
			fmt.Fprintf(c, "OKAY%04x%s", len(text), text)
			c.Close()
		}
	}()
	_, portText, _ := net.SplitHostPort(l.Addr().String())
	port, _ := strconv.Atoi(portText)
	found, err := List(t.Context(), Options{Port: port})
	if err != nil || len(found) != 1 || found[0].Online || found[0].Serial != "emulator-5554" {
		t.Errorf("%+v, %v", found, err)
	}
	_, err = Open(t.Context(), Options{Port: port, Serial: "emulator-5554"})
	if !errors.Is(err, device.ErrLost) || !strings.Contains(err.Error(), "offline") {
		t.Errorf("%v", err)
	}
}

// TestOldShell: a daemon without the second shell protocol.
func TestOldShell(t *testing.T) {
	t.Parallel()
	h := newHandset(t, "old")
	o := serve(t, h).complete()
	l := &link{addr: net.JoinHostPort(o.Host, strconv.Itoa(o.Port)), serial: "old", options: o}
	h.say("echo hi", "hi\n\ntalpa-exit:0\n")
	if out, err := l.run(t.Context(), "echo", "hi"); err != nil || out != "hi\n" {
		t.Errorf("%q, %v", out, err)
	}
	h.say("false", "bad luck\r\n\r\ntalpa-exit:3\r\n")
	var failed *commandError
	if _, err := l.run(t.Context(), "false"); !errors.As(err, &failed) || failed.code != 3 ||
		failed.Error() != "false: exit 3: bad luck" {
		t.Errorf("%v", err)
	}
	h.say("cut", "half of")
	if _, err := l.run(t.Context(), "cut"); !errors.Is(err, device.ErrLost) {
		t.Errorf("%v", err)
	}
}

func TestWholeReader(t *testing.T) {
	t.Parallel()
	data := bytes.Repeat([]byte("0123456789abcdef"), 10_000)
	var got []byte
	r := wholeReader{iotest.DataErrReader(bytes.NewReader(data))}
	buf := make([]byte, 64<<10)
	for {
		n, err := r.Read(buf)
		if n > 0 && err != nil {
			t.Fatalf("%d bytes together with %v", n, err)
		}
		got = append(got, buf[:n]...)
		if err != nil {
			break
		}
	}
	if !bytes.Equal(got, data) {
		t.Errorf("%d bytes of %d", len(got), len(data))
	}
}

func TestDeletions(t *testing.T) {
	t.Parallel()
	s := &ui.Screen{Widgets: []ui.Widget{
		{Class: "android.widget.EditText", Text: "four", Focused: true, Bounds: ui.Rect{Right: 10, Bottom: 10}},
		{Class: "android.widget.EditText", Text: strings.Repeat("x", 10_000), Bounds: ui.Rect{Top: 10, Right: 10,
			Bottom: 20}},
	}}
	for _, test := range []struct{ x, y, want int }{{0, 0, 4}, {5, 5, 4}, {5, 15, 4 * clearKeys}, {50, 50, clearKeys}} {
		if got := deletions(s, test.x, test.y); got != test.want {
			t.Errorf("at %d,%d: %d, want %d", test.x, test.y, got, test.want)
		}
	}
	if got := deletions(nil, 0, 0); got != clearKeys {
		t.Errorf("without a screen: %d", got)
	}
}
