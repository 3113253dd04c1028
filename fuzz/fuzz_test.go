package fuzz

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"talpa/asra/guide"
	"talpa/asra/trace"
	"talpa/device"
	"talpa/fuzz/crash"
	"talpa/fuzz/event"
)

// plantedBugs are the bugs of planner: exception, class and method that throw.
var plantedBugs = []struct{ exception, class, method string }{
	{"NullPointerException", "Advanced", "onExport"},
	{"ClassCastException", "View", "onCompact"},
	{"IllegalArgumentException", "Edit", "onQuote"},
	{"NullPointerException", "Edit", "onActivityResult"},
	{"NumberFormatException", "Share", "onSend"},
	{"ArithmeticException", "Main", "onSort"},
	{"IndexOutOfBoundsException", "Main", "onDelete"},
	{"IllegalArgumentException", "Main", "onCopy"},
	{"NullPointerException", "Main", "onSwipe"},
	{"IllegalStateException", "Main", "onTwice"},
	{"BadParcelableException", "Edit", "onRestore"},
	{"IllegalStateException", "Edit", "onColour"},
}

// wantedTrace is the trace of a planted bug, as it would be pasted.
func wantedTrace(exception, class, method string) trace.Trace {
	return trace.Trace{Chain: []trace.Throwable{{Class: "java.lang." + exception, Message: "planted",
		Frames: []trace.Frame{{Class: fakePackage + "." + class, Method: method, File: class + ".java"},
			{Class: "android.os.Looper", Method: "loop", File: "Looper.java", Line: 137}}}}}
}

func openFake(context.Context, int) (device.Device, error) { return &fakeDevice{}, nil }

func search(t *testing.T, bug int, policy Policy, seed int64, most int) *Result {
	t.Helper()
	b := plantedBugs[bug]
	result, err := Run(t.Context(), Options{APK: "planner.apk", Clock: time.Now, Open: openFake, Policy: policy, Seed: seed,
		Wanted: &crash.Matcher{Want: wantedTrace(b.exception, b.class, b.method)}, MaxEvents: most})
	if err != nil {
		t.Fatal(err)
	}
	return result
}

// TestFuzzFindsPlantedBugs demands that the search without a guide finds every
// planted bug within a budget, for every seed, and that the script it returns
// causes the same crash again.
func TestFuzzFindsPlantedBugs(t *testing.T) {
	t.Parallel()
	seeds, budget := int64(5), 15000
	if testing.Short() {
		seeds = 3
	}
	for i, b := range plantedBugs {
		t.Run(b.class+"."+b.method, func(t *testing.T) {
			t.Parallel()
			var sum, most int
			for seed := range seeds {
				result := search(t, i, Guided, seed, budget)
				if result.Found == nil {
					t.Errorf("seed %d: not found in %d events", seed, budget)
					continue
				}
				sum, most = sum+result.Found.Events, max(most, result.Found.Events)
				replayed(t, result)
			}
			t.Logf("mean %d events, most %d", sum/int(seeds), most)
		})
	}
}

// BenchmarkSearch reports the events that each policy needs for each planted
// bug, the mean over seeds, where a search that fails counts with its budget.
func BenchmarkSearch(b *testing.B) {
	for _, policy := range Policies() {
		for _, bug := range plantedBugs {
			b.Run(string(policy)+"/"+bug.class+"."+bug.method, func(b *testing.B) {
				sum := 0
				for i := range b.N {
					result, err := Run(b.Context(), Options{APK: "planner.apk", Clock: time.Now, Open: openFake, Policy: policy, Seed: int64(i),
						Wanted: &crash.Matcher{Want: wantedTrace(bug.exception, bug.class, bug.method)}, MaxEvents: 10_000})
					if err != nil {
						b.Fatal(err)
					}
					sum += result.Progress.Events
				}
				b.ReportMetric(float64(sum)/float64(b.N), "events/find")
			})
		}
	}
}

// BenchmarkWithout reports the events that the guided generator needs for all planted bugs
// together where a strategy is left out, the mean over seeds. Without a guide the others do nothing.
func BenchmarkWithout(b *testing.B) {
	for _, without := range []string{"none", "explore_frontier", "model", "random", "fill_form", "inject_faults"} {
		b.Run(without, func(b *testing.B) {
			sum := 0
			for i := range b.N {
				for _, bug := range plantedBugs {
					result, err := Run(b.Context(), Options{APK: "planner.apk", Clock: time.Now, Open: openFake, Seed: int64(i),
						Without: []string{without}, MaxEvents: 10_000,
						Wanted: &crash.Matcher{Want: wantedTrace(bug.exception, bug.class, bug.method)}})
					if err != nil {
						b.Fatal(err)
					}
					sum += result.Progress.Events
				}
			}
			b.ReportMetric(float64(sum)/float64(b.N), "events/all")
		})
	}
}

func replayed(t *testing.T, result *Result) {
	t.Helper()
	dev := &fakeDevice{}
	app, err := dev.Install(t.Context(), "")
	if err != nil {
		t.Fatal(err)
	}
	out, err := Replay(t.Context(), dev, app, result.Found.Script, ReplayOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if n := len(out.Crashes); n == 0 || out.Crashes[n-1].Signature != result.Found.Crash.Signature {
		t.Errorf("the script of %d events does not end in the crash: %d crashes", len(result.Found.Script.Events), n)
	}
}

// TestGuideHelps demands that a guide that names callbacks makes the search
// need fewer events than chance, for a bug behind many screens.
func TestGuideHelps(t *testing.T) {
	t.Parallel()
	const onExport = 0
	b := plantedBugs[onExport]
	events := func(o Options) (sum int) {
		for seed := range int64(8) {
			o.APK, o.Open, o.Clock, o.Seed, o.MaxEvents = "planner.apk", openFake, time.Now, seed, 8000
			o.Wanted = &crash.Matcher{Want: wantedTrace(b.exception, b.class, b.method)}
			result, err := Run(t.Context(), o)
			if err != nil {
				t.Fatal(err)
			}
			sum += result.Progress.Events
		}
		return sum / 8
	}
	with := events(Options{Guide: exportGuide()})
	without := events(Options{})
	chance := events(Options{Policy: Random})
	t.Logf("mean events: %d with a guide, %d without, %d by chance", with, without, chance)
	if with >= chance {
		t.Errorf("with a guide %d events, by chance %d", with, chance)
	}
}

// exportGuide is the guide that an analysis of planner for its first bug gives.
func exportGuide() *guide.Guide {
	class := func(name string) string { return fakePackage + "." + name }
	callback := func(method, activity, id, text string, distance int) guide.Callback {
		return guide.Callback{Method: "L" + activity + ";->" + method + "()V", Role: guide.RoleClick, Distance: distance,
			Verdict: guide.Necessary, Components: []string{class(activity)},
			Widgets: []guide.Widget{{ID: id, Text: text}}}
	}
	return &guide.Guide{
		Components: []guide.Component{
			{Name: class("Main"), Kind: guide.Activity, Launcher: true, Verdict: guide.Necessary, Distance: 2},
			{Name: class("Settings"), Kind: guide.Activity, Verdict: guide.Necessary, Distance: 1},
			{Name: class("Advanced"), Kind: guide.Activity, Verdict: guide.Necessary, Distance: 0},
			{Name: class("Edit"), Kind: guide.Activity, Verdict: guide.Irrelevant, Distance: -1}},
		Callbacks: []guide.Callback{
			callback("onSettings", "Main", "", "Settings", 4), callback("onAdvanced", "Settings", "id/advanced", "", 2),
			callback("onExportClick", "Advanced", "id/export", "", 1), callback("onExport", "Advanced", "id/button1", "OK", 0),
			{Method: "LMain;->onAdd()V", Role: guide.RoleClick, Verdict: guide.Irrelevant, Distance: -1,
				Components: []string{class("Main")}, Widgets: []guide.Widget{{ID: "id/add"}}}},
		Milestones: []guide.Milestone{{Activity: class("Settings"), Widgets: []guide.Widget{{ID: "id/advanced"}}},
			{Activity: class("Advanced"), Widgets: []guide.Widget{{ID: "id/export"}}}},
	}
}

// TestSameSeedSameRun demands that every generator finds a bug behind many
// screens, and that a run is a function of its seed.
func TestSameSeedSameRun(t *testing.T) {
	t.Parallel()
	for _, policy := range Policies() {
		scripts := map[string]bool{}
		for range 2 {
			result := search(t, 0, policy, 7, 8000)
			if result.Found == nil {
				t.Fatalf("%s: not found", policy)
			}
			scripts[string(result.Found.Script.Encode())] = true
			replayed(t, result)
		}
		if len(scripts) != 1 {
			t.Errorf("%s: two runs with one seed found different scripts", policy)
		}
	}
}

func TestOtherCrashesAreKeptOnce(t *testing.T) {
	t.Parallel()
	result, err := Run(t.Context(), Options{APK: "planner.apk", Clock: time.Now, Open: openFake, MaxEvents: 3000, Workers: 3})
	if err != nil {
		t.Fatal(err)
	}
	if result.Found != nil || len(result.Others) < 5 || result.Progress.Violations != len(result.Others) {
		t.Fatalf("found %v, %d others, progress %+v", result.Found, len(result.Others), result.Progress)
	}
	seen := map[string]bool{}
	for _, f := range result.Others {
		if seen[f.Crash.Signature] {
			t.Errorf("%s is there twice", f.Crash.Title())
		}
		seen[f.Crash.Signature] = true
		if err := f.Script.Validate(); err != nil || f.Count < 1 {
			t.Errorf("%s: count %d, script: %v", f.Crash.Title(), f.Count, err)
		}
	}
	if n := result.Progress.Events; n < 3000 || n > 3003 {
		t.Errorf("%d events with a budget of 3000 and 3 workers", n)
	}
}

func TestLostDeviceIsReplaced(t *testing.T) {
	t.Parallel()
	var opened []*fakeDevice
	result, err := Run(t.Context(), Options{APK: "planner.apk", Clock: time.Now, MaxEvents: 300,
		Open: func(context.Context, int) (device.Device, error) {
			dev := &fakeDevice{}
			if len(opened) < 3 {
				dev.loseAt = 20
			}
			opened = append(opened, dev)
			return dev, nil
		}})
	if err != nil || result.Progress.Events != 300 {
		t.Errorf("%d events, error %v", result.Progress.Events, err)
	}
	if len(opened) != 4 {
		t.Errorf("%d devices were opened, want 4", len(opened))
	}
	for i, dev := range opened {
		if !dev.closed {
			t.Errorf("device %d was not closed", i)
		}
	}
}

func TestNoDeviceIsAnError(t *testing.T) {
	t.Parallel()
	result, err := Run(t.Context(), Options{APK: "planner.apk", Clock: time.Now, Workers: 2,
		Open: func(context.Context, int) (device.Device, error) { return nil, device.ErrLost }})
	if !errors.Is(err, ErrNoDevice) || !errors.Is(err, device.ErrLost) || result == nil {
		t.Errorf("result %v, error %v", result, err)
	}
}

func TestARefusedAppIsNotTriedAgain(t *testing.T) {
	t.Parallel()
	opened := 0
	_, err := Run(t.Context(), Options{APK: "planner.apk", Clock: time.Now,
		Open: func(ctx context.Context, number int) (device.Device, error) {
			opened++
			dev, err := openFake(ctx, number)
			return refusing{dev}, err
		}})
	if !errors.Is(err, device.ErrInstall) || errors.Is(err, ErrNoDevice) || opened != 1 {
		t.Errorf("%d devices opened, error %v", opened, err)
	}
}

// refusing is a device that installs nothing.
type refusing struct{ device.Device }

func (refusing) Install(context.Context, string) (device.App, error) {
	return device.App{}, &device.Refusal{Code: device.RefusedInvalid, Reason: errors.New("not this one")}
}

func TestInterruptedRunKeepsWhatItFound(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	clock := time.Unix(0, 0)
	result, err := Run(ctx, Options{APK: "planner.apk", Open: openFake,
		Clock: func() time.Time { clock = clock.Add(100 * time.Millisecond); return clock },
		Progress: func(p Progress) {
			if p.Violations >= 3 {
				cancel()
			}
		}})
	if err != nil || len(result.Others) < 3 {
		t.Errorf("%d crashes, error %v", len(result.Others), err)
	}
}

func TestTimeBudget(t *testing.T) {
	t.Parallel()
	clock := time.Unix(0, 0)
	result, err := Run(t.Context(), Options{APK: "planner.apk", Open: openFake, MaxTime: time.Minute,
		Clock: func() time.Time { clock = clock.Add(50 * time.Millisecond); return clock }})
	if err != nil || result.Progress.Elapsed < time.Minute || result.Progress.Elapsed > 2*time.Minute {
		t.Errorf("elapsed %v, error %v", result.Progress.Elapsed, err)
	}
}

func TestReplayRecords(t *testing.T) {
	t.Parallel()
	dev := &fakeDevice{}
	app, err := dev.Install(t.Context(), "")
	if err != nil {
		t.Fatal(err)
	}
	script := &event.Script{Package: fakePackage, Events: []event.Event{{Kind: event.Launch},
		{Kind: event.Tap, X: 1, Y: 1, Target: event.Selector{ID: fakePackage + ":id/add", Class: "android.widget.Button"}},
		{Kind: event.Tap, X: 1, Y: 1, Target: event.Selector{ID: fakePackage + ":id/none"}},
		{Kind: event.Service, Intent: &event.Intent{Action: "a"}}}}
	steps := 0
	out, err := Replay(t.Context(), dev, app, script, ReplayOptions{Screens: true, Screenshots: true,
		Step: func(n int) { steps = n }})
	if err != nil {
		t.Fatal(err)
	}
	if len(out.Steps) != 4 || steps != 4 || out.Refused != 1 || len(out.Crashes) != 0 {
		t.Fatalf("%d steps, %d told, %d refused, crashes %v", len(out.Steps), steps, out.Refused, out.Crashes)
	}
	if s := out.Steps[1]; s.Missing || !s.Bounds.Contains(s.Event.X, s.Event.Y) || s.Shot == nil || s.Before == nil {
		t.Errorf("the moved button was not found: %+v", s)
	}
	if s := out.Steps[2]; !s.Missing || s.Event.X != 1 {
		t.Errorf("the missing widget: %+v", s)
	}
	if out.End == nil || !strings.HasSuffix(out.End.Activity, ".Edit") || out.EndShot == nil {
		t.Errorf("the end is not recorded: %+v", out.End)
	}
	out, err = Replay(t.Context(), dev, app, script, ReplayOptions{Screenshots: true, ScreenshotsFrom: 2})
	if err != nil || out.Steps[1].Shot != nil || out.Steps[2].Shot == nil || out.EndShot == nil {
		t.Errorf("screenshots from the third step on: %v, %+v", err, out)
	}
}

func TestReplayStopsAtCrash(t *testing.T) {
	t.Parallel()
	dev := &fakeDevice{}
	app, err := dev.Install(t.Context(), "")
	if err != nil {
		t.Fatal(err)
	}
	script := &event.Script{Package: fakePackage, Events: []event.Event{{Kind: event.Launch},
		{Kind: event.Tap, X: 9, Y: 200, Target: event.Selector{ID: fakePackage + ":id/about"}}, {Kind: event.Launch}}}
	out, err := Replay(t.Context(), dev, app, script, ReplayOptions{Until: crash.Crash.Fatal})
	if err != nil || len(out.Steps) != 2 || len(out.Crashes) != 1 {
		t.Errorf("%d steps, %d crashes, error %v", len(out.Steps), len(out.Crashes), err)
	}
}

// TestRun_matchOnAnotherLine: a crash on another line than the wanted one, which this app
// has, is kept if its message agrees, but does not end the run.
func TestRun_matchOnAnotherLine(t *testing.T) {
	t.Parallel()
	b := plantedBugs[0]
	want := wantedTrace(b.exception, b.class, b.method)
	want.Chain[0].Frames[0].Line = 999
	for _, c := range []struct {
		lines   bool
		message string
		found   bool
		more    int // events after the match
	}{{false, "other", true, 0}, {true, "planted", true, betterEvents}, {true, "other", false, 0}} {
		want.Chain[0].Message = c.message
		result, err := Run(t.Context(), Options{APK: "planner.apk", Clock: time.Now, Open: openFake, MaxEvents: 4000,
			Wanted: &crash.Matcher{Want: want, Least: trace.Method, Lines: c.lines}})
		if err != nil || (result.Found != nil) != c.found {
			t.Fatalf("%+v: result %+v, error %v", c, result.Found, err)
		}
		if !c.found {
			continue
		}
		more := result.Progress.Events - result.Found.Events
		if more < c.more-1 || more > c.more+50 || result.Found.Match.Level != trace.Method {
			t.Errorf("%+v: %d events more, level %v", c, more, result.Found.Match.Level)
		}
	}
}

// TestBetterWithin: a search goes on for a surer match only where the lines of the app can make it surer.
func TestBetterWithin(t *testing.T) {
	t.Parallel()
	pairs := func(line bool) []trace.Pair {
		return []trace.Pair{{App: true, Line: true}, {App: true, Line: line}, {Line: false}}
	}
	for _, c := range []struct {
		match trace.Match
		lines bool
		want  int
	}{
		{trace.Match{Level: trace.Exact}, true, 0},
		{trace.Match{Level: trace.Method, Pairs: pairs(false)}, false, 0},
		{trace.Match{Level: trace.Method, Pairs: pairs(false)}, true, betterEvents},
		{trace.Match{Level: trace.Method, Pairs: pairs(true)}, true, 0}, // only the exception is another Android's
		{trace.Match{Level: trace.Method}, true, betterEvents},
		{trace.Match{Level: trace.Point, Pairs: pairs(true)}, true, betterEvents},
		{trace.Match{Level: trace.Point, ByMessage: true}, true, 0},
	} {
		r := &run{Options: Options{Wanted: &crash.Matcher{Lines: c.lines}}}
		if got := r.betterWithin(c.match); got != c.want {
			t.Errorf("%v with lines %t: %d events more, want %d", c.match, c.lines, got, c.want)
		}
	}
}

// A device that boots for an hour takes nothing off a search of a minute.
func TestTimeRunsFromTheFirstEvent(t *testing.T) {
	t.Parallel()
	clock := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	result, err := Run(t.Context(), Options{APK: "planner.apk", MaxTime: time.Minute,
		Open: func(ctx context.Context, worker int) (device.Device, error) {
			clock = clock.Add(time.Hour)
			return openFake(ctx, worker)
		},
		Clock: func() time.Time { clock = clock.Add(50 * time.Millisecond); return clock }})
	if err != nil {
		t.Fatal(err)
	}
	if p := result.Progress; p.Events < 200 || p.Elapsed < time.Minute || p.Elapsed > 2*time.Minute {
		t.Errorf("%d events in %v", p.Events, p.Elapsed)
	}
	if result.StartUp < time.Hour || result.StartUp > time.Hour+time.Minute {
		t.Errorf("the start took %v", result.StartUp)
	}
}

// stuckDevice does not come back from a tap before its Context ends.
type stuckDevice struct{ device.Device }

func (d stuckDevice) Do(ctx context.Context, app device.App, e event.Event) error {
	if e.Kind == event.Launch {
		return d.Device.Do(ctx, app, e)
	}
	<-ctx.Done()
	return ctx.Err()
}

// An event that takes for ever is cut off soon after the time of the run is up.
func TestRunCutsOffAnEventWhenTimeIsUp(t *testing.T) {
	t.Parallel()
	began := time.Now()
	result, err := Run(t.Context(), Options{APK: "planner.apk", MaxTime: 50 * time.Millisecond, Clock: time.Now,
		Open: func(ctx context.Context, n int) (device.Device, error) {
			dev, err := openFake(ctx, n)
			return stuckDevice{dev}, err
		}})
	if err != nil || result.Progress.Events == 0 {
		t.Errorf("%+v, %v", result.Progress, err)
	}
	if took := time.Since(began); took > 30*time.Second {
		t.Errorf("it took %v", took)
	}
}

// TestScriptNamesTheSeedOfTheDevice: whoever replays a script has a device like the one that it was found on,
// whichever seed the search had.
func TestScriptNamesTheSeedOfTheDevice(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ device, want int64 }{{0, 5}, {9, 9}} {
		result, err := Run(t.Context(), Options{APK: "planner.apk", Clock: time.Now, Open: openFake, Policy: Random, Seed: 5,
			DeviceSeed: c.device, MaxEvents: 3000})
		if err != nil || len(result.Others) == 0 {
			t.Fatalf("%+v, %v", result, err)
		}
		if got := result.Others[0].Script.Seed; got != c.want {
			t.Errorf("device seed %d: the script says %d", c.device, got)
		}
	}
}
