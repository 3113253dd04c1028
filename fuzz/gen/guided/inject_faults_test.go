package guided

import (
	"math/rand"
	"testing"

	"talpa/fuzz/event"
	"talpa/fuzz/gen"
	"talpa/fuzz/gen/guided/form"
	"talpa/fuzz/gen/guided/transition"
	"talpa/fuzz/ui/uitest"
)

// A fault is injected around an action that came close in vain, with what goes with
// it, and then let go; never again where it cannot.
func TestInjectFaults_aroundWhatCameClose(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		arg, off string
		with     int // events in between
	}{
		{event.Background, event.BackgroundNormal, 2},
		{event.InputSpeed, event.InputNormal, 2},
		{event.Responses, event.ResponsesNormal, 1},
	} {
		t.Run(c.arg, func(t *testing.T) {
			t.Parallel()
			if held, whole := injected(t, c.arg, c.off, c.with, false); held < 5 || 2*whole < held {
				t.Errorf("held back %d times, %d of them around the action", held, whole)
			}
			if held, _ := injected(t, c.arg, c.off, c.with, true); held != 1 {
				t.Errorf("held back %d times on a device that cannot", held)
			}
		})
	}
}

// injected counts how often a setting is made, and how often it is undone after so many
// events, of which one is the action that runs the method of the crash.
func injected(t *testing.T, arg, off string, with int, refused bool) (held, whole int) {
	t.Helper()
	s := uitest.Buttons(t, "Main", "one", "two", "three", "four")
	g := New(watchGuide(), rand.New(rand.NewSource(3)))
	var events []event.Event
	for range 20 {
		drive(g, s, 60, func(o *gen.Outcome) {
			events = append(events, o.Event)
			o.Refused = refused && o.Event.Arg == arg
			if o.Event.Target.ID == "p:id/two" {
				o.Ran = watchedStack
			}
		})
		g.Observe(gen.Outcome{Event: event.Event{Kind: event.Launch}, After: view(s)})
	}
	for i, e := range events {
		if e.Arg != arg || e.Value == off {
			continue
		}
		held++
		near := false
		for _, between := range events[i+1 : min(i+1+with, len(events))] {
			near = near || between.Target.ID == "p:id/two"
		}
		if end := i + 1 + with; near && end < len(events) && events[end].Arg == arg && events[end].Value == off {
			whole++
		}
	}
	return held, whole
}

// A hasty finger does what takes the screen away right after the action, or another
// action of the screen before or after it.
func TestRace_withWhatLeavesOrAnother(t *testing.T) {
	t.Parallel()
	s := uitest.Buttons(t, "Main", "one", "two")
	g := New(watchGuide(), rand.New(rand.NewSource(1)))
	g.Begin()
	g.Next(view(s))
	g.state.Look(view(s))
	offers := g.state.Offers
	action := form.Step{Key: offers[0].Key}
	g.state.about = choice{kind: takeOffer}
	left, before, after := 0, 0, 0
	for range 200 {
		switch plan := g.state.race(action); {
		case len(plan) != 2:
			t.Fatalf("%d steps", len(plan))
		case plan[1].Key == action.Key && plan[0].Key != action.Key:
			before++
		case departsKey(plan[1].Key, offers):
			left++
		default:
			after++
		}
	}
	if left < 40 || before < 10 || after < 10 {
		t.Errorf("%d left the screen, %d before, %d after", left, before, after)
	}
}

func departsKey(key gen.Key, offers []transition.Offer) bool {
	for i := range offers {
		if offers[i].Key == key {
			return offers[i].System && gen.LeavesScreen(offers[i].Event) > 0
		}
	}
	return false
}
