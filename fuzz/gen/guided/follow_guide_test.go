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
	"talpa/fuzz/ui"
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

// A handler whose widgets have no name, such as a row's layout, is called by the rows seen.
func TestOfferOf_unnamedWidgetIsARow(t *testing.T) {
	t.Parallel()
	g := New(nil, rand.New(rand.NewSource(1)))
	g.Begin()
	g.look(view(listScreen(t, "Monday", "Tuesday")))
	bare := []guide.Widget{{Class: "android.widget.LinearLayout"}}
	if i := g.offerOf(bare, guide.RoleItem); i < 0 || !g.offers[i].Listed {
		t.Errorf("offer %d", i)
	}
	if i := g.offerOf([]guide.Widget{{ID: "id/none"}}, guide.RoleItem); i >= 0 {
		t.Errorf("a widget that is not there is %q", g.offers[i].Label)
	}
	if i := g.offerOf(bare, guide.RoleKey); i >= 0 {
		t.Errorf("a key is the row %q", g.offers[i].Label)
	}
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

// listScreen is a screen of the app p with a list of rows.
func listScreen(t *testing.T, rows ...string) *ui.Screen {
	t.Helper()
	dump := `<hierarchy rotation="0"><node class="android.widget.FrameLayout" package="p" bounds="[0,0][400,2000]">` +
		`<node class="android.widget.ListView" package="p" enabled="true" bounds="[0,0][400,2000]">`
	for i, text := range rows {
		dump += fmt.Sprintf(`<node class="android.widget.TextView" package="p" text="%s" enabled="true" clickable="true"`+
			` bounds="[0,%d][400,%d]"/>`, text, i*100, i*100+100)
	}
	s, err := ui.Parse([]byte(dump+`</node></node></hierarchy>`), "p/p.List")
	if err != nil {
		t.Fatal(err)
	}
	return s
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

// A gesture is done on its widget, a key anywhere.
func TestGesture(t *testing.T) {
	t.Parallel()
	g := New(nil, rand.New(rand.NewSource(1)))
	g.Begin()
	g.look(view(uitest.Buttons(t, "Main", "one", "two")))
	for _, c := range []struct {
		gesture guide.Gesture
		widgets []guide.Widget
		kind    event.Kind
	}{
		{guide.GestureDoubleTap, []guide.Widget{{ID: "id/two"}}, event.DoubleTap},
		{guide.GestureKey, nil, ""},
		{guide.GestureType, nil, "none"},
	} {
		i := g.gesture(goals.Task{Achiever: &guide.Achiever{Gesture: c.gesture, Widgets: c.widgets}})
		switch {
		case c.kind == "none":
			if i >= 0 {
				t.Errorf("%s: %v", c.gesture, g.offers[i].Event)
			}
		case i < 0 || c.kind != "" && g.offers[i].Event.Kind != c.kind:
			t.Errorf("%s: offer %d", c.gesture, i)
		case len(c.widgets) > 0 && g.offers[i].Label != "two":
			t.Errorf("%s on %q", c.gesture, g.offers[i].Label)
		}
	}
}
