package workflow

import (
	"testing"
	"time"

	"talpa/fuzz/event"
)

// searching is a job with a pruned app and the app as it is still to be searched.
func searching(t *testing.T) *reproduction {
	t.Helper()
	until := time.Now().Add(time.Hour)
	return &reproduction{ctx: t.Context(), app: &app{path: "app"}, result: &Reproduction{},
		options: ReproduceOptions{Run: RunOptions{Time: time.Hour, Events: 1000}},
		arms:    []*arm{{apk: "pruned", until: until}, {apk: "app", until: until}}}
}

// TestStrayed: what works on the pruned app only is followed on the app as it is
// next, for a while; then the pruned app's turn comes again, until too much was lost.
func TestStrayed(t *testing.T) {
	t.Parallel()
	r := searching(t)
	short := &event.Script{Events: make([]event.Event, 3)}
	for lost := 1; lost <= maxLost; lost++ {
		r.strayed(short)
		plan := r.arms[0]
		if plan.plan != short || !r.plain(plan) || r.follower(plan) == nil {
			t.Fatalf("after %d: %+v", lost, plan)
		}
		if left, events, ok := r.budget(plan); !ok || left <= 0 || events != planEvents {
			t.Errorf("budget of the plan: %v, %d, %v", left, events, ok)
		}
		r.strayed(nil) // nor does what was found by the plan work
	}
	if len(r.arms) != 1 || !r.plain(r.arms[0]) || r.arms[0].plan != nil {
		t.Fatalf("%d arms are left, the first is %+v", len(r.arms), r.arms[0])
	}
	r.strayed(short)
	if len(r.arms) != 1 || r.follower(r.arms[0]) != nil {
		t.Error("the app as it is follows what was found on it")
	}
}

// TestBudget: an arm has what is left of the job's time and events.
func TestBudget(t *testing.T) {
	t.Parallel()
	r := searching(t)
	a := r.arms[0]
	if left, events, ok := r.budget(a); !ok || left <= 0 || events != 1000 {
		t.Errorf("%v, %d, %v", left, events, ok)
	}
	r.result.Events = 900
	if _, events, _ := r.budget(&arm{until: a.until, events: 400}); events != 100 {
		t.Errorf("%d events of the last 100", events)
	}
	r.result.Events = 1000
	if _, _, ok := r.budget(a); ok {
		t.Error("more than all events")
	}
	r.result.Events = 0
	r.hurry(-time.Second)
	if _, _, ok := r.budget(a); ok {
		t.Error("more than all time")
	}
	r.options.Run.Time, r.options.Run.Events = 0, 0
	if left, events, ok := r.budget(&arm{}); !ok || left != 0 || events != 0 {
		t.Errorf("no bounds: %v, %d, %v", left, events, ok)
	}
	if _, events, ok := r.budget(a); !ok || events != extraEvents {
		t.Errorf("a hurried job without bounds has %d events, %v", events, ok)
	}
}
