package apktool

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestRewriter_run: apktool's Java gets options for short runs, but those of the user where there are any.
func TestRewriter_run(t *testing.T) {
	dir := t.TempDir()
	said := filepath.Join(dir, "said")
	program := filepath.Join(dir, "apktool")
	script := "#!/bin/sh\necho \"$JDK_JAVA_OPTIONS, $HOME, $*\" > " + said + "\n"
	if err := os.WriteFile(program, []byte(script), 0o700); err != nil {
		t.Fatal(err)
	}
	t.Setenv("HOME", "/home/x")
	run := func() string {
		t.Helper()
		if err := (Rewriter{Program: program}).run(t.Context(), "d", "-r"); err != nil {
			t.Fatal(err)
		}
		text, err := os.ReadFile(said)
		if err != nil {
			t.Fatal(err)
		}
		return strings.TrimSpace(string(text))
	}
	t.Setenv("JDK_JAVA_OPTIONS", "-Xmx2g")
	if got := run(); got != "-Xmx2g, /home/x, d -r" {
		t.Errorf("with options of the user's own: %q", got)
	}
	if err := os.Unsetenv("JDK_JAVA_OPTIONS"); err != nil {
		t.Fatal(err)
	}
	if got := run(); !strings.Contains(got, "-XX:TieredStopAtLevel=1") || !strings.HasSuffix(got, ", /home/x, d -r") {
		t.Errorf("without: %q", got)
	}
}
