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

// inbox is an app whose rows open a screen of five buttons each; that of one row has a sixth, which crashes.
type inbox struct {
	open    int // row, from 1; 0: the list is in front
	crashed bool
}

const rowWithMore = 6

func (m *inbox) view(t *testing.T) gen.View {
	t.Helper()
	if m.open == 0 {
		list := ""
		for i := range 8 {
			list += fmt.Sprintf(`<node class="android.widget.TextView" package="p" text="Mail %d" enabled="true" clickable="true"`+
				` bounds="[0,%d][400,%d]"/>`, i, i*100, i*100+100)
		}
		return view(uitest.Screen(t, "List", `<node class="android.widget.ListView" package="p" resource-id="p:id/mails" enabled="true"`+
			` bounds="[0,0][400,1000]">`+list+`</node>`))
	}
	buttons := []string{"a", "b", "c", "d", "e"}
	if m.open == rowWithMore {
		buttons = append(buttons, "more")
	}
	return view(uitest.Buttons(t, "Mail", buttons...))
}

func (m *inbox) do(e event.Event) {
	switch {
	case e.Kind == event.Tap && m.open == 0:
		m.open = min(8, e.Y/100+1)
	case e.Kind == event.Tap:
		m.crashed = e.Target.Text == "more"
	case e.Kind == event.Back, e.Kind == event.Launch, e.Kind == event.Restart, e.Kind == event.Kill:
		m.open = 0
	}
}

// Where the screen of a row lacks what the crash is brought about by, other rows are opened.
func TestFollowGuide_opensOtherRows(t *testing.T) {
	t.Parallel()
	handler := func(screen, method string, role guide.Role, id, class string) []guide.Achiever {
		return []guide.Achiever{{Kind: guide.AchieveHandler, Screen: screen, Role: role, Method: method,
			Widgets: []guide.Widget{{ID: id, Class: class}}}}
	}
	g := one(
		guide.Goal{Kind: guide.GoalRun, Screen: "p.List", Achievers: handler("p.List", "Lp/List;->onItemClick()V", guide.RoleItem,
			"id/mails", "android.widget.ListView")},
		guide.Goal{Kind: guide.GoalCrash, Screen: "p.Mail", Achievers: handler("p.Mail", "Lp/Mail$6;->onClick()V", guide.RoleClick,
			"id/more", "android.widget.Button")})
	const seeds = 20
	all := 0
	for seed := range int64(seeds) {
		app, gen := &inbox{}, New(g, rand.New(rand.NewSource(seed)))
		gen.Begin()
		for ; !app.crashed && all < 10000; all++ {
			e, ok := gen.Next(app.view(t))
			if !ok {
				app.open = 0
				gen.Begin()
				continue
			}
			app.do(e)
			gen.Observe(outcome(e, app.view(t), nil))
		}
	}
	// It was 23 with this and 63 without.
	if mean := all / seeds; mean > 35 {
		t.Errorf("met after %d events on average", mean)
	}
}
