package runtime_test

import (
	"os"
	"path/filepath"
	"testing"

	"talpa/device/virtual/runtime"
)

// TestAgentFor: devices of newer levels have the present framework, older ones their own where it is complete.
func TestAgentFor(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "agent")
	older := dir + "-30"
	if err := os.MkdirAll(older, 0o755); err != nil {
		t.Fatal(err)
	}
	check := func(api int, want string, told bool) {
		t.Helper()
		got, gaps := runtime.AgentFor(dir, api)
		if got != want || len(gaps) > 0 != told {
			t.Errorf("level %d: %s, %q; want %s", api, got, gaps, want)
		}
	}
	check(31, dir, false)
	check(30, dir, true) // a fetch that was broken off
	if err := os.WriteFile(filepath.Join(older, ".built"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	check(31, dir, false)
	check(30, older, false)
	check(19, older, false)
}
