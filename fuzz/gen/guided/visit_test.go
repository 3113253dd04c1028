package guided

import (
	"math/rand"
	"testing"

	"talpa/fuzz/event"
	"talpa/fuzz/gen"
	"talpa/fuzz/gen/guided/transition"
	"talpa/fuzz/ui"
	"talpa/fuzz/ui/uitest"
)

// tried is an action that matters so much, tried n times, each of which ran the method of the crash.
func tried(matters float64, n int) *transition.Action {
	g := transition.New()
	at := &transition.Node{ByKey: map[gen.Key]*transition.Action{}}
	at.Update([]transition.Offer{{Candidate: gen.Candidate{Key: 1, Kind: 1, Weight: 10}, Factor: matters}}, g)
	for range n {
		at.Actions[0].Observe(at, gen.Outcome{}, 1)
	}
	return at.Actions[0]
}

// A target action that came near the crash again and again without one leaves its place to
// another that was never tried, though that matters less.
func TestGenerator_targetActionsDecay(t *testing.T) {
	t.Parallel()
	near, other, idle := tried(18, 1).Promise(closeBy), tried(8, 0).Promise(closeBy), tried(1, 0).Promise(closeBy)
	if near <= other || idle != 0 {
		t.Errorf("promises %v, %v, %v", near, other, idle)
	}
	if later := tried(18, 60).Promise(closeBy); later >= other {
		t.Errorf("after 60 tries %v, untried %v", later, other)
	}
}

// A path goes on over states that are not the ones it was planned over, where they
// offer its steps, and ends at a state like the goal.
func TestVisit_overLikeStates(t *testing.T) {
	t.Parallel()
	g := New(nil, rand.New(rand.NewSource(1)))
	g.Begin()
	met, now := uitest.Buttons(t, "Main", "next", "monday"), uitest.Buttons(t, "Main", "next", "tuesday")
	far, near := uitest.Buttons(t, "Other", "done", "one"), uitest.Buttons(t, "Other", "done", "two")
	show := func(s *ui.Screen) {
		g.state.Here = nil
		g.state.Look(view(s))
	}
	show(met)
	var next transition.Step
	for _, o := range g.state.Offers {
		if o.Label == "next" && o.Verb == ui.Press && o.Event.Kind == event.Tap {
			next = transition.Step{Key: o.Key, At: g.state.Here}
		}
	}
	show(now)
	p := &visit{goal: g.state.Graph.Node(far), path: []transition.Step{next}}
	c, ok := p.next(g.state)
	if !ok || c.kind != takeOffer || g.state.Offers[c.offer].Label != "next" || !p.walked {
		t.Fatalf("the path goes on with %+v, %v, walked %v", c, ok, p.walked)
	}
	show(near)
	if c, ok := p.next(g.state); ok || !p.here {
		t.Errorf("a state like the goal is not the end of the path: %+v", c)
	}
	if g.state.Alike(next) {
		t.Error("a step of another activity is done")
	}
}
