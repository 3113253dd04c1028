package guided

import (
	"math/rand"
	"testing"

	"talpa/asra/guide"
	"talpa/fuzz/event"
	"talpa/fuzz/gen"
	"talpa/fuzz/gen/guided/goals"
	"talpa/fuzz/ui/uitest"
)

// maze is an app whose buttons lead to other screens, by the names of both. Back leads to the first screen.
type maze struct {
	at    string
	leads map[string]string
	order map[string][]string // buttons of a screen
}

func (m *maze) view(t *testing.T) gen.View { return view(uitest.Buttons(t, m.at, m.order[m.at]...)) }

func (m *maze) do(e event.Event) {
	switch e.Kind {
	case event.Tap:
		if i := e.Y / 100; i < len(m.order[m.at]) {
			if to := m.leads[m.order[m.at][i]]; to != "" {
				m.at = to
			}
		}
	case event.Back, event.Restart, event.Kill, event.Launch:
		m.at = "Main"
	}
}

// What matters most to the crash leads to a screen without a way on: it is left for what was never tried, and not
// opened again and again, though the way to the crash has no name.
func TestApproach_leavesWhatLedToNothingNew(t *testing.T) {
	t.Parallel()
	press := guide.Goal{Kind: guide.GoalCrash, Screen: "p.Far", Achievers: []guide.Achiever{{Kind: guide.AchieveHandler,
		Screen: "p.Far", Role: guide.RoleClick, Method: "Lp/Far;->go()V", Widgets: []guide.Widget{{ID: "id/go"}}}}}
	opened, found, seeds := 0, 0, int64(60)
	for seed := range seeds {
		g := one(press)
		g.Callbacks = []guide.Callback{{Method: "Lp/Main;->settings()V", Role: guide.RoleClick, Distance: 1,
			Verdict: guide.Necessary, Components: []string{"p.Main"}, Widgets: []guide.Widget{{ID: "id/settings"}}}}
		gen0 := New(g, rand.New(rand.NewSource(seed)), "fill_form", "perturb_lifecycle", "inject_faults")
		app := &maze{at: "Main", leads: map[string]string{"settings": "Settings", "f": "Far"},
			order: map[string][]string{"Main": {"settings", "a", "b", "c", "d", "e", "f"}, "Settings": {"x"}, "Far": {"go"}}}
		gen0.Begin()
		for range 20 {
			if app.at == "Far" {
				found++
				break
			}
			e, ok := gen0.Next(app.view(t))
			if !ok {
				t.Fatal("the episode ends")
			}
			was := app.at
			if app.do(e); was == "Main" && app.at == "Settings" {
				opened++
			}
			gen0.Observe(gen.Outcome{Event: e, After: app.view(t)})
		}
	}

	if opened > 2*int(seeds) || found < int(seeds)/2 {
		t.Errorf("in %d searches settings were opened %d times, %d came to the way on", seeds, opened, found)
	}
}

// Where the plan does not know the widget, a menu that was never opened may hold it, so it is opened, once; not where
// the widget has a name and its screen is in front.
func TestApproach_opensMenusForWhatHasNoName(t *testing.T) {
	t.Parallel()
	more := node("ImageView", "[300,0][400,100]", `clickable="true" content-desc="More options"`)
	for _, c := range []struct {
		name   string
		role   guide.Role
		widget guide.Widget
		want   int
	}{
		{"without a name", guide.RoleClick, guide.Widget{Class: "android.widget.Button"}, 1},
		{"a menu's item", guide.RoleMenu, guide.Widget{ID: "id/delete"}, 1},
		{"named", guide.RoleClick, guide.Widget{ID: "id/delete"}, 0},
	} {
		achiever := &guide.Achiever{Kind: guide.AchieveHandler, Role: c.role, Screen: "p.Main", Widgets: []guide.Widget{c.widget}}
		g := inFront(t, more, node("TextView", "[0,200][400,300]", `text="about"`))
		p := &planned{owner: newFollowGuide(nil, alone())}
		opened := 0
		for range 4 {
			got, ok := p.approach(g.state, goals.Task{Goal: guide.Goal{Kind: guide.GoalCrash}, Achiever: achiever})
			if ok && got.kind == takeOffer {
				g.state.Action(got.offer).Tries++
				if o := &g.state.Offers[got.offer]; !o.System && o.Event.X > 300 {
					opened++
				}
			}
		}
		if opened != c.want {
			t.Errorf("%s: the menu was opened %d times, want %d", c.name, opened, c.want)
		}
	}
}

// An item of a menu is behind the menu, also where a button is called like the screen: pressing that may undo what the
// plan did before.
func TestApproach_opensTheMenuBeforeWhatIsCalledLikeTheScreen(t *testing.T) {
	t.Parallel()
	achiever := &guide.Achiever{Kind: guide.AchieveHandler, Role: guide.RoleMenu, Method: "Lp/Main;->go()V", Screen: "p.Main",
		Widgets: []guide.Widget{{ID: "id/clear", Menu: true}}}
	for range 12 {
		g := inFront(t, node("ImageView", "[300,0][400,100]", `clickable="true" content-desc="More options"`),
			node("Button", "[0,200][400,300]", `clickable="true" text="main"`))
		p := &planned{owner: newFollowGuide(nil, alone())}
		got, ok := p.approach(g.state, goals.Task{Goal: guide.Goal{Kind: guide.GoalHold}, Achiever: achiever})
		if !ok || got.kind != takeOffer || g.state.Offers[got.offer].Event.X < 300 {
			t.Fatalf("the menu is not opened first: %+v", got)
		}
	}
}
