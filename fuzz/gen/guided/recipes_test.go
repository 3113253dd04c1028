package guided

import (
	"fmt"
	"math/rand"
	"slices"
	"strings"
	"testing"

	"talpa/asra/guide"
	"talpa/fuzz/event"
	"talpa/fuzz/gen"
	"talpa/fuzz/gen/guided/goals"
	"talpa/fuzz/ui"
	"talpa/fuzz/ui/uitest"
)

// notes is an app with a list that is empty at first, a form behind "New note", actions on picked rows, and
// settings of which "Period" is disabled until "Service" is on.
type notes struct {
	screen   string
	rows     []string
	picked   []int
	overflow bool // of the actions on picked rows, is open
	service  bool
	typed    string
	only     string // the row that crashes; "" for any
	draws    bool   // rows crash as they come up
	paged    bool   // the list is the first of several pages; "Move" crashes once its page is gone
	page     int    // in front, from 0
	menus    bool   // "Move" is in a menu below the menu of the list
	menu     string // that is open: "", "list" or "move"
	crash    string
}

func (n *notes) node(class, name string, y int, more string) string {
	return fmt.Sprintf(`<node class="android.widget.%s" package="p" text="%s" clickable="true" bounds="[60,%d][340,%d]" %s/>`,
		class, name, y, y+90, more)
}

const usable = `enabled="true" `

func (n *notes) view(t *testing.T) gen.View {
	t.Helper()
	var nodes []string
	switch n.screen {
	case "list":
		nodes = append(nodes, n.node("Button", "New note", 0, usable), n.node("Button", "Settings", 100, usable))
		if len(n.picked) > 0 {
			nodes = append(nodes, n.node("Button", "Share", 200, usable), n.node("Button", "Delete", 300, usable),
				n.node("ImageButton", "", 400, usable+`content-desc="More options"`))
		}
		if n.menus {
			nodes = append(nodes, n.node("ImageButton", "", 400, usable+`content-desc="More options"`))
		}
		switch n.menu {
		case "list":
			return view(dialogOn(t, n.screen, n.node("TextView", "Sort notes", 0, usable), n.node("TextView", "Search", 100, usable),
				n.node("TextView", "Move notes...", 200, usable), n.node("TextView", "Help", 300, usable)))
		case "move":
			return view(dialogOn(t, n.screen, n.node("TextView", "Copy", 0, usable), n.node("TextView", "Move", 100, usable)))
		}
		if n.overflow {
			nodes = []string{n.node("TextView", "Move", 0, usable)}
		}
		list := ""
		for i, row := range n.rows {
			list += n.node("TextView", row, 500+100*i, usable+`long-clickable="true"`)
		}
		list = `<node class="android.widget.ListView" package="p" resource-id="android:id/list" enabled="true" ` +
			`bounds="[0,500][400,2000]">` + list + `</node>`
		if n.page > 0 {
			list = ""
		}
		if n.paged {
			list = `<node class="androidx.viewpager.widget.ViewPager" package="p" enabled="true" scrollable="true" ` +
				`bounds="[0,500][400,2000]">` + list + `</node>`
		}
		nodes = append(nodes, list)
	case "form":
		nodes = append(nodes, n.node("EditText", n.typed, 0, usable+`resource-id="p:id/title"`), n.node("Button", "Save",
			100, usable))
	case "settings":
		period := `enabled="false"`
		if n.service {
			period = usable
		}
		nodes = append(nodes, `<node class="android.widget.ListView" package="p" enabled="true" bounds="[0,0][400,2000]">`+
			n.node("TextView", "Colour", 0, usable)+n.node("TextView", "Service", 100, usable)+n.node("TextView", "Period", 200,
			period)+
			`</node>`)
	case "service":
		return view(dialog(t, n.node("CheckedTextView", "Off", 0, usable+`checkable="true" checked="true"`),
			n.node("CheckedTextView", "Network", 100, usable+`checkable="true"`)))
	}
	return view(uitest.Screen(t, n.screen, nodes...))
}

// dialog is a dialog of p's settings.
func dialog(t *testing.T, nodes ...string) *ui.Screen {
	t.Helper()
	return dialogOn(t, "settings", nodes...)
}

// dialogOn is a dialog of one of p's screens.
func dialogOn(t *testing.T, screen string, nodes ...string) *ui.Screen {
	t.Helper()
	s,
		err := ui.Parse([]byte(`<hierarchy rotation="0"><node class="android.widget.FrameLayout" package="p" bounds="[50,0][350,900]">`+
		strings.Join(nodes, "")+`</node></hierarchy>`), "p/p."+screen)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func (n *notes) do(e event.Event) {
	name := e.Target.Text
	n.overflow = n.overflow && e.Kind != event.Tap && e.Kind != event.Back
	n.menu = ""
	switch {
	case e.Kind == event.Tap && name == "Move notes...":
		n.menu = "move"
	case e.Kind == event.Tap && e.Target.Desc == "More options" && n.menus:
		n.menu = "list"
	case e.Kind == event.Tap && e.Target.Desc == "More options":
		n.overflow = true
	case e.Kind == event.Tap && name == "Move" && n.paged && n.page < 2: // the page is still kept
		n.picked, n.page = nil, 0
	case e.Kind == event.Tap && name == "Move":
		n.crash = "move"
	case e.Kind == event.Scroll && n.paged:
		n.page = max(0, n.page+map[string]int{"right": 1, "left": -1}[e.Arg])
	case e.Kind == event.Back:
		n.screen, n.picked = "list", nil
	case e.Kind == event.Select && n.screen == "list":
		n.picked = []int{(e.Y - 500) / 100, (e.Y2 - 500) / 100}
	case e.Kind == event.LongTap && n.screen == "list" && e.Y >= 500:
		n.picked = []int{(e.Y - 500) / 100}
	case e.Kind == event.Text:
		n.typed = e.Value
	case e.Kind != event.Tap:
	case name == "New note":
		n.screen = "form"
	case name == "Save":
		n.screen, n.rows, n.typed = "list", append(n.rows, n.typed), ""
		if n.draws {
			n.crash = "drawn"
		}
	case name == "Settings":
		n.screen = "settings"
	case name == "Service":
		n.screen = "service"
	case name == "Network":
		n.screen, n.service = "settings", true
	case name == "Period" && n.service:
		n.crash = "period"
	case name == "Delete":
		if len(n.picked) > 1 && slices.Contains(n.picked, len(n.rows)-1) {
			n.crash = "delete"
		}
		n.picked = nil
	case slices.Contains(n.rows, name) && (n.only == "" || n.only == name):
		n.crash = "row"
	}
}

// crashes plays an app until it crashes and returns after how many events, or 0 for never.
func crashes(t *testing.T, g *Generator, app *notes, most int) int {
	t.Helper()
	g.Begin()
	for n := 1; n <= most; n++ {
		e, ok := g.Next(app.view(t))
		if !ok {
			return 0
		}
		app.do(e)
		g.Observe(gen.Outcome{Event: e, After: app.view(t)})
		if app.crash != "" {
			return n
		}
	}
	return 0
}

// one is a guide whose plan has one goal, the crash.
func one(goals ...guide.Goal) *guide.Guide {
	for i := range goals {
		goals[i].ID = i + 1
		if i > 0 {
			goals[i].After = []int{i}
		}
	}
	return &guide.Guide{Plan: &guide.Plan{Goals: goals}}
}

// Each recipe leads to its crash within a few events of an app that nobody has seen.
func TestRecipes(t *testing.T) {
	t.Parallel()
	list := []guide.Widget{{ID: "android:id/list", Class: "android.widget.ListView"}}
	index, size := int64(3), int64(3)
	beyond := one(guide.Goal{Kind: guide.GoalCrash, Achievers: []guide.Achiever{{Kind: guide.AchieveHandler,
		Screen: "p.list",
		Method: "Lp/list$Mode;->onActionItemClicked(Landroid/view/ActionMode;Landroid/view/MenuItem;)Z",
		Role:   guide.RoleMenu}}})
	named := one(guide.Goal{Kind: guide.GoalCrash, Achievers: []guide.Achiever{{Kind: guide.AchieveHandler,
		Screen: "p.list", Method: "Lp/a$b;->a(Lq/b;Landroid/view/MenuItem;)Z", Role: guide.RoleMenu,
		Widgets: []guide.Widget{{Text: "Move"}}}}})
	chosen := one(guide.Goal{Kind: guide.GoalCrash, Achievers: []guide.Achiever{{Kind: guide.AchieveHandler,
		Screen: "p.list", Method: "Lp/list;->onOptionsItemSelected(Landroid/view/MenuItem;)Z", Role: guide.RoleMenu,
		Widgets: []guide.Widget{{Text: "Move", Menu: true}}}}})
	beyond.Crash = &guide.CrashCondition{Kind: guide.CrashIndex, Index: &index, Size: &size}
	beyond.Target.Method = "Lp/Rows;->delete(I)V"
	for _, c := range []struct {
		name  string
		guide *guide.Guide
		app   notes
		crash string
		most  int
	}{
		{"a row is added where a handler waits for one", one(guide.Goal{Kind: guide.GoalCrash, Achievers: []guide.Achiever{
			{Kind: guide.AchieveHandler, Screen: "p.list", Role: guide.RoleItem, Method: "Lp/list;->onListItemClick()V",
				Widgets: list}}}),
			notes{screen: "list"}, "row", 8},
		{"a row is added where the list draws one", one(
			guide.Goal{Kind: guide.GoalHold, Screen: "p.list", Want: guide.Want{Class: guide.WantPresent},
				Achievers: []guide.Achiever{{Kind: guide.AchieveAddRows, Rows: 1, Screen: "p.list"}}},
			guide.Goal{Kind: guide.GoalCrash, Achievers: []guide.Achiever{{Kind: guide.AchieveOpen, Screen: "p.list"}}}),
			notes{screen: "list", draws: true}, "drawn", 4},
		{"of several rows that is touched which the code tells from others", one(guide.Goal{Kind: guide.GoalCrash,
			Achievers: []guide.Achiever{{Kind: guide.AchieveHandler, Screen: "p.list", Role: guide.RoleItem,
				Method: "Lp/list;->onListItemClick()V", Widgets: list, Positions: []int{2}}}}),
			notes{screen: "list", rows: []string{"one", "two", "three", "four"}, only: "three"}, "row", 1},
		{"an entry that is disabled is enabled by another", one(guide.Goal{Kind: guide.GoalCrash, Achievers: []guide.Achiever{
			{Kind: guide.AchievePreference, Title: "Period", Want: guide.Want{Class: guide.WantChanged}}}}),
			notes{screen: "settings"}, "period", 6},
		{"several rows with the last one are picked", beyond, notes{screen: "list", rows: []string{"one", "two", "three"}},
			"delete", 6},
		{"a row is picked where a named item of an action mode is not shown", named, notes{screen: "list", rows: []string{"one"}},
			"move", 4},
		{"a row is picked where the menu lacks an item", chosen, notes{screen: "list", rows: []string{"one", "two"}},
			"move", 6},
		{"an item is in a menu below that of the screen", chosen, notes{screen: "list", menus: true}, "move", 4},
		{"pages are turned while the action mode is up", named, notes{screen: "list", rows: []string{"one"}, only: "none", paged: true},
			"move", 40},
	} {
		const seeds = 20
		met := func(without ...string) (n int) {
			for seed := range int64(seeds) {
				app := c.app
				if crashes(t, New(c.guide, rand.New(rand.NewSource(seed)), without...), &app, c.most); app.crash == c.crash {
					n++
				}
			}
			return n
		}
		if with, by := met(), met("follow_guide"); with < seeds*3/4 || by > seeds/2 {
			t.Errorf("%s: within %d events by %d of %d seeds, without the strategy by %d", c.name, c.most, with, seeds, by)
		}
	}
}

// A gesture at the crash is done where its handler was, though the handler has led elsewhere.
func TestFollowGuide_comesBackForAlternatives(t *testing.T) {
	t.Parallel()
	press := guide.Achiever{Kind: guide.AchieveHandler, Role: guide.RoleClick, Method: "Lp/Tree;->on()V",
		Widgets: []guide.Widget{{ID: "id/b"}}}
	g := one(guide.Goal{Kind: guide.GoalCrash, Achievers: []guide.Achiever{press,
		{Kind: guide.AchieveGesture, Gesture: guide.GestureDoubleTap}}})
	for seed := range int64(10) {
		by, app := New(g, rand.New(rand.NewSource(seed))), &tree{}
		by.Begin()
		var done []string
		for range 6 {
			e, _ := by.Next(view(app.screen(t)))
			app.do(e)
			by.Observe(gen.Outcome{Event: e, After: view(app.screen(t))})
			done = append(done, strings.TrimSpace(string(e.Kind)+" "+e.Target.Text))
		}
		if !strings.HasPrefix(strings.Join(done, ", "), "tap b, back, doubletap b") {
			t.Errorf("seed %d: %q", seed, done)
		}
	}
}

// A dialog that is in the way of a plan is confirmed, or else left by Back, before anything else on it is tried; a
// form is filled.
func TestApproach_dismissesDialogs(t *testing.T) {
	t.Parallel()
	n := &notes{}
	node := func(class, name string, y int) string {
		return n.node(class, name, y, usable+`scrollable="true"`)
	}
	for _, c := range []struct {
		name  string
		front *ui.Screen
		want  event.Kind
		label string
	}{
		{"a licence", dialog(t, node("ScrollView", "The licence", 0), node("Button", "Decline", 200), node("Button", "OK",
			300)), event.Tap, "OK"},
		{"a note", dialog(t, node("TextView", "A note", 0)), event.Back, ""},
	} {
		for seed := range int64(10) {
			g := New(one(guide.Goal{Kind: guide.GoalCrash, Screen: "p.Main", Achievers: []guide.Achiever{{
				Kind: guide.AchieveHandler, Screen: "p.Main", Role: guide.RoleClick, Method: "Lp/Main;->go()V",
				Widgets: []guide.Widget{{ID: "id/go"}}}}}), rand.New(rand.NewSource(seed)))
			drive(g, uitest.Buttons(t, "Main", "one"), 1, func(*gen.Outcome) {})
			g.state.Here = nil
			g.state.Look(view(c.front))
			proposed, ok := newFollowGuide(one(guide.Goal{Kind: guide.GoalCrash, Achievers: []guide.Achiever{{
				Kind: guide.AchieveHandler, Role: guide.RoleClick, Method: "Lp/Main;->go()V",
				Widgets: []guide.Widget{{ID: "id/go"}}}}}), alone()).Propose(g.state)
			if !ok {
				t.Fatal("no plan")
			}
			if e, _ := proposed.next(g.state); e.kind != takeOffer || g.state.Offers[e.offer].Event.Kind != c.want ||
				g.state.Offers[e.offer].Label != c.label {
				t.Errorf("%s, seed %d: %+v", c.name, seed, e)
			}
		}
	}
}

// In the first episodes a plan that can be done is done again with other choices, one that cannot
// is not.
func TestFollowGuide_repeatsWhatCanBeDone(t *testing.T) {
	t.Parallel()
	for id, want := range map[string]int{"id/one": sureRepeats + sureInsertions, "id/none": 0} {
		g := New(one(guide.Goal{Kind: guide.GoalCrash, Achievers: []guide.Achiever{{Kind: guide.AchieveHandler,
			Role: guide.RoleClick, Method: "Lp/Main;->go()V", Widgets: []guide.Widget{{ID: id}}}}}), rand.New(rand.NewSource(1)))
		drive(g, uitest.Buttons(t, "Main", "one", "two"), 60, func(*gen.Outcome) {})
		for _, r := range g.table {
			if b, ok := r.strategy.(beginning); ok && b.repeats != want {
				t.Errorf("%s: done again %d times, want %d", id, b.repeats, want)
			}
		}
	}
}

// A text of the plan stays in its field until what reads it was pressed, though the screen is a form.
func TestFollowGuide_keepsItsText(t *testing.T) {
	t.Parallel()
	field := func(id string, y int) string {
		return fmt.Sprintf(`<node class="android.widget.EditText" package="p" resource-id="p:id/%s" enabled="true" clickable="true"`+
			` bounds="[0,%d][400,%d]"/>`, id, y, y+90)
	}
	form := uitest.Screen(t, "Main", field("host", 0), field("port", 100))
	g := one(guide.Goal{Kind: guide.GoalHold, Achievers: []guide.Achiever{{Kind: guide.AchieveText,
		Widgets: []guide.Widget{{ID: "id/port"}}, Values: []string{"wanted"}}}},
		guide.Goal{Kind: guide.GoalCrash, Achievers: []guide.Achiever{{Kind: guide.AchieveHandler, Role: guide.RoleClick,
			Method: "Lp/Main;->go()V", Widgets: []guide.Widget{{ID: "id/go"}}}}})
	for seed := range int64(20) {
		by, events := New(g, rand.New(rand.NewSource(seed))), 0
		drive(by, form, 1+taskEvents/2, func(o *gen.Outcome) {
			if events++; events > 1 && by.Chose() == "fill_form" {
				t.Errorf("seed %d: %v overwrites the text", seed, o.Event)
			}
		})
	}
}

// Of the items of one handler that code does not tell apart the one is pressed first that is called like the next
// screen; a row of a handler without names, too. Where none is, the order is that of the guide.
func TestFollowGuide_pressesWhatLeadsToTheNextScreen(t *testing.T) {
	t.Parallel()
	items := []guide.Widget{{Text: "Delete all"}, {Text: "Sound"}, {Text: "Server settings"}}
	for _, c := range []struct {
		name    string
		widgets []guide.Widget
		next    string
		want    string
	}{
		{"items", items, "p.ServerSettingsActivity", "Server settings"},
		{"none is called so", items, "p.Other", "Delete all"},
		{"a row without names", nil, "p.SoundActivity", "Sound"},
	} {
		g := New(one(guide.Goal{Kind: guide.GoalRun, Screen: "p.Main", Achievers: []guide.Achiever{{Kind: guide.AchieveHandler,
			Role: guide.RolePreference, Screen: "p.Main", Method: "Lp/M;->on()V", Widgets: c.widgets}}},
			guide.Goal{Kind: guide.GoalCrash, Screen: c.next, Achievers: []guide.Achiever{{Kind: guide.AchieveOpen, Screen: c.next}}}),
			rand.New(rand.NewSource(2)), "fill_form", "perturb_lifecycle", "inject_faults")
		g.Begin()
		app, nodes := &notes{}, []string{}
		for i, w := range items {
			nodes = append(nodes, app.node("TextView", w.Text, 100*i, usable))
		}
		main := view(uitest.Screen(t, "Main", `<node class="android.widget.ListView" package="p" enabled="true"`+
			` bounds="[0,0][400,2000]">`+strings.Join(nodes, "")+`</node>`))
		pressed := ""
		for range 4 {
			e, _ := g.Next(main)
			g.Observe(gen.Outcome{Event: e, After: main})
			if pressed = e.Target.Text; e.Kind == event.Tap {
				break
			}
		}
		if pressed != c.want {
			t.Errorf("%s: %q, want %q", c.name, pressed, c.want)
		}
	}
}

// A panel that no button announces is drawn in from an edge, where what is wanted is on the screen and not to be
// seen; each edge once in a state, and not for what has no name.
func TestApproach_drawsPanelsIn(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name    string
		widgets []guide.Widget
		want    int
	}{{"named", []guide.Widget{{ID: "id/panel"}}, 2}, {"without a name", []guide.Widget{{Class: "android.widget.ListView"}}, 0}} {
		achiever := &guide.Achiever{Kind: guide.AchieveHandler, Role: guide.RoleClick, Screen: "p.Main", Widgets: c.widgets}
		g := New(nil, rand.New(rand.NewSource(1)))
		g.Begin()
		g.state.Look(view(uitest.Buttons(t, "Main", "about")))
		p := &planned{owner: newFollowGuide(nil, alone()), present: progress{spent: edgeFrom + 1}}
		drawn := map[gen.Key]bool{}
		for range 6 {
			got, ok := p.approach(g.state, goals.Task{Goal: guide.Goal{Kind: guide.GoalCrash}, Achiever: achiever})
			if !ok || got.kind != takeOffer || !g.state.Offers[got.offer].System || g.state.Offers[got.offer].Event.Kind != event.Swipe {
				continue
			}
			drawn[g.state.Offers[got.offer].Key] = true
			g.state.Action(got.offer).Tries++
		}
		if len(drawn) != c.want {
			t.Errorf("%s: %d edges, want %d", c.name, len(drawn), c.want)
		}
	}
}
