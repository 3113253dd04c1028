package workflow

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"math/rand"
	"os"
	"path/filepath"
	goruntime "runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"talpa/device"
	"talpa/fuzz"
	"talpa/fuzz/event"
	"talpa/fuzz/gen"
	"talpa/fuzz/gen/random"
	"talpa/fuzz/ui"
)

// TestDeterminism: the same APK, seed and number of events give the same
// events, screens and log, on fresh JVMs and on recycled ones.
// scripts/determinism.sh asks for the whole figure, 10 runs of 200 events on 10 apps.
func TestDeterminism(t *testing.T) {
	startsDevices(t)
	m := confined(t)
	runs := number("TALPA_DETERMINISM_RUNS", 2)
	apps := append([]string{burrow}, strings.Fields(os.Getenv("TALPA_DETERMINISM_APPS"))...)
	for _, apk := range apps {
		t.Run(filepath.Base(filepath.Dir(apk))+"/"+filepath.Base(apk), func(t *testing.T) {
			m := m
			m.Log = slog.New(slog.NewTextHandler(t.Output(), &slog.HandlerOptions{Level: slog.LevelDebug}))
			first := play(t, m, apk, false)
			first.save(t, "fresh-1.txt")
			for n := 1; n < max(2*runs-1, 2); n++ {
				kind := "fresh"
				if n >= runs {
					kind = "recycled"
				}
				next := play(t, m, apk, n >= runs)
				if diff := first.diff(next); diff != "" {
					next.save(t, fmt.Sprintf("%s-%d.txt", kind, n%runs+1))
					t.Errorf("%s run %d: %s", kind, n%runs+1, diff)
				}
			}
		})
	}
}

// TestDeterminism_warm: an app does on a JVM that has run another one, before it was copied, what it does on
// one that has run none.
func TestDeterminism_warm(t *testing.T) {
	startsDevices(t)
	m := confined(t)
	apps := append([]string{burrow}, strings.Fields(os.Getenv("TALPA_DETERMINISM_APPS"))...)
	m.CacheDir = t.TempDir()
	images := filepath.Join(m.CacheDir, "jvm")
	if err := os.WriteFile(images, nil, 0o600); err != nil { // so that none can be made
		t.Fatal(err)
	}
	cold := map[string]*transcript{}
	for _, apk := range apps {
		cold[apk] = play(t, m, apk, false)
	}
	if err := os.Remove(images); err != nil {
		t.Fatal(err)
	}
	makeWarm(t, m, images)
	for _, apk := range apps {
		warm := play(t, m, apk, false)
		if diff := cold[apk].diff(warm); diff != "" {
			name := filepath.Base(filepath.Dir(apk)) + "-"
			cold[apk].save(t, name+"cold.txt")
			warm.save(t, name+"warm.txt")
			t.Errorf("%s: %s", apk, diff)
		}
	}
}

// makeWarm has a device until there is the image of a warm JVM; elsewhere than on Linux on x86-64 none comes.
func makeWarm(t *testing.T, m Machine, images string) {
	t.Helper()
	if goruntime.GOOS != "linux" || goruntime.GOARCH != "amd64" {
		t.Skip("this system copies no processes")
	}
	fleet, err := openFleet(t.Context(), m, RunOptions{Seed: 1}, 1)
	if err != nil {
		t.Fatal(err)
	}
	defer fleet.Close()
	dev, err := fleet.Open(t.Context(), 0)
	if err != nil {
		t.Fatal(err)
	}
	defer dev.Close()
	app, err := dev.Install(t.Context(), burrow)
	if err != nil {
		t.Fatal(err)
	}
	if err := dev.Do(t.Context(), app, event.Event{Kind: event.Launch}); err != nil {
		t.Fatal(err)
	}
	for limit := time.Now().Add(3 * time.Minute); time.Now().Before(limit); time.Sleep(100 * time.Millisecond) {
		if made, err := filepath.Glob(filepath.Join(images, "*-warm", "process")); err != nil || len(made) > 0 {
			return
		}
	}
	t.Fatal("no JVM was warmed")
}

// number is an environment variable's, or a default.
func number(name string, def int) int {
	if n, err := strconv.Atoi(os.Getenv(name)); err == nil {
		return n
	}
	return def
}

// play runs a seeded random search on a device of its own.
func play(t *testing.T, m Machine, apk string, recycled bool) *transcript {
	t.Helper()
	fleet, err := openFleet(t.Context(), m, RunOptions{Seed: 1}, 1)
	if err != nil {
		t.Fatal(err)
	}
	defer fleet.Close()
	seen := &transcript{}
	open := fleet.Open
	if recycled {
		open = fleet.OpenRecycling
	}
	_, err = fuzz.Run(t.Context(), fuzz.Options{
		APK: apk, Seed: 1, Log: m.Log, Clock: m.Now,
		MaxEvents: number("TALPA_DETERMINISM_EVENTS", 60), Episode: number("TALPA_DETERMINISM_EPISODE", 20),
		Generator: func(rng *rand.Rand) gen.Generator { return random.New(rng, &gen.Texts{}) },
		Open: func(ctx context.Context, n int) (device.Device, error) {
			dev, err := open(ctx, n)
			if err != nil {
				return nil, err
			}
			return &recorder{Device: dev, seen: seen}, nil
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	return seen
}

// transcript is all that a run showed, in order.
type transcript struct{ lines []string }

func (s *transcript) add(format string, args ...any) {
	s.lines = append(s.lines, strings.Split(fmt.Sprintf(format, args...), "\n")...)
}

// diff is the first difference, with what came before; "" if there is none.
func (s *transcript) diff(o *transcript) string {
	for i := range max(len(s.lines), len(o.lines)) {
		a, b := line(s.lines, i), line(o.lines, i)
		if a != b {
			return fmt.Sprintf("line %d of %d, after %s\n- %s\n+ %s", i, len(s.lines), s.lastEvent(i), a, b)
		}
	}
	return ""
}

// lastEvent is the event that led to a line.
func (s *transcript) lastEvent(i int) string {
	for ; i > 0; i-- {
		if strings.HasPrefix(line(s.lines, i), "do ") {
			return s.lines[i]
		}
	}
	return "the start"
}

// save writes the transcript for those who run the test with -artifacts.
func (s *transcript) save(t *testing.T, name string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(t.ArtifactDir(), name), []byte(strings.Join(s.lines, "\n")), 0o644); err != nil {
		t.Error(err)
	}
}

func line(lines []string, i int) string {
	if i < len(lines) {
		return lines[i]
	}
	return "(end)"
}

// recorder is a device that keeps what is shown.
type recorder struct {
	device.Device
	seen *transcript
}

func (w *recorder) Reset(ctx context.Context, app device.App) error {
	w.seen.add("reset")
	return w.Device.Reset(ctx, app)
}

func (w *recorder) Do(ctx context.Context, app device.App, e event.Event) error {
	err := w.Device.Do(ctx, app, e)
	w.seen.add("do %s: %v", e, err)
	return err
}

func (w *recorder) Screen(ctx context.Context) (*ui.Screen, error) {
	s, err := w.Device.Screen(ctx)
	if err != nil {
		w.seen.add("no screen: %v", err)
		return s, err
	}
	w.seen.add("screen of %s, %d", s.Activity, s.Rotation)
	for _, x := range s.Widgets {
		data, err := json.Marshal(x)
		if err != nil {
			return nil, err
		}
		w.seen.add("  %s", data)
	}
	return s, nil
}

func (w *recorder) Log(ctx context.Context) ([]byte, error) {
	log, err := w.Device.Log(ctx)
	w.seen.add("log %s", log)
	return log, err
}
