package main

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime/debug"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"talpa": func() { os.Exit(talpa()) }})
}

// TestScripts runs the command line end to end. In a script, $APPS holds the
// sample apps, $TRACES the traces and $SCRIPTS the recorded scripts; [agent] says that the embedded device is
// built.
func TestScripts(t *testing.T) {
	root, err := filepath.Abs(filepath.Join("..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	agent := filepath.Join(root, "lib", "agent")
	testscript.Run(t, testscript.Params{
		Dir:                 filepath.Join("testdata", "script"),
		RequireExplicitExec: true,
		UpdateScripts:       os.Getenv("UPDATE") != "",
		Setup: func(env *testscript.Env) error {
			env.Setenv("APPS", filepath.Join(root, "testdata", "apps"))
			env.Setenv("TRACES", filepath.Join(root, "testdata", "traces"))
			env.Setenv("SCRIPTS", filepath.Join(root, "testdata", "scripts"))
			env.Setenv("TALPA_AGENT_DIR", agent)
			env.Setenv("JAVA_HOME", os.Getenv("JAVA_HOME"))
			env.Setenv("XDG_CACHE_HOME", filepath.Join(root, "out", "cache"))
			return nil
		},
		Condition: func(cond string) (bool, error) {
			if cond != "agent" {
				return false, fmt.Errorf("no condition %q", cond)
			}
			_, err := os.Stat(filepath.Join(agent, ".built"))
			return err == nil, nil
		},
	})
}

func TestVersionOf(t *testing.T) {
	t.Parallel()
	of := func(version string) *debug.BuildInfo { return &debug.BuildInfo{Main: debug.Module{Version: version}} }
	for _, c := range []struct {
		linked string
		info   *debug.BuildInfo
		want   string
	}{
		{"v1.2", of("v0.0.0-2025-abc"), "v1.2"},
		{"", of("v0.0.0-2025-abc+dirty"), "v0.0.0-2025-abc+dirty"},
		{"", of("(devel)"), "v0.0.0-unknown"},
		{"", nil, "v0.0.0-unknown"},
	} {
		if got := versionOf(c.linked, c.info); got != c.want {
			t.Errorf("versionOf(%q, %v) = %q, want %q", c.linked, c.info, got, c.want)
		}
	}
}
