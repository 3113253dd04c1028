// Package fleettest gives tests this computer with the agent of this checkout.
package fleettest

import (
	"log/slog"
	"os"
	"path/filepath"
	"testing"

	"talpa/device/virtual"
	"talpa/internal/need"
	"talpa/internal/workflow/fleet"
)

// confine is the word by which a test program is told to be the launcher of confined JVMs.
const confine = "__confine"

// Launcher runs a test program whose arguments say that it is the launcher of confined JVMs. It returns the exit
// status, or false for a program that is to run its tests.
func Launcher(args []string) (int, bool) {
	if len(args) < 2 || args[1] != confine {
		return 0, false
	}
	return virtual.ConfineMain(args[2:]), true
}

// Confine is the command by which a test program at a path is the launcher of confined JVMs.
func Confine(self string) []string { return []string{self, confine} }

// Machine is this computer with the agent that was built below root, the module's folder. The test program has to be
// its own Launcher. JVMs are confined as they are for users, and copies of one that boots, where the kernel allows it.
// Converted apps and images of JVMs are shared with other packages' tests. The clock and the Java of the environment
// are the caller's to add.
func Machine(t *testing.T, root string) fleet.Machine {
	t.Helper()
	agent := filepath.Join(root, "lib", "agent")
	if _, err := os.Stat(filepath.Join(agent, ".built")); err != nil {
		need.Missing(t, need.Agent, "make agent")
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return fleet.Machine{
		AgentDir:   agent,
		CacheDir:   filepath.Join(root, "out", "cache", "talpa"),
		Confine:    Confine(self),
		Unconfined: true,
		Log:        slog.New(slog.DiscardHandler),
	}
}
