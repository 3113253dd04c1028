package relevance

import (
	"fmt"
	"testing"

	"talpa/asra/guide"
	"talpa/fuzz/event"
	"talpa/fuzz/gen"
	"talpa/fuzz/ui"
	"talpa/fuzz/ui/uitest"
)

// A widget whose handler leads to the null of the crash matters, one that the guide knows as
// the setter of something else is left to what it says of that.
func TestWidget_leadsToTheNullOfTheCrash(t *testing.T) {
	t.Parallel()
	r := New(&guide.Guide{Dependencies: []guide.Dependency{
		{Kind: guide.LeadsToNull, Trigger: guide.Widget{ID: "id/two"}},
		{Kind: guide.ShowsSetting, Subject: guide.Subject{Kind: guide.SubjectSetting, Widget: guide.Widget{ID: "id/three"}}},
		{Kind: guide.LeadsToNull},
	}})
	s := uitest.Buttons(t, "Main", "one", "two", "three")
	p := r.Place(s)
	for _, c := range gen.Candidates(s) {
		want := 1.0
		if s.Widgets[c.Widget].ID == "p:id/two" {
			want = setter
		}
		if got := p.Widget(s, c); got != want {
			t.Errorf("%s matters %g, want %g", s.Widgets[c.Widget].ID, got, want)
		}
	}
}

func TestRelevanceFactors(t *testing.T) {
	t.Parallel()
	r := New(&guide.Guide{
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
	s := uitest.Buttons(t, "Main", "yes", "no", "long", "other")
	at := r.Place(s)
	got := map[string]float64{}
	for _, c := range gen.Candidates(s) {
		if c.Event.Kind == event.Tap {
			got[c.Label] = at.Widget(s, c)
		}
	}
	if !(got["yes"] > 3 && got["no"] < 0.5 && got["other"] == 1 && got["long"] == 1) {
		t.Errorf("factors %v", got)
	}
	if rotate, home := at.System(event.Event{Kind: event.Rotate}), at.System(event.Event{Kind: event.Wait}); rotate <= home {
		t.Errorf("rotation has %v, no more than %v", rotate, home)
	}
	night := at.System(event.Event{Kind: event.Config, Arg: "night", Value: "yes"})
	if storage := at.System(event.Event{Kind: event.Config, Arg: "storage", Value: "low"}); night <= storage {
		t.Errorf("the night makes the activity anew as rotation does: it has %v, no more than %v", night, storage)
	}
	if r.menus["p.Main"] <= 1 || at.System(event.Event{Kind: event.Menu}) <= 1 {
		t.Errorf("the menu of Main has %v, opening it %v", r.menus["p.Main"], at.System(event.Event{Kind: event.Menu}))
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
	intent := func(class string) float64 { return r.Intent(&event.Intent{Component: "p/" + class}) }
	if near, far, idle := intent("p.Open"), intent("p.Far"), intent("p.Closed"); near <= far || far <= idle || idle <= 0 {
		t.Errorf("intents weigh %v at the target, %v on the path, %v off it", near, far, idle)
	}
}

func TestInputsOfTheGuide(t *testing.T) {
	t.Parallel()
	g := &guide.Guide{Inputs: []guide.Input{
		{Kind: guide.InputText, Cause: guide.CauseParsed, Widget: guide.Widget{ID: "id/port"}, Parser: "java.lang.Integer.parseInt", Values: []string{""}},
		{Kind: guide.InputText, Cause: guide.CauseCompared, Widget: guide.Widget{Text: "Server"}},
		{Kind: guide.InputText, Cause: guide.CauseParsed, Widget: guide.Widget{ID: "id/station"}, Parser: "android.net.Uri.parse"},
		{Kind: guide.InputPermission, Cause: guide.CauseChecked, Permission: "android.permission.CAMERA"},
		{Kind: guide.InputPermission, Cause: guide.CauseException}}}
	texts, r := Texts(g), New(g)
	if hint := texts.Fields["id/port"]; !hint.Numeric || len(hint.Values) != 1 {
		t.Errorf("hint of the port field: %+v", hint)
	}
	if port, station := texts.Fields["id/port"], texts.Fields["id/station"]; port.URL || !station.URL {
		t.Errorf("addresses: the port %v, the station %v", port.URL, station.URL)
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
			factors[c.Label] = r.Place(s).Widget(s, c)
		}
	}
	if factors["Server Where news come from"] < 2*factors["Other"] {
		t.Errorf("factors %v", factors)
	}
}

// Where the crash is met on arrival, the screen of the target is no place to stay.
func TestPlace_crashOnArrivalIsNoPlaceToStay(t *testing.T) {
	t.Parallel()
	at := func(callback string) float64 {
		g := &guide.Guide{Target: guide.Target{Callback: callback},
			Components: []guide.Component{{Name: "p.Main", Kind: guide.Activity, Verdict: guide.Necessary}}}
		return New(g).Place(uitest.Buttons(t, "Main", "one")).Factor
	}
	if here, there := at("Lp/Main;->onCreate(Landroid/os/Bundle;)V"), at("Lp/Main;->onClick(Landroid/view/View;)V"); here >= 1 ||
		there <= 1 {
		t.Errorf("the target's screen matters %v where it crashes on arrival, %v where later", here, there)
	}
}
