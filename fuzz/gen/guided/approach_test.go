package guided

import (
	"math/rand"
	"testing"

	"talpa/asra/guide"
	"talpa/fuzz/event"
	"talpa/fuzz/gen"
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
