package doctor

import (
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"talpa/device/virtual"
	"talpa/device/virtual/agenttest"
	"talpa/device/virtual/confine"
)

func TestMain(m *testing.M) { agenttest.Main(m) }

// machine is one whose java is this test program, which prints no version, and whose agent has no
// framework.
func machine(t *testing.T) virtual.Options {
	t.Helper()
	setup := agenttest.New(t)
	return virtual.Options{
		AgentDir: setup.AgentDir, JavaHome: setup.JavaHome, Launcher: setup.Launcher, Manifest: agenttest.Manifest,
		CacheDir: t.TempDir(), DataDir: t.TempDir(), Log: slog.New(slog.DiscardHandler),
	}
}

// java is the home of a program that prints a version as java does.
func java(t *testing.T, version string) string {
	t.Helper()
	home := t.TempDir()
	script := "#!/bin/sh\necho '" + version + "' >&2\n"
	if err := os.Mkdir(filepath.Join(home, "bin"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(home, "bin", "java"), []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
	return home
}

// TestRun: every check that fails says how to cure it, and none starts a device that cannot run.
func TestRun(t *testing.T) {
	t.Parallel()
	var lines []string
	for _, c := range Run(t.Context(), machine(t)) {
		if !c.OK && c.Cure == "" {
			t.Errorf("%s fails without a cure: %s", c.Name, c.Detail)
		}
		lines = append(lines, fmt.Sprintf("%s %v", c.Name, c.OK))
	}
	text := strings.Join(lines, "\n")
	for _, want := range []string{"java false", "agent true", "android framework false", "disk "} {
		if !strings.Contains(text, want) {
			t.Errorf("lacks %q:\n%s", want, text)
		}
	}
	if strings.Contains(text, "start ") {
		t.Errorf("started without a framework:\n%s", text)
	}
}

// TestCheckJava states which javas are new enough, by what they print.
func TestCheckJava(t *testing.T) {
	t.Parallel()
	for version, want := range map[string]bool{
		`openjdk version "17.0.9" 2023-10-17`: true,
		`openjdk version "21" 2023-09-19`:     true,
		`java version "1.8.0_392"`:            false,
		`openjdk version "11.0.21"`:           false,
		"java 17":                             false,
	} {
		home := java(t, version)
		c := checkJava(t.Context(), virtual.Options{JavaHome: home})
		if c.OK != want || c.OK == (c.Cure != "") {
			t.Errorf("%q: %+v, want %v", version, c, want)
		}
		if want && !strings.HasSuffix(c.Detail, " in "+home) {
			t.Errorf("%q is not told where it is: %s", version, c.Detail)
		}
	}
	if c := checkJava(t.Context(), virtual.Options{JavaHome: t.TempDir()}); c.OK || c.Warn {
		t.Errorf("a folder without java: %+v", c)
	}
}

// TestCheckSDK: a framework that broke off while it was fetched is none.
func TestCheckSDK(t *testing.T) {
	t.Parallel()
	for size, want := range map[int64]bool{minSDKJar: true, minSDKJar - 1: false, 0: false} {
		dir := t.TempDir()
		if err := os.Mkdir(filepath.Join(dir, "sdk"), 0o755); err != nil {
			t.Fatal(err)
		}
		jar := filepath.Join(dir, "sdk", "android-all-instrumented-14.jar")
		if err := os.WriteFile(jar, nil, 0o644); err != nil {
			t.Fatal(err)
		}
		if err := os.Truncate(jar, size); err != nil {
			t.Fatal(err)
		}
		if c := checkSDK(virtual.Options{AgentDir: dir}); c.OK != want {
			t.Errorf("a jar of %d bytes: %+v", size, c)
		}
	}
}

// TestCheckNamespaces: what the kernel lacks is warned of, the gravest first, and all of it is fine.
func TestCheckNamespaces(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		have confine.Support
		want string
	}{
		{confine.Support{}, "no user namespaces"},
		{confine.Support{Namespaces: true}, "no mounts there"},
		{confine.Support{Namespaces: true, Mounts: true}, "no /proc of its own"},
		{confine.Support{Namespaces: true, Mounts: true, Processes: true}, "a root of the app's own"},
	} {
		got := checkNamespaces(c.have)
		if len(got) != 1 || !strings.Contains(got[0].Detail, c.want) || got[0].OK != c.have.Processes ||
			got[0].Warn == got[0].OK {
			t.Errorf("%+v: %+v, want %q", c.have, got, c.want)
		}
	}
}

// TestCheckConfinement: without a launcher the app's code is not confined, which is a warning.
func TestCheckConfinement(t *testing.T) {
	t.Parallel()
	got := checkConfinement(t.Context(), virtual.Options{})
	if len(got) != 1 || got[0].OK || !got[0].Warn || got[0].Cure == "" {
		t.Errorf("%+v", got)
	}
	if got := checkConfinement(t.Context(), virtual.Options{Launcher: []string{"/none/talpa"}}); len(got) != 1 ||
		got[0].OK || got[0].Warn {
		t.Errorf("a launcher that is not there: %+v", got)
	}
}

// TestCheckDisk: the room is that of the folder's nearest parent, since the cache is made later.
func TestCheckDisk(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	c := checkDisk(virtual.Options{CacheDir: filepath.Join(dir, "not", "yet")})
	if !strings.HasSuffix(c.Detail, " MiB free at "+dir) {
		t.Errorf("%+v", c)
	}
}
