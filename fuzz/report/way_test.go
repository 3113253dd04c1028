package report_test

import (
	"strings"
	"testing"

	"talpa/fuzz/report"
)

func TestNearest(t *testing.T) {
	screen := func(name string, reached bool) report.Stop {
		return report.Stop{Kind: report.StopScreen, Name: "p." + name, Reached: reached}
	}
	method := func(kind, name string, events int) report.Stop {
		return report.Stop{Kind: kind, Name: "Lp/Main;->" + name + "()V", By: `id/go "Go"`, Reached: events > 0, Events: events, First: 3}
	}
	unseen := report.Stop{Kind: report.StopFrame, Name: "Lp/Main;->dark()V", Unseen: true}
	for name, c := range map[string]struct {
		way  []report.Stop
		want string
	}{
		"nothing known": {nil, ""},
		"all dark":      {[]report.Stop{unseen}, ""},
		"not begun":     {[]report.Stop{screen("A", false), screen("B", false)}, "Nothing of the way to the crash was reached; it begins with the screen A."},
		"a screen short": {
			[]report.Stop{screen("A", true), method(report.StopHandler, "go", 0), screen("B", false)},
			`came as far as the screen A, but never to Main.go (id/go "Go").`,
		},
		"skipped": { // a stop that was missed before one that was reached is of another way
			[]report.Stop{screen("A", true), method(report.StopHandler, "go", 0), screen("B", true)}, "came as far as the screen B.",
		},
		"a frame short": {
			[]report.Stop{screen("A", true), method(report.StopFrame, "outer", 4), method(report.StopFrame, "inner", 0)},
			"Main.outer ran in 4 events, but never went on to Main.inner: a condition on the way did not hold.",
		},
		"at the point": {
			[]report.Stop{screen("A", true), method(report.StopFrame, "outer", 4), method(report.StopFrame, "inner", 1)},
			"The method of the crash, Main.inner, ran in 1 event without failing.",
		},
		"dark end": {[]report.Stop{screen("A", true), unseen}, "The search came as far as the screen A."},
	} {
		got := report.Nearest(c.way)
		if (c.want == "") != (got == "") || !strings.Contains(got, c.want) {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

// TestPageNear: a page of a failure says what became of each stop, one of a
// success does not.
func TestPageNear(t *testing.T) {
	run := sample(t)
	run.Way = []report.Stop{
		{Kind: report.StopScreen, Name: "p.ListActivity", Reached: true},
		{Kind: report.StopHandler, Name: "Lp/ListActivity;->onItemClick()V", By: "<b>row</b>"},
		{Kind: report.StopFrame, Name: "Lp/ListActivity;->open()V", Unseen: true},
	}
	const section = `id="near"`
	page, err := report.Page(run)
	if err != nil || strings.Contains(string(page), section) {
		t.Errorf("the page of a success tells how near it came (%v)", err)
	}
	moment := *run.Found
	moment.Crash, moment.Events = nil, 17
	run.Near, run.Found = &moment, nil
	page, err = report.Page(run)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{section, "was on the screen", "never ran", "cannot be seen", "The nearest moment", "Event 17 of the search", report.FileNear, `id="nearest-1"`, "&lt;b&gt;row&lt;/b&gt;",
		"The search came as far as the screen ListActivity, but never to ListActivity.onItemClick"} {
		if !strings.Contains(string(page), want) {
			t.Errorf("the page lacks %q", want)
		}
	}
}
