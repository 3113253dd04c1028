package workflow

import (
	"os"
	"testing"

	"talpa/internal/workflow/fleet/fleettest"
)

// TestMain makes the test program its own launcher of confined JVMs.
func TestMain(m *testing.M) {
	if code, ok := fleettest.Launcher(os.Args); ok {
		os.Exit(code)
	}
	os.Exit(m.Run())
}

// startsDevices skips a test with -short, and runs it beside others of its kind: each waits for a JVM now and then.
func startsDevices(t *testing.T) {
	t.Helper()
	if testing.Short() {
		t.Skip("starts embedded devices: skipped with -short")
	}
	t.Parallel()
}

// confined is the machine whose JVMs are confined, or do not start.
func confined(t *testing.T) Machine {
	t.Helper()
	m := testMachine(t)
	m.Unconfined = false
	return m
}
