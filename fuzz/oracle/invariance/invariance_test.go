package invariance

import (
	"math/rand"
	"testing"

	"talpa/fuzz/event"
	"talpa/fuzz/gen"
	"talpa/fuzz/oracle"
	"talpa/fuzz/ui"
)

// search drives the app as package fuzz does, until something is found or so many
// episodes are over. It returns the violation and the script that shows it.
func search(t *testing.T, o *Oracle, bug, trait string, rng *rand.Rand, episodes int) (*oracle.Violation,
	[]event.Event) {
	t.Helper()
	for range episodes {
		app := newChores(bug, trait)
		o.Reset()
		var script []event.Event
		for len(script) < 60 {
			s := app.screen(t)
			e, turn := o.Propose(s)
			if turn == oracle.End {
				break
			}
			if turn == oracle.Pass {
				e = chosen(s, rng)
				if !o.Allows(e, s) {
					continue
				}
			}
			script = append(script, e)
			if found := step(t, o, app, e); len(found) > 0 && !found[0].Again {
				return &found[0], script
			}
		}
	}
	return nil, nil
}

func step(t *testing.T, o *Oracle, app *chores, e event.Event) []oracle.Violation {
	t.Helper()
	before := app.screen(t)
	e, _, _ = event.Resolve(e, before)
	app.do(e)
	return o.Judge(oracle.Step{Event: e, Package: "chores", Before: before, After: app.screen(t), Alive: app.alive})
}

// replay has an oracle that only judges see a script.
func replay(t *testing.T, bug, trait string, script []event.Event) []oracle.Violation {
	t.Helper()
	app, o := newChores(bug, trait), New(nil)
	o.Reset()
	var all []oracle.Violation
	for _, e := range script {
		if _, turn := o.Propose(app.screen(t)); turn != oracle.Pass {
			t.Fatal("an oracle without chance proposes")
		}
		all = append(all, step(t, o, app, e)...)
	}
	return all
}

// chosen is an event of a random search.
func chosen(s *ui.Screen, rng *rand.Rand) event.Event {
	switch {
	case s.Package != "chores":
		return event.Event{Kind: event.Launch}
	case rng.Intn(20) == 0:
		return event.Event{Kind: event.Rotate, Arg: "landscape"}
	case rng.Intn(8) == 0 && len(s.Widgets) < 5:
		return event.Event{Kind: event.Back}
	}
	list := gen.Candidates(s)
	e := list[rng.Intn(len(list))].Event
	if e.Kind == event.Text {
		e.Value = word(rng)
	}
	return e
}

// TestNothingIsWrongWithARightApp demands that an app without a bug is never blamed,
// while mutants are played.
func TestNothingIsWrongWithARightApp(t *testing.T) {
	t.Parallel()
	for _, trait := range []string{"", "bar", "current", "diary", "progress", "alarm"} {
		t.Run("trait_"+trait, func(t *testing.T) {
			t.Parallel()
			played := 0
			for seed := range int64(15) {
				rng := rand.New(rand.NewSource(seed))
				o := New(rng)
				if v, script := search(t, o, "", trait, rng, 50); v != nil {
					t.Errorf("seed %d: %s\n%s\n%v", seed, v.Title, v.Detail, script)
				}
				played += o.Tallies()[0].Judged
			}
			if played < 200 {
				t.Errorf("%d mutants were played to their end", played)
			}
		})
	}
}

// TestPlantedBugs demands that each bug is found, and that its script shows the same
// to an oracle that knows nothing but the script.
func TestPlantedBugs(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		bug, trait string
		least      int // seeds of 20
		episodes   int
	}{
		{"ticking sorts", "", 18, 200}, {"ticking sorts", "bar", 18, 200}, {"looking locks", "", 18, 200},
		{"undo once", "bar", 3, 300}, {"first stays", "diary", 18, 200}, {"stale line", "diary", 3, 300},
	} {
		t.Run(c.bug+" "+c.trait, func(t *testing.T) {
			t.Parallel()
			found := 0
			for seed := range int64(20) {
				if found == c.least {
					break // the others need not be searched
				}
				rng := rand.New(rand.NewSource(seed))
				v, script := search(t, New(rng), c.bug, c.trait, rng, c.episodes)
				if v == nil {
					continue
				}
				found++
				again := replay(t, c.bug, c.trait, script)
				if len(again) != 1 || again[0].Key() != v.Key() {
					t.Errorf("seed %d: %s; the replay saw %v", seed, v.Title, again)
				}
				if clean := replay(t, "", c.trait, script); len(clean) > 0 {
					t.Errorf("seed %d: the app without the bug is blamed: %s\n%s\n%v", seed, clean[0].Title, clean[0].Detail, script)
				}
			}
			if found < c.least {
				t.Errorf("found with %d of 20 seeds", found)
			}
		})
	}
}
