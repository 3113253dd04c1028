package evidence_test

import (
	"slices"
	"strings"
	"testing"

	"talpa/asra/guide"
	"talpa/asra/trace"
	"talpa/fuzz/evidence"
)

const (
	click = "Lp/Main$1;->onClick(Landroid/view/View;)V"
	save  = "Lp/Main;->save()V"
	row   = "Lp/Rows;->onItemClick(I)V"
	draw  = "Lp/Chart;->onDraw()V"
	far   = "Lp/Other;->onClick()V"
)

// sample is of a crash in save, which onClick calls; a row leads there.
func sample() *guide.Guide {
	return &guide.Guide{
		Target: guide.Target{Exception: "java.lang.IllegalStateException", Method: save, Callback: click,
			Frames: []guide.Frame{
				{Class: "android.Foo", Method: "bar"},
				{Class: "p.Main", Method: "save", InApp: true, Resolved: []string{save}},
				{Class: "p.Main$1", Method: "onClick", InApp: true, Resolved: []string{click}},
			}},
		Callbacks: []guide.Callback{
			{Method: click, Role: guide.RoleClick, Verdict: guide.Necessary, Distance: 1},
			{Method: row, Role: guide.RoleItem, Verdict: guide.Necessary, Distance: 3},
			{Method: draw, Role: guide.RoleDraw, Verdict: guide.Necessary, Distance: 1},
			{Method: far, Role: guide.RoleClick, Verdict: guide.Irrelevant, Distance: -1},
		},
		Milestones: []guide.Milestone{
			{Activity: "p.List", Callback: row, Widgets: []guide.Widget{{ID: "id/row"}}},
			{Activity: "p.Main", Callback: click},
		},
	}
}

func TestWatched(t *testing.T) {
	t.Parallel()
	planned := sample()
	planned.Plan = &guide.Plan{Goals: []guide.Goal{
		{ID: 1, Kind: guide.GoalRun, Subject: guide.Subject{Kind: guide.SubjectMethod, Name: far}},
		{ID: 2, Kind: guide.GoalHold, Subject: guide.Subject{Kind: guide.SubjectField, Name: "field"}}}}
	again := sample()
	again.Target.Frames = append(again.Target.Frames, again.Target.Frames[1])
	for _, c := range []struct {
		name  string
		guide *guide.Guide
		want  []string
	}{
		{"no guide", nil, nil},
		{"what is drawn is not watched", sample(), []string{click, save, row}},
		{"what the plan runs is watched", planned, []string{click, save, far, row}},
		{"a method that calls itself is not watched", again, []string{click, row}},
	} {
		if got := evidence.New(c.guide).Watched(); !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

// Frames are nearer than handlers that lead to them, and inner ones nearer than outer ones.
func TestApproach_ordersMethods(t *testing.T) {
	t.Parallel()
	s := evidence.New(sample())
	order := []string{far, row, click, save}
	for i := 1; i < len(order); i++ {
		if a, b := s.Weight(order[i-1]), s.Weight(order[i]); a >= b {
			t.Errorf("%s has %v, %s %v", order[i-1], a, order[i], b)
		}
	}
	if s.Weight(save) != 1 || s.Weight(far) != 0 {
		t.Errorf("the crash point has %v, what does not lead there %v", s.Weight(save), s.Weight(far))
	}
	if s.Score([]string{row}).OnStack() || !s.Score([]string{row, click}).OnStack() {
		t.Error("a handler that leads to the stack is on it, or a frame is not")
	}
}

// A method of the trace counts in full only where those that call it in the trace ran as well;
// the body of a thread began in an event before, and a frame without a probe tells nothing.
func TestLevels_order(t *testing.T) {
	t.Parallel()
	const getter = "Lp/Main;->get()I"
	deep := sample()
	deep.Target.Method = getter
	deep.Target.Frames = append([]guide.Frame{{Class: "p.Main", Method: "get", InApp: true,
		Resolved: []string{getter}}}, deep.Target.Frames[1:]...)
	thread := sample()
	thread.Target.Frames[2].Method = "run"
	unseen := sample()
	unseen.Callbacks[0].Role = guide.RoleDraw // runs all the time: it has no probe
	for _, c := range []struct {
		name  string
		guide *guide.Guide
		ran   []string
		point bool
		stack bool
	}{
		{"the whole stack", deep, []string{getter, save, click}, true, true},
		{"called by another method", deep, []string{getter}, false, false},
		{"called by another method in the wanted handler", deep, []string{getter, click}, false, true},
		{"the outer frames", deep, []string{save, click}, false, true},
		{"in a thread", thread, []string{save}, true, true},
		{"under a handler without a probe", unseen, []string{save}, true, true},
	} {
		if got := evidence.New(c.guide).Score(c.ran); got.AtPoint() != c.point || got.OnStack() != c.stack {
			t.Errorf("%s: %+v", c.name, got)
		}
	}
	if got := evidence.New(deep).Levels([]string{getter, row})[getter]; got <= evidence.New(deep).Weight(row) {
		t.Errorf("a method of the stack that others call counts %v, a handler that leads there more", got)
	}
}

// thrown is a trace of an exception with the given frames, "class.method", innermost first.
func thrown(t *testing.T, class string, frames ...string) trace.Trace {
	t.Helper()
	text := "FATAL EXCEPTION: main\n" + class + ": x\n"
	for _, f := range frames {
		text += "\tat " + f + "(A.java:1)\n"
	}
	traces, err := trace.Parse(text)
	if err != nil || len(traces) != 1 {
		t.Fatalf("%d traces, %v", len(traces), err)
	}
	return traces[0]
}

func TestLikeness(t *testing.T) {
	t.Parallel()
	const wanted, other = "java.lang.IllegalStateException", "java.lang.NullPointerException"
	s := evidence.New(sample())
	for _, c := range []struct {
		name  string
		trace trace.Trace
		want  float64
	}{
		{"the wanted one", thrown(t, wanted, "a.B.c", "p.Main.save", "p.Main$1.onClick", "a.Z.z"), 1},
		{"another caller", thrown(t, wanted, "p.Main.save", "p.Main.onPause"), 0.75},
		{"another exception there", thrown(t, other, "p.Main.save", "p.Main$1.onClick"), 0.5},
		{"frames in another order", thrown(t, wanted, "p.Main$1.onClick", "p.Main.save"), 0.75},
		{"the same elsewhere", thrown(t, wanted, "p.Other.go"), 0},
	} {
		if got := s.Score(nil, c.trace).Likeness; got != c.want {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

// Reaching the crash point is worth more than another exception on the way there, both are
// worth more than either.
func TestValue_ordersScores(t *testing.T) {
	t.Parallel()
	s := evidence.New(sample())
	half := thrown(t, "java.lang.Error", "p.Main$1.onClick")
	order := []evidence.Score{{}, s.Score([]string{row}), s.Score([]string{click}), s.Score([]string{click}, half),
		s.Score([]string{click, save}), s.Score([]string{click, save}, half)}
	for i := 1; i < len(order); i++ {
		if order[i-1].Value() >= order[i].Value() {
			t.Errorf("%+v has %v, %+v %v", order[i-1], order[i-1].Value(), order[i], order[i].Value())
		}
	}
	// Goals order what came equally far, and are worth less than a frame of the stack.
	goals := []evidence.Score{{Goals: 1}, {Approach: s.Weight(click)}, {Approach: s.Weight(click), Goals: 0.5},
		{Approach: s.Weight(click), Goals: 1}}
	for i := range goals {
		if goals[i].Told = true; i > 0 && goals[i-1].Value() >= goals[i].Value() {
			t.Errorf("%+v has %v, %+v %v", goals[i-1], goals[i-1].Value(), goals[i], goals[i].Value())
		}
	}
	if v := evidence.New(nil).Score([]string{save}, half).Value(); v != 0 {
		t.Errorf("without a guide %v", v)
	}
}

func TestTrail(t *testing.T) {
	t.Parallel()
	trail := evidence.New(sample()).NewTrail()
	for _, c := range []struct {
		ran      []string
		activity string
		waits    string
		want     string
	}{
		{nil, "p.Splash", "", "0 of 5, next the screen List"},
		{nil, "p.List", "", "1 of 5, next Rows.onItemClick (id/row)"},
		{[]string{row}, "p.Main", "", "3 of 5, next Main$1.onClick"},
		{nil, "p.List", "", "3 of 5, next Main$1.onClick"},
		{nil, "p.List", "waits for rows", "3 of 5: waits for rows, next Main$1.onClick"},
		{[]string{click, save}, "p.Main", "", "5 of 5: Main.save ran without failing"},
		{nil, "p.List", "waits for rows", "5 of 5: Main.save ran without failing, waits for rows"},
	} {
		if trail.Observe(c.ran, c.activity, c.waits); trail.String() != c.want {
			t.Errorf("after %q on %s: %q, want %q", c.ran, c.activity, trail.String(), c.want)
		}
	}
	if text := evidence.New(nil).NewTrail().String(); strings.TrimSpace(text) != "" {
		t.Errorf("without a guide %q", text)
	}
}
