package runtime

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
)

func TestArchiveFlags(t *testing.T) {
	jdk, agent := t.TempDir(), t.TempDir()
	write := func(path, text string) {
		t.Helper()
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write(filepath.Join(jdk, "lib", "modules"), "classes")
	write(filepath.Join(jdk, "lib", "server", "libjvm.so"), "machine")
	if f := archiveFlags(agent, "/at", jdk); f != nil {
		t.Errorf("without an archive: %q", f)
	}
	key, err := jdkKey(jdk)
	if err != nil {
		t.Fatal(err)
	}
	write(filepath.Join(agent, archiveFile), "archive")
	write(filepath.Join(agent, archiveKey), key+"\n")
	if f := archiveFlags(agent, "/at", jdk); !slices.Equal(f, []string{"-XX:SharedArchiveFile=/at/jdk.jsa"}) {
		t.Errorf("with an archive of this JDK: %q", f)
	}
	write(filepath.Join(jdk, "lib", "modules"), "other classes")
	if f := archiveFlags(agent, "/at", jdk); f != nil {
		t.Errorf("with an archive of another JDK: %q", f)
	}
	if f := archiveFlags(agent, "/at", t.TempDir()); f != nil {
		t.Errorf("without a JDK: %q", f)
	}
}
