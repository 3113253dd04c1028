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

// drawer is an app of one activity, whose list comes by one of eight buttons and goes with each touch of a row. All
// rows run the same method; the one at bad fails.
type drawer struct {
	open    bool
	bad     int
	crashed bool
}

func (d *drawer) view(t *testing.T) gen.View {
	if !d.open {
		return view(uitest.Buttons(t, "Main", "a", "b", "c", "d", "e", "more", "f", "g"))
	}
	list := `<node class="android.widget.ListView" package="p" resource-id="p:id/actions" enabled="true" bounds="[0,0][400,1000]">`
	for i := range 10 {
		list += fmt.Sprintf(`<node class="android.widget.TextView" package="p" text="Row %d" enabled="true" clickable="true"`+
			` bounds="[0,%d][400,%d]"/>`, i, i*100, i*100+100)
	}
	return view(uitest.Screen(t, "Main", list+`</node>`))
}

// do performs an event and returns the methods that it ran.
func (d *drawer) do(e event.Event) []string {
	switch {
	case e.Kind == event.Tap && d.open:
		d.open = false
		d.crashed = e.Y/100 == d.bad
		return []string{shopPoint}
	case e.Kind == event.Tap:
		d.open = e.Y/100 == 5
	case e.Kind == event.Back, e.Kind == event.Launch, e.Kind == event.Restart, e.Kind == event.Kill:
		d.open = false
	}
	return nil
}

// Where a row ran the method of the crash in vain the others are tried, and the way to the list is known by then.
func TestFollowGuide_triesAllRows(t *testing.T) {
	t.Parallel()
	g := &guide.Guide{Version: guide.Version, Target: guide.Target{Method: shopPoint, Precision: guide.PrecisionLine},
		Plan: &guide.Plan{Goals: []guide.Goal{{ID: 1, Kind: guide.GoalCrash, Screen: "p.Main", Achievers: []guide.Achiever{
			{Kind: guide.AchieveHandler, Screen: "p.Main", Role: guide.RoleItem, Method: "Lp/Main$1;->onItemClick()V",
				Widgets: []guide.Widget{{ID: "id/actions"}}}}}}}}
	const seeds = 10
	all := 0
	for seed := range int64(seeds) {
		app, gen := &drawer{bad: 7}, New(g, rand.New(rand.NewSource(seed)))
		gen.Begin()
		for ; !app.crashed && all < 10000; all++ {
			e, ok := gen.Next(app.view(t))
			if !ok {
				app.open = false
				gen.Begin()
				continue
			}
			ran := app.do(e)
			gen.Observe(outcome(e, app.view(t), ran))
		}
	}
	// The list is found after some 8 events, each row costs two from there on. It was 34 with this and 80 without.
	if mean := all / seeds; mean > 45 {
		t.Errorf("met after %d events on average", mean)
	}
}

func outcome(e event.Event, after gen.View, ran []string) gen.Outcome {
	return gen.Outcome{Event: e, After: after, Ran: ran}
}
