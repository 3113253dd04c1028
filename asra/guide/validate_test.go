package guide_test

import (
	"strings"
	"testing"

	"talpa/asra/guide"
)

// TestValidate changes one thing of a valid guide each time and states how the change is
// refused; "" means that it is accepted.
func TestValidate(t *testing.T) {
	t.Parallel()
	one, two := int64(1), int64(2)
	parsed := guide.Input{
		Kind: guide.InputText, Cause: guide.CauseParsed, Widget: guide.Widget{ID: "id/port"},
		Parser: "java.lang.Integer.parseInt",
	}
	for _, c := range []struct {
		name   string
		change func(g *guide.Guide)
		want   string
	}{
		{"nothing", func(*guide.Guide) {}, ""},
		{"version", func(g *guide.Guide) { g.Version = 1 }, "version is 1, want 2"},
		{"level", func(g *guide.Guide) { g.Level = "deep" }, `level "deep"`},
		{"android needed for nothing known", func(g *guide.Guide) {
			g.Target.Android = &guide.Android{Levels: []int{27}, Agree: 1, Frames: 1, Needed: "luck"}
		}, "android is needed for \"luck\""},
		{"android of no level", func(g *guide.Guide) { g.Target.Android = &guide.Android{Agree: 1, Frames: 1} }, "android levels []"},
		{"android by more frames than there are", func(g *guide.Guide) {
			g.Target.Android = &guide.Android{Levels: []int{27}, Agree: 2, Frames: 1}
		}, "2 of 1 frames"},
		{"precision", func(g *guide.Guide) { g.Target.Precision = "file" }, `precision "file"`},
		{"no target method", func(g *guide.Guide) { g.Target.Method = "" }, `with method ""`},
		{"target callback", func(g *guide.Guide) { g.Target.Callback = "onClick" }, `"onClick" is not a DEX method name`},
		{"offset", func(g *guide.Guide) { g.Target.Offsets[0] = -1 }, "offset -1"},
		{"frame", func(g *guide.Guide) { g.Target.Frames[0].Resolved[0] = "parse" }, "frame 0"},
		{"component without name", func(g *guide.Guide) { g.Components[0].Name = "" }, "component 0 has no name"},
		{"component twice", func(g *guide.Guide) { g.Components = append(g.Components, g.Components[0]) }, "listed twice"},
		{"component kind", func(g *guide.Guide) { g.Components[0].Kind = "widget" }, `kind "widget"`},
		{"component distance", func(g *guide.Guide) { g.Components[0].Distance = -2 }, "distance -2"},
		{"callback twice", func(g *guide.Guide) { g.Callbacks[1].Method = onClick }, "listed twice"},
		{"callback role", func(g *guide.Guide) { g.Callbacks[0].Role = "tap" }, `role "tap"`},
		{"guard of another method", func(g *guide.Guide) {
			g.Callbacks[1].Guard = &guide.Guard{Getter: onClick, Rejects: []int32{1}}
		}, "no guard calls"},
		{"guard that rejects nothing", func(g *guide.Guide) {
			g.Callbacks[1].Guard = &guide.Guard{Getter: guide.GuardMenuItem}
		}, "nothing to reject"},
		{"guard", func(g *guide.Guide) {
			g.Callbacks[1].Guard = &guide.Guard{Getter: guide.GuardMenuItem, Rejects: []int32{1}}
		}, ""},
		{"bounds", func(g *guide.Guide) { g.Callbacks[0].Conditions[0].Min = &two }, "minimum 2 above maximum 1"},
		{"open bounds", func(g *guide.Guide) { g.Callbacks[0].Conditions[0].Max = nil }, ""},
		{"condition elsewhere", func(g *guide.Guide) { g.Callbacks[0].Conditions[0].Where = "here" }, `"here"`},
		{"condition on a table", func(g *guide.Guide) {
			g.Callbacks[0].Conditions[0].Subject = guide.Subject{Kind: guide.SubjectTable, Name: "notes"}
		}, `condition 0: subject: kind "table"`},
		{"register of a field", func(g *guide.Guide) {
			g.Callbacks[0].Conditions[0].Subject = guide.Subject{Kind: guide.SubjectField, Name: "mode", Register: 1}
		}, "register 1 of kind field"},
		{"argument", func(g *guide.Guide) {
			g.Callbacks[0].Conditions[0].Subject = guide.Subject{Kind: guide.SubjectArgument, Register: 1}
		}, ""},
		{"step for a verdict", func(g *guide.Guide) { g.Callbacks[0].Reason.Kind = guide.StepWrites }, `reason: kind "writes"`},
		{"reason for a step", func(g *guide.Guide) { g.Callbacks[0].Why[0].Kind = guide.ReasonEmpty }, ""},
		{"step without rule", func(g *guide.Guide) { g.Callbacks[0].Why[0].Rule = "" }, "step 0: no rule"},
		{"because of a step", func(g *guide.Guide) { g.Callbacks[0].Why[0].Because.Kind = guide.StepCalls }, `kind "calls"`},
		{"reader of a reason", func(g *guide.Guide) { g.Callbacks[0].Reason.Reader = "me" }, `"me" is not a DEX method name`},
		{"subject of a reason", func(g *guide.Guide) { g.Callbacks[0].Reason.Subject.Name = "x" }, `subject: kind ""`},
		{"milestone callback", func(g *guide.Guide) { g.Milestones[0].Callback = "x" }, "milestone 0"},
		{"milestone role", func(g *guide.Guide) { g.Milestones[0].Role = "x" }, `milestone 0: role "x"`},
		{"input kind", func(g *guide.Guide) { g.Inputs[0].Kind = "voice" }, `input 0: kind "voice"`},
		{"input of a widget", func(g *guide.Guide) { g.Inputs[0] = parsed }, ""},
		{"input without widget", func(g *guide.Guide) {
			g.Inputs[0] = parsed
			g.Inputs[0].Widget = guide.Widget{Class: "android.widget.EditText"}
		}, "text for cause parsed without widget"},
		{"input without parser", func(g *guide.Guide) {
			g.Inputs[0] = parsed
			g.Inputs[0].Parser = ""
		}, "without parser"},
		{"input without permission", func(g *guide.Guide) {
			g.Inputs[0] = guide.Input{Kind: guide.InputPermission, Cause: guide.CauseChecked}
		}, "without permission"},
		{"permission that the exception names", func(g *guide.Guide) {
			g.Inputs[0] = guide.Input{Kind: guide.InputPermission, Cause: guide.CauseException}
		}, ""},
		{"network", func(g *guide.Guide) {
			g.Inputs[0] = guide.Input{Kind: guide.InputNetwork, Cause: guide.CauseChecked}
		}, ""},
		{"rotation without callback", func(g *guide.Guide) {
			g.Inputs[0] = guide.Input{Kind: guide.InputRotation, Cause: guide.CauseChanged}
		}, "without callback"},
		{"result without action", func(g *guide.Guide) {
			g.Inputs[0] = guide.Input{Kind: guide.InputResult, Cause: guide.CauseAwaited}
		}, "without action"},
		{"intent without extras", func(g *guide.Guide) {
			g.Inputs[0] = guide.Input{Kind: guide.InputIntent, Cause: guide.CauseExtra}
		}, "without extras"},
		{"setter", func(g *guide.Guide) { g.Dependencies[0].Setter = "" }, "not DEX method names"},
		{"dependency without subject", func(g *guide.Guide) { g.Dependencies[0].Subject = guide.Subject{} }, `kind ""`},
		{"setting without title", func(g *guide.Guide) { g.Settings[0].Title = "" }, "setting 0"},
		{"setting with reader and no distance", func(g *guide.Guide) { g.Settings[0].Distance = -1 }, "setting 0"},
		{"reader of a setting", func(g *guide.Guide) { g.Settings[0].Reader = "parse" }, `setting 0: "parse"`},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			g := sample()
			low := one
			g.Callbacks[0].Conditions[0].Min = &low
			c.change(g)
			err := g.Validate()
			switch {
			case c.want == "" && err != nil:
				t.Errorf("refused: %v", err)
			case c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)):
				t.Errorf("error %v, want one with %q", err, c.want)
			}
			if _, encodes := guide.Encode(g); (encodes == nil) != (err == nil) {
				t.Errorf("Validate says %v, Encode %v", err, encodes)
			}
		})
	}
	if err := (*guide.Guide)(nil).Validate(); err == nil {
		t.Error("no guide was accepted")
	}
}

// TestExplanationSteps states the sentence of each kind of step of an explanation.
func TestExplanationSteps(t *testing.T) {
	t.Parallel()
	low, high := int64(1), int64(3)
	method := func(name string) guide.Subject { return guide.Subject{Kind: guide.SubjectMethod, Name: name} }
	menu, parser := method(onMenu), method(crash)
	screen := guide.Subject{Kind: guide.SubjectComponent, Name: "activity", Class: "com.foo.Help"}
	setting := guide.Subject{Kind: guide.SubjectSetting, Name: "unit"}
	depends := &guide.Reason{Kind: guide.ReasonChanges, Subject: setting, Reader: crash}
	for _, c := range []struct {
		step guide.Step
		want string
	}{
		{says(guide.StepTraceCalls, menu, parser), "com.foo.Main.onOptionsItemSelected calls com.foo.Parser.parse, as the trace says"},
		{says(guide.StepCrashPoint, parser, guide.Subject{}), "com.foo.Parser.parse is the crash point"},
		{says(guide.StepCalls, menu, parser), "com.foo.Main.onOptionsItemSelected calls com.foo.Parser.parse"},
		{says(guide.StepMakes, menu, guide.Subject{Kind: guide.SubjectClass, Class: "com.foo.Main$1"}), "onOptionsItemSelected makes com.foo.Main$1"},
		{says(guide.StepUses, menu, parser), "onOptionsItemSelected uses com.foo.Parser.parse"},
		{says(guide.StepCanRun, guide.Subject{}, parser), "so that com.foo.Parser.parse can run"},
		{says(guide.StepStarts, menu, screen), "onOptionsItemSelected starts activity com.foo.Help"},
		{says(guide.StepAsks, menu, parser), "onOptionsItemSelected asks for com.foo.Parser.parse"},
		{says(guide.StepLeads, menu, guide.Subject{}), "onOptionsItemSelected leads to the crash point"},
		{says(guide.StepRuns, menu, parser), "onOptionsItemSelected runs com.foo.Parser.parse"},
		{says(guide.StepWrites, menu, setting), "onOptionsItemSelected changes the preference unit"},
		{says(guide.StepWritesUnread, menu, setting), "changes the preference unit, on which nothing relevant depends"},
		{says(guide.StepNoEffect, guide.Subject{}, guide.Subject{}), "it changes nothing that other code could see"},
		{says(guide.StepStartsAway, guide.Subject{}, screen), "it starts activity com.foo.Help, from which no path leads to the target"},
		{says(guide.StepReadOnStack, parser, guide.Subject{}), "parse depends on it and is on the stack of the crash"},
		{says(guide.StepReadLeads, parser, guide.Subject{}), "parse depends on it and leads to the target"},
		{says(guide.StepReadOnPath, parser, guide.Subject{}), "parse depends on it and runs on the path"},
		{says(guide.StepRejects, guide.Subject{}, guide.Subject{}), "for id/x, id/y it changes nothing on which something relevant depends"},
		{
			guide.Step{
				Reason:  guide.Reason{Kind: guide.StepUnnoticed, Subject: menu},
				Because: &guide.Reason{Kind: guide.ReasonLoads},
			}, "onOptionsItemSelected loads a web page, and what depends on that is not known",
		},
		{
			guide.Step{Reason: guide.Reason{Kind: guide.StepReadKept, Subject: parser, Object: menu}, Because: depends},
			"com.foo.Parser.parse depends on it; it runs in com.foo.Main.onOptionsItemSelected, " +
				"of which: it changes the preference unit, on which com.foo.Parser.parse depends",
		},
		{
			guide.Step{
				Reason: guide.Reason{Kind: guide.StepWrites, Subject: menu, Object: setting},
				Values: []guide.Interval{{Max: &low}, {Min: &high, Max: &high}, {Min: &high}},
			}, "changes the preference unit to ..1, 3, 3..",
		},
	} {
		c.step.Rule = "R0"
		g := sample()
		g.Callbacks = []guide.Callback{{
			Method: onClick, Role: guide.RoleClick, Rejects: []string{"id/x", "id/y"}, Why: []guide.Step{c.step},
		}}
		if text := g.Summary(); !strings.Contains(text, c.want+"\n") {
			t.Errorf("%s: no %q in\n%s", c.step.Kind, c.want, text)
		}
	}
}

func says(kind guide.ReasonKind, subject, object guide.Subject) guide.Step {
	return guide.Step{Reason: guide.Reason{Kind: kind, Subject: subject, Object: object}}
}
