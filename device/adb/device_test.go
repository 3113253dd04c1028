package adb_test

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"talpa/device"
	"talpa/device/adb"
	"talpa/device/devicetest"
	"talpa/device/virtual"
	"talpa/dex/apk"
	"talpa/fuzz/event"
	"talpa/internal/corpus"
	"talpa/internal/need"
)

// Names of the test program as launcher: the second one is that of a machine
// that cannot mount.
const confined, unmounted = "__confine", "__unmounted"

// cache is the folder of converted apps and of images of booted JVMs that the tests share with those of
// other packages: TALPA_CACHE, or a folder below out. What lies there has keys that name the agent, the JDK
// and the app, so what an earlier run left is as good as new. scratch goes with the run.
var cache, scratch = cmp.Or(os.Getenv("TALPA_CACHE"), filepath.Join("..", "..", "out", "cache", "talpa")), ""

// TestMain makes the test program its own launcher of confined JVMs.
func TestMain(m *testing.M) {
	if len(os.Args) > 2 && (os.Args[1] == confined || os.Args[1] == unmounted) {
		if os.Args[1] == unmounted && len(os.Args) > 3 && os.Args[2] == "probe" && os.Args[3] != "" {
			os.Exit(1)
		}
		os.Exit(virtual.ConfineMain(os.Args[2:]))
	}
	os.Exit(run(m))
}

// run runs the tests with a cache of converted apps and with servers that they share.
func run(m *testing.M) int {
	var err error
	if scratch, err = os.MkdirTemp("", "talpa-adb-tests-"); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(scratch)
	code := m.Run()
	if err := closeIdle(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return code
}

// startsJVMs skips a test with -short, and runs it beside others of its kind.
func startsJVMs(t *testing.T) {
	t.Helper()
	if testing.Short() {
		t.Skip("starts JVMs: skipped with -short")
	}
	t.Parallel()
}

// agentDir is the built agent.
func agentDir(t testing.TB) string {
	t.Helper()
	dir := os.Getenv("TALPA_AGENT")
	if dir == "" {
		dir = filepath.Join("..", "..", "lib", "agent")
	}
	if jars, _ := filepath.Glob(filepath.Join(dir, "*.jar")); len(jars) == 0 {
		need.Missing(t, need.Agent, "make agent")
	}
	return dir
}

// manifest reads an APK's manifest with dex/apk.
func manifest(path string) (device.Manifest, error) {
	a, err := apk.Open(path)
	if err != nil {
		return device.Manifest{}, err
	}
	m := a.Manifest()
	out := device.Manifest{
		Package: m.Package, VersionName: m.VersionName, VersionCode: m.VersionCode, MinSDK: m.MinSDK, TargetSDK: m.TargetSDK,
		Dangerous: map[string]string{}, ReadsTags: m.ReadsTags(),
	}
	if l := m.Launcher(); l != nil {
		out.Launcher = m.Package + "/" + l.Name
	}
	for _, r := range m.Receivers {
		for _, f := range r.Filters {
			out.Receives = append(out.Receives, f.Actions...)
		}
	}
	for _, p := range m.Permissions {
		out.Permissions = append(out.Permissions, p.Name)
	}
	for _, p := range m.Defined {
		if p.Dangerous {
			out.Dangerous[p.Name] = p.Group
		}
	}
	for _, act := range m.Activities {
		out.Activities = append(out.Activities, act.Name)
	}
	return out, nil
}

// serverOptions are those of a server that boots a JVM when one is needed, with its files
// in dir and its log in log.
func serverOptions(t testing.TB, dir string, log io.Writer) virtual.Options {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return virtual.Options{
		AgentDir: agentDir(t), CacheDir: cache, ImageDir: filepath.Join(cache, "jvm"), DataDir: dir, Spares: -1,
		Launcher: []string{self, confined}, Manifest: manifest,
		Log: slog.New(slog.NewTextHandler(log, &slog.HandlerOptions{Level: slog.LevelDebug})),
	}
}

// embedded starts a server of embedded devices of the test's own: see borrow for those that
// need nothing in particular.
func embedded(t testing.TB, change func(*virtual.Options)) *virtual.Server {
	t.Helper()
	o := serverOptions(t, t.TempDir(), t.Output())
	if change != nil {
		change(&o)
	}
	if o.API != 0 && o.API != virtual.API {
		o.ImageDir = "" // one test has few devices of its level: an image costs more than it saves
	}
	s, err := virtual.Start(t.Context(), o)
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

// open connects to the only device of a server. One JVM serves its processes one after
// the other, since a boot costs more than most tests; with TALPA_FRESH=1 each process
// gets a JVM of its own, as it does where talpa comes to a verdict.
func open(t testing.TB, s *virtual.Server) device.Device {
	t.Helper()
	d := openFresh(t, s)
	if os.Getenv("TALPA_FRESH") == "" {
		recycle(t, d, true)
	}
	return d
}

// recycle says whether the JVMs of the processes that start from now on serve others.
func recycle(t testing.TB, d device.Device, on bool) {
	t.Helper()
	if err := d.(device.Recycler).Recycle(t.Context(), on); err != nil {
		t.Fatal(err)
	}
}

// openFresh is open for a device whose processes each get a JVM of their own.
func openFresh(t testing.TB, s *virtual.Server) device.Device {
	t.Helper()
	return openWith(t, s, adb.Options{})
}

// openWith is openFresh with more options than the address.
func openWith(t testing.TB, s *virtual.Server, o adb.Options) device.Device {
	t.Helper()
	host, portText, err := net.SplitHostPort(s.Addr())
	if err != nil {
		t.Fatal(err)
	}
	port, err := strconv.Atoi(portText)
	if err != nil {
		t.Fatal(err)
	}
	o.Host, o.Port, o.Manifest = host, port, manifest
	d, err := adb.Open(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { d.Close() })
	return d
}

func sample(t testing.TB) string {
	t.Helper()
	return filepath.Join("..", "..", "testdata", "apps", "burrow.apk")
}

// TestEmbedded runs the conformance suite on the embedded device, in a JVM that serves one
// app process after the other.
func TestEmbedded(t *testing.T) {
	startsJVMs(t)
	d := openFresh(t, borrow(t))
	recycle(t, d, true)
	devicetest.Run(t, d, sample(t))
	if f, ok := d.(device.Fidelity); ok {
		t.Logf("fidelity: %q", f.Fidelity())
	}
}

// TestPlatform runs the checks of the platform on the embedded device, in a JVM that
// served another process before.
func TestPlatform(t *testing.T) {
	startsJVMs(t)
	d := openFresh(t, borrow(t))
	recycle(t, d, true)
	devicetest.Platform(t, d, filepath.Join(filepath.Dir(sample(t)), "warren.apk"))
}

// TestDrawing runs the checks of surfaces and pages on the embedded device.
func TestDrawing(t *testing.T) {
	startsJVMs(t)
	devicetest.Drawing(t, open(t, borrow(t)), filepath.Join(filepath.Dir(sample(t)), "easel.apk"))
}

// TestPhone runs the first two on the phone or emulator that TALPA_DEVICE names.
func TestPhone(t *testing.T) {
	serial := os.Getenv("TALPA_DEVICE")
	if serial == "" {
		t.Skip("TALPA_DEVICE names no device: skipped")
	}
	d, err := adb.Open(t.Context(), adb.Options{Serial: serial, Manifest: manifest})
	if err != nil {
		t.Fatal(err)
	}
	devicetest.Run(t, d, sample(t))
	devicetest.Platform(t, d, filepath.Join(filepath.Dir(sample(t)), "warren.apk"))
}

// TestPublishedCrash replays a published crash by hand on the embedded device.
func TestPublishedCrash(t *testing.T) {
	startsJVMs(t)
	var notepad corpus.Case
	for _, c := range corpus.Cases(t) {
		if c.Name == "notepad-23" {
			notepad = c
		}
	}
	if notepad.APK == "" {
		need.Missing(t, need.Corpus, "its case notepad-23")
	}
	d := open(t, borrow(t))
	app, err := d.Install(t.Context(), notepad.APK)
	if err != nil {
		t.Fatal(err)
	}
	do := func(e event.Event) {
		t.Helper()
		if err := d.Do(t.Context(), app, e); err != nil {
			t.Fatal(err)
		}
	}
	at := func(kind event.Kind, label string) {
		t.Helper()
		s, err := d.Screen(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		for i := range s.Widgets {
			if w := &s.Widgets[i]; strings.Contains(w.Text+w.Desc, label) {
				x, y := w.Bounds.Center()
				do(event.Event{Kind: kind, X: x, Y: y})
				return
			}
		}
		t.Fatalf("nothing says %q on %s", label, s.Activity)
	}
	do(event.Event{Kind: event.Launch})
	at(event.Tap, "More options")
	at(event.Tap, "Add Note")
	do(event.Event{Kind: event.Text, Value: "hello"})
	do(event.Event{Kind: event.Back})
	at(event.LongTap, "hello")
	at(event.Tap, "Send Note")
	log, err := d.Log(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	class := regexp.MustCompile(`[\w.$]+(Exception|Error)`).FindString(notepad.Exception)
	if !strings.Contains(string(log), "FATAL EXCEPTION") || !strings.Contains(string(log), class) {
		t.Errorf("no %s in the log:\n%s", class, log)
	}
}

// BenchmarkRandomEvents is an event of the loop on the embedded device: act,
// read the log, look.
func BenchmarkRandomEvents(b *testing.B) {
	d := openFresh(b, embedded(b, func(o *virtual.Options) { o.Spares = 1 }))
	app, err := d.Install(b.Context(), sample(b))
	if err != nil {
		b.Fatal(err)
	}
	random := rand.New(rand.NewPCG(1, 2))
	e := event.Event{Kind: event.Launch}
	if err := d.Do(b.Context(), app, e); err != nil {
		b.Fatal(err)
	}
	var look, log time.Duration
	deaths := 0
	for b.Loop() {
		if err := d.Do(b.Context(), app, e); err != nil && !errors.Is(err, device.ErrUnsupported) {
			b.Fatal(err)
		}
		begin := time.Now()
		if _, err := d.Log(b.Context()); err != nil {
			b.Fatal(err)
		}
		log += time.Since(begin)
		begin = time.Now()
		s, err := d.Screen(b.Context())
		if err != nil {
			b.Fatal(err)
		}
		look += time.Since(begin)
		actions := s.Actions()
		if len(actions) == 0 || !strings.HasPrefix(s.Activity, app.Package) {
			e = event.Event{Kind: event.Launch}
			if alive, err := d.Alive(b.Context(), app); err == nil && !alive {
				deaths++
			}
			continue
		}
		x, y := s.Point(actions[random.IntN(len(actions))].Widget)
		e = event.Event{Kind: event.Tap, X: x, Y: y}
		if random.IntN(10) == 0 {
			e = event.Event{Kind: event.Back}
		}
	}
	b.ReportMetric(float64(look.Microseconds())/1000/float64(b.N), "ms/look")
	b.ReportMetric(float64(log.Microseconds())/1000/float64(b.N), "ms/log")
	b.ReportMetric(float64(deaths), "deaths")
}

// TestRestarts starts the app again and again on the real agent: no process,
// folder or JVM is left over.
func TestRestarts(t *testing.T) {
	n, _ := strconv.Atoi(os.Getenv("TALPA_RESTARTS"))
	if n == 0 {
		t.Skip("TALPA_RESTARTS asks for none: skipped")
	}
	var dir string
	s := embedded(t, func(o *virtual.Options) { dir, o.Spares = o.DataDir, 1 })
	d := openFresh(t, s)
	app, err := d.Install(t.Context(), sample(t))
	if err != nil {
		t.Fatal(err)
	}
	fds := func() int {
		entries, _ := os.ReadDir("/proc/self/fd")
		return len(entries)
	}
	first := 0
	for i := range 2 * n {
		if i == n { // the second half in JVMs that serve several processes
			recycle(t, d, true)
		}
		if err := d.Do(t.Context(), app, event.Event{Kind: event.Restart}); err != nil {
			t.Fatal(err)
		}
		if s, err := d.Screen(t.Context()); err != nil || !strings.HasSuffix(s.Activity, ".HomeActivity") {
			t.Fatalf("restart %d: %+v, %v", i, s, err)
		}
		if i == 2 {
			first = fds()
		}
	}
	jvms, _ := filepath.Glob(filepath.Join(dir, "*", "talpa-1", "jvm", "*"))
	t.Logf("files open: %d at first, %d at the end; JVM folders: %d", first, fds(), len(jvms))
	if fds() > first+10 || len(jvms) > 4 {
		t.Errorf("something leaks: %v", jvms)
	}
}

// TestEmbeddedFresh runs the cases of the conformance suite in which processes begin and
// end on JVMs of their own, with a spare one; all cases with TALPA_FRESH=1.
func TestEmbeddedFresh(t *testing.T) {
	startsJVMs(t)
	d := openFresh(t, embedded(t, func(o *virtual.Options) { o.Spares = 1 }))
	if os.Getenv("TALPA_FRESH") == "" {
		devicetest.Processes(t, d, sample(t))
		return
	}
	devicetest.Run(t, d, sample(t))
}
