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
			g.Begin()
			var last event.Event
			for range 100 {
				e, ok := g.Next(view(s))
				if !ok {
					break
				}
				if last.Target.ID == "p:id/two" && (shakes(e) > 0 || e.Kind == event.Back) {
					after++
				}
				o := gen.Outcome{Event: e, After: view(s)}
				if e.Target.ID == "p:id/two" {
					o.Ran = ran
					if shakes(last) > 0 {
						before++
					}
				}
				last = e
				g.Observe(o)
			}
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
	g := New(nil, rand.New(rand.NewSource(1)))
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
