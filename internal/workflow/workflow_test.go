package workflow

import (
	"bytes"
	"context"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"talpa/fuzz/oracle"
	"talpa/fuzz/report"
	"talpa/internal/need"
	"talpa/internal/workflow/fleet/fleettest"
	"talpa/internal/workflow/input"
)

// root is the module's folder.
var root = filepath.Join("..", "..")

// testMachine is this computer with the agent of this checkout.
func testMachine(t *testing.T) Machine {
	t.Helper()
	m := fleettest.Machine(t, root)
	m.JavaHome, m.Now = os.Getenv("JAVA_HOME"), time.Now
	return m
}

// read returns a trace of testdata.
func read(t *testing.T, name string) TraceInput {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root, "testdata", "traces", name+".txt"))
	if err != nil {
		t.Fatal(err)
	}
	return TraceInput{Name: name + ".txt", Text: string(text)}
}

var burrow = filepath.Join(root, "testdata", "apps", "burrow.apk")

// moreBugs are those that only the whole of the tests searches for: TestNothingLost replays the crash of each anyway.
var moreBugs = []string{
	"burrow-bell", "burrow-picture", "burrow-limit", "beaver-comma", "beaver-session", "stoat-dark",
	"stoat-twice", "shrew-eat", "shrew-town", "vole-eat", "vole-query", "vole-draft",
}

// TestPlantedBugs has the whole job find every bug that was planted in burrow,
// two of dovecote: one wants work in the background to be late, the other rows of a server, whose
// turn comes by itself; three of beaver: a language, a quote, the death of the process; and those of stoat, one of them
// behind the icon of a search, one by a broadcast that a button registers for; two of shrew: rows that went while others
// were picked, a setting that another screen stores as it is left; of vole a page, a loop, a link and a saved state. A
// trace bears the app's name.
func TestPlantedBugs(t *testing.T) {
	startsDevices(t)
	m := testMachine(t)
	for _, name := range []string{
		"burrow-context-menu", "burrow-form", "burrow-bell", "burrow-sync", "burrow-rotation", "burrow-picture",
		"burrow-limit",
		"dovecote-late", "dovecote-last", "beaver-comma", "beaver-search", "beaver-session",
		"stoat-dark", "stoat-pattern", "stoat-plug", "stoat-twice", "shrew-eat", "shrew-town",
		"vole-rain", "vole-eat", "vole-query", "vole-draft",
	} {
		t.Run(name, func(t *testing.T) {
			if slices.Contains(moreBugs, name) {
				need.OnlyWhole(t)
			}
			t.Parallel() // with each other: half of the time they wait for a JVM
			app, _, _ := strings.Cut(name, "-")
			replays := 1 // of the final script, on a fresh JVM each
			if name == "burrow-form" {
				replays = 3
			}
			result, err := Reproduce(t.Context(), m, ReproduceOptions{
				APK: filepath.Join(root, "testdata", "apps", app+".apk"), Trace: read(t, name), Level: "asra", Rewriter: "dex",
				Confirm: replays, Match: "method",
				Run: RunOptions{Out: t.TempDir(), Seed: 1, Time: 5 * time.Minute, Generator: "guided", Network: NetworkAuto},
			})
			if err != nil {
				t.Fatal(err)
			}
			if !result.Reproduced || result.Stability != result.StabilityRuns {
				t.Fatalf("not reproduced, or not every time:\n%s", result.Summary())
			}
			t.Logf("%d events, %.0f s, script of %d, %s", result.Events, result.FoundAfter, result.Steps, result.Match)
		})
	}
}

// TestFuzzFindings has a search without a trace find some of the planted bugs,
// each with a script that was shortened and works on a fresh device.
func TestFuzzFindings(t *testing.T) {
	startsDevices(t)
	result, err := Fuzz(t.Context(), testMachine(t), FuzzOptions{
		APK: burrow, Oracles: []string{"crash"}, Progress: func(Progress) {},
		Run: RunOptions{Out: t.TempDir(), Seed: 1, Events: 60, Generator: "guided"},
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Log(result.Summary())
	if len(result.Findings) < 2 {
		t.Fatal("fewer than two were found")
	}
	for _, f := range result.Findings {
		if !f.Confirmed || f.Oracle != "crash" || f.Steps > 12 {
			t.Errorf("%+v", f)
		}
		if script, err := os.ReadFile(f.Script); err != nil || strings.Count(string(script), "\n") < f.Steps {
			t.Errorf("%s: %v", f.Script, err)
		}
	}
}

// TestFuzzFindsWrongData has the data-manipulation oracle find granary's planted bug,
// which no crash tells of: renaming takes the position in the sorted list for that
// in the stored one, so it takes two sacks.
func TestFuzzFindsWrongData(t *testing.T) {
	startsDevices(t)
	result, err := Fuzz(t.Context(), testMachine(t), FuzzOptions{
		APK: filepath.Join(root, "testdata", "apps", "granary.apk"), Progress: func(Progress) {},
		Oracles: []string{"crash", "dmf=" + filepath.Join("testdata", "dmf_granary.json")},
		Run:     RunOptions{Out: t.TempDir(), Seed: 1, Events: 300, Generator: "random"},
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(result.Findings) == 0 {
		t.Fatalf("nothing was found:\n%s", result.Summary())
	}
	for _, f := range result.Findings {
		if f.Oracle != "dmf" || !strings.HasPrefix(f.Signature, "rename sack|") || !f.Confirmed || f.Steps > 14 {
			t.Errorf("%+v", f)
		}
	}
	if names := propertyNames(result.Properties); !slices.Equal(names, []string{"fill sack", "rename sack", "empty sack"}) {
		t.Errorf("properties %q", names)
	}
}

func propertyNames(all []oracle.Tally) []string {
	names := make([]string, len(all))
	for i := range all {
		names[i] = all[i].Property
	}
	return names
}

// TestFuzzFindsDependentRows has the invariance oracle find orchard's planted bug,
// which no crash and no specification tells of: a tick on one row changes what a touch
// on another one is taken for.
func TestFuzzFindsDependentRows(t *testing.T) {
	startsDevices(t)
	// Which mutants a search plays is chance: about one seed in four finds the bug within 600 events, seed 1 within 300.
	var result *Findings
	for seed := int64(1); seed <= 10 && (result == nil || len(result.Findings) == 0); seed++ {
		var err error
		result, err = Fuzz(t.Context(), testMachine(t), FuzzOptions{
			APK: filepath.Join(root, "testdata", "apps", "orchard.apk"), Progress: func(Progress) {},
			Oracles: []string{"invariance"},
			Run:     RunOptions{Out: t.TempDir(), Seed: seed, Events: 300, Generator: "guided"},
		})
		if err != nil {
			t.Fatal(err)
		}
		t.Logf("seed %d: %s", seed, result.Summary())
	}
	if len(result.Findings) == 0 {
		t.Fatalf("nothing was found with any of ten seeds:\n%s", result.Summary())
	}
	// The planted bug, a tick that changes what a later touch is taken for, shows as another tree that
	// is opened, or one that does not go away: under which name is chance, but never without a tick.
	for _, f := range result.Findings {
		if f.Oracle != "invariance" || !f.Confirmed {
			t.Errorf("%+v", f)
		}
		script, err := os.ReadFile(f.Script)
		text := string(script)
		wiped, tick := strings.Index(text, "\ncleardata\n"), strings.LastIndex(text, "id/picked")
		if err != nil || strings.Count(text, "\ncleardata\n") != 1 || tick < wiped || strings.LastIndex(text, "\ntap ") < tick {
			t.Errorf("%v:\n%s", err, script)
		}
	}
}

// TestFuzzBlamesNoRightApp has the invariance oracle play mutants of grove, orchard's right twin,
// and blame nothing: neither its snackbar, nor what that lies over, nor the line that says what was
// picked last, nor rows that moved out of sight.
func TestFuzzBlamesNoRightApp(t *testing.T) {
	startsDevices(t)
	seeds := int64(1)
	if need.Whole() {
		seeds = 2
	}
	for seed := int64(1); seed <= seeds; seed++ {
		result, err := Fuzz(t.Context(), testMachine(t), FuzzOptions{
			APK: filepath.Join(root, "testdata", "apps", "grove.apk"), Progress: func(Progress) {},
			Oracles: []string{"invariance"},
			Run:     RunOptions{Out: t.TempDir(), Seed: seed, Events: 600, Generator: "guided"},
		})
		if err != nil {
			t.Fatal(err)
		}
		if played := result.Properties[0].Judged; len(result.Findings) > 0 || played < 5 {
			t.Errorf("seed %d, %d mutants played: %s", seed, played, result.Summary())
		}
	}
}

func TestUnknownOracle(t *testing.T) {
	t.Parallel()
	_, err := Fuzz(t.Context(), Machine{}, FuzzOptions{APK: burrow, Oracles: []string{"psychic"},
		Run: RunOptions{Events: 1, Generator: "guided"}})
	if err == nil || !strings.Contains(err.Error(), "there are crash, anr") || FaultOf(err) != FaultUser {
		t.Errorf("error %v", err)
	}
}

func TestWanted(t *testing.T) {
	t.Parallel()
	a, err := input.OpenApp(t.Context(), burrow)
	if err != nil {
		t.Fatal(err)
	}
	one, two := read(t, "burrow-form"), read(t, "burrow-sync")
	both := one.Text + "\n\n" + two.Text
	for _, test := range []struct {
		name string
		in   TraceInput
		want string // exception of the cause, or part of the error
	}{
		{"one", one, "java.lang.NumberFormatException"},
		{"first of two", TraceInput{Name: "x", Text: both}, "java.lang.NumberFormatException"},
		{"second of two", TraceInput{Name: "x", Text: both, Crash: 2}, "java.lang.NullPointerException"},
		{"third of two", TraceInput{Name: "x", Text: both, Crash: 3}, "there are only 2"},
		{"negative", TraceInput{Name: "x", Text: both, Crash: -1}, "counts from 1"},
		{"another app", read(t, "selendroid-onclick"), "none of its classes (io.selendroid.testapp.HomeScreenActivity$3)"},
		{"framework only", TraceInput{Name: "x",
			Text: "java.lang.NullPointerException\n\tat android.view.View.performClick(View.java:1)\n"},
			"java.lang.NullPointerException"},
		{"framework only, of another app", TraceInput{Name: "x", Text: "Process: other.app, PID: 9\n" +
			"java.lang.NullPointerException\n\tat android.view.View.performClick(View.java:1)\n"},
			"it names other.app"},
		{"framework only, of this app", TraceInput{Name: "x", Text: "Process: dev.talpa.burrow, PID: 9\n" +
			"java.lang.RuntimeException: Unable to start activity ComponentInfo{dev.talpa.burrow/dev.talpa.burrow.X}: no\n" +
			"\tat android.app.ActivityThread.performLaunchActivity(ActivityThread.java:1)\n"}, "java.lang.RuntimeException"},
		{"no mapping", TraceInput{Name: "x", Text: one.Text, Mapping: "absent.txt"}, "reading the mapping"},
	} {
		got, err := input.Wanted(test.in, a)
		text := ""
		if err != nil {
			text = err.Error()
		} else {
			text = got.Exception
		}
		if !strings.Contains(text, test.want) {
			t.Errorf("%s: got %q, want %q", test.name, text, test.want)
		}
	}
}

func TestRunOptions(t *testing.T) {
	t.Parallel()
	good := RunOptions{Generator: "guided"}
	if err := good.check(); err != nil {
		t.Error(err)
	}
	for _, bad := range []RunOptions{
		{Generator: "psychic"},
		{Generator: "random", Time: -1},
		{Generator: "random", Events: -1},
		{Generator: "random", Serial: "emulator-5554", Devices: 2},
	} {
		if bad.check() == nil {
			t.Errorf("%+v: want an error", bad)
		}
	}
}

func TestNewRunDir(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, want := range []string{"talpa-app", "talpa-app-2", "talpa-app-3"} {
		dir, err := newRunDir("", "some/app.apk")
		if err != nil {
			t.Fatal(err)
		}
		if got := filepath.Base(dir.Path("")); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}

func TestNoAgent(t *testing.T) {
	t.Parallel()
	m := Machine{AgentDir: filepath.Join(t.TempDir(), "absent"), CacheDir: t.TempDir(), Log: slog.New(slog.DiscardHandler)}
	_, err := openFleet(context.Background(), m, RunOptions{}, 1)
	if FaultOf(err) != FaultInfra || !strings.Contains(err.Error(), "talpa device doctor") {
		t.Errorf("got %v, want a fault of the infrastructure that names the way out", err)
	}
}

// TestFuzzFindsWhatPropertiesForbid has rules find granary's planted bug, and the script
// of the finding judge itself by the oracle that it names, wherever its file lies then.
func TestFuzzFindsWhatPropertiesForbid(t *testing.T) {
	startsDevices(t)
	m, apk, dir := testMachine(t), filepath.Join(root, "testdata", "apps", "granary.apk"), t.TempDir()
	result, err := Fuzz(t.Context(), m, FuzzOptions{
		APK: apk, Progress: func(Progress) {}, Oracles: []string{"crash", "property=" + filepath.Join("testdata",
			"granary.star")},
		Run: RunOptions{Out: dir, Seed: 1, Events: 300, Generator: "random"},
	})
	if err != nil {
		t.Fatal(err)
	}
	fill := result.Properties[0]
	if fill.Property != "fill" || len(result.Findings) == 0 || fill.Judged == 0 || fill.Held < fill.Begun ||
		!strings.Contains(result.Summary(), "property: fill ") {
		t.Fatalf("nothing was found: %+v\n%s", result.Properties, result.Summary())
	}
	for _, f := range result.Findings {
		if f.Oracle != "property" || !strings.HasPrefix(f.Title, "rename: renaming changes one sack") || !f.Confirmed ||
			f.Steps > 20 {
			t.Errorf("%+v", f)
		}
	}
	script := result.Findings[0].Script
	replayed, err := Replay(t.Context(), m, ReplayOptions{Script: script, APK: apk, Times: 1})
	if err != nil || replayed.Verdict != report.Reproduced || !strings.HasPrefix(replayed.Crash, "rename: ") {
		t.Errorf("the replay: %+v, %v", replayed, err)
	}
	text, err := os.ReadFile(script)
	if err != nil {
		t.Fatal(err)
	}
	lost := filepath.Join(t.TempDir(), "lost.talpa")
	if err := os.WriteFile(lost, bytes.ReplaceAll(text, []byte("testdata"), []byte("nowhere")), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err = Replay(t.Context(), m, ReplayOptions{Script: lost, APK: apk, Times: 1}); err == nil ||
		!strings.Contains(err.Error(), "--oracle property=FILE") {
		t.Errorf("a script whose properties are gone: %v", err)
	}
}
