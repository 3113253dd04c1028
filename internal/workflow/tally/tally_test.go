package tally

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"talpa/asra/guide"
	"talpa/fuzz"
	"talpa/fuzz/evidence"
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
	var sum Tally
	sum.Add(&fuzz.Result{Activities: []string{"p/.List"}, Observed: []string{row, save}, Ran: []fuzz.Ran{{Method: row,
		Events: 2, First: 5}}})
	sum.Add(&fuzz.Result{Activities: []string{"p/p.List"}, Ran: []fuzz.Ran{{Method: row, Events: 1, First: 1}}})
	want := []report.Milestone{
		{Kind: report.MilestoneScreen, Name: "p.List", Reached: true},
		{Kind: report.MilestoneHandler, Name: row, Reached: true, Events: 3, First: 5},
		{Kind: report.MilestoneScreen, Name: "p.Edit"},
		{Kind: report.MilestoneFrame, Name: click, By: `id/save "Save"`, Unprobed: true},
		{Kind: report.MilestoneFrame, Name: save},
	}
	if diff := cmp.Diff(want, sum.Path(g)); diff != "" {
		t.Errorf("path (-want +got):\n%s", diff)
	}
}

// TestAdd: what two searches did and met adds up.
func TestAdd(t *testing.T) {
	t.Parallel()
	var sum Tally
	one := &fuzz.Finding{}
	sum.Add(&fuzz.Result{Progress: fuzz.Progress{Events: 10, Episodes: 2, States: 7}, Activities: []string{"a", "b"},
		Fidelity: []string{"no camera"}, Nearest: &fuzz.Nearest{Score: evidence.Score{Approach: 0.5}, Events: 3}})
	sum.Add(&fuzz.Result{Progress: fuzz.Progress{Events: 5, Episodes: 1, States: 4}, Activities: []string{"b", "c"},
		Fidelity: []string{"no camera"}, Nearest: &fuzz.Nearest{Score: evidence.Score{Approach: 0.4}, Events: 4},
		Others: []*fuzz.Finding{one},
		Ran:    []fuzz.Ran{{Method: "m", Events: 1, First: 2}}})
	want := report.Search{Events: 15, Episodes: 3, States: 7, Activities: []string{"a", "b", "c"}}
	if sum.Search.Events != want.Events || sum.Search.Episodes != want.Episodes || sum.Search.States != want.States ||
		len(sum.Search.Activities) != 3 {
		t.Errorf("%+v, want %+v", sum.Search, want)
	}
	if len(sum.Fidelity) != 1 || len(sum.Others) != 1 || sum.Nearest.Events != 3 || sum.ran["m"].First != 12 {
		t.Errorf("%+v", sum)
	}
}

// TestAdd_Growth: the screens of a second search count from the events of the first on, and none counts twice.
func TestAdd_Growth(t *testing.T) {
	t.Parallel()
	var sum Tally
	sum.Add(&fuzz.Result{Activities: []string{"a", "b"}, Met: map[string]int{"a": 1, "b": 40},
		Progress: fuzz.Progress{Events: 100}})
	sum.Add(&fuzz.Result{Activities: []string{"b", "c", "d"}, Met: map[string]int{"b": 1, "c": 7, "d": 2}})
	if diff := cmp.Diff([]int{1, 40, 102, 107}, sum.Search.Growth); diff != "" {
		t.Error(diff)
	}
}

// TestAdd_Methods: the methods of a second search count from the events of the first on, and none counts twice.
func TestAdd_Methods(t *testing.T) {
	t.Parallel()
	var sum Tally
	sum.Add(&fuzz.Result{Covered: map[string]int{"m": 1, "n": 1, "o": 40}, Progress: fuzz.Progress{Events: 100}})
	sum.Add(&fuzz.Result{Covered: map[string]int{"o": 1, "p": 7}, Progress: fuzz.Progress{Events: 10}})
	sum.Add(&fuzz.Result{})
	want := []report.Covered{{Events: 1, Methods: 2}, {Events: 40, Methods: 3}, {Events: 107, Methods: 4}}
	if diff := cmp.Diff(want, sum.Search.Methods); diff != "" {
		t.Error(diff)
	}
}
