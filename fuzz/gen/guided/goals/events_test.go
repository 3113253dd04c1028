package goals

import (
	"math/rand"
	"strings"
	"testing"

	"talpa/asra/guide"
	"talpa/fuzz/event"
	"talpa/fuzz/gen"
	"talpa/fuzz/ui/uitest"
)

// without is a phone that lacks a part.
func without(part string) guide.Achiever {
	return guide.Achiever{Kind: guide.AchieveDevice, Change: guide.ChangeAbsent, Values: []string{part}}
}

// What the device can do is done as events; what it knows no event for is given up.
func TestEvents(t *testing.T) {
	t.Parallel()
	start := event.Event{Kind: event.Start, Intent: &event.Intent{Component: "p/p.Open"}}
	v := gen.View{Screen: uitest.Buttons(t, "Main", "one"), Package: "p", Alive: true, Outside: []event.Event{
		start, {Kind: event.Permission, Arg: "deny", Value: "android.permission.READ_EXTERNAL_STORAGE"}}}
	for _, c := range []struct {
		achiever guide.Achiever
		want     string
	}{
		{guide.Achiever{Kind: guide.AchievePermission, Permission: "android.permission.CAMERA"},
			"permission deny value=android.permission.CAMERA"},
		{guide.Achiever{Kind: guide.AchievePermission, Permission: "android.permission.WRITE_EXTERNAL_STORAGE"},
			"permission deny value=android.permission.READ_EXTERNAL_STORAGE; " +
				"permission deny value=android.permission.WRITE_EXTERNAL_STORAGE"},
		{guide.Achiever{
			Kind: guide.AchievePermission, Permission: "android.permission.CAMERA",
			Want: guide.Want{Class: guide.WantPresent},
		}, "permission ask value=android.permission.CAMERA"},
		{guide.Achiever{Kind: guide.AchieveLifecycle, Change: guide.ChangeRotate}, "rotate landscape"},
		{guide.Achiever{Kind: guide.AchieveLifecycle, Change: guide.ChangeLock}, "lock"},
		{guide.Achiever{Kind: guide.AchieveLifecycle, Change: guide.ChangeDestroy}, "config keepactivities value=no; home"},
		{guide.Achiever{Kind: guide.AchieveDevice, Change: guide.ChangeConfigure, Values: []string{"fr-FR"}},
			"config locale value=fr-FR"},
		{guide.Achiever{Kind: guide.AchieveDevice, Change: guide.ChangeEmptied}, "config phone value=empty"},
		{without("bluetooth"), "config bluetooth value=absent"}, {without("nfc"), "config nfc value=absent"},
		{without("storage"), "config storage value=removed"}, {without("location"), "location off"},
		{without("pressure"), "sensor pressure value=absent"}, {without("wings"), ""},
		{guide.Achiever{Kind: guide.AchieveDevice, Change: guide.ChangeAbsent}, ""},
		{guide.Achiever{Kind: guide.AchieveAnswer, Answer: guide.AnswerCanceled}, "answer cancelled"},
		{guide.Achiever{Kind: guide.AchieveAnswer, Answer: guide.AnswerEmpty}, "answer empty"},
		{guide.Achiever{Kind: guide.AchieveAnswer, Answer: guide.AnswerNone}, "config apps value=none"},
		{guide.Achiever{Kind: guide.AchieveServer, Answer: guide.AnswerError}, "config responses value=error"},
		{guide.Achiever{Kind: guide.AchieveServer, Answer: guide.AnswerError, Values: []string{"500"}},
			`config responses value="error 500"`},
		{guide.Achiever{Kind: guide.AchieveServer, Answer: guide.AnswerMissing, Key: "owner"},
			`config responses value="missing owner"`},
		{guide.Achiever{Kind: guide.AchieveServer, Answer: guide.AnswerEmpty, Key: "owner"},
			`config responses value="empty owner"`},
		{guide.Achiever{Kind: guide.AchieveServer, Answer: guide.AnswerSize, Key: "rows", Rows: 1},
			`config responses value="size rows=1"`},
		{guide.Achiever{Kind: guide.AchieveServer, Answer: guide.AnswerValue, Key: "id", Values: []string{"x"}},
			`config responses value="value id=x"`},
		{guide.Achiever{Kind: guide.AchieveServer, Answer: guide.AnswerNone}, ""},
		{guide.Achiever{Kind: guide.AchieveStart, Screen: "p.Open"}, start.String()},
		{guide.Achiever{Kind: guide.AchieveStart, Screen: "p.Closed"}, ""},
		{guide.Achiever{Kind: guide.AchieveOutside, Change: guide.ChangeAlarm}, "alarm"},
		{guide.Achiever{Kind: guide.AchieveOutside, Change: guide.ChangeRestricted}, "restricted; launch"},
		{guide.Achiever{Kind: guide.AchieveOutside, Change: guide.ChangeWait, Values: []string{"301000"}}, "wait ms=301000"},
		{guide.Achiever{Kind: guide.AchieveOutside, Change: guide.ChangeWait, Values: []string{"-1"}}, ""},
		{guide.Achiever{Kind: guide.AchieveOutside, Change: guide.ChangeWait}, ""},
		{guide.Achiever{Kind: guide.AchieveOutside, Change: guide.ChangeIntent}, start.String()},
		{guide.Achiever{Kind: guide.AchieveOutside, Change: guide.ChangeBroadcast}, ""},
		{guide.Achiever{Kind: guide.AchieveGesture, Gesture: guide.GestureMenuKey}, "menu"},
		{guide.Achiever{Kind: guide.AchieveHandler}, ""},
		{guide.Achiever{Kind: guide.AchieveHandler, Role: guide.RoleKey, Method: "La/A;->onBackPressed()V"}, "back"},
		{guide.Achiever{Kind: guide.AchieveHandler, Role: guide.RoleKey, Method: "La/A;->onKeyDown(I)Z"}, ""},
		{guide.Achiever{Kind: guide.AchieveHandler, Method: "La/Snackbar$1;->onDismissed(La/Snackbar;I)V"}, "wait ms=5000"},
	} {
		var got []string
		for _, e := range (Task{Achiever: &c.achiever}).Events(v, "", rand.New(rand.NewSource(1))) {
			if err := e.Validate(); err != nil {
				t.Errorf("%+v: %v", c.achiever, err)
			}
			got = append(got, e.String())
		}
		if text := strings.Join(got, "; "); text != c.want {
			t.Errorf("%s %s: %q, want %q", c.achiever.Kind, c.achiever.Change, text, c.want)
		}
	}
}

// Where a field with a text has the focus, the first Back only hides the keyboard.
func TestEvents_backPastTheKeyboard(t *testing.T) {
	t.Parallel()
	field := func(text, more string) string {
		return `<node class="android.widget.EditText" package="p" bounds="[0,0][400,90]" text="` + text + `" ` + more + `/>`
	}
	task := Task{Achiever: &guide.Achiever{
		Kind: guide.AchieveHandler, Role: guide.RoleKey, Method: "La/A;->onBackPressed()V",
	}}
	for node, want := range map[string]int{
		field("milk", `focused="true"`):             2,
		field("milk", ""):                           1,
		field("", `focused="true"`):                 1,
		field("Name", `hint="Name" focused="true"`): 1,
	} {
		v := gen.View{Screen: uitest.Screen(t, "Main", node), Package: "p", Alive: true}
		if got := task.Events(v, "", rand.New(rand.NewSource(1))); len(got) != want || got[0].Kind != event.Back {
			t.Errorf("%s: %v", node, got)
		}
	}
}

// An app that may be missing is installed before it answers.
func TestEvents_whoAnswersIsInstalled(t *testing.T) {
	t.Parallel()
	more := event.Event{Kind: event.Config, Arg: event.Apps, Value: event.AppsMore}
	v := gen.View{Outside: []event.Event{more}}
	for answer, want := range map[guide.Answer]int{guide.AnswerCanceled: 2, guide.AnswerNone: 1} {
		task := Task{Achiever: &guide.Achiever{Kind: guide.AchieveAnswer, Answer: answer}}
		got := task.Events(v, "", rand.New(rand.NewSource(1)))
		if len(got) != want || (got[0] == more) != (want == 2) {
			t.Errorf("%s: %v", answer, got)
		}
	}
}

// What lies in a row is told by the class of its handler.
func TestOfRow(t *testing.T) {
	t.Parallel()
	for method, want := range map[string]bool{
		"La/NoteAdapter$1;->onClick(Landroid/view/View;)V":         true,
		"La/NoteAdapter$$Lambda$1;->onClick(Landroid/view/View;)V": true,
		"La/Notes$ViewHolder;->onClick(Landroid/view/View;)V":      true,
		"La/Notes;->onClickAdapter(Landroid/view/View;)V":          false,
		"": false,
	} {
		if got := (Task{Achiever: &guide.Achiever{Method: method}}).OfRow(); got != want {
			t.Errorf("%s: %v", method, got)
		}
	}
}

// What hears a broadcast of calls, which only the system sends, is told of a call; a widget that lies on the home screen
// is touched.
func TestEvents_broadcastsOfTheSystem(t *testing.T) {
	t.Parallel()
	task := Task{Achiever: &guide.Achiever{Kind: guide.AchieveOutside, Change: guide.ChangeBroadcast}, Goal: guide.Goal{
		Subject: guide.Subject{Kind: guide.SubjectMethod, Name: "Lp/Calls;->onReceive()V"}}}
	call := event.Event{Kind: event.Call, Arg: event.CallRing}
	for _, c := range []struct {
		view gen.View
		want string
	}{
		{gen.View{}, ""},
		{gen.View{Outside: []event.Event{call}}, call.String()},
		{gen.View{Outside: []event.Event{{Kind: event.Permission, Arg: "deny", Value: "p.CALL"}}}, ""},
		{gen.View{Registered: []string{"widget:p/p.Clock:0"}}, `widget tap value="p/p.Clock 0"`},
		{gen.View{Registered: []string{"notification:action:1"}}, "notification action value=1"},
		{gen.View{Registered: []string{"widget:p/p.Clock:0", "widget:p/p.Calls:0"}, Outside: []event.Event{
			{Kind: event.Broadcast, Intent: &event.Intent{Component: "p/p.Other"}}, call,
		}}, `widget tap value="p/p.Calls 0"`},
	} {
		got := ""
		for _, e := range task.Events(c.view, "", rand.New(rand.NewSource(1))) {
			got += e.String()
		}
		if got != c.want {
			t.Errorf("%+v: %q, want %q", c.view, got, c.want)
		}
	}
}

// The start that the plan wants is made of the first known one, or of the first with its action.
func TestEvents_starts(t *testing.T) {
	t.Parallel()
	v := gen.View{Outside: []event.Event{
		{Kind: event.Start, Intent: &event.Intent{Component: "p/p.Other"}},
		{Kind: event.Start, Intent: &event.Intent{Component: "p/p.Open", Action: "VIEW", Data: "a://b/"}},
		{Kind: event.Start, Intent: &event.Intent{Component: "p/p.Open", Action: "SEND", Type: "text/plain",
			Extras: map[string]string{"id": "7"}, URIs: map[string]string{"file": "content://f"}}},
	}}
	for want, a := range map[string]guide.Achiever{
		"start action=VIEW component=p/p.Open data=a://b/":       {},
		"start action=VIEW component=p/p.Open data=a://b/c":      {Data: "a://b/c"},
		"start alone action=VIEW component=p/p.Open data=a://b/": {Change: guide.ChangeKill},
		`start action=SEND component=p/p.Open type=image/png extra="id=7"`: {
			Action: "SEND", Type: "image/png", Extras: []string{"file"},
		},
		"start action=SEND component=p/p.Open": {
			Action: "SEND", Extras: []string{"id", "file", guide.ExtraType},
		},
	} {
		a.Kind, a.Screen = guide.AchieveStart, "p.Open"
		got := Task{Achiever: &a}.Events(v, "", rand.New(rand.NewSource(1)))
		if len(got) != 1 || got[0].String() != want || got[0].Validate() != nil {
			t.Errorf("%v, want %s", got, want)
		}
	}
	if in := v.Outside[2].Intent; in.Type == "" || len(in.Extras) != 1 || len(in.URIs) != 1 {
		t.Errorf("the known start was changed: %+v", in)
	}
}
