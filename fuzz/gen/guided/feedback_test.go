package guided

import (
	"math/rand"
	"strings"
	"testing"

	"talpa/asra/guide"
	"talpa/fuzz/event"
	"talpa/fuzz/evidence"
	"talpa/fuzz/gen"
	"talpa/fuzz/ui"
	"talpa/fuzz/ui/uitest"
)

const (
	watchedClick = "Lp/Main$1;->onClick(Landroid/view/View;)V"
	watchedSave  = "Lp/Main;->save()V"
	watchedRow   = "Lp/Rows;->onItemClick(I)V"
	watchedDraw  = "Lp/Chart;->onDraw()V"
	watchedFar   = "Lp/Other;->onClick()V"
)

// watchedStack is what an event runs that comes to the crash point as the trace has it.
var watchedStack = []string{watchedClick, watchedSave}

// watchGuide is of a crash in save, which onClick calls.
func watchGuide() *guide.Guide {
	return &guide.Guide{
		Target: guide.Target{Method: watchedSave, Callback: watchedClick, Frames: []guide.Frame{
			{Class: "android.Foo", Method: "bar"},
			{Class: "p.Main", Method: "save", InApp: true, Resolved: []string{watchedSave}},
			{Class: "p.Main$1", Method: "onClick", InApp: true, Resolved: []string{watchedClick}},
		}},
		Callbacks: []guide.Callback{
			{Method: watchedClick, Role: guide.RoleClick, Verdict: guide.Necessary, Distance: 1},
			{Method: watchedRow, Role: guide.RoleItem, Verdict: guide.Necessary, Distance: 3},
			{Method: watchedDraw, Role: guide.RoleDraw, Verdict: guide.Necessary, Distance: 1},
			{Method: watchedFar, Role: guide.RoleClick, Verdict: guide.Irrelevant, Distance: -1},
		},
		Milestones: []guide.Milestone{{Activity: "p.List", Callback: watchedRow}, {Callback: watchedDraw}},
	}
}

// What few events run says more than what all run; an action that is repeated makes nothing
// common.
func TestFeedback_rareMethodsSayMore(t *testing.T) {
	again := evidence.NewFeedback(watchGuide())
	again.Observe(nil, false)
	for range 50 {
		again.Observe(watchedStack, true)
	}
	if near := again.Observe(watchedStack, true); near != 1 {
		t.Errorf("of an action that was repeated %v", near)
	}
	with := evidence.NewFeedback(watchGuide())
	first := with.Observe(watchedStack, false)
	for range 50 {
		with.Observe(watchedStack, false)
	}
	if again := with.Observe(watchedStack, false); first < 0.9 || again > 0.1 {
		t.Errorf("the first time %v, when every event runs it %v", first, again)
	}
}

// drive plays an episode on a screen that never changes; tell adds to an event's
// outcome what the device says of it.
func drive(g *Generator, s *ui.Screen, events int, tell func(*gen.Outcome)) {
	g.Begin()
	for range events {
		e, ok := g.Next(view(s))
		if !ok {
			return
		}
		o := gen.Outcome{Event: e, After: view(s)}
		tell(&o)
		g.Observe(o)
	}
}

// The action that probes show to run the method of the crash is done more often, though
// the guide knows no widgets.
func TestGenerator_repeatsActionsThatRanTheMethod(t *testing.T) {
	count := func(ran []string) map[string]int {
		g := New(watchGuide(), rand.New(rand.NewSource(4)))
		s := uitest.Buttons(t, "Main", "one", "two", "three", "four", "five", "six", "seven", "eight")
		done := map[string]int{}
		for range 20 {
			drive(g, s, 50, func(o *gen.Outcome) {
				if o.Event.Kind == event.Tap && o.Event.Target.ID == "p:id/seven" {
					o.Ran = ran
				}
				done[strings.TrimPrefix(o.Event.Target.ID, "p:id/")]++
			})
		}
		return done
	}
	without, with := count(nil), count(watchedStack)
	if 2*with["seven"] < 3*with["six"] || 2*with["seven"] < 3*without["seven"] {
		t.Errorf("with probes %v, without %v", with, without)
	}
}
