package workflow

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"talpa/asra/guide"
	"talpa/device"
	"talpa/fuzz"
	"talpa/fuzz/event"
	"talpa/fuzz/record"
	"talpa/instrument"
	"talpa/internal/corpus"
	"talpa/internal/golden"
	"talpa/internal/workflow/copies"
	"talpa/internal/workflow/fleet"
	"talpa/internal/workflow/progress"
)

// planted is a crash that was planted in a sample app.
type planted struct {
	name, apk string
	trace     TraceInput
	script    string // path of the script that causes it
	byHand    bool   // the script is not recorded
}

// plantedCrashes are the traces of testdata whose apps are ours.
func plantedCrashes(t *testing.T) []planted {
	t.Helper()
	traces, err := filepath.Glob(filepath.Join(root, "testdata", "traces", "*.txt"))
	if err != nil {
		t.Fatal(err)
	}
	var all []planted
	for _, path := range traces {
		name := strings.TrimSuffix(filepath.Base(path), ".txt")
		app, _, _ := strings.Cut(name, "-")
		apk := filepath.Join(root, "testdata", "apps", app+".apk")
		if _, err := os.Stat(apk); err != nil {
			continue // a trace of somebody else's app
		}
		script := filepath.Join(root, "testdata", "scripts", name+".talpa")
		all = append(all, planted{name: name, apk: apk, trace: read(t, name), script: script})
	}
	const least = 25
	if len(all) < least {
		t.Fatalf("%d planted crashes, want %d at least", len(all), least)
	}
	return all
}

// allCases makes TestNothingLost go through the published crashes of the corpus too, and
// TestCaseScripts through all of them.
var allCases = flag.Bool("cases", false, "replay the scripts of all published crashes of the corpus, not of a few")

// lostLevel is the level at which TestNothingLost prunes: with another than the default it says
// which crashes that level loses, which the levels reach and paper may.
var lostLevel = flag.String("level", string(guide.LevelASRA), "the level at which TestNothingLost prunes")

// publishedCrashes are the crashes of the corpus that have a script, which are written by
// hand: see TestCaseScripts.
func publishedCrashes(t *testing.T) []planted {
	t.Helper()
	var all []planted
	for _, c := range corpus.Cases(t) {
		script := filepath.Join(root, "testdata", "scripts", "cases", c.Name+".talpa")
		if _, err := os.Stat(script); err != nil {
			continue
		}
		text, err := os.ReadFile(c.Trace)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, planted{name: c.Name, apk: c.APK, trace: TraceInput{Name: "trace.txt", Text: string(text)},
			script: script, byHand: true})
	}
	return all
}

// TestNothingLost states that pruning loses no crash: the recorded script that causes a
// crash in the app as it is causes it in the pruned app, and of the callbacks that
// run on its path none is one that the guide calls irrelevant.
//
// The scripts are recorded by a search on the app as it is, or where that fails (it has
// no probes) by the whole job, and minimised on the app as it is; some minutes:
//
//	go test ./internal/workflow -run TestNothingLost -update -timeout 1h
//
// or, for one of them, -run TestNothingLost/burrow-form. With -cases the published crashes
// of the corpus that have a script are replayed too; with -level paper it fails for those that
// this level loses.
func TestNothingLost(t *testing.T) {
	startsDevices(t)
	m := testMachine(t)
	devices := replayDevices{t: t, m: m, fleets: map[surroundings]*fleet.Fleet{}}
	crashes := plantedCrashes(t)
	if *allCases {
		crashes = append(crashes, publishedCrashes(t)...)
	}
	for _, c := range crashes {
		t.Run(c.name, func(t *testing.T) {
			if golden.Updating() && !c.byHand {
				recordScript(t, m, c)
			}
			nothingLost(t, devices, c)
		})
	}
}

// TestNothingLostNotices: the check notices an app that is pruned of what the crash needs.
func TestNothingLostNotices(t *testing.T) {
	startsDevices(t)
	m := testMachine(t)
	devices := replayDevices{t: t, m: m, fleets: map[surroundings]*fleet.Fleet{}}
	c := planted{name: "burrow-form", apk: burrow, trace: read(t, "burrow-form"),
		script: filepath.Join(root, "testdata", "scripts", "burrow-form.talpa")}
	r := prunedReplay(t, devices, c, func(g *guide.Guide) {
		for i := range g.Callbacks {
			if g.Callbacks[i].Role == guide.RoleClick {
				g.Callbacks[i].Verdict = guide.Irrelevant
			}
		}
	})
	if !r.whole || r.pruned {
		t.Errorf("the crash happened in the app: %v; without its click handlers: %v", r.whole, r.pruned)
	}
	if len(r.dropped) == 0 {
		t.Error("no click handler that ran is found dropped")
	}
}

// nothingLost replays the script of a crash on the app as it is and on the pruned app.
func nothingLost(t *testing.T, devices replayDevices, c planted) {
	t.Helper()
	r := prunedReplay(t, devices, c, func(*guide.Guide) {})
	if !r.whole {
		t.Error("the crash did not happen in the app as it is")
	}
	if !r.pruned {
		t.Error("the crash did not happen in the pruned app")
	}
	for _, method := range r.dropped {
		t.Errorf("%s ran on the path to the crash and is dropped", method)
	}
}

// prunedRun is what came of the two replays of a script.
type prunedRun struct {
	whole, pruned bool     // the crash happened
	dropped       []string // callbacks that ran and are irrelevant by the guide
}

// prunedReplay prunes an app by its guide, which the test may change, and replays the
// script of a crash on both.
func prunedReplay(t *testing.T, devices replayDevices, c planted, change func(*guide.Guide)) prunedRun {
	t.Helper()
	ctx := t.Context()
	j := job{machine: devices.m, options: ReproduceOptions{APK: c.apk, Trace: c.trace, Level: *lostLevel, Match: "point"},
		Log: progress.New(nil, devices.m.Log, time.Now)}
	want, err := resolve(ctx, j)
	if err != nil {
		t.Fatal(err)
	}
	g, err := analyse(ctx, j, want)
	if err != nil {
		t.Fatal(err)
	}
	change(g)
	pruned, err := copies.Make(ctx, c.apk, filepath.Join(t.TempDir(), "pruned.apk"), g, instrument.Mode(*lostLevel), "dex", nil)
	if err != nil {
		t.Fatal(err)
	}
	script := readScript(t, c.script)
	var recorded bytes.Buffer
	r := prunedRun{
		whole:  devices.crashes(t, c.apk, script, want, &recorded),
		pruned: devices.crashes(t, pruned.Path, script, want, nil),
	}
	ran := ranMethods(t, recorded.Bytes())
	for _, cb := range g.Callbacks {
		if ran[cb.Method] && cb.Verdict == guide.Irrelevant {
			r.dropped = append(r.dropped, cb.Method)
		}
	}
	t.Logf("%d methods ran, %d callbacks are dropped", len(ran), len(pruned.Report.Changed))
	return r
}

// replayDevices are embedded devices that tests share, one for each kind of network and API level.
type replayDevices struct {
	t      *testing.T // whose end is theirs
	m      Machine
	fleets map[surroundings]*fleet.Fleet
}

// surroundings are what a script says of the device that it is for.
type surroundings struct {
	network Network
	api     int
}

// open connects to the device for a script.
func (d replayDevices) open(script *event.Script) (device.Device, error) {
	key := surroundings{NetworkOff, script.API}
	if script.StandIns {
		key.network = NetworkStandIn
	}
	f := d.fleets[key]
	if f == nil {
		var err error
		o := RunOptions{Network: key.network, API: key.api, Seed: script.Seed}
		if f, err = openFleet(d.t.Context(), d.m, o, 1); err != nil {
			return nil, err
		}
		d.t.Cleanup(f.Close)
		d.fleets[key] = f
	}
	if os.Getenv("TALPA_FRESH") != "" {
		return f.Open(d.t.Context(), 0)
	}
	return f.OpenRecycling(d.t.Context(), 0)
}

// crashes replays a script and says whether the wanted crash happened. The processes run
// in one JVM, one after the other, unless TALPA_FRESH=1 asks for one each: it is pruning
// that is tried here; that crashes hold on fresh JVMs TestPlantedBugs demands. What ran is recorded if asked.
func (d replayDevices) crashes(t *testing.T, apk string, script *event.Script, want target,
	recorded *bytes.Buffer) bool {
	t.Helper()
	ctx := t.Context()
	dev, err := d.open(script)
	if err != nil {
		t.Fatal(err)
	}
	defer dev.Close()
	if recorded != nil {
		recorder := dev.(device.Recorder)
		defer recorder.Record(context.WithoutCancel(ctx), false)
		if dev, err = record.New(recorded).Watch(ctx, dev); err != nil {
			t.Fatal(err)
		}
	}
	installed, err := dev.Install(ctx, apk)
	if err != nil {
		t.Fatal(err)
	}
	out, err := fuzz.Replay(ctx, dev, installed, script, fuzz.ReplayOptions{InApp: want.app.Defines})
	if err != nil {
		t.Fatal(err)
	}
	verdict, ok := want.matcher.Best(out.Crashes)
	if !ok || !verdict.Accepted {
		t.Logf("%s: %d crashes, the best: %s", filepath.Base(apk), len(out.Crashes), verdict.Match.Why)
	}
	return ok && verdict.Accepted
}

// recordScript searches for a crash on the app as it is and, if that fails, with the
// whole job; both minimise the script on the app as it is.
func recordScript(t *testing.T, m Machine, c planted) {
	t.Helper()
	o := ReproduceOptions{
		APK: c.apk, Trace: c.trace, Level: "none", Rewriter: "none", Confirm: 3, Match: "point",
		Run: RunOptions{Out: t.TempDir(), Seed: 1, Time: 5 * time.Minute, Generator: "guided", Network: NetworkAuto},
	}
	result, err := Reproduce(t.Context(), m, o)
	if err == nil && !result.Reproduced {
		o.Level, o.Rewriter, o.Run.Out = "asra", "dex", t.TempDir()
		result, err = Reproduce(t.Context(), m, o)
	}
	if err != nil {
		t.Fatal(err)
	}
	if !result.Reproduced || result.Stability != result.StabilityRuns {
		t.Fatalf("not reproduced, or not every time:\n%s", result.Summary())
	}
	script, err := os.ReadFile(result.Script)
	if err != nil {
		t.Fatal(err)
	}
	golden.Equal(t, c.script, script)
}

// ranMethods are the methods that a record tells of.
func ranMethods(t *testing.T, text []byte) map[string]bool {
	t.Helper()
	ran := map[string]bool{}
	for line := range strings.Lines(string(text)) {
		var l record.Line
		if err := json.Unmarshal([]byte(line), &l); err != nil {
			t.Fatal(err)
		}
		for _, m := range l.New {
			ran[m.Method] = true
		}
	}
	delete(ran, "")
	if len(ran) == 0 {
		t.Fatal("nothing was recorded")
	}
	return ran
}
