package slot_test

import (
	"log/slog"
	"os"
	"testing"
	"time"

	"talpa/fuzz"
	"talpa/fuzz/event"
	"talpa/internal/workflow/fleet"
	"talpa/internal/workflow/fleet/fleettest"
	"talpa/internal/workflow/slot"
)

// TestMain makes the test program its own launcher of confined JVMs.
func TestMain(m *testing.M) {
	if code, ok := fleettest.Launcher(os.Args); ok {
		os.Exit(code)
	}
	os.Exit(m.Run())
}

// TestSlot: a script leads to the same screen on the device that is opened first, on one JVM again, and on the device
// that is opened after that one was given back.
func TestSlot(t *testing.T) {
	if testing.Short() {
		t.Skip("starts embedded devices: skipped with -short")
	}
	t.Parallel()
	m := fleettest.Machine(t, "../../..")
	m.Now, m.JavaHome = time.Now, os.Getenv("JAVA_HOME")
	open := func() *fleet.Fleet {
		f, err := fleet.Open(t.Context(), m, fleet.Options{Count: 1, Seed: 1})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(f.Close)
		return f
	}
	first := open()
	s := &slot.Slot{Fleet: first, APK: "../../../testdata/apps/granary.apk", Log: slog.New(slog.DiscardHandler)}
	t.Cleanup(s.Close)
	script, err := event.Decode([]byte("talpa script 1\npackage dev.talpa.granary\n\nlaunch\n" +
		"tap id=dev.talpa.granary:id/fill\n"))
	if err != nil {
		t.Fatal(err)
	}
	play := func(when string) {
		t.Helper()
		out, err := s.Play(t.Context(), script, fuzz.ReplayOptions{Screens: true})
		if err != nil {
			t.Fatalf("%s: %v", when, err)
		}
		if got := out.End.Activity; got != "dev.talpa.granary/dev.talpa.granary.FillActivity" {
			t.Errorf("%s: the script ends on %q", when, got)
		}
	}
	play("the first time")
	if err := s.Recycle(t.Context(), true); err != nil || !s.Recycling {
		t.Fatal(err)
	}
	play("in the same JVM")
	if err := s.Expect(t.Context(), 1); err != nil {
		t.Fatal(err)
	}
	s.Close()
	play("on the device opened anew")
	s.MoveTo(open())
	play("on a device of another fleet")
}
