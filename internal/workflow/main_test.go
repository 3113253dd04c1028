package workflow

import (
	"os"
	"testing"

	"talpa/device/virtual"
)

const confineVerb = "__confine"

// TestMain makes the test program its own launcher of confined JVMs.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == confineVerb {
		os.Exit(virtual.ConfineMain(os.Args[2:]))
	}
	os.Exit(m.Run())
}

// confined is the machine whose JVMs are confined, as they are for users.
func confined(t *testing.T) Machine {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	m := testMachine(t)
	m.Confine = []string{self, confineVerb}
	return m
}
