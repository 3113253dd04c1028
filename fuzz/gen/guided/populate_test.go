package guided

import (
	"fmt"
	"math/rand"
	"slices"
	"testing"

	"talpa/asra/guide"
	"talpa/fuzz/event"
	"talpa/fuzz/gen"
	"talpa/fuzz/gen/guided/goals"
	"talpa/fuzz/ui"
	"talpa/fuzz/ui/uitest"
)

// stopwatch is an app that lists what was timed on its second screen. A third one edits times: those that are new, from
// a button of the list, and those of the list, which crash. A row comes by one of the buttons of the first screen.
type stopwatch struct {
	screen string
	rows   int
	crash  bool
}

func (w *stopwatch) view(t *testing.T) gen.View {
	t.Helper()
	nodes := map[string][]string{"Main": {"a", "b", "c", "d", "times", "i", "j", "k", "start", "l", "m", "n"}, "Times": {"new", "e"}, "Edit": {"f", "g", "h"}}
	screen := uitest.Buttons(t, w.screen, nodes[w.screen]...)
	if w.screen == "Times" && w.rows > 0 {
		screen = uitest.Screen(t, w.screen, fmt.Sprintf(`<node class="android.widget.Button" package="p" text="new"`+
			` resource-id="p:id/new" enabled="true" clickable="true" bounds="[0,0][400,100]"/>`+
			`<node class="android.widget.ListView" package="p" resource-id="android:id/list" enabled="true" bounds="[0,200][400,1000]">`+
			`<node class="android.widget.TextView" package="p" text="%d times" enabled="true" clickable="true"`+
			` bounds="[0,200][400,300]"/></node>`, w.rows))
	}
	return view(screen)
}

func (w *stopwatch) do(e event.Event) {
	switch {
	case e.Kind == event.Back && w.screen == "Edit":
		w.screen = "Times"
	case e.Kind == event.Back, e.Kind == event.Launch, e.Kind == event.Restart, e.Kind == event.Kill:
		w.screen = "Main"
	case e.Kind != event.Tap:
	case e.Target.Text == "start":
		w.rows++
	case e.Target.Text == "times":
		w.screen = "Times"
	case e.Target.Text == "new":
		w.screen = "Edit"
	case w.screen == "Times" && e.Y >= 200 && w.rows > 0:
		w.screen, w.crash = "Edit", true
	}
}

// stopwatchPlan is a plan of which the screen that crashes is opened by the button or by a row. With adds the guide
// says what adds rows.
func stopwatchPlan(adds bool) *guide.Guide {
	handler := func(screen, method string, role guide.Role, id string) guide.Achiever {
		return guide.Achiever{Kind: guide.AchieveHandler, Screen: screen, Role: role, Method: method,
			Widgets: []guide.Widget{{ID: id}}}
	}
	g := one(
		guide.Goal{Kind: guide.GoalRun, Screen: "p.Main", Achievers: []guide.Achiever{
			handler("p.Main", "Lp/Main$1;->onClick()V", guide.RoleClick, "id/times")}},
		guide.Goal{Kind: guide.GoalRun, Screen: "p.Times", Achievers: []guide.Achiever{
			handler("p.Times", "Lp/Times$1;->onClick()V", guide.RoleClick, "id/new"),
			handler("p.Times", "Lp/Times;->onListItemClick()V", guide.RoleItem, "android:id/list")}},
		guide.Goal{Kind: guide.GoalCrash, Screen: "p.Edit", Achievers: []guide.Achiever{{Kind: guide.AchieveOpen, Screen: "p.Edit"}}})
	if adds {
		start := "Lp/Main$2;->onClick()V"
		g.Callbacks = []guide.Callback{{Method: start, Role: guide.RoleClick, Components: []string{"p.Main"},
			Widgets: []guide.Widget{{ID: "id/start"}}}}
		g.Dependencies = []guide.Dependency{{Kind: guide.AddsRows, Setter: start, Tester: "Lp/Times;->onCreate()V",
			Subject: guide.Subject{Kind: guide.SubjectTable, Name: "times"}}}
	}
	return g
}

// Where a list stays empty rows are added on another screen, if the guide says by what.
func TestPopulate_addsRowsOnAnotherScreen(t *testing.T) {
	t.Parallel()
	const seeds, most = 20, 400
	events := func(adds bool) (sum int) {
		for seed := range int64(seeds) {
			app, g := &stopwatch{screen: "Main"}, New(stopwatchPlan(adds), rand.New(rand.NewSource(seed)))
			g.Begin()
			for n := 0; n < most && !app.crash; n++ {
				e, ok := g.Next(app.view(t))
				if !ok {
					app.screen = "Main"
					g.Begin()
					continue
				}
				app.do(e)
				g.Observe(gen.Outcome{Event: e, After: app.view(t)})
				sum++
			}
		}
		return sum / seeds
	}
	// It was 25 and 51.
	if with, without := events(true), events(false); with > 35 || without < 40 {
		t.Errorf("met after %d events on average, %d without the guide's word", with, without)
	}
}

// A list that stays empty may show what another app hands over: a file to view.
func TestPopulate_takesWhatAnotherAppHands(t *testing.T) {
	t.Parallel()
	const seeds, most = 20, 400
	open := event.Event{Kind: event.Start, Intent: &event.Intent{
		Action: "android.intent.action.VIEW", Component: "p/p.Times", Data: "file:///sdcard/Download/sample.csv",
	}}
	sum := 0
	for seed := range int64(seeds) {
		app, g := &stopwatch{screen: "Main"}, New(stopwatchPlan(false), rand.New(rand.NewSource(seed)))
		look := func() gen.View {
			v := app.view(t)
			v.Outside = []event.Event{open}
			return v
		}
		g.Begin()
		for n := 0; n < most && !app.crash; n++ {
			e, ok := g.Next(look())
			switch {
			case !ok:
				app.screen = "Main"
				g.Begin()
				continue
			case e.Kind == event.Start:
				app.screen, app.rows = "Times", app.rows+1
			case e.Kind != event.Tap || e.Target.Text != "start": // nothing else adds a row
				app.do(e)
			}
			g.Observe(gen.Outcome{Event: e, After: look()})
			sum++
		}
	}
	if mean := sum / seeds; mean > 35 { // it was 19, and 288 by chance
		t.Errorf("met after %d events on average", mean)
	}
}

// What wants a row was not done in vain while there was none: once there is one it comes before what was.
func TestFollowGuide_triesWhatCouldNotBeTried(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name string
		rows int
		vain bool // the button was done in a plan that did not crash
		want string
	}{
		{"a row is there", 1, true, "1 times"},
		{"no row is there", 0, true, "new"},
		{"nothing was in vain", 1, false, "new"},
	} {
		app, g := &stopwatch{screen: "Times", rows: c.rows}, New(stopwatchPlan(false), rand.New(rand.NewSource(1)))
		g.Begin()
		g.state.Look(app.view(t))
		f := newFollowGuide(stopwatchPlan(false), alone())
		proposed, _ := f.Propose(g.state)
		p, ok := proposed.(*planned)
		if !ok {
			t.Fatal("no plan")
		}
		p.tasks = p.tasks[1:]
		if p.tasks[0].Widgets[0].ID != "id/new" {
			t.Fatalf("the plan has %v", p.tasks[0].Widgets)
		}
		if c.vain {
			f.tally.Failed(p.all)
		}
		for range 5 {
			f.tally.Miss(goals.Task{Goal: p.tasks[0].Goal, Achiever: &p.tasks[0].Goal.Achievers[1]})
		}
		got, _ := p.next(g.state)
		if got.kind != takeOffer || g.state.Offers[got.offer].Label != c.want {
			t.Errorf("%s: %+v, want %q", c.name, got, c.want)
		}
	}
}

// An item of a context menu that is not shown is looked for by a long touch of a row.
func TestHandler_touchesARowForItsContextMenu(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		method string
		want   bool
	}{{"Lp/Main;->onContextItemSelected(Landroid/view/MenuItem;)Z", true}, {"Lp/Main;->onOptionsItemSelected(Landroid/view/MenuItem;)Z", false}} {
		g := New(nil, rand.New(rand.NewSource(1)))
		g.Begin()
		g.state.Look((&notes{screen: "list", rows: []string{"one", "two"}}).view(t))
		p := &planned{owner: newFollowGuide(nil, alone())}
		got, ok := p.handler(g.state, goals.Task{Goal: guide.Goal{Kind: guide.GoalRun}, Achiever: &guide.Achiever{
			Kind: guide.AchieveHandler, Role: guide.RoleMenu, Screen: "p.list", Method: c.method, Widgets: []guide.Widget{{Text: "Edit"}}}}, false)
		long := ok && got.kind == takeOffer && g.state.Offers[got.offer].Listed && g.state.Offers[got.offer].Event.Kind == event.LongTap
		if long != c.want {
			t.Errorf("%s: %+v, %v", c.method, got, ok)
		}
	}
}

// A form that was confirmed in vain may have fields out of sight: the screen is turned upright, or scrolled, once. One
// that nothing confirms is left a second time before, since the first Back may have hidden the keyboard only. One that
// was confirmed in vain twice is left.
func TestPopulate_looksForFieldsOutOfSight(t *testing.T) {
	t.Parallel()
	save := node("Button", "[0,200][300,300]", `clickable="true" text="Save"`)
	screen := func(width, height int, scrollable bool, more string) *ui.Screen {
		rotation := 0
		if width > height {
			rotation = 1
		}
		s, err := ui.Parse([]byte(fmt.Sprintf(`<hierarchy rotation="%d"><node class="android.widget.ScrollView" package="p"`+
			` enabled="true" scrollable="%v" bounds="[0,0][%d,%d]"><node class="android.widget.EditText" package="p"`+
			` resource-id="p:id/title" enabled="true" clickable="true" bounds="[0,0][300,100]"/>%s</node></hierarchy>`,
			rotation, scrollable, width, height, more)), "p/p.Edit")
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	for _, c := range []struct {
		name   string
		screen *ui.Screen
		filled int
		backs  int
		want   event.Kind
	}{
		{"first", screen(800, 400, true, ""), 0, 0, event.Text},
		{"left once", screen(800, 400, true, ""), 1, 0, event.Back},
		{"on its side", screen(800, 400, true, ""), 1, 1, event.Rotate},
		{"upright", screen(400, 800, true, ""), 1, 1, event.Scroll},
		{"nothing is out of sight", screen(400, 800, false, ""), 1, 1, event.Text},
		{"again", screen(800, 400, true, ""), 2, 1, event.Text},
		{"confirmed once", screen(400, 800, false, save), 1, 0, event.Text},
		{"confirmed in vain", screen(400, 800, false, save), 2, 0, event.Back},
		{"left while the keyboard was up", screen(400, 800, false, save), 2, 1, event.Back},
		{"left twice", screen(400, 800, false, save), 2, 2, event.Text},
	} {
		g := New(nil, rand.New(rand.NewSource(1)))
		g.Begin()
		g.state.Look(view(c.screen))
		p := &planned{owner: newFollowGuide(nil, alone()), added: population{left: 5, began: true, forms: c.filled, backs: c.backs}}
		got, ok := p.populate(g.state, goals.Task{Goal: guide.Goal{Kind: guide.GoalRun}, Achiever: &guide.Achiever{
			Kind: guide.AchieveHandler, Role: guide.RoleItem, Widgets: []guide.Widget{{ID: "android:id/list"}}}})
		e := got.event
		if got.kind == takeOffer {
			e = g.state.Offers[got.offer].Event
		}
		if !ok || e.Kind != c.want {
			t.Errorf("%s: %+v, want %s", c.name, e, c.want)
		}
	}
}

// A form that comes up from an empty list of which a row is wanted is filled and left so that it is kept, whatever
// opened it; one that comes up before the list was looked at, or where no row is wanted, is not.
func TestPopulate_fillsTheFormThatCameUp(t *testing.T) {
	t.Parallel()
	title := node("EditText", "[0,0][400,100]", `clickable="true" focusable="true" resource-id="p:id/title"`)
	for _, c := range []struct {
		name   string
		looked bool
		role   guide.Role
		fills  bool
	}{
		{"from the list", true, guide.RoleItem, true},
		{"before the list", false, guide.RoleItem, false},
		{"for a button", true, guide.RoleClick, false},
	} {
		achiever := &guide.Achiever{Kind: guide.AchieveHandler, Role: c.role, Screen: "p.List",
			Method: "Lp/List;->onItemClick()V", Widgets: []guide.Widget{{ID: "id/rows"}}}
		task := goals.Task{Goal: guide.Goal{Kind: guide.GoalCrash}, Achiever: achiever}
		g := inFront(t, title)
		p := &planned{owner: newFollowGuide(nil, alone()), tasks: []goals.Task{task}, all: []goals.Task{task},
			present: progress{begun: true, looked: c.looked}}
		var kinds []event.Kind
		for range 2 {
			if got, ok := p.next(g.state); ok && got.kind == takeOffer {
				kinds = append(kinds, g.state.Offers[got.offer].Event.Kind)
			}
		}
		if filled := slices.Equal(kinds, []event.Kind{event.Text, event.Back}); filled != c.fills {
			t.Errorf("%s: %v", c.name, kinds)
		}
	}
}
