package fuzz

import (
	"math/rand"
	"strings"
	"testing"
	"time"

	"talpa/fuzz/event"
	"talpa/fuzz/gen"
	"talpa/fuzz/oracle"
	"talpa/fuzz/ui"
)

// lostNotes is an oracle that makes a note, rotates the device and looks
// whether the note is still there; it wants another episode then.
type lostNotes struct {
	step  int
	saved bool
}

func (o *lostNotes) Name() string { return "lost" }
func (o *lostNotes) Reset()       { *o = lostNotes{} }

func (o *lostNotes) Propose(s *ui.Screen) (event.Event, oracle.Turn) {
	if s == nil {
		return event.Event{}, oracle.Pass
	}
	tap := func(y int) event.Event { return event.Event{Kind: event.Tap, X: 200, Y: y} }
	plan := []event.Event{tap(100), {Kind: event.Text, X: 200, Y: 100, Value: "Milk"}, tap(200),
		{Kind: event.Rotate, Arg: "landscape"}}
	if o.step == len(plan) {
		return event.Event{}, oracle.End
	}
	o.step++
	return plan[o.step-1], oracle.Play
}

func (o *lostNotes) Judge(s oracle.Step) []oracle.Violation {
	switch {
	case !s.Alive || s.Before == nil || s.After == nil:
	case s.Event.Kind == event.Tap && o.step == 3:
		o.saved = shows(s.After, "Milk")
	case s.Event.Kind == event.Rotate && o.saved && shows(s.Before, "Milk"):
		return []oracle.Violation{{Oracle: "lost", Signature: "checked", Title: "looked for the note"}}
	}
	return nil
}

func shows(s *ui.Screen, text string) bool {
	for _, w := range s.Widgets {
		if w.Text == text {
			return true
		}
	}
	return false
}

// TestOracleProposes demands that an oracle can play a test of its own, sees the
// screens around each event, and can ask for cleared data; and that a replay of
// the script has an oracle judge the same.
func TestOracleProposes(t *testing.T) {
	t.Parallel()
	result, err := Run(t.Context(), Options{APK: "planner.apk", Clock: time.Now, Open: openFake, MaxEvents: 50,
		Oracles: func(*rand.Rand) oracle.Panel { return oracle.Panel{&lostNotes{}, oracle.Crash()} }})
	if err != nil {
		t.Fatal(err)
	}
	if len(result.Others) != 1 || result.Others[0].Count < 5 || result.Progress.Violations != 1 {
		t.Fatalf("%d findings, progress %+v", len(result.Others), result.Progress)
	}
	f := result.Others[0]
	if f.Violation.Oracle != "lost" || len(f.Script.Events) != 5 {
		t.Errorf("%+v by a script of %d events", f.Violation, len(f.Script.Events))
	}
	dev := &fakeDevice{}
	app, err := dev.Install(t.Context(), "")
	if err != nil {
		t.Fatal(err)
	}
	judge := &lostNotes{step: 3}
	out, err := Replay(t.Context(), dev, app, f.Script, ReplayOptions{Screens: true, Oracles: oracle.Panel{keepStep{judge}}})
	if err != nil || len(out.Violations) != 1 || out.Violations[0].Key() != f.Violation.Key() {
		t.Errorf("the replay saw %v, error %v", out.Violations, err)
	}
}

// keepStep is a lostNotes that nobody asks for proposals: it stands at its third
// step.
type keepStep struct{ *lostNotes }

func (o keepStep) Reset() { *o.lostNotes = lostNotes{step: 3} }

// TestOraclesChosen demands that a run reports what its oracles see, and no more.
func TestOraclesChosen(t *testing.T) {
	t.Parallel()
	none, err := oracle.Named([]string{"anr"})
	if err != nil {
		t.Fatal(err)
	}
	result, err := Run(t.Context(), Options{APK: "planner.apk", Clock: time.Now, Open: openFake, MaxEvents: 500, Oracles: none})
	if err != nil || len(result.Others) != 0 {
		t.Errorf("%d findings of an app that always responds, error %v", len(result.Others), err)
	}
}

// idle never has anything to do.
type idle struct{}

func (idle) Begin()                            {}
func (idle) Next(gen.View) (event.Event, bool) { return event.Event{}, false }
func (idle) Observe(gen.Outcome)               {}
func (idle) States() int                       { return 0 }
func newIdle(*rand.Rand) gen.Generator         { return idle{} }

func TestIdleGeneratorEndsTheRun(t *testing.T) {
	t.Parallel()
	result, err := Run(t.Context(), Options{APK: "planner.apk", Clock: time.Now, Open: openFake, Generator: newIdle})
	if err != nil || result.Progress.Events != 0 {
		t.Errorf("%d events, error %v", result.Progress.Events, err)
	}
}

// TestOthersOfTheWantedRun demands that the wanted crash is not among the others.
func TestOthersOfTheWantedRun(t *testing.T) {
	t.Parallel()
	result := search(t, 3, Guided, 1, 15000)
	if result.Found == nil {
		t.Fatal("not found")
	}
	for _, f := range result.Others {
		if strings.Contains(f.Violation.Title, "onActivityResult") {
			t.Errorf("%s is the wanted one", f.Violation.Title)
		}
	}
}
