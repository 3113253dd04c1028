package guided

import (
	"fmt"
	"math/rand"
	"strings"
	"testing"

	"talpa/asra/guide"
	"talpa/fuzz/event"
	"talpa/fuzz/gen"
	"talpa/fuzz/gen/guided/goals"
	"talpa/fuzz/ui/uitest"
)

// treePlan is a plan of three buttons, one behind the other, as milestones or as goals.
func treePlan(milestones bool) *guide.Guide {
	g := &guide.Guide{}
	if !milestones {
		g.Plan = &guide.Plan{}
	}
	for i, id := range []string{"id/c", "id/bc", "id/acb"} {
		method := fmt.Sprintf("Lp/Tree;->on%d()V", i)
		widgets := []guide.Widget{{ID: id}}
		if milestones {
			g.Milestones = append(g.Milestones, guide.Milestone{Callback: method, Role: guide.RoleClick, Widgets: widgets})
			continue
		}
		goal := guide.Goal{ID: i + 1, Kind: guide.GoalRun, Achievers: []guide.Achiever{
			{Kind: guide.AchieveHandler, Role: guide.RoleClick, Method: method, Widgets: widgets}}}
		if i > 0 {
			goal.After = []int{i}
		}
		g.Plan.Goals = append(g.Plan.Goals, goal)
	}
	return g
}

// A plan of presses is done in as many events, whether the guide has goals or milestones only.
func TestFollowGuide_pressesInOrder(t *testing.T) {
	t.Parallel()
	for _, milestones := range []bool{true, false} {
		for seed := range int64(5) {
			if met := leaves(t, New(treePlan(milestones), rand.New(rand.NewSource(seed))), 4); met["cba"] != 1 {
				t.Errorf("milestones %v, seed %d: after four events %v", milestones, seed, met)
			}
		}
		by := 0 // chance
		for seed := range int64(10) {
			by += leaves(t, New(treePlan(milestones), rand.New(rand.NewSource(seed)), "follow_guide"), 4)["cba"]
		}
		if by > 2 {
			t.Errorf("milestones %v: without the strategy by %d of 10 seeds", milestones, by)
		}
	}
}

// A preference is found behind the row of its name, and given its value.
func TestFollowGuide_changesPreference(t *testing.T) {
	t.Parallel()
	g := &guide.Guide{Target: guide.Target{Method: shopPoint}, Plan: &guide.Plan{Goals: []guide.Goal{
		{ID: 1, Kind: guide.GoalRun, Achievers: []guide.Achiever{{Kind: guide.AchieveHandler, Role: guide.RoleClick,
			Widgets: []guide.Widget{{Text: "Settings"}}}}},
		{ID: 2, Kind: guide.GoalHold, After: []int{1}, Achievers: []guide.Achiever{
			{Kind: guide.AchievePreference, Title: "Currency", Values: []string{"None"}}}},
		{ID: 3, Kind: guide.GoalRun, After: []int{2}, Achievers: []guide.Achiever{{Kind: guide.AchieveHandler,
			Role:    guide.RoleClick,
			Widgets: []guide.Widget{{Text: "Buy"}}}}},
	}}}
	for seed := range int64(10) {
		gen, app, events := New(g, rand.New(rand.NewSource(seed))), &shop{screen: "list", value: "Euro"}, 0
		for gen.Begin(); !app.crashed && events < 20; events++ {
			playIn(t, gen, app)
		}
		if !app.crashed {
			t.Errorf("seed %d: not in %d events", seed, events)
		}
	}
}

// playIn plays an event of a generator in the shop.
func playIn(t *testing.T, g *Generator, app *shop) event.Event {
	t.Helper()
	e, ok := g.Next(app.view(t))
	if !ok {
		t.Fatal("the episode ends")
	}
	ran := app.do(e)
	g.Observe(gen.Outcome{Event: e, After: app.view(t), Ran: ran})
	return e
}

// The steps of a report are done in its order, with what it leaves out in between.
func TestFollowReport(t *testing.T) {
	t.Parallel()
	const report = "Steps to reproduce:\n1. open Settings\n2. tap on *Currency* and choose \"None\"\n3. press back, then Buy\nIt crashes!"
	count := func(lines []string) (found int) {
		for seed := range int64(20) {
			g := New(&guide.Guide{Report: lines}, rand.New(rand.NewSource(seed)))
			g.Begin()
			p := &active{plan: &reportPlan{report: newFollowReport(&guide.Guide{Report: lines}), missed: maxUnnamed},
				row: g.table[0]}
			g.plans = append(g.plans, p)
			app := &shop{screen: "list", value: "Euro"}
			for events := 0; events < 6 && !app.crashed; events++ {
				playIn(t, g, app)
			}
			if app.crashed {
				found++
			}
		}
		return found
	}
	if with, without := count(strings.Split(report, "\n")), count([]string{"It crashes all the time."}); with < 15 ||
		without > 5 {
		t.Errorf("met by %d of 20 seeds with the report's steps, by %d without", with, without)
	}
}

// Where all is ready for the crash, several alternatives are tried one after the other, the
// likeliest first; of other goals one is.
func TestFollowGuide_triesAlternativesAtTheCrash(t *testing.T) {
	t.Parallel()
	change := func(c guide.Change) guide.Achiever { return guide.Achiever{Kind: guide.AchieveLifecycle, Change: c} }
	alternatives := []guide.Achiever{change(guide.ChangeRotate), change(guide.ChangeLeave), change(guide.ChangeKill),
		change(guide.ChangeDestroy)}
	play := func(kind guide.GoalKind) string {
		s := uitest.Buttons(t, "Main", "one")
		g := New(&guide.Guide{Plan: &guide.Plan{Goals: []guide.Goal{{ID: 1, Kind: kind, Achievers: alternatives}}}},
			rand.New(rand.NewSource(1)))
		var kinds []string
		events := 0
		drive(g, s, 4, func(o *gen.Outcome) {
			if events++; g.Chose() == "follow_guide" && len(g.plans) > 0 && len(g.plans[0].plan.(*planned).tasks) < 3 {
				kinds = append(kinds, string(o.Event.Kind))
			}
		})
		return strings.Join(kinds[:min(3, len(kinds))], " ")
	}
	if got := play(guide.GoalCrash); got != "rotate home kill" {
		t.Errorf("at the crash %q", got)
	}
	if got := play(guide.GoalHold); !strings.HasPrefix(got, "rotate ") || strings.Contains(got, "kill") {
		t.Errorf("of another goal %q", got)
	}
}

// Of alternatives that last one is chosen, and none beside a press: the last answer would hold for all of them.
func TestChoose_oneOfWhatLasts(t *testing.T) {
	t.Parallel()
	answer := func(a guide.Answer) guide.Achiever { return guide.Achiever{Kind: guide.AchieveAnswer, Answer: a} }
	press := func(m string) guide.Achiever { return guide.Achiever{Kind: guide.AchieveHandler, Method: m} }
	for _, c := range []struct {
		achievers []guide.Achiever
		chosen    int
	}{
		{[]guide.Achiever{answer(guide.AnswerCanceled), answer(guide.AnswerEmpty), answer(guide.AnswerData)}, 1},
		{[]guide.Achiever{press("a"), press("b"), answer(guide.AnswerData)}, 2},
		{[]guide.Achiever{answer(guide.AnswerData), press("a"), press("b")}, 1},
	} {
		f := newFollowGuide(nil, alone())
		got := f.choose(newState(nil, rand.New(rand.NewSource(1))))(
			guide.Goal{Kind: guide.GoalCrash, Achievers: c.achievers})
		if len(got) != c.chosen || got[0] != &c.achievers[0] {
			t.Errorf("of %v chosen %d, want %d, the first first", c.achievers, len(got), c.chosen)
		}
	}
}

// A plan that could be done and did not crash is done with other achievers the next time, also those
// that differ in nothing but the change that they are.
func TestFollowGuide_variesWhatWasInVain(t *testing.T) {
	t.Parallel()
	change := func(c guide.Change) guide.Achiever {
		return guide.Achiever{Kind: guide.AchieveLifecycle, Screen: "p.List", Change: c}
	}
	g := one(guide.Goal{Kind: guide.GoalRun, Achievers: []guide.Achiever{change(guide.ChangeRotate), change(guide.ChangeBack),
		change(guide.ChangeLeave)}})
	f := newFollowGuide(g, alone())
	goal := f.plan.Goals[0]
	for range 6 {
		f.tally.Miss(goals.Task{Goal: goal, Achiever: &goal.Achievers[1]})
	}
	if first, failed := f.tally.Weight(goal, 0), f.tally.Weight(goal, 1); first != 1 || failed > 0.011 {
		t.Errorf("weights %v and %v", first, failed)
	}
	s := newState(g, rand.New(rand.NewSource(1)))
	chosen := map[guide.Change]int{}
	f.plans = 1
	for range 60 {
		chosen[f.choose(s)(goal)[0].Change]++
	}
	if chosen[guide.ChangeBack] > chosen[guide.ChangeLeave] || chosen[guide.ChangeBack] > 10 {
		t.Errorf("what failed was chosen as others: %v", chosen)
	}
}

// A gesture that brings the crash about is done on any screen where the callback of the stack may run; one of
// another goal on its own screen.
func TestShows_gestureOfTheCrash(t *testing.T) {
	t.Parallel()
	const anchor = "Lp/Helper;->onChildDraw()V"
	gesture := []guide.Achiever{{Kind: guide.AchieveGesture, Gesture: guide.GestureSwipe, Screen: "p.First"}}
	g := one(guide.Goal{Kind: guide.GoalRun, Achievers: gesture}, guide.Goal{Kind: guide.GoalCrash, Achievers: gesture})
	g.Target.Callback = anchor
	g.Callbacks = []guide.Callback{{Method: anchor, Components: []string{"p.First", "p.Second"}}}
	f := newFollowGuide(g, alone())
	for _, c := range []struct {
		goal     int
		activity string
		want     bool
	}{{0, "p.First", true}, {0, "p.Second", false}, {1, "p.First", true}, {1, "p.Second", true}, {1, "p.Third", false}} {
		goal := f.plan.Goals[c.goal]
		if got := f.shows(goals.Task{Goal: goal, Achiever: &goal.Achievers[0]}, c.activity); got != c.want {
			t.Errorf("goal %d on %s: %v", c.goal+1, c.activity, got)
		}
	}
}

// What waits for the keyboard's action key gets a text and then the key, where no field is known to have it the one in
// which the plan's text was typed; what others start is started wherever the app is.
func TestFollowGuide_eventsOfTasks(t *testing.T) {
	t.Parallel()
	sent := one(
		guide.Goal{ID: 1, Kind: guide.GoalHold, Achievers: []guide.Achiever{{Kind: guide.AchieveText, Values: []string{"a"},
			Widgets: []guide.Widget{{ID: "id/title"}}}}},
		guide.Goal{ID: 2, Kind: guide.GoalHold, After: []int{1}, Achievers: []guide.Achiever{{Kind: guide.AchieveHandler,
			Role: guide.RoleText, Method: "Lp/F;->onEditorAction()Z"}}})
	action := one(guide.Goal{Kind: guide.GoalCrash, Achievers: []guide.Achiever{{Kind: guide.AchieveHandler, Role: guide.RoleText,
		Method: "Lp/F;->onEditorAction()Z", Widgets: []guide.Widget{{ID: "id/title"}}}}})
	start := one(guide.Goal{Kind: guide.GoalScreen, Subject: guide.Subject{Kind: guide.SubjectComponent, Class: "p.Share"},
		Achievers: []guide.Achiever{{Kind: guide.AchieveStart, Screen: "p.Share"}}})
	form := view(uitest.Screen(t, "form", (&notes{}).node("EditText", "", 0, usable+`resource-id="p:id/title"`)))
	focused := view(uitest.Screen(t, "form", (&notes{}).node("EditText", "5", 200, usable+`resource-id="p:id/other"`)+
		(&notes{}).node("EditText", "a", 0, usable+`focused="true" resource-id="p:id/title"`)))
	form.Outside = []event.Event{{Kind: event.Start, Intent: &event.Intent{Component: "p/p.Other"}},
		{Kind: event.Start, Intent: &event.Intent{Component: "p/p.Share"}}}
	for _, c := range []struct {
		name  string
		guide *guide.Guide
		form  gen.View
		want  string
	}{{"action key", action, form, "text editoraction"}, {"start", start, form, "start p/p.Share"},
		{"a field that is not known", sent, focused, "text editoraction"}} {
		g := New(c.guide, rand.New(rand.NewSource(1)), "perturb_lifecycle", "inject_faults", "fill_form")
		g.Begin()
		var did []string
		for range strings.Fields(c.want) {
			e, _ := g.Next(c.form)
			did = append(did, string(e.Kind))
			if e.Intent != nil {
				did = append(did, e.Intent.Component)
			}
			g.Observe(gen.Outcome{Event: e, After: c.form})
		}
		if got := strings.Join(did, " "); !strings.HasPrefix(got, c.want) {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

// What the plan changes around the app, and then no start of it lives, is left out of plans that follow.
func TestFollowGuide_givesUpWhatNoStartSurvives(t *testing.T) {
	t.Parallel()
	g := one(
		guide.Goal{Kind: guide.GoalHold, Achievers: []guide.Achiever{{Kind: guide.AchieveServer, Answer: guide.AnswerError}}},
		guide.Goal{Kind: guide.GoalCrash, Achievers: []guide.Achiever{{Kind: guide.AchieveHandler, Role: guide.RoleClick,
			Widgets: []guide.Widget{{Text: "go"}}}}})
	gen0 := New(g, rand.New(rand.NewSource(1)), "replay_prefix", "insert_press", "inject_faults", "perturb_lifecycle")
	main := view(uitest.Buttons(t, "Main", "go", "a"))
	odd := 0
	for range 6 {
		gen0.Begin()
		dead := false
		for range 12 {
			v := main
			if dead {
				v = gen.View{Package: "p"}
			}
			e, ok := gen0.Next(v)
			if !ok {
				break
			}
			o := gen.Outcome{Event: e, After: main}
			if e.Kind == event.Config && e.Arg == event.Responses {
				dead = true
				odd++
			}
			if dead {
				o.Crash, o.After = "dies", gen.View{Package: "p"}
			}
			gen0.Observe(o)
		}
	}
	if odd != 1 {
		t.Errorf("in 6 episodes servers were odd %d times", odd)
	}
}
