package fleet_test

import (
	"context"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"talpa/internal/corpus"
	"talpa/internal/execx"
	"talpa/internal/need"
	"talpa/internal/workflow/fleet"
	"talpa/internal/workflow/fleet/fleettest"
)

// root is the module's folder.
var root = filepath.Join("..", "..", "..")

var burrow = filepath.Join(root, "testdata", "apps", "burrow.apk")

// served runs devices for the test and returns the port of their adb server.
func served(t *testing.T, count int) string {
	t.Helper()
	if testing.Short() {
		t.Skip("runs the embedded device for minutes")
	}
	need.Program(t, "adb", need.Tools)
	m := fleettest.Machine(t, root)
	m.JavaHome = os.Getenv("JAVA_HOME")
	// Made before the cleanup below is registered, so that it is removed after the server has ended.
	data := t.TempDir()
	ctx, cancel := context.WithCancel(t.Context())
	ready, ended := make(chan string, 1), make(chan error, 1)
	go func() {
		ended <- fleet.Serve(ctx, m, fleet.ServeOptions{
			Count: count, Seed: 1, DataDir: data, Ready: func(addr string, _ []string) { ready <- addr },
		})
	}()
	t.Cleanup(func() {
		cancel()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	select {
	case addr := <-ready:
		_, port, err := net.SplitHostPort(addr)
		if err != nil {
			t.Fatal(err)
		}
		return port
	case err := <-ended:
		ended <- err
		t.Fatal("the server ended")
	}
	return ""
}

// stockAdb runs Debian's adb against the server and returns what it prints.
func stockAdb(t *testing.T, port string, args ...string) (string, int) {
	t.Helper()
	r, err := execx.Run(t.Context(), execx.Cmd{Name: "adb", Args: append([]string{"-P", port}, args...)})
	if r.ExitCode < 0 {
		t.Fatalf("adb %v: %v", args, err)
	}
	return string(r.Stdout) + string(r.Stderr), r.ExitCode
}

// TestStockAdb has stock adb do what docs/virtual-device.md lists.
func TestStockAdb(t *testing.T) {
	port := served(t, 2)
	for _, test := range []struct {
		args, want string
		code       int
	}{
		{"devices", "talpa-2\tdevice", 0},
		{"-s talpa-1 install " + burrow, "Success", 0},
		{"-s talpa-2 shell pm list packages", "", 0},
		{"-s nobody shell true", "not found", 1},
		{"-s talpa-1 shell exit 7", "", 7},
		{"-s talpa-1 shell for i in 1 2; do echo n$i; done", "n2", 0},
		{"-s talpa-1 shell pm list packages -3", "package:", 0},
		{"-s talpa-1 shell monkey -p $(pm list packages -3 | cut -d: -f2) 1", "Events injected: 1", 0},
		{"-s talpa-1 shell dumpsys window windows", "mCurrentFocus=Window{", 0},
		{"-s talpa-1 shell uiautomator dump /sdcard/d.xml", "dumped to", 0},
		{"-s talpa-1 pull /sdcard/d.xml " + filepath.Join(t.TempDir(), "d.xml"), "1 file pulled", 0},
		{"-s talpa-1 push serve.go /data/local/tmp/f", "1 file pushed", 0},
		{"-s talpa-1 shell wc -l /data/local/tmp/f", "", 0},
		{"-s talpa-1 ls /data/local/tmp", " f", 0},
		{"-s talpa-1 exec-out screencap -p", "PNG", 0},
		{"-s talpa-1 shell input tap 10 10; input keyevent BACK; input text a", "", 0},
		{"-s talpa-1 shell wm size", "720x1280", 0},
		{"-s talpa-1 shell settings put global a b; settings get global a", "b", 0},
		{"-s talpa-1 shell getprop sys.boot_completed", "1", 0},
		{"-s talpa-1 logcat -d -v brief -b system", "ActivityManager", 0},
		{"-s talpa-1 logcat -g", "ring buffer", 0},
		{"-s talpa-1 forward tcp:0 tcp:7912", "", 0},
		{"-s talpa-1 forward --list", "tcp:7912", 0},
		{"-s talpa-1 forward --remove-all", "", 0},
		{"-s talpa-1 reverse tcp:7000 tcp:7001", "", 0},
		{"-s talpa-1 reverse --list", "tcp:7000 tcp:7001", 0},
		{"-s talpa-1 reverse --remove-all", "", 0},
		{"-s talpa-1 shell am instrument -w a/b", "do not run", 1},
		{"-s talpa-1 install-multiple " + burrow, "Success", 0},
		{"-s talpa-1 install-multiple " + burrow + " " + burrow, "the same part of the app twice", 1},
		{"-s talpa-1 shell cmd uimode night yes", "Night mode: yes", 0},
		{"-s talpa-1 shell svc wifi disable; svc data disable; cmd connectivity airplane-mode", "enabled", 0},
		{"-s talpa-1 shell wm size 100x100", "keeps its size", 1},
		{"-s talpa-1 shell input keycombination CTRL_LEFT A", "", 0},
		{"-s talpa-1 shell settings put system user_rotation 1; dumpsys input", "SurfaceOrientation: 1", 0},
		{"-s talpa-1 shell settings put system font_scale big", "font scale", 1},
		{"-s talpa-1 shell bugreport", "no bug reports", 1},
		{"-s talpa-1 shell am force-stop none", "", 0},
		{"-s talpa-1 get-state", "device", 0},
		{"-s talpa-1 get-serialno", "talpa-1", 0},
		{"-s talpa-1 wait-for-device", "", 0},
		{"-s talpa-1 uninstall none", "", 1},
	} {
		out, code := stockAdb(t, port, strings.Split(test.args, " ")...)
		if code != test.code || !strings.Contains(out, test.want) {
			t.Errorf("adb %s: %.300q, exit %d; want %q, exit %d", test.args, out, code, test.want, test.code)
		}
	}
}

// needsMore are the published scripts that want apps of a phone which the device has no screens of.
var needsMore = map[string]string{
	"geohashdroid-73": "wants the map of Google Play services",
}

// otherBuild are the crash points of apps that were built anew after their trace
// was taken: this one has a line for the log before its throw.
var otherBuild = map[string]string{
	"ActivityDiary-118": "de.rampro.activitydiary.ui.generic.DetailRecyclerViewAdapter." +
		"getDiaryImageIdAt(DetailRecyclerViewAdapter.java:157)",
}

// TestPublishedScripts runs scripts for uiautomator2 as they were published, to
// their end, and looks for the crash that each of them is for.
func TestPublishedScripts(t *testing.T) {
	cases := corpus.Cases(t)
	python, err := filepath.Abs(filepath.Join(root, "out", "uiautomator2", "bin", "python"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(python); err != nil {
		need.Missing(t, "uiautomator2", "scripts/uiautomator2.sh")
	}
	port := served(t, 1)
	for _, c := range cases {
		script := filepath.Join(filepath.Dir(c.APK), "script.py")
		if _, err := os.Stat(script); err != nil {
			continue
		}
		t.Run(c.Name, func(t *testing.T) {
			if why := needsMore[c.Name]; why != "" {
				t.Skip("the script " + why)
			}
			if out, code := stockAdb(t, port, "install", c.APK); code != 0 {
				t.Fatal(out)
			}
			stockAdb(t, port, "logcat", "-c")
			ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
			defer cancel()
			r, err := execx.Run(ctx, execx.Cmd{
				Name: python, Args: []string{script, "talpa-1"},
				Env: append(os.Environ(), "ANDROID_ADB_SERVER_PORT="+port, "HOME="+t.TempDir()),
			})
			if err != nil {
				t.Fatalf("%v\n%s", err, r.Stderr)
			}
			log, _ := stockAdb(t, port, "logcat", "-d", "-b", "crash")
			frame := c.Target
			if other := otherBuild[c.Name]; other != "" {
				frame = other
			}
			if !strings.Contains(log, "at "+frame) {
				t.Errorf("no frame %s in the log:\n%s", frame, log)
			}
		})
	}
}
