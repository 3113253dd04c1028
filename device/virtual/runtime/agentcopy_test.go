package runtime

import (
	"os"
	"path/filepath"
	"testing"
)

// TestSnapshot: what a build does to the agent's folder does not show in the copy.
func TestSnapshot(t *testing.T) {
	t.Parallel()
	const ownJar = "talpa-agent-device.jar"
	from, to := filepath.Join(t.TempDir(), "agent"), filepath.Join(t.TempDir(), "copy")
	write := func(name, text string) {
		t.Helper()
		file := filepath.Join(from, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write(ownJar, "old")
	write("sdk/framework.jar", "old")
	if err := os.Symlink(filepath.Join(from, "sdk", "framework.jar"), filepath.Join(from, "linked.jar")); err != nil {
		t.Fatal(err)
	}
	if err := CopyAgent(from, to); err != nil {
		t.Fatal(err)
	}
	write(ownJar, "newer")
	if err := os.Remove(filepath.Join(from, "sdk", "framework.jar")); err != nil {
		t.Fatal(err)
	}
	write("sdk/framework.jar", "newer")
	for _, name := range []string{ownJar, "sdk/framework.jar", "linked.jar"} {
		if got, err := os.ReadFile(filepath.Join(to, name)); err != nil || string(got) != "old" {
			t.Errorf("%s: %q, %v", name, got, err)
		}
	}
}

func TestSnapshotOfNothing(t *testing.T) {
	t.Parallel()
	if err := CopyAgent(filepath.Join(t.TempDir(), "absent"), t.TempDir()); err == nil {
		t.Error("no error")
	}
}
