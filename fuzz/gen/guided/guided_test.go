package guided

import (
	"fmt"
	"math/rand"
	"testing"

	"talpa/asra/guide"
	"talpa/fuzz/event"
	"talpa/fuzz/gen"
	"talpa/fuzz/ui"
)

// screen is a screen of the app p with buttons of the given ids.
func screen(t *testing.T, activity string, ids ...string) *ui.Screen {
	t.Helper()
	dump := `<hierarchy rotation="0"><node class="android.widget.FrameLayout" package="p" bounds="[0,0][400,2000]">`
	for i, id := range ids {
		dump += fmt.Sprintf(`<node class="android.widget.Button" package="p" resource-id="p:id/%s" text="%s" enabled="true"`+
			` clickable="true" bounds="[0,%d][400,%d]"/>`, id, id, i*100, i*100+100)
	}
	s, err := ui.Parse([]byte(dump+`</node></hierarchy>`), "p/p."+activity)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func view(s *ui.Screen) gen.View { return gen.View{Screen: s, Package: "p", Alive: true} }

// tree is an app of 3 levels of 3 buttons each; one leaf is special. Back goes up.
type tree struct{ path string }

func (m *tree) screen(t *testing.T) *ui.Screen {
	if len(m.path) == 3 {
		return screen(t, "Leaf"+m.path, "nothing")
	}
	return screen(t, "Node"+m.path, "a"+m.path, "b"+m.path, "c"+m.path)
}

func (m *tree) do(e event.Event) {
	switch e.Kind {
	case event.Back:
		m.path = m.path[:max(0, len(m.path)-1)]
	case event.Restart, event.Kill, event.Launch:
		m.path = ""
	case event.Tap:
		if at := e.Y / 100; len(m.path) < 3 && at < 3 {
			m.path += string("abc"[at])
		}
	}
}

// leaves plays n events and returns how often each leaf was entered.
func leaves(t *testing.T, g *Generator, n int) map[string]int {
	t.Helper()
	m, met := &tree{}, map[string]int{}
	g.Begin()
	for range n {
		e, ok := g.Next(view(m.screen(t)))
		if !ok {
			m.path = ""
			g.Begin()
			continue
		}
		before := m.path
		m.do(e)
		if len(m.path) == 3 && len(before) == 2 {
			met[m.path]++
		}
		g.Observe(gen.Outcome{Event: e, After: view(m.screen(t))})
	}
	return met
}

func TestVisitsEverything(t *testing.T) {
	t.Parallel()
	for seed := range int64(5) {
		g := New(nil, rand.New(rand.NewSource(seed)))
		if met := leaves(t, g, 1500); len(met) != 27 {
			t.Errorf("seed %d: %d of 27 leaves in 1500 events", seed, len(met))
		}
		if g.States() != 13+27 {
			t.Errorf("seed %d: %d states, want 40", seed, g.States())
		}
	}
}

func TestFollowsTheGuide(t *testing.T) {
	t.Parallel()
	g := &guide.Guide{Components: []guide.Component{
		{Name: "p.Node", Kind: guide.Activity, Distance: 3, Verdict: guide.Necessary},
		{Name: "p.Nodeb", Kind: guide.Activity, Distance: 2, Verdict: guide.Necessary},
		{Name: "p.Nodebb", Kind: guide.Activity, Distance: 1, Verdict: guide.Necessary},
		{Name: "p.Leafbbb", Kind: guide.Activity, Distance: 0, Verdict: guide.Necessary}}}
	for i, id := range []string{"id/b", "id/bb", "id/bbb"} {
		g.Callbacks = append(g.Callbacks, guide.Callback{Role: guide.RoleClick, Verdict: guide.Necessary, Distance: 2 - i,
			Widgets: []guide.Widget{{ID: id}}})
	}
	target, all := 0, 0
	for seed := range int64(10) {
		for leaf, n := range leaves(t, New(g, rand.New(rand.NewSource(seed))), 150) {
			all += n
			if leaf == "bbb" {
				target += n
			}
		}
	}
	// By chance one leaf of 27 is the target.
	if target*9 < all {
		t.Errorf("%d of %d visits went to the target", target, all)
	}
}

func TestKnownCrashIsAvoided(t *testing.T) {
	t.Parallel()
	screens := []*ui.Screen{screen(t, "Main", "boom", "fine"), screen(t, "Other", "boom", "fine")}
	g := New(nil, rand.New(rand.NewSource(1)))
	g.Begin()
	dead := gen.View{Package: "p"}
	v, booms, at := view(screens[0]), 0, 0
	for range 300 {
		e, ok := g.Next(v)
		if !ok {
			g.Begin()
			continue
		}
		if e.Target.ID == "p:id/fine" {
			at = 1 - at
		}
		o := gen.Outcome{Event: e, After: view(screens[at])}
		if e.Target.ID == "p:id/boom" {
			booms++
			o.Crash, o.After = "signature", dead
		}
		g.Observe(o)
		v = o.After
	}
	if booms == 0 || booms > 40 {
		t.Errorf("%d of 300 events went into the known crash", booms)
	}
}

func TestRelevanceFactors(t *testing.T) {
	t.Parallel()
	r := newRelevance(&guide.Guide{
		App:    guide.App{Package: "p", Permissions: []string{"android.permission.CAMERA", "android.permission.INTERNET"}},
		Target: guide.Target{Callback: "Lp/Main;->onSaveInstanceState(Landroid/os/Bundle;)V"},
		Plan: &guide.Plan{Goals: []guide.Goal{{ID: 1, Kind: guide.GoalCrash, Achievers: []guide.Achiever{
			{Kind: guide.AchieveLifecycle, Change: guide.ChangeRotate},
			{Kind: guide.AchieveGesture, Gesture: guide.GestureLongPress}}}}},
		Components: []guide.Component{{Name: "p.Open", Kind: guide.Receiver, Exported: true, Actions: []string{"p.GO"}},
			{Name: "p.Closed", Kind: guide.Service, Distance: -1}, {Name: "p.Far", Kind: guide.Service, Distance: 2}},
		Callbacks: []guide.Callback{
			{Role: guide.RoleClick, Verdict: guide.Necessary, Widgets: []guide.Widget{{ID: "id/yes"}}},
			{Role: guide.RoleClick, Verdict: guide.Irrelevant, Widgets: []guide.Widget{{ID: "id/no"}}},
			{Role: guide.RoleMenu, Verdict: guide.Necessary, Components: []string{"p.Main"},
				Widgets: []guide.Widget{{Text: "Share", Menu: true}}},
			{Role: guide.RoleLongClick, Verdict: guide.Necessary, Widgets: []guide.Widget{{ID: "id/long"}}}}})
	s := screen(t, "Main", "yes", "no", "long", "other")
	at := r.place(s)
	got := map[string]float64{}
	for _, c := range gen.Candidates(s) {
		if c.Event.Kind == event.Tap {
			got[c.Label] = at.widget(s, c)
		}
	}
	if !(got["yes"] > 3 && got["no"] < 0.5 && got["other"] == 1 && got["long"] == 1) {
		t.Errorf("factors %v", got)
	}
	if rotate, home := at.system(event.Event{Kind: event.Rotate}), at.system(event.Event{Kind: event.Wait}); rotate <= home {
		t.Errorf("rotation has %v, no more than %v", rotate, home)
	}
	night := at.system(event.Event{Kind: event.Config, Arg: "night", Value: "yes"})
	if storage := at.system(event.Event{Kind: event.Config, Arg: "storage", Value: "low"}); night <= storage {
		t.Errorf("the night makes the activity anew as rotation does: it has %v, no more than %v", night, storage)
	}
	if r.menus["p.Main"] <= 1 || at.system(event.Event{Kind: event.Menu}) <= 1 {
		t.Errorf("the menu of Main has %v, opening it %v", r.menus["p.Main"], at.system(event.Event{Kind: event.Menu}))
	}
	if r.wanted[event.LongTap] <= 1 {
		t.Error("the plan does not raise long taps")
	}
	var outside []string
	for _, c := range r.outside {
		outside = append(outside, c.Event.String())
	}
	want := "[permission deny value=android.permission.CAMERA permission grant value=android.permission.CAMERA " +
		"permission ask value=android.permission.CAMERA]"
	if fmt.Sprint(outside) != want {
		t.Errorf("events from outside: %v, want %v", outside, want)
	}
	intent := func(class string) float64 { return r.intent(&event.Intent{Component: "p/" + class}) }
	if near, far, idle := intent("p.Open"), intent("p.Far"), intent("p.Closed"); near <= far || far <= idle || idle <= 0 {
		t.Errorf("intents weigh %v at the target, %v on the path, %v off it", near, far, idle)
	}
}

func TestInputsOfTheGuide(t *testing.T) {
	t.Parallel()
	g := &guide.Guide{Inputs: []guide.Input{
		{Kind: guide.InputText, Cause: guide.CauseParsed, Widget: guide.Widget{ID: "id/port"}, Parser: "java.lang.Integer.parseInt", Values: []string{""}},
		{Kind: guide.InputText, Cause: guide.CauseCompared, Widget: guide.Widget{Text: "Server"}},
		{Kind: guide.InputPermission, Cause: guide.CauseChecked, Permission: "android.permission.CAMERA"},
		{Kind: guide.InputPermission, Cause: guide.CauseException}}}
	texts, r := textsOf(g), newRelevance(g)
	if hint := texts.Fields["id/port"]; !hint.Numeric || len(hint.Values) != 1 {
		t.Errorf("hint of the port field: %+v", hint)
	}
	if got := permissions(g); len(got) != 1 || got[0] != "android.permission.CAMERA" {
		t.Errorf("permissions %v", got)
	}
	s, err := ui.Parse([]byte(`<hierarchy><node class="android.widget.FrameLayout" bounds="[0,0][400,2000]">`+
		`<node class="android.widget.ListView" enabled="true" bounds="[0,0][400,2000]">`+
		`<node class="android.widget.LinearLayout" enabled="true" clickable="true" bounds="[0,0][400,100]">`+
		`<node class="android.widget.TextView" text="Server" bounds="[0,0][400,50]"/>`+
		`<node class="android.widget.TextView" text="Where news come from" bounds="[0,50][400,100]"/></node>`+
		`<node class="android.widget.TextView" text="Other" enabled="true" clickable="true" bounds="[0,100][400,200]"/>`+
		`</node></node></hierarchy>`), "p/p.Main")
	if err != nil {
		t.Fatal(err)
	}
	factors := map[string]float64{}
	for _, c := range gen.Candidates(s) {
		if c.Event.Kind == event.Tap {
			factors[c.Label] = r.place(s).widget(s, c)
		}
	}
	if factors["Server Where news come from"] < 2*factors["Other"] {
		t.Errorf("factors %v", factors)
	}
}
