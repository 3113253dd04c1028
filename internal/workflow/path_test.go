package workflow

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"talpa/asra/guide"
	"talpa/fuzz"
	"talpa/fuzz/report"
)

// The path goes over screens and handlers to the frames of the trace, the
// outermost first; what two searches saw adds up.
func TestPath(t *testing.T) {
	const (
		row   = "Lp/List;->onItemClick()V"
		click = "Lp/Edit$1;->onClick()V"
		save  = "Lp/Edit;->save()V"
	)
	g := &guide.Guide{
		App: guide.App{Package: "p"},
		Target: guide.Target{Method: save, Frames: []guide.Frame{
			{Class: "p.Edit", InApp: true, Resolved: []string{save}},
			{Class: "p.Edit$1", InApp: true, Resolved: []string{click}},
			{Class: "android.view.View"},
		}},
		Milestones: []guide.Milestone{
			{Activity: "p.List", Callback: "Lp/List;->onCreate()V", Role: guide.RoleLifecycle},
			{Activity: "p.List", Callback: row, Role: guide.RoleItem},
			{Activity: "p.Edit", Callback: click, Role: guide.RoleClick, Widgets: []guide.Widget{{ID: "id/save", Text: "Save"}}},
		},
	}
	var c coverage
	c.add(&fuzz.Result{Activities: []string{"p/.List"}, Observed: []string{row, save}, Ran: []fuzz.Ran{{Method: row,
		Events: 2, First: 5}}}, 0)
	c.add(&fuzz.Result{Activities: []string{"p/p.List"}, Ran: []fuzz.Ran{{Method: row, Events: 1, First: 1}}}, 100)
	want := []report.Milestone{
		{Kind: report.MilestoneScreen, Name: "p.List", Reached: true},
		{Kind: report.MilestoneHandler, Name: row, Reached: true, Events: 3, First: 5},
		{Kind: report.MilestoneScreen, Name: "p.Edit"},
		{Kind: report.MilestoneFrame, Name: click, By: `id/save "Save"`, Unprobed: true},
		{Kind: report.MilestoneFrame, Name: save},
	}
	if diff := cmp.Diff(want, c.path(g)); diff != "" {
		t.Errorf("path (-want +got):\n%s", diff)
	}
}
