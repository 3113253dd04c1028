package guide_test

import (
	"strings"
	"testing"

	"talpa/asra/guide"
)

var age = guide.Subject{Kind: guide.SubjectSetting, Name: "age"}

// sampleCrash is a crash condition in which every field is set.
func sampleCrash() *guide.CrashCondition {
	one, zero := int64(1), int64(0)
	return &guide.CrashCondition{
		Kind: guide.CrashNumber, Subject: age, Want: guide.Want{Class: guide.WantEmpty}, Index: &one, Size: &zero,
		Name: "age", Use: "java.lang.Integer.parseInt", Where: crash, Offset: 7,
		Sources: []guide.Source{{Subject: age, Where: crash, Writers: []string{onClick}}},
		Basis:   []guide.CrashBasis{guide.BasisException, guide.BasisMessage},
		Unknown: []guide.CrashPart{guide.PartInstruction},
	}
}

// samplePlan is a plan of two goals in which every field is set.
func samplePlan() *guide.Plan {
	one := int64(1)
	return &guide.Plan{Goals: []guide.Goal{
		{ID: 1, Kind: guide.GoalScreen, Subject: guide.Subject{Kind: guide.SubjectComponent, Name: "activity", Class: "com.foo.Settings"}},
		{
			ID: 2, Kind: guide.GoalHold, Subject: age, Want: guide.Want{Class: guide.WantNumber, Min: &one, Max: &one},
			Screen: "com.foo.Settings",
			Achievers: []guide.Achiever{{
				Kind: guide.AchievePreference, Screen: "xml/settings", Label: "Settings", Method: onClick, First: onMenu,
				Role: guide.RoleClick, Widgets: []guide.Widget{{ID: "id/add"}}, Key: "age", Title: "location age", Class: "com.foo.Age",
				Want: guide.Want{Class: guide.WantText, Text: "12a"}, Values: []string{"x"}, Rows: 1, Permission: "android.permission.CAMERA",
				Change: guide.ChangeRotate, Gesture: guide.GestureSwipe, Action: "com.foo.PICK", Answer: guide.AnswerEmpty, Extras: []string{"key"}, Needs: []int{1},
			}},
		},
		{
			ID: 3, Kind: guide.GoalCrash, Subject: guide.Subject{Kind: guide.SubjectMethod, Name: crash}, After: []int{2},
			Achievers: []guide.Achiever{{Kind: guide.AchieveConfirm}},
		},
	}}
}

func TestValidatePlan(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name   string
		change func(g *guide.Guide)
		want   string
	}{
		{"none", func(g *guide.Guide) { g.Plan, g.Crash = nil, nil }, ""},
		{"number twice", func(g *guide.Guide) { g.Plan.Goals[1].ID = 1 }, "goal 2 of 3 has the number 1"},
		{"number zero", func(g *guide.Guide) { g.Plan.Goals[0].ID = 0 }, "has the number 0"},
		{"crash not last", func(g *guide.Guide) { g.Plan.Goals[0].Kind = guide.GoalCrash }, "the last is the crash"},
		{"no crash", func(g *guide.Guide) { g.Plan.Goals = g.Plan.Goals[:2] }, "the last is the crash"},
		{"after a later one", func(g *guide.Guide) { g.Plan.Goals[0].After = []int{2} }, "goal 2 is not before it"},
		{"after itself", func(g *guide.Guide) { g.Plan.Goals[1].After = []int{2} }, "goal 2 is not before it"},
		{"needs a later one", func(g *guide.Guide) { g.Plan.Goals[1].Achievers[0].Needs = []int{3} }, "goal 3 is not before it"},
		{"kind of goal", func(g *guide.Guide) { g.Plan.Goals[0].Kind = "wish" }, `"wish" is none of`},
		{"goal without subject", func(g *guide.Guide) { g.Plan.Goals[0].Subject = guide.Subject{} }, "subject"},
		{"crash outside", func(g *guide.Guide) { g.Plan.Goals[2].Subject = guide.Subject{} }, ""},
		{"kind of achiever", func(g *guide.Guide) { g.Plan.Goals[2].Achievers[0].Kind = "luck" }, `"luck" is none of`},
		{"handler without method", func(g *guide.Guide) { g.Plan.Goals[2].Achievers[0].Kind = guide.AchieveHandler }, "handler without method"},
		{"lifecycle without change", func(g *guide.Guide) { g.Plan.Goals[2].Achievers[0].Kind = guide.AchieveLifecycle }, "without change"},
		{"server without answer", func(g *guide.Guide) { g.Plan.Goals[2].Achievers[0].Kind = guide.AchieveServer }, "without answer"},
		{"text without widget", func(g *guide.Guide) { g.Plan.Goals[2].Achievers[0].Kind = guide.AchieveText }, "without widgets"},
		{"preference without key", func(g *guide.Guide) { g.Plan.Goals[1].Achievers[0].Key = "" }, "preference without key"},
		{"start of nothing", func(g *guide.Guide) { g.Plan.Goals[2].Achievers[0].Kind = guide.AchieveStart }, "start without screen"},
		{"method name", func(g *guide.Guide) { g.Plan.Goals[1].Achievers[0].First = "onClick" }, "not a DEX method name"},
		{"role", func(g *guide.Guide) { g.Plan.Goals[1].Achievers[0].Role = "clack" }, `"clack" is none of`},
		{"change", func(g *guide.Guide) { g.Plan.Goals[1].Achievers[0].Change = "spin" }, `"spin" is none of`},
		{"gesture", func(g *guide.Guide) { g.Plan.Goals[1].Achievers[0].Gesture = "wave" }, `"wave" is none of`},
		{"answer", func(g *guide.Guide) { g.Plan.Goals[1].Achievers[0].Answer = "maybe" }, `"maybe" is none of`},
		{"rows", func(g *guide.Guide) { g.Plan.Goals[1].Achievers[0].Rows = -1 }, "-1 rows"},
		{"text of a number", func(g *guide.Guide) { g.Plan.Goals[1].Want.Text = "x" }, `text "x" for class number`},
		{"bounds", func(g *guide.Guide) { zero := int64(0); g.Plan.Goals[1].Want.Max = &zero }, "minimum 1 above maximum 0"},
		{"value class", func(g *guide.Guide) { g.Crash.Want.Class = "odd" }, `"odd" is none of`},
		{"kind of crash", func(g *guide.Guide) { g.Crash.Kind = "bang" }, `"bang" is none of`},
		{"offset without method", func(g *guide.Guide) { g.Crash.Where = "" }, "offset 7 in method"},
		{"unknown offset", func(g *guide.Guide) { g.Crash.Where, g.Crash.Offset = "", -1 }, ""},
		{"basis", func(g *guide.Guide) { g.Crash.Basis[0] = "rumour" }, `"rumour" is none of`},
		{"part", func(g *guide.Guide) { g.Crash.Unknown[0] = "all" }, `"all" is none of`},
		{"source", func(g *guide.Guide) { g.Crash.Sources[0].Writers[0] = "x" }, "source 0"},
		{"doubt", func(g *guide.Guide) { g.Target.Doubts[0].Kind = "hm" }, `"hm" is none of`},
		{"doubt without method", func(g *guide.Guide) { g.Target.Doubts[0].Method = "" }, "no-such-use with method"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			g := sample()
			test.change(g)
			err := g.Validate()
			if (err == nil) != (test.want == "") || err != nil && !strings.Contains(err.Error(), test.want) {
				t.Errorf("Validate() = %v, want %q", err, test.want)
			}
		})
	}
}

// TestDecodeWithoutPlan states that guides of version 2 from before crash conditions and
// plans are still read.
func TestDecodeWithoutPlan(t *testing.T) {
	t.Parallel()
	g := sample()
	g.Crash, g.Plan, g.Target.Doubts = nil, nil, nil
	data, err := guide.Encode(g)
	if err != nil {
		t.Fatal(err)
	}
	for _, key := range []string{`"crash"`, `"plan"`, `"doubts"`} {
		if strings.Contains(string(data), key) {
			t.Errorf("%s is written without a value", key)
		}
	}
	if _, err := guide.Decode(data); err != nil {
		t.Error(err)
	}
}
