package adb_test

import (
	"net"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"talpa/device"
	"talpa/device/virtual"
	"talpa/fuzz/event"
	"talpa/internal/need"
)

// TestHostileNativeCode has weasel load a library that it brought, in ways that talpa's
// rewriting of calls does not see; the library tries what native code could as soon as it
// is loaded. Where the app has a root of its own, no place that it can write lets code be
// loaded. Without one the library runs, and the layers that are left refuse what is not
// told as open.
func TestHostileNativeCode(t *testing.T) {
	startsJVMs(t)
	if runtime.GOOS != "linux" || runtime.GOARCH != "amd64" {
		t.Skip("weasel's library is for Linux on amd64")
	}
	for _, test := range []struct {
		name     string
		launcher string
		loads    bool
		places   []string
		open     []string // what the library can do
	}{
		{"root of its own", confined, false, []string{"files", "cache", "tmp"}, nil},
		{"without mounts", unmounted, true, []string{"files", "cache"}, []string{
			"UNIX socket of the host", "stat a file of the host", "chmod a file of the host", "touch a file of the host",
			"command lines of others",
		}},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			target := t.TempDir()
			if err := os.WriteFile(filepath.Join(target, "secret"), []byte("secret"), 0o644); err != nil {
				t.Fatal(err)
			}
			l, err := net.Listen("unix", filepath.Join(target, "socket"))
			if err != nil {
				t.Fatal(err)
			}
			defer l.Close()
			s := embedded(t, func(o *virtual.Options) {
				o.Launcher[1], o.Unconfined = test.launcher, true
			})
			w := installed(t, s, "weasel")
			gaps := strings.Join(w.dev.(device.Fidelity).Fidelity(), "\n")
			for _, layer := range []string{"no Landlock", "no user namespaces", "no seccomp"} {
				if strings.Contains(gaps, layer) || !test.loads && strings.Contains(gaps, "no mounts") {
					need.Missing(t, need.Kernel, gaps)
				}
			}
			w.do(event.Event{Kind: event.Start, Intent: &event.Intent{
				Component: w.app.Launcher, Extras: map[string]string{"deed": "native", "target": target},
			}})
			texts := w.texts()
			var done []string
			for _, line := range strings.Split(texts, "\n") {
				what, ok := strings.CutSuffix(line, ": DONE")
				if ok && !strings.HasPrefix(what, "load from ") && !slices.Contains(done, what) {
					done = append(done, what)
				}
			}
			for _, place := range test.places {
				want := "load from " + place + ": refused"
				if test.loads {
					want = "load from " + place + ": DONE"
				}
				if !strings.Contains(texts, want) {
					t.Errorf("not said: %q", want)
				}
			}
			if test.loads != strings.Contains(texts, "program: refused") {
				t.Errorf("the library was to run: %v", test.loads)
			}
			if !slices.Equal(done, test.open) {
				t.Errorf("native code could do %q, want %q", done, test.open)
			}
			if t.Failed() {
				t.Log(texts)
			}
		})
	}
}
