package guided

import (
	"math/rand"
	"slices"
	"testing"

	"talpa/fuzz/event"
	"talpa/fuzz/gen"
	"talpa/fuzz/ui/uitest"
)

// The generator comes again and again to what it happened once by an episode of its own.
func TestReplayPrefix_leadsBack(t *testing.T) {
	t.Parallel()
	play := func(seed int64, ran []string) (hits, events int) {
		s := uitest.Buttons(t, "Main", "one", "two", "three", "four")
		g := New(watchGuide(), rand.New(rand.NewSource(seed)))
		for range 40 {
			var done []string
			drive(g, s, 60, func(o *gen.Outcome) {
				events++
				if o.Event.Kind == event.Tap {
					done = append(done, o.Event.Target.ID)
				}
				if slices.Equal(last(done, 3), []string{"p:id/four", "p:id/one", "p:id/three"}) {
					o.Ran = ran
					hits++
				}
			})
		}
		return hits, events
	}
	var without, all, with, fewer int
	for seed := range int64(10) {
		hits, events := play(seed, nil)
		without, all = without+hits, all+events
		hits, events = play(seed, watchedStack)
		with, fewer = with+hits, fewer+events
	}
	if with*all < 2*without*fewer {
		t.Errorf("met %d times in %d events, %d in %d without feedback", with, fewer, without, all)
	}
}

// last are the last n of a list.
func last(list []string, n int) []string { return list[max(0, len(list)-n):] }
