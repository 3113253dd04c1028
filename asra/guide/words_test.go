package guide_test

import (
	"strings"
	"testing"

	"talpa/asra/guide"
)

// TestExplanation states the sentence of each reason for a verdict.
func TestExplanation(t *testing.T) {
	t.Parallel()
	widget := func(id string) guide.Subject {
		return guide.Subject{Kind: guide.SubjectWidget, Widget: guide.Widget{ID: id}}
	}
	field := guide.Subject{Kind: guide.SubjectField, Class: "com.foo.Main", Name: "mode"}
	for _, c := range []struct {
		name   string
		reason guide.Reason
		want   string
	}{
		{"distance", guide.Reason{Kind: guide.ReasonLeads}, "it leads to the target in 3 steps"},
		{"role", guide.Reason{Kind: guide.ReasonRole}, "callbacks of role click are kept"},
		{
			"hidden", guide.Reason{Kind: guide.ReasonHidden, Subject: widget("id/a")},
			"its layout hides id/a, and nothing shows it",
		},
		{
			"parent hidden", guide.Reason{Kind: guide.ReasonHidden, Subject: widget("id/a"), Object: widget("id/b")},
			"its layout hides id/a, which is around id/b, and nothing shows it",
		},
		{
			"disabled", guide.Reason{Kind: guide.ReasonDisabled, Subject: widget("id/a")},
			"its layout disables id/a, and nothing enables it",
		},
		{
			"changes a field", guide.Reason{Kind: guide.ReasonChanges, Subject: field, Method: onMenu, Reader: crash},
			"it changes the field Main.mode in com.foo.Main.onOptionsItemSelected, on which com.foo.Parser.parse depends",
		},
		{
			"changes any setting",
			guide.Reason{Kind: guide.ReasonChanges, Subject: guide.Subject{Kind: guide.SubjectSetting}, Reader: crash},
			"it changes preferences, on which com.foo.Parser.parse depends",
		},
		{"sets a field", guide.Reason{Kind: guide.ReasonSets, Subject: field}, "it sets what the path tests: field com.foo.Main.mode"},
		{
			"adds rows", guide.Reason{Kind: guide.ReasonAddsRows, Subject: guide.Subject{Kind: guide.SubjectTable, Name: "notes"}},
			"it adds rows of notes, which a list on the path shows",
		},
		{
			"unknown call",
			guide.Reason{Kind: guide.ReasonCalls, Subject: guide.Subject{Kind: guide.SubjectMethod, Name: crash}, Method: onMenu},
			"it calls com.foo.Parser.parse in com.foo.Main.onOptionsItemSelected, and what depends on that is not known",
		},
		{
			"unknown start",
			guide.Reason{Kind: guide.ReasonStarts, Subject: guide.Subject{Kind: guide.SubjectComponent, Name: "service"}},
			"it starts an unknown service, and what depends on that is not known",
		},
		{"none", guide.Reason{}, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			cb := guide.Callback{Role: guide.RoleClick, Distance: 3, Reason: c.reason}
			if got := cb.Explanation(); got != c.want {
				t.Errorf("got  %q\nwant %q", got, c.want)
			}
			cb.Rejects = []string{"id/x"}
			if got := cb.Explanation(); c.want != "" && !strings.HasSuffix(got, "; for some of its widgets it changes nothing that matters") {
				t.Errorf("rejected widgets are not told of: %q", got)
			}
		})
	}
}

// TestSubject states what each kind of subject is called.
func TestSubject(t *testing.T) {
	t.Parallel()
	button := guide.Widget{ID: "id/go", Text: "Go"}
	for _, c := range []struct {
		subject guide.Subject
		want    string
	}{
		{guide.Subject{Kind: guide.SubjectAttribute, Name: "checked", Widget: button}, `checked of id/go "Go"`},
		{guide.Subject{Kind: guide.SubjectAttribute, Name: "checked"}, "checked of a widget"},
		{guide.Subject{Kind: guide.SubjectAttribute, Name: "visibility", Widget: guide.Widget{Menu: true}}, "visibility (item) of a widget"},
		{guide.Subject{Kind: guide.SubjectLook, Name: "scroll", Widget: button}, `the look (scroll) of id/go "Go"`},
		{guide.Subject{Kind: guide.SubjectArgument, Register: 2}, "argument 2"},
		{guide.Subject{Kind: guide.SubjectSetting, Name: "unit"}, "preference unit"},
		{guide.Subject{Kind: guide.SubjectTable, Name: "notes"}, "rows of notes"},
		{guide.Subject{Kind: guide.SubjectNull}, "a null"},
		{guide.Subject{Kind: guide.SubjectScreen, Class: "com.foo.Main"}, "what is on the screen"},
		{guide.Subject{Kind: guide.SubjectClick, Widget: button}, "a click by code"},
		{guide.Subject{Kind: guide.SubjectMethod, Name: onClick}, "com.foo.Main$1.onClick"},
		{guide.Subject{Kind: guide.SubjectClass, Class: "com.foo.Main"}, "com.foo.Main"},
		{guide.Subject{Kind: guide.SubjectComponent, Name: "activity", Class: "com.foo.Main"}, "activity com.foo.Main"},
		{guide.Subject{Kind: guide.SubjectResource, Name: "layout/main"}, "layout/main"},
		{guide.Subject{Kind: guide.SubjectResource}, "a resource"},
	} {
		if got := c.subject.String(); got != c.want {
			t.Errorf("%+v: %q, want %q", c.subject, got, c.want)
		}
	}
}

// TestCrashCondition_many: of rows and contents the sentence speaks as of many.
func TestCrashCondition_many(t *testing.T) {
	t.Parallel()
	notes := guide.Subject{Kind: guide.SubjectTable, Name: "notes"}
	for _, c := range []struct {
		subject guide.Subject
		kind    guide.CrashKind
		want    string
	}{
		{notes, guide.CrashColumn, "rows of notes lack the column"},
		{notes, guide.CrashIndex, "rows of notes are too few for the index"},
		{guide.Subject{Kind: guide.SubjectContents, Class: "com.foo.Nav"}, guide.CrashState, "contents of a Nav are not in the state for it"},
		{guide.Subject{Kind: guide.SubjectSetting, Name: "unit"}, guide.CrashNumber, "preference unit is not a number"},
	} {
		condition := guide.CrashCondition{Kind: c.kind, Subject: c.subject}
		if got := condition.String(); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}

// TestAsks states what is said of inputs, by kind and cause.
func TestAsks(t *testing.T) {
	t.Parallel()
	g := &guide.Guide{Target: guide.Target{Exception: "java.net.ConnectException", Message: "refused"}}
	for _, c := range []struct {
		input guide.Input
		want  string
	}{
		{
			guide.Input{
				Kind: guide.InputText, Cause: guide.CauseParsed, Widget: guide.Widget{ID: "id/port"},
				Parser: "java.lang.Integer.parseInt",
			}, "id/port, parsed by Integer.parseInt",
		},
		{guide.Input{Kind: guide.InputText, Cause: guide.CauseCompared, Widget: guide.Widget{Text: "Name"}}, `"Name"`},
		{
			guide.Input{Kind: guide.InputPermission, Cause: guide.CauseChecked, Permission: "android.permission.CAMERA"},
			"android.permission.CAMERA",
		},
		{guide.Input{Kind: guide.InputNetwork, Cause: guide.CauseChecked}, "asks whether there is a network"},
		{guide.Input{Kind: guide.InputPermission, Cause: guide.CauseException}, "refused"},
		{guide.Input{Kind: guide.InputNetwork, Cause: guide.CauseException}, "ConnectException"},
		{
			guide.Input{Kind: guide.InputLocale, Cause: guide.CauseException},
			"a text of one language has another form: ConnectException",
		},
		{
			guide.Input{Kind: guide.InputRotation, Cause: guide.CauseChanged, Callback: onClick},
			"com.foo.Main$1.onClick changes what the crash reads",
		},
		{guide.Input{Kind: guide.InputResult, Cause: guide.CauseAwaited, Action: "com.foo.PICK"}, "com.foo.PICK"},
	} {
		if got := g.Asks(&c.input); got != c.want {
			t.Errorf("%s by %s: %q, want %q", c.input.Kind, c.input.Cause, got, c.want)
		}
	}
}

// TestDependency states the sentence of each kind of dependency.
func TestDependency(t *testing.T) {
	t.Parallel()
	d := guide.Dependency{Setter: onMenu, Tester: crash}
	for _, c := range []struct {
		kind    guide.DependencyKind
		subject guide.Subject
		trigger guide.Widget
		want    string
	}{
		{
			guide.Sets, guide.Subject{Kind: guide.SubjectAttribute, Name: "enabled", Widget: guide.Widget{ID: "id/go"}}, guide.Widget{},
			"Main.onOptionsItemSelected sets enabled of id/go, which Parser.parse tests",
		},
		{
			guide.Passes, guide.Subject{Kind: guide.SubjectArgument, Register: 1}, guide.Widget{},
			"Main.onOptionsItemSelected passes argument 1 to Parser.parse",
		},
		{
			guide.AddsRows, guide.Subject{Kind: guide.SubjectTable, Name: "notes"}, guide.Widget{ID: "id/add"},
			"Main.onOptionsItemSelected (id/add) adds rows of notes, which Parser.parse reads",
		},
		{
			guide.ShowsSetting, guide.Subject{Kind: guide.SubjectSetting, Name: "unit", Widget: guide.Widget{Text: "Unit"}}, guide.Widget{},
			`Main.onOptionsItemSelected shows preference unit ("Unit"), which Parser.parse reads`,
		},
		{
			guide.LeadsToNull, guide.Subject{Kind: guide.SubjectNull}, guide.Widget{Text: "Clear"},
			`Main.onOptionsItemSelected ("Clear") leads to the null in Parser.parse`,
		},
	} {
		d.Kind, d.Subject, d.Trigger = c.kind, c.subject, c.trigger
		if got := d.String(); got != c.want {
			t.Errorf("got  %q\nwant %q", got, c.want)
		}
	}
}

func TestAndroidInWords(t *testing.T) {
	t.Parallel()
	for want, a := range map[string]guide.Android{
		"written by Android 8.1 (5 of 6 frames of the framework)":             {Levels: []int{27}, Agree: 5, Frames: 6},
		"written by Android 4.4, 5.0 or 5.1 (8 of 8 frames of the framework)": {Levels: []int{19, 21, 22}, Agree: 8, Frames: 8},
		"written by Android 5.0 (3 of 3 frames of the framework); newer ones may not have this crash: " +
			"what threw is not there any more": {Levels: []int{21}, Agree: 3, Frames: 3, Needed: guide.NeedMethod},
		"written by Android with API level 99 (3 of 3 frames of the framework)": {Levels: []int{99}, Agree: 3, Frames: 3},
	} {
		if got := a.String(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// TestAchiever_withoutWidget states what is said of handlers whose widget nobody can name.
func TestAchiever_withoutWidget(t *testing.T) {
	t.Parallel()
	last := guide.Want{Class: guide.WantLast}
	for want, a := range map[string]guide.Achiever{
		"touch what runs Main$1.onClick":                             {Role: guide.RoleClick},
		"long-press what runs Main$1.onClick":                        {Role: guide.RoleLongClick},
		"in the menu touch what runs Main$1.onClick":                 {Role: guide.RoleMenu},
		"in the dialog do what runs Main$1.onClick":                  {Role: guide.RoleDialog},
		"in the dialog touch what runs Main$1.onClick, the last row": {Role: guide.RoleDialog, Want: last},
		"run Main$1.onClick":                                         {Role: guide.RoleLifecycle},
	} {
		a.Kind, a.Method = guide.AchieveHandler, onClick
		if got := a.String(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
