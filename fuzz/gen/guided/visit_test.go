package guided

import (
	"math/rand"
	"testing"

	"talpa/asra/guide"
	"talpa/fuzz/event"
	"talpa/fuzz/ui"
)

// A target action that came near the crash again and again without one leaves its place to
// another that was never tried, though that matters less.
func TestTargetActionsDecay(t *testing.T) {
	t.Parallel()
	near := &action{factor: 18, siblings: &siblings{}, coverage: &coverage{tries: 1, near: 1}}
	other := &action{factor: 8, siblings: &siblings{}, coverage: &coverage{}}
	idle := &action{factor: 1, siblings: &siblings{}, coverage: &coverage{}}
	if near.promise() <= other.promise() || idle.promise() != 0 {
		t.Errorf("promises %v, %v, %v", near.promise(), other.promise(), idle.promise())
	}
	near.tries, near.coverage.tries, near.coverage.near = 60, 60, 60
	if near.promise() >= other.promise() {
		t.Errorf("after 60 tries %v, untried %v", near.promise(), other.promise())
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

// A path goes on over states that are not the ones it was planned over, where they
// offer its steps, and ends at a state like the goal.
func TestVisit_overLikeStates(t *testing.T) {
	t.Parallel()
	g := New(nil, rand.New(rand.NewSource(1)))
	g.Begin()
	met, now := screen(t, "Main", "next", "monday"), screen(t, "Main", "next", "tuesday")
	far, near := screen(t, "Other", "done", "one"), screen(t, "Other", "done", "two")
	show := func(s *ui.Screen) {
		g.here = nil
		g.look(view(s))
	}
	show(met)
	var next step
	for _, o := range g.offers {
		if o.Label == "next" && o.Verb == ui.Press && o.Event.Kind == event.Tap {
			next = step{key: o.Key, at: g.here}
		}
	}
	show(now)
	p := &visit{goal: g.graph.node(far), path: []step{next}}
	c, ok := p.next(g.state)
	if !ok || c.kind != takeOffer || g.offers[c.offer].Label != "next" || !p.walked {
		t.Fatalf("the path goes on with %+v, %v, walked %v", c, ok, p.walked)
	}
	show(near)
	if c, ok := p.next(g.state); ok || !p.here {
		t.Errorf("a state like the goal is not the end of the path: %+v", c)
	}
	if g.alike(next) {
		t.Error("a step of another activity is done")
	}
}
