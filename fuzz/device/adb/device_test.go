package adb_test

import (
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"talpa/dex/apk"
	"talpa/fuzz/device"
	"talpa/fuzz/device/adb"
	"talpa/fuzz/device/devicetest"
	"talpa/fuzz/device/virtual"
)

// TestMain makes the test program its own launcher of confined JVMs.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == "__confine" {
		os.Exit(virtual.ConfineMain(os.Args[2:]))
	}
	os.Exit(m.Run())
}

// agentDir is the built agent, or skips the test.
func agentDir(t testing.TB) string {
	t.Helper()
	dir := os.Getenv("TALPA_AGENT")
	if dir == "" {
		dir = filepath.Join("..", "..", "..", "lib", "agent")
	}
	if jars, _ := filepath.Glob(filepath.Join(dir, "*.jar")); len(jars) == 0 {
		t.Skip("no agent in lib/agent (make agent): skipped")
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
	}
	if l := m.Launcher(); l != nil {
		out.Launcher = m.Package + "/" + l.Name
	}
	for _, p := range m.Permissions {
		out.Permissions = append(out.Permissions, p.Name)
	}
	for _, act := range m.Activities {
		out.Activities = append(out.Activities, act.Name)
	}
	return out, nil
}

// embedded starts a server of embedded devices.
func embedded(t testing.TB, change func(*virtual.Options)) *virtual.Server {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cache := os.Getenv("TALPA_CACHE")
	if cache == "" {
		cache = t.TempDir()
	}
	o := virtual.Options{
		AgentDir: agentDir(t), CacheDir: cache, DataDir: t.TempDir(), Launcher: []string{self, "__confine"}, Manifest: manifest,
		Log: slog.New(slog.NewTextHandler(t.Output(), &slog.HandlerOptions{Level: slog.LevelDebug})),
	}
	if change != nil {
		change(&o)
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

// open connects to the only device of a server.
func open(t testing.TB, s *virtual.Server) device.Device {
	t.Helper()
	host, portText, err := net.SplitHostPort(s.Addr())
	if err != nil {
		t.Fatal(err)
	}
	port, err := strconv.Atoi(portText)
	if err != nil {
		t.Fatal(err)
	}
	d, err := adb.Open(t.Context(), adb.Options{Host: host, Port: port, Manifest: manifest})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { d.Close() })
	return d
}

func sample(t testing.TB) string {
	t.Helper()
	return filepath.Join("..", "..", "..", "testdata", "apps", "burrow.apk")
}

// TestEmbedded runs the conformance suite on the embedded device.
func TestEmbedded(t *testing.T) {
	if testing.Short() {
		t.Skip("starts JVMs: skipped with -short")
	}
	d := open(t, embedded(t, nil))
	devicetest.Run(t, d, sample(t))
	if f, ok := d.(device.Fidelity); ok {
		t.Logf("fidelity: %q", f.Fidelity())
	}
}

// TestPhone runs it on the phone or emulator that TALPA_DEVICE names.
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
}
