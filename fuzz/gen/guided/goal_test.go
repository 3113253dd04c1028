package guided

import (
	"math/rand"
	"testing"

	"talpa/asra/guide"
	"talpa/fuzz/event"
	"talpa/fuzz/gen"
)

// A strike that came near the crash again and again without one leaves its place to
// another that was never tried, though that matters less.
func TestStrikesWear(t *testing.T) {
	t.Parallel()
	near := &arm{factor: 18, kin: &kin{}, echo: &echo{tries: 1, near: 1}}
	other := &arm{factor: 8, kin: &kin{}, echo: &echo{}}
	idle := &arm{factor: 1, kin: &kin{}, echo: &echo{}}
	if near.promise() <= other.promise() || idle.promise() != 0 {
		t.Errorf("promises %v, %v, %v", near.promise(), other.promise(), idle.promise())
	}
	near.tries, near.echo.tries, near.echo.near = 60, 60, 60
	if near.promise() >= other.promise() {
		t.Errorf("after 60 tries %v, untried %v", near.promise(), other.promise())
	}
}

// What comes close to the crash is followed by events that take the screen away
// more often than chance has it.
func TestShaking(t *testing.T) {
	t.Parallel()
	count := func(ran []string) int {
		s, away := screen(t, "Main", "one", "two", "three", "four"), 0
		for seed := range int64(10) {
			g := New(watchGuide(), rand.New(rand.NewSource(seed)))
			g.Begin()
			after := false
			for range 100 {
				e, ok := g.Next(view(s))
				if !ok {
					break
				}
				if after && (gen.Anew(e) || e.Kind == event.Home || e.Kind == event.Back || e.Kind == event.Kill) {
					away++
				}
				o := gen.Outcome{Event: e, After: view(s)}
				if after = e.Kind == event.Tap && e.Target.ID == "p:id/two"; after {
					o.Ran = ran
				}
				g.Observe(o)
			}
		}
		return away
	}
	if deaf, hearing := count(nil), count([]string{watchedSave}); hearing <= deaf {
		t.Errorf("%d times after what came close, %d times otherwise", hearing, deaf)
	}
}

// Where the crash is met on arrival, the screen of the target is no place to stay.
func TestArrival(t *testing.T) {
	t.Parallel()
	at := func(callback string) float64 {
		g := &guide.Guide{Target: guide.Target{Callback: callback},
			Components: []guide.Component{{Name: "p.Main", Kind: guide.Activity, Verdict: guide.Necessary}}}
		return newRelevance(g).place(screen(t, "Main", "one")).factor
	}
	if here, there := at("Lp/Main;->onCreate(Landroid/os/Bundle;)V"), at("Lp/Main;->onClick(Landroid/view/View;)V"); here >= 1 ||
		there <= 1 {
		t.Errorf("the target's screen matters %v where it crashes on arrival, %v where later", here, there)
	}
}
