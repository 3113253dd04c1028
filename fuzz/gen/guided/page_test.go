package guided

import (
	"fmt"
	"math/rand"
	"testing"

	"talpa/asra/guide"
	"talpa/fuzz/event"
	"talpa/fuzz/gen"
	"talpa/fuzz/ui/uitest"
)

// A page is turned to by its tab where there is one, else from one page to the next, with whatever seed.
func TestFollowGuide_turnsToAPage(t *testing.T) {
	t.Parallel()
	pager := `<node class="androidx.viewpager.widget.ViewPager" package="p" enabled="true" scrollable="true"` +
		` bounds="[0,100][400,900]"/>`
	tabs := ""
	for i := range 4 {
		tabs += fmt.Sprintf(`<node class="android.app.ActionBar$Tab" package="p" enabled="true" clickable="true"`+
			` text="t%d" bounds="[%d,0][%d,100]"/>`, i, 100*i, 100*i+100)
	}
	plan := one(guide.Goal{ID: 1, Kind: guide.GoalRun, Screen: "p.Main", Achievers: []guide.Achiever{{
		Kind: guide.AchieveGesture, Screen: "p.Main", Gesture: guide.GesturePage, Positions: []int{2}}}})
	for nodes, want := range map[string][]event.Kind{
		pager: {event.Scroll, event.Scroll}, pager + tabs: {event.Tap},
	} {
		for seed := range int64(6) {
			g := New(plan, rand.New(rand.NewSource(seed)), "perturb_lifecycle", "inject_faults")
			g.Begin()
			for _, kind := range want {
				v := gen.View{Screen: uitest.Screen(t, "Main", nodes), Package: "p", Alive: true}
				e, ok := g.Next(v)
				if !ok || e.Kind != kind || kind == event.Tap && e.X != 250 {
					t.Errorf("seed %d: %s, want %s", seed, e, kind)
				}
				g.Observe(gen.Outcome{Event: e, After: v})
			}
		}
	}
}
