package fleet_test

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
