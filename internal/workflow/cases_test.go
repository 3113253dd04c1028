package workflow

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"talpa/asra/trace"
	"talpa/fuzz/crash"
	"talpa/fuzz/event"
	"talpa/internal/corpus"
	"talpa/internal/workflow/fleet"
	"talpa/internal/workflow/input"
)

// quickCases are the published crashes whose scripts are replayed every time: a small app
// each, by a setting, by the way back out of a screen, and by a rotation.
var quickCases = []string{"birthdroid-13", "ATimeTracker-10", "lrkFM_44"}

// TestCaseScripts states that the published crashes happen on the embedded device: the
// scripts of testdata/scripts/cases were written by hand, from the report and the app's code, and
// say in a comment what makes the crash happen. -cases replays all of them, some minutes:
//
//	go test ./internal/workflow -run TestCaseScripts -cases -timeout 30m
func TestCaseScripts(t *testing.T) {
	startsDevices(t)
	m := confined(t)
	devices := replayDevices{t: t, m: m, fleets: map[surroundings]*fleet.Fleet{}}
	for _, c := range publishedCrashes(t) {
		if !*allCases && !slices.Contains(quickCases, c.name) {
			continue
		}
		t.Run(c.name, func(t *testing.T) {
			a, err := input.OpenApp(t.Context(), c.apk)
			if err != nil {
				t.Fatal(err)
			}
			found, err := input.Wanted(c.trace, a)
			if err != nil {
				t.Fatal(err)
			}
			want := target{app: a, matcher: crash.Matcher{Want: found.Expected, InApp: a.Defines, Least: trace.Point}}
			if !devices.crashes(t, c.apk, readScript(t, c.script), want, nil) {
				t.Error("the crash did not happen")
			}
		})
	}
}

// TestCaseScriptsFit states without a device that each script is one of its app, and that
// none belongs to a case that is not there.
func TestCaseScriptsFit(t *testing.T) {
	apks := map[string]string{}
	for _, c := range corpus.Cases(t) {
		apks[c.Name+".talpa"] = c.APK
	}
	scripts, err := filepath.Glob(filepath.Join(root, "testdata", "scripts", "cases", "*.talpa"))
	if err != nil {
		t.Fatal(err)
	}
	const least = 32
	if len(scripts) < least {
		t.Errorf("%d scripts, want %d at least", len(scripts), least)
	}
	for _, path := range scripts {
		script := readScript(t, path)
		apk, ok := apks[filepath.Base(path)]
		if !ok {
			t.Errorf("%s: no such case", filepath.Base(path))
			continue
		}
		a, err := input.OpenApp(t.Context(), apk)
		if err != nil {
			t.Fatal(err)
		}
		if pkg := a.Archive.Manifest().Package; script.Package != pkg {
			t.Errorf("%s: a script for %s, the app is %s", filepath.Base(path), script.Package, pkg)
		}
	}
}

// readScript reads a recorded script.
func readScript(t *testing.T, path string) *event.Script {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatalf("%v (run TestNothingLost with -update to record it)", err)
	}
	script, err := event.Decode(text)
	if err != nil {
		t.Fatal(err)
	}
	return script
}
