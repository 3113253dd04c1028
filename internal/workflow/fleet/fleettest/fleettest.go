// Package fleettest gives tests this computer with the agent of this checkout.
package fleettest

import (
	"log/slog"
	"os"
	"path/filepath"
	"testing"

	"talpa/internal/need"
	"talpa/internal/workflow/fleet"
)

// Machine is this computer with the agent that was built below root, the module's folder. Apps that tests convert
// are kept there, too. The clock and the Java of the environment are the caller's to add.
func Machine(t *testing.T, root string) fleet.Machine {
	t.Helper()
	agent := filepath.Join(root, "lib", "agent")
	if _, err := os.Stat(filepath.Join(agent, ".built")); err != nil {
		need.Missing(t, need.Agent, "make agent")
	}
	return fleet.Machine{
		AgentDir: agent,
		CacheDir: filepath.Join(root, "out", "cache"),
		Log:      slog.New(slog.DiscardHandler),
	}
}
