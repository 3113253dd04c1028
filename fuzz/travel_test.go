package fuzz

import (
	"context"
	"math/rand"
	"testing"
	"time"

	"talpa/device"
	"talpa/fuzz/oracle"
)

// travelled runs a search by time travel and returns its device, too.
func travelled(t *testing.T, seed int64, oracles oracle.Make) (*Result, *fakeDevice) {
	t.Helper()
	dev := &fakeDevice{}
	result, err := Run(t.Context(), Options{APK: "planner.apk", Clock: time.Now, Policy: TimeTravel, Seed: seed,
		Open:      func(context.Context, int) (device.Device, error) { return dev, nil },
		MaxEvents: 2000, Oracles: oracles})
	if err != nil {
		t.Fatal(err)
	}
	return result, dev
}

// TestTimeTravel_scripts demands that what is found after the device went back has a script that leads there from
// cleared data, and that going back is no event.
func TestTimeTravel_scripts(t *testing.T) {
	t.Parallel()
	back, found := 0, 0
	for seed := range int64(5) {
		result, dev := travelled(t, seed, nil)
		if result.Progress.Events != 2000 || dev.events != 2000 {
			t.Errorf("seed %d: %d events count, %d were played", seed, result.Progress.Events, dev.events)
		}
		back += dev.restored
		for _, f := range result.Others {
			found++
			fresh := &fakeDevice{}
			app, err := fresh.Install(t.Context(), "")
			if err != nil {
				t.Fatal(err)
			}
			out, err := Replay(t.Context(), fresh, app, f.Script, ReplayOptions{})
			if err != nil {
				t.Fatal(err)
			}
			if n := len(out.Crashes); n == 0 || out.Crashes[n-1].Signature != f.Crash.Signature {
				t.Errorf("seed %d: the script of %d events does not end in %s: %d crashes", seed, len(f.Script.Events),
					f.Violation.Title, n)
			}
		}
	}
	if back < 20 || found < 20 {
		t.Errorf("went back %d times, %d findings: the test tries nothing", back, found)
	}
}

// memory is an oracle that judges by what came before.
type memory struct{ oracle.Oracle }

// TestTimeTravel_memory demands that the data stay where an oracle judges by what came before.
func TestTimeTravel_memory(t *testing.T) {
	t.Parallel()
	result, dev := travelled(t, 1, func(*rand.Rand) oracle.Panel { return oracle.Panel{memory{oracle.Crash()}} })
	if len(dev.kept) > 0 || dev.restored > 0 || len(result.Others) == 0 {
		t.Errorf("%d moments, went back %d times, %d findings", len(dev.kept), dev.restored, len(result.Others))
	}
}
