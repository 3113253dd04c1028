package virtual

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	goruntime "runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"talpa/device"
	"talpa/device/adb"
	"talpa/device/virtual/agenttest"
	"talpa/device/virtual/framework"
	"talpa/device/virtual/logcat"
	"talpa/device/virtual/runtime"
	"talpa/fuzz/event"
)

// The tests here are about what the front makes of an agent that goes wrong: the agent
// is agenttest's. The real one is tested in device/adb.
func TestMain(m *testing.M) { agenttest.Main(m) }

// fakeOptions are options whose java is this test program.
func fakeOptions(t testing.TB) Options {
	t.Helper()
	setup := agenttest.New(t)
	return Options{
		AgentDir: setup.AgentDir, JavaHome: setup.JavaHome, Launcher: setup.Launcher, Manifest: agenttest.Manifest,
		CacheDir: t.TempDir(), DataDir: t.TempDir(),
		Log: slog.New(slog.NewTextHandler(t.Output(), &slog.HandlerOptions{Level: slog.LevelDebug})),
	}
}

func startFake(t testing.TB, o Options) *Server {
	t.Helper()
	s, err := Start(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

// connect opens the server's device and installs an app with the given actions.
func connect(t testing.TB, s *Server, actions ...string) (device.Device, device.App) {
	t.Helper()
	_, portText, _ := net.SplitHostPort(s.Addr())
	port, _ := strconv.Atoi(portText)
	d, err := adb.Open(t.Context(), adb.Options{Port: port})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { d.Close() })
	app, err := d.Install(t.Context(), agenttest.APK(t, "p", actions...))
	if err != nil {
		t.Fatal(err)
	}
	if app.Package != "p" || app.Launcher != "p/p.Main" {
		t.Fatalf("%+v", app)
	}
	return d, app
}

// hostPID is the host's process in which the first device's app runs.
func hostPID(s *Server) (pid int) {
	s.devices[0].system.With(func(s *system) { pid = s.proc.HostPID() })
	return pid
}

func mustDo(t testing.TB, d device.Device, app device.App, k event.Kind) {
	t.Helper()
	if err := d.Do(t.Context(), app, event.Event{Kind: k, X: 1, Y: 1}); err != nil {
		t.Fatalf("%s: %v", k, err)
	}
}

func mustAlive(t testing.TB, d device.Device, app device.App, want bool) {
	t.Helper()
	if got, err := d.Alive(t.Context(), app); err != nil || got != want {
		t.Fatalf("alive: %v, %v; want %v", got, err, want)
	}
}

// TestAppDies: however the app's process ends at an event, the event is no
// error, the log says what happened, and the app starts again.
func TestAppDies(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ action, want string }{
		{"tap crash", "E AndroidRuntime: java.lang.Error: x"},
		{"tap die", "Process p (pid 4001) has died: "},
		{"tap garbage", "Process p (pid 4001) has died: "},
		{"tap hang", "E ActivityManager: Reason: Input dispatching timed out"},
	} {
		t.Run(test.action, func(t *testing.T) {
			t.Parallel()
			s := startFake(t, fakeOptions(t))
			d, app := connect(t, s, test.action)
			mustDo(t, d, app, event.Launch)
			mustAlive(t, d, app, true)
			s.devices[0].system.With(func(s *system) { s.timeout = 300 * time.Millisecond })
			mustDo(t, d, app, event.Tap)
			mustAlive(t, d, app, false)
			log, err := d.Log(t.Context())
			if err != nil || !strings.Contains(string(log), test.want) {
				t.Errorf("%v, log:\n%s", err, log)
			}
			if screen, err := d.Screen(t.Context()); err != nil || screen.Activity != "" {
				t.Errorf("screen %+v, %v", screen, err)
			}
			mustDo(t, d, app, event.Tap) // of the home screen
			s.devices[0].system.With(func(s *system) { s.timeout = runtime.LoadTimeout })
			mustDo(t, d, app, event.Launch)
			mustAlive(t, d, app, true)
		})
	}
}

// TestKilled: a JVM that is killed from outside while nothing is asked of it is
// noticed, and the app starts again in another one.
func TestKilled(t *testing.T) {
	t.Parallel()
	s := startFake(t, fakeOptions(t))
	d, app := connect(t, s)
	mustDo(t, d, app, event.Launch)
	pid := hostPID(s)
	if err := syscall.Kill(pid, syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	var log strings.Builder
	for !strings.Contains(log.String(), "Process p (pid 4001) has died: ") {
		more, err := d.Log(t.Context()) // asks the log alone: it does not look after the process
		if err != nil {
			t.Fatal(err)
		}
		log.Write(more)
		time.Sleep(time.Millisecond)
	}
	mustDo(t, d, app, event.Launch)
	mustAlive(t, d, app, true)
	if notes := strings.Join(d.(device.Fidelity).Fidelity(), "\n"); !strings.Contains(notes, "was lost") {
		t.Errorf("the run does not tell of it: %s", notes)
	}
}

func TestCrashInLog(t *testing.T) {
	t.Parallel()
	d, app := connect(t, startFake(t, fakeOptions(t)), "launch crash")
	mustDo(t, d, app, event.Launch)
	log, err := d.Log(t.Context())
	want := "06-15 15:06:40.500  4001  4001 E AndroidRuntime: FATAL EXCEPTION: main\n" +
		"06-15 15:06:40.500  4001  4001 E AndroidRuntime: Process: p, PID: 4001\n" +
		"06-15 15:06:40.500  4001  4001 E AndroidRuntime: java.lang.Error: x\n" +
		"06-15 15:06:40.500  4001  4001 E AndroidRuntime: \tat p.Main.a(Main.java:1)\n"
	if err != nil || !strings.Contains(string(log), want) {
		t.Errorf("%v, log:\n%s", err, log)
	}
	notes := strings.Join(d.(device.Fidelity).Fidelity(), "\n")
	for _, want := range []string{"libx.so", "m.M"} {
		if !strings.Contains(notes, want) {
			t.Errorf("fidelity lacks %q:\n%s", want, notes)
		}
	}
}

// TestUnconverted: a run tells of methods that could not be converted, when their class is asked for and when it was
// before.
func TestUnconverted(t *testing.T) {
	t.Parallel()
	o := fakeOptions(t)
	for _, want := range []string{"1 methods of p.Half could not be", "1 of 10 methods of p could not be"} {
		d, app := connect(t, startFake(t, o), "launch half")
		mustDo(t, d, app, event.Launch)
		if notes := strings.Join(d.(device.Fidelity).Fidelity(), "\n"); !strings.Contains(notes, want) {
			t.Errorf("fidelity lacks %q:\n%s", want, notes)
		}
	}
}

func TestAgentFailures(t *testing.T) {
	t.Parallel()
	for _, action := range []string{"tap fail", "tap usage"} {
		d, app := connect(t, startFake(t, fakeOptions(t)), action)
		mustDo(t, d, app, event.Launch)
		err := d.Do(t.Context(), app, event.Event{Kind: event.Tap})
		if !errors.Is(err, device.ErrUnsupported) {
			t.Errorf("%s: %v", action, err)
		}
		mustAlive(t, d, app, true)
	}
}

func TestBootFails(t *testing.T) {
	t.Parallel()
	o := fakeOptions(t)
	if err := os.WriteFile(filepath.Join(o.JavaHome, "bin", "true"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	_ = os.Remove(filepath.Join(o.JavaHome, "bin", "java"))
	script := "#!/bin/sh\necho no such luck >&2\nexit 3\n"
	if err := os.WriteFile(filepath.Join(o.JavaHome, "bin", "java"), []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
	o.Launcher = nil // a script needs its shell
	s, err := Start(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	_, err = s.devices[0].pool.Take(t.Context())
	if !errors.Is(err, runtime.ErrBoot) || !strings.Contains(err.Error(), "no such luck") {
		t.Errorf("boot: %v", err)
	}
}

func TestInstallRefused(t *testing.T) {
	t.Parallel()
	s := startFake(t, fakeOptions(t))
	d, _ := connect(t, s)
	for _, content := range []string{"no newline", "../evil\n", "p\nunconvertible x\n"} {
		apk := filepath.Join(t.TempDir(), "app.apk")
		if err := os.WriteFile(apk, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
		if _, err := d.Install(t.Context(), apk); !errors.Is(err, device.ErrInstall) {
			t.Errorf("%q: %v", content, err)
		}
	}
	var refused *device.Refusal
	if err := acceptable(device.Manifest{Package: "p", MinSDK: framework.API + 1}, false, framework.API); !errors.As(err, &refused) ||
		refused.Code != device.RefusedOlderSDK || !errors.Is(err, device.ErrInstall) {
		t.Errorf("an app for a newer Android: %v", err)
	}
	left, _ := filepath.Glob(filepath.Join(s.devices[0].dir, dirApps, ".incoming*"))
	if len(left) > 0 {
		t.Errorf("refused apps are left: %v", left)
	}
}

func TestLogFlood(t *testing.T) {
	t.Parallel()
	s := startFake(t, fakeOptions(t))
	d, app := connect(t, s, "tap flood")
	mustDo(t, d, app, event.Launch)
	mustDo(t, d, app, event.Tap)
	log, err := d.Log(t.Context())
	if err != nil || !strings.Contains(string(log), "line 199999\n") {
		t.Errorf("the newest line is missing: %v", err)
	}
	if entries, _, _ := s.devices[0].log.Since(0); len(entries) > logcat.MaxLines {
		t.Errorf("%d lines kept, limit %d", len(entries), logcat.MaxLines)
	}
}

// TestCancel: a context that ends in the middle of an event ends the wait, on the
// device too: the next request does not wait for that event.
func TestCancel(t *testing.T) {
	t.Parallel()
	d, app := connect(t, startFake(t, fakeOptions(t)), "tap hang")
	mustDo(t, d, app, event.Launch)
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if err := d.Do(ctx, app, event.Event{Kind: event.Tap}); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("%v", err)
	}
	again, cancel := context.WithTimeout(t.Context(), runtime.AnswerTimeout-time.Second)
	defer cancel()
	if _, err := d.Log(again); err != nil { // does not wait until the app has answered
		t.Errorf("log after a cancelled event: %v", err)
	}
}

// TestClose leaves no process and no file.
func TestClose(t *testing.T) {
	t.Parallel()
	o := fakeOptions(t)
	s, err := Start(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	d, app := connect(t, s)
	mustDo(t, d, app, event.Launch)
	pid := hostPID(s)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Kill(pid, 0); !errors.Is(err, syscall.ESRCH) {
		t.Errorf("process %d still runs: %v", pid, err)
	}
	if left, _ := os.ReadDir(o.DataDir); len(left) > 0 {
		t.Errorf("left: %v", left)
	}
	if err := d.Do(t.Context(), app, event.Event{Kind: event.Tap}); !errors.Is(err, device.ErrLost) {
		t.Errorf("event on a closed device: %v", err)
	}
}

// TestRestartsLeakNothing starts the app often.
func TestRestartsLeakNothing(t *testing.T) {
	s := startFake(t, fakeOptions(t))
	d, app := connect(t, s)
	mustDo(t, d, app, event.Launch)
	mustDo(t, d, app, event.Restart)
	count := func() (goroutines, files, dirs int) {
		fds, _ := os.ReadDir("/proc/self/fd")
		jvms, _ := os.ReadDir(filepath.Join(s.devices[0].dir, dirJVM))
		return goruntime.NumGoroutine(), len(fds), len(jvms)
	}
	settle(t, s)
	g1, f1, d1 := count()
	for range 50 {
		mustDo(t, d, app, event.Restart)
	}
	settle(t, s)
	// The last processes tidy up behind the answer.
	deadline := time.Now().Add(10 * time.Second)
	for {
		g2, f2, d2 := count()
		if g2 <= g1+2 && f2 <= f1+2 && d2 <= d1 {
			break
		}
		if time.Now().After(deadline) {
			t.Fatalf("goroutines %d -> %d, files %d -> %d, folders %d -> %d", g1, g2, f1, f2, d1, d2)
		}
		time.Sleep(20 * time.Millisecond)
	}
}

// settle waits until the spare has booted.
func settle(t testing.TB, s *Server) {
	t.Helper()
	for range 1000 {
		if _, spares, ready := s.devices[0].pool.Counts(); spares == 1 && ready == 1 {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Fatal("no spare JVM")
}

func TestConversionCache(t *testing.T) {
	t.Parallel()
	o := fakeOptions(t)
	connect(t, startFake(t, o))
	stores, _ := filepath.Glob(filepath.Join(o.CacheDir, "classes", "*.classes"))
	if len(stores) != 1 {
		t.Fatalf("cache: %v", stores)
	}
	before, err := os.Stat(stores[0])
	if err != nil {
		t.Fatal(err)
	}
	connect(t, startFake(t, o)) // hits
	if after, err := os.Stat(stores[0]); err != nil || !os.SameFile(before, after) {
		t.Errorf("converted twice: %v", err)
	}
	o.CacheLimit = 1
	connect(t, startFake(t, o), "another app")
	if stores, _ = filepath.Glob(filepath.Join(o.CacheDir, "classes", "*.classes")); len(stores) != 1 {
		t.Errorf("cache over its limit: %v", stores)
	}
}

// BenchmarkEvent is what the front adds to an event and a look: the agent
// answers at once.
func BenchmarkEvent(b *testing.B) {
	s := startFake(b, fakeOptions(b))
	d, app := connect(b, s)
	mustDo(b, d, app, event.Launch)
	for b.Loop() {
		mustDo(b, d, app, event.Tap)
		if _, err := d.Screen(b.Context()); err != nil {
			b.Fatal(err)
		}
		if _, err := d.Log(b.Context()); err != nil {
			b.Fatal(err)
		}
	}
}

// TestRecycle: with recycling an app that stopped or died leaves its JVM to the
// next one; without, and after the agent was lost, a fresh one comes.
func TestRecycle(t *testing.T) {
	t.Parallel()
	s := startFake(t, fakeOptions(t))
	d, app := connect(t, s, "tap crash", "key die")
	pid := func() int { return hostPID(s) }
	recycler := d.(device.Recycler)
	if err := recycler.Recycle(t.Context(), true); err != nil {
		t.Fatal(err)
	}
	mustDo(t, d, app, event.Launch)
	first := pid()
	if err := d.Reset(t.Context(), app); err != nil {
		t.Fatal(err)
	}
	mustAlive(t, d, app, false)
	mustDo(t, d, app, event.Launch)
	if pid() != first {
		t.Error("a reset took another JVM")
	}
	mustDo(t, d, app, event.Tap)
	mustAlive(t, d, app, false)
	mustDo(t, d, app, event.Launch)
	if pid() != first {
		t.Error("a crash took another JVM")
	}
	mustDo(t, d, app, event.Back)
	mustAlive(t, d, app, false)
	mustDo(t, d, app, event.Launch)
	second := pid()
	if second == first {
		t.Error("a dead JVM is used again")
	}
	if err := recycler.Recycle(t.Context(), false); err != nil {
		t.Fatal(err)
	}
	mustDo(t, d, app, event.Restart)
	if pid() == second {
		t.Error("without recycling a JVM is used twice")
	}
}

// TestExpect_bootsAsManyAsAnnounced demands that JVMs boot in advance of the starts that are announced,
// and that none boots when no more are.
func TestExpect_bootsAsManyAsAnnounced(t *testing.T) {
	t.Parallel()
	s := startFake(t, fakeOptions(t))
	d, app := connect(t, s)
	pool := s.devices[0].pool
	counts := func() (started, spare int) {
		started, spare, _ = pool.Counts()
		return started, spare
	}
	expect := func(n int) {
		t.Helper()
		if err := d.(device.Forecaster).Expect(t.Context(), n); err != nil {
			t.Fatal(err)
		}
	}
	expect(0)
	mustDo(t, d, app, event.Launch)
	started, spare := counts()
	if spare != 0 {
		t.Errorf("%d spares though no start is expected", spare)
	}
	expect(2)
	if n, spare := counts(); n-started != min(2, max(1, goruntime.NumCPU())) || spare != n-started {
		t.Errorf("%d JVMs boot in advance of 2 starts", n-started)
	}
	for range 3 {
		mustDo(t, d, app, event.Restart)
	}
	if n, spare := counts(); n-started != 3 || spare != 0 {
		t.Errorf("%d JVMs for 3 starts, %d spares", n-started, spare)
	}
	expect(-1)
	mustDo(t, d, app, event.Restart)
	if _, spare := counts(); spare != 1 {
		t.Errorf("%d spares, want the usual one", spare)
	}
}

// TestSweep: a server removes what killed ones left, and nothing else.
func TestSweep(t *testing.T) {
	t.Parallel()
	o := fakeOptions(t)
	live, err := Start(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	defer live.Close()
	stale, made := filepath.Join(o.DataDir, serverPrefix+"1"), filepath.Join(o.DataDir, serverPrefix+"2")
	for _, dir := range []string{stale, made} {
		if err := os.Mkdir(dir, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(stale, lockFile), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	startFake(t, o)
	if _, err := os.Stat(stale); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a killed server's folder is left: %v", err)
	}
	for _, dir := range []string{live.dir, made} {
		if _, err := os.Stat(dir); err != nil {
			t.Errorf("removed: %v", err)
		}
	}
}
