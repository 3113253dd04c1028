package fleet_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"talpa/asra/trace"
	"talpa/fuzz/crash"
	"talpa/fuzz/event"
	"talpa/fuzz/export"
	"talpa/internal/execx"
	"talpa/internal/need"
)

// exported are the recorded scripts that are run in other tools: with a dialog, with the
// display turned and a text, with a row of a list.
var exported = []string{"burrow-form", "burrow-bell", "burrow-limit", "decks-filtered"}

// exportOf writes what a tool takes of a recorded script into a folder.
func exportOf(t *testing.T, crashName, file, dir string, w func(*export.Wanted)) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root, "testdata", "scripts", crashName+".talpa"))
	if err != nil {
		t.Fatal(err)
	}
	script, err := event.Decode(text)
	if err != nil {
		t.Fatal(err)
	}
	if text, err = os.ReadFile(filepath.Join(root, "testdata", "traces", crashName+".txt")); err != nil {
		t.Fatal(err)
	}
	all, err := trace.Parse(string(text))
	if err != nil || len(all) == 0 {
		t.Fatal(err)
	}
	ours := func(class string) bool { return strings.HasPrefix(class, script.Package+".") }
	wanted := export.WantedOf(&crash.Crash{Kind: crash.Java, Trace: all[0]}, crashName, ours)
	if wanted.Exception == "" || wanted.Frame == "" {
		t.Fatalf("%+v does not say what to look for", wanted)
	}
	if w != nil {
		w(&wanted)
	}
	for _, f := range export.Files(script, wanted) {
		if f.Name == file {
			path := filepath.Join(dir, file)
			if err := os.WriteFile(path, f.Text, 0o755); err != nil {
				t.Fatal(err)
			}
			return path
		}
	}
	t.Fatalf("no export %s", file)
	return ""
}

// TestExports runs the scripts that are given to other tools: by stock adb and a shell, and
// by uiautomator2. Each tells its own crash from others and puts back what it changed.
func TestExports(t *testing.T) {
	port := served(t, 1)
	python, err := filepath.Abs(filepath.Join(root, "out", "uiautomator2", "bin", "python"))
	if err != nil {
		t.Fatal(err)
	}
	tools := map[string]string{export.NameShell: need.Program(t, "sh", "any POSIX shell"), export.NamePython: python}
	env := append(os.Environ(), "ANDROID_ADB_SERVER_PORT="+port, "ANDROID_SERIAL=talpa-1", "HOME="+t.TempDir(),
		"PAUSE=0", "WAIT=3")
	run := func(t *testing.T, name, file string, want int, w func(*export.Wanted)) {
		t.Helper()
		ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
		defer cancel()
		res, _ := execx.Run(ctx, execx.Cmd{Name: tools[file], Args: []string{exportOf(t, name, file, t.TempDir(), w)},
			Env: env})
		if res.ExitCode != want {
			t.Errorf("%s of %s: exit status %d, want %d\n%s%s", file, name, res.ExitCode, want, res.Stdout, res.Stderr)
		}
		rotation, _ := stockAdb(t, port, "-s", "talpa-1", "shell", "settings get system user_rotation")
		if rotation = strings.TrimSpace(rotation); rotation != "0" && rotation != "null" {
			t.Errorf("%s of %s leaves the display turned: user_rotation %s", file, name, rotation)
		}
	}
	for _, file := range []string{export.NameShell, export.NamePython} {
		t.Run(file, func(t *testing.T) {
			if _, err := os.Stat(tools[file]); err != nil {
				need.Missing(t, "uiautomator2", "scripts/uiautomator2.sh")
			}
			stockAdb(t, port, "-s", "talpa-1", "uninstall", "dev.talpa.burrow")
			run(t, "burrow-form", file, 2, nil)
			for _, app := range []string{"burrow", "decks"} {
				if out, code := stockAdb(t, port, "-s", "talpa-1", "install", filepath.Join(root, "testdata", "apps",
					app+".apk")); code != 0 {
					t.Fatal(out)
				}
			}
			for _, name := range exported {
				run(t, name, file, 0, nil)
			}
			run(t, "burrow-form", file, 1, func(w *export.Wanted) { w.Frame = "dev.talpa.burrow.Other.onClick" })
			run(t, "burrow-form", file, 4, func(w *export.Wanted) { w.Kind = "" })
		})
	}
}
