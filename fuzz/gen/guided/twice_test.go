package guided

import (
	"math/rand"
	"testing"

	"talpa/asra/guide"
	"talpa/fuzz/event"
	"talpa/fuzz/gen"
	"talpa/fuzz/ui/uitest"
)

// Two touches that the plan wants faster than the app are so, with whatever seed: a list drawn between them would take
// the row away from under the second.
func TestFollowGuide_touchesTwiceAtOnce(t *testing.T) {
	t.Parallel()
	plan := one(guide.Goal{ID: 1, Kind: guide.GoalCrash, Screen: "p.Main", Achievers: []guide.Achiever{{
		Kind: guide.AchieveGesture, Gesture: guide.GestureDoubleTap, Screen: "p.Main", Widgets: []guide.Widget{{ID: "id/drop"}}}}})
	n := &notes{}
	main := view(uitest.Screen(t, "Main", n.node("Button", "Other", 0, usable), n.node("Button", "Drop", 100,
		usable+`resource-id="p:id/drop"`)))
	for seed := range int64(12) {
		g := New(plan, rand.New(rand.NewSource(seed)), "perturb_lifecycle", "inject_faults", "fill_form")
		g.Begin()
		e, ok := g.Next(main)
		if !ok || e.Kind != event.DoubleTap || e.Target.Text != "Drop" || e.Millis != 0 {
			t.Errorf("seed %d: %s", seed, e)
		}
		g.Observe(gen.Outcome{Event: e, After: main})
	}
}
