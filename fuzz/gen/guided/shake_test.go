package guided

import (
	"math/rand"
	"testing"

	"talpa/fuzz/event"
	"talpa/fuzz/gen"
)

// What comes close to the crash in vain has events that take the screen away around
// it more often than chance has it.
func TestShaking(t *testing.T) {
	t.Parallel()
	count := func(ran []string) (before, after int) {
		s := screen(t, "Main", "one", "two", "three", "four")
		for seed := range int64(10) {
			g := New(watchGuide(), rand.New(rand.NewSource(seed)))
			var last event.Event
			drive(g, s, 100, func(o *gen.Outcome) {
				e := o.Event
				if last.Target.ID == "p:id/two" && (shakes(e) > 0 || e.Kind == event.Back) {
					after++
				}
				if e.Target.ID == "p:id/two" {
					o.Ran = ran
					if shakes(last) > 0 {
						before++
					}
				}
				last = e
			})
		}
		return before, after
	}
	deafBefore, deafAfter := count(nil)
	before, after := count([]string{watchedSave})
	if before <= deafBefore || after <= deafAfter {
		t.Errorf("shaken %d times before and %d after, %d and %d where nothing was heard", before, after, deafBefore, deafAfter)
	}
}

// An action is shaken once before it is done, never again and again.
func TestPrimedOnce(t *testing.T) {
	t.Parallel()
	s := screen(t, "Main", "one")
	g := New(watchGuide(), rand.New(rand.NewSource(1)))
	g.Begin()
	g.Next(view(s))
	offers := g.offers(view(s))
	for i := range offers {
		a := g.here.byKey[offers[i].Key]
		a.echo.tries, a.echo.near = 10, 10
	}
	primed := 0
	for range 100 {
		was := g.primed
		if _, ok := g.prime(view(s), offers[0], gen.Usual, offers); !ok {
			continue
		}
		if primed++; was {
			t.Fatal("shaken twice in a row")
		}
	}
	if primed == 0 || primed > 50 {
		t.Errorf("shaken %d of 100 times", primed)
	}
}

// What keeps the screen, or ends the process with what it has begun, is no departure.
func TestDeparts(t *testing.T) {
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
		{dropActivities, false},
	} {
		if got := departs(c.event) > 0; got != c.want {
			t.Errorf("%s departs: %v, want %v", c.event, got, c.want)
		}
	}
}

// Work in the background is held back around an action that came close in vain and
// an event that takes the screen away, and then done; never again where the device
// cannot.
func TestLate(t *testing.T) {
	t.Parallel()
	slow := event.Event{Kind: event.Config, Arg: event.Background, Value: event.BackgroundSlow}
	normal := event.Event{Kind: event.Config, Arg: event.Background, Value: event.BackgroundNormal}
	play := func(refused bool) (held, whole int) {
		s := screen(t, "Main", "one", "two", "three", "four")
		g := New(watchGuide(), rand.New(rand.NewSource(3)))
		var events []event.Event
		for range 10 {
			drive(g, s, 60, func(o *gen.Outcome) {
				events = append(events, o.Event)
				o.Refused = refused && o.Event.Arg == event.Background
				if o.Event.Target.ID == "p:id/two" {
					o.Ran = []string{watchedSave}
				}
			})
			g.Observe(gen.Outcome{Event: event.Event{Kind: event.Launch}, After: view(s)})
		}
		for i, e := range events {
			if e != slow {
				continue
			}
			held++
			if i+3 < len(events) && events[i+1].Target.ID == "p:id/two" && departs(events[i+2]) > 0 && events[i+3] == normal {
				whole++
			}
		}
		return held, whole
	}
	if held, whole := play(false); held < 5 || 2*whole < held {
		t.Errorf("held back %d times, %d of them around the action and a departure", held, whole)
	}
	if held, _ := play(true); held != 1 {
		t.Errorf("held back %d times on a device that cannot", held)
	}
}
