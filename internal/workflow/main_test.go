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

// confined is the machine whose JVMs are confined, or do not start.
func confined(t *testing.T) Machine {
	t.Helper()
	m := testMachine(t)
	m.Unconfined = false
	return m
}
