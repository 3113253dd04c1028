package report_test

import (
	"strings"
	"testing"

	"talpa/fuzz/report"
)

func TestNearest(t *testing.T) {
	screen := func(name string, reached bool) report.Milestone {
		return report.Milestone{Kind: report.MilestoneScreen, Name: "p." + name, Reached: reached}
	}
	method := func(kind, name string, events int) report.Milestone {
		return report.Milestone{Kind: kind, Name: "Lp/Main;->" + name + "()V", By: `id/go "Go"`, Reached: events > 0, Events: events, First: 3}
	}
	unprobed := report.Milestone{Kind: report.MilestoneFrame, Name: "Lp/Main;->dark()V", Unprobed: true}
	outer := method(report.MilestoneFrame, "outer", 4)
	outer.Outer = true
	for name, c := range map[string]struct {
		path []report.Milestone
		want string
	}{
		"nothing known": {nil, ""},
		"all dark":      {[]report.Milestone{unprobed}, ""},
		"not begun":     {[]report.Milestone{screen("A", false), screen("B", false)}, "Nothing of the path to the crash was reached; it begins with the screen A."},
		"a screen short": {
			[]report.Milestone{screen("A", true), method(report.MilestoneHandler, "go", 0), screen("B", false)},
			`came as far as the screen A, but never to Main.go (id/go "Go").`,
		},
		"skipped": { // a milestone that was missed before one that was reached is of another path
			[]report.Milestone{screen("A", true), method(report.MilestoneHandler, "go", 0), screen("B", true)}, "came as far as the screen B.",
		},
		"a frame short": {
			[]report.Milestone{screen("A", true), method(report.MilestoneFrame, "outer", 4), method(report.MilestoneFrame, "inner", 0)},
			"Main.outer ran in 4 events, but never went on to Main.inner: a condition on the path did not hold.",
		},
		"at the point": {
			[]report.Milestone{screen("A", true), method(report.MilestoneFrame, "outer", 4), method(report.MilestoneFrame, "inner", 1)},
			"The method of the crash, Main.inner, ran in 1 event without failing.",
		},
		"at an outer frame": {[]report.Milestone{screen("A", true), outer},
			"Main.outer, of the methods that the app has the nearest to the crash, ran in 4 events without it."},
		"dark end": {[]report.Milestone{screen("A", true), unprobed}, "The search came as far as the screen A."},
	} {
		got := report.Nearest(c.path)
		if (c.want == "") != (got == "") || !strings.Contains(got, c.want) {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

// TestPageNear: a page of a failure says what became of each milestone, one of a
// success does not.
func TestPageNear(t *testing.T) {
	run := sample(t)
	run.Path = []report.Milestone{
		{Kind: report.MilestoneScreen, Name: "p.ListActivity", Reached: true},
		{Kind: report.MilestoneHandler, Name: "Lp/ListActivity;->onItemClick()V", By: "<b>row</b>"},
		{Kind: report.MilestoneFrame, Name: "Lp/ListActivity;->open()V", Unprobed: true},
	}
	const section = `id="near"`
	page, err := report.Page(run, "run")
	if err != nil || strings.Contains(string(page), section) {
		t.Errorf("the page of a success tells how near it came (%v)", err)
	}
	moment := *run.Found
	moment.Crash, moment.Events = nil, 17
	run.Near, run.Found = &moment, nil
	page, err = report.Page(run, "run")
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{section, "was on the screen", "never ran", "not known: no probe there", "The nearest moment", "Event 17 of the search", report.FileNear, `id="nearest-1"`, "&lt;b&gt;row&lt;/b&gt;",
		"The search came as far as the screen ListActivity, but never to ListActivity.onItemClick"} {
		if !strings.Contains(string(page), want) {
			t.Errorf("the page lacks %q", want)
		}
	}
}

// TestPageNear_single: a method and the bridge to it are told once, one step is no plural, and the page says how to go on.
func TestPageNear_single(t *testing.T) {
	t.Parallel()
	run := sample(t)
	frame := func(parameter string) report.Milestone {
		return report.Milestone{Kind: report.MilestoneFrame, Name: "Lp/Task;->run(" + parameter + ")V", Reached: true, Events: 2, First: 1}
	}
	run.Path = []report.Milestone{frame("Ljava/lang/Object;"), frame("Ljava/lang/String;")}
	if lines := report.PathText(run.Path); len(lines) != 1 {
		t.Errorf("lines of a method and its bridge: %q", lines)
	}
	near := *run.Found
	near.Script = near.Script.Clone()
	near.Script.Events, near.Steps = near.Script.Events[:1], near.Steps[:1]
	run.Near, run.Found = &near, nil
	for state, want := range map[report.State]string{
		report.Done:        "talpa reproduce --resume &#39;my run&#39; --time LONGER",
		report.Interrupted: "talpa reproduce --resume &#39;my run&#39;<",
	} {
		run.State = state
		page, err := report.Page(run, "my run")
		if err != nil {
			t.Fatal(err)
		}
		if n := strings.Count(string(page), "<code>Task.run</code>"); n != 1 {
			t.Errorf("%s: the milestone stands on the page %d times", state, n)
		}
		for _, want := range []string{want, report.FileNear + " has the step that leads there"} {
			if !strings.Contains(string(page), want) {
				t.Errorf("%s: the page lacks %q", state, want)
			}
		}
	}
	run.State, run.MaxEvents = report.Done, run.Search.Events
	if page, err := report.Page(run, "r"); err != nil || !strings.Contains(string(page), "--resume r --events 1024") {
		t.Errorf("the page of a run that had its %d events does not ask for more (%v)", run.MaxEvents, err)
	}
	run.State, run.Fault = report.Failed, "no device"
	if page, err := report.Page(run, "my run"); err != nil || strings.Contains(string(page), "--resume") {
		t.Errorf("the page of a failure of ours says how to go on (%v)", err)
	}
}
