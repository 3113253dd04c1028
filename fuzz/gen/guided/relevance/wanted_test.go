package relevance

import (
	"slices"
	"testing"

	"talpa/asra/guide"
	"talpa/fuzz/event"
	"talpa/fuzz/gen"
)

// TestWantedEvents states which events a guide raises, by what it says of the crash and of
// inputs.
func TestWantedEvents(t *testing.T) {
	t.Parallel()
	achieve := func(list ...guide.Achiever) guide.Guide {
		return guide.Guide{Plan: &guide.Plan{Goals: []guide.Goal{{ID: 1, Kind: guide.GoalCrash, Achievers: list}}}}
	}
	change := func(kind guide.AchieverKind, c guide.Change) guide.Achiever {
		return guide.Achiever{Kind: kind, Change: c}
	}
	input := func(in guide.Input) guide.Guide { return guide.Guide{Inputs: []guide.Input{in}} }
	for _, c := range []struct {
		name  string
		guide guide.Guide
		want  []event.Kind
	}{
		{"nothing", guide.Guide{}, nil},
		{"a change of the screen", achieve(change(guide.AchieveLifecycle, guide.ChangeRotate)), []event.Kind{event.Rotate}},
		{"alternatives", achieve(change(guide.AchieveLifecycle, guide.ChangeBack), change(guide.AchieveLifecycle, guide.ChangeKill),
			change(guide.AchieveOutside, guide.ChangeAlarm)), []event.Kind{event.Alarm, event.Back, event.Kill}},
		{"an answer", achieve(guide.Achiever{Kind: guide.AchieveAnswer, Answer: guide.AnswerNone}), []event.Kind{event.Answer}},
		{"a refusal", achieve(guide.Achiever{Kind: guide.AchievePermission}), []event.Kind{event.Permission}},
		{"a gesture", achieve(guide.Achiever{Kind: guide.AchieveGesture, Gesture: guide.GestureSwipe}),
			[]event.Kind{event.Scroll, event.Swipe}},
		{"a widget", achieve(guide.Achiever{Kind: guide.AchieveHandler}), nil},
		{"rotation", input(guide.Input{Kind: guide.InputRotation, Cause: guide.CauseSaved}), []event.Kind{event.Rotate}},
		{"rotation, changed by onDestroy", input(guide.Input{
			Kind: guide.InputRotation, Cause: guide.CauseChanged, Callback: "Lp/Main;->onDestroy()V",
		}), []event.Kind{event.Rotate}},
		{"rotation, changed by onStop", input(guide.Input{
			Kind: guide.InputRotation, Cause: guide.CauseChanged, Callback: "Lp/Main;->onStop()V",
		}), []event.Kind{event.Home, event.Rotate}},
		{"result", input(guide.Input{Kind: guide.InputResult, Cause: guide.CauseAwaited}), []event.Kind{event.Answer}},
		{"media", input(guide.Input{Kind: guide.InputMedia, Cause: guide.CauseAwaited}), []event.Kind{event.Answer}},
		{"permission", input(guide.Input{Kind: guide.InputPermission, Cause: guide.CauseChecked}), []event.Kind{event.Permission}},
		{"locale", input(guide.Input{Kind: guide.InputLocale, Cause: guide.CauseFormats}), []event.Kind{event.Config}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			var got []event.Kind
			for kind, factor := range New(&c.guide).wanted {
				if factor > 1 {
					got = append(got, kind)
				}
			}
			if slices.Sort(got); !slices.Equal(got, c.want) {
				t.Errorf("raises %v, want %v", got, c.want)
			}
		})
	}
}

// TestOutsideEvents states which changes of the device a guide asks for.
func TestOutsideEvents(t *testing.T) {
	t.Parallel()
	device := func(c guide.Change) guide.Guide {
		return guide.Guide{Plan: &guide.Plan{Goals: []guide.Goal{{ID: 1, Achievers: []guide.Achiever{
			{Kind: guide.AchieveDevice, Change: c}}}}}}
	}
	for _, c := range []struct {
		name  string
		guide guide.Guide
		want  string // one event, "" for none
	}{
		{"nothing", guide.Guide{}, ""},
		{"no network", guide.Guide{Inputs: []guide.Input{{Kind: guide.InputNetwork, Cause: guide.CauseConnects}}}, "config network value=off"},
		{"no network by the plan", device(guide.ChangeOffline), "config network value=off"},
		{"a full disk", device(guide.ChangeFull), "config storage value=full"},
		{"dark colours", device(guide.ChangeNight), "config night value=yes"},
		{"nothing of people by the plan", device(guide.ChangeEmptied), "config phone value=empty"},
		{"a locale", guide.Guide{Inputs: []guide.Input{
			{Kind: guide.InputLocale, Cause: guide.CauseLanguage, Values: []string{"de-DE"}},
		}}, "config locale value=de-DE"},
		{"activities that are not kept", device(guide.ChangeDestroy), gen.DropActivities.String()},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			var got []string
			for _, o := range New(&c.guide).outside {
				got = append(got, o.Event.String())
			}
			if c.want == "" && len(got) > 0 || c.want != "" && !slices.Contains(got, c.want) {
				t.Errorf("events %q, want %q", got, c.want)
			}
		})
	}
}

// TestReadsNumbers states which parsers take numbers, by their Java names.
func TestReadsNumbers(t *testing.T) {
	t.Parallel()
	for parser, want := range map[string]bool{
		"java.lang.Integer.parseInt":       true,
		"java.lang.Double.valueOf":         true,
		"java.lang.Integer.decode":         true,
		"java.math.BigDecimal.<init>":      true,
		"android.net.Uri.parse":            false,
		"java.text.SimpleDateFormat.parse": false,
		"p.Integers.Reader.read":           false,
		"parse":                            false,
		"":                                 false,
	} {
		if got := readsNumbers(parser); got != want {
			t.Errorf("%q: %v", parser, got)
		}
	}
}

// TestFieldName states by what a text field is known.
func TestFieldName(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		widget guide.Widget
		want   string
	}{
		{guide.Widget{ID: "id/name", Text: "Name"}, "id/name"},
		{guide.Widget{ID: "android:id/edit"}, "id/edit"},
		{guide.Widget{Text: "Your name, please"}, "your name, please"},
		{guide.Widget{Class: "android.widget.EditText"}, ""},
	} {
		if got := fieldName(c.widget); got != c.want {
			t.Errorf("%+v: %q, want %q", c.widget, got, c.want)
		}
	}
}

// TestPermissions states that permissions which the path checks come before all that the
// app asks for, and that their number is bounded.
func TestPermissions(t *testing.T) {
	t.Parallel()
	app := guide.App{Permissions: []string{
		"android.permission.INTERNET", "android.permission.CAMERA", "p.permission.CAMERA", "android.permission.READ_SMS",
	}}
	checked := guide.Input{Kind: guide.InputPermission, Cause: guide.CauseChecked, Permission: "android.permission.BODY_SENSORS"}
	if got, want := permissions(&guide.Guide{App: app}), []string{
		"android.permission.CAMERA", "android.permission.READ_SMS",
	}; !slices.Equal(got, want) {
		t.Errorf("of the app %q, want %q", got, want)
	}
	if got := permissions(&guide.Guide{App: app, Inputs: []guide.Input{checked, checked}}); !slices.Equal(got,
		[]string{"android.permission.BODY_SENSORS"}) {
		t.Errorf("of the path %q", got)
	}
	for range 2 * maxOutside {
		app.Permissions = append(app.Permissions, "android.permission.READ_SMS")
	}
	if n := len(permissions(&guide.Guide{App: app})); n != maxOutside {
		t.Errorf("%d permissions, want %d", n, maxOutside)
	}
}

// Where the plan has a permission granted, nothing but the answers that grant it is given.
func TestAnswer(t *testing.T) {
	t.Parallel()
	answer := func(id string) gen.Candidate {
		return gen.Candidate{Weight: 2, Event: event.Event{Kind: event.Tap, Target: event.Selector{
			ID: "com.android.permissioncontroller:id/permission_" + id + "_button",
		}}}
	}
	plan := func(want guide.WantClass) *guide.Guide {
		return &guide.Guide{Plan: &guide.Plan{Goals: []guide.Goal{{ID: 1, Kind: guide.GoalHold, Achievers: []guide.Achiever{
			{Kind: guide.AchievePermission, Permission: "p", Want: guide.Want{Class: want}},
		}}}}}
	}
	for _, c := range []struct {
		name        string
		guide       *guide.Guide
		allow, deny float64
	}{
		{"no guide", nil, 2, 2},
		{"refused", plan(""), 2, 2},
		{"granted", plan(guide.WantPresent), 2, 0},
	} {
		r := New(c.guide)
		if allow, deny := r.Answer(answer("allow_foreground_only")), r.Answer(answer("deny")); allow != c.allow || deny != c.deny {
			t.Errorf("%s: weights %v and %v, want %v and %v", c.name, allow, deny, c.allow, c.deny)
		}
	}
}
