package guided

import (
	"math/rand"
	"testing"

	"talpa/asra/guide"
	"talpa/fuzz/event"
	"talpa/fuzz/gen"
	"talpa/fuzz/ui/uitest"
)

// Where the list has no row, nothing is to be deleted: the plan begins with the press. Where it has some, the task
// is not skipped.
func TestFollowGuide_deletesNoRowsWhereNoneAre(t *testing.T) {
	t.Parallel()
	empty := guide.Goal{Kind: guide.GoalHold, Achievers: []guide.Achiever{{Kind: guide.AchieveDeleteRows}}}
	press := guide.Goal{Kind: guide.GoalCrash, Achievers: []guide.Achiever{{Kind: guide.AchieveHandler,
		Role: guide.RoleClick, Method: "Lp/Main;->refresh()V", Widgets: []guide.Widget{{ID: "id/refresh"}}}}}
	app := &notes{}
	rows := app.node("TextView", "one", 0, usable) + app.node("TextView", "two", 100, usable)
	for name, rows := range map[string]string{"no rows": "", "rows": rows} {
		screen := view(uitest.Screen(t, "Main", `<node class="android.widget.ListView" package="p" enabled="true"`+
			` bounds="[0,0][400,900]">`+rows+`</node>`+node("Button", "[0,1000][400,1100]",
			`resource-id="p:id/refresh" clickable="true"`)))
		at := 0 // seeds that begin with the press
		const seeds = 20
		for seed := range int64(seeds) {
			g := New(one(empty, press), rand.New(rand.NewSource(seed)), "fill_form", "perturb_lifecycle", "inject_faults")
			g.Begin()
			if e, _ := g.Next(screen); e.Target.ID == "p:id/refresh" {
				at++
			}
		}
		if first := at == seeds; first != (rows == "") {
			t.Errorf("%s: %d of %d begin with the press", name, at, seeds)
		}
	}
}

// A dialog that was there from the beginning is answered before the screen is turned; one that the plan has
// brought up is turned with it.
func TestFollowGuide_turnsWithoutTheFirstDialog(t *testing.T) {
	t.Parallel()
	rotate := guide.Goal{Kind: guide.GoalCrash, Achievers: []guide.Achiever{{Kind: guide.AchieveLifecycle,
		Change: guide.ChangeRotate}}}
	open := guide.Goal{Kind: guide.GoalRun, Achievers: []guide.Achiever{{Kind: guide.AchieveHandler,
		Role: guide.RoleClick, Method: "Lp/Main;->open()V", Widgets: []guide.Widget{{ID: "id/open"}}}}}
	main := view(uitest.Buttons(t, "Main", "open", "other"))
	dialog := view(dialog(t, node("Button", "[60,200][340,290]", `text="OK" clickable="true"`)))
	for name, c := range map[string]struct {
		plan   *guide.Guide
		begins gen.View
		want   event.Kind // of the event with the dialog in front
	}{
		"from the beginning":     {one(rotate), dialog, event.Tap},
		"brought up by the plan": {one(open, rotate), main, event.Rotate},
	} {
		for seed := range int64(10) {
			g := New(c.plan, rand.New(rand.NewSource(seed)), "fill_form", "perturb_lifecycle", "inject_faults")
			g.Begin()
			e, _ := g.Next(c.begins)
			if c.begins.Screen != dialog.Screen {
				g.Observe(gen.Outcome{Event: e, After: dialog})
				e, _ = g.Next(dialog)
			}
			if e.Kind != c.want {
				t.Errorf("%s, seed %d: %v", name, seed, e)
			}
		}
	}
}
