package guided

import (
	"math/rand"
	"testing"

	"talpa/fuzz/event"
	"talpa/fuzz/gen"
	"talpa/fuzz/ui/uitest"
)

// What comes close to the crash in vain has events that take the screen away around
// it more often than chance has it.
func TestPerturbLifecycle_aroundWhatCameClose(t *testing.T) {
	t.Parallel()
	count := func(ran []string) (before, after int) {
		s := uitest.Buttons(t, "Main", "one", "two", "three", "four")
		for seed := range int64(10) {
			g := New(watchGuide(), rand.New(rand.NewSource(seed)))
			var last event.Event
			drive(g, s, 100, func(o *gen.Outcome) {
				e := o.Event
				if last.Target.ID == "p:id/two" && (gen.Perturbs(e) > 0 || e.Kind == event.Back) {
					after++
				}
				if e.Target.ID == "p:id/two" {
					o.Ran = ran
					if gen.Perturbs(last) > 0 {
						before++
					}
				}
				last = e
			})
		}
		return before, after
	}
	deafBefore, deafAfter := count(nil)
	before, after := count(watchedStack)
	if before <= deafBefore || after <= deafAfter {
		t.Errorf("perturbed %d times before and %d after, %d and %d without feedback", before, after, deafBefore, deafAfter)
	}
}

// An action is perturbed once before it is done, never again and again.
func TestPerturbLifecycle_onceAnAction(t *testing.T) {
	t.Parallel()
	s := uitest.Buttons(t, "Main", "one")
	g := New(watchGuide(), rand.New(rand.NewSource(1)))
	g.Begin()
	g.Next(view(s))
	g.state.Look(view(s))
	offers := g.state.Offers
	for i := range offers {
		a := g.state.Here.ByKey[offers[i].Key]
		for range 10 {
			a.Observe(g.state.Here, gen.Outcome{}, 1)
		}
	}
	primed := 0
	for range 100 {
		g.plans = nil
		g.perform(choice{kind: takeOffer})
		if len(g.plans) == 0 {
			continue
		}
		primed++
		g.perform(choice{kind: takeOffer})
		if len(g.plans) > 1 {
			t.Fatal("what perturbs is perturbed")
		}
	}
	if primed == 0 || primed > 50 {
		t.Errorf("perturbed %d of 100 times", primed)
	}
}

// What keeps the screen, or ends the process with what it has begun, is no departure.
func TestLeavesScreen(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		event event.Event
		want  bool
	}{
		{event.Event{Kind: event.Back}, true},
		{event.Event{Kind: event.Home}, true},
		{event.Event{Kind: event.Rotate, Arg: "landscape"}, true},
		{event.Event{Kind: event.Config, Arg: "night", Value: "yes"}, true},
		{event.Event{Kind: event.Kill}, false},
		{event.Event{Kind: event.Wait}, false},
		{gen.DropActivities, false},
	} {
		if got := gen.LeavesScreen(c.event) > 0; got != c.want {
			t.Errorf("%s departs: %v, want %v", c.event, got, c.want)
		}
	}
}

// A screen that did not turn with the device is made anew some other way, and the device is turned back for the
// screens below.
func TestPerturbLifecycle_ofAScreenThatDoesNotTurn(t *testing.T) {
	t.Parallel()
	s := uitest.Buttons(t, "Main", "one")
	g := New(watchGuide(), rand.New(rand.NewSource(1)))
	rotations := func() (turns, others int) {
		for range 200 {
			if i := g.state.DrawSystem(gen.Perturbs); i < 0 {
				t.Fatal("nothing takes the screen away")
			} else if g.state.Offers[i].Event.Kind == event.Rotate {
				turns++
			} else {
				others++
			}
		}
		return turns, others
	}
	g.Begin()
	g.state.Look(view(s))
	if turns, _ := rotations(); turns == 0 {
		t.Error("a screen of which nothing is known is never turned")
	}
	g.Observe(gen.Outcome{Event: event.Event{Kind: event.Rotate, Arg: "landscape"}, After: view(s)})
	g.state.Look(view(s))
	if turns, others := rotations(); turns > 0 || others == 0 {
		t.Errorf("turned %d times, perturbed otherwise %d times", turns, others)
	}
	for i := range g.state.Offers {
		if e := g.state.Offers[i].Event; e.Kind == event.Rotate && e.Arg != "portrait" {
			t.Errorf("the device lies on its side, and is turned to %s", e.Arg)
		}
	}
	s.Rotation = 1 // another time it turned
	g.Observe(gen.Outcome{Event: event.Event{Kind: event.Rotate, Arg: "landscape"}, After: view(s)})
	g.state.Look(view(s))
	if turns, _ := rotations(); turns == 0 {
		t.Error("a screen that turned is never turned again")
	}
}
