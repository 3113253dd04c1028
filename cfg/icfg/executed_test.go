package icfg_test

import (
	"bufio"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"testing"

	"talpa/cfg/callgraph"
	"talpa/cfg/icfg"
	"talpa/cfg/icfg/icfgtest"
	"talpa/dex"
	"talpa/dex/dextest"
)

// recordings names a folder of recordings of what ran (NAME.jsonl beside
// NAME.apk), as scripts/executed.sh makes them.
var recordings = flag.String("recordings", "", "folder of NAME.apk with NAME.jsonl to check for soundness")

// enough is the share of the methods that ran which has to be reachable.
const enough = 0.99

// TestExecuted states that what ran can be reached: of the app methods that a
// recording has, at least 99 in 100 can run under some component.
func TestExecuted(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(*recordings, "*.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	if *recordings == "" {
		t.Skip("no -recordings: skipped")
	}
	if len(files) == 0 {
		t.Fatalf("%s has no recordings", *recordings)
	}
	sort.Strings(files)
	for _, file := range files {
		base := strings.TrimSuffix(file, ".jsonl")
		t.Run(filepath.Base(base), func(t *testing.T) {
			p := icfgtest.Load(t, base+".apk")
			ran, missed := check(t, p, executed(t, file))
			if ran == 0 {
				t.Skip("nothing ran")
			}
			t.Logf("| %s | %d | %d |", filepath.Base(base), ran, len(missed))
			for _, m := range missed {
				t.Logf("missed %s", m)
			}
			if float64(len(missed)) > (1-enough)*float64(ran) {
				t.Errorf("%d of %d methods that ran are not reachable", len(missed), ran)
			}
		})
	}
}

// executed are the methods of a recording, each once, in order of appearance.
func executed(t *testing.T, path string) []string {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var all []string
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 64<<20)
	for lines.Scan() {
		var line struct {
			New []struct{ Method string }
		}
		if err := json.Unmarshal(lines.Bytes(), &line); err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		for _, m := range line.New {
			if m.Method != "" {
				all = append(all, m.Method)
			}
		}
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	return all
}

// check counts the recorded methods that the app defines, and lists those that no
// component can run.
func check(t *testing.T, p *icfg.Program, names []string) (ran int, missed []string) {
	t.Helper()
	for _, name := range names {
		ref, err := dex.ParseMethodRef(name)
		if err != nil {
			t.Fatal(err)
		}
		m := p.Hierarchy.Set().Method(ref)
		if m == nil {
			continue // made by the device: bridges, lambdas
		}
		ran++
		if id := p.Calls.ID(m); id == callgraph.NoMethod || !runsSomewhere(p, id) {
			missed = append(missed, name)
		}
	}
	return ran, missed
}

// TestCheck keeps the check honest: a method that nothing calls is missed.
func TestCheck(t *testing.T) {
	t.Parallel()
	p := icfgtest.Load(t, burrow)
	create := dextest.Method(t, p.Hierarchy.Set(), "Ldev/talpa/burrow/HomeActivity;->onCreate(Landroid/os/Bundle;)V").String()
	ran, missed := check(t, p, []string{create, "Ldev/talpa/burrow/Gone;->made()V"})
	if ran != 1 || len(missed) != 0 {
		t.Errorf("%d ran, %q missed", ran, missed)
	}
	if _, missed := check(t, icfgtest.Build(t, map[string]string{
		"app": "activity t.Main", "in.smali": ".class public Lt/Main;\n.super Landroid/app/Activity;\n" +
			".method public alone()V\n    .registers 1\n    return-void\n.end method\n",
	}), []string{"Lt/Main;->alone()V"}); len(missed) != 1 {
		t.Errorf("a method that nothing calls is not missed: %q", missed)
	}
}
