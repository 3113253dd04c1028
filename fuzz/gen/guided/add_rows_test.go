package guided

import (
	"math/rand"
	"testing"

	"talpa/asra/guide"
	"talpa/fuzz/event"
	"talpa/fuzz/gen"
	"talpa/fuzz/ui/uitest"
)

// pages is an app of two pages: settings, whose fields are in a list, and the form of a table's rows.
type pages struct {
	second bool
	typed  string
	rows   int
}

func (p *pages) view(t *testing.T) gen.View {
	t.Helper()
	n := &notes{}
	nodes := `<node class="android.widget.ListView" package="p" enabled="true" bounds="[0,0][400,400]">` +
		n.node("EditText", "5", 0, usable+`resource-id="p:id/pause"`) + `</node>`
	if p.second {
		nodes = n.node("EditText", p.typed, 0, usable+`resource-id="p:id/name"`) +
			n.node("Button", "Add", 100, usable+`resource-id="p:id/add"`)
	}
	return view(uitest.Screen(t, "Main", `<node class="androidx.viewpager.widget.ViewPager" package="p" enabled="true" `+
		`scrollable="true" bounds="[0,0][400,2000]">`+nodes+`</node>`))
}

func (p *pages) do(e event.Event) {
	switch {
	case e.Kind == event.Scroll:
		p.second = e.Arg == "right"
	case e.Kind == event.Text && p.second:
		p.typed = e.Value
	case e.Kind == event.Tap && e.Target.Text == "Add" && p.typed != "":
		p.rows, p.typed = p.rows+1, ""
	}
}

// Rows are added by the form that the guide names: it is looked for before another form is filled, and filled before
// its button is pressed.
func TestFollowGuide_fillsTheFormOfItsRows(t *testing.T) {
	t.Parallel()
	const seeds, most = 20, 6
	plan := one(guide.Goal{Kind: guide.GoalHold, Screen: "p.Main", Want: guide.Want{Class: guide.WantPresent},
		Subject: guide.Subject{Kind: guide.SubjectTable, Name: "tasks"},
		Achievers: []guide.Achiever{{Kind: guide.AchieveAddRows, Rows: 1, Screen: "p.Main", Role: guide.RoleClick,
			Widgets: []guide.Widget{{ID: "id/add", Text: "Add"}}}}},
		guide.Goal{Kind: guide.GoalCrash, Achievers: []guide.Achiever{{Kind: guide.AchieveOpen, Screen: "p.Main"}}})
	added := func(without ...string) (n int) {
		for seed := range int64(seeds) {
			g, app := New(plan, rand.New(rand.NewSource(seed)), without...), &pages{}
			g.Begin()
			for range most {
				if e, ok := g.Next(app.view(t)); ok {
					app.do(e)
					g.Observe(gen.Outcome{Event: e, After: app.view(t)})
				}
			}
			if app.rows > 0 {
				n++
			}
		}
		return n
	}
	if with, by := added(), added("follow_guide"); with < seeds*3/4 || by > seeds/2 {
		t.Errorf("within %d events by %d of %d seeds, without the strategy by %d", most, with, seeds, by)
	}
}
