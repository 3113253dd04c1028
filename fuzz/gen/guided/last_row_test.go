package guided

import (
	"math/rand"
	"testing"

	"talpa/asra/guide"
	"talpa/fuzz/event"
	"talpa/fuzz/gen"
	"talpa/fuzz/gen/guided/goals"
)

// A place that is to be one that is no more, once others are gone, is that of the last row, with whatever seed.
func TestFollowGuide_remembersTheLastRow(t *testing.T) {
	t.Parallel()
	plan := one(guide.Goal{ID: 1, Kind: guide.GoalRun, Screen: "p.Main", Achievers: []guide.Achiever{{
		Kind: guide.AchieveHandler, Screen: "p.Main", Role: guide.RoleItem, Method: "Lp/Main$1;->onItemClick()V",
		Widgets: []guide.Widget{{ID: "id/actions"}}, Want: guide.Want{Class: guide.WantLast}}}})
	for seed := range int64(12) {
		app, g := &drawer{open: true, bad: -1}, New(plan, rand.New(rand.NewSource(seed)), "perturb_lifecycle", "inject_faults")
		g.Begin()
		e, ok := g.Next(app.view(t))
		if !ok || e.Kind != event.Tap || e.Y/100 != 9 {
			t.Errorf("seed %d: %s", seed, e)
		}
		g.Observe(gen.Outcome{Event: e, After: app.view(t)})
	}
}

// A list that scrolls is scrolled to its end first, once.
func TestHandler_scrollsToTheLastRow(t *testing.T) {
	t.Parallel()
	g := inFront(t, `<node class="android.widget.ListView" resource-id="p:id/list" enabled="true" scrollable="true"`+
		` bounds="[0,0][400,800]"><node class="android.widget.TextView" text="a" enabled="true" clickable="true"`+
		` bounds="[0,0][400,100]"/></node>`)
	achiever := &guide.Achiever{Kind: guide.AchieveHandler, Role: guide.RoleItem, Method: "Lp/Main$1;->onItemClick()V",
		Screen: "p.Main", Widgets: []guide.Widget{{ID: "id/list"}}, Want: guide.Want{Class: guide.WantLast}}
	task := goals.Task{Goal: guide.Goal{Kind: guide.GoalHold}, Achiever: achiever}
	p := &planned{owner: newFollowGuide(nil, alone()), tasks: []goals.Task{task}}
	first, ok := p.handler(g.state, task, false)
	if !ok || first.kind != giveEvent || first.event.Kind != event.Scroll || first.event.Arg != "bottom" {
		t.Fatalf("first: %+v", first)
	}
	if next, ok := p.handler(g.state, task, false); !ok || next.kind != takeOffer {
		t.Fatalf("then: %+v", next)
	}
}
